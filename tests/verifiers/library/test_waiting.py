"""Protects what is heard while an author's claims are decided: at what, for how long, and what makes it shorter."""

from collections.abc import Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from lemmacheck.verifiers.library import deciding
from lemmacheck.verifiers.library.deciding import in_processes
from lemmacheck.verifiers.library.supervision import DONE, Job

from tests.verifiers.library.test_deciding import job, named


def test_whoever_waits_hears_at_what_and_after_a_while_what_makes_runs_shorter(monkeypatch: pytest.MonkeyPatch) -> None:
    (claim,), heard = named("A"), list[str]()
    of_no_length, of_some = (replace(claim, method=SimpleNamespace(steps=steps)) for steps in (None, 20))

    def replies(jobs: list[Job], workers: int, waiting: Any) -> Iterator[tuple[Job, Any]]:
        for function, one in ((deciding.screened, claim), (deciding.examined, of_no_length)):
            waiting(job(function, one), deciding.SLOW)
        yield jobs.pop(), DONE

    monkeypatch.setattr(deciding, "replies", replies)
    assert list(in_processes([claim], lambda some: job(deciding.examined, *some), heard.append)) == []

    shorter = "; shorter runs take less: `steps=20` in its Method"
    assert heard == ["screening data for 1 claim: 30 s", f"deciding A: 30 s{shorter}"]
    asked = [(one.method, seconds) for one in (claim, of_no_length, of_some) for seconds in (29.9, 30)]
    assert [deciding.hint(*one) for one in asked] == ["", "", "", shorter, "", ""]

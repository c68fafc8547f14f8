"""A refutation on record that quick runs do not find is looked for by a full survey, and nothing else is."""

import pytest
from lemmacheck.verifiers.decide.recording import blank
from lemmacheck.verifiers.library import recheck
from lemmacheck.verifiers.library.plan import STANDARD
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.records.verdict import Verdict

ON_RECORD = ("refuted", "certified", "refuted", "proved")
QUICKLY = ("refuted", "supported", "certified", "refuted")
CLAIMS = list(LIBRARY.claims.values())[: len(ON_RECORD)]


def test_what_a_quick_survey_lost_is_asked_of_a_full_one(monkeypatch: pytest.MonkeyPatch) -> None:
    known = {claim.id: Verdict(verdict) for claim, verdict in zip(CLAIMS, ON_RECORD, strict=True)}
    quick = [blank(claim, Verdict(verdict)) for claim, verdict in zip(CLAIMS, QUICKLY, strict=True)]
    found = blank(CLAIMS[2], Verdict.REFUTED, reason="by a full survey")
    asked = []
    monkeypatch.setattr(recheck, "examine", lambda claims, effort, say: asked.append((claims, effort)) or [found])

    assert recheck.rechecked(CLAIMS, quick, known, print) == [quick[0], quick[1], found, quick[3]]
    assert asked == [([CLAIMS[2]], STANDARD)]

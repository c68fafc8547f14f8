"""The label of a run with the numbers of what it only calls drawn: λ_0, λ_1 = 1/2, 3/8 for "λ drawn"."""

import re
from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from fractions import Fraction
from typing import Any

from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.schedules import Drawn
from lemmacheck.verifiers.records.text import greek
from lemmacheck.verifiers.records.verdict import Record, Witness

DRAWN = re.compile(r"(\w+) (drawn|drawn from 1|from a drawn λ)")
MOST = 4  # numbers of a sequence


def in_numbers(label: str, algorithm: Any, steps: int) -> str:
    """The label with each drawn sequence written out, as far as a run of this length reads it."""
    return ", ".join(written_out(part, algorithm, steps) for part in label.split(", "))


def with_numbers(claim: Claim, record: Record) -> Record:
    """The record as a reader sees it: with the drawn numbers of the runs of its witnesses."""

    def in_full(w: Witness | None) -> Witness | None:
        return w and replace(w, algorithm=in_numbers(w.algorithm, claim.runs.get(w.algorithm), w.steps))

    return replace(record, witness=in_full(record.witness), convincing=in_full(record.convincing))


def written_out(part: str, algorithm: Any, steps: int) -> str:
    symbol = DRAWN.fullmatch(part)
    found = sequence_called(symbol[1], algorithm) if symbol else None
    if symbol is None or found is None:
        return part
    count = min(max(steps, 1), MOST)
    further = ["…"] if steps > MOST else []
    names = [*(f"{symbol[1]}_{t}" for t in range(count)), *further]
    return f"{', '.join(names)} = {', '.join([*(str(found(Fraction(t))) for t in range(count)), *further])}"


def sequence_called(symbol: str, algorithm: Any) -> Callable[[Any], Any] | None:
    """The drawn sequence among the parameters of an algorithm that has this letter, or what it implies."""
    own = fields(algorithm) if is_dataclass(algorithm) else ()
    found = next((getattr(algorithm, one.name) for one in own if symbol in greek(one.name)), None)
    return found if isinstance(getattr(found, "lam", found), Drawn) else None

"""At which row a statement of one's own divides by 0, and whether a slice cuts that row off afterwards."""

from contextlib import suppress
from typing import Any

import numpy as np
from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.run import Run
from lemmacheck.verifiers.decide.cause import AT_A_ROW, AT_THE_START, CUT_OFF, Cause
from lemmacheck.verifiers.decide.ladder import ball_run, rungs
from lemmacheck.verifiers.decide.statements import relations_on
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.instances.subject import run_on, subject_of
from lemmacheck.verifiers.numbers.ball import Ball
from lemmacheck.verifiers.numbers.comparison import float_sides
from lemmacheck.verifiers.numbers.float64 import Float64


def divided_text(claim: Claim, instance: Instance, algorithm: Any, steps: int) -> str:
    """Where the statement divides by 0 on a run, and what to write; of what is no run of one's own, that it does."""
    row = first_divided(claim, instance, algorithm, steps) if claim.own and not claim.is_chance else None
    if row is None:
        return Cause.UNDEFINED.text()
    if is_cut_off(claim, instance, algorithm, row):
        return CUT_OFF.format(row)
    return AT_A_ROW.format(row) + (AT_THE_START if row == 0 else "")


def first_divided(claim: Claim, instance: Instance, algorithm: Any, steps: int) -> int | None:
    """The steps of the shortest run of which the statement divides by 0, and so the row at which it does."""
    bits = rungs(steps)[0]
    with Ball(bits).active():
        subject = ball_run(instance, algorithm, steps, bits, claim.method)
        if not isinstance(subject, Run):
            return None
        for few in range(subject.steps + 1):
            try:
                relations_on(claim, run_on(subject.problem, subject.algorithm, few))
            except ZeroDivisionError:
                return few
            except Exception:  # of a statement about rows that a short run has not, whatever it then does
                continue
    return None


def is_cut_off(claim: Claim, instance: Instance, algorithm: Any, steps: int) -> bool:
    """Whether floats divide by 0 on this run too, and both sides have numbers all the same."""
    with Float64().active():
        subject = subject_of(instance, Float64(), algorithm, steps, method=claim.method)
        with suppress(ArithmeticError, IndexError, TypeError, ValueError):
            try:
                with np.errstate(divide="raise", invalid="raise"):
                    relations_on(claim, subject)
            except FloatingPointError:
                return all(np.isfinite(side).all() for r in relations_on(claim, subject) for side in float_sides(r))
    return False

"""Attacks exact arithmetic with the machine's integers, which overflow: every statement is true of integers.

Wrong is a refutation. A count or an index of NumPy's, or what is computed with one, is refused in one line as soon as
it may be another number than it should be; a small one is the number that it is.
"""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from lemmacheck.theory.books.jst.methods.variants import schedule
from lemmacheck.theory.core.book import BookError
from lemmacheck.verifiers.decide.ladder import decide
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.numbers.refusal import Inexact
from lemmacheck.verifiers.records.verdict import Verdict
from lemmacheck.verifiers.variants.functions import number
from lemmacheck.verifiers.variants.sequences import known_sequence

from tests.attacks.conftest import Count
from tests.books.written import LEAST, RELATION, WRITE, writer

ONE = Instance.from_json("", [["1"]])
BEFORE = "k, c, several = np.int64(2**62), (Z[0] > 9).sum() + 3, (Z > 9).sum(-1) + 3"
OF = {
    "an array": "np.array([2**62]) * 4",
    "a power": "c**41",
    "powers": "several**41",
    "a power of 2": "2 ** (several + 61)",
    "products": "several * 2**62",
    "a product": "c * k",
    "a product of all": "several.prod() * 2**61",
    "products so far": "np.cumprod(np.repeat(several, 41))[-1]",
    "a sum": "sum([c] * 3) * 2**61",
    "a size": "abs(np.int64(-(2**63)))",
    "a negative": "-several * -(2**62)",
    "a matrix": "((several[:, None] @ several[None, :]) ** 20)[0]",
    "a power of a matrix": "np.linalg.matrix_power(np.array([[3]]), 41)[0]",
    "a shift": "np.left_shift(several, 63)",
    "an index": "4 ** (Z.argmax() + 32)",
    "a fraction": "Fraction(c) ** 41",
    "a fraction of another": "Fraction(k) * 4 + Fraction(1, 2)",
    "an array of fractions": "Z[0] * 0 + c * k",
}
IN_A_RUN = {  # the first x, and the next
    "a number": ("np.int64(3)", "s.x * s.x * s.x"),
    "an array": ("np.array([3])", "s.x * s.x * s.x"),
    "a power": ("np.array([3])", "s.x**3"),
    "a product": ("np.array([3])", "s.x * 0 + np.prod([3] * 41)"),
}


def verdict(opened: WRITE, *changes: tuple[str, str]) -> str:
    """The verdict on the one claim of a book, or that it is refused."""
    imports = "from fractions import Fraction\nimport numpy as np\nfrom typing"
    try:
        one = opened(LEAST, ("from typing", imports), *changes).claims["L.1"]
        return str(decide(one, ONE, one.usual[""], 5).verdict)
    except (BookError, Inexact) as error:
        return "refused" if "overflow" in str(error) and "\n" not in str(error) else str(error)


def test_a_field_that_may_have_overflowed_is_refused(tmp_path: Path, counted: Count) -> None:
    stated = "at_least(np.sum(run.problem.v) + 0 * run.x, 1)"
    opened, changes = writer(tmp_path), (("at_most, claim", "at_least, at_most, claim"), (RELATION, stated))

    def answer(of: str) -> str:
        return verdict(opened, ("return dict(", f"{BEFORE}\n        return dict(v={of}, "), *changes)

    found = {name: answer(of) for name, of in OF.items()}

    counted("machine integers", tried=len(OF), wrong=list(found.values()).count("refuted"))
    assert found == dict.fromkeys(OF, "refused")
    assert answer("c + k // 2**61 + several[0]") == Verdict.CERTIFIED


def test_a_state_that_may_have_overflowed_is_refused(tmp_path: Path, counted: Count) -> None:
    opened, stated = writer(tmp_path), (RELATION, "at_least(run.x + 0 * run.t.reshape(-1, *[1] * (run.x.ndim - 1)), 1)")
    found = {
        name: verdict(
            opened,
            ("at_most, claim", "at_least, at_most, claim"),
            stated,
            ("State(0, p.a)", f"State(0, {first})"),
            ("s.x * (s.t + 1) / (s.t + 2)", then),
        )
        for name, (first, then) in IN_A_RUN.items()
    }

    counted("machine integers", tried=len(IN_A_RUN), wrong=list(found.values()).count("refuted"))
    assert found.pop("a number") == Verdict.CERTIFIED
    assert set(found.values()) == {"refused"}


@pytest.mark.parametrize("value", [np.int64(2**62), np.int32(3), np.uint8(255)])
def test_a_schedule_of_machine_integers_is_that_of_pythons(value: Any) -> None:
    """A Fraction that holds one would overflow in all that is computed with it."""

    def theta(t: Any) -> Any:
        return value

    exact = number(theta, "θ", 3, None)

    assert (exact, type(exact.numerator)) == (int(value), int)
    assert known_sequence("θ", theta)(3) == int(value)
    assert schedule(theta=theta).algorithm.theta(4) * 4 == 4 * int(value)

"""Protects what rests on a loss of the author's own: parts that are not those of one function are refused."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from lemmacheck.theory.margins.losses import Logistic, Loss, OwnLoss, unknown_conjugate
from lemmacheck.verifiers.decide.own_loss import WEIGHTS, lacks_conjugate, mismatch
from lemmacheck.verifiers.variants.parameters import LOSSES

from tests.commands import Command

EXPONENTIAL = OwnLoss("mine", value=lambda num, z: num.exp(z), derivative=lambda num, z: num.exp(z),
    inverse=lambda num, s: num.log(s), smoothness=lambda n: 1,
    conjugate_on_simplex=lambda num, q: num.xlogx(q).sum(-1))  # fmt: skip
WRONG = {  # a part of a loss by its definition → one that is of no such loss, and where this is seen
    "value": (lambda num, z: 2 * num.exp(z), "ℓ⁻¹(ℓ(z)) = z is false at z = -9"),
    "derivative": (lambda num, z: num.exp(2 * z), "(ℓ(b) − ℓ(a))/(b − a) = ℓ'(c) for a c near a is false at a = -9"),
    "inverse": (lambda num, s: num.log(s) + Fraction(1, 10**12), "ℓ⁻¹(ℓ(z)) = z is false at z = -9"),
}
WRONG_CONJUGATES = {
    "too small": (lambda num, q: 2 * num.xlogx(q).sum(-1),
        "ψ*(q) ≥ ⟨q, ξ⟩ − ψ(ξ) for q = (1/2, 1/2) is false at ξ = (-1, -1)"),
    "too large": (lambda num, q: num.xlogx(q).sum(-1) + 1, "ψ*(q) ≤ 0 is false at q = (1/2, 1/2)"),
    "too large at a corner": (lambda num, q: num.xlogx(q).sum(-1) + Fraction(1, 10**9),
        "ψ*(q) ≤ 0 is false at q = (0, 1)"),
}  # fmt: skip
GIVEN_ITSELF = {
    "psi": "ψ(ξ) = ℓ⁻¹(Σ ℓ(ξ_i)) is false at ξ = (-1, -1)",
    "psi_gradient": "∇ψ(ξ) = ℓ'(ξ)/ℓ'(ψ(ξ)) is false at ξ = (-1, -1)",
    "excess": "excess(ξ) = ‖∇ψ(ξ)‖₁ − 1 is false at ξ = (-1, -1)",
    "conjugate": "ψ*(q) ≥ ⟨q, ξ⟩ − ψ(ξ) for q = (1/2, 1/2) is false at ξ = (-1, -1)",
}


def doubled(name: str) -> Callable[..., Any]:
    """A part of the logistic loss, with one value on two rows doubled."""
    return lambda self, num, x: 2 * getattr(Logistic, name)(self, num, x)


@pytest.mark.parametrize("loss", [*LOSSES.values(), EXPONENTIAL], ids=lambda loss: loss.name)
def test_a_loss_whose_parts_are_of_one_function_is_accepted(loss: Loss) -> None:
    assert mismatch(loss) == ""


@pytest.mark.parametrize("part", WRONG)
def test_a_part_of_another_loss_is_refused(part: str) -> None:
    wrong, where = WRONG[part]

    assert mismatch(replace(EXPONENTIAL, **{part: wrong})).endswith(where)


def undefined(num: Any, s: Any) -> Any:
    raise ZeroDivisionError


@pytest.mark.parametrize(("parts", "where"), [
    ({"inverse": undefined, "derivative": lambda num, z: num.exp(2 * z)}, "ℓ'(c) for a c near a is false at a = -9"),
    ({"value": lambda num, z: num.exp(z) / (z + 9), "inverse": lambda num, s: num.log(s)}, "= z is false at z = -2"),
    ({"conjugate_on_simplex": lambda num, q: 1 / q[0]}, "ψ*(q) ≤ 0 is false at q = (1/2, 1/2)"),
])  # fmt: skip
def test_what_cannot_be_computed_hides_no_other_contradiction(parts: dict[str, Any], where: str) -> None:
    assert mismatch(replace(EXPONENTIAL, **parts)).endswith(where)


@pytest.mark.parametrize("conjugate", WRONG_CONJUGATES)
def test_a_conjugate_of_another_loss_is_refused(conjugate: str) -> None:
    wrong, where = WRONG_CONJUGATES[conjugate]

    assert mismatch(replace(EXPONENTIAL, conjugate_on_simplex=wrong)).endswith(f": {where}")


def test_what_a_conjugate_is_asked_of_are_weights_and_one_that_is_not_given_is_not_asked() -> None:
    assert [sum(q) for q in WEIGHTS] == [1] * len(WEIGHTS)
    assert mismatch(replace(EXPONENTIAL, conjugate_on_simplex=unknown_conjugate)) == ""
    assert lacks_conjugate(replace(EXPONENTIAL, conjugate_on_simplex=unknown_conjugate))
    assert not lacks_conjugate(EXPONENTIAL)


@pytest.mark.parametrize("part", GIVEN_ITSELF)
def test_what_a_loss_gives_itself_is_what_its_definition_gives(part: str) -> None:
    found = mismatch(type("Mine", (Logistic,), {part: doubled(part)})("mine"))

    assert found == f"the parts of the loss 'mine' contradict each other: {GIVEN_ITSELF[part]}"


def test_shares_are_over_one_factor() -> None:
    def shares(self: Any, num: Any, xi: Any) -> Any:
        values, slopes = Logistic.shares(self, num, xi)
        return values, 2 * slopes

    where = "shares(ξ) = (ℓ(ξ)/c, ℓ'(ξ)/c) for one c is false at ξ = (-1, -1)"
    assert mismatch(type("Mine", (Logistic,), {"shares": shares})("mine")).endswith(f": {where}")


def test_a_variant_with_such_a_loss_is_not_examined(tmp_path: Path, lemmacheck: Command) -> None:
    text = """from lemmacheck import schedule
from lemmacheck.theory.margins.losses import OwnLoss

value = lambda num, z: 2 * num.exp(z)
variant = schedule(loss=OwnLoss("mine", value, value, lambda num, s: num.log(s), lambda n: 1))
"""
    (tmp_path / "mine.py").write_text(text)

    result = lemmacheck("variant", str(tmp_path / "mine.py"))

    assert result.refusal.endswith(
        "the parts of the loss 'mine' contradict each other: ℓ⁻¹(ℓ(z)) = z is false at z = -9"
    )


def test_a_book_with_such_a_loss_is_not_opened(tmp_path: Path, lemmacheck: Command) -> None:
    text = """from dataclasses import dataclass
from typing import Any, NamedTuple

from lemmacheck import Book, Method, Source, at_least, claim
from lemmacheck.theory.margins.losses import OwnLoss

MINE = Source("M", "A. Author", "Losses", "draft")


def twice(num, z):
    return 2 * num.exp(z)


LOSS = OwnLoss("mine", lambda num, z: num.exp(z), twice, lambda num, s: num.log(s), lambda n: 1)


class State(NamedTuple):
    t: Any
    w: Any


@dataclass(frozen=True)
class Descent:
    loss: Any = LOSS

    def start(self, p):
        return State(p.num.number(0), p.zero())

    def step(self, p, s):
        return State(s.t + 1, s.w - p.combine(p.psi_gradient(p.scores(s.w))))


@claim("M.1", MINE.at("Lemma 1"), about=Descent)
def still(run):
    \"\"\"‖w_t‖² ≥ 0.\"\"\"
    return at_least(run.squared(run.w), 0)


BOOK = Book(MINE, methods=[Method(Descent)])
"""
    (tmp_path / "mine.py").write_text(text)

    assert "ℓ'(c) for a c near a is false at a = -9" in lemmacheck("check", str(tmp_path / "mine.py")).refusal

"""Protects the first steps in a book of one's own: what is natural to write holds, and a run can be looked at."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from lemmacheck import problem, strategies
from lemmacheck.theory.core.book import BookError
from lemmacheck.theory.core.others_words import close_to, reworded
from lemmacheck.verifiers.decide.states import states_text
from lemmacheck.verifiers.library import asking
from lemmacheck.verifiers.library.changed import claims_of_file
from lemmacheck.verifiers.library.deciding import examine
from lemmacheck.verifiers.library.plan import STANDARD, Effort
from lemmacheck.verifiers.library.shipped import LIBRARY

from tests.books.written import LEAST, RELATION, WRITE, claim_text
from tests.commands import Command
from tests.quick import check

FEW = Effort(per_shape=11, steps=6, certified=3, elsewhere=2, own=500)
LISTED = "at_most({left}, [run.problem.a for k in range(len(run.x))])"
HALVES = "at_most(run.x[1:], run.x[:-1] / 2)"


@pytest.mark.parametrize("left", ["[x for x in run.x]", "[s.x for s in run.states]", "np.array([x for x in run.x])"])
def test_a_side_may_be_made_entry_by_entry(left: str, opened: WRITE) -> None:
    library = opened(LEAST, (RELATION, LISTED.format(left=left)), ("from typing", "import numpy as np\nfrom typing"))

    assert check(library.claims["L.1"], FEW).verdict == "certified"


LISTS = {
    "mixed":
        ("at_most([0] + [x for x in run.x[1:]], [Fraction(9, 2)] + [run.problem.a for x in run.x[1:]])", "certified"),
    "mixed and false": ("at_most([Fraction(1, 2)] + [*run.x[1:]], [Fraction(1, 3)] + [*run.x[1:]])", "refuted"),
    "of lists": ("at_most([[x, 1] for x in run.x], [[run.problem.a, 1] for x in run.x])", "certified"),
    "of numbers alone": ("at_most([Fraction(1, 3), run.problem.d], [Fraction(1, 3), run.problem.d])", "certified"),
}  # fmt: skip
IMPORTS = "from decimal import Decimal\nimport numpy as np\n"
NO_SIDES = {
    "[run.x, run.x[0]]": r"the left side has entries of the shapes \(\) and \(4,\)",
    "[True] + [*run.x]": "the left side holds True; expected numbers",
    "['1'] + [*run.x]": "the left side holds '1'; expected numbers",
    "[None] + [*run.x]": "the left side holds None; expected numbers",
    "Decimal('0.5')": r"the left side holds Decimal\('0.5'\); write Fraction\('0.5'\)",
    "[Decimal('0.5')]": r"the left side holds Decimal\('0.5'\); write Fraction\('0.5'\)",
    "np.array([Decimal('0.5')])": r"the left side holds Decimal\('0.5'\); write Fraction\('0.5'\)",
    "np.array(['1'], dtype=object)": "the left side holds '1'; expected numbers",
    "np.ma.array([10, 1], mask=[True, False])": "the left side is a MaskedArray of int64; expected numbers",
    "np.datetime64('2020-01-01')": "the left side is a datetime64 of datetime64.D.; expected numbers",
    "np.array([1j])": "the left side is a ndarray of complex128; expected numbers",
    "1j": "the left side is a complex; expected a number",
}


@pytest.mark.parametrize(("text", "verdict"), LISTS.values(), ids=list(LISTS))
def test_numbers_of_a_run_stand_beside_others_in_a_list(text: str, verdict: str, opened: WRITE) -> None:
    library = opened(LEAST, (RELATION, text), ("from typing", "from fractions import Fraction\nfrom typing"))

    assert check(library.claims["L.1"], FEW).verdict == verdict


@pytest.mark.parametrize(("side", "told"), NO_SIDES.items())
def test_what_is_no_list_of_numbers_is_no_side(side: str, told: str, opened: WRITE) -> None:
    with pytest.raises(BookError, match=told):
        opened(LEAST, (RELATION, f"at_most({side}, 9)"), ("from typing", f"{IMPORTS}from typing"))


def test_a_step_takes_the_rows_in_turn(opened: WRITE) -> None:
    """On Z with rows 1, 2, …, n the state counts them round."""
    taken = ("s.x * (s.t + 1) / (s.t + 2)", "p.in_turn(p.Z, s.t)[0]")
    stated = (RELATION, "equal(run.x[1:], run.per_step(lambda t: run.problem.in_turn(run.problem.Z, t)[0])[:-1])")

    assert check(opened(LEAST, taken, stated).claims["L.1"], FEW).verdict == "certified"
    wrong = (RELATION, "equal(run.x[1:], run.per_step(lambda t: run.problem.in_turn(run.problem.Z, t + 1)[0])[:-1])")
    assert check(opened(LEAST, taken, wrong).claims["L.1"], FEW).verdict == "refuted"


@pytest.mark.parametrize(("divisor", "verdict"), [(1, "certified"), (2, "refuted")])
def test_vectors_of_each_step_keep_their_axis(divisor: int, verdict: str, opened: WRITE) -> None:
    """T + 1 vectors, each half of the one before, are not one vector of all their entries."""
    rows = "run.per_step(lambda t: run.problem.Z[0] / 2**t)"
    stated = f"at_most(run.problem.squared({rows}), run.problem.squared(run.problem.Z[0]) / {divisor})"

    assert check(opened(LEAST, (RELATION, stated)).claims["L.1"], FEW).verdict == verdict


@pytest.mark.parametrize("side", ["[10**400 + 1], [10**400]", "run.t * 10**400, 1"])
def test_a_false_side_beyond_all_floats_is_refuted_and_drawn_without_it(side: str, opened: WRITE) -> None:
    record = check(opened(LEAST, (RELATION, f"at_most({side})")).claims["L.1"], FEW)

    assert record.verdict == "refuted"
    assert np.isfinite([value for one in record.curves for value in one.value]).all()


def test_the_states_of_a_witness_are_shown_with_both_sides(opened: WRITE) -> None:
    claim = opened(LEAST, (RELATION, HALVES)).claims["L.1"]
    record = check(claim, FEW)
    heading, names, *rows = states_text(claim, record).splitlines()

    assert heading == "the states of the witness, in floats"
    assert names.split() == ["t", "x", "left", "side", "right", "side"]
    t, x, left, op, right = rows[record.witness.t if record.witness else 0].split()
    assert (int(t), op) == (record.witness and record.witness.t, "≤")
    assert float(left) > float(right) == pytest.approx(float(x) / 2)


def test_of_a_long_run_the_first_states_are_shown_and_the_last(opened: WRITE) -> None:
    claim = opened(LEAST).claims["L.1"]
    shown = [line.split()[0] for line in states_text(claim, check(claim, Effort(11, 40, 3, 2))).splitlines()[2:]]

    assert shown[:8] == [*"01234567"]
    assert "…" in shown
    assert shown[-1] == "40"


def test_a_claim_without_a_run_says_so() -> None:
    claim = LIBRARY.claims["F.CS"]

    assert states_text(claim, check(claim, FEW)) == "no run of it is on record"


@problem
class Scaled:
    def of(Z: Any) -> dict[str, Any]:
        return {"A": Z, "L": (Z * Z).sum() + 1}


class State(NamedTuple):
    t: Any
    x: Any


@dataclass(frozen=True)
class Descent:
    c: Any = Fraction(1, 2)

    def step(self, p: Any, s: State) -> State:
        return State(s.t + 1, s.x - self.c * (p.A.T @ (p.A @ s.x)) / p.L)


def test_a_method_is_tried_by_hand() -> None:
    p = strategies.posed(Scaled, [[1, "1/3"], [0, Fraction(1, 2)]])

    assert (p.n, p.d, p.L) == (2, 2, Fraction(85, 36))
    assert Descent().step(p, State(0, p.ones(2))).x[0] == 1 - Fraction(1, 2) * Fraction(4, 3) / Fraction(85, 36)


@pytest.mark.parametrize(("wrong", "told"), [
    (lambda: Scaled([[1]]), r"Scaled is made for a run; to try it by hand write lemmacheck\.strategies\.posed\(Sc"),
    (lambda: strategies.posed(int), "expected a class under @problem"),
    (lambda: strategies.posed(Scaled, [[1]], mu=1), r"posed\(Scaled, …\) is given mu=; the problem takes no para"),
    (lambda: strategies.posed(Scaled, [[1], [1, 2]]), r"rows of lengths \[1, 2\]"),
])  # fmt: skip
def test_what_makes_no_problem_by_hand_is_told(wrong: Callable[[], Any], told: str) -> None:
    with pytest.raises((TypeError, ValueError), match=told):
        wrong()


WORDS = {
    "matmul: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature (n?,k),(k,m?)->(n?,m?) "
    "(size 3 is different from 2)": "the shapes of a product @ do not fit, 3 and 2; of all states",
    "loop of ufunc does not support argument 0 of type Number which has no callable exp method": "write p.exp(x)",
    "loop of ufunc does not support argument 0 of type Number which has no callable sin method": "write it with + - ",
    "Cannot cast ufunc 'svd_s' input from dtype('O') to dtype('float64') with casting rule 'same_kind'": "np.linalg",
    "list indices must be integers or slices, not Scalar": "write int(s.t)",
    "only integers, slices (`:`), ellipsis (`...`) are valid indices": "write p.in_turn(A, t)",
    "maximum recursion depth exceeded while calling a Python object": "write a loop",
    "Matrix.where() missing 2 required positional arguments: 'x' and 'y'": "write p.where(a, '<=', b, x, y)",
    "integer division result too large for a float": "beyond the floats, which end at 2e+308; make it smaller",
    "int too large to convert to float": "beyond the floats",
    "State() takes no arguments": "write class State(NamedTuple)",
    "'method' object is not subscriptable": "a function is read as a sequence",
}


@pytest.mark.parametrize(("said", "meant"), WORDS.items())
def test_what_numpy_says_is_told_in_the_words_of_a_book(said: str, meant: str) -> None:
    assert meant in reworded(said)


def test_another_error_stands_as_it_is() -> None:
    assert reworded("seven is bad") == "seven is bad"


def test_a_misspelt_name_of_ours_is_corrected(opened: WRITE) -> None:
    claim = opened(LEAST).claims["L.1"]
    with pytest.raises(AttributeError) as refused:
        claim.correctd()  # type: ignore[attr-defined]

    assert close_to(refused.value) == "; did you mean corrected?"
    with pytest.raises(AttributeError) as refused:
        strategies.posed(Scaled, [[1, 2]]).dot  # noqa: B018

    assert close_to(refused.value) == "; did you mean inner?"
    assert close_to(AttributeError("x", name="x", obj=3)) == close_to(ValueError("x")) == ""


@pytest.mark.slow
def test_how_hard_it_is_tried_is_said_in_a_word(opened: WRITE) -> None:
    claim = opened(LEAST).claims["L.1"]
    with pytest.raises(ValueError, match="effort=3; expected one of 'quick', 'standard', 'thorough'"):
        check(claim, 3)  # type: ignore[arg-type]

    assert check(claim, "quick").verdict == check(claim).verdict == "proved"


@pytest.mark.slow
def test_as_much_is_tried_as_by_the_command(opened: WRITE) -> None:
    claim = opened(LEAST).claims["L.1"]
    (by_the_command,) = examine([claim], STANDARD, lambda line: None)

    assert asking.check(claim).scope == by_the_command.scope != check(claim).scope


TWO = ("METHOD =", claim_text("L.2", "Shrinking", "at_most(0, run.t)", "t ≥ 0.") + "METHOD =")
OTHER = """from paper1 import State

class Shrinking:
    def start(self, p):
        return State(0, p.a)

    def step(self, p, s):
        return {}

variant = Shrinking()
"""


@pytest.mark.slow
def test_a_change_of_a_method_that_one_claim_cannot_read_costs_that_claim(
    lemmacheck: Command, tmp_path: Path, opened: WRITE
) -> None:
    path = opened(LEAST, TWO).path
    lost = "from typing import Any, NamedTuple\n\nclass Other(NamedTuple):\n    t: int\n    y: Any\n\n"
    text = OTHER.replace("from paper1 import State\n", lost).replace("State(0, p.a)", "Other(0, p.a)")
    (tmp_path / "change.py").write_text(text.format("Other(s.t + 1, s.y)"), encoding="utf-8")
    result = lemmacheck("variant", str(tmp_path / "change.py"), "--book", str(path))

    assert "L.1  UNDECIDED" in result.out
    assert "paper1.py:34, in stays_below: run.x: the states of Shrinking have t, y" in result.out
    assert "L.2  CERTIFIED" in result.out


def test_a_book_is_asked_about_one_change(tmp_path: Path, opened: WRITE) -> None:
    library = opened(LEAST)
    (tmp_path / "changes.py").write_text("variants = []\n", encoding="utf-8")
    with pytest.raises(BookError, match=r"changes\.py defines `variants`; a book is asked about one: expected"):
        claims_of_file(library, tmp_path / "changes.py", 10.0)


@pytest.mark.slow
def test_the_command_says_why_what_is_certified_is_not_proved(lemmacheck: Command, opened: WRITE) -> None:
    read_as_none = (RELATION, "at_most(run.x, [max(x, key=len) if False else x for x in run.x])")
    path = opened(LEAST, read_as_none).path
    shown, silent = (lemmacheck("check", str(path), "--budget", "0", *why) for why in (["--why"], []))

    assert "L.1  CERTIFIED" in silent.out
    assert "\n    not proved: it is not read as a formula of an arbitrary run: " in shown.out
    assert "not proved" not in silent.out
    assert lemmacheck("check", str(path), "--why", "--json").err.endswith("give one of the two\n")


@pytest.mark.slow
def test_the_command_says_what_was_read_of_what_is_proved(lemmacheck: Command, opened: WRITE) -> None:
    shown, silent = (lemmacheck("check", str(opened(LEAST).path), *why).out for why in (["--why"], []))

    assert "L.1  PROVED" in silent
    assert "read as:" not in silent
    *_, said, step = shown.splitlines()
    assert said == "    x_t ≤ (abs(−Z[0, 0]) + 1)/(t + 1) for every t ≥ 0"
    assert step == "    x_0 = abs(−Z[0, 0]) + 1 and x_{t+1} = (t·x_t + x_t)/(t + 2)"


def test_zeros_that_are_exact_may_start_a_run(opened: WRITE) -> None:
    start = ("State(0, p.a)", "State(0, np.zeros(1, object)[0] + p.a)")
    library = opened(LEAST, start, ("from typing", "import numpy as np\nfrom typing"))

    assert check(library.claims["L.1"], FEW).verdict == "certified"

"""Protects the search on problems of one's own: what few matrices refute is found, and small; what holds stands."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from lemmacheck import Claim, Decay, Limit
from lemmacheck.theory.books.jst.algorithms.gradient_descent import NormalizedGD
from lemmacheck.theory.core.apart import Apart
from lemmacheck.theory.core.opening import library_at
from lemmacheck.verifiers.decide.counterexamples import refutation, smallest
from lemmacheck.verifiers.decide.screening import screen_one
from lemmacheck.verifiers.decide.statements import answer
from lemmacheck.verifiers.instances.abreast import Abreast
from lemmacheck.verifiers.instances.families import structured
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.instances.subject import subject_of, within_reach
from lemmacheck.verifiers.library.new_book import TEXT
from lemmacheck.verifiers.library.plan import STANDARD, Effort
from lemmacheck.verifiers.library.preflight import preflight
from lemmacheck.verifiers.numbers.chances import relations_of
from lemmacheck.verifiers.numbers.comparison import sides
from lemmacheck.verifiers.numbers.float64 import Float64
from lemmacheck.verifiers.probe.tightness import rank
from lemmacheck.verifiers.records.verdict import Verdict
from lemmacheck.verifiers.search import matrices
from lemmacheck.verifiers.search.budget import Budget
from lemmacheck.verifiers.search.climbing import Search
from lemmacheck.verifiers.search.report import SearchReport
from lemmacheck.verifiers.search.shares import tending

from tests.books.written import SHRINKING, WRITE, claim_text, hypothesis_text, method_text, problem_text
from tests.quick import check
from tests.sampled import sampled
from tests.shipped import made

FEW = Effort(per_shape=2, steps=12, certified=4, elsewhere=2)
BLIND = replace(FEW, own=0)
FROM_THE_DATA = (
    ("L=(Z * Z).sum() + mu)", "L=(Z * Z).sum() + mu, x0=Z[0])"),
    ("State(0, p.ones(p.d))", "State(0, p.x0)"),
    ("f = run.each(lambda s: run.problem.f(s.x))\n    return at_most(f[1:], f[:-1] / 2)", "LARGER"),
    ("LARGER", "return at_most(run.problem.linf(run.x[1:]), run.problem.linf(run.x[:1]))"),
)


@pytest.mark.slow
def test_a_lemma_that_no_drawn_matrix_refutes_is_refuted_by_a_small_one(opened: WRITE) -> None:
    """‖x_t‖_∞ ≤ ‖x_0‖_∞ of gradient descent from a row of Z: false of Z = [1/2 −1/2; 1 2], μ = 1/4."""
    claim = opened(TEXT, *FROM_THE_DATA).claims["Me.L2"]
    before, record = check(claim, BLIND), check(claim, FEW)

    assert before.verdict == Verdict.CERTIFIED
    assert record.verdict == Verdict.REFUTED
    assert [len(row) for row in record.witness.Z] == [2, 2]
    assert max(abs(Fraction(x)) for row in record.witness.Z for x in row) <= 2
    assert "; searched " in record.reason


LATE = SHRINKING.replace("(Z)", "()").replace("1 + abs(Z[0, 0])", "1").replace(" from the first entry of Z", "")
LATE += (
    "\n\n"
    + claim_text("L.1", "Shrinking", "above(run.x, p.number(1) / 300)", "x_t > 1/300: false from t = 299 on.")
    + claim_text("L.2", "Shrinking", "at_least(run.x, 0 * len(run.states))", "x_t ≥ 0, said as no proof reads it.")
    + 'BOOK = Book(Source("L26", "", "Late", ""), methods=[Method(Shrinking, on=Line)])\n'
)


@pytest.mark.slow
def test_of_a_problem_without_a_matrix_the_runs_become_longer(opened: WRITE) -> None:
    library = opened(LATE)
    false, true = (check(library.claims[id], FEW) for id in ("L.1", "L.2"))

    assert (false.verdict, false.witness and false.witness.t) == (Verdict.REFUTED, 299)
    assert true.verdict == Verdict.CERTIFIED
    assert "runs of up to 2048 steps" in true.reason


ASKED = f"{SHRINKING}\n\n{claim_text('X', 'Shrinking', 'STATEMENT')}METHOD = Method(Shrinking, on=Line)\n"
SHORT = "at_most(Fraction(1, run.steps + 1), Fraction(4, 3))"


@pytest.mark.parametrize(("statement", "verdict", "share"), [
    (f"[{SHORT}, at_most(10**400, 10**400 + run.steps)]", Verdict.CERTIFIED, 1 / 4),
    ("equal(Fraction(1, 2), Fraction(3, 5))", Verdict.REFUTED, -1),
])  # fmt: skip
def test_a_claim_between_exact_numbers_of_any_length_is_ranked_searched_and_decided(
    opened: WRITE, statement: str, verdict: Verdict, share: float
) -> None:
    """To NumPy both sides are objects, also where all else is floats; of 10⁴⁰⁰ no float tells a share."""
    claim = opened(ASKED, ("STATEMENT", statement)).claims["X"]

    assert [one.share for one in rank(claim, structured()[:1], "", 2)] == [share]
    assert check(claim, replace(FEW, own=300)).verdict == verdict


@pytest.mark.parametrize("kind", [Limit, lambda s: Decay(s, 1)], ids=["limit", "rate"])
def test_a_limit_of_exact_numbers_of_any_length_is_ranked_as_one_that_leaves_the_floats(kind: Any) -> None:
    """2^{200k} for k = 0, …, T."""
    claim = made(lambda run: kind(np.array([2 ** (200 * k) for k in range(run.steps + 1)])), about=NormalizedGD)
    with Float64().active():
        (one,) = screen_one(claim, subject_of(structured()[:1], Float64(), NormalizedGD(), 12), structured()[:1])

    assert one.room == -np.inf


CLASSICS = {
    "GD.rate": "gradient_descent", "FW.rate": "frank_wolfe", "H.rate": "halpern", "PP.rate": "proximal_point",
    "SAGA.rate": "saga", "EG.monotone": "extragradient",
}  # fmt: skip


def classic(id: str) -> Claim:
    return preflight(library_at(f"lemmacheck.theory.books.classics.{CLASSICS[id]}:BOOK")).claims[id]


@pytest.mark.parametrize("id", CLASSICS)
def test_what_holds_of_a_classic_is_not_refuted(id: str) -> None:
    claim = classic(id)
    search = Search([claim], next(iter(claim.usual.values())), 60, Budget(steps=STANDARD.own // 4))
    told = search.report()

    assert search.aims[0].crossing is None
    assert 0.2 < told.share <= 1
    assert f"searched {told.instances} instances" in told.text()


@pytest.mark.parametrize("id", CLASSICS)
def test_problems_side_by_side_say_what_each_says_alone(id: str) -> None:
    claim, num = classic(id), Float64()
    algorithm, steps = next(iter(claim.usual.values())), 4
    (group, *_) = within_reach(claim.method, [[i for i in structured() if i.shape == (3, 2)]])
    with num.active():
        together = subject_of(group, num, algorithm, steps, method=claim.method)
        apart = Apart([subject_of(one, num, algorithm, steps, method=claim.method) for one in group])
        one, other = (sides(relations_of(claim(subject))[0]) for subject in (together, apart))

    assert isinstance(together, Abreast)
    assert not isinstance(apart, Abreast)
    np.testing.assert_allclose(one, other, rtol=1e-12, atol=1e-15)


SCALARS = """@problem
class Rows:
    def of(Z):
        return {"A": Z}


class State(NamedTuple):
    t: int
    total: Any
    size: Any


class Sum:
    def start(self, p):
        return State(0, p.number(0), p.number(0))

    def step(self, p, s):
        x = p.in_turn(p.A, s.t)[0]
        return State(s.t + 1, s.total + x, s.size + abs(x))


SUM = Method(Sum, on=Rows)


""" + claim_text("S.1", "Sum", "at_most(run.total, run.each(lambda s: s.size))", "A sum is at most that of the sizes.")


def test_a_claim_about_numbers_of_a_state_is_asked_of_all_problems_at_once(opened: WRITE) -> None:
    claim = opened(SCALARS).claims["S.1"]
    group, num = [i for i in structured() if i.shape == (3, 2)], Float64()
    with num.active():
        together = subject_of(group, num, next(iter(claim.usual.values())), 5, method=claim.method)
        alone = [sides(answer(claim, run)) for run in together.subjects]
        del together.subjects
        together.apart = None  # which nobody asks for
        stated = [sides(relations_of(answer(claim, together))[0]) for _ in range(2)]

    for one in stated:
        np.testing.assert_array_equal(np.stack(alone, axis=2), one)


def test_what_looks_at_a_number_is_asked_of_each(opened: WRITE) -> None:
    claim = opened(TEXT).claims["Me.L1"]
    looking = replace(claim, function=lambda run: claim.function(run) if run.x[0, 0] > 0 else None)
    group, num = [i for i in structured() if i.shape == (3, 2)], Float64()
    with num.active():
        subject = subject_of(group, num, next(iter(claim.usual.values())), 4, method=claim.method)
        one, other = (sides(relations_of(c(subject))[0]) for c in (claim, looking))

    np.testing.assert_allclose(one, other, rtol=1e-12)


def test_children_keep_most_of_what_their_parents_have() -> None:
    rng = np.random.default_rng(3)
    old = matrices.draw(rng, (3, 3), 400).Z[4::8]  # symmetric ones
    new = matrices.mutate(rng, matrices.alone(old), np.full(len(old), 0.1)).Z

    assert (abs(old - old.swapaxes(1, 2)) < 1e-5).all()
    assert 0.5 < (abs(new - new.swapaxes(1, 2)) < 1e-5).all((1, 2)).mean() < 1
    assert (old != new).any((1, 2)).mean() > 0.9


def test_rounded_matrices_are_the_simpler_the_earlier_and_the_last_is_exact() -> None:
    points = matrices.draw(np.random.default_rng(5), (2, 2), 8)
    found = matrices.as_instances(points, 6)

    assert max(x.denominator for row in found[0].rows for x in row) == 1
    assert [[float(x) for x in row] for row in found[-1].rows] == points.Z[6].tolist()


FACTOR = (
    problem_text("Line", "s=Z[0, 0]")
    + method_text("Step", "State(p.s)", "State(s.x * p.s / 20)")
    + claim_text("X", "Step", "LIMIT", "x_t → 0.")
    + "METHOD = Method(Step, on=Line)\n"
)


@pytest.mark.slow
@pytest.mark.parametrize("limit", ["Limit(run.x)", "Decay(run.x, None)", "Decay(run.x, 1)"])
def test_a_limit_and_a_rate_are_searched_for_data_on_which_the_run_grows(opened: WRITE, limit: str) -> None:
    """The factor s/20 is less than 1 on every small matrix."""
    record = check(opened(FACTOR, ("LIMIT", limit)).claims["X"], replace(FEW, own=30_000))

    assert record.verdict == Verdict.REFUTED
    assert abs(Fraction(record.witness.Z[0][0])) == 20


@pytest.mark.parametrize(("power", "logs"), [(1, 0), (1, 2), (0, -1)])
def test_a_sequence_of_exactly_the_stated_order_takes_all_that_is_allowed(power: int, logs: int) -> None:
    t = np.arange(41)
    (bound,) = tending(Decay(np.log(t + 2) ** logs / (t + 1.0) ** power, power, logs))

    assert bound.found / bound.allowed == pytest.approx(1)


def test_what_fails_later_on_larger_data_is_not_said_to_fail_at_the_start_alone(opened: WRITE) -> None:
    library = opened(FACTOR, ("p.s / 20", "1 / 2"), ("LIMIT", "at_least(run.x, -100)"), ("s.x * 1", "s.x"))
    record = check(library.claims["X"], replace(FEW, own=30_000))

    assert (record.witness.Z, record.witness.t) == ([["-101"]], 0)
    assert record.degenerate == []


CORNERS = (
    problem_text("Mat", "first=Z[0, 0]")
    + method_text("Cut", "State(p.Z[0])", "State(p.clamp(s.x, -10, 10))")
    + claim_text("C.equal", "Cut", "equal(run.x[1:], run.x[:-1])", "x_{t+1} = x_t: false beyond 10.")
    + claim_text("C.zero", "Cut", "at_most(p.positive_part(run.x - 12), 0)", "(x_t − 12)⁺ ≤ 0: false beyond 12.")
    + claim_text("C.strict", "Cut", "below(0, (run.x - 3) ** 2)", "0 < (x_t − 3)²: false where x_0 has a 3.")
    + hypothesis_text("unit", "at_most((run.Z * run.Z).sum(-1), 1)", "the rows are in the unit ball")
    + claim_text("C.unit", "Cut", "at_most(100 * run.Z[0].sum() ** 2, 299)", "False at (½, ½, ½, ½).", "[unit]")
    + """@hypothesis("Z is symmetric, positive definite and 2 × 2")
def definite(run):
    Z = run.Z
    if Z.shape != (2, 2):
        return equal(1, 0)
    return equal(Z, Z.T), above(Z[0, 0], 0), above(Z[0, 0] * Z[1, 1], Z[0, 1] * Z[1, 0])


"""
    # true, on matrices that no family has, and false
    + claim_text("C.definite", "Cut", "at_most(2 * run.Z[0, 1], run.Z[0, 0] + run.Z[1, 1])", given="[definite]")
    + claim_text("C.diagonal", "Cut", "at_most(run.Z[0, 1], run.Z[1, 1])", given="[definite]")
    + 'BOOK = Book(Source("C26", "", "Corners", ""), methods=[Method(Cut, on=Mat, steps=3)])\n'
)


@pytest.mark.slow
@pytest.mark.parametrize("id", sampled(["C.equal", "C.zero", "C.strict", "C.unit", "C.definite", "C.diagonal"], 3))
def test_what_breaks_in_a_corner_alone_is_found_there(opened: WRITE, id: str) -> None:
    record = check(opened(CORNERS).claims[id], FEW)

    assert record.verdict == (Verdict.CERTIFIED if id == "C.definite" else Verdict.REFUTED)


@pytest.mark.parametrize(("share", "end"), [(5e-10, ", in floats"), (0.5, "takes 0.5 of what is allowed, at t = 3")])
def test_a_share_of_nothing_is_no_word_about_how_close_the_search_came(share: float, end: str) -> None:
    assert SearchReport(54, 6, 2, share, "X", 3).text(named=False).endswith(end)


TWICE = SHRINKING.replace("class Shrinking:", "@dataclass(frozen=True)\nclass Shrinking:\n    c: Any").replace(
    "State(0, p.a)", "State(0, self.c * p.a)"
)
TWICE = TWICE.replace("1 + abs(Z[0, 0])", "2 - min(1, 30 * abs(Z[0, 0] - Fraction(1, 7)))")
RUNS = '{"half": Shrinking(Fraction(1, 2)), "whole": Shrinking(Fraction(1))}'
TWICE += f"""

{claim_text("X", "Shrinking", "at_most(run.x, p.number(Fraction(19, 10)))")}
METHOD = Method(Shrinking, on=Line, usual={RUNS}, steps=3)
"""  # x_t ≤ 19/10, of a start at half the number and at the number


@pytest.mark.slow
def test_how_close_the_search_came_is_not_said_of_what_it_refutes(opened: WRITE) -> None:
    record = check(opened(TWICE).claims["X"], replace(FEW, own=20_000))

    assert record.verdict == Verdict.REFUTED
    assert "; searched " in record.reason
    assert "short of equality" not in record.reason


def test_one_or_two_whole_numbers_refute_what_only_longer_data_were_known_to(opened: WRITE) -> None:
    """Protects from a witness that no one change makes simpler: 4² + 4² is beyond 30, and 4² + 3² is not; 6² is."""
    text = (
        problem_text("Sized", "L=(Z * Z).sum()", "shapes=(3, 3)")
        + method_text("Resting", "State(p.number(0))", "s")
        + claim_text("L", "Resting", "at_most(p.L + run.x, 30)", "‖Z‖² ≤ 30.")
        + "METHOD = Method(Resting, on=Sized, steps=1)\n"
    )
    claim = opened(text).claims["L"]
    known = refutation(claim, Instance.from_json("known", [["4", "4"], ["0", "0"]]), "", 1)

    assert known is not None
    assert smallest(claim, known).instance.to_json() == [["-6"]]

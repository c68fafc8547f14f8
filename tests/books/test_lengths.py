"""What a claim says of steps and of data that some runs do not have: later steps than the author's, x_30, the second
row, a rate of runs that read no data. Each false claim has a true one beside it."""

import pytest
from lemmacheck.theory.core.book import BookError
from lemmacheck.verifiers.decide.ladder import decide
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.library.plan import Effort
from lemmacheck.verifiers.probe.mutants import teeth_of
from lemmacheck.verifiers.probe.need import need
from lemmacheck.verifiers.probe.tightness import sharpen
from lemmacheck.verifiers.records.verdict import Verdict
from lemmacheck.verifiers.replay.replay import Knowledge, replay

from tests.books.written import WRITE, claim_text, hypothesis_text, method_text, problem_text
from tests.quick import check

SOME = Effort(per_shape=4, steps=200, certified=6, elsewhere=2, rate_steps=600, own=20_000)
THE_CLAIM = '''@claim("L", about=ABOUT, given=GIVEN)
def stated(run):
    """The statement."""
    p = run.problem
    return STATED


COUNTING = Method(Count, on=Nothing, usual=USUAL, steps=40)
HALVING = Method(Halving, on=Rows, steps=40)
STEADY = Method(Steady, on=Number, steps=12)
DIVERGING = Method(Diverging, on=Number, steps=12)
ENDING = Method(Ending, on=Number, steps=5)
TUNED = Method(Tuned, on=Nothing)
'''
COUNT = (
    "from lemmacheck import for_all\n\n\n"
    + problem_text("Nothing", "")
    + problem_text("Rows", "z=Z[0], sizes=(Z * Z).sum(1)", "shapes=(3, 2)")
    + problem_text("Number", "z=Z[0, 0]")
    + """class State(NamedTuple):
    t: int
    u: Any
    h: Any


class Half(NamedTuple):
    x: Any


@dataclass(frozen=True)
class Count:
    c: Any = Fraction(1)

    def start(self, p):
        return State(0, p.number(0), p.number(0))

    def step(self, p, s):
        return State(s.t + 1, s.u + self.c, s.h + Fraction(1) / (s.t + 1))


@dataclass(frozen=True)
class Tuned:
    c: Any = 1

    def tuned(self, p, N):
        return Tuned(Fraction(1, N))

    def start(self, p):
        return State(0, p.number(0), p.number(0))

    def step(self, p, s):
        return State(s.t + 1, s.u + self.c, s.h)


@for_all("‖u‖ ≤ 2 for all u with ‖u‖ ≤ 1", points=lambda run: (run.x,), where=lambda p, u: at_most(p.squared(u), 1))
def in_the_ball(p, u):
    return at_most(p.squared(u), 2)


@hypothesis("(10²⁰‖z_1‖² + 1) − 10²⁰‖z_1‖² ≥ 1/2, which cancels in floats but for z_1 = 0")
def cancelling(run):
    large = 10**20 * run.problem.sizes[0]
    return at_least(large + 1 - large, Fraction(1, 2))


"""
    + method_text("Halving", "Half(p.z)", "Half(s.x / 2)")
    + method_text("Diverging", "Half(p.z)", "Half(s.x**3 - s.x)")  # it leaves the floats after a few steps
    + method_text("Steady", "Half(p.z)", "s")
    # its step knows five lengths, and is an error at the sixth
    + method_text("Ending", "State(0, p.z**2 + 1, p.number(0))", "State(s.t + 1, s.u / [2, 2, 2, 2, 2][int(s.t)], s.h)")
    + hypothesis_text("longer", "at_least(p.sizes[1], p.sizes[0])", "‖z_2‖ ≥ ‖z_1‖")
    + hypothesis_text("late", "at_least(p.squared(run.x[20]), 0)", "‖x_20‖ ≥ 0")
    + hypothesis_text("true_but_not_in_floats", "below(p.number(1) - Fraction(1, 10**20), 1)", "1 − 10^−20 < 1")
    + hypothesis_text("grows", "at_least(run.x[1:] ** 2, run.x[:-1] ** 2)", "u² never falls")
    + THE_CLAIM
)
ONE = '{"c": Count()}'


def stating(opened: WRITE, stated: str, about: str = "Count", given: str = "[]", usual: str = ONE):
    return opened(COUNT, ("STATED", stated), ("ABOUT", about), ("GIVEN", given), ("USUAL", usual)).claims["L"]


@pytest.mark.parametrize(("stated", "about", "steps"), [
    ("at_most(run.u, 40)", "Count", 41),
    ("at_most(run.u, 700)", "Count", 701),
    ("at_most(run.h, 8)", "Count", 1674),  # the sum is a ball by then, of which the step goes on to compute
    ("at_most(run.t, 45 + 0 * p.sizes[0])", "Halving", 46),
    ("at_most(run.u[1:], run.u[:-1] + 1 + 0 * run.u[1:]), at_most(run.u[10:], 150)", "Count", 141),
    ("at_most(run.pairs(lambda s, r: r.u), 100)", "Count", 100),
    ("at_most(run.u, 55)", "Count", 56),
    ("at_least(p.number(1) / 2**run.t, Fraction(1, 2**300))", "Count", 301),  # both as small as rounding
])  # fmt: skip
def test_a_claim_that_fails_later_than_the_runs_of_its_author_is_refuted_there(
    opened: WRITE, stated: str, about: str, steps: int
) -> None:
    claim = stating(opened, stated, about)
    record = check(claim, SOME)

    assert record.verdict == Verdict.REFUTED
    assert record.witness.t == steps
    assert decide(claim, Instance.from_json("z", [["1"]]), next(iter(claim.usual.values())), 2000).steps == 40
    assert replay(record, Knowledge(library=claim.library)).stands


@pytest.mark.parametrize(("stated", "about", "given", "steps"), [
    ("below(run.last(lambda s: s.u), 100)", "Count", "[]", 100),
    ("at_most(run.u[-1], 99)", "Count", "[]", 100),
    ("at_most(run.t * run.last(lambda s: s.u), 300)", "Tuned", "[]", 301),
    ("at_most(p.squared(p.z), 2500)", "Halving", "[late]", 20),
    ("at_most(p.squared(p.z), 3)", "Halving", "[true_but_not_in_floats]", 1),
    ("at_most(p.squared(p.z), 3)", "Halving", "[cancelling]", 1),
    ("at_most(run.x**2, 2)", "Diverging", "[grows]", 1),
    pytest.param(
        *(
            "at_most(run.t, 45 + p.sizes[1])",
            "Halving",
            "[true_but_not_in_floats]",
            46,
        ),  # searched as if it had none
        marks=pytest.mark.slow,
    ),
    ("at_least(p.z.sum() + 100, 0)", "Halving", "[]", 1),  # nothing is found, and what is allowed falls to 0
])  # fmt: skip
def test_what_takes_all_steps_of_a_run_or_a_hypothesis_that_floats_deny_is_refuted_too(
    opened: WRITE, stated: str, about: str, given: str, steps: int
) -> None:
    claim = stating(opened, stated, about, given)
    record = check(claim, SOME)

    assert record.verdict == Verdict.REFUTED
    assert record.witness.steps == steps
    assert replay(record, Knowledge(library=claim.library)).stands


@pytest.mark.parametrize(
    ("z", "verdict"), [("1/2", Verdict.CERTIFIED), ("1", Verdict.CERTIFIED), ("2", Verdict.UNDECIDED)]
)
def test_a_hypothesis_for_all_u_of_a_set_says_nothing_of_points_outside(
    opened: WRITE, z: str, verdict: Verdict
) -> None:
    """‖z‖² ≤ 3 where ‖u‖² ≤ 2 for all u of the unit ball: at z = 2 it was said not to apply."""
    claim = stating(opened, "at_most(p.squared(p.z), 3)", "Halving", "[in_the_ball]")
    decision = decide(claim, Instance.from_json("z", [[z], [z]]), next(iter(claim.usual.values())), 4)

    assert decision.verdict == verdict
    assert check(claim, SOME).verdict == Verdict.UNDECIDED  # no run refutes it, and the search finds such a z


@pytest.mark.parametrize(("stated", "about"), [
    ("at_most(run.u, run.t)", "Count"),
    ("at_most(run.h, run.u)", "Count"),
    ("at_least(p.number(1) / 2**run.t, Fraction(1, 2**5000))", "Count"),
])  # fmt: skip
def test_a_claim_that_holds_at_every_step_still_does(opened: WRITE, stated: str, about: str) -> None:
    record = check(stating(opened, stated, about), SOME)

    assert record.verdict in (Verdict.CERTIFIED, Verdict.PROVED)
    assert record.scope.steps == 40


@pytest.mark.parametrize(("stated", "given", "verdict"), [
    ("at_most(p.squared(run.x[30]), p.squared(run.x[0]) / 10**6)", "[]", Verdict.PROVED),
    ("at_most(p.squared(run.x[30]), p.squared(run.x[0]) / 10**60)", "[]", Verdict.REFUTED),
    ("at_most(p.squared(run.x[5]), p.sizes[1])", "[]", Verdict.REFUTED),
    ("at_most(p.squared(run.x), p.sizes[1])", "[longer]", Verdict.CERTIFIED),
    ("at_most(4 * p.squared(run.x), p.sizes[1])", "[longer]", Verdict.REFUTED),
])  # fmt: skip
def test_a_claim_about_one_row_is_decided_where_that_row_is(
    opened: WRITE, stated: str, given: str, verdict: Verdict
) -> None:
    """Every other question about it has an answer too."""
    claim = stating(opened, stated, "Halving", given)
    record = check(claim, SOME)

    assert record.verdict in {verdict, *({Verdict.CERTIFIED} if verdict == Verdict.PROVED else ())}
    assert record.scope.instances
    assert record.witness is None or replay(record, Knowledge(library=claim.library)).stands
    assert teeth_of(claim).of
    assert need(claim).id == sharpen(claim, lambda *_: None).id == "L"


@pytest.mark.parametrize("first", ["", ", first=1"])
def test_an_entry_of_one_step_is_told_as_no_other_step(opened: WRITE, first: str) -> None:
    """x_3 has as many entries as the data columns: the second of them is not at t = 1."""
    stated = "at_most(run.x[3] * p.vertex(1), 0)"
    claim = opened(COUNT, ("STATED", stated), ("ABOUT", "Halving"), ("given=GIVEN", f"given=[]{first}"), ("USUAL", ONE))
    witness = check(claim.claims["L"], SOME).witness

    assert (witness.whole, witness.steps) == (True, 3)


def test_a_row_that_no_run_has_is_refused_with_its_line(opened: WRITE) -> None:
    with pytest.raises(
        BookError, match=r"paper\d*\.py:\d+, in stated: index 300 is out of .* with size 41 \(for claim L"
    ):
        stating(opened, "at_most(p.squared(run.x[300]), 1)", "Halving")


@pytest.mark.parametrize(("stated", "usual", "verdict"), [
    ("Decay(1 / (run.u + 1) ** 2, 1)", ONE, Verdict.SUPPORTED),
    ("Decay(1 / (run.u + 1), 2)", ONE, Verdict.UNDECIDED),
    ("Decay(p.clamp(1 / (run.u + 1) ** 2, Fraction(1, 160000), 1), 1)", ONE, Verdict.UNDECIDED),  # it levels off
    ("Decay(1 / (run.u + 1) ** 2 + 0 * run.u[5], 1)", ONE, Verdict.SUPPORTED),
    ("Decay(1 / (run.u + 1) ** 2, 1)", '{"still": Count(Fraction(0))}', Verdict.REFUTED),  # it stays at 1
    ("Decay(1 / (run.u + 1) ** 2, 1)", '{"c": Count(), "still": Count(Fraction(0))}', Verdict.REFUTED),
])  # fmt: skip
def test_a_rate_of_runs_without_data_takes_one_run_of_each_parameter(
    opened: WRITE, stated: str, usual: str, verdict: Verdict
) -> None:
    assert check(stating(opened, stated, usual=usual), SOME).verdict == verdict


def test_a_rate_of_a_method_that_ends_is_undecided_and_says_where(opened: WRITE) -> None:
    record = check(stating(opened, "Decay(run.u, 1)", "Ending"), SOME)

    assert (record.verdict, record.scope.steps) == (Verdict.UNDECIDED, 5)
    assert record.reason.startswith("Ending ends at t = 5; an exponent shows on 0 instances")


@pytest.mark.parametrize(("most", "verdict"), [(2, Verdict.UNDECIDED), (10**9, Verdict.SUPPORTED)])
def test_a_rate_is_measured_where_the_sequence_falls_the_least(opened: WRITE, most: int, verdict: Verdict) -> None:
    """1/(t+1) where z ≤ `most`, and else 1."""
    stated = f'Decay(p.where(p.z, "<=", {most}, 1 / (run.t + 1), 1 + 0 * run.t), Fraction(1, 2))'

    assert check(stating(opened, stated, "Steady"), Effort(own=0)).verdict == verdict


FIXED = (
    """@problem(a=PARAMETERS, shapes=SHAPE, smallest=FEWEST)
class Square:
    def of(Z, a):
        return {"z": Z[-1], "A": Z, "C": (Z * Z).sum(1)}


class State(NamedTuple):
    x: Any
    u: Any


"""
    + method_text("Halving", "State(p.z, p.number(0))", "State(s.x / 2, s.u + p.a)")
    + claim_text("F.1", "Halving", "at_most(4 * p.squared(run.x)[1:], p.squared(run.x)[:-1])", "‖x_{t+1}‖ ≤ ‖x_t‖/2.")
    + claim_text("F.2", "Halving", "at_most(9 * p.squared(run.x)[1:], p.squared(run.x)[:-1])", "‖x_{t+1}‖ ≤ ‖x_t‖/3.")
    + claim_text("F.3", "Halving", "at_most(p.squared(run.x), p.C[LAST])", "‖x_t‖² ≤ ‖z_n‖².")
    + claim_text("F.4", "Halving", "at_most(run.u, 611 + 0 * p.C[0])", "u_t ≤ 611.")
    + "METHOD = Method(Halving, on=Square, steps=10)\n"
)


@pytest.mark.parametrize("size", [3, 5])
def test_a_method_on_matrices_of_one_shape_has_data_and_mutants(opened: WRITE, size: int) -> None:
    shape = f"({size}, {size})"
    made = ("PARAMETERS", "[1]"), ("SHAPE", shape), ("FEWEST", shape), ("LAST", f"{size - 1}")
    claims = opened(FIXED, *made).claims
    falls, refuted, certified = (check(claims[f"F.{k}"], SOME) for k in (1, 2, 3))

    assert {falls.verdict, certified.verdict} <= {Verdict.PROVED, Verdict.CERTIFIED}
    assert refuted.verdict == Verdict.REFUTED
    assert len(refuted.witness.Z) == size
    assert "divides by 0" not in certified.reason
    assert all(record.teeth is not None and record.teeth.killed > 1 for record in (falls, refuted, certified))
    assert sharpen(claims["F.3"], lambda _: None).lower


def test_every_one_of_many_parameters_is_searched(opened: WRITE) -> None:
    parameters = f"{[*range(1, 13)]}"
    made = ("PARAMETERS", parameters), ("SHAPE", "(1, 1)"), ("FEWEST", "(1, 1)"), ("LAST", "0")
    record = check(opened(FIXED, *made).claims["F.4"], SOME)

    assert record.verdict == Verdict.REFUTED
    assert record.witness.t >= 51
    assert not record.degenerate

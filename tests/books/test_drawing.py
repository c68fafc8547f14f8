"""Methods that draw, and methods made for a number of steps."""

import re
from dataclasses import replace
from fractions import Fraction

import pytest
from lemmacheck.theory.core.book import BookError
from lemmacheck.theory.core.relation import at_most
from lemmacheck.verifiers.decide import sampling
from lemmacheck.verifiers.decide.counterexamples import refutation
from lemmacheck.verifiers.decide.ladder import decide
from lemmacheck.verifiers.decide.sampling import longer_paths
from lemmacheck.verifiers.decide.states import states_text
from lemmacheck.verifiers.instances.drawn import MOST
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.instances.subject import subject_of
from lemmacheck.verifiers.library.plan import Effort
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.numbers.ball import Ball
from lemmacheck.verifiers.probe.mutants import teeth_of
from lemmacheck.verifiers.records.result_text import record_text
from lemmacheck.verifiers.records.verdict import Verdict

from tests.books.written import WRITE, claim_text, problem_text
from tests.quick import check
from tests.shipped import made

FEW = Effort(per_shape=2, steps=5, certified=6, elsewhere=2, own=500)
ROWS = Instance.from_json("rows", [["1", "0"], ["-1", "2"], ["0", "1"]])
WALK = (
    problem_text("Line", "")
    + '''class Walk:
    """x goes to x ± 1, up with probability (1 − x/8)/2."""

    def start(self, p):
        return State(p.number(0))

    def draws(self, p, s):
        up = (1 - s.x / 8) / 2
        return p.vertex(0, 2) * up + p.vertex(1, 2) * (1 - up)

    def step(self, p, s, i):
        return State(s.x + (1, -1)[i])


@claim("W.square", about=Walk)
def spreads(run):
    """E x_{t+1}² = 1 + (1 − 1/4)E x_t²."""
    square = run.expected(lambda s: s.x * s.x)
    return equal(square[1:], 1 + 3 * square[:-1] / 4)


'''
    + claim_text("W.mean", "Walk", "equal(run.expected(lambda s: s.x), 0)", "E x_t = 0.")
    # |x_T| ≤ 2 with probability at least 1/2; x_3 ≥ 0 with at least 2/3: false, it is 1/2
    + claim_text("W.near", "Walk", "run.chance(lambda s: at_most(abs(s.x), 2), Fraction(1, 2))")
    + claim_text("W.far", "Walk", "run.chance(lambda s: at_least(s.x, 0), Fraction(2, 3), t=3)")
    + "METHOD = Method(Walk, on=Line)\n"
)


@pytest.mark.slow
def test_expectations_follow_every_path_with_weights_that_depend_on_the_state(opened: WRITE) -> None:
    library = opened(WALK)
    mean, square = library.claims["W.mean"], library.claims["W.square"]

    assert decide(mean, ROWS, mean.usual[""], 12).verdict == Verdict.CERTIFIED
    assert decide(square, ROWS, square.usual[""], 12).verdict == Verdict.CERTIFIED


def test_equal_states_are_one_and_their_probabilities_add_up(opened: WRITE) -> None:
    one = opened(WALK).claims["W.mean"]
    with Ball(64).active():
        run = subject_of(ROWS, Ball(64), one.usual[""], 3, method=one.method)
        last = {str(branch.state.x): str(branch.weight) for branch in run.states[3]}

    assert list(map(len, run.states)) == [1, 2, 3, 4]
    assert last == {"3": "21/256", "1": "107/256", "-1": "107/256", "-3": "21/256"}


@pytest.mark.slow
def test_a_chance_is_decided_exactly(opened: WRITE) -> None:
    library = opened(WALK)
    near, far = library.claims["W.near"], library.claims["W.far"]

    assert near.is_chance
    assert check(near, FEW).verdict == Verdict.CERTIFIED
    record = check(far, FEW)
    assert record.verdict == Verdict.REFUTED
    assert (record.witness.lhs, record.witness.rhs) == ("1/2", "2/3")


FROM_Z = (
    ("def of():", "def of(Z):"),
    ("return dict()", 'return {"z": Z[0, 0]}'),
    ("State(p.number(0))", "State(p.z)"),
    ("(1 - s.x / 8) / 2", "p.number(1) / 2"),
)  # the walk begins at an entry of the data, and goes up as often as down


@pytest.mark.parametrize(("most", "verdict"), [("0", Verdict.REFUTED), ("1", Verdict.CERTIFIED)])
def test_a_chance_is_asked_of_the_smallest_data(opened: WRITE, most: str, verdict: Verdict) -> None:
    """x goes to x/2 ± 1/4: farther from 0 than it began only if that was nearer than 1/2."""
    library = opened(
        WALK,
        *FROM_Z,
        ("s.x + (1, -1)[i]", "s.x / 2 + Fraction((1, -1)[i], 4)"),
        ("at_most(abs(s.x), 2), Fraction(1, 2)", f"at_most(abs(s.x), abs(run.problem.z) + {most}), 1"),
    )
    record = check(library.claims["W.near"], FEW)

    assert record.verdict == verdict
    assert ("; searched " in record.reason) == (verdict == Verdict.CERTIFIED)


@pytest.mark.slow
def test_a_chance_is_searched_on_larger_data(opened: WRITE) -> None:
    """x goes from z to z ± 1: it stays below 9 from small data."""
    library = opened(WALK, *FROM_Z, ("at_most(abs(s.x), 2), Fraction(1, 2)", "at_most(s.x, 9), 1"))
    record = check(library.claims["W.near"], replace(FEW, own=50_000))

    assert record.verdict == Verdict.REFUTED
    assert float(Fraction(record.witness.Z[0][0])) > 4


@pytest.mark.slow
def test_beyond_the_steps_in_which_all_paths_are_listed_some_are_sampled(opened: WRITE) -> None:
    apart = ("State(s.x + (1, -1)[i])", "State(s.x / 2 + (1, -1)[i])"), ("(1 - s.x / 8) / 2", "(1 - s.x * 0) / 2")
    near = opened(WALK, *apart).claims["W.near"]
    record = check(near, replace(FEW, steps=20))
    far = check(
        opened(WALK, *apart, ("abs(s.x), 2", "abs(s.x) * run.steps, 8"), ("on=Line", "on=Line, steps=12")).claims[
            "W.near"
        ],
        replace(FEW, steps=20),
    )
    listed = check(opened(WALK).claims["W.near"], replace(FEW, steps=20))

    assert record.scope.steps == 8
    assert record.verdict == far.verdict == Verdict.CERTIFIED
    assert "in 20 steps it holds on 400 of 400 sampled paths" in record.reason
    assert "(99.9% confidence), where 0.5 is claimed" in record.reason
    assert "in 12 steps it holds on" in far.reason
    assert far.reason.endswith("which speaks against it")
    assert listed.scope.steps == 20
    assert "searched runs of up to 8 steps, in floats" in record.reason
    assert listed.reason.startswith("searched runs of up to 73 steps, in floats: short of equality")
    assert "sampled" not in listed.reason


def test_sampled_paths_tell_of_steps_beyond_the_listed_ones_alone(
    opened: WRITE, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of several chances the one that is borne out least is told; what no run of so many steps reaches is not."""
    near = "run.chance(lambda s: at_most(abs(s.x), 9), Fraction(1, 999))"
    both = f"{near}, run.chance(lambda s: at_least(s.x, 0), Fraction(9, 10), t=3), {near}"
    late = "run.chance(lambda s: at_least(s.x, 0), Fraction(1, 9), t=30)"
    others = f"\n{claim_text('W.both', 'Walk', both)}{claim_text('W.late', 'Walk', late)}METHOD ="
    monkeypatch.setattr(sampling, "FEWER", 40)
    library = opened(WALK.replace("\nMETHOD =", others))
    half = r"in 6 steps it holds on [12]\d of 40 .*, where 0.6667 is claimed, (too few to tell|which speaks against it)"

    for id, listed, expected in (
        ("near", 5, r"in 6 steps it holds on 3\d of 40 sampled paths, so .*, where 0.5 is claimed"),
        ("near", 6, ""),
        ("far", 3, half),
        ("both", 3, half.replace("0.6667", "0.9")),
        ("late", 3, ""),
    ):
        claim = library.claims[f"W.{id}"]
        assert re.fullmatch(expected, longer_paths(claim, ROWS, claim.usual[""], 6, listed)), id


def test_no_paths_are_sampled_of_what_draws_nothing() -> None:
    """Of the paper's sampling all paths are listed in another way; of a claim about data there is no run."""
    listed = LIBRARY.claims["P.D.2.p2.2"]

    assert longer_paths(listed, ROWS, next(iter(listed.usual.values())), 20, 1) == ""
    assert longer_paths(made(lambda p: at_most(p.n, 5)), ROWS, None, 20, 0) == ""


@pytest.mark.parametrize("edits", [
    [("State(s.x + (1, -1)[i])", "State(s.x * s.x + 2 + i)"), ("(1 - s.x / 8) / 2", "(1 - s.x * 0) / 2")],
    [("State(s.x + (1, -1)[i])", "State(s.x / 2)"), ("(1 - s.x / 8) / 2", "s.x / s.x")],
    [("s.x + (1, -1)[i]", "s.x + (1, -1)[i] / (p.number(1) * 0)"), ("(1 - s.x / 8) / 2", "(1 - s.x * 0) / 2")],
], ids=["a state that overflows", "a probability that is 0/0", "a step that divides by 0"])  # fmt: skip
def test_of_sampled_paths_that_leave_the_floats_nothing_is_told(
    opened: WRITE, edits: list[tuple[str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """However few of the steps were listed."""
    monkeypatch.setattr(sampling, "FEWER", 4)
    near = opened(WALK, *edits).claims["W.near"]

    assert longer_paths(near, ROWS, near.usual[""], 12, 0) == ""


def test_a_run_of_too_many_states_is_shorter(opened: WRITE) -> None:
    one = opened(WALK.replace("s.x + (1, -1)[i]", "3 * s.x + (1, -1)[i]").replace("- s.x / 8", "- 0 * s.x")).claims[
        "W.mean"
    ]
    with Ball(64).active():
        run = subject_of(ROWS, Ball(64), one.usual[""], 40, method=one.method)

    assert sum(map(len, run.states)) <= MOST
    assert 2 * sum(map(len, run.states)) + 1 > MOST


@pytest.mark.slow
def test_where_draws_divides_by_0_the_claim_does_not_apply(opened: WRITE) -> None:
    divided = (
        ("def of():\n        return dict()", "def of(Z):\n        return dict(a=Z[0, 0])"),
        ("- s.x / 8) /", "* p.a / p.a) /"),
    )
    record = check(opened(WALK, *divided).claims["W.mean"], FEW)

    assert record.verdict == Verdict.CERTIFIED


MISTAKES = {
    "one path": (("run.expected(lambda s: s.x), 0", "run.x, 0"),
        r"run\.x reads one path, but Walk draws; write run\.exp"),
    "each": (("run.expected(lambda s: s.x), 0", "run.each(lambda s: s.x), 0"),
        r"run\.each reads one path, but Walk draws"),
    "no distribution": (("* (1 - up)", "* up * 2"),
        r"draws\(\) of Walk returns 1/2, 1; expected numbers of at least 0 th"),
    "no vector": (("return p.vertex(0, 2) * up + p", "return up; p"),
        r"draws\(\) of Walk returns .*; expected a vector"),
    "a step without i": (("def step(self, p, s, i)", "def step(self, p, s)"),
        r"Walk has step\(p, s\); expected draws\(self, p, s\) and step\(self, p, s, i\)"),
    "horizons": (("on=Line", "on=Line, horizons=[0]"),
        r"horizons= of Walk is \[0\]; expected positive numbers of steps"),
}  # fmt: skip


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_in_drawing_is_one_line(opened: WRITE, mistake: str) -> None:
    change, expected = MISTAKES[mistake]
    with pytest.raises(BookError, match=r"paper1\.py:\d+.*" + expected) as error:
        opened(WALK, change)

    assert "\n" not in str(error.value)


TUNED = (
    problem_text("Line", "a=Z[0, 0]")
    + '''@dataclass(frozen=True)
class Even:
    """N steps of length a/N, from a."""

    share: Any = None

    def tuned(self, p, N):
        return replace(self, share=p.a / N)

    def start(self, p):
        return State(p.a)

    def step(self, p, s):
        return State(s.x - self.share)


'''
    + claim_text("E.end", "Even", "equal(run.last(lambda s: s.x), 0)", "x_N = 0.")
    # |x_0 − x_1| ≤ |a|/2: false for N = 1
    + claim_text("E.short", "Even", "at_most(abs(run.pairs(lambda s, after: s.x - after.x)), abs(p.a) / 2)")
    + "METHOD = Method(Even, on=Line, horizons=range(1, 5))\n"
)


@pytest.mark.slow
def test_each_number_of_steps_is_a_run_of_its_own(opened: WRITE) -> None:
    one = opened(TUNED).claims["E.end"]

    assert list(one.usual) == ["N=1", "N=2", "N=3", "N=4"]
    for N, algorithm in enumerate(one.usual.values(), 1):
        decision = decide(one, ROWS, algorithm, 60)
        assert (decision.verdict, decision.steps) == (Verdict.CERTIFIED, N)
    assert check(one, FEW).verdict == Verdict.CERTIFIED


@pytest.mark.slow
def test_a_claim_that_fails_for_one_number_of_steps_names_it(opened: WRITE) -> None:
    one = opened(TUNED).claims["E.short"]
    record = check(one, FEW)

    assert "witness: Z = [-1], N=1, t = 0: 1 ≤ 1/2 is false" in record_text(record)
    assert (record.witness.algorithm, record.witness.steps) == ("N=1", 1)
    assert refutation(one, ROWS, "N=2", 9) is None
    assert Fraction(record.witness.lhs) == 1


@pytest.mark.slow
def test_a_method_that_draws_has_teeth(opened: WRITE) -> None:
    up = "class Up(Walk):\n    def step(self, p, s, i):\n        return State(s.x + (1, 0)[i])\n\n\nMETHOD"
    library = opened(WALK, ("METHOD", up), ("on=Line", "on=Line, wrong={'up': Up()}"))

    assert teeth_of(library.claims["W.square"]).killed > 0


def test_what_speaks_of_all_paths_has_no_run_to_show(opened: WRITE) -> None:
    claim = opened(WALK).claims["W.near"]

    assert states_text(claim, check(claim, FEW)) == "it speaks of all paths at once: there is no one run to show"

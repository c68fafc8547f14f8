"""What has no value, such as a number clamped between bounds that no number is between: no statement about it holds."""

from pathlib import Path

import numpy as np
import pytest
from lemmacheck.theory.core.book import Library
from lemmacheck.verifiers.decide.cause import Cause
from lemmacheck.verifiers.decide.ladder import decide
from lemmacheck.verifiers.decide.lengths import on_shorter_runs
from lemmacheck.verifiers.decide.recording import Settled, write_record
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.instances.subject import subject_of
from lemmacheck.verifiers.library.deciding import applies
from lemmacheck.verifiers.library.plan import Effort
from lemmacheck.verifiers.numbers.float64 import Float64
from lemmacheck.verifiers.prove import prove
from lemmacheck.verifiers.records.verdict import Verdict
from lemmacheck.verifiers.replay.replay import Knowledge, replay
from lemmacheck.verifiers.search.aims import LONGEST
from lemmacheck.verifiers.search.budget import Budget
from lemmacheck.verifiers.search.climbing import Search
from lemmacheck.verifiers.search.ends import goes_on, states_of

from tests.attacks.conftest import Count
from tests.books.written import SHRINKING, writer
from tests.quick import check

TEXT = (
    '''"""A number that is kept between bounds."""

from typing import Any, NamedTuple

from lemmacheck import Method, at_least, at_most, claim, equal, problem

'''
    + SHRINKING
    + '''

@claim("C", about=Shrinking)
def stated(run):
    """Of x_t, a ≥ 1 and the first row of Z."""
    p = run.problem
    return RELATION


METHOD = Method(Shrinking, on=Line)
'''
)
BETWEEN = "at_most(p.clamp(run.x, 2 * p.a, p.a), 2 * p.a)"  # the values of a formula that asks nothing of its bounds
OF_NONE = "at_least(p.{}(p.Z[0][1:]), -10)"  # true of d = 2, and said of no entry where d = 1
ONE, TWO = (Instance.from_json("data", [row]) for row in (["1"], ["1", "2"]))


def opened(folder: Path, relation: str, *changes: tuple[str, str]) -> Library:
    return writer(folder)(TEXT, ("RELATION", relation), *changes)


@pytest.mark.parametrize("relation", [
    BETWEEN,
    "at_least(p.clamp(run.x, p.a, -p.a), -p.a)",
    "equal(0 * p.clamp(run.x, 2, 1), 0)",
    "at_most(p.clamp(run.x, p.sqrt(p.a + 1), p.sqrt(p.a)), 2 * p.a)",
])  # fmt: skip
def test_between_bounds_of_which_the_lower_is_larger_there_is_no_number(
    tmp_path: Path, relation: str, counted: Count
) -> None:
    stated = opened(tmp_path, relation).claims["C"]
    verdict = decide(stated, ONE, stated.usual[""], 3).verdict
    answered = verdict in (Verdict.CERTIFIED, Verdict.SUPPORTED, Verdict.REFUTED)

    counted("values that there are none of", tried=1, wrong=int(answered))
    assert not answered, verdict


def test_a_step_that_clamps_to_nothing_makes_no_run(tmp_path: Path) -> None:
    step = ("s.x * (s.t + 1) / (s.t + 2)", "p.clamp(s.x, 2 * p.a, p.a)")
    stated = opened(tmp_path, "at_most(run.x, 2 * p.a)", step).claims["C"]

    assert decide(stated, ONE, stated.usual[""], 3).verdict == Verdict.NOT_APPLICABLE


@pytest.mark.parametrize("bounds", ["1, 1", "0, 1", "p.sqrt(p.a), p.sqrt(p.a)", "-p.a, p.exp(p.a)"])
def test_bounds_may_be_equal_irrational_or_integers(tmp_path: Path, bounds: str) -> None:
    stated = opened(tmp_path, f"at_most(p.clamp(run.x, {bounds}), p.exp(p.a))").claims["C"]

    assert decide(stated, ONE, stated.usual[""], 3).verdict == Verdict.CERTIFIED


@pytest.mark.parametrize("name", ["maximum", "minimum", "linf", "first_largest"])
def test_of_no_entries_none_is_the_largest(tmp_path: Path, name: str) -> None:
    stated = opened(tmp_path, OF_NONE.format(name)).claims["C"]

    assert decide(stated, TWO, stated.usual[""], 3).verdict == Verdict.CERTIFIED
    assert decide(stated, ONE, stated.usual[""], 3).verdict == Verdict.NOT_APPLICABLE


@pytest.mark.parametrize("name", ["maximum", "minimum", "linf", "first_largest"])
def test_a_proof_reads_the_largest_entry_of_arbitrary_data(tmp_path: Path, name: str) -> None:
    plain = "abs(Z[0, 0])", "Z[0] @ Z[0]"
    stated = opened(tmp_path, f"equal(p.{name}(p.Z[0]), p.{name}(1 * p.Z[0]))", plain).claims["C"]

    assert prove(stated)


@pytest.mark.parametrize(("most", "verdict"), [("p.a", Verdict.CERTIFIED), ("p.a / 4", Verdict.REFUTED)])
def test_a_method_that_comes_to_divide_by_0_is_decided_on_its_steps_before(
    tmp_path: Path, most: str, verdict: Verdict
) -> None:
    step = "s.x * (s.t + 1) / (s.t + 2)", "s.x / (2 - s.t)"
    stated = opened(tmp_path, f"at_most(run.x[1:], {most})", step).claims["C"]
    long = Settled(ONE, "", decide(stated, ONE, stated.usual[""], 40))
    record = write_record(stated, [long, *on_shorter_runs(stated, [long])], 40, 1)

    assert (long.decision.verdict, long.decision.cause) == (Verdict.NOT_APPLICABLE, Cause.NO_RUN)
    assert (record.verdict, record.scope.steps) == (verdict, 2)
    assert "nothing is said" not in record.reason


def test_of_the_runs_that_end_before_a_division_by_0_the_longest_is_decided_too(tmp_path: Path) -> None:
    step = "s.x * (s.t + 1) / (s.t + 2)", "s.x / (6 - s.t)"
    stated = opened(tmp_path, "at_least(run.x, p.a / 400)", step).claims["C"]
    long = Settled(ONE, "", decide(stated, ONE, stated.usual[""], 40))
    decisions = [one.decision for one in on_shorter_runs(stated, [long])]

    assert [(one.steps, one.verdict) for one in decisions if one.steps > 3] == [
        (4, Verdict.CERTIFIED),
        (6, Verdict.REFUTED),
    ]


def test_parameters_with_which_a_later_step_divides_by_0_are_not_passed_over(tmp_path: Path) -> None:
    step = "s.x * (s.t + 1) / (s.t + 2)", "s.x / (2 - s.t)"
    stated = opened(tmp_path, "at_most(run.x[1], p.a)", step).claims["C"]

    assert applies(stated, ONE, stated.usual[""])


@pytest.mark.slow
def test_a_record_of_a_run_that_ends_before_a_division_by_0_stands(tmp_path: Path) -> None:
    library = opened(tmp_path, "at_most(p.sqrt(run.x), p.a)", ("s.x * (s.t + 1) / (s.t + 2)", "s.x / (6 - s.t)"))
    record = check(library.claims["C"], Effort(per_shape=2, steps=40, certified=6, elsewhere=2))
    again = replay(record, Knowledge(library=library))

    assert record.worst is not None
    assert (record.verdict, record.scope.steps, again.stands) == (Verdict.CERTIFIED, 6, True), again.text


LOST = '''"""A direction that is lost where it comes to 0."""

from typing import Any, NamedTuple

from lemmacheck import Method, at_most, claim, problem


@problem
class Rows:
    def of(Z: Any) -> dict[str, Any]:
        return dict(u=Z[0], v=Z[-1])


class State(NamedTuple):
    q: Any
    y: Any


class Turning:
    """q_{t+1} = q_t/‖q_t‖ + v, and y counts the steps."""

    def start(self, p):
        return State(p.u, p.number(0))

    def step(self, p, s):
        return State(s.q / p.norm(s.q) + p.v, s.y + 1)


@claim("C", about=Turning)
def few(run):
    """y_t ≤ 20, which reads no direction."""
    return at_most(run.y, 20)


METHOD = Method(Turning, on=Rows, steps=6)
'''


def test_what_fails_late_is_refuted_on_data_on_which_no_step_divides_by_0(tmp_path: Path) -> None:
    """On the simplest data, Z = 0, the first step does; floats go on there, and y counts."""
    stated = writer(tmp_path)(LOST).claims["C"].as_long_as(LONGEST)
    (aim,) = Search([stated], stated.usual[""], 6, Budget(steps=30_000), far=48).run()

    assert aim.crossing is not None
    assert aim.crossing.steps == 21
    assert decide(stated, aim.crossing.instance, stated.usual[""], 21).verdict == Verdict.REFUTED


def test_runs_end_where_they_divide_by_0_and_not_where_they_leave_the_floats(tmp_path: Path) -> None:
    stated = writer(tmp_path)(LOST, ("p.norm(s.q) + p.v", "(s.q.sum(-1) - 8) * (s.q.sum(-1) ** 999 + 1)")).claims["C"]
    data = [Instance.from_json("data", [[x]]) for x in ("8", "9", "1/2", "100")]
    with Float64().active():
        runs = subject_of(data, Float64(), stated.usual[""], 5, None, stated.method)

    assert states_of(runs, 4).tolist() == [1, 6, 6, 6]
    assert goes_on(runs, np.array([0, 5, 4, 3]), 6).tolist() == [True, True, True, True]
    assert goes_on(runs, np.array([1, 1, 1, 1]), 5).tolist() == [False, True, True, True]
    assert goes_on(runs, np.array([0, 5, 5, 5]), 1).tolist() == [False, True, True, True]

"""What is told of runs without data, of an open limit, of mutants that were not asked, of a proof that is not read."""

import re
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from lemmacheck import prove, sharp
from lemmacheck.strategies import posed, problems
from lemmacheck.theory.core.book import BookError
from lemmacheck.verifiers.cli.book import beyond_its_shapes
from lemmacheck.verifiers.decide.rates import decays
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.probe.mutants import teeth_of
from lemmacheck.verifiers.records.result_text import mutants_text, record_text
from lemmacheck.verifiers.records.verdict import Record, Scope, Teeth, Verdict

from tests.books.written import LEAST, RELATION, WRITE, claim_text
from tests.commands import LITTLE
from tests.quick import check

SQUARED = ("1 + abs(Z[0, 0])", "1 + Z[0] @ Z[0]")
DATALESS = (
    ("@problem\n", "@problem(b=[Fraction(1, 3), 2])\n"),
    ("from typing", "from fractions import Fraction\nfrom typing"),
    ("def of(Z):\n        return dict(a=1 + abs(Z[0, 0]))", "def of(b):\n        return dict(a=b)"),
)
NOISE = '''"""A walk with noise that does not vanish, and one without noise."""

from fractions import Fraction
from typing import Any, NamedTuple

from lemmacheck import Limit, Method, at_most, claim, equal, problem


@problem(shapes=(1, 1), sigma=[0, Fraction(1, 3)])
class Noisy:
    """x_0 = Z[0, 0], noise ±σ."""

    def of(Z, sigma):
        return dict(x0=Z[0, 0])


class State(NamedTuple):
    t: int
    x: Any


class Halving:
    """x_{t+1} = (x_t ± σ)/2."""

    def start(self, p):
        return State(0, p.x0)

    def draws(self, p, s):
        return [Fraction(1, 2), Fraction(1, 2)]

    def step(self, p, s, i):
        return State(s.t + 1, (s.x + (p.sigma if i == 0 else -p.sigma)) / 2)


METHOD = Method(Halving, on=Noisy)


'''
NOISE += claim_text("H.L1", "Halving", "equal(run.expected(lambda s: s.x), p.x0 / 2 ** run.t)", "E x_t = x_0/2^t.")
NOISE += claim_text("H.L2", "Halving", "Limit(run.expected(lambda s: s.x**2), to=0)", "E x_t² → 0.")


def test_runs_without_data_are_named_by_their_parameters(opened: WRITE) -> None:
    looser = RELATION.replace("run.x,", "run.x / 2,")
    for statement in ("Limit(run.x * run.problem.num.number(2) ** 0, to=0)", looser):
        text = record_text(check(opened(LEAST, *DATALESS, (RELATION, statement)).claims["L.1"], LITTLE))
        assert "Z = " not in text
        assert "instances of up to" not in text
        assert re.search(r" on b=(1/3|2)", text), text


def test_an_open_limit_shows_the_run_that_is_farthest_from_it(opened: WRITE) -> None:
    record = check(opened(NOISE).claims["H.L2"])

    assert record.verdict == Verdict.UNDECIDED
    assert "does not shrink by half" in record.reason
    assert "sigma=1/3, the worst of these runs (" in record.reason
    assert "sigma=1/3" in record.worst.algorithm


def test_a_method_that_draws_on_one_number_has_mutants(opened: WRITE) -> None:
    teeth = teeth_of(opened(NOISE).claims["H.L1"])

    assert teeth.of > 3
    assert teeth.killed >= teeth.of / 2


def test_where_no_mutant_counts_it_is_said_why() -> None:
    assert mutants_text(Teeth(3, 4), True) == "3 of its 4 mutants, each with one thing changed, are refuted"
    assert mutants_text(Teeth(1, 4), True) == "1 of its 4 mutants, each with one thing changed, is refuted"
    false = Record("X", Verdict.REFUTED, Scope(1, 1), teeth=Teeth(3, 4))
    assert record_text(false).endswith("are refuted too")
    assert record_text(replace(false, verdict=Verdict.CERTIFIED)).endswith("are refuted")
    assert mutants_text(Teeth(0, 0), True).endswith("no run that was tried meets its hypotheses")
    assert mutants_text(Teeth(0, 0), False).endswith("none makes a run")
    assert mutants_text(Teeth(0, 0, [], ["a (follows)"]), False).endswith("none is wrong: a (follows)")


@pytest.mark.parametrize(("statement", "said"), [
    ("Limit(run.x, to=0)", "it is a rate or a limit, and proofs are of relations$"),
    ("at_least(run.x[3:7], 0)", r"paper1\.py:34, in stays_below: run\.x\[3:7\]: the entries slice"),
    ("at_least([*run.x][0], 0)", r"paper1\.py:34, in stays_below: \[\*run\.x\]: .* is looped over"),
])  # fmt: skip
def test_what_is_not_read_for_a_proof_is_named_with_its_place(opened: WRITE, statement: str, said: str) -> None:
    changes = (("at_most, claim", "at_least, at_most, claim"), (RELATION, statement), SQUARED)
    found = prove(opened(LEAST, *changes).claims["L.1"])

    assert not found
    assert re.search(said, repr(found)), repr(found)


@pytest.mark.parametrize(("field", "statement", "holds"), [
    ("1 + Z[0] @ Z[0]", RELATION, True),
    ("1 + Z[0] @ Z[0]", "at_least(run.problem.a, 1)", True),
    ("1 + Z[0] @ Z[0]", "at_least(run.problem.a, 2)", False),
    ("1 + Z[0] @ Z[0]", "at_most(run.problem.a, 1)", False),
    ("1 + Z[0] @ Z[0]", "equal(run.problem.a, 1 + run.problem.squared(run.problem.Z[0]))", True),
    ("1 + Z[0] @ Z[0]", "equal(run.problem.a, 1 + run.problem.squared(run.problem.Z[-1]))", False),
    ("1 + Z[0] @ Z[-1]", "at_least(run.problem.a, 1)", False),
])  # fmt: skip
def test_a_product_of_two_vectors_is_read(opened: WRITE, field: str, statement: str, holds: bool) -> None:
    changes = (("1 + abs(Z[0, 0])", field), (RELATION, statement), ("at_most, claim", "at_least, at_most, claim"))
    found = prove(opened(LEAST, *changes).claims["L.1"])

    assert bool(found) == holds, repr(found)


@pytest.mark.parametrize(("hooks", "said"), [
    ("    def draws(self, p, s):\n        return [1]\n\n", "Shrinking draws"),
    ("    def tuned(self, p, steps):\n        return self\n\n", "made by tuned"),
])  # fmt: skip
def test_a_method_that_is_not_read_says_which_hook_it_has(opened: WRITE, hooks: str, said: str) -> None:
    changes = [SQUARED, ("    def start(self, p)", f"{hooks}    def start(self, p)")]
    if "draws" in hooks:
        changes += [("step(self, p, s)", "step(self, p, s, i)"), (RELATION, "at_most(run.expected(lambda s: s.x), 9)")]
    found = prove(opened(LEAST, *changes).claims["L.1"])

    assert said in repr(found)


def test_one_path_is_refused_by_the_name_of_the_authors_class(opened: WRITE) -> None:
    with pytest.raises(BookError, match=r"run\.x reads one path, but Halving draws"):
        opened(NOISE, ("run.expected(lambda s: s.x)", "run.x"))


def test_a_share_of_1_on_data_to_which_the_claim_does_not_apply_hides_no_other(opened: WRITE) -> None:
    bounded = "at_most(run.x, 2 * run.problem.a / (run.each(lambda s: s.t) + 2))"
    strict = '@hypothesis("a > 1")\ndef large(run):\n    return above(run.problem.a, 1)\n\n\n@claim'
    changes = (("at_most, claim", "above, at_most, claim"), ("@claim", strict), (RELATION, bounded))
    found = sharp(opened(LEAST, *changes, ("about=Shrinking", "about=Shrinking, given=[large]")).claims["L.1"])

    assert found.note == ""
    assert found.attained


def test_a_claim_that_fails_at_the_start_alone_is_not_called_degenerate(opened: WRITE) -> None:
    late = "at_most(run.x[1:] * run.x[:-1], run.each(lambda s: s.t)[:-1] * 99 + run.x[1:] * run.x[:-1] / 2)"
    record = check(opened(LEAST, (RELATION, late)).claims["L.1"], LITTLE)

    assert record.verdict == Verdict.REFUTED
    assert record.reach_text == "at the start: no counterexample was found but at t = 0"
    assert record.witness.exact == [[Fraction(x) for x in row] for row in record.witness.Z]


def test_a_failing_example_is_written_as_it_is_posed(opened: WRITE) -> None:
    opened(NOISE)
    kind = opened(NOISE).claims["H.L1"].method.on  # type: ignore[union-attr]
    shown: list[str] = []

    @settings(database=None, max_examples=20, phases=[Phase.generate])
    @given(problems(kind))
    def fails(p: Any) -> None:
        raise AssertionError(p.x0)

    with pytest.raises(AssertionError) as error:
        fails()
    shown += error.value.__notes__

    assert re.search(r"p=posed\(\s*\S*Noisy,\s*\[\[Fraction\(.*sigma=", "".join(shown).replace("\n", " "))
    assert posed(kind, [[Fraction(1)]], sigma=0).x0 == 1


def test_a_rate_of_a_method_that_draws_is_measured_on_each_data_set_by_itself(opened: WRITE) -> None:
    rate = ("Limit(run.expected(lambda s: s.x**2), to=0)", "Decay(run.expected(lambda s: s.x**2), 1)")
    claim = opened(NOISE, ("import Limit,", "import Decay,"), rate).claims["H.L2"]
    data = [Instance.from_json(x, [[x]]) for x in ("1", "1/3")]
    for algorithm in claim.usual.values():
        together = decays(claim, algorithm, data, 40)
        alone = [decays(claim, algorithm, [one], 40)[0] for one in data]
        assert [(name, len(d.sequence)) for name, d in together] == [(name, len(d.sequence)) for name, d in alone]

    record = check(claim, LITTLE)
    assert record.verdict == Verdict.UNDECIDED
    assert record.scope.steps <= LITTLE.rate_steps


def test_data_of_another_size_than_a_problem_has_are_named(opened: WRITE) -> None:
    claims = list(opened(NOISE).claims.values())
    wide, one = (Instance.from_json("mine.csv", rows) for rows in ([["1", "2"]], [["1"]]))

    assert list(beyond_its_shapes(claims, wide)) == ["mine.csv is 1 x 2, and Noisy has shapes=(1, 1), smallest=(1, 1)"]
    assert list(beyond_its_shapes(claims, one)) == []

"""What a problem of one's own may say beside its fields: worst cases, its own words, where it bends."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from lemmacheck import Method, problem
from lemmacheck.theory.core.own import called, own_matrices
from lemmacheck.verifiers.decide.cause import Cause
from lemmacheck.verifiers.decide.ladder import Decision, decide
from lemmacheck.verifiers.decide.recording import Settled, write_record
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.instances.own import families_of
from lemmacheck.verifiers.instances.subject import problem_of
from lemmacheck.verifiers.library.plan import Effort
from lemmacheck.verifiers.numbers.float64 import Float64
from lemmacheck.verifiers.numbers.guarded_ball import GuardedBall
from lemmacheck.verifiers.records.result_text import record_text
from lemmacheck.verifiers.records.verdict import Verdict
from lemmacheck.verifiers.replay.replay import Knowledge, replay

from tests.books.written import WRITE
from tests.quick import check

FEW = Effort(per_shape=2, steps=5, certified=6, elsewhere=2, own=500)
TEXT = '''@problem(shapes=(2, 2))
class Gram:
    def of(Z):
        return dict(trace=(Z * Z).sum())

    def families():
        for n in (5, 10):
            yield [[int(i == j) for j in range(n)] for i in range(n)]

    def show(p):
        return f"a matrix of trace {p.trace}"


@claim("G.1", about=Gram)
def is_small(p):
    """trace ≤ 4."""
    return at_most(p.trace, 4)


@claim("G.2", about=Gram)
def square_is_no_less(p):
    """trace² + 1 ≥ trace."""
    return at_least(p.trace**2 + 1, p.trace)
'''


def test_long_parameters_are_cut_in_labels_and_told_apart() -> None:
    """Also integers that are too long for Python to write out."""
    digits = [Fraction("0." + "1234567890" * 400 + end + "1" * 40) for end in "12"]
    long = problem(c=[*digits, Fraction(1, 10**6000), 10**6000, Fraction(1, 3)])
    made = long(type("Line", (), {"of": lambda Z, c: {"a": 1 + abs(Z[0, 0]) + c}}))

    labels = [called(value) for value in made.values["c"]]

    assert len(set(labels)) == 5
    assert max(map(len, labels)) < 60
    assert labels[-1] == "1/3"


def test_a_claim_that_only_the_authors_matrices_refute_is_refuted_and_shrunk_and_told_in_words(opened: WRITE) -> None:
    of_equals = ("(Z * Z).sum()", "(Z * Z).sum() / max(1, (Z * Z).max())")  # 4 at most on two rows and columns
    record = check(opened(TEXT, of_equals).claims["G.1"], FEW)

    assert record.verdict == Verdict.REFUTED
    assert record.witness.shown == "a matrix of trace 5"
    assert len(record.witness.Z) == 5
    assert "witness: a matrix of trace 5: Z = [" in record_text(record)


def test_certified_says_on_what(opened: WRITE) -> None:
    record = check(opened(TEXT).claims["G.2"], FEW)

    assert record.verdict == Verdict.CERTIFIED
    assert record.reason.startswith("on ")
    assert " instances of at most 2 x 2 and 2 families of yours; searched " in record.reason


def test_one_matrix_and_one_family_are_told_as_one_and_what_is_alone_by_its_name(opened: WRITE) -> None:
    one = opened(TEXT).claims["G.2"]
    data = [Instance.from_json("short", [["1", "0"]]), families_of(one.method)[0]]
    given = Instance("mine.csv", data[1].rows)
    alone = ((data[:1], "Z = [1 0]"), (data[1:], "family 1 of yours"), ([given], "mine.csv"))
    for chosen, words in ((data, "1 instance of 1 x 2 and 1 family of yours"), *alone):
        settled = [Settled(instance, "", Decision(Verdict.CERTIFIED)) for instance in chosen]
        assert write_record(one, settled, 0, 1).reason == f"on {words}"


def test_a_problem_without_families_has_none() -> None:
    assert families_of(None) == ()
    assert families_of(Method(Bends, on=Bends)) == ()


@problem
class Bends:
    """Where a number bends."""

    def of(Z: Any) -> dict[str, Any]:
        return {"x": Z[0], "inverse": 1 / Z[0, 0]}


@pytest.mark.parametrize("num", [Float64(), GuardedBall(128)], ids=lambda num: type(num).__name__)
@pytest.mark.parametrize(
    ("comparison", "expected"), [("<=", [1, 1, 0]), ("<", [1, 0, 0]), (">=", [0, 1, 1]), (">", [0, 0, 1])]
)
def test_where_is_what_python_says_of_exact_numbers(num: Any, comparison: str, expected: list[int]) -> None:
    with num.active():
        p = problem_of(row("1", "2", "3"), num, None, None, Method(Bends, on=Bends))  # type: ignore[arg-type]

        assert [int(float(str(x))) for x in p.where(p.x, comparison, 2, p.x * 0 + 1, 0)] == expected


def test_a_field_that_divides_by_0_makes_the_claim_inapplicable(opened: WRITE) -> None:
    text = TEXT.replace("(Z * Z).sum()", "1 / Z[0, 0]")
    claim = opened(text).claims["G.1"]

    assert decide(claim, row("0", "1"), None, 0).cause == Cause.NO_RUN
    assert decide(claim, row("1", "1"), None, 0).verdict == Verdict.CERTIFIED


def test_there_is_no_problem_of_a_matrix_that_is_too_small(opened: WRITE) -> None:
    too_small = ("shapes=(2, 2)", "shapes=(3, 2), smallest=(2, 2)")
    claim = opened(TEXT, too_small, ("(Z * Z).sum()", "Z[1, 1] ** 2 + 9"), ("def families", "def other")).claims["G.1"]

    assert decide(claim, row("0", "1"), None, 0).cause == Cause.NO_RUN
    assert np.shape(check(claim, FEW).witness.Z) == (2, 2)  # type: ignore[union-attr]


def test_no_matrix_outside_the_shapes_of_a_problem_is_asked_for(opened: WRITE) -> None:
    square = ("shapes=(2, 2)", "shapes=(2, 2), smallest=(2, 2)")
    claim = opened(TEXT, square, ("(Z * Z).sum()", "(Z @ Z).sum() + 9"), ("def families", "def other")).claims["G.1"]

    assert np.shape(check(claim, FEW).witness.Z) == (2, 2)  # type: ignore[union-attr]


def test_the_witness_of_a_problem_that_reads_no_data_shows_its_parameters(opened: WRITE) -> None:
    text = TEXT.replace("shapes=(2, 2)", "trace=[3, 5]").replace("def of(Z):", "def of(trace):")
    text = text.replace("trace=(Z * Z).sum()", "").replace("def families", "def other")
    library = opened(text)
    record = check(library.claims["G.1"], FEW)

    assert "witness: a matrix of trace 5: trace=5: 5 ≤ 4 is false" in record_text(record)
    assert replay(record, Knowledge(library=library)).text.startswith("refuted: 5 ≤ 4 is false")


def test_families_are_exact_rows_in_their_order() -> None:
    @problem
    class Two:
        def of(Z: Any) -> dict[str, Any]:
            return {}

        @staticmethod
        def families() -> Any:
            yield [[Fraction(1, 2)]]
            yield [[3, 4]]

    assert own_matrices(Two) == (((Fraction(1, 2),),), ((Fraction(3), Fraction(4)),))
    assert [one.name for one in families_of(Method(Two, on=Two))] == ["family 1 of yours", "family 2 of yours"]


def row(*entries: str) -> Instance:
    return Instance.from_json("row", [list(entries)])

"""Attack: records with a true run of another method, or of other data, in the place of the one that was found."""

from dataclasses import asdict, replace

import pytest
from lemmacheck.verifiers.decide import curves
from lemmacheck.verifiers.decide.ladder import decide
from lemmacheck.verifiers.decide.recording import Settled, blank, worst_of
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.library.deciding import examine
from lemmacheck.verifiers.library.plan import Effort
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.records.verdict import Level, Origin, Record, Scope, Verdict, Witness, Worst
from lemmacheck.verifiers.replay import made_again
from lemmacheck.verifiers.replay.replay import OF_NUMBERS, TIGHTEST, Knowledge, replay
from lemmacheck.verifiers.variants.parameters import again

from tests.books.written import LEAST, WRITE

FEW = Effort(per_shape=11, steps=12, certified=3, elsewhere=2, own=500)
REPORT = Origin("report", asdict(FEW))
PROVED = "P.Alg.NGD"  # of what its method is, and so false of any other


def of_numbers() -> Record:
    """A true counterexample of another method to a proved statement."""
    claim = LIBRARY.claims[PROVED]
    w = Witness([["-1"]], 0, "", "", next(iter(claim.runs)), 3, parameters={"lambda": ["7"] * 5, "theta": ["7"] * 5})
    found = made_again.refuting(w, again(claim, w), 3)
    assert found is not None
    worst = Worst(0.0, None, 0, "x", [["-1"]], "mine", 3, "", "")
    record = replace(blank(claim, Verdict.REFUTED), witness=found, worst=worst, scope=Scope(1, 3), level=Level.EXACT)
    return made_again.from_the_library(claim, record)


def test_in_a_report_no_method_that_is_given_by_its_numbers_refutes_a_statement() -> None:
    found = replay(of_numbers(), Knowledge(REPORT))

    assert found.stands is False
    assert "a method that is given by its numbers" in found.text


def test_elsewhere_it_is_said_that_the_counterexample_is_of_such_a_method() -> None:
    found = replay(of_numbers())

    assert found.stands
    assert found.text.endswith(OF_NUMBERS)


@pytest.fixture
def own(opened: WRITE) -> tuple[Record, Knowledge]:
    """A record of an author's book, whose code is asked in a process of its own, in a report."""
    library = opened(LEAST)
    library.limit = 10.0
    (record,) = examine(list(library.claims.values()), FEW, lambda _: None, 1)
    known = Knowledge(REPORT, library)
    assert record.worst is not None
    assert replay(record, known).stands
    return record, known


@pytest.mark.parametrize(
    "wrong", [{"steps": 7}, {"instance": "another"}, {"Z": [["1"], ["1", "2"]]}, {"algorithm": "of none"}]
)
def test_a_forged_run_of_an_authors_book_falls_as_those_of_the_shipped_books_do(
    own: tuple[Record, Knowledge], wrong: dict[str, object]
) -> None:
    record, known = own
    found = replay(replace(record, worst=replace(record.worst, **wrong)), known)

    assert found.stands is False
    assert "did not foresee" not in found.text


def test_that_no_other_run_is_tighter_is_listed_as_not_checked(own: tuple[Record, Knowledge]) -> None:
    record, known = own
    claim = known.library.claims[record.id]
    other = Instance.from_json("drawn-1x1", [["-1"]])
    label, algorithm = next(iter(claim.runs.items()))
    worst = worst_of(claim, [Settled(other, label, decide(claim, other, algorithm, record.worst.steps))])
    forged = replace(record, worst=worst)
    found = replay(replace(forged, curves=curves.of_record(claim, forged)), known)

    assert found.stands
    assert worst != record.worst
    assert TIGHTEST in found.unchecked
    assert TIGHTEST in replay(record, known).unchecked

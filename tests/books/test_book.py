"""A book is a value: it collects its claims in order, binds each to its method, and says what it lacks."""

import pickle
import subprocess
import sys
from dataclasses import replace

import pytest
from lemmacheck.theory.books.jst.algorithms.dual_nesterov import DualNesterov
from lemmacheck.theory.books.jst.algorithms.gradient_descent import NormalizedGD
from lemmacheck.theory.books.jst.methods import dual_nesterov
from lemmacheck.theory.core.book import Book, BookError, Library
from lemmacheck.theory.core.claim import Claim, Kind, claim, fault, given, latex, proof, slip
from lemmacheck.theory.core.relation import Chance, Decay, Limit, Relation, at_most, equal
from lemmacheck.theory.margins.hypotheses import unit_rows
from lemmacheck.verifiers.decide.ladder import decide, stated
from lemmacheck.verifiers.instances.families import structured
from lemmacheck.verifiers.instances.subject import subject_of
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.numbers.float64 import Float64
from lemmacheck.verifiers.records.verdict import Verdict

from tests.books import plain_annotations as plain

ALONE = Library(plain.BOOK, origin="tests.books.plain_annotations:BOOK")


def made(id: str, about: type | None = None) -> Claim:
    return claim(id, plain.PLAIN.at("nowhere"), about=about)(lambda run: at_most(0, 1))


def test_a_book_has_the_claims_of_its_module_in_their_order_those_of_one_function_too() -> None:
    assert list(plain.BOOK.claims) == ["Plain.T1", "Plain.T1.again", "Plain.T2"]
    assert [one.chapter for one in plain.BOOK.claims.values()] == ["Section 1", "Section 1", "Section 2"]


def test_a_corrected_claim_is_as_the_printed_one_but_for_what_it_says() -> None:
    printed = claim("X", plain.PLAIN.at("Lemma 1"), about=DualNesterov, uses=["Y"], first=1, kind="rate", slip="no")(
        lambda run: at_most(0, 1)
    )
    mended = printed.corrected(uses=[], latex="0")(lambda run: equal(0, 0))

    assert (mended.id, mended.corrects, mended.source.place) == ("X.corrected", "X", "Lemma 1, corrected")
    assert (mended.about, mended.first, mended.kind, mended.uses) == (DualNesterov, 1, Kind.RATE, ())
    assert (mended.fault, mended.slip, mended.latex) == ("", False, "0")
    assert made("Z", DualNesterov).corrected()(lambda run: equal(0, 0)).kind == Kind.IDENTITY


def test_a_formula_a_proof_hypotheses_and_faults_stand_above_the_function() -> None:
    noted = given(unit_rows)(slip("no")(proof("Y", by=made)(latex("0")(lambda run: equal(0, 0)))))
    printed = claim("X", plain.PLAIN.at("Lemma 1"), uses=["Z"])(noted)
    mended = printed.corrected()(given()(proof()(lambda run: at_most(0, 1))))

    assert (printed.uses, printed.proof, printed.latex, printed.kind) == (("Y",), made, "0", Kind.IDENTITY)
    assert (printed.given, printed.fault, printed.slip) == ((unit_rows,), "no", True)
    assert (mended.uses, mended.proof, mended.latex, mended.given, mended.fault) == ((), None, "", (), "")
    assert not claim("X", fault="no")(fault("yes")(lambda run: equal(0, 0))).slip
    broken = claim("X")(latex("a\\le\n    b")(slip("one\n    word")(lambda run: equal(0, 0))))
    assert (broken.latex, broken.fault) == (r"a\le b", "one word")
    in_words = claim("X")(latex("\\text{for\n    all }x")(lambda run: equal(0, 0)))
    assert in_words.latex == r"\text{for all }x"
    for wrong in (lambda: proof(3), lambda: proof(by=3), lambda: latex(3), lambda: given(3), lambda: slip(3)):  # type: ignore[arg-type]
        with pytest.raises(TypeError, match="of a claim "):
            wrong()


def test_the_methods_of_a_module_are_given_by_its_name_and_nothing_else_is_a_method() -> None:
    assert list(Book(plain.PLAIN, methods=[dual_nesterov], claims=[]).methods) == [DualNesterov]
    with pytest.raises(TypeError, match=r"methods= of a Book holds the class DualNesterov; expected a list such as"):
        Book(plain.PLAIN, methods=[DualNesterov], claims=[])  # type: ignore[list-item]


def test_making_a_claim_enters_it_nowhere() -> None:
    before = list(LIBRARY.claims)
    made("P.new", DualNesterov)

    assert list(LIBRARY.claims) == before


def test_a_claim_is_called_like_the_function_it_was_made_of() -> None:
    with Float64().active():
        run = subject_of(structured()[0], Float64(), DualNesterov(), 3)
        assert plain.steps_are_bounded(run).op == plain.steps_are_bounded.function(run).op == "<="


def test_a_claim_without_postponed_annotations_is_decided() -> None:
    one = ALONE.claims["Plain.T1"]

    assert one.returns is Relation
    assert decide(one, structured()[0], DualNesterov(), 4).verdict == Verdict.CERTIFIED


def test_the_first_row_of_a_relation_may_stand_for_0_in_a_claim_whose_first_row_is_1() -> None:
    one = ALONE.claims["Plain.T2"]
    with Float64().active():
        relations = stated(one, subject_of(structured()[0], Float64(), DualNesterov(), 3))

    assert [relation.start for relation in relations] == [1, 0]


def test_two_claims_of_one_id_are_refused_by_file_and_line() -> None:
    with pytest.raises(BookError, match=r"test_book\.py:\d+: a second claim is called 'A', .* rename one"):
        Book(plain.PLAIN, claims=[made("A"), made("A")])
    with pytest.raises(BookError, match="a second claim is called 'Plain"):
        Library(plain.BOOK, plain.BOOK, origin="nowhere:BOOK")


def test_a_library_is_asked_for_a_claim_by_its_id() -> None:
    first = next(iter(ALONE.claims))

    assert list(ALONE) == list(ALONE.claims)
    assert first in ALONE
    assert "nowhere" not in ALONE
    assert ALONE[first] is ALONE.claims[first]
    with pytest.raises(KeyError, match="no claim is called 'nowhere'"):
        ALONE["nowhere"]


def test_a_claim_that_no_method_runs_is_refused_with_the_method_to_add() -> None:
    with pytest.raises(BookError, match=r"claim A is about NormalizedGD, .* add Method\(NormalizedGD, usual="):
        Book(plain.PLAIN, methods=[dual_nesterov.METHOD], claims=[made("A", NormalizedGD)])


def test_two_methods_of_one_kind_are_refused() -> None:
    with pytest.raises(BookError, match="two methods run DualNesterov"):
        Book(plain.PLAIN, methods=[dual_nesterov.METHOD, replace(dual_nesterov.METHOD)])


def test_a_claim_in_no_book_says_so_when_it_is_to_be_run() -> None:
    with pytest.raises(ValueError, match="claim A stands in no book"):
        _ = made("A", DualNesterov).usual


def test_another_process_gets_where_a_claim_comes_from_and_its_id() -> None:
    for one in (LIBRARY.claims["P.L3.2"], ALONE.claims["Plain.T1"]):
        assert len(pickle.dumps(one)) < 250
    assert pickle.loads(pickle.dumps(LIBRARY.claims["P.L3.2"])) is LIBRARY.claims["P.L3.2"]


def test_a_changed_claim_is_not_taken_for_the_one_of_its_id_by_another_process() -> None:
    with pytest.raises(TypeError, match=r"claim P\.L3\.2 is of no library"):
        pickle.dumps(replace(LIBRARY.claims["P.L3.2"], given=()))


def test_a_kind_that_is_none_is_refused() -> None:
    with pytest.raises(TypeError, match="'inequality'"):
        claim("A", kind="inequality")(lambda run: at_most(0, 1))
    assert Kind("rate") == "rate"


def test_a_claim_without_a_kind_has_that_which_its_comparisons_tell() -> None:
    """Protects the kinds of half of the shipped claims, which do not write them."""
    said = {
        Kind.STATEMENT: lambda run: run.holds,
        Kind.IDENTITY: lambda run: [equal(run.t, x) for x in run.w],
        Kind.ALL_ARGUMENTS: lambda run: (equal(run.t, 0), at_most(run.t, 1)),
    }

    for kind, function in said.items():
        assert claim("A")(function).kind == kind
    assert claim("A", about=DualNesterov)(said[Kind.ALL_ARGUMENTS]).kind == Kind.EVERY_T
    assert [claim("A", returns=one)(said[Kind.IDENTITY]).kind for one in (Decay, Chance)] == [
        Kind.RATE,
        Kind.PROBABILISTIC,
    ]


def test_every_claim_returns_what_it_says() -> None:
    num, wrong, counted = Float64(), [], 0
    small = [instance for instance in structured() if instance.shape == (3, 2)]
    runs: dict[object, list[object]] = {}
    with num.active():
        for one in LIBRARY.claims.values():
            if one.not_checkable:
                continue
            if one.method not in runs:
                algorithm = next(iter(one.usual.values()))
                runs[one.method] = [subject_of(data, num, algorithm, 3, method=one.method) for data in small[:1]]
            for subject in runs[one.method]:
                try:
                    said = one(subject)
                except ArithmeticError:
                    continue
                except ValueError:  # the sides do not live in the same space
                    continue
                parts = (said,) if isinstance(said, (Relation, Chance, Decay, Limit)) else tuple(said)
                counted += 1
                wrong += [] if {type(part) for part in parts} == {one.returns} else [one.id]
    assert wrong == []
    assert counted > 650


def test_the_claims_of_appendix_c_stand_in_it() -> None:
    found = [one for one in LIBRARY.claims.values() if one.id.startswith("P.C.")]

    assert len(found) > 30
    assert {one.chapter for one in found} == {"Appendix C"}


def test_importing_the_claims_decides_and_registers_nothing() -> None:
    code = "import lemmacheck.theory.books.jst, sys; assert 'lemmacheck.verifiers.decide' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_an_id_that_no_claim_has_is_answered_with_those_spelled_like_it() -> None:
    with pytest.raises(KeyError, match=r"no claim is called 'Plain\.T3'; near it: Plain\.T2, "):
        ALONE.claims["Plain.T3"]
    with pytest.raises(KeyError, match=r"no claim is called 'zzzzzzzz'; list\(….claims\) names all 3"):
        plain.BOOK.claims["zzzzzzzz"]
    assert "Plain.T3" not in ALONE.claims
    assert ALONE.claims.get("Plain.T3") is None

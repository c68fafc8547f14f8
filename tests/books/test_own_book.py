"""A book of one's own in one file: what the least of it decides, what it may say, and how its mistakes are told."""

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from lemmacheck.theory.core.book import BookError
from lemmacheck.verifiers.cli.common import selected
from lemmacheck.verifiers.cli.known import known_path, verdicts
from lemmacheck.verifiers.decide.counterexamples import refutation, smallest
from lemmacheck.verifiers.decide.exact_subject import exact_subject
from lemmacheck.verifiers.decide.ladder import decide
from lemmacheck.verifiers.decide.recording import Settled, write_record
from lemmacheck.verifiers.decide.screening import screen
from lemmacheck.verifiers.instances.families import structured
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.instances.subject import subject_of
from lemmacheck.verifiers.library.new_book import TEXT
from lemmacheck.verifiers.numbers.ball import Ball
from lemmacheck.verifiers.numbers.chances import relations_of
from lemmacheck.verifiers.numbers.float64 import Float64
from lemmacheck.verifiers.numbers.refusal import Inexact
from lemmacheck.verifiers.records.terminal import InputError
from lemmacheck.verifiers.records.verdict import Verdict

from tests.books.written import LEAST, RELATION, WRITE


@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_the_least_book_is_a_problem_a_method_and_a_docstring(mark: str, opened: WRITE) -> None:
    one = opened(mark + LEAST).claims["L.1"]

    assert (one.statement, one.source.document, one.usual.keys()) == ("x_t ≤ a/(t + 1).", "paper1", {""})
    assert decide(one, structured()[0], one.usual[""], 9).verdict == Verdict.CERTIFIED


def test_a_file_without_a_book_is_one_of_the_source_that_it_names(opened: WRITE) -> None:
    named = 'from lemmacheck import Source\n\nPAPER = Source("A26", "A. Author", "On lines", "draft")\n\n\nclass State'

    assert opened(LEAST, ("class State", named)).books[0].source.title == "On lines"


@pytest.mark.slow
def test_t_is_exact_in_a_step_that_divides_by_it(opened: WRITE) -> None:
    one = opened(LEAST).claims["L.1"]
    with Ball(64).active():
        run = subject_of(Instance.from_json("", [["1"]]), Ball(64), one.usual[""], 5, method=one.method)

    assert [str(x) for x in run.x] == ["2", "1", "2/3", "1/2", "2/5", "1/3"]


def test_the_book_to_start_from_has_a_true_and_a_false_lemma_with_the_smallest_witness(opened: WRITE) -> None:
    library = opened(TEXT)
    true, false = library.claims.values()
    label, algorithm = next(iter(true.usual.items()))
    large = next(i for i in structured() if i.shape == (4, 3))
    found = refutation(false, large, label, 6)

    assert [decide(true, i, algorithm, 12).verdict for i in structured()[:6]] == [Verdict.CERTIFIED] * 6
    assert found is not None
    assert smallest(false, found).instance.rows == ((Fraction(-1), Fraction(0)),)


def test_each_parameter_of_a_problem_is_tried_with_each_value(opened: WRITE) -> None:
    library = opened(TEXT)

    assert list(library.claims["Me.L1"].usual) == ["c = 1, mu=1/4", "c = 1, mu=1"]


def test_problems_kept_apart_say_what_each_says_alone(opened: WRITE) -> None:
    one, num = opened(TEXT).claims["Me.L1"], Float64()
    group = [i for i in structured() if i.shape == (3, 2)]
    algorithm = one.usual["c = 1, mu=1"]
    with num.active():
        together = relations_of(one(subject_of(group, num, algorithm, 5, method=one.method)))[0]
        for k, instance in enumerate(group):
            alone = relations_of(one(subject_of(instance, num, algorithm, 5, method=one.method)))[0]
            np.testing.assert_allclose(together.lhs[:, k], alone.lhs, rtol=1e-14)
            np.testing.assert_allclose(together.rhs[:, k], alone.rhs, rtol=1e-14)
    assert len(group) > 3
    assert {label for _, label in screen([one], [group], one.method, 5)} == set(one.usual)


def test_rationals_that_double_with_every_step_are_enclosed(opened: WRITE) -> None:
    grown = ("s.x * (s.t + 1) / (s.t + 2)", "s.x * s.x / (1 + s.x * s.x)")
    one = opened(LEAST, grown, ("run.problem.a / (run.each(lambda s: s.t) + 1)", "run.problem.a")).claims["L.1"]

    decision = decide(one, Instance.from_json("", [["2/3"]]), one.usual[""], 60)

    assert decision.verdict == Verdict.CERTIFIED
    assert decision.reason == "from t = 12 on in balls, for its fractions have thousands of digits"


def test_so_are_those_of_a_run_that_the_claim_makes_again(opened: WRITE) -> None:
    grown = ("s.x * (s.t + 1) / (s.t + 2)", "s.x * s.x / (1 + s.x * s.x)")
    stated = ("at_most(run.x, run.problem.a", "at_most(run.again(run.algorithm).x[:-1] * run.x[1:], run.problem.a")
    one = opened(LEAST, grown, stated, (" / (run.each(lambda s: s.t) + 1)", "")).claims["L.1"]

    instance = Instance.from_json("", [["2/3"]])
    decision, subject = (
        decide(one, instance, one.usual[""], 60),
        exact_subject(instance, one.usual[""], 60, 128, method=one.method),
    )

    assert decision.verdict == Verdict.CERTIFIED
    assert decision.reason == "from t = 12 on in balls, for its fractions have thousands of digits"
    assert len(subject.again(subject.algorithm).x) == 61, "which a mutant of the claim asks"


def test_an_equality_of_rationals_that_have_grown_long_is_supported_and_they_are_not_called_irrational(
    opened: WRITE,
) -> None:
    grown = ("s.x * (s.t + 1) / (s.t + 2)", "s.x * s.x / (1 + s.x * s.x)")
    stated = ("at_most(run.x, run.problem.a / (run.each(lambda s: s.t) + 1))", "equal(run.x + 1, 1 + run.x)")
    one = opened(LEAST, grown, stated).claims["L.1"]

    decision = decide(one, Instance.from_json("", [["2/3"]]), one.usual[""], 60)

    assert decision.verdict == Verdict.SUPPORTED
    assert decision.reason.startswith("sides in balls agree to ")
    assert decision.reason.endswith("; from t = 12 on in balls, for its fractions have thousands of digits")
    assert "irrational" not in decision.reason


def test_a_claim_says_on_how_many_matrices_its_method_divides_by_0(opened: WRITE) -> None:
    divided = ("a=1 + abs(Z[0, 0])", "a=1 / abs(Z[0, 0])")
    one = opened(LEAST, divided).claims["L.1"]
    settled = [
        Settled(instance, "", decide(one, instance, one.usual[""], 5))
        for instance in (Instance.from_json("", [[entry]]) for entry in ("-1", "0", "2", "0"))
    ]

    reasons = [write_record(one, these, 5, 0).reason for these in (settled, settled[::2])]

    assert reasons == [
        f"on 2 instances of at most 1 x 1{more}"
        for more in ("; nothing is said of 2 more, on which the method, or a field of the problem, divides by 0", "")
    ]


def test_a_branch_that_another_matrix_of_the_shape_does_not_reach_is_refused(opened: WRITE) -> None:
    step = "if p.a > 2 and p.sqrt(s.x) >= 0:\n            return State(s.t + 1, s.x / 2)\n        return State"
    one = opened(LEAST, ("return State(s.t + 1, s", step + "(s.t + 1, s")).claims["L.1"]
    near, far = (Instance.from_json("", [[entry]]) for entry in ("0", "3"))

    assert decide(one, near, one.usual[""], 5).verdict == Verdict.CERTIFIED
    with pytest.raises(Inexact, match=r"paper\d+\.py:\d+: numbers of a run are compared in Python"):
        decide(one, far, one.usual[""], 5)


TEXTS = {
    "at_most(run.x, run.num.within.log(2))": r"run\.num\.within: the numbers of a run cannot be looked at",
    "at_most(run.x, np.asarray(run.x)[0]._held)": "the numbers of a run cannot be looked at",
    "at_most(run.x, getattr(np.asarray(run.x)[0], '_held'))": "the numbers of a run cannot be looked at",
    "at_most(run.x, np.random.default_rng().choice(9))": r"default_rng\(\) draws other numbers each time",
    "at_most(run.x, 9 if np.asarray(run.x)[0] >= 0 else 9)": "compared in Python",
    "at_most(run.x, __import__('flint') or 9)": "__import__ reads more than it is given",
}


@pytest.mark.parametrize("relation", TEXTS)
def test_what_looks_at_numbers_is_refused_in_a_book(opened: WRITE, relation: str) -> None:
    change = ("from typing", "import numpy as np\nfrom typing"), (RELATION, relation)

    with pytest.raises((BookError, Inexact), match=TEXTS[relation]) as error:
        opened(LEAST, *change)
    assert "paper1.py:" in str(error.value)


@pytest.mark.parametrize("line", ["import flint", "from flint import arb", "import gc", "import ctypes"])
def test_a_book_imports_nothing_that_compares_by_chance(opened: WRITE, line: str) -> None:
    with pytest.raises(BookError, match=r"paper1\.py:\d+: (balls of flint are compared by chance|\w+ looks inside)"):
        opened(LEAST, ("from typing", f"{line}\nfrom typing"))


def test_a_rate_is_seen_without_being_declared(opened: WRITE) -> None:
    rate = ("at_most(run.x, run.problem.a / (run.each(lambda s: s.t) + 1))", "Decay(run.x[1:], 1)")

    assert opened(LEAST, rate).claims["L.1"].is_rate


def test_an_id_that_is_not_found_names_the_file_that_states_it(
    opened: WRITE, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened(LEAST)
    monkeypatch.chdir(tmp_path)

    with pytest.raises(InputError, match=r"paper1\.py names it: lemmacheck check paper1\.py L\.1"):
        selected(["L.1"])
    with pytest.raises(InputError, match=r"a book stands before its ids, as in: lemmacheck check paper1\.py"):
        selected(["P.L3.2", "paper1.py"])
    with pytest.raises(InputError, match=r"did you mean paper1\.py\? a book stands before its ids, as in: "):
        selected(["paper1", "L.1"])
    with pytest.raises(InputError, match=r"`lemmacheck claims paper1\.py` lists them"):
        selected(["paper1.py", "zzzzzz"])


@pytest.mark.slow
def test_a_book_one_of_whose_claims_is_not_well_written_is_listed(tmp_path: Path) -> None:
    path = tmp_path / "bad.py"
    path.write_text(LEAST.replace(RELATION, "True"), encoding="utf-8")

    assert [claim.id for claim in selected([str(path)], asked=())[1]] == ["L.1"]
    with pytest.raises(BookError, match=r"L\.1 returns a bool"):
        selected([str(path)])


def test_what_is_known_of_a_book_stands_beside_it(opened: WRITE, tmp_path: Path) -> None:
    library = opened(LEAST)

    assert known_path(library, "verdicts") == tmp_path / "paper1.verdicts.json"
    assert verdicts(library) == {}
    (tmp_path / "paper1.verdicts.json").write_text('{"L.1": "refuted"}', encoding="utf-8")
    assert verdicts(library) == {"L.1": Verdict.REFUTED}


IN_A_LIST = "METHODS = [Method(Shrinking, on=Line)]"
NAMED_TOO = "METHODS = (METHOD := Method(Shrinking, on=Line),)"


@pytest.mark.parametrize("named", [IN_A_LIST, NAMED_TOO])
def test_methods_are_found_in_a_list_too_and_each_once(opened: WRITE, named: str) -> None:
    library = opened(LEAST, ("METHOD = Method(Shrinking, on=Line)", named))

    assert [method.kind.__name__ for method in library.methods.values()] == ["Shrinking"]

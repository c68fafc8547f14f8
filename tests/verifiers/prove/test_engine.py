"""Protects the prover's own steps: in which words a proof is told, what it rests on, and what it may suppose."""

from contextlib import suppress
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from lemmacheck import Claim, Hypothesis, above, at_least, at_most, equal
from lemmacheck.theory.books.jst.algorithms.general_dual import GeneralDual
from lemmacheck.theory.margins.hypotheses import standard_schedule, unit_rows
from lemmacheck.theory.margins.losses import Exponential
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.prove import engine, prove
from lemmacheck.verifiers.prove.combination import Known
from lemmacheck.verifiers.prove.context import Later
from lemmacheck.verifiers.prove.engine import MOST_BASE_ROWS, Proof, Prover, attempt, own_fault, rows_text
from lemmacheck.verifiers.prove.lemmas import closure, granted, lemmas_of, nearest, trusted_implications
from lemmacheck.verifiers.prove.refusals import Refused
from lemmacheck.verifiers.prove.setting import Setting
from lemmacheck.verifiers.prove.solving import is_unknown
from lemmacheck.verifiers.prove.sources import Near
from lemmacheck.verifiers.prove.terms import COLUMNS, Term

from tests.sampled import soon
from tests.verifiers.prove.sequences import still

TOLD = {
    "P.Alg.log": ("relation 1: both sides agree; "
        "relation 2: both sides agree for an arbitrary t, and at row 0 by itself; "
        "relation 3: both sides agree for an arbitrary t, and at row 0 by itself"),
    "P.B.4+.3": "the difference is a sum of nonnegative terms for an arbitrary t",
    "N1.weights": "both sides agree by induction: from a step to the next, and at row 0, 1 by itself",
    "P.3.1.MD.4": ("relation 1: both sides agree for an arbitrary t; "
        "relation 2: both sides agree by induction: from a step to the next, and at row 0 by itself; "
        "relation 3: the difference is a sum of nonnegative terms for an arbitrary t"),
    "P.P3.7.b.2": "the difference grows from a step to the next, and at row 0 by itself",
    "P.C.8.3": "both sides agree for an arbitrary t",
    "P.C.7b1.p.1.3": "both sides agree for an arbitrary t, and at row 0 by itself. From P.C.7b1.p.1.1",
    "P.L3.4a": "both sides agree by induction: from a step to the next, and at row 0 by itself",
    "P.C.1'.b": ("relation 1: both sides agree for an arbitrary t; "
        "relation 2: both sides agree for an arbitrary t; "
        "relation 3: both sides agree for an arbitrary t. From P.C.1'.b.p.2, P.C.4eq, P.C.4eq.p.2"),
    "P.B.9.2.corrected": ("relation 1: the difference grows from a step to the next, and at row 0 by itself; "
        "relation 2: both sides agree for an arbitrary t"),
    "P.A.1c.1.1": "the difference is F.largest. From Hölder's inequality (F.largest)",
}  # fmt: skip


SMALL_STEPS = Hypothesis("h", "θ_t ≤ 1/2", lambda run: at_most(2 * run.theta, 1))
STEPS = Hypothesis("h", "θ_t ≤ 1", lambda run: at_most(run.theta, 1))
POSITIVE_T = Hypothesis("h", "t ≥ 0", lambda run: at_least(run.t, 0))
LATE_T = Hypothesis("h", "t ≥ 1", lambda run: at_least(run.t, 1))
SURE = Hypothesis("h", "0 ≤ 1", lambda run: at_most(0, 1))
FALSE = Hypothesis("h", "1 ≤ 0", lambda run: at_most(1, 0))


def prover(function: Any, **changes: Any) -> Prover:
    """The prover of a statement, in the words of a claim."""
    return Prover(Setting(replace(LIBRARY.claims["P.L3.4a"], function=function, **changes)))


@pytest.mark.parametrize("id", soon(TOLD, ["P.C.1'.b"]))
def test_a_proof_is_told_by_what_discharges_each_relation(id: str) -> None:
    proof = prove(LIBRARY.claims[id])

    assert proof.text == TOLD[id]


@pytest.mark.parametrize(("kind", "space", "name", "solved_for"), [
    ("sequence", "d", "Σ", True),
    ("sequence", None, "x_t", True),
    ("symbol", "d", "w_t", True),
    ("symbol", "d", "w_t+1", False),
    ("symbol", None, "λ_t", False),
    ("first", "d", "w_t", False),
])  # fmt: skip
def test_equations_are_solved_for_accumulated_sequences_and_vectors_of_the_state(
    kind: str, space: str | None, name: str, solved_for: bool
) -> None:
    """Never for the schedule, of which a proof speaks as it is."""
    assert is_unknown(SimpleNamespace(kind=kind, space=space, name=name)) is solved_for  # type: ignore[arg-type]


@pytest.fixture
def one() -> Prover:
    return prover(lambda run: at_least(run.t, 0))


def test_at_most_so_many_rows_are_shown_one_by_one(one: Prover) -> None:
    assert one.hold_by_themselves(one.relations, range(MOST_BASE_ROWS))
    assert not one.hold_by_themselves(one.relations, range(MOST_BASE_ROWS + 1))


def test_a_row_that_fails_by_itself_is_no_beginning() -> None:
    one = prover(lambda run: at_least(run.t, 1))

    assert one.hold_by_themselves(one.relations, range(1, 3))
    assert not one.hold_by_themselves(one.relations, range(2))


@pytest.mark.parametrize("more", [0, 1, 2])
def test_a_row_is_shown_in_runs_that_go_as_far_as_it_speaks(more: int) -> None:
    """A row of run.t[:-1] is followed by another step."""
    rows, ends = slice(None, -more or None), list[Any]()

    def asked(statement: Any) -> Prover:
        found = prover(statement)
        vars(found)["usable"] = lambda known, end: ends.append(end) or []
        return found

    wrong = asked(lambda run: equal(run.t[rows], 2 * run.t[rows]))
    (relation,) = wrong.relations
    assert wrong.by_induction(wrong.relations) is None
    assert ends[-1] == relation.beyond(Later(2)) == 2 + more

    falling = asked(lambda run: at_most(run.t[rows], 5))
    assert falling.by_growth(falling.relations[0]) is None
    assert ends[-1] == 2 + more
    assert falling.holds(falling.relations[0], Later(1)) is False
    assert ends[-1] == 1 + more
    asked_for = len(ends)
    assert falling.holds(falling.relations[0], 0) is True
    assert falling.holds(falling.relations[0], 6) is False
    assert len(ends) == asked_for


def near(gap: Term, end: int | None, least: int) -> Near:
    return Near(Known("", "==", gap), end, least)


def test_of_what_is_known_of_a_row_that_is_used_which_every_run_with_the_row_has(one: Prover) -> None:
    term = one.context.universe.constant(1)
    known = [near(term, None, 0), near(term + 1, 1, 2), near(term + 2, 2, 7)]

    for end, used, least in ((None, [1], 0), (0, [1], 0), (1, [1, 2], 2), (2, [1, 2, 3], 7)):
        one.context.least = 0
        assert [gap.number() for gap in one.usable(known, end)] == used
        assert one.context.least == least


def test_an_argument_is_asked_of_what_is_not_shown_by_itself_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    class Argued:
        steps, rests_on, has_lemmas = ("a step",), ("L",), False
        words: str | None = "argued"

        def __init__(self, *_: Any) -> None: ...

        def proof_text(self, relation: Any) -> str | None:
            return self.words

    monkeypatch.setattr(engine, "Argument", Argued)

    def proof(argument: Any = None) -> Proof | None:
        def said(run: Any) -> Any:
            return equal(run.t, 2 * run.t - run.t), at_least(run.t, 1), at_least(run.t, 0)

        return prover(said, proof=argument).proof()

    argued = proof(lambda run: [])
    assert argued.steps == ("a step", *(f"relation {n}: argued" for n in (1, 2, 3)))
    found = proof()
    assert found.text == (
        "a step; relation 1: both sides agree for an arbitrary t; relation 2: argued; relation 3: the difference is a "
        "sum of nonnegative terms for an arbitrary t. From L"
    )
    monkeypatch.setattr(Argued, "words", None)
    assert proof() is None


@pytest.mark.parametrize(("argument", "has_lemmas", "asked", "shown"), [
    (lambda run: [], True, [True, False], True),
    (lambda run: [], False, [True], False),
    (None, True, [True], False),
    (None, False, [True], False),
])  # fmt: skip
def test_an_argument_that_its_lemmas_hide_is_asked_without_them(
    argument: Any, has_lemmas: bool, asked: list[bool], shown: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each argument is made once for all relations."""
    made = list[bool]()

    class Argued:
        steps, rests_on = (), ()

        def __init__(self, setting: Any, lent: Any, with_lemmas: bool) -> None:
            made.append(with_lemmas)
            self.has_lemmas, self.words = has_lemmas, None if with_lemmas else "argued"

        def proof_text(self, relation: Any) -> str | None:
            return self.words

    monkeypatch.setattr(engine, "Argument", Argued)
    one = prover(lambda run: (at_least(run.t, 1), at_least(run.t, 2)), proof=argument)

    assert [one.by_argument(relation) for relation in one.relations] == 2 * ["argued" if shown else None]
    assert made == asked


def test_equations_whose_ends_lie_apart_are_not_shown_together() -> None:
    near, apart = (prover(lambda run, k=k: (equal(still(run, 1), 1), equal(still(run, 1)[:k], 1))) for k in (-1, -2))

    assert near.by_induction(near.relations) is not None
    assert apart.by_induction(apart.relations) is None


def test_what_follows_without_lemmas_does_not_rest_on_them() -> None:
    one = prover(lambda run: equal(still(run, 1), 1))
    w = one.context.universe.symbol("w_t", COLUMNS)
    one._equations = [near(w, None, 0)]

    assert one.by_induction(one.relations) is not None
    assert one.resting is False


def test_what_is_not_defined_for_sure_is_not_shown() -> None:
    """θ/θ is 1 where θ ≠ 0."""
    positive = Hypothesis("h", "θ_t > 0", lambda run: above(run.theta, 0))
    for given, row, holds in (((), Later(0), False), ((), 0, False), ((positive,), Later(0), True)):
        one = prover(lambda run: equal(run.theta / run.theta, 1), given=given)
        assert one.holds(one.relations[0], row) is holds


def test_what_follows_by_the_equations_of_lemmas_alone_rests_on_them(one: Prover) -> None:
    v, w, x = (one.context.universe.symbol(f"{name}_t", COLUMNS) for name in "vwx")
    one._equations = [near(v - 2 * w, None, 0)]

    for gap, follows, resting in ((v - v, True, False), (v - x, False, False), (v - 2 * w, True, True)):
        assert one.follows("==", gap, None) is follows
        assert one.resting is resting


def test_a_proof_says_of_which_arbitrary_functions_it_is(one: Prover) -> None:
    one.context.any.update(f=None, g=None)
    proof = one.proof()

    assert proof.steps[0] == "for any f and g"


def test_equations_are_those_of_lemmas_that_are_proved_and_whose_hypotheses_are_granted() -> None:
    one, known = prover(lambda run: at_least(run.t, 0)), LIBRARY.claims["P.L3.4a"]
    true = replace(known, function=lambda run: equal(still(run, 1), 1 + 0 * run.theta))
    false = replace(known, function=lambda run: equal(still(run, 1), 2 + 0 * run.theta))

    late = replace(true, given=(*true.given, LATE_T))

    assert one._equations_of(true) != []
    assert one._equations_of(late) == one._equations_of(false) == []
    run = one.setting.run
    assert [engine.lent(one.setting, lemma, run, lambda _: False) for lemma in (true, late, false)] == [
        True,
        False,
        False,
    ]


def claims(**uses: tuple[str, ...]) -> dict[str, Claim]:
    """Claims of one library by what they use."""
    found: dict[str, Claim] = {}
    library: Any = SimpleNamespace(claims=found)
    known = LIBRARY.claims["P.L3.4a"]
    found.update({id: replace(known, id=id, uses=names, library=library) for id, names in uses.items()})
    return found


def test_a_claim_rests_on_what_it_uses_nearest_first_and_on_nothing_that_rests_on_it() -> None:
    known = claims(a=("b", "c", "gone"), b=("d",), c=("d", "e"), d=(), e=("a",))

    assert [c.id for c in closure(known["a"])] == ["b", "c", "d", "e", "a"]
    assert [c.id for c in lemmas_of(known["a"])] == ["b", "d"]
    known["b"] = replace(known["b"], about=None)
    assert [c.id for c in lemmas_of(known["a"])] == ["d"]
    assert closure(replace(known["a"], library=None)) == []


def test_an_argument_starts_from_what_the_claim_uses_itself_and_what_corrects_it() -> None:
    known = claims(a=("b", "c", "gone"), b=("d",), c=("e",), d=(), e=("a",), x=())
    known["b.corrected"] = replace(known["d"], id="b.corrected")

    assert [c.id for c in nearest(known["a"])] == ["b", "b.corrected"]
    known["b"] = replace(known["b"], about=None)
    assert [c.id for c in nearest(known["a"])] == ["b.corrected"]
    assert nearest(replace(known["a"], uses=("a",))) == []
    assert nearest(replace(known["a"], library=None)) == []


@pytest.mark.parametrize(("given", "asked", "own", "elsewhere"), [
    ((SMALL_STEPS,), (SMALL_STEPS,), True, False),
    ((), (SMALL_STEPS,), False, False),
    ((), (STEPS,), False, True),
    ((unit_rows,), (unit_rows,), True, True),
    ((unit_rows,), (SMALL_STEPS,), False, False),
    ((), (), True, True),
    ((), (POSITIVE_T,), True, True),
    ((), (LATE_T,), False, False),
    ((), (SURE, POSITIVE_T), True, True),
    ((), (FALSE,), False, False),
    ((), (SURE, FALSE), False, False),
])  # fmt: skip
def test_a_lemma_serves_where_its_hypotheses_are_given_or_hold_in_every_run(
    given: tuple[Hypothesis, ...], asked: tuple[Hypothesis, ...], own: bool, elsewhere: bool
) -> None:
    """Of another run, on the same data, with θ = 1, what is given of this one's steps says nothing."""
    setting = Setting(replace(LIBRARY.claims["P.C.4"], given=given))
    other = setting.run.again(GeneralDual(loss=Exponential()))
    lemma = replace(setting.claim, given=asked)

    assert granted(setting, lemma, setting.run) is own
    assert granted(setting, lemma, other) is elsewhere


def test_a_fault_of_the_engine_is_one_that_its_own_lines_raise(monkeypatch: pytest.MonkeyPatch) -> None:
    def of_the_engine() -> Any:
        return rows_text(None)  # type: ignore[arg-type]

    def of_the_statement() -> Any:
        return prover(lambda run: {}["missing"])

    with pytest.raises(TypeError) as its:
        of_the_engine()
    with pytest.raises(KeyError) as statement:
        of_the_statement()
    assert own_fault(its.value)
    assert not own_fault(statement.value)
    assert prove(replace(LIBRARY.claims["P.L3.4a"], function=lambda run: {}["missing"])) is None
    monkeypatch.setattr(engine, "proof_of", lambda claim, algorithm: rows_text(None))  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        engine.readable(LIBRARY.claims["P.L3.4a"], None)


def test_what_was_found_while_its_own_claim_was_under_way_is_not_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """a asks b, and b asks a, which is under way: asked by itself, b may be shown otherwise."""
    known, read = claims(a=(), b=()), list[str]()

    def reading(claim: Claim, algorithm: Any) -> Proof | None:
        read.append(claim.id)
        return None if attempt(known["b" if claim.id == "a" else "a"], None) else Proof((claim.id,))

    monkeypatch.setattr(engine, "readable", reading)
    monkeypatch.setattr(engine, "REMEMBERED", {})
    assert attempt(known["a"], None) is None
    assert read == ["a", "b"]
    assert attempt(known["b"], None) == Proof(("b",))
    assert read == ["a", "b", "b"]
    assert [attempt(known["a"], None), attempt(known["b"], None)] == [None, Proof(("b",))]
    assert read == ["a", "b", "b"]
    assert engine.CIRCLES == engine.UNDER_WAY == []


def test_a_proof_in_which_a_refusal_was_hidden_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    def proved(claim: Any, algorithm: Any) -> Proof:
        if claim:
            with suppress(Refused):
                raise Refused("no")
        return Proof(("a",))

    monkeypatch.setattr(engine, "proof_of", proved)
    before = Refused.hidden
    assert engine.readable(None, None) == Proof(("a",))  # type: ignore[arg-type]
    assert engine.readable(LIBRARY.claims["P.L3.4a"], None) is None
    assert Refused.hidden == before


def test_what_is_no_conjunction_of_relations_for_every_run_is_not_asked() -> None:
    true = replace(LIBRARY.claims["P.L3.4a"], function=lambda run: at_least(run.t, 0))

    assert attempt(true, None) is not None
    assert attempt(replace(true, not_checkable="words"), None) is None


def test_only_a_hypothesis_of_ours_implies_another() -> None:
    assert trusted_implications(standard_schedule) == standard_schedule.implies != ()
    assert trusted_implications(replace(standard_schedule, name="another", implies=(unit_rows,))) == ()

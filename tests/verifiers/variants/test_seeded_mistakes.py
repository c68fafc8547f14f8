"""Protects the user from a method that is subtly wrong: which seeded mistakes are caught, and by what.

A mistake is caught by a claim that its runs refute and those of the correct variant of the same form do not. Some of
these claims say no more than that the method is the paper's, so it counts whether a bound is among them; a mistake that
breaks no bound, in long runs either, satisfies everything that is asked of it but that it is the paper's method.
"""

from collections.abc import Mapping
from functools import cache

import numpy as np
import pytest
from lemmacheck.theory.books.jst.methods.variants import Variant
from lemmacheck.theory.core.run import run
from lemmacheck.verifiers.decide.ladder import decide
from lemmacheck.verifiers.instances.families import structured
from lemmacheck.verifiers.instances.margins import margin_problem
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.numbers.float64 import Float64
from lemmacheck.verifiers.records.text import columns
from lemmacheck.verifiers.records.verdict import HOLDING, Verdict
from lemmacheck.verifiers.variants.answer import Answer
from lemmacheck.verifiers.variants.asking import claims_for
from lemmacheck.verifiers.variants.examination import form_of
from lemmacheck.verifiers.variants.outcome import as_outcome
from lemmacheck.verifiers.variants.preflight import preflight
from lemmacheck.verifiers.variants.summary import verdict

from tests.verifiers.variants.examined import examined
from tests.verifiers.variants.mistakes import CORRECT, MISTAKES

STEPS = 8
DATA = structured()[::4]
CLAIMS = LIBRARY.claims
SURVIVORS = ["momentum twice", "ν = μ"]  # all others break a bound

Found = dict[str, list[str]]


@cache
def answers_of(form: str, name: str = "") -> list[Answer]:
    """The answers for a mistake, or for the correct variant of a form, found once."""
    variant = MISTAKES[name][1] if name else CORRECT[form]
    return examined(preflight(variant).variant)


@cache
def excused(form: str) -> set[str]:
    """What the correct variant fails, or is not asked: of its form, not of a mistake."""
    return {answer.theorem.id for answer in answers_of(form) if answer.fails or answer.outcome is None}


def refuted(form: str, name: str) -> list[str]:
    """A bound that short runs refute; where there is none, all claims that long runs refute."""
    short = bound_broken_by_short_runs(form, MISTAKES[name][1])
    if short:
        return [short]
    return [id for answer in answers_of(form, name) if answer.fails and (id := answer.theorem.id) not in excused(form)]


def bound_broken_by_short_runs(form: str, variant: Variant) -> str | None:
    """The first bound that short runs refute, by what the variant does."""
    ready = preflight(variant).variant
    for claim in claims_for(ready):
        if is_bound(claim.id) and claim.id not in excused(form):
            relation, algorithm = as_outcome(claim), form_of(ready, claim.about)
            if any(decide(relation, data, algorithm, STEPS).verdict == Verdict.REFUTED for data in DATA):
                return claim.id
    return None


@pytest.fixture(scope="module")
def found() -> Found:
    return {name: refuted(MISTAKES[name][0], name) for name in MISTAKES}


def is_bound(id: str) -> bool:
    """Whether a claim is an inequality."""
    return CLAIMS[id].kind.startswith("inequality")


def table(found: Mapping[str, list[str]]) -> str:
    """Every mistake with what it breaks."""
    return "\n" + columns([[name, " ".join(ids) or "–"] for name, ids in found.items()])


@pytest.mark.slow
def test_each_mistake_changes_the_iterates() -> None:
    num = Float64()
    with num.active():
        for form, variant in MISTAKES.values():
            pairs = [
                [run(v.algorithm, margin_problem(data, num), STEPS).w for v in (variant, CORRECT[form])]
                for data in DATA
            ]
            assert any(not np.allclose(wrong, right) for wrong, right in pairs), variant.name


@pytest.mark.thorough
def test_the_correct_variants_break_nothing_but_what_momentum_by_its_steps_does() -> None:
    """R(w_t) falls at every step of descent without momentum, and so it is asked of any step."""
    for form in CORRECT:
        failing = {answer.theorem.id for answer in answers_of(form) if answer.fails}
        assert failing == ({"P.3.1.R"} if CORRECT[form].form == "step" else set()), form


@pytest.mark.thorough
def test_how_many_mistakes_are_caught_and_which_break_no_bound(found: Found) -> None:
    survivors = [name for name, ids in found.items() if not any(map(is_bound, ids))]

    assert all(found.values()), table(found)
    assert survivors == SURVIVORS, table(found)


@pytest.mark.thorough
@pytest.mark.parametrize("name", SURVIVORS)
def test_a_mistake_that_breaks_no_bound_satisfies_whatever_is_asked_but_to_be_the_papers_method(
    name: str, found: Found
) -> None:
    form, _ = MISTAKES[name]
    answers = {answer.theorem.id: verdict(answer) for answer in answers_of(form, name)}
    open_ones = {id: v for id, v in answers.items() if v not in HOLDING and id not in excused(form)}

    assert open_ones == dict.fromkeys(found[name], Verdict.REFUTED)
    assert len(answers) >= 20

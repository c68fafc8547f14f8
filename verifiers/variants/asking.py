"""The claims that are asked of a variant, and their data: those of its forms, or all that read what its states hold.

Of a statement that is false as printed, only the corrected form is asked. Rates are measured separately, and a variant
has no run that lists all paths.
"""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from difflib import get_close_matches
from typing import Any

from lemmacheck.theory.books.jst.algorithms.dual_nesterov import DualNesterov
from lemmacheck.theory.books.jst.algorithms.gradient_descent import NormalizedGD
from lemmacheck.theory.books.jst.algorithms.primal_momentum import PrimalMomentum
from lemmacheck.theory.books.jst.methods.variants import Variant
from lemmacheck.theory.core.book import is_among
from lemmacheck.theory.core.claim import Claim, Kind
from lemmacheck.theory.core.source import Citation
from lemmacheck.verifiers.decide.own_loss import lacks_conjugate
from lemmacheck.verifiers.instances.subject import subject_of
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.numbers.ball import Ball
from lemmacheck.verifiers.records.terminal import InputError
from lemmacheck.verifiers.records.text import counted
from lemmacheck.verifiers.variants.answer import OWN
from lemmacheck.verifiers.variants.outcome import SMALL, as_outcome

ABOUT_W = (PrimalMomentum, DualNesterov, NormalizedGD)  # of whose statements some read w_t alone
SAME = {PrimalMomentum, DualNesterov}  # two forms of one method; a variant may have only one of them


def claims_for(variant: Variant) -> list[Claim]:
    """The claims of the book to ask, then the author's own."""
    forms = variant.forms.keys()
    others = () if forms >= SAME else SAME - forms if SAME & forms else () if forms else ABOUT_W
    book = [claim for claim in LIBRARY.claims.values() if not (claim.fault or claim.is_rate or claim.not_checkable)]
    of_its_forms = [claim for claim in book if claim.about in forms]
    if lacks_conjugate(variant.loss):
        of_its_forms = [claim for claim in of_its_forms if not reads_conjugate(claim, variant)]
    return [*own(variant), *of_its_forms, *readable([claim for claim in book if claim.about in others], variant)]


def reads_conjugate(claim: Claim, variant: Variant) -> bool:
    """Whether a claim reads ψ*, which a loss without it reports."""
    assert claim.about is not None
    num = Ball(128)
    with num.active(), suppress(ArithmeticError):
        subject = subject_of(SMALL, num, variant.forms[claim.about], 1, variant.loss)
        try:
            for hypothesis in claim.given:
                hypothesis(subject)
            claim(subject)
        except NotImplementedError:
            return True
    return False


def own(variant: Variant) -> Iterator[Claim]:
    """The author's own claims: plain functions from a run to a relation."""
    taken = set(LIBRARY.claims)
    for given in variant.claims:
        claim = given if isinstance(given, Claim) else as_claim(given)
        if claim.id in taken:
            raise InputError(f"{variant.name}: a second claim is called {claim.id}; give yours an id of its own")
        taken.add(claim.id)
        yield replace(claim, about=type(variant.algorithm))


def as_claim(function: Any) -> Claim:
    """A function as a claim, named after it."""
    function.__doc__ = function.__doc__ or f"{function.__name__}."
    return Claim(function.__name__, Citation(OWN, "claims"), Kind.EVERY_T, "", function)


def readable(claims: Iterable[Claim], variant: Variant) -> Iterator[Claim]:
    """The claims whose sides and hypotheses about the data a run of the variant determines."""
    num = Ball(128)
    with num.active():
        subject = subject_of(SMALL, num, variant.algorithm, 3, variant.loss)
        for claim in claims:
            try:
                for hypothesis in as_outcome(claim).given:
                    hypothesis(subject)
                claim(subject)
            except AttributeError:
                continue
            except ArithmeticError:
                pass
            yield claim


def no_match(given: str, only: str) -> InputError:
    """The error on patterns that match no claim, with the ids that they resemble."""
    if found := [id for id in LIBRARY.claims if is_among(id, *only.split(","))]:
        return InputError(
            f"{given} {only!r} matches {counted(len(found), 'claim')}, of which this variant is asked none"
        )
    close = [near for one in only.split(",") for near in get_close_matches(one, LIBRARY.claims, 2, 0.5)]
    meant = f"; did you mean {', '.join(dict.fromkeys(close))}?" if close else "; `lemmacheck claims` lists them"
    return InputError(f"{given} {only!r} matches no claim{meant}")

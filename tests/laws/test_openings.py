"""Protects what a section assumes where it opens: it is said once, and no claim of the section goes without it.

Of the lectures and the post, whose openings are a few words each, no claim is refuted without them; one that holds may
need less than is assumed, which is tried by runs far outside.
"""

import sys
from collections.abc import Iterable, Iterator

from lemmacheck.theory.books.jst import openings
from lemmacheck.theory.core.book import collected
from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.margins.hypotheses import exponential_loss, unit_rows
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.records.verdict import Verdict

from tests.shipped import KNOWN, made

PAPER, OURS = LIBRARY.books[:2]
OPENINGS = {
    "perceptron.sec2_": {"separable"},  # “This assumption is linear separability”
    "perceptron.sec3_mistake_": {"separated", "short_examples", "from_zero"},  # “Theorem. Suppose …”, “w_0 = 0”
    "lecture.sec1_strong_convexity": {"smooth", "strongly_convex"},  # “bound for smooth, strongly convex functions”
    "lecture.sec1_quadratics": {"definite"},  # “strongly-convex if A ≻ 0”, of a diagonal A “with positive entries”
    "lecture.sec1_limits": {"smooth", "strongly_convex"},
    "lecture.sec2_": {"convex", "lipschitz", "unbiased"},  # “we use an unbiased estimate”, “Theorem 3. Let f be …”
    "lecture.sec4_boosting": {"weak_learning"},  # “We assume there exists weak learning algorithm (WL)”
    "lecture.sec4_training_error": {"weak_learning"},
    "lecture.sec4_normalizers": {"weak_learning"},
    "lecture.sec4_margins": {"weak_learning"},
    "lecture.sec5_kernel_ridge": {"regularised"},  # “linear regression with ℓ₂ regularization”
    "lecture.sec5_kernel_solution": {"regularised"},
    "post.losses": {"exponential_loss"},  # “Let ℓ(u) = exp(u) be the exponential loss”
    "post.gradient_steps": {"exponential_loss"},
    "post.potentials": {"least_at_zero", "convex"},  # “for even and convex φ”
}


def told(claim: Claim) -> set[str]:
    """What a claim is given, with what that implies."""
    return {each.name for one in claim.given for each in (one, *one.implies)}


def without_its_opening(claims: Iterator[Claim]) -> list[str]:
    """The claims that lack something their section assumes."""
    opening = {one: getattr(sys.modules[one.function.__module__], "OPENING", ()) for one in claims}
    return [one.id for one, assumed in opening.items() if not {h.name for h in assumed} <= told(one)]


def test_every_section_of_the_paper_says_what_it_assumes() -> None:
    sections = {one.function.__module__ for one in PAPER.claims.values() if not one.not_checkable}

    assert [name for name in sections if not getattr(sys.modules[name], "OPENING", ())] == []


def test_no_claim_goes_without_what_its_section_assumes() -> None:
    asked = (one for book in (PAPER, OURS) for one in book.claims.values() if not one.not_checkable)

    assert without_its_opening(asked) == []


def refuted_without_their_opening(claims: Iterable[Claim]) -> list[str]:
    """The claims that are refuted without something that their section assumes."""
    refuted = [one for one in claims if KNOWN[one.id] == Verdict.REFUTED]
    parts = ((one, names) for one in refuted for part, names in OPENINGS.items() if part in one.function.__module__)
    return [one.id for one, names in parts if not names <= told(one)]


def test_no_claim_of_the_lectures_and_the_post_is_refuted_without_what_its_section_assumes() -> None:
    assert refuted_without_their_opening(LIBRARY.claims.values()) == []


def test_a_claim_that_goes_without_it_is_found() -> None:
    claim = LIBRARY.claims["P.3.2.alg"]
    forgetful = made(claim.function)

    assert without_its_opening(iter([forgetful])) == [forgetful.id]


def test_a_module_gives_its_opening_before_what_a_claim_is_given_and_once() -> None:
    one, two = made(lambda run: None), made(lambda run: None, exponential_loss)
    module = {"__name__": one.function.__module__, "OPENING": openings.EXPONENTIAL, "claims": [one, two]}

    assert [each.given for each in collected(module)] == [(unit_rows, exponential_loss)] * 2

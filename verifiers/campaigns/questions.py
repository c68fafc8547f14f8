"""The questions of a campaign: claims, each on one algorithm; for a variant, the outcomes that its forms can show.

A claim is checked with the theorems' parameters; one of an author's book with all parameters, each in its turn of
the instances. Left out are rates, which are fitted and not decided on
single instances; statements about chance, or about all paths; statements that read no data, or nothing numerical.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import gcd
from pathlib import Path
from typing import Any

from lemmacheck.theory.books.jst.algorithms.dual_nesterov import DualNesterov
from lemmacheck.theory.books.jst.algorithms.primal_momentum import PrimalMomentum
from lemmacheck.theory.core.book import Library, is_among
from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.method import Method
from lemmacheck.theory.core.opening import library_at
from lemmacheck.verifiers.campaigns.spec import Spec, option_text
from lemmacheck.verifiers.instances.subject import within_reach
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.records.provenance import sources
from lemmacheck.verifiers.records.terminal import InputError
from lemmacheck.verifiers.variants.asking import claims_for
from lemmacheck.verifiers.variants.examination import form_of
from lemmacheck.verifiers.variants.loading import load
from lemmacheck.verifiers.variants.outcome import as_outcome

SECTION_3 = (DualNesterov, PrimalMomentum)


@dataclass(frozen=True)
class Question:
    """A claim with the algorithm, by its label, on whose runs it is checked; None where it is about the data alone."""

    claim: Claim
    label: str
    algorithm: Any


def decidable(claim: Claim) -> bool:
    """Whether a claim can be decided on each of many instances."""
    if claim.tends or claim.is_chance or claim.not_checkable or claim.lists_all_paths:
        return False
    return not claim.dataless


def standing() -> list[Claim]:
    """The questions by default: the statements about Algorithm 1 and its dual that are not faulty."""
    return [claim for claim in LIBRARY.claims.values() if claim.about in SECTION_3 and not claim.fault]


def library_of(book: str) -> Library:
    """The book of a campaign, or the shipped ones."""
    return library_at(book) if book else LIBRARY


def chosen(patterns: Sequence[str], variant: str, book: str = "") -> tuple[str, ...]:
    """The ids of the claims to check: those that match a pattern, or without patterns the default ones."""
    whole = list(library_of(book).claims.values())
    asked = outcomes(variant) if variant else whole if patterns or book else standing()
    known = {claim.id: claim for claim in asked if variant or decidable(claim)}
    found: list[str] = []
    for pattern in patterns or ("*",):
        matching = [id for id in known if is_among(id, pattern)]
        if not matching:
            of = f"of the variant {variant}" if variant else "on single instances"
            raise InputError(
                f"--claim {pattern!r}: no claim of this name can be decided {of}; expected an id or a pattern such as "
                "'P.L3.*' of statements other than rates and chances; `lemmacheck claims` lists them"
            )
        found += matching
    return tuple(id for id in known if id in set(found))


def refused_claims(book: str) -> list[str]:
    """The claims of a book that cannot be decided on single instances."""
    return [id for id, claim in library_of(book).claims.items() if not decidable(claim)]


@lru_cache(maxsize=4)
def questions(spec: Spec) -> tuple[Question, ...]:
    """The questions of a campaign, in the order of the book."""
    if not spec.variant:
        unchanged(spec.book, spec.digest)
        stated = {id: claim for id, claim in library_of(spec.book).claims.items() if decidable(claim)}
        return tuple(of_the_book(known_as(id, stated)) for id in spec.claims)
    unchanged(spec.variant, spec.digest)
    proposed = the_variant(spec.variant)
    known = {claim.id: claim for claim in outcomes(spec.variant)}
    return tuple(Question(known_as(id, known), proposed.name, form_of(proposed, known[id].about)) for id in spec.claims)


def known_as(id: str, claims: Mapping[str, Claim]) -> Claim:
    """The claim of this name, which a store gives."""
    if id not in claims:
        raise InputError(f"the store asks {id[:40]!r}, which cannot be asked of single instances; begin another")
    return claims[id]


def unchanged(path: str, before: str) -> None:
    """An InputError where a campaign's file, or one that it imports, has changed."""
    if path and digest(path) != before:
        raise InputError(
            f"{path}, or what it imports, is not what this campaign began with; restore it, or begin another"
        )


def still_asked(spec: Spec, path: object) -> None:
    """An InputError where the answered questions of a campaign are not those that it would have now."""
    spec.drawn_here(path)
    unchanged(spec.variant or spec.book, spec.digest)


def fitting(spec: Spec) -> Spec:
    """The spec, unless its claims are asked of data of other shapes alone."""
    some = [[spec.instance(k)] for k in range(min(len(spec.shapes), spec.instances))]
    methods = [question.claim.method for question in questions(spec)]
    if any(True for method in methods for _ in within_reach(method, some)):
        return spec
    asked = [sizes(method) for method in dict.fromkeys(methods) if method]
    given = option_text(spec.shapes)
    raise InputError(f"--shape {given}: the claims take no such data; expected rows x columns {', or '.join(asked)}")


def sizes(method: Method) -> str:
    """The shapes of the data on which a method is run, in words."""
    fewest = getattr(method.on, "smallest", (1, 1))
    most = f" to {'x'.join(map(str, method.reach))}" if method.reach else " on"
    return f"from {'x'.join(map(str, fewest))}{most}"


def in_turn(question: Question, spec: Spec, k: int) -> Question:
    """The question of instance k; for an author's book, with the parameters whose turn it is there."""
    runs = list(question.claim.usual.items()) if spec.book else [(question.label, question.algorithm)]
    return Question(question.claim, *runs[turn(spec, k, len(runs))])


def turn(spec: Spec, k: int, of: int) -> int:
    """Which of so many parameters instance k is asked with: each shape meets all of them on as many instances, and
    each family of each shape in as many rounds of the families."""
    nth, families = k // len(spec.shapes), len(spec.families)
    more = next(more for more in range(of) if gcd(families + more, of) == 1)
    return (nth + more * (nth // families)) % of


def groups_in_turn(spec: Spec, members: range) -> list[list[int]]:
    """The places of the members of a chunk, those together that are asked with the same parameters."""
    counts = sorted({len(question.claim.usual) for question in questions(spec)}) if spec.book else []
    found: dict[tuple[int, ...], list[int]] = {}
    for place, k in enumerate(members):
        found.setdefault(tuple(turn(spec, k, count) for count in counts), []).append(place)
    return list(found.values())


def not_in_turn(spec: Spec) -> list[str]:
    """The parameters of an author's book that have no turn on some shape, of which there are too few instances."""
    last = range(len(spec.shapes) - 1, spec.instances, len(spec.shapes)) if spec.book else range(0)
    missing: set[str] = set()
    for question in questions(spec) if spec.book else ():
        labels = list(question.claim.usual)
        missing |= {*labels} - {labels[turn(spec, k, len(labels))] for k in last[: len(labels) * len(spec.families)]}
    return sorted(missing)


def asked_with(spec: Spec) -> str:
    """The parameters of an author's book with which a campaign asks its claims, and which it does not ask on every
    shape; '' where there is one run."""
    asked = questions(spec) if spec.book else ()
    every = dict.fromkeys(label for question in asked for label in question.claim.usual if label)
    few = not_in_turn(spec)
    left = f"; not on every shape, for it has too few instances: {'; '.join(few)}; give more --instances"
    return f"asked with {'; '.join(every)}{left if few else ', each on every shape'}" if len(every) > 1 else ""


def of_the_book(claim: Claim) -> Question:
    """A claim of the algorithm with its first, the theorems', parameters."""
    label, algorithm = next(iter(claim.usual.items()))
    return Question(claim, label, algorithm)


def digest(path: str) -> str:
    """A digest of a file, and of what it imports that is not installed."""
    if not Path(path).is_file():
        raise InputError(f"no file {path!r}: expected a Python file")
    try:
        return sources([Path(path)])
    except SyntaxError as error:
        raise InputError(f"{error.filename or path}:{error.lineno}: {error.msg}") from None


@lru_cache(maxsize=4)
def the_variant(path: str) -> Any:
    """The one variant of a file, if it runs on batches of data."""
    found = load(path)
    if len(found) > 1:
        raise InputError(f"{path} defines {len(found)} variants; expected one, `variant`, for a campaign")
    if not found[0].forms:
        raise InputError(
            f"{path}: a variant given by its steps does not run on many instances at once; expected `variant = "
            "schedule(...)` or `momentum(...)`; `lemmacheck variant` checks any"
        )
    return found[0]


def outcomes(path: str) -> list[Claim]:
    """The claims of which a variant's runs can show the outcome."""
    return [as_outcome(claim) for claim in claims_for(the_variant(path)) if decidable_of_variant(claim)]


def decidable_of_variant(claim: Claim) -> bool:
    return not (claim.is_rate or claim.is_chance)

"""The claims that are asked of a variant, screened on tiny data and the survey's families, in batched float64.

It tells which claims to look at first, those that floats suspect, and on which data: the closest calls and an even
spread, which are then decided in balls.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from lemmacheck.theory.books.jst.methods.variants import Variant
from lemmacheck.theory.core.book import is_among
from lemmacheck.theory.core.claim import Claim
from lemmacheck.verifiers.decide.screening import Screened, screen
from lemmacheck.verifiers.instances.families import structured, surveyed
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.library.plan import spread
from lemmacheck.verifiers.variants.asking import claims_for
from lemmacheck.verifiers.variants.outcome import as_outcome, one_by_one


@dataclass(frozen=True)
class Effort:
    """How much is tried: instances screened a shape, decided a claim, and the steps of each run."""

    per_shape: int = 12
    steps: int = 40
    closest: int = 5
    others: int = 5


@dataclass(frozen=True)
class Question:
    """A claim to be asked of a variant: on which data, how close the closest call was, how many were screened."""

    claim: Claim
    instances: list[Instance] = field(default_factory=list)
    room: float = np.inf
    screened: int = 0


def subjects(variant: Variant) -> list[type | None]:
    """The algorithms of which the asked claims speak. Each is screened by itself."""
    return list(dict.fromkeys(claim.about for claim in claims_for(variant)))


def questions_about(about: type | None, variant: Variant, effort: Effort, only: str = "*") -> list[Question]:
    """The claims about one algorithm that are asked, screened where the variant runs in batches of data."""
    claims = [claim for claim in claims_for(variant) if claim.about is about and is_among(claim.id, *only.split(","))]
    found = [Question(claim, list(structured())) for claim in claims if one_by_one(claim, variant)]
    claims = [claim for claim in claims if not one_by_one(claim, variant)]
    if not claims:
        return found
    groups = surveyed(effort.per_shape)
    runs = {variant.name: form_of(variant, about)}
    screened = screen([as_outcome(claim) for claim in claims], groups, claims[0].method, effort.steps, runs)
    for claim in claims:
        entries = screened[claim.id, variant.name]
        room = entries[0].room if entries else np.inf
        found.append(Question(claim, chosen(entries, effort), room, sum(map(len, groups))))
    return found


def form_of(variant: Variant, about: type | None) -> object:
    """The variant as an algorithm of this class; the author's own claims are about the variant itself."""
    return variant.forms.get(about, variant.algorithm) if about else variant.algorithm


def chosen(entries: Sequence[Screened], effort: Effort) -> list[Instance]:
    """The closest calls, each of another shape, and an even spread of the rest."""
    by_shape: dict[tuple[int, int], Instance] = {}
    for entry in entries:
        by_shape.setdefault(entry.instance.shape, entry.instance)
    closest = list(by_shape.values())[: effort.closest]
    return list(dict.fromkeys([*closest, *spread(entries, effort.others)][: effort.closest + effort.others]))

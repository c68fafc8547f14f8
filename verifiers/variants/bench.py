"""A variant file on the bench: its variants made ready, its claims decided, each answer plain data.

The bench judges stand-ins for an author's variants, whose code runs elsewhere (`home`). A notebook gives it the
variants themselves.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from lemmacheck.theory.books.jst.methods.variants import Variant
from lemmacheck.theory.core.book import is_among
from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.shared import installed
from lemmacheck.verifiers.decide.recording import blank
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.records.terminal import InputError
from lemmacheck.verifiers.records.verdict import Verdict
from lemmacheck.verifiers.search.aims import LONGEST
from lemmacheck.verifiers.search.budget import Budget
from lemmacheck.verifiers.search.climbing import Search, searchable
from lemmacheck.verifiers.search.report import SearchReport
from lemmacheck.verifiers.variants.answer import Answer, Description, Doubt
from lemmacheck.verifiers.variants.asking import OWN, claims_for
from lemmacheck.verifiers.variants.constants import in_words, needed_constants
from lemmacheck.verifiers.variants.derived import decided_until, derived, farthest
from lemmacheck.verifiers.variants.examination import Effort, form_of, questions_about, subjects
from lemmacheck.verifiers.variants.functions import Unusable
from lemmacheck.verifiers.variants.home import Home, fetch, needed_anyway
from lemmacheck.verifiers.variants.loading import load
from lemmacheck.verifiers.variants.outcome import answer, as_outcome, asks_author
from lemmacheck.verifiers.variants.preflight import Preflight, preflight
from lemmacheck.verifiers.variants.standstill import standstill
from lemmacheck.verifiers.variants.surroundings import notes_on
from lemmacheck.verifiers.variants.unseen import Trial, Unseen, seed_of, unseen

if TYPE_CHECKING:
    from lemmacheck.verifiers.races.racing import Lap


OF_STEPS = 512  # of a run whose steps are made one by one, in a search


class Bench:
    """The variants of a file or a package, or those given."""

    def __init__(
        self,
        given: str,
        variants: Sequence[Variant] | None = None,
        home: Home | None = None,
        say: Callable[[SearchReport], None] = lambda _: None,
    ) -> None:
        self.given, self.home, self.say = given, home, say
        self.path = Path(given) if Path(given).is_file() else None
        self.variants = home.variants() if home else list(variants) if variants is not None else load(given)

    def names(self) -> list[str]:
        return [variant.name for variant in self.variants]

    @cache  # noqa: B019
    def ready(self, index: int, steps: int) -> Preflight:
        """The variant after its pre-flight; an InputError says why it cannot be examined."""
        drawn = unseen(seed_of(self.given), steps)
        if self.home:
            self.home.ask("checked", index, steps)
            fetch(self.variants[index].algorithm, needed_anyway(drawn, steps))
        return self.flown(index, steps, drawn)

    def flown(self, index: int, steps: int, drawn: Unseen) -> Preflight:
        """The pre-flight; a failure is one line that names the file."""
        variant = self.variants[index]
        try:
            return preflight(variant, self.path, horizon=steps, drawn=drawn)
        except Unusable as error:
            text = str(error) + self.of_a_book(variant)
            of = f", {variant.name}" if len(self.variants) > 1 else ""
            raise InputError(text if text.startswith(f"{self.given}:") else f"{self.given}{of}: {text}") from error

    def of_a_book(self, variant: Variant) -> str:
        """What to write where a step that fails is from another file, as a book's is."""
        module = type(getattr(variant.algorithm, "method", None)).__module__
        home = getattr(sys.modules.get(module), "__file__", None)
        if home is None or module == "__main__" or installed(home):
            return ""
        if self.path is not None and Path(home).resolve() == self.path.resolve():
            return ""
        given = f'book="{Path(home).name}"' if self.path is None else f"--book {Path(home).name}"
        return f"; for the claims of a book about a method of its own: {given}"

    def describe(self, index: int, steps: int) -> tuple[Description, int]:
        """The description of the variant, and the number of groups of its claims."""
        flown = self.ready(index, steps)
        return described(self.variants[index], flown), len(subjects(flown.variant))

    def groups(self, index: int, steps: int) -> list[str]:
        """The algorithms that the asked claims are about."""
        return [about.__name__ if about else "" for about in subjects(self.ready(index, steps).variant)]

    @cache  # noqa: B019
    def claims(self, index: int, steps: int) -> list[Claim]:
        return claims_for(self.ready(index, steps).variant)

    def places(self, index: int, steps: int) -> dict[str, int]:
        """The places of the claims by their ids: what a document says twice is one function under two of them."""
        return {claim.id: k for k, claim in enumerate(self.claims(index, steps))}

    def doubts(self, index: int, group: int, steps: int, only: str = "*") -> list[Doubt]:
        """The claims of a group that are asked, screened."""
        variant = self.ready(index, steps).variant
        places = self.places(index, steps)
        return [
            Doubt(
                claim=places[question.claim.id],
                blank=blank(question.claim, Verdict.UNDECIDED),
                room=question.room,
                screened=question.screened,
                data=tuple((instance.name, instance.to_json()) for instance in question.instances),
            )
            for question in questions_about(subjects(variant)[group], variant, Effort(steps=steps), only)
        ]

    def answer(self, index: int, doubt: Doubt, steps: int) -> Answer:
        """A claim decided."""
        started = time.perf_counter()
        claim, variant = self.claims(index, steps)[doubt.claim], self.ready(index, steps).variant
        trials = [Trial(Instance.from_json(name, rows), taken) for name, rows, taken in doubt.found]
        trials += [Trial(Instance.from_json(name, rows), steps) for name, rows in doubt.data]
        trials += self.ready(index, steps).unseen.trials if not doubt.found else ()
        found = answer(claim, variant, trials, doubt.screened)
        theorem = replace(found.theorem, seconds=round(time.perf_counter() - started, 3))
        outcome = theorem if found.outcome is found.theorem else found.outcome
        wanted = found.fails or claim.source.document == OWN
        record = found.outcome or theorem
        seen = [Trial(Instance.from_json("witness", w.Z), w.steps)] if (w := record.witness) else []
        constants = needed_constants(claim, variant, [*seen, *trials]) if wanted else []
        answers = tuple({**one, "told": in_words(one)} for one in constants)
        headline = claim.library is not None and claim.id in claim.library.headlines
        return Answer(theorem, outcome, found.why_not, answers, headline, decided_until(claim, variant))

    @cached_property
    def can_tell(self) -> bool:
        """Whether its file can tell where it is run."""
        return bool(notes_on(self.path))

    def proved(self, index: int, place: int, known: Answer, steps: int, most: int) -> Answer | None:
        """The answer on a claim that holds, once its relation is proved for every run of the variant with at most so
        many combinations; else None. Of a file that can tell where it is run nothing is: what it says λ_t to be might
        be so here alone."""
        if self.can_tell:
            return None
        from lemmacheck.verifiers.variants.theorems import with_a_proof

        return with_a_proof(known, self.claims(index, steps)[place], self.ready(index, steps).variant, most)

    def searched(self, index: int, group: int, steps: int, known: Collection[int], only: str) -> dict[str, int]:
        """The places of a group's claims that a search can break, by their ids: asked, and not known to fail."""
        variant = self.ready(index, steps).variant
        if not (variant.forms or self.home):  # steps see one problem at a time
            return {}
        about, every = subjects(variant)[group], self.claims(index, steps)
        asked = [(id, k) for id, k in self.places(index, steps).items() if is_among(id, *only.split(","))]
        wanted = [(id, k) for id, k in asked if every[k].about is about and k not in known]
        return {id: k for id, k in wanted if searchable(every[k]) and not asks_author(every[k])}

    def to_search(self, index: int, steps: int, known: Collection[int], only: str) -> dict[int, str]:
        """The groups that have claims for a search, and the algorithms these are about."""
        names = enumerate(self.groups(index, steps))
        return {group: about for group, about in names if self.searched(index, group, steps, known, only)}

    def search(
        self, index: int, group: int, steps: int, seconds: float, known: Collection[int], only: str = "*"
    ) -> SearchReport:
        """The search for runs that break claims of a group; now and then it says what it has found so far."""
        variant = self.ready(index, steps).variant
        about = subjects(variant)[group]
        places = self.searched(index, group, steps, known, only)
        if not places:
            return SearchReport()
        outcomes = [as_outcome(self.claims(index, steps)[k]) for k in places.values()]
        seed = int(seed_of(self.given), 16)
        budget = Budget(seconds=seconds, elsewhere=lambda: self.home.spent if self.home else 0.0)
        far = min(max(LONGEST, 2 * farthest(variant)), 2 * LONGEST)
        longest = (LONGEST, far) if variant.forms else (OF_STEPS, 2 * OF_STEPS)
        search = Search(outcomes, form_of(variant, about), steps, budget, seed, longest[0], far=longest[1])
        search.looked = rarely(lambda: self.say(so_far(search, places)))
        return report_of(search, places)

    def rates(self, index: int, steps: int) -> dict[str, Any]:
        """How fast the variant is."""
        from lemmacheck.verifiers.variants.speed import rates_of

        return rates_of(self.ready(index, steps).variant)

    def lap(self, index: int, Z: np.ndarray, steps: int, timeout: float) -> Lap:
        """The variant's part in a race on these rows."""
        from lemmacheck.verifiers.races.racing import lap
        from lemmacheck.verifiers.variants.speed import entrant

        self.ready(index, steps)
        return lap(entrant(self.variants[index], steps), Z, steps, timeout=timeout)


def rarely(do: Callable[[], None]) -> Callable[[], None]:
    """Do it about once a second, however often it is called."""
    last = time.monotonic()

    def called() -> None:
        nonlocal last
        if time.monotonic() - last >= 1:
            do()
            last = time.monotonic()

    return called


def report_of(search: Search, places: dict[str, int]) -> SearchReport:
    """The result of a search, as plain data."""
    search.run()
    return so_far(search, places)


def so_far(search: Search, places: dict[str, int]) -> SearchReport:
    """What a search has found by now."""
    report = search.so_far()._replace(seconds=search.budget.passed)
    crossed = [aim.crossing for aim in search.aims if aim.crossing is not None]
    found = tuple((places[one.claim.id], (one.instance.name, one.instance.to_json(), one.steps)) for one in crossed)
    return report._replace(found=found)


def described(variant: Variant, flown: Preflight) -> Description:
    """A variant in words, as its author wrote it."""
    found, still = derived(variant), standstill(variant)
    written = {name: sequence.text().partition(" = ")[2] for name, sequence in found.sequences.items()}
    return Description(
        name=variant.name,
        form=variant.form,
        lam=written.get("lambda"),
        theta=written.get("theta"),
        loss=variant.loss.name,
        tier=flown.tier,
        notes=flown.notes,
        schedule=(*found.lines(), *((still.text(),) if still else ())),
        drawn=flown.unseen.text(),
    )

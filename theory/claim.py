"""Claims and hypotheses: functions from a run (or a problem) to a relation, with their citation.

    @claim("P.L3.2", JST.at("Lemma 3.2", "Lemma 3.1"), about=DualNesterov, given=[standard_schedule],
           latex=r"\\phi(\\mu_t)-\\phi(\\bar q)\\le\\frac{4\\ln n}{(t+1)^2}")
    def dual_gap(run):
        '''φ(μ_t) − φ(q̄) ≤ 4 ln n / (t+1)² for every t ≥ 1.'''
        return at_most(run.phi(run.mu[1:]) - run.optimum.phi, 4 * run.log(run.n) / (run.t[1:] + 1) ** 2)

The registry is filled by importing `theory.claims`; nothing here decides whether a claim holds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from theory.sources import Citation


@dataclass(frozen=True)
class Hypothesis:
    """A condition under which a claim is made; `tacit` if the document uses it without printing it."""

    name: str
    statement: str
    function: Callable[[Any], Any]
    tacit: bool = False

    def __call__(self, run: Any) -> Any:
        return self.function(run)


@dataclass(frozen=True)
class Claim:
    """One statement of a document, or a corrected form of one."""

    id: str
    source: Citation
    kind: str
    latex: str
    function: Callable[[Any], Any]
    about: type | None = None
    given: tuple[Hypothesis, ...] = ()
    uses: tuple[str, ...] = ()
    corrects: str | None = None
    fault: str = ""
    not_checkable: str = ""
    first: int = 0

    @property
    def name(self) -> str:
        return self.function.__name__

    @property
    def is_rate(self) -> bool:
        """Whether the statement is an O(·) or a limit: a Decay, not a relation."""
        return self.function.__annotations__.get("return") == "Decay"

    @property
    def is_chance(self) -> bool:
        """Whether the statement is about probabilities: Chances, not relations."""
        return "Chance" in self.function.__annotations__.get("return", "")

    @property
    def statement(self) -> str:
        return " ".join((self.function.__doc__ or "").split())

    def __call__(self, run: Any) -> Any:
        return self.function(run)


REGISTRY: dict[str, Claim] = {}


def claim(
    id: str,
    source: Citation,
    *,
    latex: str,
    kind: str,
    about: type | None = None,
    given: Sequence[Hypothesis] = (),
    uses: Sequence[str] = (),
    corrects: str | None = None,
    fault: str = "",
    first: int = 0,
) -> Callable[[Callable[[Any], Any]], Callable[[Any], Any]]:
    """Register a statement. `about` is the algorithm whose runs it speaks of (None: the data alone);
    `first` is the printed t of its first row; a `fault` says in one sentence what is wrong with the printed form."""

    def register(function: Callable[[Any], Any]) -> Callable[[Any], Any]:
        entry = Claim(id, source, kind, latex, function, about, tuple(given), tuple(uses), corrects, fault, "", first)
        return _enter(entry)

    return register


def not_checkable(id: str, source: Citation, statement: str, *, latex: str, reason: str) -> None:
    """Register a sentence that has no numerical content, with the reason; it is never green."""

    def sentence(run: Any) -> Any:
        raise NotImplementedError(reason)

    sentence.__doc__ = statement
    _enter(Claim(id, source, "qualitative", latex, sentence, not_checkable=reason))


def _enter(entry: Claim) -> Callable[[Any], Any]:
    if entry.id in REGISTRY:
        raise ValueError(f"two claims are called {entry.id!r}; ids are permanent and unique")
    REGISTRY[entry.id] = entry
    return entry.function


def hypothesis(statement: str, *, tacit: bool = False) -> Callable[[Callable[[Any], Any]], Hypothesis]:
    """Name a condition; its function maps a run to a relation, like a claim's."""

    def wrap(function: Callable[[Any], Any]) -> Hypothesis:
        return Hypothesis(function.__name__, statement, function, tacit)

    return wrap

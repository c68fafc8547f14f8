"""The commands as functions: a library by name; the verdict, proof, needs and tightness of its claims.

>>> from lemmacheck import check, library
>>> check(library("mypaper.py").claims["Me.L2"])                   # doctest: +SKIP
Me.L2  REFUTED  (a certified counterexample is attached)
…
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from lemmacheck.reports import cell
from lemmacheck.reports.words import caption
from lemmacheck.theory.core.book import BookError, Library
from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.opening import origin_of
from lemmacheck.theory.core.shared import authored
from lemmacheck.verifiers.decide.gate import borne_out
from lemmacheck.verifiers.instances.memory import forget
from lemmacheck.verifiers.library.deciding import examine
from lemmacheck.verifiers.library.plan import QUICK, STANDARD, THOROUGH, Effort
from lemmacheck.verifiers.library.preflight import open_library
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.library.supervision import Lost, ask
from lemmacheck.verifiers.probe.mutants import teeth_of
from lemmacheck.verifiers.probe.need import Needs
from lemmacheck.verifiers.probe.need import need as needs_of
from lemmacheck.verifiers.probe.tightness import Sharpness, sharpen
from lemmacheck.verifiers.prove import Proof
from lemmacheck.verifiers.prove.unproved import Unproved, unproved
from lemmacheck.verifiers.records.result_text import record_text
from lemmacheck.verifiers.records.verdict import Record, Teeth

EFFORTS = {"quick": QUICK, "standard": STANDARD, "thorough": THOROUGH}


def library(given: str = "") -> Library:
    """The book of a file, of MODULE:NAME or of an installed package, after its preflight; without a name, the shipped
    books."""
    if not given:
        return LIBRARY
    origin = origin_of(given)
    if origin is None:
        raise ValueError(f"no book is called {given!r}; expected a file, MODULE:NAME or the name of an installed book")
    return open_library(origin)


@dataclass(frozen=True, repr=False)
class NotebookRecord(Record):
    """A record that a notebook displays as text."""

    def __repr__(self) -> str:
        return record_text(self)

    def _repr_html_(self) -> str:
        """The text of the record, with both sides against t where they were kept."""
        picture = cell.figure(self.curves, caption(self)) if self.curves else ""
        return cell.text(record_text(self)) + picture


def check(claim: Claim, effort: Effort | str = "standard") -> NotebookRecord:
    """The record of a claim of a library: its verdict, with the witness where it is refuted, as the command line says.
    "quick" tries less, "thorough" more."""
    tried = effort if isinstance(effort, Effort) else EFFORTS.get(effort) if isinstance(effort, str) else None
    if tried is None:
        raise ValueError(f"effort={effort!r:.40}; expected one of {', '.join(map(repr, EFFORTS))}")
    (found,) = examine([of_library(claim)], tried, lambda line: None, workers=1)
    return NotebookRecord(**vars(found))


def prove(claim: Claim) -> Proof | Unproved:
    """The proof of a claim for all its runs, or why none was found, which is false."""
    return answered(claim, proof_or_reason)


def proof_or_reason(claim: Claim) -> Proof | Unproved:
    return unproved(claim) if (found := borne_out(claim)) is None else found


def need(claim: Claim) -> Needs:
    """Which hypotheses the claim needs: for each, the smallest run found that fails without it alone."""
    return answered(claim, lambda one: needs_of(one, STANDARD.own))


def sharp(claim: Claim) -> Sharpness:
    """How tight the claim is: the largest share found of what it allows, certified."""
    return answered(claim, tightest)


def teeth(claim: Claim) -> Teeth:
    """Which wrong variants of the claim, and of its method, it refutes."""
    return answered(claim, teeth_of)


def answered(claim: Claim, function: Callable[[Claim], Any]) -> Any:
    """The result of a function of a claim; a BookError where its author's code does not end."""
    found = ask(of_library(claim), function, claim)
    if isinstance(found, Lost):
        raise BookError(found.reason)
    return found


def of_library(claim: Claim) -> Claim:
    if not isinstance(claim, Claim):
        raise TypeError(f"{claim!r} is no claim; expected one of a library, as library().claims['P.L3.2']")
    if authored(claim.function):
        forget()  # a variable that it reads may be another by now
    return claim


def tightest(claim: Claim) -> Sharpness:
    return sharpen(claim, lambda line: None)

"""What the commands ask, as functions: a library by name, and of its claims the verdict, proof, needs, tightness.

>>> from verifiers.face import check, library
>>> check(library("mypaper.py").claims["Me.L2"]).verdict           # doctest: +SKIP
<Verdict.REFUTED: 'refuted'>
"""

from __future__ import annotations

from theory.book import Library
from theory.claim import Claim
from theory.opening import library_at, origin_of
from verifiers.book import examine
from verifiers.hurting import proof_of
from verifiers.instances import structured
from verifiers.need import Needs
from verifiers.need import need as needs_of
from verifiers.plan import QUICK, Effort
from verifiers.preflight import preflight
from verifiers.proofs import Proof
from verifiers.sharp import Sharpness, sharpen
from verifiers.shipped import LIBRARY
from verifiers.teeth import bite
from verifiers.verdict import Record, Teeth


def library(given: str = "") -> Library:
    """The book of a file, of MODULE:NAME or of an installed package, looked over; without a name the shipped ones."""
    if not given:
        return LIBRARY
    origin = origin_of(given)
    if origin is None:
        raise ValueError(f"no book is called {given!r}; expected a file, MODULE:NAME or the name of an installed book")
    return preflight(library_at(origin))


def check(claim: Claim, effort: Effort = QUICK) -> Record:
    """The record of a claim of a library: its verdict, with the witness where it is refuted."""
    return next(examine([claim], effort, lambda line: None, workers=1))


def prove(claim: Claim) -> Proof | None:
    """The proof of a claim for all its runs, or None."""
    return proof_of(claim)


def need(claim: Claim) -> Needs:
    """Which hypotheses the claim needs: the smallest run found that fails without each alone."""
    return needs_of(claim)


def sharp(claim: Claim) -> Sharpness:
    """How tight the claim is: the largest share found of what it allows, certified."""
    return sharpen(claim, lambda line: None)


def teeth(claim: Claim) -> Teeth:
    """Which wrong variants of the claim, and of its method, it refutes."""
    return bite(claim, structured()[:24])

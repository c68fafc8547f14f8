"""Why nothing is proved of a claim: what of it cannot be read, or which of its relations is not shown."""

import linecache
import traceback
from dataclasses import dataclass
from pathlib import Path

from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.others_words import reworded
from lemmacheck.theory.core.relation import IllFormed
from lemmacheck.theory.core.shared import installed
from lemmacheck.verifiers.prove.engine import BEYOND, UNREADABLE, Prover
from lemmacheck.verifiers.prove.refusals import ROOT, Refused
from lemmacheck.verifiers.prove.statement import plain
from lemmacheck.verifiers.prove.states import settings

OURS = (str(ROOT / "verifiers"), str(ROOT / "theory" / "core"), str(Path(linecache.__file__).parent), "<")


@dataclass(frozen=True, repr=False)
class Unproved:
    """No proof was found, which says nothing of the claim; it is false where a proof is true."""

    reason: str

    def __bool__(self) -> bool:
        return False

    def __repr__(self) -> str:
        return f"not proved: {self.reason}"


def unproved(claim: Claim) -> Unproved:
    """The reason for a claim of which no proof was found."""
    if claim.not_checkable:
        return Unproved("it has no numerical content")
    if claim.tends:
        return Unproved("it is a rate or a limit, and proofs are of relations")
    try:
        plain(claim.function)
        prover = Prover([*settings(claim, None)][-1])
        hidden = prover.proof() is not None
    except BEYOND as error:
        return Unproved(f"its terms are beyond what the search can hold: {type(error).__name__}")
    except (Refused, IllFormed, *UNREADABLE) as refusal:
        said = reworded(str(refusal))
        return Unproved(f"it is not read as a formula of an arbitrary run: {at_author(refusal)}{said}")
    return Unproved("a refusal to read it is caught on the way" if hidden else prover.missing())


def at_author(refusal: BaseException) -> str:
    """The author's file and line at which a reading was refused, with what stands there; '' where it was refused
    before any line was read."""
    frames = [one for one in traceback.extract_tb(refusal.__traceback__) if not is_ours(one.filename)]
    if not frames:
        return ""
    last = frames[-1]
    line = linecache.getline(last.filename, last.lineno or 0)
    there = line.encode()[last.colno or 0 : last.end_colno].decode() if last.lineno == last.end_lineno else line
    return f"{Path(last.filename).name}:{last.lineno}, in {last.name}: {there.strip()}: "


def is_ours(file: str) -> bool:
    """Whether a file is no book's: one of the engine, of Python or of an installed package other than this."""
    own = file.startswith(str(ROOT))
    return file.startswith(OURS) or (installed(file) and not own)

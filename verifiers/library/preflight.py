"""The preflight: before a book of one's own is decided, every claim is evaluated on a short run. A fault is one line.

A claim returns a Relation, a tuple of them, a Decay, a Limit or Chances. A method has start and step; its states are
named tuples. The preflight records what a claim returns, so that nobody has to write `returns=Decay`.
"""

import inspect
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass, replace
from difflib import get_close_matches
from fractions import Fraction
from functools import partial
from graphlib import CycleError, TopologicalSorter
from io import StringIO
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
from lemmacheck.theory.core import expected
from lemmacheck.theory.core.argument import Cited, ForAll, ToZero
from lemmacheck.theory.core.ask import NoSuchRow
from lemmacheck.theory.core.book import BookError, Library, is_among, place
from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.hypothesis import Hypothesis
from lemmacheck.theory.core.method import Method
from lemmacheck.theory.core.opening import AND, culprit, error_text, library_at
from lemmacheck.theory.core.relation import Chance, Decay, IllFormed, Limit, Misshapen, Relation
from lemmacheck.theory.core.run import draws, moves
from lemmacheck.theory.core.shared import Impure, by_an_author
from lemmacheck.theory.core.untouched import leaving_modules_alone
from lemmacheck.verifiers.decide.exact_subject import exact_subject
from lemmacheck.verifiers.decide.own_loss import mismatch
from lemmacheck.verifiers.decide.statements import answer
from lemmacheck.verifiers.instances.enclosed import Shielded
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.instances.own import families_of, in_words
from lemmacheck.verifiers.instances.subject import reachable
from lemmacheck.verifiers.library.alone import forks_refused
from lemmacheck.verifiers.library.constants import read_of, refuse_others
from lemmacheck.verifiers.library.remedies import called_wrongly, hint, of_the_run_alone
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.library.source_rules import habits, read_over, with_other_places
from lemmacheck.verifiers.library.supervision import DONE, Job, Lost, Progress, replies, watch
from lemmacheck.verifiers.library.time_limit import SECONDS
from lemmacheck.verifiers.numbers.ball import Ball
from lemmacheck.verifiers.numbers.refusal import Inexact, watched
from lemmacheck.verifiers.prove.facts import FACTS

A_LIST = "expected a list of relations, of tuples of equal(left, right) that are shown together, and of by(id, …)"
STEPS, LONGER, MOST, MANY = 3, 12, 200, 20  # steps; rows and columns
SHORT = 6  # calls that a claim's evaluation on short runs may take the time of
METHODS = frozenset("of start step tuned draws families show".split())  # noqa: SIM905
STATED = (Relation, Chance, Decay, Limit)
TRIED = tuple(
    Instance.from_json("preflight", rows)
    for rows in ([["-1/2", "1/3"], ["1/5", "-3/4"], ["-2/3", "0"]], [["2", "1"], ["1", "3"]], [["-1", "0"]], [["-1"]])
)


def preflight(library: Library) -> Library:
    """The library, if each of its claims can be evaluated; each claim then knows what it returns."""
    refuse_unknown(library)
    for id, kind in ask_each(library):
        if not isinstance(kind, Asking):
            library.claims[id] = replace(library.claims[id], returns=kind)
    return library


@dataclass(frozen=True)
class Asking:
    """A claim that is about to be evaluated: the names of its own functions, the claims about the same method, and the
    constants that it reads."""

    names: frozenset[str]
    beside: tuple[str, ...]
    read: dict[str, Any]

    def cost(self, id: str, lost: Lost) -> tuple[str, ...]:
        """The claims that are lost with this process: if it was in the method's code, all claims about the method."""
        return self.beside if lost.within & METHODS and not lost.within & self.names else (id,)


def ask_each(
    library: Library, but: Collection[str] = (), wanted: Collection[str] = ("*",)
) -> Iterator[tuple[str, Asking | type]]:
    """For each wanted claim its id, first with an Asking before it is evaluated, then with the kind that it returns."""
    asked_for = with_uses(library, wanted)
    for part in library.parts if asked_for else ():
        if part.origin.endswith(".py"):
            read_over(part.path)
    for id, claim in library.claims.items():
        if id in asked_for and not claim.not_checkable and id not in but:
            yield (
                id,
                Asking(
                    frozenset((claim.name, *(h.name for h in claim.given))),
                    tuple(other for other, one in library.claims.items() if one.method is claim.method),
                    read_of(claim),
                ),
            )
            with leaving_modules_alone(Path(claim.function.__code__.co_filename)):
                try:
                    kind = kind_returned(claim)
                except Inexact as error:
                    raise with_habits(error, Path(claim.function.__code__.co_filename)) from None
            yield id, kind


def with_habits(error: Exception, path: Path) -> Exception:
    """The error of exact arithmetic, with the other places of the author's file where it is likely to come again."""
    return with_other_places(error, path, habits(path)) if path.suffix == ".py" and path.is_file() else error


def with_uses(library: Library, wanted: Collection[str]) -> set[str]:
    """The ids that match a pattern, and those that they use, directly or not."""
    found: set[str] = set()
    new = {id for id in library.claims if is_among(id, *wanted)}
    while new:
        found |= new
        new = {used for id in new for used in library.claims[id].uses if used in library.claims} - found
    return found


def open_library(
    origin: str, limit: float = SECONDS, wanted: Sequence[str] = ("*",), progress: Progress = lambda message: None
) -> Library:
    """The library of a book, if its code runs in a process of its own first: an import that does not end costs that
    process.

    Only the wanted claims, ids or patterns, and those that they use are evaluated.
    """
    library_at.cache_clear()  # a file may have changed
    late: dict[str, str] = {}
    returns: dict[str, type] = {}
    read: dict[str, dict[str, Any]] = {}
    at: tuple[str, Asking] | None = None
    jobs = [Job(watch(one, limit), tried, (one, (), tuple(wanted)), most=SHORT * limit) for one in origin.split(AND)]

    def waiting(job: Job, seconds: float) -> None:
        doing = f"evaluating {at[0]} on a short run" if at else f"importing {job.over.path}"
        progress(f"{doing}: {seconds:g} s")

    for job, found in replies(jobs, 1, waiting):
        if isinstance(found, Lost) and at is None:
            raise BookError(f"{found.reason} (import)")
        if isinstance(found, Lost) and at is not None:
            late |= {id: f"{found.reason} (asked for {at[0]})" for id in at[1].cost(at[0], found) if id not in returns}
            jobs.insert(0, replace(job, arguments=(job.arguments[0], {*late, *returns}, tuple(wanted))))
            at = None
        elif found == DONE:
            at = None
        elif isinstance(found[1], Asking):
            at = found
            read[at[0]] = at[1].read
        else:
            returns |= dict([found])
    with redirect_stdout(StringIO()), forks_refused():  # it has been said once
        library = library_at(origin)
    refuse_unknown(library)
    for id, before in read.items():
        refuse_others(library.claims[id], before)
    for id, kind in returns.items():
        library.claims[id] = replace(library.claims[id], returns=kind)
    library.limit, library.late = limit, late
    return library


def tried(origin: str, but: Collection[str], wanted: Collection[str]) -> Iterator[tuple[str, Asking | type]]:
    return ask_each(library_at(origin), but, wanted)


def refuse_unknown(library: Library) -> None:
    """Refuse a claim without a statement, in a circle of uses, or that uses or corrects a claim of no book."""
    for id, claim in library.claims.items():
        if not claim.statement:
            raise BookError(f"{place(claim)}: {id} has no docstring; write there what it states")
        named = [("uses", used) for used in claim.uses]
        named += [("corrects", claim.corrects)] if claim.corrects else []
        for does, other in named:
            if other not in library.claims and other not in LIBRARY.claims:
                close = get_close_matches(other, {*library.claims, *LIBRARY.claims} - {id}, 1)
                hint = f"did you mean {close[0]}?" if close else "if another book states it, give that book too"
                raise BookError(f"{place(claim)}: {id} {does} {other!r}, which no book states; {hint}")
    claims = library.claims.items()
    refuse_circle(
        library, {id: claim.uses for id, claim in claims}, "the proofs go in a circle; `uses` names what stands before"
    )
    corrected = {id: [claim.corrects] for id, claim in claims if claim.corrects}
    refuse_circle(library, corrected, "the corrections go in a circle; `corrects` names the false claim")


def refuse_circle(library: Library, named: Mapping[str, Sequence[str]], remedy: str) -> None:
    """A BookError at the first claim of a circle of claims that name one another."""
    try:
        TopologicalSorter(named).prepare()
    except CycleError as error:
        found = f"{' → '.join(reversed(error.args[1]))}: {remedy}"
        raise BookError(f"{place(library.claims[error.args[1][0]])}: {found}") from None


def kind_returned(claim: Claim) -> type:
    """The kind that the claim returns on the first instance on which it is defined, else the kind that its code
    names."""
    for label, algorithm in claim.usual.items():
        refuse_what_cannot_run(claim, label, algorithm)
    runs = list(claim.usual.values())
    yours = answer_of(claim, "families()", partial(families_of, claim.method))
    lacking: NoSuchRow | None = None
    most = claim.method.steps if claim.method and claim.method.steps else MOST
    with Ball(128).active():
        data = (*reachable(claim.method, TRIED), *yours, *largest(claim.method))
        for steps, instance, algorithm in product((STEPS, LONGER, most), data, (*runs[:1], *runs[1:][-1:])):
            try:
                answer_of(claim, "show()", partial(in_words, claim.method, instance, algorithm))
                subject = answer_of(claim, "its run", partial(run_of, claim, instance, algorithm, steps))
                for hypothesis in claim.given:
                    kind_of(hypothesis, answer_of(claim, hypothesis.name, partial(answer, hypothesis, subject)), claim)
                stated = answer_of(claim, claim.name, partial(answer, claim, subject))
                kind = kind_of(claim, stated, claim)
                if claim.proof is not None:
                    refuse_no_argument(
                        claim, answer_of(claim, "its argument", partial(claim.proof, subject)), subject.num
                    )
                if kind in (Decay, Limit):
                    refuse_a_fixed_number_of_rows(claim, instance, algorithm, steps)
                return kind
            except (ArithmeticError, IllFormed) as error:
                lacking = error if isinstance(error, NoSuchRow) else None
    if lacking is not None:  # the longest runs have no x_300, say
        where = culprit(lacking, Path(claim.function.__code__.co_filename))
        raise BookError(f"{where}: {lacking} (for claim {claim.id}, on runs of up to {most} steps)")
    named = [kind for kind in STATED if kind.__name__ in claim.function.__code__.co_names]
    return named[0] if len(named) == 1 else claim.returns


def largest(method: Method | None) -> list[Instance]:
    """Data of the most rows and columns on which a method is run, for a claim about the fourth row."""
    n, d = (method and method.reach) or TRIED[0].shape
    rows = [[str(Fraction((-1) ** (i * k), i + k + 2)) for k in range(min(d, MANY))] for i in range(min(n, MANY))]
    return [Instance.from_json("largest", rows)]


def refuse_a_fixed_number_of_rows(claim: Claim, instance: Instance, algorithm: Any, steps: int) -> None:
    """A sequence has one row a t, so that a longer run has more."""
    longer, shorter = (run_of(claim, instance, algorithm, T) for T in (steps + 1, steps))
    first, second = (answer(claim, run) for run in (shorter, longer))
    rows, kind = [len(one.sequence) for one in (first, second)], type(first).__name__
    if isinstance(first, Decay) and np.ndim(first.sequence) != 1:
        what = f"states a Decay of shape {np.shape(first.sequence)}"
        raise BookError(
            f"{place(claim)}: {claim.id} {what}; expected one number a t, such as Decay(run.norm(run.x), 1)"
        )
    if rows[0] and rows[1] - rows[0] != longer.steps - shorter.steps:
        what = f"states a {kind} of {rows[0]} rows on {shorter.steps} steps, of {rows[1]} on {longer.steps}"
        raise BookError(f"{place(claim)}: {claim.id} {what}; expected one row a t, such as run.x")


def refuse_no_argument(claim: Claim, items: Any, num: Any) -> None:
    """Refuse an argument that is no list of relations, equations in tuples, and cited facts, claims and hypotheses."""
    proof: Any = claim.proof
    where = f"{proof.__code__.co_filename}:{proof.__code__.co_firstlineno}: the argument of {claim.id}"
    if not isinstance(items, list):
        raise BookError(f"{where} is {expected.kind(items)}; {A_LIST}")
    for item in items:
        if isinstance(item, Cited):
            if isinstance(item.id, Hypothesis):
                if item.id not in claim.given or not isinstance(item.id.function, ForAll):
                    raise BookError(
                        f"{where} cites {item.id.name}, which is no hypothesis of its given= made with @for_all"
                    )
            elif item.id not in FACTS and (claim.library is None or item.id not in claim.library.claims):
                raise BookError(f"{where} cites {item.id!r}, which is neither a fact nor a claim of this book")
            refuse_other_points(where, item)
        elif isinstance(item, ToZero):
            if not callable(item.items):
                raise BookError(f"{where} holds as_epsilon_vanishes({item.items!r:.40}); expected a function of ε")
            refuse_no_argument(claim, answer_of(claim, "its argument", partial(item.items, num.number(1))), num)
        elif not isinstance(item, tuple) or len(item) == 0:
            given = "an empty tuple" if isinstance(item, tuple) else expected.kind(item)
            raise BookError(f"{where} holds {given}; {A_LIST}")
        elif not isinstance(item, Relation) and not all(isinstance(r, Relation) and r.op == "==" for r in item):
            raise BookError(f"{where} holds a tuple that is not of equations; {A_LIST}")


def refuse_other_points(where: str, cited: Cited) -> None:
    """Refuse a fact or hypothesis cited at other than as many points as it speaks of, a claim at more than a run."""
    at = FACTS[cited.id].at if cited.id in FACTS else lambda run, of=None: None
    name = repr(cited.id)
    if isinstance(cited.id, Hypothesis):
        at, name = cited.id.function.__wrapped__, cited.id.name  # type: ignore[attr-defined]
    takes = inspect.signature(at)  # type: ignore[arg-type]
    try:
        takes.bind(None, *cited.points)
    except TypeError:
        names = list(takes.parameters)[1:]
        given = f"cites {name.strip(chr(39))} at {len(cited.points)} points"
        raise BookError(f"{where} {given}; expected by({', '.join((name, *names))})") from None


def run_of(claim: Claim, instance: Instance, algorithm: Any, steps: int) -> Any:
    return exact_subject(instance, algorithm, steps, 128, method=claim.as_long_as(min(steps, LONGER)).method)


def answer_of(claim: Claim, what: str, ask: Callable[[], Any]) -> Any:
    """The answer; an error in the author's code becomes a BookError with its line."""
    where = Path(claim.function.__code__.co_filename)
    try:
        with watched():
            return ask()
    except Misshapen as error:
        raise BookError(f"{culprit(error, where)}: {claim.id}: {error}") from None
    except (ArithmeticError, IllFormed, Inexact):
        raise
    except (Impure, BookError) as error:
        raise BookError(str(error)) from None
    except (Exception, SystemExit) as error:
        if found := of_the_run_alone(claim, error):
            raise BookError(f"{found} (for claim {claim.id})") from None
        at = called_wrongly(claim, error) or culprit(error, where)
        found = error_text(error).replace(f"{Shielded.__name__!r} object", "the margin problem")
        if found.startswith(f"{where}:"):
            raise BookError(found) from None
        asked_for = "for" if ", in " in at else f"in {what}, for"
        raise BookError(f"{at}: {found} ({asked_for} claim {claim.id}){hint(claim, error)}") from None


def refuse_what_cannot_run(claim: Claim, label: str, algorithm: Any) -> None:
    """A method has start and step, a problem's own claims neither."""
    if claim.about is None or algorithm is None or not (moves(algorithm) or hasattr(algorithm, "start")):
        return
    for name in ("start", "step"):
        if not callable(getattr(algorithm, name, None)) and not hasattr(algorithm, "tuned"):
            given = f"{claim.about_name} {label}".strip()
            raise BookError(
                f"{file_of(claim.about)}: {given} has no {name}; expected start(self, p) and step(self, p, s)"
            )
    if claim.own and hasattr(algorithm, "step"):
        refuse_a_step_that_takes_less(claim.about, algorithm)
    loss = None if claim.own else getattr(algorithm, "loss", None)
    if loss is not None and by_an_author(loss) and (said := answer_of(claim, "its loss", partial(mismatch, loss))):
        raise BookError(f"{file_of(claim.about)}: {said}")


def refuse_a_step_that_takes_less(kind: type, algorithm: Any) -> None:
    """A method that draws has step(p, s, i), any other step(p, s)."""
    drawing = draws(algorithm)
    try:
        inspect.signature(algorithm.step).bind(*(("p", "s", "i") if drawing else ("p", "s")))
    except TypeError:
        takes = "draws(self, p, s) and step(self, p, s, i)" if drawing else "step(self, p, s), or draws(self, p, s) too"
        given = f"step{inspect.signature(algorithm.step)}"
        raise BookError(f"{file_of(kind)}: {kind.__name__} has {given}; expected {takes}") from None


def file_of(kind: Any) -> str:
    try:
        return f"{inspect.getsourcefile(kind)}:{inspect.getsourcelines(kind)[1]}"
    except (OSError, TypeError):
        return kind.__module__


def kind_of(stated: Claim | Hypothesis, returned: Any, claim: Claim) -> type:
    """Relation, Decay, Limit or Chance; anything else is refused with a remedy."""
    parts = (returned,) if isinstance(returned, STATED) or not isinstance(returned, (tuple, list)) else returned
    where = f"{stated.function.__code__.co_filename}:{stated.function.__code__.co_firstlineno}"
    for part in parts:
        if not isinstance(part, STATED if isinstance(stated, Claim) else (Relation, Chance)):
            raise BookError(f"{where}: {claim.id} {expected.statement(part)}")
    if not parts:
        raise BookError(f"{where}: {claim.id} returns an empty tuple; {expected.STATED}")
    if isinstance(parts[0], Limit) and any(hasattr(one, "tuned") for one in claim.usual.values()):
        given = f"states a Limit of {claim.about_name}, which tuned() makes for N steps, and t goes no further than N"
        raise BookError(f"{where}: {claim.id} {given}; state what holds at N, such as at_most(run.x[-1], bound)")
    if len({type(part) for part in parts}) > 1 or (isinstance(parts[0], (Decay, Limit)) and len(parts) > 1):
        raise BookError(f"{where}: {claim.id} mixes relations, decays, limits or chances; make a claim of each")
    if isinstance(parts[0], (Decay, Limit)) and returned is not parts[0]:
        kind = type(parts[0]).__name__
        raise BookError(f"{where}: {claim.id} returns {expected.kind(returned)} of a {kind}; return the {kind}")
    return type(parts[0])

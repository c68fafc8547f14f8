"""Claims: functions from a run (or a problem) to a relation, with their citation.

    @claim("P.L3.2", JST.at("Lemma 3.2", "Lemma 3.1"), about=DualNesterov, given=[standard_schedule])
    @latex(r"\\phi(\\mu_t)-\\phi(\\bar q)\\le\\frac{4\\ln n}{(t+1)^2}")
    def dual_gap(run):
        '''φ(μ_t) − φ(q̄) ≤ 4 ln n / (t+1)² for every t ≥ 1.'''
        return at_most(run.phi(run.mu[1:]) - run.optimum.phi, 4 * run.log(run.n) / (run.t[1:] + 1) ** 2)

A claim is a value that is called like the function it was made of. A book collects its claims and binds each
to the method it speaks of; nothing here decides whether a claim holds.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING, Any

from lemmacheck.theory.core import expected
from lemmacheck.theory.core.apart import Apart
from lemmacheck.theory.core.ask import ask
from lemmacheck.theory.core.hypothesis import Hypothesis, hypotheses, refuse_bare
from lemmacheck.theory.core.method import Method
from lemmacheck.theory.core.relation import Chance, Decay, Limit, Relation
from lemmacheck.theory.core.run import draws
from lemmacheck.theory.core.shared import codes
from lemmacheck.theory.core.source import UNPUBLISHED, Citation

if TYPE_CHECKING:
    from lemmacheck.theory.core.book import Library


NO_BLANK = re.compile(r"(?<![A-Za-z\\,;.])\s*\n\s*|\s*\n\s*(?![A-Za-z])")  # a line's end that parts no words
CORRECTED = ".corrected"  # what an id ends in that names the claim which it corrects
COMPARISONS = {"equal", "at_most", "at_least", "above", "below", "proportional", "in_simplex"}


class Kind(StrEnum):
    """The sort of sentence that a claim is. A second prover checks algebra; no other verdict depends on it."""

    STATEMENT = "statement"
    ALGEBRA = "algebra for all t"
    ALGEBRA_OF_TWO = "algebra for all j < t"
    ALGORITHM = "algorithm"
    CONJECTURE = "conjecture"
    DEFINITION = "definition"
    EQUIVALENCE = "equivalence"
    EXAMPLE = "example"
    IDENTITY = "identity"
    EVERY_T = "inequality at every t"
    ALL_ARGUMENTS = "inequality for all arguments"
    ALL_Q_AND_T = "inequality for all q and every t"
    ALL_Q = "inequality for all q"
    PROBABILISTIC = "probabilistic"
    QUALITATIVE = "qualitative"
    RATE = "rate"
    TYPING = "typing"


@dataclass(frozen=True, repr=False)
class Claim:
    """One statement of a document, or a corrected form of one.

    `returns` is what its function returns: Relation, also of a tuple of these; Decay; Limit; or Chance. `chapter` is
    its place in the document. A `slip` is a fault that a sign, an index, a factor or a condition mends. `also` are the
    claims that the same function states at other places. `proof` is an argument for it (`core.argument`); of a fact,
    `at` states what holds at points, and `where` the conditions on these. The book that collects it sets `method` and
    `library`.
    """

    id: str
    source: Citation
    kind: str
    latex: str
    function: Callable[..., Any]
    about: type | None = None
    given: tuple[Hypothesis, ...] = ()
    uses: tuple[str, ...] = ()
    corrects: str | None = None
    fault: str = ""
    not_checkable: str = ""
    first: int = 0
    returns: type = Relation
    chapter: str = ""
    slip: bool = False
    proof: Callable[[Any], Any] | None = None
    at: Callable[..., Any] | None = None
    where: Callable[..., Any] | None = None
    also: tuple[Claim, ...] = field(default=(), compare=False)
    method: Method | None = field(default=None, compare=False)
    library: Library | None = field(default=None, compare=False)

    def __repr__(self) -> str:
        return f"{self.id}: {self.statement} ({self.source})"

    @property
    def name(self) -> str:
        return self.function.__name__

    @property
    def is_rate(self) -> bool:
        """Whether the statement is an O(·) or a limit: a Decay, not a relation."""
        return self.returns is Decay

    @property
    def is_limit(self) -> bool:
        """Whether the statement is that a sequence tends somewhere: a Limit, decided run by run."""
        return self.returns is Limit

    @property
    def tends(self) -> bool:
        """Whether the statement is where a sequence tends, or how fast: no comparison at some t."""
        return self.is_limit or self.is_rate

    @property
    def is_chance(self) -> bool:
        """Whether the statement is about probabilities: Chances, not relations."""
        return self.returns is Chance

    @property
    def statement(self) -> str:
        return " ".join((self.function.__doc__ or "").split())

    @property
    def usual(self) -> Mapping[str, Any]:
        """The algorithms on whose runs it is decided, by label; one unnamed entry where it is about the data alone."""
        if self.about is None:
            return {"": None}
        return self.bound.usual

    @property
    def runs(self) -> Mapping[str, Any]:
        """The usual algorithms, and those that are run on data of their own."""
        planted = self.method.planted if self.method else {}
        return {**self.usual, **{label: one.algorithm for label, one in planted.items()}}

    @property
    def bound(self) -> Method:
        """The method that its book runs for it."""
        if self.method is None:
            raise ValueError(f"claim {self.id} stands in no book; a Book with a Method({self.about_name}, …) runs it")
        return self.method

    @property
    def about_name(self) -> str:
        return self.about.__name__ if self.about else ""

    @property
    def lists_all_paths(self) -> bool:
        """Whether a run follows all random choices at once: then there are few rows, few steps, and one data set at a
        time."""
        return self.method is not None and (self.method.longest is not None or draws(self.method.kind))

    def as_long_as(self, *steps: int) -> Claim:
        """The claim about runs of at least so many steps, where its method's usual runs are shorter."""
        method = self.method
        if method is None or method.steps is None or self.lists_all_paths or max(steps, default=0) <= method.steps:
            return self
        return replace(self, method=method.of_any_length)

    @property
    def own(self) -> bool:
        """Whether it is about a problem of one's own, not the margin problem or one that a book of ours makes of it."""
        return self.method is not None and self.method.on is not None

    @property
    def dataless(self) -> bool:
        """Whether its runs read no data."""
        return self.method is not None and self.method.dataless

    def corrected(self, source: Citation | None = None, **said: Any) -> Callable[[Callable[..., Any]], Claim]:
        """Make the claim that corrects this one, with ".corrected" after its id; every argument that is not given is as
        here."""
        derived = self.kind == sort_of(self.function, self.about, self.returns)
        same = {name: getattr(self, name) for name in ("about", "given", "uses", "first", "returns", "chapter")}
        place = source or replace(self.source, place=f"{self.source.place}, corrected")
        return claim(self.id + CORRECTED, place, **{**same, "kind": "" if derived else str(self.kind), **said})

    def __call__(self, run: Any, *others: Any, **named: Any) -> Any:
        return run.ask(self) if isinstance(run, Apart) else ask(self.function, run, *others, **named)

    def __reduce__(self) -> Any:
        """Another process gets the origin of the library, and the id."""
        if self.library is None or self.library.claims.get(self.id) != self:
            raise TypeError(f"claim {self.id} is of no library that another process could load")
        return claim_of, (self.library, self.id, self.returns)


def claim_of(library: Library, id: str, returns: type) -> Claim:
    """The claim of this id, with the kind that it returns."""
    return replace(library.claims[id], returns=returns) if library.claims[id].returns != returns else library.claims[id]


def claim(
    id: str,
    source: Citation = UNPUBLISHED,
    *,
    latex: str = "",
    kind: str = "",
    about: type | None = None,
    given: Sequence[Hypothesis] = (),
    uses: Sequence[str] = (),
    corrects: str | None = None,
    fault: str = "",
    slip: str = "",
    first: int = 0,
    returns: type = Relation,
    chapter: str = "",
    proof: Callable[[Any], Any] | None = None,
) -> Callable[[Callable[..., Any]], Claim]:
    """Make a claim of a function from a run to a relation. Its docstring is the statement.

    about      the class of the method on whose runs it is decided, or of the problem (None: the data alone)
    given      its hypotheses
    uses       ids of the claims that its proof rests on
    corrects   the id of the claim that it corrects; "L.1.corrected" corrects "L.1"
    fault      one sentence on what is wrong with the printed form, where it is known to be false
    slip       in its place, where a sign, an index, a factor or a condition mends it
    first      the printed t of the first row that it compares
    latex      the formula, for the page
    proof      an argument: from the run to a list of facts, cited by `by` at points, and of relations to be shown first
    kind       what sort of sentence it is, in a reader's words, where its comparisons do not tell
    """

    refuse_bare("claim", id, "'L.1', PAPER.at('Lemma 1'), about=…")
    of = cited(id, source, latex=latex, chapter=chapter)
    expected.text(of, kind=kind, fault=fault, slip=slip, corrects=corrects or "")
    expect_a_proof(of, uses, proof)
    if type(first) is not int or first < 0:
        expected.refuse(of, "first", first, "the t of its first row, an integer of at least 0")
    if kind and kind not in set(Kind):
        expected.refuse(of, "kind", kind, f"none, or one of {', '.join(map(str, Kind))}")
    if not isinstance(about, type | None):
        expected.refuse(of, "about", about, "a class, that of the method or of the problem")
    if returns not in (Relation, Decay, Limit, Chance):
        expected.refuse(of, "returns", returns, "Relation, Decay, Limit or Chance")
    hypotheses(of, given=given)

    def made(written: Any) -> Claim:
        function, more = unwritten(written)
        also = (*function.also, function) if isinstance(function, Claim) else ()
        plain = function.function if isinstance(function, Claim) else function
        if inspect.isgeneratorfunction(plain):
            raise TypeError(f"@claim({id!r}, …): {plain.__name__} yields; return the relations, several as a list")
        if not hasattr(plain, "__code__"):
            raise TypeError(f"@claim({id!r}, …) stands above {expected.shortly(plain)}; expected a function from a run")
        mends = corrects or mended_by(id)
        sort = Kind(kind) if kind else sort_of(plain, about, returns)
        own: dict[str, Any] = {"latex": latex, "given": tuple(given), "uses": tuple(uses), "proof": proof}
        own |= {"fault": fault or slip, "slip": slip != "", "first": first, "returns": returns, "chapter": chapter}
        own |= {"about": about, "corrects": mends, "also": also, **more}
        return Claim(id, source, sort, function=plain, **own)

    return made


@dataclass(frozen=True)
class Written:
    """A function with what its claim says beside the claim's own words."""

    function: Any
    more: Mapping[str, Any]


def unwritten(function: Any) -> tuple[Any, dict[str, Any]]:
    """The function, and what is written above it."""
    return (function.function, dict(function.more)) if isinstance(function, Written) else (function, {})


def latex(formula: str) -> Callable[[Any], Any]:
    """The formula of the claim that is made of a function, between that and the function, for the page."""
    expected.text("a claim", latex=formula)
    return partial(above, latex=unbroken(NO_BLANK.sub("", formula)))


def proof(*uses: str, by: Callable[[Any], Any] | None = None) -> Callable[[Any], Any]:
    """The claims that the claim's proof rests on, by id, and its argument; in the same place."""
    expect_a_proof("a claim", uses, by)
    return partial(above, uses=uses, proof=by)


def given(*these: Hypothesis) -> Callable[[Any], Any]:
    """The claim's hypotheses; in the same place."""
    hypotheses("a claim", given=these)
    return partial(above, given=these)


def fault(sentence: str) -> Callable[[Any], Any]:
    """What is wrong with the printed form, where it is known to be false; in the same place."""
    expected.text("a claim", fault=sentence)
    return partial(above, fault=unbroken(sentence))


def slip(sentence: str) -> Callable[[Any], Any]:
    """A fault that a sign, an index, a factor or a condition mends; in the same place."""
    expected.text("a claim", slip=sentence)
    return partial(above, fault=unbroken(sentence), slip=True)


def unbroken(text: str) -> str:
    """A text that is written on several lines, on one."""
    return re.sub(r"\s*\n\s*", " ", text.strip())


def above(function: Any, **more: Any) -> Written:
    plain, before = unwritten(function)
    return Written(plain, {**before, **more})


def expect_a_proof(of: str, uses: Sequence[str], proof: Any) -> None:
    if proof is not None and not hasattr(proof, "__code__"):
        expected.refuse(of, "proof", proof, "a function from a run to a list: proof=lambda run: [by(…), …]")
    expected.each(of, str, "'L.1'", uses=uses)


def cited(id: str, source: Citation, **texts: str) -> str:
    """What messages call the claim of this id, whose id, place and texts are of the right types."""
    expected.word("a claim", id=id)
    if not isinstance(source, Citation):
        expected.refuse(f"claim {id}", "source", source, "a place in a document, such as PAPER.at('Lemma 1')")
    expected.text(f"claim {id}", **texts)
    return f"claim {id}"


def stated_again(id: str, source: Citation) -> Callable[[Claim], Claim]:
    """Make the claim once more, for another place of its document, under an id of its own."""

    def again(first: Claim) -> Claim:
        return replace(first, id=id, source=source, corrects=mended_by(id), also=(*first.also, first))

    return again


def mended_by(id: str) -> str | None:
    """The id of the claim that this id corrects, if its name has the ending."""
    return id.removesuffix(CORRECTED) if id.endswith(CORRECTED) else None


def sort_of(function: Callable[..., Any], about: type | None, returns: type) -> Kind:
    """The kind of a function's statement, as far as the class that it returns and the comparisons that it names
    determine it."""
    if returns in (Decay, Chance):
        return Kind.RATE if returns is Decay else Kind.PROBABILISTIC
    compared = {name for code in codes(function.__code__) for name in code.co_names if name in COMPARISONS}
    if compared <= {"equal"}:
        return Kind.IDENTITY if compared else Kind.STATEMENT
    return Kind.EVERY_T if about else Kind.ALL_ARGUMENTS


def not_checkable(
    id: str, source: Citation, statement: str, *, latex: str = "", reason: str, chapter: str = ""
) -> Claim:
    """Make a sentence without numerical content, with the reason; it is never green."""

    def sentence(run: Any) -> Any:
        raise NotImplementedError(reason)

    expected.line(cited(id, source, latex=latex, chapter=chapter), statement=statement, reason=reason)
    where = sys._getframe(1)
    sentence.__doc__, sentence.__module__ = statement, where.f_globals["__name__"]
    file, line = where.f_code.co_filename, where.f_lineno
    sentence.__code__ = sentence.__code__.replace(co_filename=file, co_firstlineno=line)
    return Claim(id, source, Kind.QUALITATIVE, latex, sentence, not_checkable=reason, chapter=chapter)

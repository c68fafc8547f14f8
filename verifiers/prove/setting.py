"""The arbitrary run on which one claim is read, and the consequences of its hypotheses there.

Equations of the schedule are substituted; terms that are positive or at most 1 are noted. No other part of a hypothesis
is used, so the proof does not need it.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.run import moves
from lemmacheck.theory.margins.hypotheses import exponential_loss
from lemmacheck.verifiers.prove import operators
from lemmacheck.verifiers.prove.algorithms import ARBITRARY, Free, is_strange, read_as, tuned, with_letters
from lemmacheck.verifiers.prove.context import Context, Index, Later, Need, index_of
from lemmacheck.verifiers.prove.data import arbitrary_data, loss_of, of_kind
from lemmacheck.verifiers.prove.end_of_run import ends
from lemmacheck.verifiers.prove.of_a_row import leaves
from lemmacheck.verifiers.prove.own import arbitrary_method, arbitrary_problem
from lemmacheck.verifiers.prove.quotients import NOT_0_OVER_0, of_0_over_0
from lemmacheck.verifiers.prove.refusals import Refused, tried
from lemmacheck.verifiers.prove.signs import holds, is_positive, sign
from lemmacheck.verifiers.prove.squares import is_square
from lemmacheck.verifiers.prove.stated import Stated, relations_of, stated
from lemmacheck.verifiers.prove.statement import ours, plain
from lemmacheck.verifiers.prove.subject import Trajectory
from lemmacheck.verifiers.prove.substitution import coefficient, solution, substituted
from lemmacheck.verifiers.prove.terms import Atom, Condition, Term
from lemmacheck.verifiers.prove.wording import term_text

STRANGE = "a run of another method, or with what an author made, of which a book of ours supposes nothing"
AHEAD = range(-1, 5)
FIRST_ROWS = range(5)


@dataclass
class Setting:
    """The arbitrary run on which one claim is read, with the consequences of its hypotheses."""

    claim: Claim
    algorithm: Any = None  # in place of the claim's own, with arbitrary parameters
    context: Context = field(default_factory=Context)
    known: dict[int, Term] = field(default_factory=dict)
    letters: dict[int, Index] = field(default_factory=dict)
    below_one: set[int] = field(default_factory=set)
    rows: int = 1  # that the data have at least
    signs: Mapping[str, str] = field(default_factory=dict)  # "> 0" or "≥ 0", of parts of the state, as is shown
    _rules: dict[Any, tuple[dict[int, Term], dict[int, Term], dict[Any, Term]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.context.given = self.claim.given
        self._learn()

    def subject(self) -> Any:
        exponential = exponential_loss in self.claim.given
        loss = loss_of(self.context, exponential)
        if self.claim.about is None:
            return arbitrary_data(self.context, loss)
        method = self.claim.bound
        if method.on is not None:
            self.rows = max(self.rows, method.on.smallest[0])
            own = arbitrary_problem(self.context, method)
            if method.kind is method.on:
                return own
            if self.algorithm is not None:
                raise Refused("another method on a problem of an author's own")
            return Trajectory(self.context, own, arbitrary_method(self.context, method), own=True, signs=self.signs)
        if method.arbitrary is not None and ours(method.arbitrary) and ours(method.problem_of):
            if is_strange(method):
                raise Refused(STRANGE)
            data = arbitrary_data(self.context, loss)
            algorithm, kind, parts = method.arbitrary(data, Free(self.context, self.known, self.schedule))
            if type(algorithm) is not method.kind:
                raise Refused(f"another method stands for {method.kind.__name__}")
            problem = of_kind(data, kind, parts)
            return Trajectory(self.context, problem, self.algorithm or algorithm) if moves(method.kind) else problem
        if is_strange(method, ARBITRARY):
            raise Refused(STRANGE)
        algorithm = self.algorithm or with_letters(method, self.context, self.schedule, loss)
        data = arbitrary_data(self.context, getattr(algorithm, "loss", loss))
        return Trajectory(self.context, data, tuned(algorithm, data))

    @cached_property
    def run(self) -> Any:
        return self.subject()

    def schedule(self, name: str) -> Any:
        """λ, θ, β, η as functions of t: a letter for each t, or the value that a hypothesis gives."""

        def at(t: Any) -> Term:
            u = self.context.universe
            index = index_of(self.context, t)
            self._reached(index)
            place = str(index)
            if isinstance(index, Later):
                self.context.require(-index.k)
                place = f"{{t{index.k:+d}}}" if index.k else "t"
            letter = u.symbol(f"{name}_{place}")
            (number,) = (atom.number for atom in letter.atoms())
            self.letters[number] = index
            self.context.of_a_step |= {number} if isinstance(index, Later) else set()
            return self.known.get(number, letter)

        return at

    def _reached(self, index: Index) -> None:
        """Refuse a schedule after the row that is read: the run may end there."""
        row = self.context.row
        if isinstance(index, Later):
            reached = isinstance(row, Later) and index.k <= row.k
        else:
            reached = index == 0 or (not isinstance(row, Later) and 0 < index <= row)
        if not reached:
            raise Refused("a schedule is read at a t that the run need not reach")

    @cached_property
    def adds_up_paths(self) -> bool:
        """Whether the claim is about the law of the end points of several paths, which is read as these paths."""
        return read_as(self.claim.about) is not self.claim.about

    def ready(self, term: Term) -> Term:
        """The term written so that signs show: t = s + least, n = rows + m, and λ = 1/(1 + x) for λ ∈ (0, 1]."""
        u, least = term.universe, self.context.least
        below_one = [atom for atom in map(u.atoms.__getitem__, sorted(self.below_one)) if atom.positive]
        asked = least, self.rows, tuple(atom.number for atom in below_one)
        if asked not in self._rules:  # and what they make of atoms and of terms, found once
            rules = {a.number: 1 / (1 + u.symbol(f"(1/{a.name} − 1)", nonnegative=True)) for a in below_one}
            (t,), (n,) = u.symbol("t", nonnegative=True).atoms(), u.n.atoms()
            rules[n.number] = u.symbol(f"(n − {self.rows})", nonnegative=True) + self.rows
            if least:
                rules[t.number] = u.symbol("s", nonnegative=True) + least
            self._rules[asked] = rules, {}, {}
        rules, memo, known = self._rules[asked]
        if term.key() not in known:
            known[term.key()] = substituted(term, rules, memo)
        return known[term.key()]

    def readings(self, term: Term) -> Iterator[Term]:
        """The term so that signs show; also with each parameter as (least + most·y)/(1 + y), where 0 ≤ y ≤ ∞."""
        ready = self.ready(term)
        yield ready
        if self.context.in_range and any(atom.number in self.context.in_range for atom in ready.all_atoms()):
            yield substituted(ready, self.context.in_range)

    def sign(self, term: Term, strictly: bool) -> int:
        """1 or −1 if the term is surely of that sign, or 0 where that is allowed; 0 if its sign is open."""
        return next(filter(None, (sign(one, strictly) for one in self.readings(term))), 0)

    def surely(self, op: str, gap: Term) -> bool:
        """Whether the gap is 0, or not negative, by the signs of its own terms."""
        return op != ">" if gap.is_zero else op != "==" and self.exceeds(gap, op == ">")

    def exceeds(self, gap: Term, strictly: bool) -> bool:
        """Whether the gap is not negative, or positive, monomial by monomial."""
        return (not strictly and is_square(gap)) or any(is_positive(one, strictly) for one in self.readings(gap))

    def is_unit(self, c: Term) -> bool:
        """Whether a scalar is surely not 0: a product of factors, each surely positive or surely negative."""
        return self.sign(c, strictly=True) != 0

    def meets(
        self, need: Need, row: Index | None, end: int, shown: Callable[[Condition], bool] = lambda condition: False
    ) -> bool:
        """Whether a reading at a row is surely defined in every run that reaches the row and `end` steps more; `shown`
        decides whether a condition at the row is shown otherwise."""
        if any(key[0] == "drawn" for key in need.conditions):
            return False
        for own in {key[2] for key in need.conditions}:  # those of a step of an accumulated sequence are of its own row
            mine = {key[:2]: one for key, one in need.conditions.items() if key[2] == own}
            if own is None:
                if not all(shown(mine[key]) for key in self.unmet(mine, row, end)):
                    return False
                continue
            until, least = own  # from `least` on, however late the row is at which the sequence is read
            before, self.context.least = self.context.least, least
            left, late = self.unmet(mine, Later(1), until), self.context.least > least
            self.context.least = before
            if left or late:
                return False
        return True

    def unmet(self, conditions: dict[Any, Condition], row: Index | None, end: int) -> set[Any]:
        """The conditions at a row that neither signs nor the claim's hypotheses show."""
        nonzero = self.nonzero(row, end)
        unseen = {key for key, one in conditions.items() if not holds(one, self.sign, nonzero)}
        at_the_end = ends(self.context) if row is None else {}
        row = Later(0) if at_the_end else row
        for at in [None] if row is None else [None, row, row + 1, row - 1]:
            least = self.context.least
            met = unseen and unseen & self.positive(at, end, at_the_end)
            if not met:  # what was read in vain asks for no later t
                self.context.least = least
            unseen = unseen - met
        return unseen

    def positive(self, row: Index | None, end: int, at_the_end: dict[int, Term]) -> set[Any]:
        """The conditions that the claim's own hypotheses grant for positive terms and their roots: those of a row, or
        those of none."""
        found: set[Any] = set()
        with self.context.universe.quietly(), self.context.measured():
            for relation in (one for one in self.supposed() if one.op == ">" and one.per_step == (row is not None)):
                if relation.asks(row) <= end and (not isinstance(row, int) or row >= 0):
                    gap = tried(lambda r=relation: substituted(self.quotients(r, row)[0], at_the_end))  # type: ignore[misc]
                    terms = [] if gap is None else [gap, operators.sqrt(gap)]
                    found |= {(what, term.key()) for term in terms for what in ("≠ 0", NOT_0_OVER_0, "> 0", "≥ 0")}
        return found

    def nonzero(self, row: Index | None, end: int) -> set[int]:
        """The letters by which a step of the run divides, before the end of every run that goes so far."""
        if not isinstance(self.run, Trajectory):
            return set()
        with self.context.universe.quietly(), self.context.measured():
            tried(lambda: self.run.state(Later(1)))
        divided = {a.name.partition("_")[0] for a in self.run.divides_by if self.letters.get(a.number) == Later(0)}
        found = set()
        for number, index in self.letters.items():
            atom = self.context.universe.atoms[number]
            at, reached = (index.k, isinstance(row, Later)) if isinstance(index, Later) else (index, True)
            if reached and at < end and atom.name.partition("_")[0] in divided:
                found.add(number)
        return found

    def supposed(self) -> Iterator[Stated]:
        return (relation for hypothesis in self.claim.given for relation in self.given(hypothesis))

    def given(self, hypothesis: Any) -> list[Stated]:
        """The relations of a hypothesis that is supposed, and so has a value; none if it cannot be read, or of many
        points only at some: those are cited."""
        return self._relations(hypothesis, self.run, self.never_0_over_0)

    def never_0_over_0(self, asked: dict[Any, Condition]) -> bool:
        """Whether signs show that what a hypothesis reads as a/b is not 0/0, which it reads as 0."""
        return all(holds(one, self.sign) for one in of_0_over_0(asked).values())

    def required(self, hypothesis: Any, run: Any) -> list[Stated]:
        """Those of a hypothesis that is not supposed, on this or another run: none where a number that it is made of is
        not defined for sure."""
        return self._relations(hypothesis, run, lambda asked: self.meets(Need(conditions=asked), None, 0))

    def _relations(self, hypothesis: Any, run: Any, met: Callable[[dict[Any, Condition]], bool]) -> list[Stated]:
        def read() -> list[Stated]:
            plain(hypothesis.function)
            return [stated(self.context, r) for r in relations_of(hypothesis.function(run))]

        before, self.context.looped = self.context.looped, False
        with self.context.universe.quietly() as conditions:  # a number of no t is made as it is read
            found = tried(read)
        looped, self.context.looped = self.context.looped, before
        return [] if found is None or looped or not met(conditions) else found

    def made(self, statement: Callable[[], Any]) -> Any:
        """The value of a statement, if every number in it is surely defined."""
        with self.context.universe.quietly() as conditions:
            found = statement()
        for key, (what, term) in conditions.items():
            if not self.meets(Need(conditions={key: (what, term)}), None, 0):
                why = f": nothing says that {term_text(term)} {what}" if what.endswith("0") else ""
                raise Refused(f"a number that the statement is made of is not defined for sure{why}")
        return found

    def _learn(self) -> None:
        """Substitute the equations of the schedule; note the terms that are positive, and those that are at most 1."""
        before = self.context.least
        with self.context.universe.quietly():
            for relation in self.supposed():
                if self._names_a_letter(relation):
                    self._learn_from(relation)
        self.context.least = before
        self.__dict__.pop("run", None)
        self.context.algorithms.clear()  # its letters are those of the run that is made anew

    def _learn_from(self, relation: Stated) -> None:
        for row in [*map(Later, AHEAD), *FIRST_ROWS] if relation.per_step else [None]:
            found = tried(lambda row=row: self.quotients(relation, row))  # type: ignore[misc]
            if found is not None and not found[1].steps:
                self._note(relation, row, *found)

    def read(self, relation: Stated, row: Index | None) -> tuple[Term, Need]:
        """The relation's gap at a row, with its conditions; at the end of a run no row is drawn."""
        with self.context.measured() as need:
            gap = relation.gap.at(row)
        for what, index, own in [key for key in need.conditions if key[0] == "drawn"]:
            at = index.k if isinstance(index, Later) else index
            if at >= (relation.beyond(row) if own is None else own[0]):
                raise Refused("a mean over a draw after which the run need not go on")
            del need.conditions[what, index, own]
        if self.adds_up_paths and any(atom.name.startswith("chance") for atom in leaves(gap)):
            raise Refused("the probability of a path, in a law that adds up those of several")
        return gap, need

    def quotients(self, relation: Stated, row: Index | None) -> tuple[Term, Need]:
        """The same of a relation of a hypothesis, refused where a quotient in it may be 0/0."""
        gap, need = self.read(relation, row)
        if not self.never_0_over_0(need.conditions):
            raise Refused("a quotient of a hypothesis may be 0/0, which is 0")
        return gap, need

    def gap(self, relation: Stated, row: Index | None) -> Term | None:
        """The term that has to be 0 or not negative at a row; None if it may be undefined there."""
        gap, need = self.read(relation, row)
        return gap if self.meets(need, row, relation.beyond(row)) else None

    def _names_a_letter(self, relation: Stated) -> bool:
        """Whether a letter of the schedule occurs in the relation at the arbitrary step, or the relation speaks of no
        step."""
        with self.context.measured():
            found = tried(lambda: any(map(self.is_schedule, relation.gap.at(Later(0)).atoms())))
        return not relation.per_step or found is not False

    def is_schedule(self, atom: Atom) -> bool:
        """Whether an atom is a letter of the schedule; one of the problem may have the same name."""
        return atom.number not in self.context.constants and atom.name.split("_")[0] in ("λ", "θ", "β", "η")

    def _note(self, relation: Stated, row: Index | None, gap: Term, need: Need) -> None:
        """What a hypothesis states of its one letter, if it does so in every run with that letter's t; or of the sign
        of one quantity of the data."""
        op, value = relation.op, self.context.universe.of
        if row is None and len(gap.atoms()) == 1:
            (atom,) = gap.atoms()
            if op == "==":
                self._solve(gap, atom)
            elif (gap - value(atom)).is_zero:
                atom.positive, atom.nonnegative = atom.positive or op == ">", True
            above = (gap - value(atom)).number()
            if atom.name == "n" and op == ">=" and above is not None:
                self.rows = max(self.rows, int(-above))
                for logarithm in operators.logarithm(self.context.universe.n).atoms() if self.rows > 1 else ():
                    logarithm.positive = True
        letters = [a for a in gap.atoms() if a.kind == "symbol" and a.space is None and self.is_schedule(a)]
        if len(letters) != 1:
            return
        (letter,) = letters
        if not self._has_row(relation, row, self.letters.get(letter.number, 0), need):
            return
        if op == "==":
            self._solve(gap, letter)
        elif op == ">" and (gap - value(letter)).is_zero:
            letter.positive = True
        elif op == ">=" and (gap + value(letter) - 1).is_zero:
            self.below_one.add(letter.number)

    def _solve(self, gap: Term, letter: Atom) -> None:
        """What a letter is for which the gap is 0, if that determines it."""
        found = solution(gap, letter)
        with self.context.measured():  # at any t, whatever was read before
            unit = self.is_unit(coefficient(gap, letter))
        if found is not None and unit:
            self.known[letter.number] = found

    def _has_row(self, relation: Stated, row: Index | None, letter: Index, need: Need) -> bool:
        """Whether the row is one of the relation's in every run that is long enough for the letter's t."""
        if row is None:
            return not isinstance(letter, Later)
        at = letter.k if isinstance(letter, Later) else letter
        return type(row) is type(letter) and relation.beyond(row) <= at and need.least <= max(0, -at)

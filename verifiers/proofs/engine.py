"""Proofs for all runs: a claim's own function, read on the arbitrary run, one relation at a time.

    at once      the sides differ by 0 as terms at τ + k for an arbitrary τ, and at each earlier row by itself
    induction    the relations at a row, solved for accumulated sequences, make those at the next row hold; the first
                 rows hold by themselves
    lemmas       relations of claims the statement uses, themselves proved, whose hypotheses hold here

An inequality is discharged where its difference is a sum of nonnegative terms, or grows by such from row to row.
Hypotheses that are equations of the schedule are put in; those that give signs are used as such; the others are
not needed. What the engine cannot read it refuses, and then nothing is proved.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any

from theory.claim import Claim
from theory.claims import all_claims
from theory.hypotheses import exponential_loss
from theory.relation import IllFormed, Relation
from verifiers.proofs import operators
from verifiers.proofs.algorithms import with_letters
from verifiers.proofs.subject import Trajectory, arbitrary_data, index_of, loss_of
from verifiers.proofs.terms import Atom, Refused, Term, Universe
from verifiers.proofs.values import Context, Later, Steps, Value, meeting

UNREADABLE = (Refused, IllFormed, ZeroDivisionError, TypeError, ValueError, AttributeError, NotImplementedError)
AHEAD = range(-1, 5)
FIRST_ROWS = range(5)
MOST_BASE_ROWS = 6


@dataclass(frozen=True)
class Proof:
    """What was discharged, in words, one sentence a relation, and what it rests on."""

    steps: tuple[str, ...]
    rests_on: tuple[str, ...] = ()

    @property
    def told(self) -> str:
        rests = f"; rests on {', '.join(self.rests_on)}" if self.rests_on else ""
        return "; ".join(self.steps) + rests


@dataclass
class Stated:
    """A relation as lhs − rhs (equality) or as what must not be negative."""

    op: str
    gap: Value

    @property
    def per_step(self) -> bool:
        return any(isinstance(axis, Steps) for axis in self.gap.axes)


@dataclass
class Setting:
    """The arbitrary run on which one claim is read, with what its hypotheses give."""

    claim: Claim
    algorithm: Any = None  # in place of the claim's own, with arbitrary parameters
    context: Context = field(default_factory=Context)
    known: dict[int, Term] = field(default_factory=dict)
    below_one: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        if self.claim.about is not None:
            self._learn()

    def subject(self) -> Any:
        exponential = exponential_loss in self.claim.given
        loss = loss_of(self.context, exponential)
        if self.claim.about is None:
            return arbitrary_data(self.context, loss)
        algorithm = self.algorithm or with_letters(self.claim.about, self.schedule, loss)
        loss = getattr(algorithm, "loss", loss)
        return Trajectory(self.context, arbitrary_data(self.context, loss), algorithm)

    @cached_property
    def run(self) -> Any:
        return self.subject()

    def schedule(self, name: str) -> Any:
        """λ, θ, β, η as functions of t: a letter for each t, or what a hypothesis makes of it."""

        def at(t: Any) -> Term:
            u = self.context.universe
            index = index_of(self.context, t)
            if isinstance(index, Later):
                self.context.require(-index.k)
            offset = f"_t{index.k:+d}" if isinstance(index, Later) and index.k else "_t"
            letter = u.symbol(name + (offset if isinstance(index, Later) else f"_{index}"))
            (number,) = (atom.number for atom in letter.atoms())
            return self.known.get(number, letter)

        return at

    def ready(self, term: Term) -> Term:
        """The term with t and every λ ∈ (0, 1] written so that signs can be read off: t = s + least, λ = 1/(1 + x)."""
        u, rules = term.universe, {}
        for atom in list(u.atoms):
            if atom.kind == "symbol" and atom.name == "t" and self.context.least:
                rules[atom.number] = u.symbol("s", nonnegative=True) + self.context.least
            elif atom.number in self.below_one and atom.positive:
                rules[atom.number] = 1 / (1 + u.symbol(f"(1/{atom.name} − 1)", nonnegative=True))
        return operators.substituted(term, rules)

    def of_unknown_sign(self, term: Term) -> bool:
        """Whether a monomial has an odd power of an atom of which no sign is known."""
        for _, r in term.parts.values():
            for p in (r.num, r.den):
                for exponents, _ in p.terms():
                    met = [term.universe.atoms[k] for k, e in operators.powers(exponents) if e % 2]
                    if not all(a.positive or a.nonnegative or a.number in self.below_one for a in met):
                        return True
        return False

    def is_unit(self, c: Term) -> bool:
        """Whether a scalar is surely not 0: a product of factors, each surely positive or surely negative."""
        r = self.ready(c).ratio
        if r is None or r.num.is_zero():
            return False
        factors = [scalar(c.universe, p) for p, _ in r.num.factor()[1]]
        return all(operators.positive(f) or operators.positive(-f) for f in factors)

    def _learn(self) -> None:
        """Put in the equations of the schedule; note what is positive, and what is at most 1."""
        run, before = self.subject(), self.context.least
        for hypothesis in self.claim.given:
            try:
                relations = [stated(self.context, r) for r in relations_of(hypothesis(run))]
            except UNREADABLE:
                continue
            for relation in relations:
                rows = [*map(Later, AHEAD), *FIRST_ROWS] if relation.per_step else [None]
                for row in rows:
                    try:
                        with self.context.measured() as need:
                            gap = relation.gap.at(row)
                    except UNREADABLE:
                        continue
                    self._note(relation.op, gap, need[0])
        self.context.least = before

    def _note(self, op: str, gap: Term, need: int) -> None:
        """What a hypothesis says of the one letter in it: of one at t − 1 from t = 1 on, of any other from t = 0 on."""
        letters = [a for a in gap.atoms() if a.kind == "symbol" and a.space is None and is_schedule(a)]
        r = gap.ratio
        if len(letters) != 1 or r is None:
            return
        (letter,) = letters
        if need > (1 if letter.name.endswith("_t-1") else 0):
            return
        value = self.context.universe.of(letter)
        if op == "==":
            solved = solution(gap, letter)
            if solved is not None and self.is_unit(coefficient(gap, letter)):
                self.known[letter.number] = solved
        elif op == ">" and (gap - value).is_zero:
            letter.positive = True
        elif op == ">=" and (gap + value - 1).is_zero:
            self.below_one.add(letter.number)


def is_schedule(atom: Atom) -> bool:
    return atom.name.split("_")[0] in ("λ", "θ", "β", "η")


def stated(context: Context, relation: Relation) -> Stated:
    """A relation between arrays as one about their difference."""
    sides = [relation.lhs, relation.rhs]
    values = [x if isinstance(x, Value) else _constant(context, x) for x in sides]
    meeting(values[0].axes, values[1].axes)
    low, high = values if relation.op in ("<=", "<", "==") else reversed(values)
    return Stated({"<=": ">=", "<": ">"}.get(relation.op, relation.op), high - low)


def relations_of(statement: Any) -> tuple[Relation, ...]:
    """A statement's relations; of anything that is more than relations, nothing is proved."""
    relations = (statement,) if isinstance(statement, Relation) else tuple(statement)
    if not relations or not all(isinstance(relation, Relation) for relation in relations):
        raise Refused("the statement is no conjunction of relations")
    return relations


def _constant(context: Context, x: Any) -> Value:
    number = context.universe.constant(x)
    return Value(context, (), lambda _: number)


def coefficient(gap: Term, atom: Atom) -> Term:
    """c where gap = c·atom + rest, c and rest free of the atom; 0 if it is not so."""
    u = gap.universe
    if set(gap.parts) != {None}:
        return u.constant(0)
    r = gap.parts[None][1]
    if r.num.degrees()[atom.number] != 1 or r.den.degrees()[atom.number] != 0:
        return u.constant(0)
    rest = operators.substituted(gap, {atom.number: u.constant(0)})
    return (gap - rest) / u.of(atom)


def solution(gap: Term, atom: Atom) -> Term | None:
    """What the atom must be for the gap to vanish; None if the gap is not linear in it."""
    c = coefficient(gap, atom)
    if c.is_zero or c.spaces:
        return None
    u = gap.universe
    result = u.of(atom) - gap / c
    mark = u.symbol("✓", atom.space)
    moved = operators.substituted(result, {atom.number: mark})
    return result if (moved - result).is_zero else None


def scalar(u: Universe, p: Any) -> Term:
    return operators.polynomial(u, p, {}, {})


def solvable(atom: Atom) -> int:
    """The order in which equations are solved for atoms: accumulated sequences first, then those of the state."""
    if atom.kind == "sequence":
        return 0
    return 1 if atom.kind == "symbol" and atom.space is not None and atom.name.endswith("_t") else 2


class Prover:
    """One claim on its arbitrary run."""

    def __init__(self, setting: Setting) -> None:
        self.setting, self.context = setting, setting.context
        self.relations = [stated(self.context, r) for r in relations_of(setting.claim(setting.run))]
        self.lemmas: list[Claim] = []
        self.lemma_equations: list[Term] | None = None
        self.resting = False  # whether a lemma was needed

    def proof(self) -> Proof | None:
        told, pending = {}, []
        for number, relation in enumerate(self.relations):
            words = self.at_once(relation)
            if words:
                told[number] = words
            else:
                pending.append(number)
        equalities = [n for n in pending if self.relations[n].op == "=="]
        if equalities:
            words = self.by_induction([self.relations[n] for n in equalities])
            told.update((n, words) for n in equalities)
        for n in pending:
            if n not in told or told[n] is None:
                told[n] = self.by_growth(self.relations[n])
        if not told or any(words is None for words in told.values()):
            return None
        count = len(self.relations)
        named = [f"relation {n + 1}: {told[n]}" if count > 1 else told[n] for n in sorted(told)]
        return Proof(tuple(dict.fromkeys(named)), tuple(lemma.id for lemma in self.lemmas if self.resting))

    def at_once(self, relation: Stated) -> str | None:
        """The relation at an arbitrary step and at the rows before, each by itself."""
        if not relation.per_step:
            return told_by(relation.op) if self.holds(relation.op, relation.gap.at(None)) else None
        for k in (0, 1, 2):
            try:
                if not self.holds(relation.op, relation.gap.at(Later(k))):
                    continue
                rows = range(self.context.least + k)
                if self.hold_by_themselves([relation], rows):
                    return f"{told_by(relation.op)} for an arbitrary t{told_rows(rows)}"
            except Refused:
                continue
        return None

    def by_induction(self, relations: list[Stated]) -> str | None:
        """Equations whose row τ + k, solved for accumulated sequences, gives the row τ + k + 1."""
        if not all(relation.per_step for relation in relations):
            return None
        for k in (-1, 0, 1):
            for resting in (False, True):
                try:
                    supposed = [relation.gap.at(Later(k)) for relation in relations]
                    rules = self.solved([*supposed, *(self.equations_of_lemmas() if resting else [])])
                    wanted = [relation.gap.at(Later(k + 1)) for relation in relations]
                    if not all(operators.substituted(gap, rules).is_zero for gap in wanted):
                        continue
                    rows = range(self.context.least + k + 1)
                    if self.hold_by_themselves(relations, rows):
                        self.resting = self.resting or resting
                        return f"both sides agree by induction: from a step to the next{told_rows(rows)}"
                except Refused:
                    continue
        return None

    def by_growth(self, relation: Stated) -> str | None:
        """An inequality whose difference does not decrease from row τ + k to the next."""
        if relation.op == "==" or not relation.per_step:
            return None
        for k in (-1, 0, 1):
            try:
                growth = relation.gap.at(Later(k + 1)) - relation.gap.at(Later(k))
                rows = range(self.context.least + k + 1)
                if self.holds(">=", growth) and self.hold_by_themselves([relation], rows):
                    return f"the difference grows from a step to the next{told_rows(rows)}"
            except Refused:
                continue
        return None

    def hold_by_themselves(self, relations: list[Stated], rows: range) -> bool:
        """Whether the first rows hold, computed from the start."""
        if len(rows) > MOST_BASE_ROWS:
            return False
        least = self.context.least
        held = all(self.holds(r.op, r.gap.at(i)) for r in relations for i in rows)
        if self.context.least > least:
            raise Refused("an early row depends on later ones")
        return held

    def holds(self, op: str, gap: Term) -> bool:
        if self._holds(op, gap):
            return True
        rules = self.solved(self.equations_of_lemmas()) if gap.all_atoms() else {}
        if rules and self._holds(op, operators.substituted(gap, rules)):
            self.resting = True
            return True
        return False

    def _holds(self, op: str, gap: Term) -> bool:
        if gap.is_zero:
            return op != ">"
        if op == "==" or self.setting.of_unknown_sign(gap):
            return False
        gap = self.setting.ready(gap)
        return operators.positive(gap) if op == ">" else operators.nonnegative(gap)

    def solved(self, equations: list[Term]) -> dict[int, Term]:
        """Rules that follow from terms being 0: each solved for one letter that is left in it."""
        rules: dict[int, Term] = {}
        for equation in equations:
            gap = operators.substituted(equation, rules)
            if len(gap.spaces) > 1:
                continue
            for atom in sorted(gap.atoms(), key=lambda a: (solvable(a), a.number)):
                if solvable(atom) < 2 and {atom.space} - {None} == gap.spaces:
                    found = solution(gap, atom)
                    if found is not None and self.setting.is_unit(coefficient(gap, atom)):
                        rules = {k: operators.substituted(r, {atom.number: found}) for k, r in rules.items()}
                        rules[atom.number] = found
                        break
        return rules

    def equations_of_lemmas(self) -> list[Term]:
        """Terms that are 0 at the arbitrary step by claims the statement uses."""
        if self.lemma_equations is None:
            self.lemma_equations = []
            for lemma in lemmas_of(self.setting.claim):
                found = self._equations(lemma)
                if found:
                    self.lemmas.append(lemma)
                    self.lemma_equations += found
        return self.lemma_equations

    def _equations(self, lemma: Claim) -> list[Term]:
        found = []
        try:
            if prove(lemma) is None or not all(self._granted(h) for h in lemma.given):
                return []
            relations = [stated(self.context, r) for r in relations_of(lemma(self.setting.run))]
        except UNREADABLE:
            return []
        for relation in relations:
            for row in (Later(-1), Later(0)) if relation.per_step else (None,):
                try:
                    found += [relation.gap.at(row)] if relation.op == "==" else []
                except Refused:
                    continue
        return [gap for gap in found if not gap.is_zero]

    def _granted(self, hypothesis: Any) -> bool:
        """Whether a lemma's hypothesis is one of the claim's, or holds of every run the claim speaks of."""
        if hypothesis in self.setting.claim.given:
            return True
        relations = [stated(self.context, r) for r in relations_of(hypothesis(self.setting.run))]
        rows = [*range(self.context.least + 1), Later(0)]
        return all(self._holds(r.op, r.gap.at(i)) for r in relations for i in (rows if r.per_step else [None]))


def told_by(op: str) -> str:
    return "both sides agree" if op == "==" else "the difference is a sum of nonnegative terms"


def told_rows(rows: range) -> str:
    return f", and at row {', '.join(map(str, rows))} by itself" if len(rows) else ""


def lemmas_of(claim: Claim) -> list[Claim]:
    """The claims about the same algorithm that the statement rests on, nearest first."""
    found: dict[str, Claim] = {}
    waiting = list(claim.uses)
    while waiting:
        name = waiting.pop(0)
        lemma = all_claims().get(name)
        if lemma is not None and name not in found and lemma.about is claim.about:
            found[name] = lemma
            waiting += lemma.uses
    return list(found.values())


@cache
def prove(claim: Claim) -> Proof | None:
    """The proof of a claim for all its runs, or None: then nothing is proved."""
    return attempt(claim)


def attempt(claim: Claim, algorithm: Any = None) -> Proof | None:
    """The same for an algorithm in place of the claim's own."""
    if claim.not_checkable or claim.is_rate:
        return None
    try:
        return Prover(Setting(claim, algorithm)).proof()
    except UNREADABLE:
        return None

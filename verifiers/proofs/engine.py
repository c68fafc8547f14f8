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

from dataclasses import dataclass
from functools import cache
from typing import Any

from theory.claim import Claim
from verifiers.proofs import operators
from verifiers.proofs.setting import UNREADABLE, Setting, Stated, coefficient, relations_of, solution, stated
from verifiers.proofs.substitution import substituted
from verifiers.proofs.terms import Atom, Refused, Term
from verifiers.proofs.values import Later

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
        self._equations: tuple[list[Term], int] | None = None
        self._supposed: tuple[list[Term], int] | None = None
        self.resting = False  # whether a lemma was needed

    def proof(self) -> Proof | None:
        told: dict[int, str | None] = {}
        for number, relation in enumerate(self.relations):
            told[number] = self.at_once(relation)
        pending = [number for number in told if told[number] is None]
        equalities = [n for n in pending if self.relations[n].op == "=="]
        if equalities:
            words = self.by_induction([self.relations[n] for n in equalities])
            told.update((n, words) for n in equalities)
        for n in pending:
            if told[n] is None:
                told[n] = self.by_growth(self.relations[n])
        steps = [words for words in told.values() if words is not None]
        if len(steps) < len(self.relations):
            return None
        if len(steps) > 1:
            steps = [f"relation {n}: {words}" for n, words in enumerate(steps, 1)]
        return Proof(tuple(steps), tuple(lemma.id for lemma in self.lemmas if self.resting))

    def at_once(self, relation: Stated) -> str | None:
        """The relation at an arbitrary step and at the rows before, each by itself."""
        if not relation.per_step:
            return told_by(relation.op) if self.holds(relation.op, relation.gap.at(None)) else None
        for k in (0, 1, 2):
            try:
                with self.context.measured() as need:
                    held = self.holds(relation.op, relation.gap.at(Later(k)))
                rows = range(need[0] + k)
                if held and self.hold_by_themselves([relation], rows):
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
                    with self.context.measured() as need:
                        supposed = [relation.gap.at(Later(k)) for relation in relations]
                        rules = self.solved([*supposed, *(self.equations_of_lemmas() if resting else [])])
                        wanted = [relation.gap.at(Later(k + 1)) for relation in relations]
                        follow = all(substituted(gap, rules).is_zero for gap in wanted)
                    rows = range(need[0] + k + 1)
                    if follow and self.hold_by_themselves(relations, rows):
                        self.resting = self.resting or resting
                        return f"both sides agree by induction: from a step to the next{told_rows(rows)}"
                except Refused:
                    continue
        return None

    def by_growth(self, relation: Stated) -> str | None:
        """An inequality whose difference does not decrease from row τ + k to the next."""
        if relation.op == "==" or not relation.per_step:
            return None
        if any(atom.kind in ("max", "ratio") for atom in relation.gap.at(0).all_atoms()):
            return None
        for k in (-1, 0, 1):
            try:
                with self.context.measured() as need:
                    growth = relation.gap.at(Later(k + 1)) - relation.gap.at(Later(k))
                    grows = self.holds(">=", growth)
                rows = range(need[0] + k + 1)
                if grows and self.hold_by_themselves([relation], rows):
                    return f"the difference grows from a step to the next{told_rows(rows)}"
            except Refused:
                continue
        return None

    def hold_by_themselves(self, relations: list[Stated], rows: range) -> bool:
        """Whether the first rows hold, computed from the start."""
        if len(rows) > MOST_BASE_ROWS:
            return False
        with self.context.measured() as need:
            held = all(self.holds(r.op, r.gap.at(i), first_row=True) for r in relations for i in rows)
        return held and need[0] == 0

    def holds(self, op: str, gap: Term, first_row: bool = False) -> bool:
        """Whether the gap is 0, or not negative; at the arbitrary step also by lemmas and hypotheses."""
        if gap.is_zero:
            return op != ">"
        if op != "==" and self._exceeds(gap, op == ">"):
            return True
        if first_row:
            return False
        if op != "==" and any(self._exceeds(gap - h, op == ">") for h in self.supposed()):
            return True
        rules = self.solved(self.equations_of_lemmas())
        if rules:
            gap = substituted(gap, rules)
            if (gap.is_zero and op != ">") or (op != "==" and self._exceeds(gap, op == ">")):
                self.resting = True
                return True
        return False

    def _exceeds(self, gap: Term, strictly: bool) -> bool:
        if self.setting.of_unknown_sign(gap):
            return False
        gap = self.setting.ready(gap)
        return operators.positive(gap) if strictly else operators.nonnegative(gap)

    def supposed(self) -> list[Term]:
        """What is not negative by the claim's hypotheses, at the arbitrary step."""
        if self._supposed is None:
            found = []
            with self.context.measured() as need:
                for hypothesis in self.setting.claim.given:
                    try:
                        relations = [stated(self.context, r) for r in relations_of(hypothesis(self.setting.run))]
                        found += [r.gap.at(Later(0)) for r in relations if r.op in (">=", ">") and r.per_step]
                    except UNREADABLE:
                        continue
            self._supposed = [gap for gap in found if len(gap.atoms()) > 1], need[0]
        found, least = self._supposed
        self.context.require(least)
        return found

    def solved(self, equations: list[Term]) -> dict[int, Term]:
        """Rules that follow from terms being 0: each solved for one letter that is left in it."""
        rules: dict[int, Term] = {}
        for equation in equations:
            gap = substituted(equation, rules)
            if len(gap.spaces) > 1:
                continue
            for atom in sorted(gap.atoms(), key=lambda a: (solvable(a), a.number)):
                if solvable(atom) < 2 and {atom.space} - {None} == gap.spaces:
                    found = solution(gap, atom)
                    if found is not None and self.setting.is_unit(coefficient(gap, atom)):
                        rules = {k: substituted(r, {atom.number: found}) for k, r in rules.items()}
                        rules[atom.number] = found
                        break
        return rules

    def equations_of_lemmas(self) -> list[Term]:
        """Terms that are 0 at the arbitrary step by claims the statement uses."""
        if self._equations is None:
            found: list[Term] = []
            with self.context.measured() as need:
                for lemma in lemmas_of(self.setting.claim):
                    by_lemma = self._equations_of(lemma)
                    self.lemmas += [lemma] if by_lemma else []
                    found += by_lemma
            self._equations = found, need[0]
        found, least = self._equations
        self.context.require(least)
        return found

    def _equations_of(self, lemma: Claim) -> list[Term]:
        found = []
        try:
            proof = attempt(lemma, self.setting.algorithm)
            if proof is None or not all(self._granted(h) for h in lemma.given):
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
        for relation in relations:
            with self.context.measured() as need:
                held = self._surely(relation.op, relation.gap.at(Later(0)))
            rows = range(need[0]) if relation.per_step else ()
            if not held or not all(self._surely(relation.op, relation.gap.at(i)) for i in rows):
                return False
        return True

    def _surely(self, op: str, gap: Term) -> bool:
        return op != ">" if gap.is_zero else op != "==" and self._exceeds(gap, op == ">")


def told_by(op: str) -> str:
    return "both sides agree" if op == "==" else "the difference is a sum of nonnegative terms"


def told_rows(rows: range) -> str:
    return f", and at row {', '.join(map(str, rows))} by itself" if len(rows) else ""


def lemmas_of(claim: Claim) -> list[Claim]:
    """The claims about the same algorithm that the statement rests on, unless they rest on it in turn."""
    named = [lemma for lemma in closure(claim) if lemma.about is claim.about]
    return [lemma for lemma in named if lemma.id != claim.id and claim.id not in {c.id for c in closure(lemma)}]


def closure(claim: Claim) -> list[Claim]:
    """All that the statement rests on, nearest first."""
    found: dict[str, Claim] = {}
    known = claim.library.claims if claim.library else {}
    waiting = list(claim.uses)
    while waiting:
        name = waiting.pop(0)
        if name in known and name not in found:
            found[name] = known[name]
            waiting += found[name].uses
    return list(found.values())


def prove(claim: Claim) -> Proof | None:
    """The proof of a claim for all its runs, or None: then nothing is proved."""
    return attempt(claim, None)


@cache
def attempt(claim: Claim, algorithm: Any) -> Proof | None:
    """The same for an algorithm in place of the claim's own; proofs that rest on one claim ask for it again."""
    if claim.not_checkable or claim.is_rate:
        return None
    try:
        return Prover(Setting(claim, algorithm)).proof()
    except UNREADABLE:
        return None

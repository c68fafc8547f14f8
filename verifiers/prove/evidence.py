"""The evidence at a row: hypotheses, proved claims, facts at points, and relations that were shown on the way.

Each is a relation of the run, read at the rows near the one to be shown, if every run with that row has them. A fact
serves at a row where its conditions are shown.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain, combinations, combinations_with_replacement
from math import inf
from typing import Any

from lemmacheck.verifiers.prove.combination import Combination, Known, Signs, cleared, combination
from lemmacheck.verifiers.prove.context import Index, Later, Need, time_of
from lemmacheck.verifiers.prove.divisors import divisors
from lemmacheck.verifiers.prove.end_of_run import ends
from lemmacheck.verifiers.prove.forms import is_sum_of_squares
from lemmacheck.verifiers.prove.operators import at_place, scaled
from lemmacheck.verifiers.prove.quotients import NONZERO, of_0_over_0, that_may_be_0_over_0
from lemmacheck.verifiers.prove.refusals import tried
from lemmacheck.verifiers.prove.setting import Setting
from lemmacheck.verifiers.prove.solving import solved
from lemmacheck.verifiers.prove.sources import Near, Source, by_rules, named, rows_about, times_vectors
from lemmacheck.verifiers.prove.squares import MOST, of_products, of_roots
from lemmacheck.verifiers.prove.stated import Stated
from lemmacheck.verifiers.prove.substitution import solution, substituted
from lemmacheck.verifiers.prove.terms import ROWS, Atom, Condition, Term
from lemmacheck.verifiers.prove.wording import term_text

FEW = 6  # known signs of letters, of which products are tried as well
FEW_FACTORS = 4  # cited inequalities, of which products are tried as well


@dataclass(eq=False)
class Evidence:
    """The known relations of one setting."""

    setting: Setting
    sources: list[Source] = field(default_factory=list)
    _read: dict[Any, Near | None] = field(default_factory=dict)
    _met: dict[Any, bool] = field(default_factory=dict)
    _met_by: dict[Any, list[str]] = field(default_factory=dict)
    supposed: set[Any] = field(default_factory=set)  # the keys of what is positive in the case that is being looked at
    relied_on: list[str] = field(default_factory=list)  # by what was shown last, for itself and for its conditions

    def near(self, rows: list[Index], end: int) -> Iterator[Near]:
        """The known gaps at these rows, and those of no row, in every run that goes `end` steps further."""
        for source in self.sources:
            for found in self.at(source, rows, end):
                yield from (found, *self._at_rows_drawn(found))

    def at(self, source: Source, rows: Sequence[Index], end: float = inf) -> list[Near]:
        """What a source says at these rows, or, if it is of no row, of that."""
        relation = source.relation
        asked = [row for row in (rows if relation.per_step else [None]) if relation.asks(row) <= end]
        return [found for row in asked if (found := self._at(source, row)) is not None]

    def before_the_end(self, row: Index | None, end: int) -> Iterator[Near]:
        """t ≤ N − end, at a row of a run whose N steps go `end` steps further than τ."""
        context = self.setting.context
        if context.horizon is not None and isinstance(row, Later):
            yield Near(Known("t ≤ N", ">=", context.horizon - time_of(context, Later(0)) - end), None, 0)

    def _at_rows_drawn(self, found: Near) -> Iterator[Near]:
        """The relations of every row i, at each row that is drawn."""
        gap = found.known.gap
        for vertex in [a for a in gap.universe.atoms if a.is_vertex] if gap.spaces == {ROWS} else []:
            name, there = f"{found.known.name}, of the row {vertex.name}", at_place(gap, ROWS, vertex)
            yield replace(found, known=replace(found.known, name=name, gap=there))

    def _at(self, source: Source, row: Index | None) -> Near | None:
        key = id(source), row
        if key not in self._read:
            self._read[key] = None  # while it is asked for
            context = self.setting.context
            relied_on, self.relied_on = self.relied_on, []
            before, context.least = context.least, 1 if row is None and ends(context) else 0  # N ≥ 1
            with context.universe.quietly():
                self._read[key] = tried(lambda: self._found(source, row))
            context.least = before
            self._met_by["read", *key], self.relied_on = self.relied_on, relied_on
        return self._read[key]

    def _found(self, source: Source, row: Index | None) -> Near | None:
        gap, need = self.setting.read(source.relation, row)
        end, least = source.relation.asks(row), self.setting.context.least
        if source.defined:  # but for 0/0, which a hypothesis reads as 0
            need = replace(need, conditions=of_0_over_0(need.conditions))
        if gap.is_zero or not self.setting.meets(need, row, end, partial(self.meets, row, end)):
            return None
        if self.setting.context.least > least:
            return None
        known = Known(named(source, row), source.relation.op, gap, source.of)
        return Near(known, end if source.relation.per_step else end or None, least, source, row)

    def holds(self, one: Near) -> bool:
        """Whether the conditions of a source are shown. Only facts have conditions."""
        if one.source is None or not one.source.where:
            return True
        where = one.source.where
        asked = lambda: all(self._meets(condition, one.row, one.end or 0) for condition in where)  # noqa: E731
        return self._apart((id(one.source), one.row), one.least, asked)

    def _apart(self, key: Any, least: int, asked: Callable[[], bool]) -> bool:
        """Whether something is shown that needs no more than `least`; what it relies on is kept apart, by its key."""
        if key not in self._met:
            self._met[key] = False  # while it is asked for
            context = self.setting.context
            before, context.least = context.least, least
            relied_on, self.relied_on = self.relied_on, []
            self._met[key] = bool(tried(asked)) and context.least == least
            self._met_by[key], self.relied_on = self.relied_on, relied_on
            context.least = before
        return self._met[key]

    def _ids(self, one: Near) -> list[str]:
        """What says it, and what shows its conditions, and that it is defined."""
        key = id(one.source), one.row
        return [one.known.of, *self._met_by.get(key, ()), *self._met_by.get(("read", *key), ())]

    def name_in(self, rests_on: list[str]) -> None:
        """Add what was relied on, for what is shown and for its conditions."""
        rests_on += dict.fromkeys(id for id in self.relied_on if id and id not in rests_on)

    def meets(self, row: Index | None, end: int, condition: Condition) -> bool:
        """Whether what is divided by is not 0 at a row by what is known: it is positive, or its root is."""
        what, term = condition
        op, squares = (">=" if what == "≥ 0" else ">"), term.universe.squares
        roots = [r for r in term.universe.roots if op == ">" and term.key() in squares and (r.args[0] - term).is_zero]
        terms = (term, *map(term.universe.of, roots))
        return any(tried(lambda one=one: self.shows(op, one, row, end)) is not None for one in terms)  # type: ignore[misc]

    @contextmanager
    def supposing(self, divisor: Term) -> Iterator[Near]:
        """The case that a divisor is positive: what is found inside is forgotten after it."""
        before = {name: getattr(self, name) for name in ("_read", "_met", "_met_by")}
        vars(self).update({name: {} for name in before})
        self.supposed.add(divisor.key())
        try:
            yield Near(Known(f"{term_text(divisor)} > 0", ">", divisor), None, 0)
        finally:
            self.supposed.discard(divisor.key())
            vars(self).update(before)

    def is_nonzero(self, divisor: Term, row: Index | None, end: int) -> bool:
        """Whether what is divided by is not 0 at a row: in the case that is being looked at, or in any."""
        if divisor.key() in self.supposed:
            return True
        least = self.setting.context.least
        key = divisor.key(), row, end, least
        need = Need(0, {("≠ 0", divisor.key(), None): ("≠ 0", divisor)})
        asked = lambda: self.setting.meets(need, row, end, partial(self.meets, row, end))  # noqa: E731
        found = self._apart(key, least, asked)
        self.relied_on += self._met_by.get(key, [])
        return found

    def _meets(self, relation: Stated, row: Index | None, end: int) -> bool:
        """Whether a condition of a fact is shown at a row, in every run that goes `end` steps further."""
        gap, need = self.setting.read(relation, row)
        if relation.asks(row) > end or not self.setting.meets(need, row, end):
            return False
        return self.setting.surely(relation.op, gap) or self.shows(relation.op, gap, row, end) is not None

    def signs(self, near: list[Near]) -> Signs:
        """The signs that the relations near a row give."""
        setting = self.setting
        sure = [one for one in near if one.source is None or not one.source.where]
        signed = [one.known for one in sure if one.known.op != "==" and one.known.gap.ratio is not None]
        of_letters = [known for known in signed if self._is_of_letters(known.gap) and not known.gap.is_zero]
        letters = list({known.gap.key(): known for known in of_letters}.values())
        few, itself = letters if len(letters) <= FEW else [], (setting.context.universe.constant(1), ())
        above_0 = list({known.gap.key(): known for known in of_letters if known.op == ">"}.values())

        def by_known(factors: Iterable[tuple[Term, tuple[Known, ...]]], met: Callable[[Term], bool]) -> bool:
            """Whether it is met over one of these factors; what says the factor's sign is then relied on."""
            those = next((those for factor, those in factors if met(factor)), None)
            self.relied_on += [known.of for known in those or ()]
            return those is not None

        def nonzero(term: Term) -> bool:
            factors = chain([itself], ((known.gap, (known,)) for known in above_0))
            return by_known(factors, lambda factor: setting.sign(term / factor, strictly=True) != 0)

        def nonnegative(term: Term) -> bool:
            """By signs, as a multiple of one or two of what is known of letters alone, or over what is positive."""
            single = ((known.gap, (known,)) for known in letters)
            products = ((g.gap * h.gap, (g, h)) for g, h in combinations_with_replacement(few, 2))
            factors = chain([itself], single, products, ((1 / g.gap, (g,)) for g in above_0))
            return by_known(factors, lambda factor: setting.sign(term / factor, strictly=False) == 1)

        def exceeds(term: Term, strictly: bool) -> bool:
            if setting.sign(term, strictly) == 1:
                return True
            parts = (scaled(term.universe, None, r) for _, r in term.parts.values())  # each times an exponential
            return bool(few) and not strictly and self._is_of_letters(term) and all(map(nonnegative, parts))

        above = [one for one in near if one.known.op == ">" and not self._is_of_letters(one.known.gap)]
        strict = [(one, y) for one in above if self.holds(one) for y in (one.known.gap, one.known.gap**2)]

        def positive(term: Term) -> bool:
            roots = [a for a in term.atoms() if a.kind == "sqrt" and (term - term.universe.of(a)).is_zero]
            inside = (term, *(a.args[0] for a in roots))
            by = next((one for one, y in strict if any(exceeds(x / y, True) for x in inside)), None)
            sure = exceeds(term, True)
            self.relied_on += self._ids(by) if by is not None and not sure else ()
            return sure or by is not None

        schedule = frozenset(setting.letters) | setting.context.constants
        least, below = setting.context.least, frozenset(setting.below_one)
        return Signs(schedule, below, least, nonzero, nonnegative, exceeds, positive)

    def _is_of_letters(self, gap: Term) -> bool:
        letters = self.setting.letters.keys() | self.setting.context.constants
        return all(a.number in letters or a.name == "t" for a in gap.all_atoms())

    def shows(
        self, op: str, gap: Term, row: Index | None, end: int, extra: tuple[Near, ...] = ()
    ) -> Combination | None:
        """The gap as a combination of the relations near the row, which is then required; also after substituting the
        equations that hold from t = 1 on."""
        found = self._shows(op, gap, row, end, extra, 0)
        if found is None and isinstance(row, Later) and any(one.least == 1 for one in self._put_in()):
            found = self._shows(op, gap, row, end, extra, 1)
        if found is None and op != "==" and self.setting.claim.own and (squares := self._squares(gap, extra)):
            found = self._shows(op, gap, row, end, (*extra, *squares), 0)
        return found

    def _squares(self, gap: Term, extra: tuple[Near, ...]) -> tuple[Near, ...]:
        """The squares that the statement, and what was read for it, is made of, and what the Cauchy-Schwarz inequality
        says of it."""
        known = [*self.setting.context.universe.known_squares.values()][:MOST]
        found = [(one, f"{term_text(one)}, a square", fact) for one, fact in known]
        found += [(*square, "F.square") for square in of_roots([gap, *(one.known.gap for one in extra)])]
        found += [(one, f"{term_text(one)}, by Cauchy-Schwarz", "F.CS") for one in of_products(gap)]
        return tuple(Near(Known(text, ">=", one, fact), None, 0) for one, text, fact in found)

    def _shows(
        self, op: str, gap: Term, row: Index | None, end: int, extra: tuple[Near, ...], least_of_rules: int
    ) -> Combination | None:
        context, before, rows = self.setting.context, self.setting.context.least, rows_about(row)
        at_the_end = ends(context) if row is None else {}
        rows = rows_about(Later(0)) if at_the_end else rows
        with context.universe.quietly():
            rules = self.rules(end, least_of_rules) if rows and isinstance(rows[0], Later) else {}
            rules, before = at_the_end | at_the_end_too(rules, at_the_end), max(before, context.least)
            rules |= self._zeros(end) | divisors(self.setting, end)
            memo: dict[int, Term] = {}
            asked: set[tuple[int, int]] = set()  # what is known near more rows, or from a later t on, is known as well
            gap = substituted(gap, rules, memo)
            for count in range(1, len(rows) + 1) if rows else [0]:
                known = (*extra, *self.before_the_end(row, end), *self.near(rows[:count], end))
                near = [by_rules(one, rules, memo) for one in known]
                near += [inner for one in near for inner in times_vectors(one, gap)]
                near = [one for one in near if one.least <= 1] if at_the_end else near
                for least in sorted({before, *(max(before, one.least) for one in near)}):
                    usable = [one for one in near if one.least <= least]
                    context.require(max((one.least for one in usable), default=0))
                    if (context.least, len(usable)) not in asked:
                        asked.add((context.least, len(usable)))
                        found = self._combined(op, gap, usable, self.signs(usable), row, end)
                        if found is not None:
                            return found
                    context.least = before
        return None

    def _zeros(self, end: int) -> dict[int, Term]:
        """The values of functions of which nothing else is known that an equation c·F(u) = 0, of no row, says are 0."""
        found, context = {}, self.setting.context
        for source in self.sources if context.any else ():
            stated = source.relation
            sure = stated.op == "==" and not stated.per_step and not source.where and stated.asks(None) <= end
            near = self._at(source, None) if sure else None
            gap = near.known.gap if near is not None else context.universe.constant(0)
            atoms = list(gap.atoms())
            value = solution(gap, atoms[0]) if len(atoms) == 1 else None
            if value is not None and value.is_zero and atoms[0].kind in context.any:
                found[atoms[0].number] = value
                self.relied_on.append(source.of)
        return found

    def rules(self, end: int, least: int) -> dict[int, Term]:
        """The values of letters of the arbitrary state, by equations that were shown for every t ≥ least."""
        return solved(self.setting, self.equations(end, least))

    def equations(self, end: int, least: int = 0) -> list[Term]:
        """Terms that are 0 at the arbitrary step, in every run that goes `end` steps further."""
        found = [one for one in self._put_in() if one.least <= least and one.end is not None and one.end <= end]
        self.setting.context.require(max((one.least for one in found), default=0))
        return [one.known.gap for one in found]

    def _put_in(self) -> list[Near]:
        """The equations to substitute at the arbitrary step."""
        sources = [s for s in self.sources if s.solves and s.relation.op == "==" and s.relation.per_step]
        return [found for s in sources if (found := self._at(s, Later(0))) is not None]

    def _combined(
        self, op: str, gap: Term, near: list[Near], signs: Signs, row: Index | None, end: int
    ) -> Combination | None:
        def whole(term: Term) -> Term | None:
            sure = [a for a in that_may_be_0_over_0(term) if self.is_nonzero(a.args[1], row, end)]
            return cleared(without_ratios(term, sure), signs)

        goal = whole(gap)
        if goal is None:
            return None
        gaps = [(one, whole(one.known.gap)) for one in near]
        told = [(replace(one.known, gap=gap), one) for one, gap in gaps if gap is not None]
        for products in (False, True) if self.setting.claim.proof is not None else (False,):
            known: dict[int, tuple[Known, tuple[Near, ...]]] = {id(k): (k, (one,)) for k, one in told}
            known |= {id(k): (k, two) for k, two in self._products(told)} if products else {}
            while True:
                found = combination(goal, op, [k for k, _ in known.values()], signs, products)
                if found is None:
                    break
                used = {id(k.root): known[id(k.root)][1] for _, k in found.parts}
                unmet = {key for key, those in used.items() if not all(map(self.holds, those))}
                if not unmet:
                    self.relied_on += [id for those in used.values() for one in those for id in self._ids(one)]
                    return found
                known = {key: pair for key, pair in known.items() if key not in unmet}
        by_itself = [k for k, one in told if one.source is None]  # and of no condition
        if op != "==" and near and near[0].source is None:  # such as the row before
            before = near[0].known
            rest, than = whole(gap - before.gap), ">=" if before.op == ">" else op
            found = None if rest is None else combination(rest, than, by_itself, signs, products=False)
            found = alone(rest, than, signs) if rest is not None and found is None else found
            if found is not None:
                self.relied_on += [k.of for _, k in found.parts]
                return replace(found, parts=((gap.universe.constant(1), before), *found.parts))
        return alone(goal, op, signs)

    def _products(self, told: list[tuple[Known, Near]]) -> Iterator[tuple[Known, tuple[Near, Near]]]:
        """The products of two of the last inequalities that are cited, in an author's own argument."""
        cited = [(k, one) for k, one in told if k.op != "==" and one.source is not None and self.setting.claim.own]
        few = [(k, one) for k, one in cited if not self._is_of_letters(k.gap)][-FEW_FACTORS:]
        for (a, one), (b, other) in combinations(few, 2):
            yield Known(f"({a.name})·({b.name})", ">=", a.gap * b.gap), (one, other)


def alone(goal: Term, op: str, signs: Signs) -> Combination | None:
    """A goal that needs nothing known: by its factors, as a² − 2ab + b², or as a quadratic form."""
    shown = op != "==" and (signs.exceeds(goal, op == ">") or (op == ">=" and is_sum_of_squares(goal, signs)))
    return Combination((), goal) if shown else None


def at_the_end_too(rules: dict[int, Term], ends: dict[int, Term]) -> dict[int, Term]:
    """Rules for letters of the arbitrary step, also for those of the last t."""
    found = {k: substituted(rule, ends) for k, rule in rules.items()} if ends else rules
    return found | {a.number: found[k] for k in found if k in ends for a in ends[k].atoms()}


def without_ratios(term: Term, sure: list[Atom]) -> Term:
    """The term with a/b for what is read as a/b, and as 0 where both are 0: where b is not 0 that is the same. Of what
    may be 0/0 only those that are surely not."""
    rules = {a.number: a.args[0] / a.args[1] for a in (*sure, *(a for a in term.atoms() if a.kind == NONZERO))}
    return substituted(term, rules) if rules else term

"""A relation shown from evidence: at an arbitrary step, or from a step to the next with the first rows by themselves.

The evidence is the claim's hypotheses; the claims that its proof uses, if they are proved and their hypotheses granted;
and its argument: relations to be shown first, in order, and facts cited at points.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from lemmacheck.theory.core.argument import Cited, ForAll, ToZero
from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.hypothesis import Hypothesis
from lemmacheck.theory.core.relation import Chance, Relation, conjuncts
from lemmacheck.verifiers.prove.algorithms import read_as
from lemmacheck.verifiers.prove.cases import cut_off, steps_in
from lemmacheck.verifiers.prove.chances import Likely, left, some_of, statement_part
from lemmacheck.verifiers.prove.combination import Combination, Known
from lemmacheck.verifiers.prove.context import Index, Later
from lemmacheck.verifiers.prove.evidence import Evidence
from lemmacheck.verifiers.prove.facts import FACTS
from lemmacheck.verifiers.prove.lemmas import Shown, granted, nearest
from lemmacheck.verifiers.prove.loops import given
from lemmacheck.verifiers.prove.own import rows_alone
from lemmacheck.verifiers.prove.polynomials import by_power
from lemmacheck.verifiers.prove.quotients import that_may_be_0_over_0, where_zero
from lemmacheck.verifiers.prove.refusals import Refused, tried
from lemmacheck.verifiers.prove.setting import Setting
from lemmacheck.verifiers.prove.solving import follow
from lemmacheck.verifiers.prove.sources import Near, Source
from lemmacheck.verifiers.prove.squares import squares_of
from lemmacheck.verifiers.prove.stated import Stated, in_step, parts_of, relations_of, stated
from lemmacheck.verifiers.prove.statement import plain
from lemmacheck.verifiers.prove.subject import axes_of, space_of
from lemmacheck.verifiers.prove.substitution import renewed, substituted
from lemmacheck.verifiers.prove.terms import Atom, Term
from lemmacheck.verifiers.prove.values import Value
from lemmacheck.verifiers.prove.wording import term_text as written

MOST_ROWS = 4
MOST_STEPS = 4  # the 1[x ≥ 0] by which a gap is cut into cases
THE_ROW_BEFORE = "the row before"


class Argument:
    """A claim's argument: it shows relations, and writes its steps in words."""

    def __init__(self, setting: Setting, lent: Callable[[Setting, Claim, Any, Shown], bool], with_lemmas: bool) -> None:
        self.setting, self.context, self.lent = setting, setting.context, lent
        self.evidence = Evidence(setting)
        self.chances: list[Likely] = []
        self.pending: list[tuple[str, Stated]] = []  # what is not shown on every path may be so in an event
        self.steps: list[str] = []
        self.rests_on: list[str] = []
        self.unshown: list[str] = []  # the names of its steps that do not follow
        for hypothesis in setting.claim.given:
            self._enter(hypothesis.name, given(setting, hypothesis))
        for words, gap in self.context.ranges.items():
            self._enter(words, [Stated(">=", Value(self.context, (), lambda _, gap=gap: gap))])  # type: ignore[misc]
        hypotheses = len(self.evidence.sources)
        for lemma in nearest(setting.claim) if with_lemmas else ():
            self._lend(lemma, setting.run)
        self.has_lemmas = len(self.evidence.sources) > hypotheses
        if setting.claim.proof is not None:
            self._argue(setting.claim.proof)

    def _read(self, statement: Callable[[], Any]) -> list[Stated | Likely]:
        return self._read_all(lambda: parts_of(statement(), Relation, Chance)) or []

    def _enter(self, name: str, relations: Sequence[Stated | Likely], **more: Any) -> None:
        for one in relations:
            if isinstance(one, Likely):
                self.chances.append(replace(one, name=name, **more))
            else:
                self.evidence.sources.append(Source(name, one, **more))

    def _lend(self, lemma: Claim, run: Any, shown: Shown = lambda relation: False) -> None:
        if self.lent(self.setting, lemma, run, shown):
            self._enter(lemma.id, self._read(lambda: lemma.function(run)), of=lemma.id)

    def _argue(self, proof: Callable[[Any], Any]) -> None:
        plain(proof)
        for number, item in enumerate(self.setting.made(lambda: proof(self.setting.run)), 1):
            self._say(f"({number})", item)

    def _say(self, name: str, item: Any) -> None:
        """One item of the argument."""
        if isinstance(item, Cited):
            return self._cite(item)
        if isinstance(item, ToZero):
            return self._let_vanish(name, item)
        if not isinstance(item, (Relation, tuple)):
            raise Refused("an argument is made of relations, facts and claims")
        relations = [stated(self.context, r) for r in relations_of(item)]
        single = isinstance(item, Relation)
        if not single and any(relation.op != "==" for relation in relations):
            raise Refused("what is shown together is equations")
        words = self.proof_text(relations[0]) if single else self.together(relations)
        if words is not None:
            self._enter(name, relations, solves=True)
            self.steps.append(f"{name} {words}")
            return
        self.unshown.append(name)
        if single:
            self.pending.append((name, relations[0]))

    def _let_vanish(self, name: str, item: ToZero) -> None:
        """The items for every ε > 0. The last, a polynomial in ε, holds for ε = 0 as well. It is read with two such ε,
        for the letter of a sum over t, or of a state, hides an ε inside."""
        plain(item.items)
        (epsilon, value), (other, again) = self._epsilon(), self._epsilon()
        outside = self.evidence
        self.evidence = Evidence(self.setting, [*outside.sources, Source("ε > 0", Stated(">", value))])
        try:
            *before, last = self.setting.made(lambda: item.items(value))
            if not isinstance(last, Relation) or last.op not in ("<=", ">=", "=="):
                raise Refused("what ε → 0 is let in is one relation, and none with < or >")
            for k, one in enumerate(before, 1):
                self._say(f"{name}.{k}", one)
            relation = stated(self.context, last)
            words = self.proof_text(relation)
        finally:
            self.evidence = outside
        if words is None:
            self.unshown.append(name)
        else:
            twin = stated(self.context, self.setting.made(lambda: item.items(again))[-1])
            at_0 = lambda gap, twin: without(gap, epsilon, twin, other)  # noqa: E731
            limit = replace(relation, gap=relation.gap.met(twin.gap, at_0))
            self._enter(name, [limit], solves=True)
            self.steps.append(f"{name} for every ε > 0 {words}; and so as ε → 0")

    def _epsilon(self) -> tuple[Atom, Value]:
        """An arbitrary ε > 0, by which a proof may multiply."""
        letter = self.context.fresh("ε", None, positive=True)
        (epsilon,) = letter.atoms()
        self.context.constants.add(epsilon.number)
        return epsilon, Value(self.context, (), lambda _: letter)

    def together(self, relations: list[Stated]) -> str | None:
        """The proof of several equations together, each from all of them at the step before, in words; None if there is
        none."""
        if not in_step(relations):
            return None
        for k in (-1, 0):
            with self.context.measured() as need:
                agree = tried(lambda k=k: follow(self.setting, relations, k, self.evidence.equations))  # type: ignore[misc]
            rows = [self._with_rows(one, "", need.least + k + 1) for one in relations]
            if agree and None not in rows:
                return "both sides agree by induction" + "".join(row for row in rows if row)
        return None

    def _cite(self, cited: Cited) -> None:
        if isinstance(cited.id, Hypothesis):
            return self._suppose(cited.id, cited.points)
        setting, run = self.setting, self.setting.run
        fact = FACTS.get(cited.id)
        if fact is None:
            library = setting.claim.library
            claim = library.claims.get(cited.id) if library is not None else None
            if claim is None or len(cited.points) > 1:
                raise Refused(f"{cited.id} is no fact, and no claim of a run")
            (of,) = cited.points or (run,)
            self._lend(claim, of, lambda one: self.proof_text(one) is not None)
        elif fact.at is not None and fact.where is not None and granted(setting, fact, run):
            data = rows_alone(run.problem)
            own = data is not run and fact.about in (read_as(setting.claim.about), type(run.algorithm))
            subject = run if own else data
            says, asks = partial(fact.at, subject, *cited.points), partial(fact.where, subject, *cited.points)
            with self.context.of_vectors():
                where = self._read_all(asks)
                if where is not None:
                    self._enter(fact.id, self._read(says), of=fact.id, where=where, defined=False)

    def _suppose(self, hypothesis: Hypothesis, points: tuple[Any, ...]) -> None:
        """What a hypothesis for all u states of these points."""
        says = hypothesis.function
        if hypothesis not in self.setting.claim.given or type(says) is not ForAll:
            raise Refused(f"{hypothesis.name} is none of the claim's hypotheses for all points")
        plain(says)
        if [*map(vectors_of, points)] != [*map(vectors_of, says.points(self.setting.run))]:
            raise Refused(f"{hypothesis.name} speaks of points of another space")
        if not all(self._says_of_each_row(says, of) for of in (says.points(self.setting.run), points)):
            raise Refused(f"{hypothesis.name} says of a sequence of points what it does not say of each")
        where = self._read_all(lambda: says.where(self.setting.run, *points))
        if where is not None:
            parts = self._read(lambda: says.at(self.setting.run, *points))
            self._enter(hypothesis.name, parts, where=where, defined=False)

    def _says_of_each_row(self, says: ForAll, points: tuple[Any, ...]) -> bool:
        """Whether a statement for all u, and its condition, are the same of a sequence, row by row, and of one u."""
        before, self.context.least = self.context.least, 0
        try:
            with self.context.universe.quietly():
                for statement in (says.at, says.where):
                    ways = (points, tuple(map(row_of, points)))
                    together, alone = (self._read_at_a_row(statement, way) for way in ways)
                    if together != alone or (together is None and statement == says.at):
                        return False
            return True
        finally:
            self.context.least = before

    def _read_at_a_row(self, statement: Callable[..., Any], points: tuple[Any, ...]) -> list[Any] | None:
        parts = self._read_all(lambda: statement(self.setting.run, *points))
        return None if parts is None else [*map(at_a_row, parts)]

    def _read_all(self, statement: Callable[[], Any]) -> list[Any] | None:
        return tried(
            lambda: self.setting.made(lambda: [statement_part(self.context, r) for r in conjuncts(statement())])
        )

    def likely(self, goal: Likely) -> str | None:
        """The proof of a probability from others, in words; None if there is none."""
        for chosen in some_of(self.chances):
            words = self.proof_text(left(goal, chosen))
            if words is None or any(self.proof_text(condition) is None for one in chosen for condition in one.where):
                continue
            inside = self._in_events(goal, chosen)
            if inside is not None:
                self.rests_on += dict.fromkeys(one.of for one in chosen if one.of and one.of not in self.rests_on)
                names = " and ".join(one.name for one in chosen) or "nothing else"
                return (
                    f"on every path in the events of {names}, {inside}; of the probability of all other paths, {words}"
                )
        return None

    def _in_events(self, goal: Likely, chosen: Sequence[Likely]) -> str | None:
        """The proof of the goal's event on every path in some events, in words; None if there is none."""
        everywhere, steps = self.evidence, len(self.steps)
        alone = [id for id, one in FACTS.items() if not one.about]  # others, and hypotheses, may speak of all paths
        kept = [one for one in everywhere.sources if not one.where or one.of in alone]
        self.evidence = Evidence(self.setting, kept)
        for one in chosen:
            self._enter(f"the event of {one.name}", one.event, of=one.of, defined=one.defined)
        try:
            for name, relation in self.pending:
                words = self.proof_text(relation)
                if words is not None:
                    self._enter(name, [relation])  # put in nowhere: a mean is over all paths
                    self.steps.append(f"{name} in these events, {words}")
            parts = [self.proof_text(relation) for relation in goal.event]
        finally:
            self.evidence = everywhere
        if None in parts:
            del self.steps[steps:]
            return None
        return " and ".join(words for words in parts if words is not None)

    def proof_text(self, relation: Stated | Likely) -> str | None:
        """The proof of the relation, in words; None if there is none."""
        if isinstance(relation, Likely):
            return self.likely(relation)
        if not relation.per_step:
            return tried(lambda: self._row(relation, None))
        argued = self.setting.claim.proof is not None  # an author's argument is worth more tries
        for k in (-1, 0, 1) if argued else (-1, 0):
            words = self._at(relation, k) if argued or k == 0 else None
            words = words or self._from_before(relation, k)
            if words is not None:
                return words
        return None

    def _at(self, relation: Stated, k: int) -> str | None:
        with self.context.measured() as need:
            words = tried(lambda: self._row(relation, Later(k)))
        return words and self._with_rows(relation, words, need.least + k)

    def _from_before(self, relation: Stated, k: int) -> str | None:
        def step() -> str | None:
            gap, least = self.setting.read(relation, Later(k))[0], self.context.least
            before = Near(Known(THE_ROW_BEFORE, relation.op, gap), relation.beyond(Later(k)), least)
            return None if gap.is_zero else self._row(relation, Later(k + 1), before)

        with self.context.measured() as need:
            words = tried(step)
        return words and self._with_rows(relation, f"by induction, {words}", need.least + k + 1)

    def _with_rows(self, relation: Stated, words: str, count: int) -> str | None:
        """The words, with those of the first rows, each by itself."""
        if count > MOST_ROWS:
            return None
        for i in range(count):
            with self.context.measured() as need:
                row = tried(lambda i=i: self._row(relation, i))  # type: ignore[misc]
            if row is None or need.least > 0:
                return None
            words += f"; at row {i}: {row}"
        return words

    def _row(self, relation: Stated, row: Index | None, *extra: Near) -> str | None:
        self.evidence.relied_on.clear()
        gap, need = self.setting.read(relation, row)
        end = relation.beyond(row)
        if not self.setting.meets(need, row, end, partial(self.evidence.meets, row, end)):
            return None
        return self._in_cases(relation.op, gap, row, end, extra)

    def _in_cases(self, op: str, gap: Term, row: Index | None, end: int, extra: tuple[Near, ...]) -> str | None:
        """The gap of one sign by the cases of a divisor ‖v‖ of it: v = 0, and ‖v‖ > 0."""
        open_ = [a for a in that_may_be_0_over_0(gap) if not self.evidence.is_nonzero(a.args[1], row, end)]
        if not open_:
            cut = cut_off(gap) if self.setting.claim.own else []
            known = [Known(f"({written(y)})⁺", ">=", part) for y, part in cut]
            known += [Known(f"({written(y)})⁺ − ({written(y)})", ">=", part - y) for y, part in cut]
            return self._by_steps(op, gap, row, end, (*extra, *(Near(one, None, 0) for one in known)))
        divisor = open_[0].args[1]
        zero = gap.universe.constant(0)
        at_zero = substituted(gap, where_zero(divisor) | {a.number: zero for a in open_ if a.args[1] is divisor})
        first = self._in_cases(op, at_zero, row, end, extra)
        if first is None:
            return None
        with self.evidence.supposing(divisor) as above:
            second = self._in_cases(op, gap, row, end, (*extra, above))
        return second and f"where {written(divisor)} = 0, {first}; elsewhere, {second}"

    def _by_steps(self, op: str, gap: Term, row: Index | None, end: int, extra: tuple[Near, ...]) -> str | None:
        """The gap of one sign, or else by the cases of a 1[x ≥ 0] in it: x ≥ 0, and x < 0."""
        found = self._of_one_sign(op, gap, row, end, extra)
        steps = steps_in(gap) if found is None and self.setting.claim.own else []
        if not 0 < len(steps) <= MOST_STEPS:
            return found
        inside, words = steps[0].args[0], []
        for value, (sign, than, known) in enumerate((("<", ">", -inside), ("≥", ">=", inside))):
            there = substituted(gap, {steps[0].number: gap.universe.constant(value)})
            found = self._by_steps(op, there, row, end, (*extra, Near(Known(written(known), than, known), None, 0)))
            if found is None:
                return None
            words.append(f"where {written(inside)} {sign} 0, {f'({found})' if '; where' in found else found}")
        return "; ".join(words)

    def _of_one_sign(self, op: str, gap: Term, row: Index | None, end: int, extra: tuple[Near, ...]) -> str | None:
        if gap.is_zero:
            self.evidence.name_in(self.rests_on)
            return "both sides agree" if op != ">" else None
        found = self.evidence.shows(op, gap, row, end, extra)
        if found is not None:
            return self._combination_text(found, op)
        if self.setting.claim.own and (inside := squares_of(gap)) is not None:
            found = self.evidence.shows(op, inside, row, end, tuple(map(squared, extra)))
            if found is not None:
                return f"of the squares of both sides, {self._combination_text(found, op)}"
        if op != "==":
            return None
        pair = [self.evidence.shows(">=", one, row, end, extra) for one in (gap, -gap)]
        if any(one is None for one in pair):
            return None
        return " and, the other way, ".join(self._combination_text(one, ">=") for one in pair if one is not None)

    def _combination_text(self, found: Combination, op: str) -> str:
        """A combination as a referee would read it."""
        self.evidence.name_in(self.rests_on)
        terms = [known.name if m.number() == 1 else f"({written(m)})·[{known.name}]" for m, known in found.parts]
        rest = [] if found.rest.is_zero else ["a sum of nonnegative terms" if op != ">" else "a positive sum"]
        return f"the difference is {' + '.join((*terms, *rest)) or '0'}"


def vectors_of(points: Any) -> tuple[Any, bool]:
    """The space that points lie in, and whether they are vectors along their last axis, as a run's are."""
    space = space_of(points)
    return space, space in axes_of(points)[-1:]


def row_of(points: Any) -> Any:
    """The point at the arbitrary step."""
    if not isinstance(points, Value) or points.time is None:
        return points
    return Value(
        points.context, tuple(axis for axis in points.axes if axis != points.time), lambda _: points.at(Later(0))
    )


def at_a_row(one: Any) -> Any:
    """What is stated at the arbitrary step, and along which axes."""
    if not isinstance(one, Stated):
        raise Refused("what is said for all points is no relation")
    axes = tuple(axis for axis in one.gap.axes if axis != one.gap.time)
    return one.op, axes, one.gap.at(Later(0)).key()


def squared(one: Near) -> Near:
    """What is known, of the squares of both sides, where it has such."""
    gap = squares_of(one.known.gap)
    return one if gap is None else replace(one, known=replace(one.known, gap=gap))


def without(gap: Term, epsilon: Atom, twin: Term, other: Atom) -> Term:
    """The gap at ε = 0, to which it tends as ε → 0: a polynomial in ε with coefficients free of ε. Its twin is the same
    gap, read with another ε."""
    if not (gap - substituted(twin, {other.number: gap.universe.of(epsilon)})).is_zero:
        raise Refused("a relation of what depends on ε and does not show it")
    rules, others = {epsilon.number: gap.universe.constant(0)}, gap.all_atoms() - {epsilon}
    exponents = [exponent for exponent, _ in gap.parts.values() if exponent is not None]
    divisors = [by_power(r.den, epsilon.number) for _, r in gap.parts.values()]
    inside = any(renewed(gap.universe, one, rules, {}) is not None for one in others)
    if inside or any(epsilon in one.all_atoms() for one in exponents) or any(max(one) > 0 for one in divisors):
        raise Refused("a relation that is no polynomial in ε")
    return substituted(gap, rules)

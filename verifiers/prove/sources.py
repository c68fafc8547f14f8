"""What is known at a row: a source with its name, and what it says there."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any

from lemmacheck.verifiers.prove.combination import Known
from lemmacheck.verifiers.prove.context import Index, Later
from lemmacheck.verifiers.prove.operators import OTHER, carried, total
from lemmacheck.verifiers.prove.stated import Stated
from lemmacheck.verifiers.prove.substitution import substituted
from lemmacheck.verifiers.prove.terms import Term
from lemmacheck.verifiers.prove.wording import term_text


@dataclass(eq=False)
class Source:
    """A known relation with its name; of a fact, also its conditions."""

    name: str
    relation: Stated
    of: str = ""  # the claim or the fact that says it
    where: list[Stated] = field(default_factory=list)
    solves: bool = False  # whether its equations are put in
    defined: bool = True  # in every run, where it is stated; a fact at points is, where these are


@dataclass(frozen=True)
class Near:
    """A source at a row: its gap, the least distance of that row from the end of the run, and the τ from which on it is
    one."""

    known: Known
    end: int | None
    least: int
    source: Source | None = None
    row: Index | None = None


def by_rules(one: Near, rules: dict[int, Term], memo: dict[int, Term] | None = None) -> Near:
    """The known relations after substituting the rules; `memo` holds the results for atoms, and belongs to these
    rules."""
    gap = substituted(one.known.gap, rules, memo) if rules else one.known.gap
    return one if gap is one.known.gap else replace(one, known=replace(one.known, gap=gap))


def times_vectors(one: Near, gap: Term) -> Iterator[Near]:
    """⟨x, v⟩ = 0 of an equation x = 0 of vectors, for those v that lead from what Z makes of a vector in it to an inner
    product in the gap. An equation of vectors holds in each component, so each of its inner products is 0."""
    equation, u, seen = one.known.gap, gap.universe, set[Any]()
    if one.known.op != "==" or len(equation.spaces) != 1:
        return
    (space,) = equation.spaces
    words = [a.args for a in equation.atoms() if a.kind == "word"]
    for a, b, k in (atom.args for atom in gap.atoms() if atom.kind == "inner"):
        for (x, y), (times, base) in product(((a, b), (b, a)), words):
            if x.key() != base.key() or times > k:
                continue
            vector, its = y.term(u), y.space
            for _ in range(k - times):
                vector, its = carried(vector, its), OTHER[its]
            if vector.key() not in seen:
                seen.add(vector.key())
                name = f"⟨{one.known.name}, {term_text(vector)}⟩"
                yield replace(one, known=replace(one.known, name=name, gap=total(equation * vector, space)))


def rows_about(row: Index | None) -> list[Index]:
    if row is None:
        return []
    first = -1 if isinstance(row, Later) else 0
    at = row.k if isinstance(row, Later) else row
    near = [k for k in (at, at + 1, at - 1) if k >= first]
    return [Later(k) for k in near] if isinstance(row, Later) else list(near)


def named(source: Source, row: Index | None) -> str:
    if row is None:
        return source.name
    if isinstance(row, Later):
        return f"{source.name} at t" + (f" + {row.k}" if row.k > 0 else f" − {-row.k}" if row.k else "")
    return f"{source.name} at row {row}"

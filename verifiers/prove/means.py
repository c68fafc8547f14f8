"""The mean over all paths of drawn rows, and over the last draws alone: linear functions of terms.

    E x = Σ chance_N x over all paths        E[x | i_0, …, i_{k−1}] = Σ_i q_{k,i} x(e_i) where x turns on i_0, …, i_k

A path has the probability ∏ ⟨q_j, e_j⟩: that is shown of the algorithm's own steps before any mean is read. Factors
that are the same on all of the paths are taken out. A summand that is affine in e_k, where all else in it was known
before this draw, has q_k in place of e_k, if the run has a step after k; any other is left as it is.
"""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from lemmacheck.verifiers.prove import operators
from lemmacheck.verifiers.prove.context import Index, Later, Steps
from lemmacheck.verifiers.prove.of_a_row import leaves
from lemmacheck.verifiers.prove.operators import monomial, scaled
from lemmacheck.verifiers.prove.polynomials import ONE, Monomial, Ratio
from lemmacheck.verifiers.prove.refusals import Refused
from lemmacheck.verifiers.prove.signs import nonnegative, signs_of
from lemmacheck.verifiers.prove.substitution import substituted
from lemmacheck.verifiers.prove.terms import ROWS, Atom, Term
from lemmacheck.verifiers.prove.values import Value

FIXED = {"t", "s", "n", "d", "N", "x", "q̄"}  # the letters that are the same on every path
UNKNOWN = 2  # a level: 0 is known before the draw of its row, 1 after it


@dataclass(eq=False)
class Law:
    """The probabilities of the paths of one run."""

    run: Any
    _levels: dict[int, int] = field(default_factory=dict)
    _asked: list[int] = field(default_factory=list)

    @cached_property
    def chance(self) -> Atom:
        """The probability of a path, a letter: of a run of which all this is shown."""
        run, context = self.run, self.run.context
        if len(context.algorithms) > 1 or context.horizon is None:
            raise Refused("a mean over other than all paths of one run")
        with context.measured() as need, context.universe.quietly():
            row, q = self.draw(Later(0))
            now, after = (run.state(Later(k)).chance.at(None) for k in (0, 1))
            kept = (after - now * operators.total(q * context.universe.of(row), ROWS)).is_zero
            whole = (operators.total(q, ROWS) - 1).is_zero and nonnegative(q)
            begun = (run.first_state.chance.at(None) - 1).is_zero
            (letter,) = run.chance[-1].at(None).atoms()
        if not (kept and whole and begun) or need.least:
            raise Refused("a path's probability is not the product of those of its draws")
        return letter  # type: ignore[no-any-return]

    def draw(self, index: Index) -> tuple[Atom, Term]:
        """The row that a state at this index has drawn, as a letter, and from which q."""
        drawn = self.run.context.drawn
        fields = [one.at(None).atoms() for one in self.run.state(index) if isinstance(one, Value)]
        rows = {a for atoms in fields if len(atoms) == 1 for a in atoms if drawn.get(a.number, (None,))[0] == index}
        if len(rows) != 1:
            raise Refused("a state has drawn other than one row")
        (row,) = rows
        return row, drawn[row.number][1]

    def summed(self, x: Term) -> Term:
        """Σ over all paths of what has the factor chance_N."""
        with x.universe.quietly():
            quotient = x / x.universe.of(self.chance)
        if self.chance in leaves(quotient):
            raise Refused("a sum over the paths other than one weighted by their probabilities")
        return self.mean(quotient)

    def averaged(self, x: Value, draws: int) -> Value:
        """E[x_t | i_0, …, i_{t−draws}] for t < N."""
        if not x.axes or not isinstance(x.axes[0], Steps) or x.axes[0].spare < -1 or draws < 0:
            raise Refused("a mean over the last draws of other than a sequence")

        def at(i: Index) -> Term:
            base = i + 1 - draws if isinstance(i, Later) else max(0, i + 1 - draws)
            if isinstance(base, Later) and base.k < 0:
                raise Refused("a mean, given less than the arbitrary state")
            return self.mean(x.at(i), base)

        return Value(x.context, (Steps(-1), *x.axes[1:]), at)

    def mean(self, x: Term, base: Index | None = None, drawing: bool = True) -> Term:
        """E x, or the mean given what is known before the draw at `base`; `drawing` says whether q is put for e."""
        if x.spaces or self.chance in leaves(x):
            raise Refused("a mean of what is no number, or of probabilities")
        if base is not None and any(self.level(atom) == UNKNOWN for atom in leaves(x)):
            raise Refused("a mean, given some draws, of what may turn on any")
        u, result = x.universe, x.universe.constant(0)
        for taken, part in self.split(x, base):
            row = self.last(part) if drawing else None
            if all(self.known(atom, base) for atom in leaves(part)):
                result = result + taken * part
            elif row is not None and self.affine(part, row):  # it is drawn after `base`, for not all is known there
                index, q = self.run.context.drawn[row.number]
                u.conditions["drawn", index, None] = ("drawn", u.of(row))
                result = result + taken * self.mean(substituted(part, {row.number: q}), base)
            else:
                mean = u.atom("mean", None, (part.key(), base), (part, self, base), **signs_of(part))
                result = result + taken * u.of(mean)
        return result

    def split(self, x: Term, base: Index | None) -> list[tuple[Term, Term]]:
        """x as Σ taken·part, where each taken factor is the same on all paths of the mean."""
        u, found = x.universe, []

        def known(of: Term) -> bool:
            return all(self.known(atom, base) for atom in leaves(of))

        def parted(met: Monomial) -> tuple[Term, Term]:
            taken = tuple(one for one in met if known(u.of(u.atoms[one[0]])))
            return monomial(u, taken), monomial(u, tuple(one for one in met if one not in taken))

        with u.quietly():
            for exponent, r in x.parts.values():
                power, below = scaled(u, exponent, Ratio(ONE, ONE)), scaled(u, None, Ratio(ONE, r.den))
                outside, inside = (below, u.constant(1)) if known(below) else (u.constant(1), below)
                if len(r.den) == 1:
                    ((alone, _),) = r.below
                    outside, inside = (1 / one for one in parted(alone))
                outside, inside = (outside * power, inside) if known(power) else (outside, inside * power)
                for met, c in r.above:
                    taken, left = parted(met)
                    found.append((u.constant(c) * taken * outside, left * inside))
        return found

    def last(self, part: Term) -> Atom | None:
        """The last row drawn in a term, if all else in it was known before that draw."""
        drawn = self.run.context.drawn
        rows = [atom for atom in leaves(part) if atom.number in drawn]
        for row in rows:
            index = drawn[row.number][0]
            if row is self.draw(index)[0] and all(self.known(a, index) for a in leaves(part) if a is not row):
                return row
        return None

    def affine(self, part: Term, row: Atom) -> bool:
        """Whether f(ra + (1 − r)b) = r f(a) + (1 − r) f(b) for all a, b ∈ Δ_n and 0 < r < 1."""
        u = part.universe
        a, b = (u.symbol(name, ROWS, nonnegative=True, total=1) for name in ("row a", "row b"))
        odds = u.symbol("row odds", positive=True)
        both, at_a, at_b = (substituted(part, {row.number: x}) for x in ((a + odds * b) / (1 + odds), a, b))
        return bool(((1 + odds) * both - at_a - odds * at_b).is_zero)

    def known(self, atom: Atom, base: Index | None) -> bool:
        """Whether a letter is the same on all paths, or on all that agree before the draw at `base`."""
        level = self.level(atom)
        if base is None or level < 0 or level == UNKNOWN:
            return level < 0
        at = self.run.context.drawn[atom.number][0] if atom.number in self.run.context.drawn else None
        if at is None:  # what is of the arbitrary state
            return isinstance(base, Later) and level <= base.k
        if isinstance(at, Later):
            return isinstance(base, Later) and at.k < base.k
        return not isinstance(base, Later) and at < base

    def level(self, atom: Atom) -> int:
        """−1 if a letter is the same on every path, else the draw after which it is known."""
        if atom.number in self._levels:
            return self._levels[atom.number]
        if atom.number in self._asked:
            return 0
        self._asked.append(atom.number)
        found = self._level(atom)
        self._asked.pop()
        if not self._asked:  # what was found on the way rests on what was supposed
            self._levels[atom.number] = found
        return found

    def _level(self, atom: Atom) -> int:
        context = self.run.context
        if atom.kind == "entry" or (atom.kind == "mean" and atom.args[2] is None):
            return -1
        name = atom.name.partition("#")[0].partition("@")[0]
        if atom.kind == "symbol" and (name in FIXED or name.startswith("(n − ")):
            return -1
        if atom.number in context.drawn:
            return 0
        value = context.sequences.get(atom.number)
        if value is None:
            return UNKNOWN
        least = context.least
        with context.measured() as need, context.universe.quietly():
            after, first = (leaves(value.at(i)) - {atom} for i in (Later(1), 0))
        context.least = least
        levels = [self._seen(one, Later(1)) for one in after] + [self._seen(one, 0) for one in first]
        return UNKNOWN if need.least else max(levels, default=-1)

    def _seen(self, atom: Atom, at: Index) -> int:
        """The level of what stands at a row, by a letter in it."""
        level = self.level(atom)
        if level < 0 or level == UNKNOWN:
            return level
        if self.known(atom, at):
            return 0
        return 1 if self.known(atom, at + 1) else UNKNOWN

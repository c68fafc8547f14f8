"""Products of powers of generators, g₁^a·g₂^b⋯ with rational a, b: each is one object, each pair is multiplied once.

A form is a dictionary of them. As one product is one object, looking it up costs nothing that grows with its length.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from flint import arb, fmpq

if TYPE_CHECKING:
    from lemmacheck.verifiers.numbers.forms import Generator

Pair = tuple[int, Any]  # a generator's number and its exponent


class Powers:
    """A product of powers; `below` are the sums with a negative whole power, `above` those with a positive one."""

    __slots__ = ("above", "ball", "below", "pairs")

    def __init__(self, pairs: tuple[Pair, ...], known: list[Generator]) -> None:
        self.pairs = pairs
        sums = [(g, e) for g, e in pairs if isinstance(e, int) and known[g].kind == "sum"]
        self.below = frozenset(g for g, e in sums if e < 0)
        self.above = frozenset(g for g, e in sums if e > 0)
        self.ball: arb | None = None

    def __iter__(self) -> Iterator[Pair]:
        return iter(self.pairs)

    def __lt__(self, other: Powers) -> bool:
        return self.pairs < other.pairs


ONE = Powers((), [])


def whole(exponent: Any) -> Any:
    """An exponent, as an int where it is one."""
    return exponent if isinstance(exponent, int) else int(exponent.p) if exponent.q == 1 else exponent


def key_of(x: Any) -> Any:
    """A rational as two integers, which are hashed at once; anything else as it is."""
    return (x.p, x.q) if isinstance(x, fmpq) else x


class Table:
    """The products of one ground, of whose generators `known` is the list."""

    def __init__(self, known: list[Generator]) -> None:
        self.known = known
        self.met: dict[Any, Powers] = {(): ONE}
        self.made: dict[tuple[Powers, Powers], tuple[fmpq, Powers]] = {}

    def of(self, pairs: Iterable[Pair]) -> Powers:
        """The product of these powers, which stand in the order of the generators."""
        pairs = tuple(pairs)
        key = tuple([(g, key_of(e)) for g, e in pairs])
        found = self.met.get(key)
        if found is None:
            found = self.met[key] = Powers(pairs, self.known)
        return found

    def inverse(self, m: Powers) -> Powers:
        return self.of((g, -e) for g, e in m)

    def raised(self, powers: Mapping[int, Any]) -> tuple[fmpq, Powers]:
        """The product of these powers, and the whole powers of primes in it, which are a coefficient."""
        c, left = fmpq(1), []
        for g, exponent in sorted(powers.items()):
            e = whole(exponent)
            if self.known[g].kind == "base" and (isinstance(e, int) or not 0 < e < 1):
                up = e if isinstance(e, int) else int(fmpq(e).floor())
                c *= self.known[g].of ** up
                e = whole(fmpq(e) - up)
            if e != 0:
                left.append((g, e))
        return c, self.of(left)

    def times(self, a: Powers, b: Powers) -> tuple[fmpq, Powers]:
        """The product of two products, with a coefficient."""
        if a is ONE or b is ONE:
            return fmpq(1), b if a is ONE else a
        found = self.made.get((a, b))
        if found is None:
            powers = dict(a.pairs)
            for g, e in b.pairs:
                powers[g] = powers.get(g, 0) + e
            found = self.made[a, b] = self.raised(powers)
        return found

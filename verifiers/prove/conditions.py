"""Where a term is defined: divisors are not 0, arguments of √ are not negative, arguments of ln are positive.

The signs of the factors show each condition that the reading of a statement met; else nothing is proved of it.
"""

from collections.abc import Callable, Collection

from lemmacheck.verifiers.prove import operators
from lemmacheck.verifiers.prove.terms import Condition, Ratio, Term


def holds(condition: Condition, ready: Callable[[Term], Term], nonzero: Collection[int] = ()) -> bool:
    """Whether a term is surely "≠ 0", "> 0" or "≥ 0", by the signs of its parts.

    `ready` writes it so that its signs show; the atoms `nonzero` are not 0, of whatever sign.
    """
    what, term = condition
    if what == "≠ 0":
        return is_nonzero(term, ready, nonzero)
    if what == "≥ 0":
        return term.key() in term.universe.squares or sign(ready(term), strictly=False) == 1
    return sign(ready(term), strictly=True) == 1


def is_nonzero(term: Term, ready: Callable[[Term], Term], nonzero: Collection[int]) -> bool:
    """Whether no factor of the term is 0."""
    if sign(ready(term), strictly=True) != 0:
        return True
    if len(term.parts) != 1:
        return False
    ((_, ratio),) = term.parts.values()
    _, factors = term.universe.factored(ratio.num)
    return all(alone(one, nonzero) or sign(ready(one), strictly=True) != 0 for one, _ in factors)


def alone(term: Term, atoms: Collection[int]) -> bool:
    """Whether a term is one of the atoms, by itself."""
    met = term.atoms()
    return len(met) == 1 and all(a.number in atoms and (term - term.universe.of(a)).number() == 0 for a in met)


def sign(term: Term, strictly: bool) -> int:
    """1 or −1 if the term is surely of that sign, or 0 where that is allowed; 0 if its sign is open."""
    for way in (1, -1):
        if (operators.positive if strictly else operators.nonnegative)(way * term):
            return way
    if len(term.parts) != 1:
        return 0
    ((_, ratio),) = term.parts.values()
    return of_factors(term, ratio, strictly)


def of_factors(term: Term, ratio: Ratio, strictly: bool) -> int:
    """The sign of a quotient by the factors of its sides."""
    result = 1
    for p, sure in ((ratio.num, strictly), (ratio.den, True)):
        constant, factors = term.universe.factored(p)
        result *= 1 if constant > 0 else -1
        for factor, power in factors:  # whose leading coefficients are positive
            seen = operators.positive if sure else operators.nonnegative
            if (power % 2 or sure) and not seen(factor):
                return 0
    return result

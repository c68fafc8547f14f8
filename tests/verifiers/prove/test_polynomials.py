"""Protects polynomials and quotients: equal ones have one key, none is left behind, and all are in lowest terms."""

import subprocess
import sys
from itertools import product

from lemmacheck.verifiers.prove.polynomials import GENERATORS, ONE, ZERO, Ratio, Same, by_power, spelled, written

x, y = GENERATORS[:2]
SOME = [ZERO, ONE, -ONE, x, y, GENERATORS[-1], 2 * x, x + y, x - y, x * y, x**2 + y, x**2 + 2 * y, x**2 + x + y]
KEYS = """
import resource
from lemmacheck.verifiers.prove.polynomials import GENERATORS, Same
p = sum(GENERATORS[:8]) ** 3
peak = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
for _ in range(100): hash(Same(p))
before = peak()
for _ in range(10000): {Same(p): 0}
print(peak() - before)
"""


def test_equal_polynomials_alone_have_equal_keys() -> None:
    assert all((Same(p) == Same(q)) == (i == j) for (i, p), (j, q) in product(enumerate(SOME), repeat=2))
    assert len({Same(p) for p in SOME}) == len(SOME)
    assert all(Same(p) in {Same((p + x) - x)} for p in SOME)
    assert Same(x) != x


def test_a_polynomial_is_the_sum_of_what_is_written_of_it() -> None:
    for p in SOME:
        assert sum((spelled(monomial, c) for monomial, c in written(p)), ZERO) == p
        assert all(e > 0 for monomial, _ in written(p) for _, e in monomial)
        assert sum((c * x**e for e, c in by_power(p, 0).items()), ZERO) == p
        assert all(c.degrees()[0] == 0 for c in by_power(p, 0).values())


def test_sums_and_products_of_quotients_are_in_lowest_terms() -> None:
    """Beside the numerator and the denominator as they are multiplied out at once."""
    quotients = [Ratio.of(p, q) for p, q in product(SOME, SOME) if q != ZERO]
    for one, two in product(quotients[::2], quotients[::3]):
        crossed = one.num * two.den + two.num * one.den
        for found, num in ((one + two, crossed), (one * two, one.num * two.num)):
            assert found.key() == Ratio.of(num, one.den * two.den).key()
            assert found.num.gcd(found.den).is_one()
            assert found.den.leading_coefficient() == 1


def test_a_key_leaves_no_memory_behind() -> None:
    """As the text that FLINT writes of a polynomial does: some kB of each."""
    found = subprocess.run([sys.executable, "-c", KEYS], capture_output=True, text=True, check=True).stdout

    assert int(found) < 4000

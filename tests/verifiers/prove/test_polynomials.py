"""Protects the keys of terms: equal polynomials have one, others have not, and none is left behind."""

import subprocess
import sys
from itertools import product

from lemmacheck.verifiers.prove.polynomials import GENERATORS, ONE, ZERO, Same

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


def test_a_key_leaves_no_memory_behind() -> None:
    """As the text that FLINT writes of a polynomial does: some kB of each."""
    found = subprocess.run([sys.executable, "-c", KEYS], capture_output=True, text=True, check=True).stdout

    assert int(found) < 4000

"""The schedule of Tseng and of FISTA, with equality in (B.8): 1/λ_t² − 1/λ_t = 1/λ_{t−1}².

Hence 1/λ_t = (1 + √(1 + 4/λ_{t−1}²))/2, from λ_0 = 1 on, a little less than 2/(t+2).

A float is an exact number, and the nearest one to λ_t may lie on the wrong side of the equation. Here each is
rounded up, until (B.8) holds for the floats themselves.
"""

from fractions import Fraction
from math import nextafter, sqrt

from lemmacheck import schedule

KNOWN = [1.0]


def slow_enough(x: float, before: float) -> bool:
    """Whether (B.8) holds, in exact numbers."""
    inverse = 1 / Fraction(x)
    return inverse**2 - inverse <= 1 / Fraction(before) ** 2


def lam(t):
    while len(KNOWN) <= t:
        before = KNOWN[-1]
        x = 2 / (1 + sqrt(1 + 4 / before**2))
        while not slow_enough(x, before):
            x = nextafter(x, 1)
        KNOWN.append(x)
    return KNOWN[int(t)]


variant = schedule(lam=lam, theta=lambda t: 1)

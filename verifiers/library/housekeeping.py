"""A process that computes does its housekeeping seldom.

Garbage: it keeps millions of numbers, none in a circle, and a search through all of them would take a tenth of its
time. Memory: what an array leaves is for the next array, up to a bound; fresh memory, which the system clears page by
page, takes longer to get than its numbers to compute.
"""

import ctypes
import gc
import sys

SELDOM = 200_000  # objects that are made before circles are looked for
TRIM, MAP = -1, -3  # of glibc's mallopt: how much free memory stays, and from which size on an array has a place apart
FREE, LARGE = 1 << 29, 1 << 26  # bytes


def rarely() -> None:
    """From now on: look seldom, and never among the objects that exist already; give back memory beyond the bound."""
    gc.freeze()
    gc.set_threshold(SELDOM, 20, 20)
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None) if sys.platform == "linux" else None
    if mallopt is not None:
        mallopt(MAP, LARGE)
        mallopt(TRIM, FREE)

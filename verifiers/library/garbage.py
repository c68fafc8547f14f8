"""Garbage is looked for seldom: a process remembers millions of numbers, none in a circle, and to look through them for
circles would take a tenth of its time."""

import gc

SELDOM = 200_000  # objects that are made before circles are looked for


def rarely() -> None:
    """From here on; and not among the objects that are there already."""
    gc.freeze()
    gc.set_threshold(SELDOM, 20, 20)

"""Python looks seldom for circles of garbage: a process keeps millions of numbers, none in a circle, and a search
through all of them would take a tenth of its time."""

import gc

SELDOM = 200_000  # objects that are made before circles are looked for


def rarely() -> None:
    """Look seldom from now on, and never among the objects that exist already."""
    gc.freeze()
    gc.set_threshold(SELDOM, 20, 20)

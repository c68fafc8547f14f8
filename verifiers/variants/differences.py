"""Where the answers of two processes to one question differ: at which t those of a function, from which w_t a run."""

from collections.abc import Callable, Sequence
from typing import Any

from lemmacheck.verifiers.variants import wire
from lemmacheck.verifiers.variants.functions import SYMBOLS


def differing(what: str) -> Callable[[Any, Any, Sequence[Any]], str]:
    return lambda *_: f"{what} are others the second time"


def differing_runs(first: Any, second: Any, arguments: Sequence[Any]) -> str:
    """The first of several runs that differs."""
    runs = zip(first, second, arguments[1], strict=True)
    return next(differing_run(a, b, (arguments[0], job)) for a, b, job in runs if a != b)


def differing_run(first: Any, second: Any, arguments: Sequence[Any]) -> str:
    """From which w_t on a run differs."""
    _, job = arguments
    n, d = job["Z"]["shape"]
    place = "what its states show"
    if "failure" in first or "failure" in second:
        place = "that one fails: " + (first.get("failure") or second["failure"])
    elif first["w"] != second["w"]:
        pairs = zip(wire.unpacked(first["w"]), wire.unpacked(second["w"]), strict=True)
        place = f"w_{next(t for t, (x, y) in enumerate(pairs) if wire.packed(x) != wire.packed(y))}"
    kind = f"{job['num']} bits" if job["num"] else "floats"
    return f"two runs of {job['steps']} steps on {n} x {d} data in {kind} differ, first in {place}"


def differing_values(first: Any, second: Any, arguments: Sequence[Any]) -> str:
    """At which t a function has two values."""
    _, name, ts = arguments
    t = next(t for t, a, b in zip(ts, first, second, strict=True) if a != b)
    return f"{SYMBOLS[name]}_t has two values at t = {t}"


WHAT = {
    "checked": differing("the variants"),
    "form": differing("the formulas"),
    "loss": differing("the values of its loss"),
    "relations": differing("the sides of its own claim"),
    "run": differing_run,
    "runs": differing_runs,
    "values": differing_values,
    "variants": differing("the variants of the file"),
}

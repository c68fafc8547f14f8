"""The results of a run on large data: as one document for programs, and as lines for a reader."""

import math
import sys
from collections import Counter
from decimal import ROUND_CEILING, ROUND_FLOOR, Context
from pathlib import Path
from typing import Any

from flint import arb
from lemmacheck.verifiers.decide.recording import finite
from lemmacheck.verifiers.large.accelerated import Recorded
from lemmacheck.verifiers.large.outcomes import Outcome, Outcomes
from lemmacheck.verifiers.records.verdict import Verdict

MEGABYTE = 1 << 20
SHOWN = 15
SEPARABLE = {True: "separable", None: "not known to be separable, which more --steps may show"}


def document(name: str, record: Recorded, found: Outcomes, seconds: float) -> dict[str, Any]:
    """The run as plain data; bounds are doubles rounded outwards, of the rows divided by `divisor`."""
    return {
        "data": name,
        "n": record.rows.n,
        "d": record.rows.d,
        "divisor": record.rows.scale,
        "steps": record.steps,
        "margin": interval(found.margin.lower(), found.margin.upper()),
        "gamma": interval(found.gamma.lower, found.gamma.upper),
        "separable": found.gamma.separable,
        "claims": [claim(outcome) for outcome in found.outcomes],
        "not_read": found.others,
        "seconds": round(seconds, 3),
        "peak_megabytes": peak_megabytes(),
    }


def interval(lower: arb, upper: arb) -> dict[str, float | None]:
    """The ends as doubles, rounded outwards; none where they are not finite."""
    if not (lower.is_finite() and upper.is_finite()):
        return {"lower": None, "upper": None}
    low, high = float(lower), float(upper)
    return {
        "lower": low if arb(low) <= lower else math.nextafter(low, -math.inf),
        "upper": high if arb(high) >= upper else math.nextafter(high, math.inf),
    }


def claim(outcome: Outcome) -> dict[str, Any]:
    """The decision on one claim, with its tightest or its deciding place."""
    decision, place = outcome.decision, outcome.decision.worst
    return {
        "id": outcome.claim.id,
        "verdict": decision.verdict,
        "reason": decision.reason,
        "statement": outcome.claim.statement,
        "worst": None if place is None else {"t": place.t, "slack": finite(place.slack), "ratio": finite(place.ratio)},
    }


def peak_megabytes() -> int | None:
    """The most memory that this process has held; none where the system does not report it.

    On Linux, getrusage may report the process that started this one.
    """
    try:
        status = Path("/proc/self/status").read_text()
        return next(int(line.split()[1]) // 1024 for line in status.splitlines() if line.startswith("VmHWM"))
    except (OSError, StopIteration):
        pass
    try:
        from resource import RUSAGE_SELF, getrusage
    except ImportError:
        return None
    most = getrusage(RUSAGE_SELF).ru_maxrss
    return int(most / MEGABYTE if sys.platform == "darwin" else most / 1024)


def describe(found: dict[str, Any]) -> str:
    """The document in lines: the numbers, the claims that are not certified by what keeps them, the others."""
    claims = found["claims"]
    counts = ", ".join(f"{k} {verdict}" for verdict, k in Counter(c["verdict"] for c in claims).most_common())
    per_step = 1000 * found["seconds"] / (found["steps"] + 1)
    groups: dict[str, list[str]] = {}
    for c in sorted(claims, key=lambda c: c["verdict"] == Verdict.CERTIFIED):
        why = "" if c["verdict"] == Verdict.CERTIFIED else f"{c['reason']}\n{'':18}"
        groups.setdefault(f"  {c['verdict']:<14}  {why}", []).append(c["id"])
    lines = [
        f"data        {found['data']}, {found['n']} x {found['d']}" + divisor_text(found["divisor"]),
        f"run         {found['steps']} steps, {per_step:.3g} ms each; {found['peak_megabytes']} MB of memory at most",
        f"margin      γ(w_T) {interval_text(found['margin'])}",
        f"optimum     γ̄ {interval_text(found['gamma'])}; {SEPARABLE[found['separable']]}",
        f"claims      {counts}; decided at every t, with rounding counted",
        *(head + " ".join(ids) for head, ids in groups.items()),
    ]
    return "\n".join(lines)


def divisor_text(divisor: float) -> str:
    return "" if divisor == 1 else f", rows divided by {divisor:g}"


def interval_text(ends: dict[str, float | None]) -> str:
    """An interval, its ends rounded outwards to a few digits of its width."""
    lower, upper = ends["lower"], ends["upper"]
    if lower is None or upper is None:
        return "is not finite"
    size, width = max(abs(lower), abs(upper)), upper - lower
    digits = min(SHOWN, 3 + math.ceil(math.log10(size / width))) if width else SHOWN
    low = Context(prec=digits, rounding=ROUND_FLOOR).create_decimal(lower)
    high = Context(prec=digits, rounding=ROUND_CEILING).create_decimal(upper)
    return f"in [{low}, {high}]"

"""`python tests/planted [--seconds 20] [--sample 2]`: how many planted false bounds each search finds.

The table is written to reports/published/planted.md. The other searches are asked about every k-th bound of a kind.
"""

import argparse
import sys
import time
from collections import Counter
from itertools import groupby
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from planted.bounds import Planted, planted  # noqa: E402
from planted.searches import SEARCHES  # noqa: E402

PAGE = HERE.parents[1] / "reports" / "published" / "planted.md"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=20.0, help="processor time for a bound")
    parser.add_argument("--sample", type=int, default=2, help="how many bounds of a kind the other searches are asked")
    given = parser.parse_args()
    every = list(planted())
    kinds = {kind: list(some) for kind, some in groupby(every, key=lambda one: one.kind)}
    few = [one for some in kinds.values() for one in evenly(some, given.sample)]
    found: dict[str, Counter[str]] = {}
    seconds: dict[str, list[float]] = {}
    for name, search in SEARCHES.items():
        found[name], seconds[name] = Counter(), []
        for one in every if name == "lemmacheck" else few:
            started = time.process_time()
            hit = search(one.claim, given.seconds)
            taken = time.process_time() - started
            found[name][one.kind] += hit
            found[name]["of " + one.kind] += 1
            seconds[name] += [taken] if hit else []
            sys.stdout.write(f"{name:22} {'found' if hit else '-':6} {taken:5.1f} s  {one.claim.id}\n")
            sys.stdout.flush()
        PAGE.write_text(page(kinds, found, seconds, given.seconds, sys.argv[1:]), encoding="utf-8")


def evenly(some: list[Planted], count: int) -> list[Planted]:
    return [some[(2 * k + 1) * len(some) // (2 * count)] for k in range(min(count, len(some)))]


def page(
    kinds: dict[str, list[Planted]],
    found: dict[str, Counter[str]],
    seconds: dict[str, list[float]],
    budget: float,
    options: list[str],
) -> str:
    """The table, one line a kind."""
    names = list(found)
    lines = [
        "# Planted false bounds",
        "",
        f"{sum(map(len, kinds.values()))} false bounds on Algorithm 1, {budget:g} s of processor time for each.",
        "Found is what balls refute. The other searches were asked about some of each kind.",
        "",
        f"Made by `python tests/planted {' '.join(options)}`.".replace(" `.", "`."),
        "",
        "| kind | " + " | ".join(names) + " |",
        "|---|" + "---|" * len(names),
    ]
    for kind in kinds:
        lines.append(f"| {kind} | " + " | ".join(f"{found[n][kind]} of {found[n]['of ' + kind]}" for n in names) + " |")
    total = [(sum(found[n][k] for k in kinds), sum(found[n]["of " + k] for k in kinds)) for n in names]
    lines.append("| all | " + " | ".join(f"{hits} of {of}" for hits, of in total) + " |")
    middle = [f"{sorted(seconds[n])[len(seconds[n]) // 2]:.1f} s" if seconds[n] else "–" for n in names]
    lines.append("| half of the found within | " + " | ".join(middle) + " |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()

"""`python tests/planted [--seconds 20 200] [--sample 2]`: how many planted false bounds each search finds.

The table is written to reports/published/planted.md. The other searches are asked about every k-th bound of a kind, and
what is not found in the first time is asked again for the next.
"""

import argparse
import sys
import time
from collections.abc import Collection
from itertools import groupby
from math import inf
from pathlib import Path
from statistics import median

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from planted.bounds import Planted, planted  # noqa: E402
from planted.searches import SEARCHES  # noqa: E402

PAGE = HERE.parents[1] / "reports" / "published" / "planted.md"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, nargs="+", default=[20.0, 200.0], help="processor time for a bound")
    parser.add_argument("--sample", type=int, default=2, help="how many bounds of a kind the other searches are asked")
    given = parser.parse_args()
    every = list(planted())
    kinds = {kind: list(some) for kind, some in groupby(every, key=lambda one: one.kind)}
    few = [one for some in kinds.values() for one in evenly(some, given.sample)]
    asked = {name: every if name == "lemmacheck" else few for name in SEARCHES}
    found: dict[str, dict[str, float]] = {name: {} for name in SEARCHES}  # the seconds that each found bound took
    for k, limit in enumerate(given.seconds, start=1):
        for name, search in SEARCHES.items():
            for one in asked[name]:
                if one.claim.id in found[name]:
                    continue
                started = time.process_time()
                hit = search(one.claim, limit)
                taken = time.process_time() - started
                if hit:
                    found[name][one.claim.id] = taken
                sys.stdout.write(f"{name:22} {'found' if hit else '-':6} {taken:5.1f} s  {one.claim.id}\n")
                sys.stdout.flush()
        PAGE.write_text(page(kinds, asked, found, given.seconds[:k], sys.argv[1:]), encoding="utf-8")


def evenly(some: list[Planted], count: int) -> list[Planted]:
    return [some[(2 * k + 1) * len(some) // (2 * count)] for k in range(min(count, len(some)))]


def page(
    kinds: dict[str, list[Planted]],
    asked: dict[str, list[Planted]],
    found: dict[str, dict[str, float]],
    limits: list[float],
    options: list[str],
) -> str:
    """The table, one line a kind."""

    def row(title: str, some: Collection[str]) -> str:
        return f"| {title} | " + " | ".join(counts(name, some) for name in asked) + " |"

    def counts(name: str, some: Collection[str]) -> str:
        mine = [one.claim.id for one in asked[name] if one.kind in some]
        hits = [sum(found[name].get(id, inf) <= limit for id in mine) for limit in limits]
        return ", ".join(map(str, hits)) + f" of {len(mine)}"

    middle = [f"{median(times.values()):.1f} s" if times else "–" for times in found.values()]
    return "\n".join([
        "# Planted false bounds",
        "",
        f"{sum(map(len, kinds.values()))} false bounds on Algorithm 1: how many are found in "
        f"{' and in '.join(f'{limit:g} s' for limit in limits)} of processor time each.",
        "Found is what balls refute. The other searches were asked about some of each kind.",
        "",
        f"Made by `python tests/planted {' '.join(options)}`.".replace(" `.", "`."),
        "",
        "| kind | " + " | ".join(asked) + " |",
        "|---|" + "---|" * len(asked),
        *(row(kind, {kind}) for kind in kinds),
        row("all", set(kinds)),
        "| half of the found within | " + " | ".join(middle) + " |",
    ]) + "\n"  # fmt: skip


if __name__ == "__main__":
    main()

"""Mutation testing: `make mutation`, or `python tests/mutation [FILE …] [--of-all N | --sample N] [--again FILE]`.

`judges.toml` says which tests judge which file, `equivalent.toml` which mutants compute the same and why. Of the others
a share is killed; with a sample, of each file or of all together, it is estimated, with an exact interval of Clopper
and Pearson.
"""

import argparse
import json
import re
import sys
import tomllib
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from draws import of_all
from judging import ROOT, Verdict, judge
from mutants import Mutant, mutants

HERE = Path(__file__).parent
CHANGE = re.compile("‹(.*) → (.*)›")  # in a line of equivalent.toml: what a mutant makes of what


class Count(NamedTuple):
    """How many mutants there are; how many of them were drawn, compute the same, and survive."""

    every: int
    drawn: int
    same: int
    left: int

    def text(self) -> str:
        asked = self.drawn - self.same
        low, high = interval(asked - self.left, asked)
        return (
            f"{self.drawn} of {self.every} mutants, {self.same} equivalent, {self.left} of the others left: "
            f"{100 - 100 * self.left / max(asked, 1):.1f} % killed ({100 * low:.1f} to {100 * high:.1f})"
        )


def main() -> int:
    given = arguments()
    judges = tomllib.loads((HERE / "judges.toml").read_text(encoding="utf-8"))
    files = sorted(given.files or judges, key=lambda file: len(judges[file]) if given.of_all else 0)
    every = {file: list(mutants((ROOT / file).read_text(encoding="utf-8"))) for file in files}
    same = {file: equivalent(file, every[file]) for file in files}
    if given.again:
        every = {file: again(file, every[file], given.again) for file in files}
    places = drawn({file: len(every[file]) for file in files}, given)
    counts = [
        examine(file, judges[file], every[file], [every[file][i] for i in places[file]], same[file], given)
        for file in files
        if file in places
    ]
    if given.of_all:
        _, *found = map(sum, zip(*counts, strict=True))
        print(f"all together: {Count(sum(map(len, every.values())), *found).text()}")
    return any(count.left for count in counts)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python tests/mutation", description=__doc__)
    parser.add_argument("files", nargs="*", metavar="FILE", help="files that judges.toml names; all of them by default")
    size = parser.add_mutually_exclusive_group()
    size.add_argument("--of-all", type=int, default=0, help="try so many mutants, drawn from those of all the files")
    size.add_argument("--sample", type=int, default=0, help="try so many mutants of each file; 0: all")
    parser.add_argument("--seed", type=int, default=0, help="which sample")
    parser.add_argument("--jobs", type=int, default=2, help="mutants at a time")
    parser.add_argument("--out", type=Path, help="add a line of JSON for every survivor to this file")
    parser.add_argument("--again", type=Path, help="try only the survivors of this file, as --out wrote it")
    return parser.parse_args()


def drawn(sizes: dict[str, int], given: argparse.Namespace) -> dict[str, list[int]]:
    """The places of the mutants that are tried, by file."""
    if given.of_all:
        return of_all(sizes, given.of_all, given.seed)
    each = [of_all({file: size}, given.sample or size, given.seed) for file, size in sizes.items()]
    return {file: places for one in each for file, places in one.items()}


def again(file: str, every: list[Mutant], survivors: Path) -> list[Mutant]:
    """Those mutants of a file that survived another time."""
    lines = map(json.loads, survivors.read_text(encoding="utf-8").splitlines())
    wanted = {(line["was"], line["now"]) for line in lines if line["file"] == file}
    return [mutant for mutant in every if (mutant.was, mutant.now) in wanted]


def examine(
    file: str,
    tests: list[str],
    every: list[Mutant],
    chosen: list[Mutant],
    same: set[tuple[str, str]],
    given: argparse.Namespace,
) -> Count:
    """One line for a file, after a few for each survivor."""
    asked = [mutant for mutant in chosen if (mutant.was, mutant.now) not in same]
    left = len(asked)
    if asked:
        verdicts = judge(file, asked, tests, given.jobs)
        if next(verdicts).killed:
            print(f"{file}: none counts as killed, its tests fail on it as it is; run pytest {' '.join(tests)}")
        else:
            left = sum(not verdict.killed for verdict in told(file, verdicts, given.out))
    count = Count(len(every), len(chosen), len(chosen) - len(asked), left)
    print(f"{file}: {count.text()}", flush=True)
    return count


def told(file: str, verdicts: Iterator[Verdict], out: Path | None) -> Iterator[Verdict]:
    """The verdicts, each survivor printed and noted as it comes."""
    for verdict in verdicts:
        if not verdict.killed:
            was, now = verdict.mutant.was, verdict.mutant.now
            print(f"survives in {file}:\n  - {was}\n  + {now}", flush=True)
            if out:
                with out.open("a", encoding="utf-8") as lines:
                    lines.write(json.dumps({"file": file, "was": was, "now": now}, ensure_ascii=False) + "\n")
        yield verdict


def equivalent(file: str, every: list[Mutant]) -> set[tuple[str, str]]:
    """The mutants of a file that compute the same; each must still be one of its mutants."""
    table = tomllib.loads((HERE / "equivalent.toml").read_text(encoding="utf-8"))
    lines = chain.from_iterable(table.get(file, {}).values())
    listed = {(CHANGE.sub(r"\1", line), CHANGE.sub(r"\2", line)) for line in lines}
    for was, now in listed - {(mutant.was, mutant.now) for mutant in every}:
        raise SystemExit(f"equivalent.toml: {file} has no mutant {was!r} → {now!r} any more; remove the entry")
    return listed


def interval(killed: int, tried: int) -> tuple[float, float]:
    """Clopper and Pearson's interval for a share, at 95%."""
    from scipy.stats import beta

    tail = 0.025
    low = beta.ppf(tail, killed, tried - killed + 1) if killed else 0.0
    high = beta.ppf(1 - tail, killed + 1, tried - killed) if killed < tried else 1.0
    return float(low), float(high)


if __name__ == "__main__":
    sys.exit(main())

"""Mutation testing: `make mutation`, or `python tests/mutation [FILE …] [--sample N] [--again FILE]`.

`judges.toml` says which tests judge which file, `equivalent.toml` which mutants compute the same and why. Of the others
a share is killed; with a sample it is estimated, with an exact interval of Clopper and Pearson.
"""

import argparse
import json
import random
import re
import sys
import tomllib
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from judging import ROOT, Verdict, judge
from mutants import Mutant, mutants

HERE = Path(__file__).parent
CHANGE = re.compile("‹(.*) → (.*)›")  # in a line of equivalent.toml: what a mutant makes of what


def main() -> int:
    given = arguments()
    judges = tomllib.loads((HERE / "judges.toml").read_text(encoding="utf-8"))
    left = 0
    for file in given.files or judges:
        left += examine(file, judges[file], given)
    return bool(left)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python tests/mutation", description=__doc__)
    parser.add_argument("files", nargs="*", metavar="FILE", help="files that judges.toml names; all of them by default")
    parser.add_argument("--sample", type=int, default=0, help="try so many mutants of a file; 0: all")
    parser.add_argument("--seed", type=int, default=0, help="which sample")
    parser.add_argument("--jobs", type=int, default=2, help="mutants at a time")
    parser.add_argument("--out", type=Path, help="add a line of JSON for every survivor to this file")
    parser.add_argument("--again", type=Path, help="try only the survivors of this file, as --out wrote it")
    return parser.parse_args()


def examine(file: str, tests: list[str], given: argparse.Namespace) -> int:
    """One line for a file, after a few for each survivor; how many survived."""
    source = (ROOT / file).read_text(encoding="utf-8")
    every = list(mutants(source))
    same = equivalent(file, every)
    if given.again:
        lines = map(json.loads, given.again.read_text(encoding="utf-8").splitlines())
        wanted = {(line["was"], line["now"]) for line in lines if line["file"] == file}
        every = [mutant for mutant in every if (mutant.was, mutant.now) in wanted]
    chosen = random.Random(given.seed).sample(every, given.sample) if 0 < given.sample < len(every) else every
    asked = [mutant for mutant in chosen if (mutant.was, mutant.now) not in same]
    verdicts = judge(file, asked, tests, given.jobs)
    if next(verdicts).killed:
        raise SystemExit(f"{file}: its tests fail on it as it is; run pytest {' '.join(tests)}")
    left = [verdict.mutant for verdict in told(file, verdicts, given.out) if not verdict.killed]
    low, high = interval(len(asked) - len(left), len(asked))
    print(
        f"{file}: {len(chosen)} of {len(every)} mutants, {len(chosen) - len(asked)} equivalent, {len(left)} of the "
        f"others left: {100 - 100 * len(left) / max(len(asked), 1):.1f} % killed "
        f"({100 * low:.1f} to {100 * high:.1f})",
        flush=True,
    )
    return len(left)


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

"""`python tests/planted/methods.py [--longer 60] [--only NAME] [--jobs 1]`: does a longer search refute what holds?

`lemmacheck variant` asks every method the headlines and their kin, with the budget that it has if none is given. What
holds and is not proved for every run is then searched anew, by the same adversary with other random numbers and more
processor time for each form.
The table is written to reports/published/methods.md; with --only, the rows of these methods are written into it.
"""

import argparse
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from fnmatch import fnmatch
from functools import partial
from multiprocessing import get_context
from pathlib import Path

from lemmacheck.verifiers.records.verdict import HOLDING, Verdict
from lemmacheck.verifiers.variants.bench import Bench
from lemmacheck.verifiers.variants.checking import Asking, check_file

PAGE = Path(__file__).parents[2] / "reports" / "published" / "methods.md"
CLAIMS = "P.L3.2,P.L3.5,P.L3.6*,P.T3.1.*,P.P3.7*,N1.rate,N1.strict"
BUDGET, STEPS = 20.0, 40
NONE = "–"
METHODS = {
    "half steps": "schedule(theta=1 / 2)",
    "nine tenths": "schedule(theta=9 / 10)",
    "steps of 21/20": "schedule(theta=21 / 20)",
    "steps of 3/2": "schedule(theta=3 / 2)",
    "shrinking steps": "schedule(theta=lambda t: 1 - 1 / (t + 2) ** 2)",
    "steps of 1/√t": "schedule(theta=lambda t: 1 / math.sqrt(t + 1))",
    "growing steps": "schedule(theta=lambda t: 1 - 1 / (t + 3))",
    "two lengths by turns": "schedule(theta=lambda t: 1 if t % 2 else 3 / 4)",
    "a short step at 50": "schedule(theta=lambda t: 1 / 2 if t == 50 else 1)",
    "half steps from 90": "schedule(theta=lambda t: 1 if t < 90 else 1 / 2)",
    "λ one late": "schedule(lam=lambda t: 2 / (t + 1) if t else 1)",
    "λ one early": "schedule(lam=lambda t: 2 / (t + 3))",
    "λ from 1": "schedule(lam=lambda t: 1 if t == 0 else 2 / (t + 2))",
    "λ by 3": "schedule(lam=lambda t: 3 / (t + 3))",
    "λ by 4": "schedule(lam=lambda t: 4 / (t + 4))",
    "λ by 3/2": "schedule(lam=lambda t: 3 / (2 * t + 3))",
    "λ harmonic": "schedule(lam=lambda t: 1 / (t + 1))",
    "λ of 1/√t": "schedule(lam=lambda t: 1 / math.sqrt(t + 1))",
    "λ of t^-0.9": "schedule(lam=lambda t: (t + 1) ** -0.9)",
    "λ constant": "schedule(lam=1 / 2)",
    "λ = 1": "schedule(lam=1)",
    "λ not below 1/20": "schedule(lam=lambda t: max(2 / (t + 2), 1 / 20))",
    "λ not below 1/100": "schedule(lam=lambda t: max(2 / (t + 2), 1 / 100))",
    "λ = 1 from 60": "schedule(lam=lambda t: 2 / (t + 2) if t < 60 else 1)",
    "λ in steps of 8": "schedule(lam=lambda t: 2 / (t - t % 8 + 2))",
    "λ starts again each 32": "schedule(lam=lambda t: 2 / (t % 32 + 2))",
    "λ starts again each 150": "schedule(lam=lambda t: 2 / (t % 150 + 2))",
    "λ by equality": "schedule(lam=equality)",
    "λ and short steps": "schedule(lam=lambda t: 3 / (t + 3), theta=4 / 5)",
    "λ with ln t": "schedule(lam=lambda t: 2 / (t + 2 + math.log(t + 1)))",
    "λ twice": "schedule(lam=lambda t: min(1, 4 / (t + 2)))",
    "no momentum": "momentum(beta=0)",
    "β = 1/2": "momentum(beta=1 / 2)",
    "β = 9/10": "momentum(beta=9 / 10)",
    "β one early": "momentum(beta=lambda t: (t + 1) / (t + 2))",
    "β one late": "momentum(beta=lambda t: max(0, (t - 1) / t) if t else 0)",
    "β by 3": "momentum(beta=lambda t: t / (t + 3))",
    "β squared": "momentum(beta=lambda t: (t / (t + 1)) ** 2)",
    "β by √": "momentum(beta=lambda t: math.sqrt(t / (t + 1)))",
    "β at most 19/20": "momentum(beta=lambda t: min(t / (t + 1), 19 / 20))",
    "β at most 99/100": "momentum(beta=lambda t: min(t / (t + 1), 99 / 100))",
    "β = 0 at 100": "momentum(beta=lambda t: 0 if t == 100 else t / (t + 1))",
    "β = 0 from 200": "momentum(beta=lambda t: t / (t + 1) if t < 200 else 0)",
    "β and short steps": "momentum(beta=lambda t: t / (t + 1), theta=3 / 4)",
}
FILE = '''"""{name}"""
import math
from functools import cache
from lemmacheck import momentum, schedule


@cache
def equality(t):
    """λ_t with 1/λ_t² − 1/λ_t = 1/λ_{{t−1}}²."""
    return 1.0 if t == 0 else 2 / (1 + math.sqrt(1 + 4 / equality(t - 1) ** 2))


variant = {method}
'''


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--longer", type=float, default=60.0, help="processor time for each form of a method")
    parser.add_argument("--only", default="*", metavar="NAME", help="methods whose name matches")
    parser.add_argument("--jobs", type=int, default=1, help="methods at a time")
    given = parser.parse_args()
    names = [name for name in METHODS if fnmatch(name, given.only)]
    rows = {} if given.only == "*" else written()
    with ThreadPoolExecutor(given.jobs) as jobs:
        for name, row in zip(names, jobs.map(partial(both, given.longer), names), strict=True):
            rows[name] = row
            sys.stdout.write(" | ".join((name, *row)) + "\n")
            sys.stdout.flush()
            PAGE.write_text(page(rows, given.longer), encoding="utf-8")


def written() -> dict[str, tuple[str, str, str]]:
    """The rows of the table as it is."""
    lines = (line.strip("| ").split(" | ") for line in PAGE.read_text(encoding="utf-8").splitlines())
    return {name: tuple(cells) for name, _, *cells in (cells for cells in lines if cells[0] in METHODS)}  # type: ignore[misc]


def both(longer: float, name: str) -> tuple[str, str, str]:
    """What `lemmacheck variant` proves, what holds by it, and what of that a longer search refutes, in a process of its
    own."""
    with tempfile.TemporaryDirectory() as folder, ProcessPoolExecutor(1, get_context("spawn")) as process:
        return process.submit(asked_and_searched, Path(folder), name, METHODS[name], longer).result()


def asked_and_searched(folder: Path, name: str, method: str, longer: float) -> tuple[str, str, str]:
    file, again = folder / "mine.py", folder / "again.py"
    for path, heading in ((file, name), (again, f"{name}, again")):
        path.write_text(FILE.format(name=heading, method=method), encoding="utf-8")
    (checked,) = check_file(str(file), Asking(STEPS, budget=BUDGET, rates=False, only=CLAIMS))
    verdicts = {one.theorem.id: one.outcome.verdict for one in checked.answers if one.outcome}
    proved = {id for id, verdict in verdicts.items() if verdict == Verdict.PROVED}
    held = {id for id, verdict in verdicts.items() if verdict in HOLDING} - proved
    bench = Bench(str(again))
    places = {claim.id: k for k, claim in enumerate(bench.claims(0, STEPS))}
    failing = [k for id, k in places.items() if id not in held]
    found = set()
    for group in range(len(bench.groups(0, STEPS))):
        report = bench.search(0, group, STEPS, longer, failing, CLAIMS)
        found |= {place for place, _ in report.found}
    refuted = {id for id, k in places.items() if k in found}
    return cell(proved), cell(held), cell(refuted)


def cell(ids: set[str]) -> str:
    return " ".join(sorted(ids)) or NONE


def page(rows: dict[str, tuple[str, str, str]], longer: float) -> str:
    """The table, one line a method."""
    beaten = sum(found != NONE for *_, found in rows.values())
    lines = [
        "# What holds of forty methods, and what a longer search says of it",
        "",
        f"{len(rows)} of {len(METHODS)} schedules and momenta, asked {CLAIMS.replace(',', ', ')}:",
        f"by `lemmacheck variant` with {BUDGET:g} s of search a processor. What holds on its runs and is not proved",
        f"for every run is searched by {longer:g} s of processor time for each form, with other random numbers.",
        f"Of {beaten or 'none'} of them the longer search refutes more.",
        "",
        f"Made by `python tests/planted/methods.py --longer {longer:g}`; with `--only NAME` a row is made anew.",
        "",
        "| method | | proved for every run | the printed relation holds on the runs | refuted by the longer search |",
        "|---|---|---|---|---|",
    ]
    lines += [f"| {name} | `{METHODS[name]}` | {' | '.join(cells)} |" for name, cells in rows.items()]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()

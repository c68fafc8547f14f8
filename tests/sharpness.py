"""`python tests/sharpness.py [PATTERN …]`: how much of its bound each numbered inequality uses, as `sharp` finds it.

The table is written to reports/published/sharpness.md, the loosest first.
"""

import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from lemmacheck import library
from lemmacheck.theory.core.book import is_among
from lemmacheck.theory.core.claim import Claim
from lemmacheck.verifiers.kernel.checking import NUMBERED
from lemmacheck.verifiers.probe.tightness import Sharpness, sharpen
from lemmacheck.verifiers.records.text import matrix

PAGE = Path(__file__).parents[1] / "reports" / "published" / "sharpness.md"
HEAD = """# How sharp the numbered inequalities are

The largest share of what a statement allows that was found on runs of up to 200 steps, enclosed in balls and rounded
down: 1 where equality is attained, exactly. A share that still rises at the last t may tend to 1.

Made by `python tests/sharpness.py`.

| statement | place | share | by t | where |
|---|---|---|---|---|
"""


def main() -> None:
    patterns = sys.argv[1:] or ["*"]
    claims = [claim for claim in library().claims.values() if asked(claim, patterns)]
    with ProcessPoolExecutor() as pool:
        found = list(pool.map(of, [claim.id for claim in claims]))
    rows = sorted(zip(claims, found, strict=True), key=lambda row: (row[1].attained, float(row[1].lower or 0)))
    PAGE.write_text(HEAD + "".join(line(claim, sharp) for claim, sharp in rows if sharp.lower), encoding="utf-8")
    sys.stdout.write(PAGE.read_text(encoding="utf-8"))


def asked(claim: Claim, patterns: list[str]) -> bool:
    printed = NUMBERED.match(claim.source.place) and "proof" not in claim.source.place
    return bool(printed) and is_among(claim.id, *patterns)


def of(id: str) -> Sharpness:
    return sharpen(library().claims[id], lambda line: None)


def line(claim: Claim, sharp: Sharpness) -> str:
    course = ", ".join(f"{t}: {share:.3f}" for t, share in sharp.course[-3:])
    share = "1" if sharp.attained else sharp.lower[:8]
    data = f"Z = {matrix(sharp.Z, 60)}" if sharp.Z else ""
    where = ", ".join(filter(None, (data, sharp.algorithm, f"t = {sharp.t}")))
    return f"| {claim.id} | {claim.source.place} | {share} | {course} | {where} |\n"


if __name__ == "__main__":
    main()

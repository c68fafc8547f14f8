"""How long the page of a large report takes to open in Chromium, and what it weighs.

    python tests/benchmarks/page.py [RECORDS]

Without a file of records, 800 made-up ones that have all a claim can have.
"""

import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from browser.chromium import executable, page
from browser.records import large
from lemmacheck.reports.html import render
from lemmacheck.reports.json_ import read_recorded

OPENINGS = 7
TIMES = (
    "const [opened] = performance.getEntriesByType('navigation');"
    "const [paint] = performance.getEntriesByName('first-contentful-paint');"
    "return [paint.startTime, opened.domInteractive, opened.loadEventEnd]"
)


def main() -> None:
    recorded = read_recorded(sys.argv[1]) if len(sys.argv) > 1 else None
    records, header = (recorded.records, recorded.header) if recorded else (large(800), None)
    begin = time.perf_counter()
    text = render(records, header)
    rendered = time.perf_counter() - begin
    program = executable()
    assert program, "no Chromium is on the PATH"
    with tempfile.TemporaryDirectory() as folder, page(program, Path(folder, "profile")) as tab:
        file = Path(folder, "index.html")
        file.write_text(text, encoding="utf-8")
        times = []
        for _ in range(OPENINGS):
            tab.open(file.as_uri())
            times.append(tab.run(TIMES))
    print(f"{len(records)} claims, {len(text.encode()) / 1e6:.2f} MB, rendered in {rendered:.1f} s")
    for name, values in zip(("first paint", "read", "loaded"), zip(*times, strict=True), strict=True):
        print(f"{name:12} median {statistics.median(values):5.0f} ms, slowest {max(values):5.0f} ms")


if __name__ == "__main__":
    main()

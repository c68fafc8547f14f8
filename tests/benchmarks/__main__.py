"""`python tests/benchmarks [quick]`: measure, print the table, write bench.md and bench.json to reports/published/."""

import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
PUBLISHED = HERE.parent.parent / "reports" / "published"
sys.path.insert(0, str(HERE.parent))

import pytest  # noqa: E402
from benchmarks import rendering  # noqa: E402
from benchmarks.pair import Row, Size  # noqa: E402

OPTIONS = [
    "-q",
    "-s",
    "--assert=plain",
    "-o",
    "python_files=bench_*.py",
    "-o",
    "python_functions=bench_*",
    "--benchmark-quiet",
]


class Session:
    """What the measuring functions are given, and what they leave."""

    def __init__(self, size: Size) -> None:
        self.size = size
        self.rows: list[Row] = []
        self.points: dict[str, list[tuple[int, float]]] = {}
        self.contested: list[dict[str, Any]] = []
        self.streamed: dict[str, Any] = {}

    @pytest.fixture
    def session(self) -> Any:
        return self

    @pytest.fixture
    def whole(self) -> Any:
        """The session, for what only the whole bench measures."""
        if self.size is Size.QUICK:
            pytest.skip("only in the whole bench")
        return self

    def texts(self) -> dict[str, str]:
        """The files, by name."""
        from benchmarks import contest, growth, larger, machine, rendering, roofline, scaling

        described = machine.describe()
        roof, spread = roofline.rates(), scaling.measured()
        alone = {name: measured() for name, (_, measured) in roofline.ALONE.items()}
        this = rendering.kind(described, roof["operations"])
        parts = [
            roofline.section(self.rows, roof, alone),
            larger.section(self.streamed),
            scaling.section(spread),
            growth.section(self.points),
            contest.section(self.contested),
        ]
        more = {
            "rates": roof,
            "alone": alone,
            "file": self.streamed,
            "cluster": spread,
            "growth": self.points,
            "contests": self.contested,
        }
        measured = rendering.read(PUBLISHED / "bench.json") | {this: rendering.Measured(described, self.rows, more)}
        return {
            "bench.md": rendering.markdown(measured, this, parts),
            "bench.json": rendering.document(measured),
            growth.PICTURE: growth.picture(self.points),
        }


def main(quick: bool) -> int:
    session = Session(Size.QUICK if quick else Size.FULL)
    status = pytest.main([str(HERE), *OPTIONS], plugins=[session])
    print(rendering.table(session.rows))
    if not quick and not status:
        rendering.write(PUBLISHED, session.texts())
    return int(status)


if __name__ == "__main__":
    sys.exit(main("quick" in sys.argv[1:]))

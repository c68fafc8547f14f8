"""What attacks on the product share: the counts that are printed at the end of the tests.

`counted("false statements", tried=500, wrong=0)` in a test becomes the line "attack: false statements: 500 tried,
0 wrong", also where pytest-xdist spreads the tests over several processes.
"""

from collections import Counter
from collections.abc import Callable

import pytest
from _pytest.terminal import TerminalReporter  # pytest itself names it since version 9 alone

KEY = "attack"
Count = Callable[..., None]


@pytest.fixture
def counted(record_property: Callable[[str, object], None]) -> Count:
    """Note how many attempts of a kind were made, and how many of them were answered wrongly."""

    def note(kind: str, *, tried: int, wrong: int) -> None:
        record_property(KEY, (kind, tried, wrong))

    return note


def pytest_terminal_summary(terminalreporter: TerminalReporter) -> None:
    """One line for each kind of attack."""
    tried: Counter[str] = Counter()
    wrong: Counter[str] = Counter()
    for reports in terminalreporter.stats.values():
        for report in reports:
            for key, value in getattr(report, "user_properties", []):
                if key == KEY and report.when == "call":
                    kind, attempts, mistakes = value
                    tried[kind] += attempts
                    wrong[kind] += mistakes
    for kind in sorted(tried):
        terminalreporter.write_line(f"attack: {kind}: {tried[kind]} tried, {wrong[kind]} wrong")

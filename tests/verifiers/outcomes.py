"""What a pytest of its own has said."""

import re


def outcomes(out: str) -> dict[str, str]:
    """What -v says of each test, by the last part of its name."""
    lines = (re.match(r"(?:.*::)?(\S+) (PASSED|FAILED|SKIPPED|ERROR)", line) for line in out.splitlines())
    return {found[1]: found[2] for found in lines if found}

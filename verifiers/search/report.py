"""How hard a search looked for runs that break claims, and how close the closest came, as plain data."""

from __future__ import annotations

from math import floor
from typing import NamedTuple

from lemmacheck.verifiers.records.text import counted

NOTHING = 1e-6  # the share of an equality that holds, or of 0, tells no one how close the search came
RefutingData = tuple[str, list[list[str]], int]  # data by name and rows, and the steps that a refutation takes


class SearchReport(NamedTuple):
    """The number of instances, the most steps and rows, and the largest share of a claim that holds, with its id and
    its t, unless it is `whole`: of one number a run. Where no data are read there are 0 rows.

    `found` are the refuted claims, by their places.
    """

    instances: int = 0
    steps: int = 0
    n: int = 0
    share: float = -1.0
    closest: str = ""
    t: int = 0
    whole: bool = False
    found: tuple[tuple[int, RefutingData], ...] = ()
    seconds: float = 0.0

    def beside(self, other: SearchReport) -> SearchReport:
        """Both reports as one."""
        closer = other if other.share > self.share else self
        return closer._replace(
            instances=self.instances + other.instances,
            steps=max(self.steps, other.steps),
            n=max(self.n, other.n),
            found=self.found + other.found,
            seconds=self.seconds + other.seconds,
        )

    def brief(self) -> str:
        """The report in a few words, while the search goes on."""
        text = counted(self.instances, "instance")
        return f"{text}, {self.closest} takes {self.part} of what is allowed" if self.closest else text

    def text(self, named: bool = True) -> str:
        """The report as a sentence; `named` adds the id of the closest claim."""
        if not self.instances:
            return ""
        rows = counted(self.n, "row")
        text = f"searched {counted(self.instances, 'instance')} of up to {rows}, " if self.n else ""
        text += f"runs of up to {self.steps} steps" if self.steps else ""
        text = text.removesuffix(", ") if self.n else f"searched {text or 'its run'}"
        text += ", in floats"
        if not self.closest or self.share < NOTHING:
            return text
        which = f"short of equality, the closest{f', {self.closest},' if named else ''}"
        at = f", at t = {self.t}" if self.steps and not self.whole else ""
        return f"{text}: {which} takes {self.part} of what is allowed{at}"

    @property
    def part(self) -> str:
        """The share, rounded down."""
        return f"{floor(self.share * 1e6) / 1e6:g}"

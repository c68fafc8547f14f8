"""The head of a variant's report: what it is and implies, what was found, how fast it is, what would be true."""

from collections.abc import Iterator, Mapping
from typing import Any

from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.records.provenance import origin
from lemmacheck.verifiers.records.verdict import Axes, Curve, Header
from lemmacheck.verifiers.variants.answer import Checked
from lemmacheck.verifiers.variants.summary import header, slower, summary
from lemmacheck.verifiers.variants.tables import constants, speeds


def heading(checked: Checked) -> Header:
    """The header of its records."""
    first, *lines = header(checked.variant).splitlines()
    return Header(
        title=first,
        lines=[*lines, summary(checked), *filter(None, [slower(checked)])],
        tables=[*speeds(checked.rates), *constants(checked.answers)],
        origin=origin(f"variant, whose steps are in no record: {checked.variant.name}", LIBRARY),
        variant=checked.variant.name,
        axes=Axes("How far from γ̄", y="gap γ̄ − γ(w)"),
        curves=[curve for race in checked.rates.get("races", []) for curve in gaps(race)],
    )


def gaps(race: Mapping[str, Any]) -> Iterator[Curve]:
    """γ̄ − γ(w_t) of each method, where it is positive, on separable data."""
    if not race["gamma"]:
        return
    for method in race["methods"]:
        margins = zip(method["curve"]["t"], method["curve"]["margin"], strict=True)
        found = [(t, gap) for t, margin in margins if (gap := race["gamma"]["upper"] - margin) > 0]
        yield Curve(f"{method['name']}, {race['data']}", [t for t, _ in found], [gap for _, gap in found])

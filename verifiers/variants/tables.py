"""The measurements of a variant as tables: exponents, the first t with each share of γ̄, and constants that suffice."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from lemmacheck.verifiers.records.text import cut, matrix
from lemmacheck.verifiers.records.verdict import Table
from lemmacheck.verifiers.variants.answer import OWN, Answer

NONE = "–"
WIDTH = 100


def speeds(rates: Mapping[str, Any]) -> Iterator[Table]:
    """The fitted exponents of both gaps, and the first t with each share of γ̄, a row a method."""
    for gap in rates.get("gaps", []):
        yield exponents(gap)
    for race in rates.get("races", []):
        if race["methods"][0]["reached"]:
            yield reached(race)


def exponents(gap: Mapping[str, Any]) -> Table:
    """The p of each method on each kind of data."""
    data = list(dict.fromkeys(fit["data"] for fit in gap["fits"]))
    found = {(fit["method"], fit["data"]): exponent(fit) for fit in gap["fits"]}
    methods = dict.fromkeys(fit["method"] for fit in gap["fits"])
    rows = [[method, *(found.get((method, name), NONE) for name in data)] for method in methods]
    return Table(f"p in {gap['statement']} ~ t^p, with its 99 % interval", ["method", *data], rows)


def exponent(fit: Mapping[str, Any]) -> str:
    """A fitted exponent with its interval."""
    if fit["exponent"] is None:
        return NONE
    ends = ["?" if fit[end] is None else two_digits(fit[end]) for end in ("lower", "upper")]
    return f"{two_digits(fit['exponent'])} [{', '.join(ends)}]"


def two_digits(x: float) -> str:
    """x with two digits; what rounds to 0 has no sign."""
    return f"{round(x, 2) + 0:.2f}"


def reached(race: Mapping[str, Any]) -> Table:
    """The first t with each share of γ̄."""
    shares = list(race["methods"][0]["reached"])
    rows = [[method["name"], *(first(method["reached"][share]) for share in shares)] for method in race["methods"]]
    return Table(f"first t on {race['data']}", ["method", *(f"{share} of γ̄" for share in shares)], rows)


def first(found: Mapping[str, float] | None) -> str:
    """The first t, and the time until then."""
    return f"{found['t']} ({1000 * found['seconds']:.3g} ms)" if found else NONE


def constants(answers: Sequence[Answer]) -> Iterator[Table]:
    """The constants that make inequalities true: of those that fail, and of the author's own."""
    rows = [
        [
            answer.theorem.id,
            one["reading"],
            one["constant"]["upper"],
            f"t = {one['t']}, Z = {cut(matrix(one['Z']), WIDTH)}",
        ]
        for answer in answers
        for one in answer.needed
        if one["constant"] is not None and (answer.theorem.source == OWN or not one["holds"])
    ]
    if rows:
        yield Table(
            "the least c with which the closest runs tried satisfy a relation",
            ["claim", "relation", "c", "needed at"],
            rows,
        )

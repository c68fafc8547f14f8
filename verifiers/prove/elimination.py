"""Linear equations over the field of rational functions of the letters."""

from lemmacheck.verifiers.prove.terms import Ratio


def eliminated(rows: list[list[Ratio]], count: int) -> list[Ratio] | None:
    """The only solution of linear equations over the field of rational functions; None if there is no such."""
    pivots: list[list[Ratio]] = []
    for j in range(count):
        candidates = [row for row in rows if not row[j].num.is_zero()]
        if not candidates:
            return None
        pivot = min(candidates, key=lambda row: sum(len(r.num) + len(r.den) for r in row))
        inverse = Ratio.of(pivot[j].den, pivot[j].num)
        scaled = [r * inverse for r in pivot]
        rows = [reduced(row, scaled, j) for row in rows if row is not pivot]
        pivots = [*(reduced(row, scaled, j) for row in pivots), scaled]
    return [row[-1] for row in pivots]


def reduced(row: list[Ratio], pivot: list[Ratio], j: int) -> list[Ratio]:
    if row[j].num.is_zero():
        return row
    factor = Ratio(-row[j].num, row[j].den)
    return [a if b.num.is_zero() else a + factor * b for a, b in zip(row, pivot, strict=True)]

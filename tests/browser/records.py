"""A small book with all that the page can show, and one as large as all documents together."""

from itertools import cycle, islice

from lemmacheck.verifiers.records.verdict import Condition, Curve, Record, Scope, Teeth, Verdict, Witness, Worst

RUNS = Scope(3, 100, bits=64)
HOSTILE = "</script><img src=https://example.org/x onerror=alert(1)>"


def curves(points: int) -> list[Curve]:
    t = list(range(1, points + 1))
    left, right = [1 / k**2 for k in t], [4 / k**2 for k in t]
    return [Curve("left side", t, left), Curve("right side", t, right), Curve("slack", t, [3 / k**2 for k in t])]


def claim(id: str, verdict: Verdict, place: str = "Section 1", ratio: float | None = None, **more: object) -> Record:
    worst = Worst(0.5, ratio, 1, "two_rows", [["1/2", "-1/3"]])
    said = {"statement": f"statement {id}", "latex": r"\phi\le\frac{4\ln n}{(t+1)^2}", "source": "Book"} | more
    return Record(id, verdict, RUNS, worst=worst, place=place, **said)  # type: ignore[arg-type]


BOOK = [
    claim("L.1", Verdict.PROVED, kind="identity", teeth=Teeth(1, 2)),
    claim("L.2", Verdict.CERTIFIED, ratio=0.9, uses=["L.1"], curves=curves(40), teeth=Teeth(2, 2)),
    claim("L.10", Verdict.REFUTED, uses=["L.2"], fault="the sign.",
        witness=Witness([["1/2", "-1/3"]], 1, "1/8", "0", "Fast", 4, "<="), kind="identity"),
    claim("L.10.corrected", Verdict.SUPPORTED, ratio=0.7, uses=["L.2"], corrects="L.10"),
    claim("T.1", Verdict.CERTIFIED, "Section 2", uses=["L.10.corrected", "L.1"], kind="rate"),
    claim("T.2", Verdict.UNDECIDED, "Section 2", source="Post", uses=["T.1"], statement=HOSTILE),
    claim(HOSTILE, Verdict.ILL_FORMED, "Section 2", source="Post", uses=["T.2"]),
    claim("alone", Verdict.NOT_CHECKABLE, "Section 3", source="Post", statement="μ_t is well known"),
]  # fmt: skip


def large(count: int) -> list[Record]:
    """As many claims as asked for, each with all that one can have, in forty chapters."""
    verdicts = list(islice(cycle(Verdict), count))
    rows = [[f"{i + j}/997" for j in range(4)] for i in range(8)]
    given = [Condition(f"h{k}", f"hypothesis {k}: ‖z_i‖₂ ≤ 1 for every row of the data", 50, 50) for k in range(3)]
    return [
        claim(
            f"P.{k // 20}.{k % 20}",
            verdict,
            f"Section {k // 20}",
            ratio=k / count,
            statement=f"γ(w_t) ≥ γ̄ − 4(1 + ln n)(1 + 2 ln(t+1)) / (γ̄ (t+1)²) for every t ≥ {k}, on separable data.",
            reason="relation 1: both sides agree for an arbitrary t; relation 2: by induction, from a step to the next",
            uses=[f"P.{j // 20}.{j % 20}" for j in (k - 1, k - 7) if j >= 0],
            curves=curves(48) if k % 4 == 0 else [],
            witness=Witness(rows, 1, "1/8", "0", "Fast", 4, "<=") if verdict is Verdict.REFUTED else None,
            hypotheses=given,
            teeth=Teeth(5, 6, ["lhs halved"]),
        )
        for k, verdict in enumerate(verdicts)
    ]

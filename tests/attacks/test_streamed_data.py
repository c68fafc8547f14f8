"""Attacks `lemmacheck stream` with data on which claims are equalities, or as good as equal; the exact run is beside.

Wrong is: a refuted claim of which nothing is known to be false; a refutation, or a certificate, that the exact run
contradicts; an enclosure that does not hold the exact number; bounds that do not hold γ̄.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from flint import arb, fmpq
from lemmacheck.verifiers.decide.ladder import decide
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.large import check_outcomes, into_unit_ball, opened, record, rows, sources
from lemmacheck.verifiers.large.accelerated import Recorded, State
from lemmacheck.verifiers.large.balls import BITS, enclosed
from lemmacheck.verifiers.large.outcomes import Outcomes
from lemmacheck.verifiers.large.rounding import Rounding
from lemmacheck.verifiers.numbers.ball import Ball, to_fmpq
from lemmacheck.verifiers.numbers.monomial import as_ball
from lemmacheck.verifiers.records.verdict import Verdict

from tests.attacks.conftest import Count
from tests.sampled import THOROUGH

FEW, MANY = 10, 5000
EXACT_BITS = 400
Draw = np.random.Generator


class Streamed(NamedTuple):
    """Rows as they are stored, the signs to take them with, and how they are read."""

    name: str
    Z: np.ndarray
    signs: np.ndarray | None
    steps: int
    compiled: bool
    cores: int
    in_file: bool
    rows_a_block: int


def one_row(draw: Draw) -> np.ndarray:
    return direction(draw)[None]


def one_number(draw: Draw) -> np.ndarray:
    return draw.uniform(-1, 1, (1, 1))


def equal_rows(draw: Draw) -> np.ndarray:
    return np.tile(direction(draw), (int(draw.choice([2, 3, 50, 5000])), 1))


def collinear(draw: Draw) -> np.ndarray:
    return draw.uniform(0.1, 1, (int(draw.integers(2, 7)), 1)) * direction(draw)


def dyadically_collinear(draw: Draw) -> np.ndarray:
    return 2.0 ** -draw.integers(0, 4, (int(draw.integers(2, 7)), 1)) * direction(draw)


def antipodes(draw: Draw) -> np.ndarray:
    z = direction(draw)
    return np.tile(np.stack([z, -z]), (int(draw.choice([1, 3, 25])), 1))


def repeated(draw: Draw) -> np.ndarray:
    few = draw.normal(size=(int(draw.integers(2, 5)), int(draw.integers(1, 4)))) + draw.choice([0, 2])
    return np.tile(few, (int(draw.choice([2, 25, 1000])), 1))


def axes(draw: Draw) -> np.ndarray:
    return np.eye(int(draw.integers(2, 7))) * draw.choice([1.0, 0.3, -0.7])


def nearly_equal(draw: Draw) -> np.ndarray:
    z = direction(draw)
    return z + draw.normal(size=(int(draw.integers(2, 6)), len(z))) * 10.0 ** -draw.integers(8, 17)


def of_norm_one(draw: Draw) -> np.ndarray:
    rows = np.array([[0.6, 0.8], [-0.6, 0.8], [0.0, 1.0], [5 / 13, 12 / 13], [0.28, 0.96]])
    rows = rows[draw.integers(0, len(rows), int(draw.integers(1, 4)))]
    return np.nextafter(rows, rows * draw.choice([0, 1, 2]))


def generic(draw: Draw) -> np.ndarray:
    return draw.normal(size=(int(draw.integers(2, 8)), int(draw.integers(1, 5)))) + draw.choice([0, 1])


def with_subnormals(draw: Draw) -> np.ndarray:
    Z = generic(draw)
    return np.where(draw.random(Z.shape) < 0.4, Z * 2.0**-1070, Z)


def direction(draw: Draw) -> np.ndarray:
    return draw.uniform(-1, 1, int(draw.integers(1, 5)))


SHAPES: tuple[Callable[[Draw], np.ndarray], ...] = (
    one_row, equal_rows, one_number, collinear, dyadically_collinear, antipodes, repeated, axes, nearly_equal,
    of_norm_one, generic, with_subnormals,
)  # fmt: skip
SCALES = (1.0, 1.0, 1.0, 1.0, 1e-3, 1e-30, 1e-150, 1e-200, 1e-308, 2.0**-1070, 1e10, 1e150)


def data_sets(count: int) -> Iterator[Streamed]:
    """So many, the same in every run; each way to read is met by each shape."""
    for k in range(count):
        draw = np.random.default_rng(k)
        shape = SHAPES[k % len(SHAPES)]
        Z, scale = shape(draw), draw.choice(SCALES)
        stored = str(draw.choice(["<f8", "<f8", "<f8", "<f4", "u1", "<f2", ">f8"]))
        if stored == "u1":
            Z, scale = np.round(255 * np.abs(Z) / max(np.abs(Z).max(), 1e-300)), 1
        elif stored != "<f8":
            scale = 1.0
        signs = draw.choice([-1.0, 1.0], len(Z)) if draw.random() < 0.3 else None
        if signs is not None and shape in (one_row, equal_rows):
            signs[:] = signs[0]
        yield Streamed(f"{k}: {shape.__name__} {len(Z)} x {Z.shape[1]} in {stored}, times {scale:g}",
            (Z * scale).astype(stored), signs, 60 if k % 30 < 3 else int(draw.integers(1, 7)), bool(draw.integers(2)),
            int(draw.integers(1, 3)), bool(draw.integers(2)), int(draw.choice([1, 7, 64])))  # fmt: skip


def streamed(data: Streamed, path: Path, patch: pytest.MonkeyPatch) -> tuple[Recorded, list[State], Outcomes]:
    """The run, its states and what was found; blocks of few rows, so that they are merged, and taken by threads."""
    for module in (rows, sources):
        patch.setattr(module, "block_rows", lambda *_: data.rows_a_block)
    if data.in_file:
        np.save(path, data.Z)
    states: list[State] = []
    with opened(str(path) if data.in_file else data.Z, data.signs, data.cores, compiled=data.compiled) as opened_rows:
        run = record(into_unit_ball(opened_rows), data.steps, observe=states.append)
        return run, states, check_outcomes(run)


class Exact(NamedTuple):
    """Distinct rows over the divisor, as rationals, with how often each occurs."""

    rows: list[tuple[fmpq, ...]]
    counts: list[int]

    @staticmethod
    def of(data: Streamed, scale: float) -> Exact:
        signs = np.ones(len(data.Z)) if data.signs is None else data.signs
        counted = Counter((*map(float, row), float(sign)) for row, sign in zip(data.Z.tolist(), signs, strict=True))
        divisor = Fraction(scale)
        distinct: Counter[tuple[Fraction, ...]] = Counter()
        for (*row, sign), count in counted.items():
            distinct[tuple(Fraction(sign) * Fraction(x) / divisor for x in row)] += count
        return Exact([tuple(map(to_fmpq, row)) for row in distinct], list(distinct.values()))

    @property
    def instance(self) -> Instance:
        return Instance("exact", tuple(tuple(Fraction(int(x.p), int(x.q)) for x in row) for row in self.rows))

    def scores(self, w: list[Any]) -> list[arb]:
        return [sum((arb(x) * y for x, y in zip(row, w, strict=True)), arb(0)) for row in self.rows]

    def seen(self, w: list[Any]) -> tuple[arb, arb, list[arb]]:
        """max Zw, ψ(Zw) and Zᵀ∇ψ(Zw)."""
        scores = self.scores(w)
        top = scores[0]
        for score in scores[1:]:
            top = top.max(score)
        weights = [count * (score - top).exp() for count, score in zip(self.counts, scores, strict=True)]
        mass = sum(weights, arb(0))
        mean = [
            sum((e * row[k] for e, row in zip(weights, self.rows, strict=True)), arb(0)) / mass for k in range(len(w))
        ]
        return top, top + mass.log(), mean


def outside(data: Streamed, run: Recorded, states: list[State], exact: Exact) -> list[str]:
    """The scalars whose enclosure does not hold the exact number, where q_t = ∇ψ(Zw_t) at the w_t of floats.

    Where rows differ the weights of floats are others, by no more than their stated bound, which is allowed for.
    """
    with Ball(BITS).active():
        known, rounding = enclosed(run), Rounding(run.rows, run.largest_square)
        of_weights = rounding.R * (0 if len(exact.rows) == 1 else 1)
        may_differ = [of_weights * rounding.weights(as_ball(x).sqrt()) for x in known.produced["squared", "w"]]
    with Ball(EXACT_BITS).active():
        zero = [arb(0)] * len(exact.rows[0])
        g, w, off_g, off_w, found = zero, zero, arb(0), arb(0), []

        def compare(name: tuple[str, str], t: int, value: arb, factor: Any = 1, off: Any = 0) -> None:
            for which, scalars in (("produced", known.produced), ("read", known.scalars)):
                ball = as_ball(scalars[name][t])
                ball = ball.nonnegative_part().sqrt() if name[0] == "squared" else ball
                close = (ball + arb(0, arb(factor * off).upper())).overlaps(as_ball(factor) * value)
                if not close and (name != ("squared", "w") or which == "read"):
                    found.append(f"{data.name}: {which} {name[0]} of {name[1]} at t = {t}")

        for t, state in enumerate(states):
            top, psi, p = exact.seen([fmpq(*x.as_integer_ratio()) for x in np.asarray(state.w).tolist()])
            off_p = may_differ[t]
            beta, before, lam = fmpq(t, t + 1), fmpq(2, t + 1) if t else fmpq(1), fmpq(2, t + 2)
            h, off_h = [a + b for a, b in zip(g, p, strict=True)], off_g + off_p
            compare(("maximum", "Zw"), t, top)
            compare(("psi", "Zw"), t, psi)
            compare(("squared", "w"), t, length(w), 1, off_w)
            compare(("squared", "Zᵀq"), t, length(p), 1, off_p)
            compare(("squared", "Zᵀmu"), t, length(h), before, off_h)
            g, off_g = [beta * x for x in h], beta * off_h
            v, off_v = [a + b for a, b in zip(g, p, strict=True)], off_g + off_p
            compare(("squared", "g"), t, length(g), 1, off_g)
            compare(("squared", "Zᵀnu"), t, length(v), lam, off_v)
            w, off_w = [a - b for a, b in zip(w, v, strict=True)], off_w + off_v
        return found


def length(x: list[arb]) -> arb:
    return sum((y * y for y in x), arb(0)).sqrt()


def misplaced(data: Streamed, found: Outcomes, exact: Exact) -> list[str]:
    """Bounds on γ̄ that do not hold it."""
    with Ball(EXACT_BITS).active():
        gamma = arb(to_fmpq(exact.instance.optimum.gamma_squared)).sqrt()
        held = not (gamma < found.gamma.lower or gamma > found.gamma.upper)
        return [] if held else [f"{data.name}: γ̄"]


def contradicted(data: Streamed, found: Outcomes, exact: Exact) -> list[str]:
    """What was decided otherwise than on the exact run, in balls."""
    if sum(exact.counts) > 8 or set(exact.counts) != {1}:
        return []
    against = []
    for outcome in found.outcomes:
        if outcome.decision.verdict not in (Verdict.CERTIFIED, Verdict.REFUTED):
            continue
        assert outcome.claim.about is not None
        verdict = decide(outcome.claim, exact.instance, outcome.claim.about(), data.steps).verdict
        if (outcome.decision.verdict == Verdict.REFUTED) != (verdict == Verdict.REFUTED):
            against.append(f"{data.name}: {outcome.claim.id} {outcome.decision.verdict}, on the exact run {verdict}")
    return against


def test_no_true_claim_is_refuted_and_every_enclosure_holds_the_exact_number(
    counted: Count, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("numba")
    wrong: list[str] = []
    count = MANY if THOROUGH else FEW
    for k, data in enumerate(data_sets(count)):
        run, states, found = streamed(data, tmp_path / "Z.npy", monkeypatch)
        exact = Exact.of(data, run.rows.scale)
        wrong += [f"{data.name}: {o.claim.id} refuted" for o in found.refuted]
        wrong += outside(data, run, states, exact) + misplaced(data, found, exact)
        if k % 10 == 0:
            wrong += contradicted(data, found, exact)
    counted("streamed data sets", tried=count, wrong=len(wrong))

    assert wrong == []

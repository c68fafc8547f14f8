"""Protects the reduction (m, S, a): it is what mpmath says within the stated bounds, however rows are grouped."""

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple, cast

import numpy as np
import pytest
from flint import arb
from hypothesis import example, given
from hypothesis import strategies as st
from lemmacheck.verifiers.large import Partial, Rounding, merge, merged, opened, sources
from lemmacheck.verifiers.large.accelerated import Accelerated, at
from lemmacheck.verifiers.large.kernels import best
from lemmacheck.verifiers.large.reduction import Blocking
from lemmacheck.verifiers.large.rounding import EXP_ULPS
from lemmacheck.verifiers.large.rows import Rows
from lemmacheck.verifiers.large.step import pulled
from lemmacheck.verifiers.numbers.ball import Ball
from mpmath.ctx_mp import MPContext

from tests.literal.reference import Reference

pytestmark = pytest.mark.usefixtures("each_kernel")

ENTRIES = st.integers(-64, 64).map(lambda k: k / 64)


@st.composite
def matrices(draw: st.DrawFn, most: int = 12) -> np.ndarray:
    """Rows of norm at most 1, as small as 1e-9 in places, some of them equal."""
    n, d = draw(st.integers(1, most)), draw(st.integers(1, 5))
    rows = draw(st.lists(st.lists(ENTRIES, min_size=d, max_size=d), min_size=1, max_size=n))
    scale = draw(st.sampled_from([1.0, 1e-9]))
    picked = [rows[draw(st.integers(0, len(rows) - 1))] for _ in range(n)]
    return np.array(picked) * scale / np.sqrt(d)


def points(Z: np.ndarray, seed: int, size: float) -> np.ndarray:
    return size * np.random.default_rng(seed).standard_normal(Z.shape[1])


def block(Z: np.ndarray, w: np.ndarray) -> Partial:
    return best().block(Z, w)


SIZES = st.sampled_from([0.0, 1.0, 1e3, 1e5])
SEEDS = st.integers(0, 99)


def bounds(rows: Rows, w: np.ndarray) -> tuple[float, float, float]:
    """Of m, of ψ and of the gradient."""
    with Ball(128).active():
        rounding = Rounding(rows, rows.largest_square())
        norm = arb(float(np.linalg.norm(w)) * (1 + 1e-12))
        score = rounding.score(norm)
        psi = score + rounding.log_mass
        gradient = rounding.mean + rounding.R * rounding.weights(norm)
        return float(score.upper()), float(psi.upper()), float(gradient.upper())


def beyond(Z: np.ndarray, w: np.ndarray) -> list[str]:
    """What of the triple is off by more than the stated bound."""
    reference = Reference([[Fraction(x) for x in row] for row in Z.tolist()], 400)
    scores = reference.scores([reference.real(Fraction(x)) for x in w.tolist()])
    with opened(Z) as rows:
        found = rows.partial(w)
        of_m, of_psi, of_gradient = bounds(rows, w)
    psi = reference.real(Fraction(found.m)) + reference.ctx.log(found.S)
    gradient = reference.combine(reference.grad_psi(scores))
    off = reference.norm([reference.real(Fraction(x)) - y for x, y in zip(found.mean.tolist(), gradient, strict=True)])
    errors = {
        "m": (abs(found.m - max(scores)), of_m),
        "psi": (abs(psi - reference.psi(scores)), of_psi),
        "gradient": (off, of_gradient),
    }
    return [name for name, (error, bound) in errors.items() if not error <= bound]


@given(matrices(), SIZES, SEEDS)
@example(np.array([[1.0]]), 1e5, 0)
@example(np.full((1, 3), 1e-9), 1e5, 1)
def test_the_triple_is_what_mpmath_says_within_the_stated_bound(Z: np.ndarray, size: float, seed: int) -> None:
    assert beyond(Z, points(Z, seed, size)) == []


def compiled_exp(x: np.ndarray) -> np.ndarray:
    found = x.copy()
    pytest.importorskip("lemmacheck.verifiers.large.compiled").weigh(found, 0.0, np.empty(len(x)))
    return found


@pytest.mark.parametrize(
    ("exp", "precision", "least"),
    [(np.exp, np.float64, 700), (np.exp, np.float32, 80), (compiled_exp, np.float64, 708)],
)
def test_exp_is_as_accurate_as_the_bounds_of_psi_suppose(exp: Any, precision: Any, least: float) -> None:
    multiples = np.log(2) * np.arange(1, 1.44 * least) / 2  # where the range of the series ends, and its middle
    x = -np.concatenate([np.geomspace(1e-9, least, 2000), multiples]).astype(precision)
    context = MPContext()
    exact = [context.exp(float(value)) for value in x]
    ulps = [abs(float(found) - value) / float(np.spacing(found)) for found, value in zip(exp(x), exact, strict=True)]

    assert max(ulps) <= EXP_ULPS


def test_the_compiled_exp_is_exact_at_0_and_0_below_the_normal_numbers() -> None:
    tiny = float(np.finfo(float).tiny)
    found = compiled_exp(np.array([0.0, np.log(tiny), -708.5, -1e5, -np.inf, np.nan]))

    assert found[0] == 1
    assert found[1] == pytest.approx(tiny, rel=1e-12)
    assert found[2:5].tolist() == [0, 0, 0]
    assert np.isnan(found[5])


class Divided(NamedTuple):
    """What a rounding bound reads of rows."""

    n: int
    d: int
    blocking: Blocking
    precision: Any = np.float64
    scale: float = 1.0


def close(left: Partial, right: Partial, Z: np.ndarray, merges: int) -> bool:
    """Whether two triples differ by no more than both may be off, S and a relative to S."""
    rows, within = best().blocking(len(Z))
    blocking = Blocking(rows, merges + within)
    with Ball(128).active():
        rounding = Rounding(cast(Rows, Divided(*Z.shape, blocking)), float((Z * Z).sum(1).max()))
        slack = 2 * float((rounding.mass * max(left.S, right.S) * (1 + rounding.R) + rounding.tiny).upper())
    return left.m == right.m and abs(left.S - right.S) <= slack and float(np.linalg.norm(left.a - right.a)) <= slack


@given(matrices(), SIZES, SEEDS, st.data())
def test_merging_is_associative_and_commutative_within_the_bound(
    Z: np.ndarray, size: float, seed: int, data: st.DataObject
) -> None:
    w = points(Z, seed, size)
    ends = sorted({0, len(Z), *data.draw(st.lists(st.integers(0, len(Z)), max_size=4))})
    parts = [block(Z[a:b], w) for a, b in pairwise(ends)]
    shuffled = data.draw(st.permutations(parts))
    right = shuffled[-1]
    for part in reversed(shuffled[:-1]):
        right = merge(part, right)

    assert merged(parts).m == max(part.m for part in parts)
    assert close(merged(parts), right, Z, len(parts))
    assert close(merged(parts), merged(shuffled), Z, len(parts))


@pytest.fixture
def blocks_of(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Sets how many rows make a block."""

    def put(rows: int) -> None:
        monkeypatch.setattr(sources, "block_rows", lambda *_: rows)

    return put


@pytest.mark.parametrize("size", [0.0, 1.0, 1e5])
def test_the_result_does_not_depend_on_the_blocks(size: float, blocks_of: Callable[[int], None]) -> None:
    Z = np.random.default_rng(3).standard_normal((997, 7)) / 10
    w = points(Z, 5, size)
    found = []
    for rows_a_block in (1, 7, 64, 500, 997):
        blocks_of(rows_a_block)
        with opened(Z, cores=1) as rows:
            found.append((rows.partial(w), bounds(rows, w)))

    for partial, (of_m, of_psi, of_gradient) in found:
        for other, bound in found:
            assert abs(partial.m - other.m) <= of_m + bound[0]
            assert abs(partial.psi - other.psi) <= of_psi + bound[1] + 4 * np.spacing(abs(other.psi))
            assert np.linalg.norm(partial.mean - other.mean) <= of_gradient + bound[2]


def test_the_bound_is_not_so_wide_that_it_says_nothing() -> None:
    Z = np.random.default_rng(3).standard_normal((5000, 300)) / 20
    with opened(Z) as rows:
        assert max(bounds(rows, points(Z, 1, 1.0))) < 1e-10


def test_a_merge_that_forgets_to_rescale_is_caught() -> None:
    def forgetful(left: Partial, right: Partial) -> Partial:
        return Partial(max(left.m, right.m), left.S + right.S, left.a + right.a)

    Z = np.array([[1.0], [-1.0]])
    whole, apart = block(Z, np.array([1.0])), [block(z[None], np.array([1.0])) for z in Z]

    assert close(whole, merge(*apart), Z, 1)
    assert not close(whole, forgetful(*apart), Z, 1)


def test_scores_beyond_the_range_of_exp_neither_overflow_nor_vanish() -> None:
    Z = np.array([[1.0], [0.5], [-1.0]])
    for size in (-1e5, 1e5):
        found = block(Z, np.array([size]))
        assert (found.m, found.S, found.a.tolist()) == (1e5, 1.0, [np.sign(size)])


def test_what_is_not_finite_stays_undefined() -> None:
    found = merged([block(np.array([[1.0]]), np.ones(1)), block(np.array([[np.nan]]), np.ones(1))])
    assert np.isnan(found.mean).all() or np.isnan(found.m)


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 63, 64, 65, 130, 1019, 1020, 1021, 2500])
@pytest.mark.parametrize("size", [1.0, 1e3])
def test_the_compiled_reduction_is_that_of_numpy_within_the_bound(n: int, size: float) -> None:
    Z = np.random.default_rng(n).standard_normal((n, 9)) / 10
    signs = np.where(np.arange(n) % 3, 1.0, -1.0)
    w = points(Z, n, size)

    for given_signs in (None, signs):
        with opened(Z, given_signs) as rows, opened(Z, given_signs, compiled=False) as plain:
            found, wanted = rows.partial(w), plain.partial(w)
            of_m, of_psi, of_gradient = (a + b for a, b in zip(bounds(rows, w), bounds(plain, w), strict=True))

        assert abs(found.m - wanted.m) <= of_m
        assert abs(found.psi - wanted.psi) <= of_psi + 4 * np.spacing(abs(wanted.psi))
        assert np.linalg.norm(found.mean - wanted.mean) <= of_gradient


def test_many_steps_at_once_are_those_of_one_at_a_time() -> None:
    """What is computed as written is the same to the bit; a compiler may order a sum's terms as it likes."""
    Z = np.random.default_rng(3).standard_normal((90, 7)) / 10
    method, steps = Accelerated(), 9
    with opened(Z) as rows:
        for before, found in pairwise(method.states(rows, steps)):
            alone = method.step(rows, before)
            of_m, of_psi, of_gradient = (2 * bound for bound in bounds(rows, found.w))
            h, g = pulled(before.g, found.p, at(method.beta, found.t))

            assert (found.t, found.w.tolist()) == (alone.t, alone.w.tolist())
            assert (found.h.tolist(), found.g.tolist()) == (h.tolist(), g.tolist())
            assert found.p.tolist() == found.seen.mean.tolist()
            assert abs(found.seen.m - alone.seen.m) <= of_m
            assert abs(found.seen.psi - alone.seen.psi) <= of_psi
            assert np.linalg.norm(found.p - alone.p) <= of_gradient

    assert found.t == steps

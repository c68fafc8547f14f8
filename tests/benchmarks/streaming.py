"""Rows on large Z: an iteration that reads Z once, beside the two products by BLAS that everyone else pays for."""

from collections import deque
from collections.abc import Callable
from functools import lru_cache

import numpy as np
from benchmarks.data import planted
from benchmarks.pair import Pair, Size, close
from benchmarks.plain import two_products
from lemmacheck.theory.core.claim import Claim
from lemmacheck.verifiers.large.accelerated import Accelerated, Recorded, record
from lemmacheck.verifiers.large.opening import opened
from lemmacheck.verifiers.large.outcomes import check_outcomes, in_floats, sorted_out
from lemmacheck.verifiers.numbers.chances import relations_of
from lemmacheck.verifiers.numbers.comparison import compare
from lemmacheck.verifiers.numbers.float64 import Float64

TOGETHER = 20  # iterations of a round, so that starting threads weighs as little as it does in a run
OFTEN = 400  # where one takes microseconds

data = lru_cache(maxsize=1)(planted)  # one at a time: some are large


def one_pass(n: int, d: int, dtype: type, share: float | None, size: Size, compiled: bool | None = None) -> Pair:
    n = size.choose(40, n // 4, n)
    name = np.dtype(dtype).name
    w, q = np.zeros(d, dtype), np.full(n, 1 / n, dtype)

    def products() -> np.ndarray:
        Z = data(n, d, dtype=dtype)
        for _ in range(TOGETHER):
            _, pull = two_products(Z, w, q)
        return pull

    return Pair(
        f"{name} {n} x {d}" + alone(compiled),
        f"{TOGETHER} iterations of Algorithm 1 on {n} x {d} in {name}, one pass each, exp and updates included",
        "two GEMVs by BLAS, and nothing else, for each",
        lambda: one_pass_each(data(n, d, dtype=dtype), dtype, TOGETHER, compiled),
        products,
        lambda ours, theirs: close(ours[0], theirs) if dtype == np.float64 else np.allclose(ours[0], theirs, atol=1e-5),
        share=share,
        rest=0.1,
    )


def alone(compiled: bool | None) -> str:
    return ", NumPy alone" if compiled is False else ""


def one_pass_each(Z: np.ndarray, dtype: type, steps: int = TOGETHER, compiled: bool | None = None) -> list[np.ndarray]:
    """Zᵀq_0, Zᵀq_1, …"""
    with opened(Z, precision=dtype, compiled=compiled) as rows:
        return [state.p for state in Accelerated().states(rows, steps - 1)]


def one_read(size: Size, dtype: type = np.float64, share: float | None = None) -> Pair:
    n, d = size.choose((40, 8), (15000, 784), (60000, 784))
    name = np.dtype(dtype).name
    Z = lru_cache(lambda: in_bytes(n, d) if dtype == np.uint8 else data(n, d, dtype=dtype))
    return Pair(
        f"one read {n} x {d} in {name}",
        f"{TOGETHER} iterations of Algorithm 1 on {n} x {d} in {name}",
        "Z.max(), one read of Z on one core, for each",
        lambda: one_pass_each(Z(), np.float64),
        lambda: [Z().max() for _ in range(TOGETHER)],
        lambda ours, theirs: len(ours) == len(theirs),
        share=share,
    )


def in_bytes(n: int, d: int) -> np.ndarray:
    """Entries from 0 to 255, as pixels are stored."""
    return np.random.default_rng(0).integers(0, 256, (n, d), dtype=np.uint8)


def in_cache(n: int, d: int, share: float | None, size: Size, compiled: bool | None = None) -> Pair:
    steps = size.choose(3, OFTEN, OFTEN)
    Z, w, q = planted(n, d), np.zeros(d), np.full(n, 1 / n)

    def products() -> np.ndarray:
        for _ in range(steps):
            scores, pull = two_products(Z, w, q)
            np.exp(scores)
        return pull

    return Pair(
        f"in cache {n} x {d}" + alone(compiled),
        f"{steps} iterations of Algorithm 1 on {n} x {d}",
        "two GEMVs and one exp for each",
        lambda: one_pass_each(Z, np.float64, steps, compiled),
        products,
        lambda ours, theirs: close(ours[0], theirs),
        share=share,
        rounds=15,
    )


def claims_in_floats(size: Size) -> Pair:
    def read(recorded: Recorded) -> None:
        gamma = float(2 * np.linalg.norm(recorded.last.g) / recorded.last.t)  # an upper bound on γ̄ (Theorem 3.1)
        trace = in_floats(recorded, gamma)
        with Float64().active():
            for claim in readable():
                for relation in relations_of(claim(trace)):
                    compare(relation)

    return with_claims("claims on large Z", "evaluated in floats", read, 1.05, size)


@lru_cache(maxsize=1)
def readable() -> list[Claim]:
    """The claims that can be read off scalars, whatever the data."""
    with opened(planted(40, 8)) as rows:
        return sorted_out(in_floats(record(rows, 5), 0.1))[0]


def claims_in_balls(size: Size) -> Pair:
    def decide(recorded: Recorded) -> None:
        assert not check_outcomes(recorded).refuted

    return with_claims("claims on large Z, balls", "decided in balls, rounding included,", decide, None, size)


def with_claims(id: str, how: str, read: Callable[[Recorded], None], share: float | None, size: Size) -> Pair:
    n, d = size.choose((40, 8), (15000, 784), (60000, 784))
    steps = size.choose(5, 20, 200)

    def with_every_claim() -> float:
        with opened(data(n, d)) as rows:
            recorded = record(rows, steps)
            read(recorded)
            return recorded.last.seen.m

    def without() -> float:
        with opened(data(n, d)) as rows:
            return deque(Accelerated().states(rows, steps), maxlen=1)[0].seen.m

    return Pair(
        id,
        f"{steps} iterations on {n} x {d} with every inequality of Section 3 {how} at every t",
        "the same iterations without",
        with_every_claim,
        without,
        share=share,
        rounds=size.choose(1, 3, 9),
    )

"""Planted false bounds: true ones of the library made false, so that a search can be asked how many it finds.

lowered     found ≤ c · allowed, c a share of the largest found/allowed that is known (LEAST)
steeper     a power of t too many                     without log   ln n replaced by a number
many rows   false only for n > 40                     late          false only from about t = 500 on
near tie    false only where two rows differ, by less than 1e-3
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any, NamedTuple

from lemmacheck.theory.books.jst.algorithms.dual_nesterov import DualNesterov
from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.relation import Relation, at_least, at_most
from lemmacheck.verifiers.library.shipped import LIBRARY

# The largest found/allowed of these bounds on Algorithm 1 that a search of a minute found, rounded down.
LEAST = {
    "P.L3.2": Fraction("0.9975"), "P.P3.7": Fraction("0.778"), "N1.margin": Fraction("0.968"),
    "N1.rate": Fraction("0.965"), "N2.gap": Fraction("0.9977"), "N2.rate": Fraction("0.968"),
    "N5.gap": Fraction("0.997"),
}  # fmt: skip
LOWERED = (Fraction(99, 100), Fraction(9, 10), Fraction(7, 10))


class Planted(NamedTuple):
    """A false bound: its kind, and the claim about Algorithm 1 that states it."""

    kind: str
    name: str
    claim: Claim


def made(kind: str, name: str, function: Callable[[Any], Any], base: str = "P.L3.2", first: int = 1) -> Planted:
    claim = LIBRARY.claims[base]
    return Planted(kind, name, replace(claim, id=f"{kind}: {name}", function=function, first=first))


def scaled(base: str, c: Fraction) -> Callable[[Any], tuple[Relation, ...]]:
    """The bounds of a claim with c times what they allow; one from below bounds what is missing to γ̄."""

    def less(one: Relation, run: Any) -> Relation:
        share, gamma = run.num.number(c), run.optimum.gamma
        if one.op == "<=":
            return at_most(one.lhs, share * one.rhs).since(1)
        return at_least(one.lhs, gamma - share * (gamma - one.rhs)).since(1)

    def function(run: Any) -> tuple[Relation, ...]:
        said = LIBRARY.claims[base].function(run)
        return tuple(less(one, run) for one in ([said] if isinstance(said, Relation) else said))

    return function


def gap(run: Any) -> Any:
    """φ(μ_t) − φ(q̄) for t ≥ 1."""
    return run.phi(run.mu[1:]) - run.optimum.phi


def behind(run: Any) -> Any:
    """γ̄ − γ(w_t) for t ≥ 1."""
    return run.optimum.gamma - run.margin(run.w[1:])


def allowed(run: Any) -> Any:
    """4 ln n / (t+1)²."""
    return 4 * run.log(run.n) / (run.t[1:] + 1) ** 2


def planted() -> Iterator[Planted]:
    """All of them."""
    for base, share in LEAST.items():
        for part in LOWERED:
            yield made("lowered", f"{base}, {part} of the least constant", scaled(base, share * part), base)
    yield from steeper()
    yield from without_log()
    yield from many_rows()
    yield from late()
    yield from near_ties()


def steeper() -> Iterator[Planted]:
    for power, c in ((3, 4), (4, 4), (3, 8), (3, 16), (4, 64), (5, 64)):
        yield made(
            "steeper",
            f"gap ≤ {c} ln n/(t+1)^{power}",
            lambda run, power=power, c=c: at_most(gap(run), c * run.log(run.n) / (run.t[1:] + 1) ** power),
        )
    for power, c in ((3, 4), (3, 16), (4, 64)):
        yield made(
            "steeper",
            f"γ̄ − γ(w_t) ≤ {c} ln n/(γ̄ t^{power})",
            lambda run, power=power, c=c: at_most(
                behind(run), c * run.log(run.n) / (run.optimum.gamma * run.t[1:] ** power)
            ),
            "P.L3.5",
        )


def without_log() -> Iterator[Planted]:
    for c in (2, 3, 4, 8, 16, 24, 32, 40):
        yield made("without log", f"gap ≤ {c}/(t+1)²", lambda run, c=c: at_most(gap(run), c / (run.t[1:] + 1) ** 2))
    for c in (1, 2, 4, 8):
        yield made(
            "without log",
            f"γ̄ − γ(w_t) ≤ {c}/(γ̄ t(t+3))",
            lambda run, c=c: at_most(behind(run), c / (run.optimum.gamma * run.t[1:] * (run.t[1:] + 3))),
            "P.L3.5",
        )


def many_rows() -> Iterator[Planted]:
    for n in (40, 50, 64, 100, 128, 200, 256, 500, 1000, 2000):
        yield made(
            "many rows",
            f"gap ≤ 4 ln {n}/(t+1)²",
            lambda run, n=n: at_most(gap(run), 4 * run.log(run.num.number(n)) / (run.t[1:] + 1) ** 2),
        )
    for n in (40, 60, 100, 1000):
        yield made(
            "many rows",
            f"−ψ(0) ≥ −ln {n}",
            lambda run, n=n: at_least(run.log(run.num.number(n)) + 0 * run.t, run.log(run.n) + 0 * run.t),
        )


def late() -> Iterator[Planted]:
    for t in (500, 520, 560, 600, 700, 800, 900, 1000):
        yield made(
            "late",
            f"−ψ(Zw_t) ≤ {t}·{t + 3}/4",
            lambda run, t=t: at_most(-run.psi(run.scores(run.w[1:])), run.num.number(Fraction(t * (t + 3) - 1, 4))),
        )
    for t in (500, 640):
        yield made(
            "late",
            f"‖w_t‖ ≤ {t}·{t + 3}/4",
            lambda run, t=t: at_most(run.norm(run.w[1:]), run.num.number(Fraction(t * (t + 3) - 1, 4))),
        )


def near_ties() -> Iterator[Planted]:
    for digits in (3, 4):
        for c in (1, 2, 4, 8):
            yield made("near tie", f"{c}‖z_1 − z_2‖² ≥ 10^−{2 * digits}, or 0", tie(Fraction(c), digits), first=0)


def tie(c: Fraction, digits: int) -> Callable[[Any], Relation]:
    def function(run: Any) -> Relation:
        apart = run.squared(run.Z[..., 0, :] - run.Z[..., 1, :])[None]
        return at_most(apart, run.num.number(c) * 10 ** (2 * digits) * apart * apart)

    return function


ALGORITHM = DualNesterov()

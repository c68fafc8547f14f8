"""§1: gradient descent on f that is β-smooth and λ-strongly convex, κ = β/λ, and what it does without strong convexity.

    w_{t+1} = w_t − η∇f(w_t),  η = 2/(β + λ),  B = ‖w_0 − w*‖

The print does not define B and leaves open whether w_T is what T steps or T − 1 steps lead to. Read here:
after T steps, which favours it; T ≥ 1 where it divides by T. "Achieved in T iterations" counts steps.
"""

from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
from lemmacheck.theory.books.lecture import arguments
from lemmacheck.theory.books.lecture.algorithms.cutting import Subgradient
from lemmacheck.theory.books.lecture.algorithms.smooth_descent import ConvexDescent, SmoothDescent
from lemmacheck.theory.books.lecture.conditions import (
    contraction,
    convex,
    half_range,
    lipschitz,
    powers,
    smooth,
    strongly_convex,
)
from lemmacheck.theory.books.lecture.problems.objectives import Curve, Regression, SmoothObjective
from lemmacheck.theory.books.lecture.source import LECTURE
from lemmacheck.theory.core import run as runs
from lemmacheck.theory.core.arithmetic import as_row, column
from lemmacheck.theory.core.claim import claim, given, latex, proof, slip
from lemmacheck.theory.core.hypothesis import hypothesis
from lemmacheck.theory.core.relation import Relation, at_least, at_most, equal
from lemmacheck.theory.core.run import Run

CHAPTER = "Section 1"
stated = partial(claim, about=SmoothDescent)


@hypothesis("the step size is η = 2/(β + λ)")
def theorem_step(run: Run) -> Relation:
    f = run.problem
    return equal(as_row(run.algorithm.size(f) * (f.beta + f.lam)), 2)


@hypothesis("the step size is η = 1/β")
def smooth_step(run: Run) -> Relation:
    return equal(as_row(run.algorithm.size(run.problem) * run.problem.beta), 1)


THEOREM_1 = (smooth, strongly_convex, theorem_step)


@stated("S.Alg.GD", LECTURE.at("§1, Theorem 1"), kind="algorithm")
@given(theorem_step)
@latex(r"w_{t+1}=w_t-\eta\nabla f(w_t),\quad\eta=\frac2{\beta+\lambda}")
def gradient_descent(run: Run) -> Relation:
    """w_{t+1} = w_t − 2/(β + λ) ∇f(w_t)."""
    f, w = run.problem, run.w[:-1]
    return equal(run.w[1:], w - 2 * f.gradient(w) / column(f.beta + f.lam))


@stated("S.Thm1", LECTURE.at("§1, Theorem 1"), first=1)
@given(*THEOREM_1)
@slip("""the 1/T is too much: on f = βx²/2 the gap is exactly ((κ−1)/(κ+1))^{2T} B²β/2, and T exp(T/κ)
    ((κ−1)/(κ+1))^{2T} exceeds 1 at κ = 9, T = 2, and is of order κ at T ≈ κ/3.""")
@latex(r"f(w_T)-f(w^*)\le\exp\left(-\frac T\kappa\right)\frac{B^2\beta}{2T}")
def theorem_1(run: Run) -> Relation:
    """f(w_T) − f(w*) ≤ exp(−T/κ) B²β/(2T) for every T ≥ 1."""
    f, T = run.problem, run.t[1:]
    return at_most(f.gap(run.w[1:]), run.exp(-T / f.kappa) * half_range(f) / T)


@theorem_1.corrected(first=0)
@proof(by=arguments.contracting_exponentially)
@latex(r"""f(w_T)-f(w^*)\le\left(\frac{\kappa-1}{\kappa+1}\right)^{2T}\frac{B^2\beta}2
    \le\exp\left(-\frac{4T}{\kappa+1}\right)\frac{B^2\beta}2\le\exp\left(-\frac T\kappa\right)\frac{B^2\beta}2""")
def theorem_1_without_the_division(run: Run) -> tuple[Relation, ...]:
    """f(w_T) − f(w*) ≤ ((κ−1)/(κ+1))^{2T} B²β/2 ≤ exp(−4T/(κ+1)) B²β/2 ≤ exp(−T/κ) B²β/2 for every T ≥ 0; the first
    bound is attained by f = βx²/2."""
    f, T = run.problem, run.t
    shrunk, fast, slow = powers(run, contraction(f)), run.exp(-4 * T / (f.kappa + 1)), run.exp(-T / f.kappa)
    return at_most(f.gap(run.w), shrunk * half_range(f)), at_most(shrunk, fast), at_most(fast, slow)


@claim("S.BetaLam", LECTURE.at("§1, after Theorem 1"), kind="inequality for all arguments", about=Regression)
@given(smooth, strongly_convex)
@proof(by=arguments.more_smooth_than_convex)
@latex(r"""\frac\lambda2\|x-y\|^2\le f(x)-f(y)-\langle\nabla f(y),x-y\rangle\le\frac\beta2\|x-y\|^2
    \ \Rightarrow\ \beta\ge\lambda""")
def smoothness_is_at_least_convexity(f: Any) -> Relation:
    """β ≥ λ for a β-smooth and λ-strongly convex f: between any two points x ≠ y the one bound is below the other."""
    return at_least(as_row(f.beta), as_row(f.lam))


@stated("S.Iter", LECTURE.at("§1, after Theorem 1, “In this case, error ε”"), kind="rate")
@given(*THEOREM_1)
@proof("S.Thm1.corrected")
@latex(r"""T\ge\kappa\log\left(\frac{B^2\beta}{2\epsilon}\right)\Rightarrow f(w_T)-f(w^*)\le\epsilon,\qquad
    \kappa\log\left(\frac{B^2\beta}{2\epsilon}\right)=\mathcal O\left(\kappa\log\left(\frac1\epsilon\right)\right)""")
def iterations_to_an_accuracy(run: Run) -> tuple[Relation, ...]:
    """After T ≥ κ log(B²β/(2ε)) steps f(w_T) − f(w*) ≤ ε, read at the least ε that each T allows, which has
    T = κ log(B²β/(2ε)); and κ log(B²β/(2ε)) ≤ C κ log(1/ε) for ε = 1/2, 1/4, … with C = 2 + |log(B²β/2)|/log 2.
    It needs no more than the corrected Theorem 1: the factor 1/T of the print is not used."""
    f, T = run.problem, run.t
    epsilon = half_range(f) * run.exp(-T / f.kappa)
    root, two = run.log(half_range(f)), run.log(f.num.number(2))
    return (
        equal(f.kappa * run.log(half_range(f) / epsilon), T),
        at_most(f.gap(run.w), epsilon),
        at_most(f.kappa * (root + T[1:] * two), (2 + abs(root) / two) * f.kappa * T[1:] * two),
    )


@stated("S.Lin", LECTURE.at("§1, after Theorem 1, “This is known as a linear convergence”"), kind="qualitative")
@given(*THEOREM_1)
@latex(r"\log(f(w_{t+1})-f(w^*))\le\log(f(w_t)-f(w^*))-2\log\frac{\kappa+1}{\kappa-1}")
def error_falls_below_a_line(run: Run) -> Relation:
    """f(w_{t+1}) − f(w*) ≤ ((κ−1)/(κ+1))² (f(w_t) − f(w*)): in each step the logarithm of the error falls by at least
    the same amount. Read as a bound from above: an error may also vanish at once."""
    f = run.problem
    gap = f.gap(run.w)
    return at_most(gap[1:], contraction(f) * gap[:-1])


@claim("S.GDrates.1", LECTURE.at("§1, “Note that without strong convexity”"), kind="rate", about=ConvexDescent, first=1)
@given(smooth, convex, smooth_step)
@proof(by=arguments.falling_and_nearing)
@latex(r"f(w_T)-f(w^*)\le\frac{\beta B^2}{2T}\quad(\eta=1/\beta)")
def smooth_convex_rate(run: Run) -> Relation:
    """f(w_T) − f(w*) ≤ βB²/(2T) for η = 1/β and smooth convex f: error ε in βB²/(2ε) = O(1/ε) steps. The constant is
    the usual one; the print names none."""
    f = run.problem
    return at_most(f.gap(run.w[1:]), half_range(f) / run.t[1:])


@claim("S.GDrates.2", LECTURE.at("§1, “Note that without strong convexity”"), kind="rate", about=Subgradient)
@given(lipschitz)
@latex(r"f\Big(\frac1T\sum_{t<T}w_t\Big)-f(w^*)\le\frac{B\rho}{\sqrt T}\quad\Big(\eta=\frac B{\rho\sqrt T}\Big)")
def lipschitz_convex_rate(run: Run) -> Relation:
    """f((w_0 + … + w_{T−1})/T) − f(w*) ≤ Bρ/√T for η = B/(ρ√T) and ρ-Lipschitz convex f: error ε in
    B²ρ²/ε² = O(1/ε²) steps. The constant and the average are those of Theorem 3; here the print names none."""
    f = run.problem
    average = run.w[:-1].sum(0) / run.steps
    return at_most(as_row(f.gap(average)), as_row(f.B * f.rho / f.sqrt(f.num.number(run.steps)))).since(run.steps)


def huber(f: Any, T: int) -> SmoothObjective:
    """Huber's function of slope 1/(2T + 1) on the line, 1-smooth, with w* = 1: B = 1."""
    one = 0 * f.origin[..., :1] + 1
    slope = Fraction(1, 2 * T + 1)
    return SmoothObjective(one[..., None], f.num, one, Curve(-slope, slope), 0 * f.beta, 0 * f.beta + 1, 0 * f.beta)


@stated("S.GDrates.3", LECTURE.at("§1, “The log(1/ε) rate is exponentially faster”"), kind="rate")
@given(*THEOREM_1)
@proof("S.Thm1.corrected")
@latex(r"""f(w_S)-f(w^*)\le\frac{\beta B^2}{4T+2}\text{ for }T=\frac{e^{S/\kappa}-1}2;
    \qquad f\text{ that of Huber, not strongly convex}:\quad f(w_T)-f(w^*)=\frac{\beta B^2}{4T+2}""")
def strong_convexity_is_exponentially_faster(run: Run) -> tuple[Relation, Relation]:
    """S steps reach βB²/(4T + 2) with T = (e^{S/κ} − 1)/2. Without strong convexity, on Huber's function of slope
    B/(2T + 1), gradient descent with η = 1/β is there after T steps and no sooner, for every T: exponentially many."""
    f, S = run.problem, run.t
    runs_of = [runs.run(ConvexDescent(), huber(f, T), T) for T in range(run.steps + 1)]
    reached = np.stack([as_row(one.problem.gap(one.w[-1]))[0] for one in runs_of])
    return at_most(f.gap(run.w), half_range(f) / run.exp(S / f.kappa)), equal(reached, 1 / (4 * S + 2) + 0 * reached)

"""§1, what gradient descent and gradient methods cannot do better, and how κ decides their speed.

    gradient descent    ((κ−1)/(κ+1))^{2T} B²β/2 is reached, and is ≥ exp(−4T/(κ−1)) B²β/2
    any method          (λ/4) ((√κ−1)/(√κ+1))^{2T} B² after T ≤ d/2 steps in the span of its gradients

The first is exact on f = βx²/2. The second is Nesterov's chain, with x*_i = qⁱ, q = (√κ−1)/(√κ+1).
"""

from lemmacheck.theory.books.lecture.algorithms.smooth_descent import LongSteps, SmoothDescent
from lemmacheck.theory.books.lecture.algorithms.span import StrongSpan
from lemmacheck.theory.books.lecture.conditions import contraction, powers
from lemmacheck.theory.books.lecture.sec1_quadratics import sorted_diagonal
from lemmacheck.theory.books.lecture.sec1_rates_of_methods import ahead
from lemmacheck.theory.books.lecture.sec1_strong_convexity import THEOREM_1
from lemmacheck.theory.books.lecture.source import LECTURE
from lemmacheck.theory.core.arithmetic import Array, as_row, column
from lemmacheck.theory.core.claim import claim, given, latex, proof
from lemmacheck.theory.core.relation import Relation, at_least, at_most, equal
from lemmacheck.theory.core.run import Run

CHAPTER = "Section 1"

TIGHT = LECTURE.at("§1, “Our analysis of the GD algorithm is tight”")
CURVATURE = LECTURE.at("§1, “If κ ≈ 1”")


def on_a_parabola(run: Run) -> Array:
    """(f(x_T) − f*)/(B²β/2) of gradient descent on f = βx²/2 from x_0 = B, for T = 0, 1, …"""
    f = run.problem
    return powers(run, (1 - run.algorithm.size(f) * f.beta) ** 2)


@claim("S.Tight", TIGHT, kind="qualitative", about=SmoothDescent)
@given(*THEOREM_1)
@proof("S.Thm1.corrected")
@latex(r"""f=\tfrac\beta2x^2:\quad f(w_T)-f(w^*)=\left(\frac{\kappa-1}{\kappa+1}\right)^{2T}\frac{B^2\beta}2
    \ge\exp\left(-\frac{4T}{\kappa-1}\right)\frac{B^2\beta}2""")
def the_order_is_tight(run: Run) -> tuple[Relation, Relation]:
    """“Tight” is read of the order κ log(1/ε): on f = βx²/2 the bound of the corrected Theorem 1 is attained,
    f(w_T) − f(w*) = ((κ−1)/(κ+1))^{2T} B²β/2, and is at least exp(−4T/(κ−1)) B²β/2, so that error ε takes
    ((κ−1)/4) log(B²β/(2ε)) steps or more. The bound that is printed is tight up to no factor: it is below this worst
    case for small T (S.Thm1), and above it for large T by one that grows like exp(3T/κ)/T."""
    kappa = run.problem.kappa
    worst = on_a_parabola(run)
    return equal(worst, powers(run, contraction(run.problem))), at_least(worst, run.exp(-4 * run.t / (kappa - 1)))


@claim("S.LB.sc", LECTURE.at("§1, “It is also known that we cannot improve on”"), kind="qualitative", about=StrongSpan)
@proof("S.AGD.2")
@latex(r"""w_t\in\operatorname{span}(e_1,\dots,e_t):\quad f(w_t)-f(x^*)\ge\frac\lambda4
    \left(\frac{\sqrt\kappa-1}{\sqrt\kappa+1}\right)^{2t}B^2\ge\frac\lambda4
    \exp\left(-\frac{4t}{\sqrt\kappa-1}\right)B^2\quad(t\le d/2)""")
def acceleration_is_optimal_for_strong_convexity(run: Run) -> tuple[Relation, ...]:
    """On the strongly convex chain in d = 2T dimensions w_t ∈ span(e_1, …, e_t), so that f(w_t) − f(x*) is at least
    (λ/4)((√κ−1)/(√κ+1))^{2t} B² ≥ (λ/4) exp(−4t/(√κ−1)) B²: with gradients alone error ε takes
    ((√κ−1)/4) log(λB²/(4ε)) steps or more, while √κ log((β+λ)B²/(2ε)) are enough. Read with κ = 9 and 25, of methods in
    the span of their gradients."""
    # Proof: 2(f − f*)/λ ≥ ‖w − x*‖² ≥ Σ_{i>t} q^{2i} = q^{2t} B² (1 − q^{2(d−t)})/(1 − q^{2d}), and t ≤ d/2.
    f, t = run.algorithm.f, run.t
    best, reached = f.minimiser, powers(run, f.q**2)
    return (
        equal(column(f.gradient(best)), 0),
        equal(column(ahead(run)), 0),
        at_least(column(2 * f.gap(run.w)), column(f.lam * f.squared(run.w - best))),
        at_least(column(4 * f.gap(run.w)), column(reached * f.lam * f.squared(best))),
        at_least(column(reached), column(run.exp(-4 * t / (f.root - 1)))),
    )


CONDITIONS = (1, 2, 3, 9, 30, 100, 10**4)


@claim("S.Kappa.fast", CURVATURE, kind="qualitative", about=SmoothDescent)
@given(*THEOREM_1)
@proof("S.Lin", "S.Tight")
@latex(r"""f(w_{t+1})-f(w^*)\le\left(\frac{\kappa-1}{\kappa+1}\right)^2(f(w_t)-f(w^*)),\quad
    \left(\frac{\kappa-1}{\kappa+1}\right)^2=0\text{ at }\kappa=1,\text{ and grows with }\kappa""")
def the_better_conditioned_the_faster(run: Run) -> tuple[Relation, ...]:
    """Each step multiplies the error by at most ((κ−1)/(κ+1))², which is 0 at κ = 1 and grows with κ: for κ ≈ 1
    gradient descent is fastest. The factors are compared at fixed κ from 1 to 10⁴; they are attained
    (S.Tight)."""
    kappa = run.num.array(list(CONDITIONS))
    factors, gap = ((kappa - 1) / (kappa + 1)) ** 2, run.problem.gap(run.w)
    return (
        at_most(gap[1:], contraction(run.problem) * gap[:-1]),
        equal(factors[:1], 0),
        at_least(factors[1:], factors[:-1]),
    )


@claim("S.Kappa.slow", CURVATURE, kind="qualitative", about=LongSteps)
@given(sorted_diagonal)
@proof("S.Ex2diag")
@latex(r"""|(w_t-w^*)_d|=\left(\frac{\kappa-1}{\kappa+1}\right)^t|(w_0-w^*)_d|
    \ge\left(1-\frac{2t}{\kappa+1}\right)|(w_0-w^*)_d|""")
def flat_directions_are_slow(run: Run) -> tuple[Relation, Relation]:
    """With the step size 2/(β + λ) the flattest direction of a diagonal quadratic shrinks by (κ−1)/(κ+1) in each step,
    so that after t steps 1 − 2t/(κ+1) of it is left or more: for very large κ it takes many steps."""
    descent = run.again(SmoothDescent(run.algorithm.family))
    f = descent.problem
    off = (descent.w - f.minimiser)[..., -1] ** 2
    left = 1 - 2 * run.t / (f.kappa + 1)
    return (
        equal(off, powers(run, contraction(f)) * off[0]),
        at_least(powers(run, (f.kappa - 1) / (f.kappa + 1)), left + 0 * as_row(f.kappa)),
    )

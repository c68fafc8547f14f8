"""The file that `lemmacheck new-book` writes: a small method with one true lemma and one false."""

TEXT = '''"""Gradient descent on a quadratic: a book of one's own, to be edited."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from lemmacheck import Book, Method, Source, at_most, by, claim, problem

# The document. A claim cites a place in it: PAPER.at("Lemma 2.1").
PAPER = Source("Me26", "A. Author", "My paper", "draft")


# The problem, made exactly out of a matrix Z of fractions; lemmacheck draws Z, searches for one that refutes a lemma,
# and shrinks it. An array of Fractions comes in, exact fields go out. Each parameter is tried with each value.
# families() may yield matrices of yours, which are decided first, and show(p) tell a witness in the paper's words.
@problem(mu=[Fraction(1, 4), 1])
class Quadratic:
    """f(x) = ½‖Zx‖² + ½μ‖x‖², minimal at 0; L = ‖Z‖_F² + μ is at least the largest eigenvalue of ZᵀZ + μI."""

    def of(Z, mu):
        return dict(A=Z.T @ Z, L=(Z * Z).sum() + mu)

    def gradient(p, x):
        return p.A @ x + p.mu * x

    def f(p, x):
        return p.inner(x, p.gradient(x)) / 2


class State(NamedTuple):
    t: int
    x: Any


# The method: start gives the first state, step the next one. + - * / @ and the operations of p (norm, squared, inner,
# sqrt, exp, log, maximum, clamp, where, ones, zeros, vertex, number; REFERENCE.md in theory/books has them all) are
# read in floats and in exact numbers alike, so write x / 3 and Fraction("0.1"), not 1/3 and 0.1, and do not branch on
# a number of the run. A lemma about every start takes its start from Z too: x0=Z[0] in of(), and p.x0 here.
@dataclass(frozen=True)
class Descent:
    """x_{t+1} = x_t − c·∇f(x_t)/L from (1, …, 1)."""

    c: Any = Fraction(1)

    def start(self, p):
        return State(0, p.ones(p.d))

    def step(self, p, s):
        return State(s.t + 1, s.x - self.c * p.gradient(s.x) / p.L)


# A claim is a function from a run to a relation; its docstring is the statement. Its first row is t = 0; say first=1
# beside about= if yours begins at t = 1. What follows from the formulas is proved of all runs, not only certified on
# many: proof= cites facts (lemmacheck claims 'F.*') at points, and states relations to be shown first.
def smoothness(run):
    """‖Zg‖² ≤ ‖Z‖_F²‖g‖² at each gradient g."""
    return [by("F.frobenius", run.each(lambda s: run.problem.gradient(s.x)))]


@claim("Me.L1", PAPER.at("Lemma 1"), about=Descent, proof=smoothness)
def values_contract(run):
    """f(x_{t+1}) ≤ (1 − μ/L) f(x_t) for every t."""
    p, f = run.problem, run.each(lambda s: run.problem.f(s.x))
    return at_most(f[1:], (1 - p.mu / p.L) * f[:-1])


@claim("Me.L2", PAPER.at("Lemma 2"), about=Descent)
def values_halve(run):
    """f(x_{t+1}) ≤ f(x_t)/2 for every t: false, and refuted by the smallest witness."""
    f = run.each(lambda s: run.problem.f(s.x))
    return at_most(f[1:], f[:-1] / 2)


BOOK = Book(
    PAPER,
    methods=[
        Method(
            Descent,
            on=Quadratic,
            usual={"c = 1": Descent()},
            wrong={"uphill": Descent(Fraction(-1)), "too long a step": Descent(Fraction(3))},
            steps=40,
        )
    ],
)
'''

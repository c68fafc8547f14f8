"""Lemma 7 and its proof, typed from the print."""

from fractions import Fraction
from typing import Any

from tests.literal.boosting_case import Boosted
from tests.literal.lectures import Lecture
from tests.literal.printed import Printed, after, at_each, displays_of, every, for_each, once, transcribed
from tests.literal.vectors import Vector, sign


def late(b: Boosted, T: int) -> bool:
    """T ≥ log(2n)/(2γ²)."""
    return bool(2 * T * b.case.real(b.gamma) ** 2 >= b.case.ctx.log(2 * b.n))


@transcribed("S.Lem7.01")
def second_display(case: Lecture) -> list[Printed]:
    b = Boosted(case)
    values = [Fraction(x) for x in ("-9/2", "-1", "-1/50", "0", "1/50", "2/3", "5")]

    def at(y: int) -> Printed:
        """The sign of 0 is neither."""
        return for_each("<=", values, lambda H: (int(H == 0 or sign(H) != y), case.ctx.exp(-y * case.real(H))))

    def on_run(t: int) -> tuple[Vector, Vector]:
        return [b.wrong(i, t, b.T) for i in b.examples], [b.loss(i, t, b.T) for i in b.examples]

    return [at(1), at(-1), for_each("<=", range(1, case.T + 2), on_run)]


@transcribed("S.Lem7.H")
def tails(case: Lecture) -> list[Printed]:
    b = Boosted(case)

    def H(t: int, i: int) -> Any:
        return sum((b.alpha(s) * b.h[s][i] for s in range(t, b.T + 1)), case.real(0))

    def power(values: Vector) -> Vector:
        return [case.ctx.exp(-b.y[i] * values[i]) for i in b.examples]

    def step(t: int) -> tuple[Vector, Vector]:
        return power([H(t, i) for i in b.examples]), power([b.alpha(t) * b.h[t][i] + H(t + 1, i) for i in b.examples])

    whole = [sum(b.alpha(s) * b.h[s][i] for s in b.rounds) for i in b.examples]
    return [for_each("==", b.rounds, step), once(power([H(1, i) for i in b.examples]), "==", power(whole))]


def weighted(b: Boosted, t: int) -> Any:
    terms = [b.case.ctx.exp(-b.alpha(t) * b.y[i] * b.h[t][i]) for i in b.examples]
    return sum(b.case.real(D) * term for D, term in zip(b.D[t], terms, strict=True))


def sorted_sums(b: Boosted, t: int) -> Any:
    right = sum((b.D[t][i] for i in b.examples if b.right(t, i)), Fraction(0))
    wrong = sum((b.D[t][i] for i in b.examples if not b.right(t, i)), Fraction(0))
    return b.case.real(right) / b.e_alpha(t) + b.case.real(wrong) * b.e_alpha(t)


@at_each("==", after, "S.Lem7.z.2", of=Boosted)
def bound_3(b: Boosted, t: int) -> tuple[Any, Any]:
    e = b.case.real(b.eps[t])
    return sorted_sums(b, t), (1 - e) / b.e_alpha(t) + e * b.e_alpha(t)


def two_roots(b: Boosted, t: int) -> Any:
    e = b.eps[t]
    return b.case.real(1 - e) * b.root(e / (1 - e)) + b.case.real(e) * b.root((1 - e) / e)


def closed(b: Boosted, t: int) -> Any:
    return 2 * b.root(b.eps[t] * (1 - b.eps[t]))


def edge(b: Boosted, t: int) -> Fraction:
    return Fraction(1, 2) - b.eps[t]


def halves(b: Boosted, t: int) -> Any:
    return 2 * b.root((Fraction(1, 2) - edge(b, t)) * (Fraction(1, 2) + edge(b, t)))


def root(b: Boosted, t: int) -> Any:
    return b.root(1 - 4 * edge(b, t) ** 2)


def power(b: Boosted, x: Fraction) -> Any:
    return b.case.ctx.exp(b.case.real(x))


def rooted(b: Boosted, t: int) -> Any:
    return b.case.ctx.sqrt(power(b, -4 * edge(b, t) ** 2))


displays_of(Boosted, {
    "S.Lem7": lambda case, b: for_each("<=", every(case), lambda T: (b.training_error(T), 0 if late(b, T) else 1)),
    "S.Lem7.err.corrected": lambda case, b: once(sum(b.D[1][i] * b.wrong(i, 1, b.T) for i in b.examples), "==",
        b.training_error(b.T)),
    "S.Lem7.tele.1": lambda case, b: once(b.training_error(b.T), "<=", b.mean_loss(1)),
    "S.Lem7.tele.2.corrected": lambda case, b: once(b.mean_loss(1), "==", b.split(1)),
    "S.Lem7.tele.3.corrected": lambda case, b: once(b.split(1), "==", b.z(2) * b.mean_loss(2)),
    "S.Lem7.tele.4": lambda case, b: once(b.z(2) * b.mean_loss(2), "==", b.z(2) * b.split(2)),
    "S.Lem7.tele.5": lambda case, b: once(b.z(2) * b.split(2), "==", b.z(2) * b.z(3) * b.mean_loss(3)),
    "S.Lem7.tele.6": lambda case, b: for_each("==", range(3, case.T + 2),
        lambda t: (b.product(t - 1) * b.mean_loss(t), b.product(b.T))),
    "S.Lem7.tele.7": lambda case, b: for_each("<=", every(case), lambda T: (b.training_error(T), b.product(T))),
    "S.Lem7.z.1.1": lambda case, b: for_each("==", b.rounds, lambda t: (b.z(t + 1), weighted(b, t))),
    "S.Lem7.z.1.2": lambda case, b: for_each("==", b.rounds, lambda t: (weighted(b, t), sorted_sums(b, t))),
    "S.Lem7.z.1.3": lambda case, b: for_each("==", b.rounds, lambda t: (b.z(t + 1), sorted_sums(b, t))),
    "S.Lem7.z.3": lambda case, b: for_each("==", b.rounds, lambda t: (b.z(t + 1), two_roots(b, t) - closed(b, t))),
    "S.Lem7.z.3.corrected": lambda case, b: [for_each("==", b.rounds, lambda t: (b.z(t + 1), two_roots(b, t))),
        for_each("==", b.rounds, lambda t: (two_roots(b, t), closed(b, t)))],
    "S.Lem7.z.4": lambda case, b: for_each(">=", b.rounds, lambda t: (edge(b, t), b.gamma)),
    "S.Lem7.z.5.1": lambda case, b: for_each("==", b.rounds, lambda t: (b.z(t + 1), halves(b, t))),
    "S.Lem7.z.5.2": lambda case, b: for_each("==", b.rounds, lambda t: (halves(b, t), root(b, t))),
    "S.Lem7.z.5.3": lambda case, b: for_each("==", b.rounds, lambda t: (b.z(t + 1), root(b, t))),
    "S.Lem7.exp.1": lambda case, b: for_each("<=", b.rounds, lambda t: (root(b, t), rooted(b, t))),
    "S.Lem7.exp.2": lambda case, b: for_each("==", b.rounds, lambda t: (rooted(b, t), power(b, 2 * edge(b, t) ** 2))),
    "S.Lem7.exp.2.corrected": lambda case, b: for_each("==", b.rounds,
        lambda t: (rooted(b, t), power(b, -2 * edge(b, t) ** 2))),
    "S.Lem7.exp.3": lambda case, b: for_each("<=", b.rounds,
        lambda t: (power(b, 2 * edge(b, t) ** 2), power(b, -2 * b.gamma**2))),
    "S.Lem7.exp.3.corrected": lambda case, b: for_each("<=", b.rounds,
        lambda t: (power(b, -2 * edge(b, t) ** 2), power(b, -2 * b.gamma**2))),
    "S.Lem7.exp.4": lambda case, b: for_each("<=", b.rounds, lambda t: (b.z(t + 1), power(b, -2 * b.gamma**2))),
    "S.Lem7.fin.1.corrected": lambda case, b: for_each("<=", every(case),
        lambda T: (b.product(T), power(b, -2 * T * b.gamma**2))),
})  # fmt: skip


@transcribed("S.Lem7.fin.2")
def final_2(case: Lecture) -> Printed:
    b = Boosted(case)
    least = Fraction(1, 2 * b.n)
    return for_each("<=", every(case), lambda T: (power(b, -2 * T * b.gamma**2), least if late(b, T) else 1))

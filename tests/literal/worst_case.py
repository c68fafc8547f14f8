"""The worst case of Nesterov's method, typed from its statements in fractions: nothing is read from `theory`."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache
from typing import Any

from tests.literal.case import Case
from tests.literal.printed import Printed, after, displays, for_each, transcribed

F = Fraction


def rows(case: Case, op: str, indices: Iterable[Any], sides: Callable[..., tuple[Any, Any]]) -> Printed:
    """The relation at every index, its sides fractions."""
    return for_each(op, indices, lambda index: tuple(case.ref.real(F(side)) for side in sides(*index)))


def some_t(case: Case, first: int = 1) -> list[tuple[int]]:
    return [(t,) for t in [*range(first, 9), case.T + 8]]


def some_pairs(case: Case, first: int = 0) -> list[tuple[int, int]]:
    return [(t, j) for t in [*range(1, 9), case.T + 8] for j in range(first, t)]


def tau(t: int) -> Fraction:
    return F(4, (t + 2) * (t + 3))


def a(t: int, j: int) -> Fraction:
    """a_j of the certificate for μ_t; a_t = 1."""
    if j == t:
        return F(1)
    return F((j + 1) * (2 * t * (t + 1) * (j + 4) - j * (j + 2) * (j + 3))) / (
        t * (t + 1) * (2 * (t + 2) * (t + 3) - (j**2 + 7 * j + 8))
    )


def s(t: int, j: int) -> Fraction:
    return a(t, j) - a(t, j - 1)


def r(t: int, j: int) -> Fraction:
    if j == t:
        return s(t, t) / (t * (t + 1))
    return a(t, j) / ((j + 1) * (j + 2)) - (a(t, j - 1) / (j * (j + 1)) if j else 0)


def c(t: int, j: int) -> Fraction:
    return s(t, j) / (j + 2)


def b(t: int, j: int) -> Fraction:
    return -r(t, j) / (j * (j + 1) * (j + 2))


def epsilon(t: int) -> Fraction:
    return F(2, (t + 2) * (t + 3) - 4)


@cache
def huber(k: int, steps: int, lams: tuple[Fraction, ...] = ()) -> tuple[list[Fraction], list[Fraction], list[Fraction]]:
    """q_t, μ_t and f(μ_t) for t = 0, …, steps, f Huber's function of slope 4/((k+2)(k+3)); λ_t = 2/(t+2) or given."""
    slope = tau(k)

    def f(x: Fraction) -> Fraction:
        return x * x / 2 if abs(x) <= slope else slope * abs(x) - slope**2 / 2

    def derivative(x: Fraction) -> Fraction:
        if abs(x) <= slope:
            return x
        return slope if x > 0 else -slope

    q, mu = [F(1)], [F(1)]
    for t in range(steps):
        lam = lams[t] if lams else F(2, t + 2)
        nu = (1 - lam) * mu[t] + lam * q[t]
        q.append(q[t] - derivative(nu) / lam)
        mu.append((1 - lam) * mu[t] + lam * q[t + 1])
    return q, mu, [f(x) for x in mu]


@transcribed("N4.linear.1")
def linear_branch(case: Case) -> list[Printed]:
    index = [(k, j) for k in range(1, 17) for j in range(1, k + 1) if j <= case.T]
    return [
        rows(case, "==", index, lambda k, j: (huber(k, case.T, case.lams)[0][j], 1 - tau(k) * F(j * (j + 3), 4))),
        rows(case, "==", index, lambda k, j: (huber(k, case.T, case.lams)[1][j], 1 - tau(k) * F(j**2 + 5 * j + 2, 8))),
    ]


@transcribed("N4.linear.2")
def linear_recursions(case: Case) -> list[Printed]:
    def q(t: int, j: int) -> Fraction:
        return 1 - tau(t) * F(j * (j + 3), 4)

    def mu(t: int, j: int) -> Fraction:
        return 1 - tau(t) * F(j**2 + 5 * j + 2, 8)

    def averaged(t: int, j: int, new: Fraction) -> Fraction:
        return F(j, j + 2) * mu(t, j) + F(2, j + 2) * new

    pairs = some_pairs(case)
    return [
        rows(case, "==", pairs, lambda t, j: (q(t, j + 1), q(t, j) - tau(t) * F(j + 2, 2))),
        rows(case, "==", pairs, lambda t, j: (mu(t, j + 1), averaged(t, j, q(t, j + 1)))),
        rows(case, "==", pairs, lambda t, j: (averaged(t, j, q(t, j)), mu(t, j + 1) + tau(t))),
        rows(case, ">=", pairs, lambda t, j: (mu(t, j + 1), tau(t))),
        rows(case, "==", pairs, lambda t, j: (tau(t) * mu(t, t) - tau(t) ** 2 / 2, F(2, (t + 2) * (t + 3)))),
    ]


@transcribed("N4.lower")
def lower(case: Case) -> Printed:
    index = [(k,) for k in range(1, 17) if k <= case.T]
    return rows(case, "==", index, lambda k: (huber(k, case.T, case.lams)[2][k], F(2, (k + 2) * (k + 3))))


@transcribed("N4.multipliers")
def multipliers(case: Case) -> list[Printed]:
    pairs = some_pairs(case)
    return [
        rows(case, ">", pairs, lambda t, j: (s(t, j), 0)),
        rows(case, "==", pairs, lambda t, j: (a(t, -1), 0)),
        rows(case, "==", pairs, lambda t, j: (1 - a(t, t - 1), F(8, t**2 + 5 * t + 10))),
        rows(case, ">", pairs, lambda t, j: (F(8, t**2 + 5 * t + 10), 0)),
    ]


@transcribed("N4.points")
def moved(case: Case) -> list[Printed]:
    def in_mu(j: int, k: int) -> Fraction:
        return F(k + 2, 2) * (1 - F(k * (k + 1), j * (j + 1)))

    def in_nu(j: int, k: int) -> Fraction:
        return F(j, j + 2) * in_mu(j, k) + F(2, j + 2) * F(k + 2, 2)

    pairs = some_pairs(case)
    return [
        rows(case, "==", pairs, lambda j, k: (in_mu(k + 1, k), 1)),
        rows(case, "==", pairs, lambda j, k: (in_mu(j + 1, k), in_nu(j, k))),
    ]


@cache
def added(t: int) -> dict[tuple[int, int], Fraction]:
    """The inequalities times their multipliers, added: coefficients of ⟨e_i, e_j⟩, e_0 = w and e_{k+1} = g_k."""
    size = t + 2
    total = {(i, j): F(0) for i in range(size) for j in range(size)}

    def add(weight: Fraction, u: list[Fraction], v: list[Fraction]) -> None:
        for i in range(size):
            for j in range(size):
                total[i, j] += weight * (u[i] * v[j] + u[j] * v[i]) / 2

    def plus(u: list[Fraction], x: Fraction, v: list[Fraction]) -> list[Fraction]:
        return [p + x * q for p, q in zip(u, v, strict=True)]

    e = [[F(i == j) for j in range(size)] for i in range(size)]
    q = mu = e[0]
    x = []
    for j in range(t):
        nu = plus([F(j, j + 2) * p for p in mu], F(2, j + 2), q)
        x.append(nu)
        q = plus(q, -F(j + 2, 2), e[j + 1])
        mu = plus([F(j, j + 2) * p for p in mu], F(2, j + 2), q)
    x.append(mu)
    add(tau(t) / 2, e[0], e[0])
    for j in range(t):
        difference = plus(e[j + 1], F(-1), e[j + 2])
        add(a(t, j), e[j + 2], plus(x[j], F(-1), x[j + 1]))
        add(a(t, j) / 2, difference, difference)
    for j in range(t + 1):
        add(-s(t, j), e[j + 1], x[j])
        add(s(t, j) / 2, e[j + 1], e[j + 1])
    return total


def inner(t: int, i: int, j: int) -> Fraction:
    """The coefficient of ⟨e_i, e_j⟩ in the form as stated."""
    if i > j:
        i, j = j, i
    if i == j:
        return tau(t) / 2 if i == 0 else F(1, 2) if i == t + 1 else a(t, i - 1)
    if i == 0:
        return -s(t, j - 1) / 2
    k, j = i - 1, j - 1
    return F(k + 2, 4) * (s(t, j) - k * (k + 1) * r(t, j))


@transcribed("N4.form")
def form(case: Case) -> Printed:
    index = [(t, i, j) for t in range(1, 9) for i in range(t + 2) for j in range(t + 2)]
    return rows(case, "==", index, lambda t, i, j: (added(t)[i, j], inner(t, i, j)))


@transcribed("N4.kernel")
def kernel(case: Case) -> list[Printed]:
    """The rows of the form as stated, summed term by term."""

    def row(t: int, j: int) -> tuple[Fraction, Fraction]:
        return tau(t) * 2 * sum(inner(t, j + 1, k + 1) for k in range(t + 1)), s(t, j)

    return [
        rows(case, "==", some_pairs(case, 1), row),
        rows(case, "==", some_t(case), lambda t: row(t, t)),
        rows(case, "==", some_t(case), lambda t: row(t, 0)),
    ]


@cache
def summed(t: int) -> dict[tuple[int, int], Fraction]:
    """The squares with their weights, added: coefficients of ⟨h_i, h_j⟩."""
    total = {(i, j): F(0) for i in range(t + 1) for j in range(t + 1)}

    def add(weight: Fraction, v: list[Fraction]) -> None:
        for i in range(t + 1):
            for j in range(t + 1):
                total[i, j] += weight * v[i] * v[j]

    def unit(j: int) -> list[Fraction]:
        return [F(i == j) for i in range(t + 1)]

    def A(j: int) -> list[Fraction]:
        return [F(k + 2, 2) if k < j else F(0) for k in range(t + 1)]

    def B(j: int) -> list[Fraction]:
        return [F(k * (k + 1) * (k + 2), 2) if k < j else F(0) for k in range(t + 1)]

    def phi(j: int) -> int:
        return j * (t + 1 - j)

    omega = [F(2 * j, t * (t + 1)) for j in range(t + 1)]
    m = [sum(omega[j] * A(j)[k] for j in range(1, t + 1)) for k in range(t + 1)]
    add(F(1, 2), [p + s(t, t) * q for p, q in zip(unit(t), m, strict=True)])
    add(end(t), A(t))
    for j in range(1, t):
        add(own(t, j), unit(j))
        add(between(t, j), A(j))
        ratio = [p / phi(j + 1) - q / phi(j) for p, q in zip(A(j + 1), A(j), strict=True)]
        add(epsilon(t) * phi(j) * phi(j + 1), ratio)
        if j >= 2:
            add(b(t, j - 1) - b(t, j), B(j))
    if t >= 2:
        add(b(t, t - 1), B(t))
    for j in range(1, t + 1):
        for i in range(1, j):
            difference = [p - q for p, q in zip(A(i), A(j), strict=True)]
            add(s(t, t) ** 2 / 2 * omega[i] * omega[j], difference)
    return total


def own(t: int, j: int) -> Fraction:
    return a(t, j) - (c(t, j) + epsilon(t)) * F((j + 2) ** 2, 4) - b(t, j) * F((j * (j + 1) * (j + 2)) ** 2, 4)


def between(t: int, j: int) -> Fraction:
    return 2 * epsilon(t) / (j * (t + 1 - j)) + c(t, j - 1) - c(t, j) - s(t, t) ** 2 * F(j, t * (t + 1))


def end(t: int) -> Fraction:
    return c(t, t - 1) + epsilon(t) * F(2 - t, t) - s(t, t) ** 2 / (t + 1)


@transcribed("N4.squares")
def squares(case: Case) -> Printed:
    index = [(t, i, j) for t in range(1, 9) for i in range(t + 1) for j in range(t + 1)]
    return rows(case, "==", index, lambda t, i, j: (added(t)[i + 1, j + 1], summed(t)[i, j]))


@cache
def minor(t: int, size: int) -> Fraction:
    """The leading minor of that size of the form in g_0, …, g_t, by elimination with the rows exchanged."""
    matrix = [[added(t)[i + 1, j + 1] for j in range(size)][::-1] for i in range(size)][::-1]
    determinant = F(1)
    for k in range(size):
        pivot = next(i for i in range(k, size) if matrix[i][k])
        if pivot != k:
            matrix[k], matrix[pivot] = matrix[pivot], matrix[k]
            determinant = -determinant
        determinant *= matrix[k][k]
        for i in range(k + 1, size):
            factor = matrix[i][k] / matrix[k][k]
            matrix[i] = [p - factor * q for p, q in zip(matrix[i], matrix[k], strict=True)]
    return determinant


@transcribed("N4.upper")
def upper(case: Case) -> list[Printed]:
    """A pivot is the ratio of neighbouring leading minors."""
    index = [(t, k) for t in range(1, 9) for k in range(t + 1)]

    def below(k: int) -> Printed:
        values = huber(k, case.T, case.lams)[2]
        return rows(case, "<=", [(t,) for t in after(case)], lambda t: (values[t], tau(t) / 2))

    pivots = rows(case, ">", index, lambda t, k: (minor(t, k + 1) / minor(t, k), 0))
    return [pivots, *(below(k) for k in range(1, 17))]


displays({
    "N4.own": lambda case: [rows(case, ">=", some_pairs(case, 1), lambda t, j: (own(t, j), 0)),
        rows(case, "==", some_t(case), lambda t: (a(t, 0), c(t, 0) + epsilon(t)))],
    "N4.between": lambda case: rows(case, ">=", some_pairs(case, 1), lambda t, j: (between(t, j), 0)),
    "N4.bend": lambda case: [rows(case, ">=", some_pairs(case, 2), lambda t, j: (b(t, j - 1), b(t, j))),
        rows(case, ">=", some_t(case, 2), lambda t: (b(t, t - 1), 0))],
    "N4.end": lambda case: rows(case, ">=", some_t(case), lambda t: (end(t), 0)),
    "N4.better": lambda case: rows(case, "<", some_t(case), lambda t: (tau(t), F(4, (t + 1) ** 2))),
})  # fmt: skip

"""Definition 8, Example 9, Theorems 10 and 11 and the counts of operations, typed from the print on scalars."""

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from typing import Any

from tests.literal.lectures import Lecture
from tests.literal.printed import Printed, at_each, displays, for_each, once, transcribed
from tests.literal.vectors import Vector, det, dot

Matrix = list[Vector]


def cauchy(x: Any, z: Any) -> Any:
    return Fraction(1) / (1 + sum((a - b) ** 2 for a, b in zip(x, z, strict=True)))


def skewed(x: Any, z: Any) -> Any:
    return dot(x, z) + x[0] - z[0]


def squared(x: Any, z: Any) -> Any:
    return dot(x, z) * dot(x, z)


def matrix(k: Callable[[Any, Any], Any], x: Any) -> Matrix:
    return [[k(a, b) for b in x] for a in x]


def minors(A: Matrix) -> Vector:
    sets = [chosen for k in range(1, len(A) + 1) for chosen in combinations(range(len(A)), k)]
    return [det([[A[i][j] for j in chosen] for i in chosen]) for chosen in sets]


def semidefinite(A: Matrix) -> Printed:
    return for_each(">=", minors(A), lambda minor: (minor, 0))


def entries(A: Matrix) -> Vector:
    return [a for row in A for a in row]


def same(A: Matrix, B: Matrix) -> Printed:
    return once(entries(A), "==", entries(B))


def points(n: int) -> list[Vector]:
    """(0, …), (3, 0, …), (1, 2, …), its negative, (1, −2, 3, …), (1, …, 1)."""
    up = list(range(1, n + 1))
    signs = [k if k % 2 else -k for k in up]
    listed = [[0] * n, [3] + [0] * (n - 1), up, [-k for k in up], signs, [1] * n]
    return [[Fraction(x) for x in v] for v in listed]


def form(v: Vector, K: Matrix) -> Any:
    return sum(v[i] * K[i][j] * v[j] for i in range(len(v)) for j in range(len(v)))


def plane(case: Lecture) -> list[Vector]:
    rows = [[row[0], row[1] if case.d > 1 else Fraction(0)] for row in case.rows]
    return [[Fraction(1), Fraction(2)], [Fraction(3), Fraction(-1)], *rows]


def chosen(case: Lecture) -> Callable[[Any, Any], Any]:
    return {"squared": squared, "cauchy": cauchy}[case.given["kernel"]]


def squares_of(x: Any) -> list[tuple[Fraction, Fraction]]:
    """The features whose products are ⟨x, x'⟩²: c and r for each √r c."""
    d = len(x)
    cross = [(x[j] * x[k], Fraction(2)) for j in range(d) for k in range(j + 1, d)]
    return [(x[0] * x[0], Fraction(1)), *cross, *((a * a, Fraction(1)) for a in x[1:])]


def of_squares(x: Any, z: Any) -> Any:
    return sum(a * b * r for (a, r), (b, _) in zip(squares_of(x), squares_of(z), strict=True))


@transcribed("S.Def8.2")
def feature_maps(case: Lecture) -> list[Printed]:
    x = case.rows
    return [
        same(matrix(dot, x), matrix(dot, x)),
        same(matrix(squared, x), matrix(of_squares, x)),
        once([1] * case.n**2, "==", 1),
    ]


def expanded(x: Any, z: Any) -> Any:
    return x[0] ** 2 * z[0] ** 2 + 2 * x[0] * x[1] * z[0] * z[1] + x[1] ** 2 * z[1] ** 2


def square_of_a_sum(x: Any, z: Any) -> Any:
    return (x[0] * z[0] + x[1] * z[1]) ** 2


WORDS = ("university", "california", "kernel", "letter", "a", "")
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def common(s: str, t: str) -> int:
    return sum(letter in s and letter in t for letter in LETTERS)


@at_each("==", lambda case: [(s, t) for s in WORDS for t in WORDS], "S.Ex9.2")
def strings(case: Lecture, pair: tuple[str, str]) -> tuple[int, int]:
    return common(*pair), dot(*([int(letter in word) for letter in LETTERS] for word in pair))


displays({
    "S.Def8.1": lambda case: once(2 * case.d, "==", case.d),
    "S.Def8.1.corrected": lambda case: once(2 * case.d, "==", 2 * case.d),
    "S.Ex9.1.1": lambda case: same(matrix(of_squares, plane(case)), matrix(expanded, plane(case))),
    "S.Ex9.1.2.1": lambda case: same(matrix(expanded, plane(case)), matrix(square_of_a_sum, plane(case))),
    "S.Ex9.1.2.2": lambda case: same(matrix(square_of_a_sum, plane(case)), matrix(squared, plane(case))),
    "S.Ex9.1.2.3": lambda case: same(matrix(expanded, plane(case)), matrix(squared, plane(case))),
    "S.Ex9.2num": lambda case: once(common("university", "california"), "==", 2),
    "S.Ex9.2num.corrected": lambda case: once(common("university", "california"), "==", 3),
})  # fmt: skip


def multiples(case: Lecture, count: int) -> list[Vector]:
    return [[Fraction(k)] + [Fraction(0)] * (case.d - 1) for k in range(count)]


@transcribed("S.Infinite")
def many_features(case: Lecture) -> Printed:
    return for_each(">", range(1, 5), lambda m: (det(matrix(cauchy, multiples(case, m + 1))), 0))


@transcribed("S.Rich")
def four_corners(case: Lecture) -> list[Printed]:
    """(0, 1/√2, 0)·(x_1², √2x_1x_2, x_2²) is x_1x_2."""
    corners = [[Fraction(a), Fraction(b)] for a in (1, -1) for b in (1, -1)]

    errors = [sum((dot(w, x) - x[0] * x[1]) ** 2 for x in corners) for w in plane(case)]
    return [
        once(errors, "==", [4 + 4 * dot(w, w) for w in plane(case)]),
        for_each("==", corners, lambda x: (x[0] ** 2 * 0 + 2 * (x[0] * x[1]) / 2 + x[1] ** 2 * 0, x[0] * x[1])),
    ]


def transpose(K: Matrix) -> Matrix:
    return [[K[j][i] for j in range(len(K))] for i in range(len(K))]


@transcribed("S.Thm10.1")
def mercer_for_symmetric_kernels(case: Lecture) -> list[Printed]:
    """The D_j of LDLᵀ are quotients of leading minors, and 0 from the first that vanishes."""
    x = case.rows
    K = matrix(chosen(case), x)
    leading = [det([row[:k] for row in K[:k]]) for k in range(case.n + 1)]
    D = [leading[k + 1] / leading[k] if leading[k] else Fraction(0) for k in range(case.n)]
    return [
        semidefinite(matrix(dot, x)),
        semidefinite(matrix(squared, x)),
        semidefinite(K),
        once(D, ">=", 0),
        same(K, K),
    ]


@transcribed("S.Thm10.2")
def recall(case: Lecture) -> list[Printed]:
    K, n = matrix(chosen(case), case.rows), case.n
    trace = sum(K[i][i] for i in range(n))
    shifted = [[K[i][j] - (1 + trace if i == j else 0) for j in range(n)] for i in range(n)]
    S = [[K[0][0] * K[i][j] - K[i][0] * K[0][j] for j in range(n)] for i in range(n)]
    return [
        semidefinite(K),
        for_each(">=", points(n), lambda v: (form(v, K), 0)),
        for_each("==", points(n), lambda v: (K[0][0] * form(v, K), dot(K[0], v) ** 2 + form(v, S))),
        once(shifted[0][0], "<", 0),
        once(9 * shifted[0][0], "<", 0),
    ]


@transcribed("S.Thm11.1")
def one_function(case: Lecture) -> list[Printed]:
    x = case.rows
    lists = [
        [Fraction(-2) for _ in x],
        [row[0] for row in x],
        [dot(row, row) - 1 for row in x],
        [1 / (1 + dot(row, row)) for row in x],
    ]
    grams = [[[a * b for b in f] for a in f] for f in lists]
    forms = [
        for_each("==", points(case.n), lambda v, K=K, f=f: (form(v, K), dot(v, f) ** 2))
        for K, f in zip(grams, lists, strict=True)
    ]
    return [*forms, *map(semidefinite, grams)]


@transcribed("S.Thm11.2a")
def sums(case: Lecture) -> list[Printed]:
    a, b = case.number("alpha"), case.number("beta")

    def with_features(x: Any, z: Any) -> Any:
        return a * dot(x, z) + b * of_squares(x, z)

    K = matrix(lambda x, z: a * dot(x, z) + b * squared(x, z), case.rows)
    other = matrix(lambda x, z: a * dot(x, z) + b * cauchy(x, z), case.rows)
    return [semidefinite(K), semidefinite(other), same(K, matrix(with_features, case.rows))]


@transcribed("S.Thm11.2b")
def products(case: Lecture) -> list[Printed]:
    def with_features(x: Any, z: Any) -> Any:
        pairs = [(s, t) for s in zip(x, z, strict=True) for t in zip(squares_of(x), squares_of(z), strict=True)]
        return sum(p * q * c * e * r for (p, q), ((c, r), (e, _)) in pairs)

    K = matrix(lambda x, z: dot(x, z) ** 3, case.rows)
    other = matrix(lambda x, z: dot(x, z) * cauchy(x, z), case.rows)
    return [same(K, matrix(with_features, case.rows)), semidefinite(K), semidefinite(other)]


def inversion(s: int) -> int:
    """s rows divided, s(s − 1) times one row of 2s taken from another."""
    return s * (2 * s + (s - 1) * 2 * 2 * s)


def product(a: int, b: int, c: int) -> int:
    return a * c * (b + b - 1)


@transcribed("S.KR.cost.1")
def costs(case: Lecture) -> list[Printed]:
    n, m = case.given["n"], case.given["m"]
    found = []
    for s in (n, m):
        unit = [int(i == j) for i in range(s) for j in range(s)]
        found += [Printed("==", [(entry, entry) for entry in unit]), once(inversion(s), "<=", 4 * s**3)]
    return found


@transcribed("S.KR.cost.2", "S.KR.cost.2.corrected")
def compared_costs(case: Lecture) -> list[Printed]:
    n, m = case.given["n"], case.given["m"]
    ctx = case.ctx
    Phi = ctx.matrix([[ctx.mpf(1) / (i + j) for j in range(1, m + 1)] for i in range(1, n + 1)])
    y = ctx.matrix([i + 1 for i in range(n)])
    w = ctx.lu_solve(Phi.T * Phi + ctx.eye(m), Phi.T * y)
    primal = product(m, n, m) + m + inversion(m) + product(m, n, 1) + product(m, m, 1)
    dual = product(n, m, n) + n + inversion(n) + product(n, n, 1) + product(m, n, 1)
    return [Printed("==", [(w[j], w[j]) for j in range(m)]), once(primal, ">", dual)]


@transcribed("S.SGD.cost")
def one_example(case: Lecture) -> list[Printed]:
    n, m = case.given["n"], case.given["m"]
    Phi = [[Fraction(1, i + j) for j in range(1, m + 1)] for i in range(1, n + 1)]
    off = [dot(row, Phi[0]) - i for i, row in enumerate(Phi, 1)]
    gradient = [sum(off[i] * Phi[i][j] for i in range(n)) for j in range(m)]
    whole, single = product(n, m, 1) + product(m, n, 1), product(1, m, 1) + product(m, 1, 1)
    return [Printed("==", [([x], [x]) for x in gradient]), once(whole, ">=", n * single)]


@transcribed("S.Eff")
def efficiency(case: Lecture) -> list[Printed]:
    d, p = case.given["d"], case.given["p"]
    inner = sum((k + 1) * (d - k) for k in range(d))
    features = sum(2 * d**k for k in range(2, p + 1)) + 2 * d**p - 1
    return [
        once(inner**p, "==", inner**p),
        once(features, ">", 10 * (2 * d - 1 + p - 1)),
        once(2 * 17 * 65536 - 1, ">", 10 * 10 * 10),
    ]

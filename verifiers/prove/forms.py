"""Quadratic forms: Σ c_ij ⟨v_i, v_j⟩ is not negative if the matrix of its coefficients is positive semidefinite.

The v_i are vectors and numbers of a run, the c_ij functions of the letters. By elimination, each pivot surely positive,
the form is a sum of squares: Young's inequality, ‖x − ηg‖² ≥ 0, (a − b)²/η ≥ 0.
"""

from collections.abc import Iterator
from typing import Any

from lemmacheck.verifiers.prove.combination import Signs, Sum, of_one_sign, summands
from lemmacheck.verifiers.prove.squares import REAL, product_of
from lemmacheck.verifiers.prove.terms import Term, Universe

MOST = 6  # vectors
Vector = tuple[Any, int]  # a base, or a number, and how often Z and Zᵀ act on it
Matrix = dict[Vector, dict[Vector, Term]]
ONE: Vector = ((), 0)


def is_sum_of_squares(term: Term, signs: Signs) -> bool:
    """Whether a term is a quadratic form in vectors and numbers that is surely not negative."""
    terms = summands(term, signs)
    if not terms or any(exponential is not None for exponential, _ in terms):
        return False
    matrix = matrix_of(term.universe, terms, signs)
    return matrix is not None and is_semidefinite(matrix, signs)


def matrix_of(u: Universe, terms: Sum, signs: Signs) -> Matrix | None:
    """The coefficients of a form, on both sides of the diagonal. A monomial that is no product of two vectors is left
    out where it is not negative; there is no form where it may be."""
    pairs = [(of_monomial(u, key[1]), key, Term(u, {None: c})) for key, c in terms.items()]
    squares = {pair[0] for pair, _, _ in pairs if pair is not None and pair[0] == pair[1]}
    sums: dict[frozenset[Vector], Term] = {}
    for pair, key, by in pairs:
        ways = [] if pair is None else [frozenset(way) for way in of_powers(*pair) if squares.issuperset(way)]
        if ways:
            sums[ways[0]] = sums[ways[0]] + by if ways[0] in sums else by
        elif not (of_one_sign(u, key) and signs.nonnegative(by)):
            return None
    matrix: Matrix = {v: {} for v in squares}
    for way, by in sums.items():
        v, w = (*way, *way)[:2]
        matrix[v][w] = matrix[w][v] = by if v == w else by / 2
    return matrix if len(matrix) <= MOST else None


def of_powers(v: Vector, w: Vector) -> Iterator[tuple[Vector, Vector]]:
    """⟨v, w⟩ as a product with Z and Zᵀ on the one side or on the other."""
    (a, i), (b, j) = v, w
    return (((a, k), (b, i + j - k)) for k in range(i + j + 1))


def of_monomial(u: Universe, monomial: tuple[tuple[int, int], ...]) -> tuple[Vector, Vector] | None:
    """The two vectors whose product it is."""
    powers = [(u.atoms[k], e) for k, e in monomial]
    if any(part.kind not in REAL for atom, _ in powers for part in u.of(atom).all_atoms()):
        return None
    if len(powers) == 1 and powers[0][1] == 1 and (product := product_of(powers[0][0])) is not None:
        a, b, k = product
        i = k // 2 if a.key() == b.key() else 0
        return (a.key(), i), (b.key(), k - i)
    if any(e < 0 for _, e in powers) or sum(e for _, e in powers) > 2:
        return None
    numbers = [((atom.number,), 0) for atom, e in powers for _ in range(e)]
    v, w, *_ = (*numbers, ONE, ONE)
    return v, w


def is_semidefinite(matrix: Matrix, signs: Signs) -> bool:
    """Whether the form is a sum of squares, by elimination with pivots that are surely positive."""
    left = dict(matrix)
    while left:
        v = next((v for v, row in left.items() if v in row and signs.exceeds(row[v], True)), None)
        if v is None:
            return all(c.is_zero for row in left.values() for w, c in row.items() if w in left)
        pivot = left.pop(v)
        for w, row in left.items():
            if w in pivot:
                by, zero = pivot[w] / pivot[v], 0 * pivot[v]
                left[w] = {x: row.get(x, zero) - by * pivot.get(x, zero) for x in left}
    return True

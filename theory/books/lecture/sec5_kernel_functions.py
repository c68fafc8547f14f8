"""§5, Definition 8, Example 9 and Theorems 10 and 11: which functions of two points are kernels.

    k is a kernel  ⟺  k(x, x') = φ(x)ᵀφ(x') for some φ into ℝᵐ        K_ij = k(x_i, x_j) for points x_1, …, x_n

K ≽ 0 is read as: no principal minor is negative, which for symmetric K means no negative eigenvalue. It is decided
at the rows of the data; "for all v" at exact points.
"""

from functools import partial
from typing import Any

import numpy as np
from lemmacheck.theory.books.lecture.problems.kernel_functions import (
    DataPoints,
    KernelFunctions,
    cauchy,
    linear,
    squared,
)
from lemmacheck.theory.books.lecture.problems.quadratics import determinant, principal_minors
from lemmacheck.theory.books.lecture.problems.strings import EXAMPLE, Strings, Words, common
from lemmacheck.theory.books.lecture.source import LECTURE
from lemmacheck.theory.core.arithmetic import Array, column
from lemmacheck.theory.core.claim import claim, given, latex, proof, slip
from lemmacheck.theory.core.hypothesis import hypothesis
from lemmacheck.theory.core.relation import Relation, above, at_least, below, equal
from lemmacheck.theory.margins.comparators import dual_points

CHAPTER = "Section 5"
stated = partial(claim, about=KernelFunctions)

DEFINITION = LECTURE.at("§5, Definition 8")
EXAMPLE_1 = LECTURE.at("§5, Example 9, item 1")
EXAMPLE_2 = LECTURE.at("§5, Example 9, item 2")
MERCER = LECTURE.at("§5, Theorem 10")
LARGEST = 4  # the m that are tried for a φ into ℝᵐ


@hypothesis("K is symmetric: k(x, x') = k(x', x)", tacit=True, tried=lambda p: p.kernel)
def symmetric(p: DataPoints) -> Relation:
    return equal(*transposed(p.between(p.kernel, p.plane())))


@hypothesis("α, β ≥ 0")
def nonnegative_factors(p: DataPoints) -> tuple[Relation, Relation]:
    return at_least(np.asanyarray(p.alpha)[None], 0), at_least(np.asanyarray(p.beta)[None], 0)


@hypothesis("the strings are made of the letters 'a' to 'z'", tacit=True)
def only_letters(p: Strings) -> Relation:
    return equal(p.others, 0)


def transposed(K: Array) -> tuple[Array, Array]:
    """K and Kᵀ."""
    return K[None], np.swapaxes(K, -1, -2)[None]


def semidefinite(K: Array) -> Relation:
    """K ≽ 0."""
    return at_least(principal_minors(K), 0)


@stated("S.Def8.1", DEFINITION, kind="typing")
@slip("k takes two points of ℝᵈ, in this definition and ever after; its domain is ℝᵈ × ℝᵈ.")
@latex(r"k:\mathbb R^d\to\mathbb R,\quad k(x,x')=\phi(x)^\top\phi(x')")
def kernel_of_one_point(p: DataPoints) -> Relation:
    """k: ℝᵈ → ℝ reads as many coordinates as the (x, x') has that it is applied to."""
    return equal(coordinates(p), p.num.number(p.d))


@kernel_of_one_point.corrected()
@latex(r"k:\mathbb R^d\times\mathbb R^d\to\mathbb R,\quad k(x,x')=\phi(x)^\top\phi(x')")
def kernel_of_two_points(p: DataPoints) -> Relation:
    """k: ℝᵈ × ℝᵈ → ℝ reads as many coordinates as the (x, x') has that it is applied to."""
    return equal(coordinates(p), 2 * p.num.number(p.d))


def coordinates(p: DataPoints) -> Array:
    """How many numbers x and x' are."""
    pair = np.concatenate([p.Z, p.Z[..., ::-1, :]], axis=-1)
    return p.num.array([pair.shape[-1]])


@stated("S.Def8.2", DEFINITION, kind="definition")
@latex(r"k\text{ is a kernel}\iff\exists\phi:\mathbb R^d\to\mathbb R^m\ \forall x,x':\ k(x,x')=\phi(x)^\top\phi(x')")
def kernels_with_a_feature_map(p: DataPoints) -> tuple[Relation, ...]:
    """⟨x, x'⟩ is a kernel with φ(x) = x, ⟨x, x'⟩² with φ(x) = (x_j², √2 x_j x_k), 1 with φ(x) = 1."""
    return (
        equal(p.gram(linear)[None], p.products(p.Z)[None]),
        equal(p.gram(squared)[None], p.products(p.squares(p.Z))[None]),
        equal(p.products(1 + 0 * p.Z[..., :1])[None], 1),
    )


def explicit(p: DataPoints) -> tuple[Array, Array]:
    """φ(x)ᵀφ(x'), and x_1²x'_1² + 2x_1x_2x'_1x'_2 + x_2²x'_2², for points of the plane."""
    x = p.plane()
    features = np.stack([x[..., 0] ** 2, p.sqrt(p.num.number(2)) * x[..., 0] * x[..., 1], x[..., 1] ** 2], axis=-1)
    return p.products(features), p.between(expanded, x)


def expanded(x: Array, other: Array) -> Any:
    """x_1²x'_1² + 2x_1x_2x'_1x'_2 + x_2²x'_2²."""
    a, b, c, d = x[..., 0], x[..., 1], other[..., 0], other[..., 1]
    return a**2 * c**2 + 2 * a * b * c * d + b**2 * d**2


def square_of_the_sum(x: Array, other: Array) -> Any:
    """(x_1x'_1 + x_2x'_2)²."""
    return (x[..., 0] * other[..., 0] + x[..., 1] * other[..., 1]) ** 2


@stated("S.Ex9.1.1", EXAMPLE_1)
@latex(r"\phi(x)^\top\phi(x')=x_1^2x_1'^2+2x_1x_2x_1'x_2'+x_2^2x_2'^2,\quad\phi(x)=(x_1^2,\sqrt2x_1x_2,x_2^2)^\top")
def features_of_the_square(p: DataPoints) -> Relation:
    """φ(x)ᵀφ(x') = x_1²x'_1² + 2x_1x_2x'_1x'_2 + x_2²x'_2² for φ(x) = (x_1², √2x_1x_2, x_2²)."""
    found, printed = explicit(p)
    return equal(found[None], printed[None])


@stated("S.Ex9.1.2.1", EXAMPLE_1)
@latex(r"x_1^2x_1'^2+2x_1x_2x_1'x_2'+x_2^2x_2'^2=(x_1x_1'+x_2x_2')^2")
def square_of_a_sum(p: DataPoints) -> Relation:
    """x_1²x'_1² + 2x_1x_2x'_1x'_2 + x_2²x'_2² = (x_1x'_1 + x_2x'_2)²."""
    x = p.plane()
    return equal(p.between(expanded, x)[None], p.between(square_of_the_sum, x)[None])


@stated("S.Ex9.1.2.2", EXAMPLE_1)
@latex(r"(x_1x_1'+x_2x_2')^2=(x^\top x')^2")
def square_of_an_inner_product(p: DataPoints) -> Relation:
    """(x_1x'_1 + x_2x'_2)² = (xᵀx')²."""
    x = p.plane()
    return equal(p.between(square_of_the_sum, x)[None], (p.products(x) ** 2)[None])


@stated("S.Ex9.1.2.3", EXAMPLE_1)
@proof("S.Ex9.1.2.1", "S.Ex9.1.2.2")
@latex(r"x_1^2x_1'^2+2x_1x_2x_1'x_2'+x_2^2x_2'^2=(x^\top x')^2")
def the_squared_kernel(p: DataPoints) -> Relation:
    """x_1²x'_1² + 2x_1x_2x'_1x'_2 + x_2²x'_2² = (xᵀx')²."""
    x = p.plane()
    return equal(p.between(expanded, x)[None], (p.products(x) ** 2)[None])


@claim("S.Ex9.2", EXAMPLE_2, about=Words)
@given(only_letters)
@latex(r"""k(s_1,s_2)=|\{\text{all characters which appear at least once in both }s_1\text{ and }s_2\}|
    =\phi(s_1)^\top\phi(s_2)""")
def characters_in_common(p: Strings) -> Relation:
    """k(s, s') = φ(s)ᵀφ(s') for all pairs of the strings, with φ(s) the 26 indicators."""
    features = p.indicators
    return equal(p.shared.ravel(), (features @ features.T).ravel())


@claim("S.Ex9.2num", EXAMPLE_2, kind="example", about=Words)
@slip("the two words share the letters i, n and r.")
@latex(r"k(\text{university},\text{california})=2")
def university_and_california_share_two(p: Strings) -> Relation:
    """k("university", "california") = 2."""
    return equal(p.count(common(*EXAMPLE)), 2)


@university_and_california_share_two.corrected()
@latex(r"k(\text{university},\text{california})=3")
def university_and_california_share_three(p: Strings) -> Relation:
    """k("university", "california") = 3."""
    return equal(p.count(common(*EXAMPLE)), 3)


@stated("S.Infinite", LECTURE.at("§5, after Example 9, “may even be infinite”"), kind="example")
@latex(r"k(x,x')=\frac1{1+\|x-x'\|^2}:\quad\det\left(k(je_1,le_1)\right)_{0\le j,l\le m}>0")
def no_finite_features(p: DataPoints) -> Relation:
    """No φ into ℝᵐ has 1/(1 + ‖x − x'‖²) = φ(x)ᵀφ(x'): at the m + 1 points 0, e_1, …, me_1 its K has det K > 0, where
    det ΦΦᵀ is 0 for m + 1 rows of m features. Read for m = 1, …, 4."""
    grams = (p.between(cauchy, p.along_the_axis(m + 1)) for m in range(1, LARGEST + 1))
    return above(np.stack([determinant(K) for K in grams]), 0)


@stated("S.Thm10.1", MERCER, kind="equivalence")
@given(symmetric)
@proof("S.Thm10.2")
@latex(r"""k(x,x')=k(x',x):\quad k(x,x')=\langle\phi(x),\phi(x')\rangle\text{ in a Hilbert space}
    \iff K\succcurlyeq0\text{ for any data points}""")
def mercer_in_a_hilbert_space(p: DataPoints) -> tuple[Relation, ...]:
    """A symmetric k is ⟨φ(x), φ(x')⟩ with φ into a Hilbert space, of any dimension, iff all K ≽ 0; the print says later
    that features may be infinite. (With the ℝᵐ of Definition 8 it is false of 1/(1 + ‖x − x'‖²), and without symmetry,
    which the print does not mention, of ⟨x, x'⟩ + x_1 − x'_1.) Read at the data:
    ⟨x, x'⟩ and ⟨x, x'⟩² have K ≽ 0; k has K ≽ 0, and rows φ(x_i) = D^{1/2}L_i of features, D ≥ 0, from K = LDLᵀ."""
    K = p.gram(p.kernel)
    L, D = p.decomposed(K)
    return (
        *(semidefinite(p.gram(k)) for k in (linear, squared)),
        semidefinite(K),
        at_least(D[None], 0),
        equal(K[None], ((L * D[..., None, :]) @ np.swapaxes(L, -1, -2))[None]),
    )


@stated("S.Thm10.2", LECTURE.at('§5, Theorem 10, "Recall that"'), kind="equivalence")
@given(symmetric)
@latex(r"K\succcurlyeq0\iff v^\top Kv\ge0\ \forall v")
def semidefinite_by_its_form(p: DataPoints) -> tuple[Relation, ...]:
    """For symmetric K the principal minors are not negative iff vᵀKv ≥ 0 for all v: of K both hold; of K − (1 + tr K)I
    neither does, at e_1; and K_11 vᵀKv = (Kv)_1² + vᵀSv with S_ij = K_11K_ij − K_i1K_1j reduces n to n − 1."""
    K, v = p.gram(p.kernel), dual_points(p)
    trace = sum(K[..., i, i] for i in range(p.n))
    corner = K[..., :1, :1]
    S = corner * K - K[..., :, :1] * K[..., :1, :]
    first = (v[..., None, :] @ np.swapaxes(K, -1, -2))[..., 0, 0]
    shifted = K - column(column(1 + trace)) * p.num.array(np.eye(p.n, dtype=int).tolist())
    return (
        semidefinite(K),
        at_least(p.form(dual_points(p), K), 0),  # vᵀKv ≥ 0 for all v
        equal(K[..., 0, 0] * p.form(v, K), first**2 + p.form(v, S)),
        below(principal_minors(shifted)[:1], 0),
        below(p.form(v[1:2], shifted), 0),
    )


@stated("S.Thm11.1", LECTURE.at("§5, Theorem 11, item 1"))
@proof("S.Def8.2")
@latex(r"k(x,x')=f(x)f(x')\text{ is a kernel for any }f:\mathbb R^d\to\mathbb R")
def product_of_one_function(p: DataPoints) -> tuple[Relation, ...]:
    """k(x, x') = f(x)f(x') has K ≽ 0, with vᵀKv = (Σ_i v_i f(x_i))²: for f = −2, x_1, ‖x‖² − 1 and 1/(1 + ‖x‖²)."""
    v, square = dual_points(p), p.squared(p.Z)
    functions = (0 * square - 2, p.Z[..., 0], square - 1, 1 / (1 + square))
    grams = [f[..., :, None] * f[..., None, :] for f in functions]
    forms = (equal(p.form(v, K), p.inner(v, f) ** 2) for f, K in zip(functions, grams, strict=True))
    return *forms, *(semidefinite(K) for K in grams)


@stated("S.Thm11.2a", LECTURE.at("§5, Theorem 11, item 2a"))
@given(nonnegative_factors)
@proof("S.Def8.2")
@latex(r"\alpha k_1(\cdot,\cdot)+\beta k_2(\cdot,\cdot)\text{ is a kernel if }\alpha,\beta\ge0")
def sum_of_kernels(p: DataPoints) -> tuple[Relation, ...]:
    """k = αk_1 + βk_2, for k_1 = ⟨x, x'⟩ and k_2 = ⟨x, x'⟩², has K ≽ 0 and the features (√α φ_1(x), √β φ_2(x)); for
    k_2 = 1/(1 + ‖x − x'‖²), of no finite φ, it has K ≽ 0."""
    a, b = column(column(p.alpha)), column(column(p.beta))
    K = a * p.gram(linear) + b * p.gram(squared)
    features = np.concatenate([p.sqrt(a) * p.Z, p.sqrt(b) * p.squares(p.Z)], axis=-1)
    return (
        semidefinite(K),
        semidefinite(a * p.gram(linear) + b * p.gram(cauchy)),
        equal(K[None], p.products(features)[None]),
    )


@stated("S.Thm11.2b", LECTURE.at("§5, Theorem 11, item 2b"))
@proof("S.Def8.2")
@latex(r"k_1(\cdot,\cdot)\cdot k_2(\cdot,\cdot)\text{ is a kernel}")
def product_of_kernels(p: DataPoints) -> tuple[Relation, ...]:
    """k = k_1k_2, for k_1 = ⟨x, x'⟩ and k_2 = ⟨x, x'⟩², has K ≽ 0 and the features φ_1(x) ⊗ φ_2(x), all products of
    two; for k_2 = 1/(1 + ‖x − x'‖²), of no finite φ, it has K ≽ 0."""
    K = p.gram(linear) * p.gram(squared)
    features = p.tensor(p.Z, p.squares(p.Z))
    return (equal(K[None], p.products(features)[None]), semidefinite(K), semidefinite(p.gram(linear) * p.gram(cauchy)))

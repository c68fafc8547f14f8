"""§5: what the two closed forms, and a kernel against its feature map, cost: counted, not timed.

Every + − · / on numbers counts as one, in products and inverses as they are defined, without exploiting any zero.
"""

import numpy as np
from lemmacheck.theory.books.lecture.problems.costs import Counted, Sized, Sizes, TensorPower
from lemmacheck.theory.books.lecture.problems.strings import EXAMPLE, UNICODE
from lemmacheck.theory.books.lecture.source import LECTURE
from lemmacheck.theory.core.arithmetic import Array
from lemmacheck.theory.core.claim import claim, given, latex, proof, slip
from lemmacheck.theory.core.hypothesis import hypothesis
from lemmacheck.theory.core.relation import Relation, above, at_least, at_most, equal, same_space

CHAPTER = "Section 5"

AFTER = LECTURE.at("§5, item 2, after the chain")


@hypothesis("m ≫ d, read as m ≥ 8d")
def many_features(p: Sized) -> Relation:
    return at_least(p.count(p.sizes.m), 8 * p.sizes.d)


@hypothesis("more features than points: m > n")
def more_features_than_points(p: Sized) -> Relation:
    return above(p.count(p.sizes.m), p.sizes.n)


@claim("S.KR.cost.1", AFTER, kind="typing", about=Sizes)
@latex(r"""(K+\lambda I)^{-1}\in\mathbb R^{n\times n}\text{ takes }O(n^3),\quad
    (\Phi^\top\Phi+\lambda I)^{-1}\in\mathbb R^{m\times m}\text{ takes }O(m^3)""")
def cost_of_the_inverses(p: Sized) -> tuple[Relation, ...]:
    """The two inverses are n × n and m × m, and elimination takes no more than 4n³ and 4m³ operations for them."""
    return *inverted(p, p.Phi @ p.Phi.T, p.sizes.n), *inverted(p, p.Phi.T @ p.Phi, p.sizes.m)


def inverted(p: Sized, A: Array, size: int) -> tuple[Relation, Relation]:
    """(A + I)(A + I)⁻¹ = I ∈ ℝ^{s×s}, and the operations for the inverse."""
    identity, counted = np.eye(size, dtype=int), Counted()
    inverse = counted.inverse(A + identity)
    same_space(inverse, identity)
    product = (A + identity) @ inverse
    return equal(product.ravel(), p.num.array(identity.ravel().tolist())), at_most(p.count(counted.made), 4 * size**3)


def primal(p: Sized) -> tuple[Array, int]:
    """(ΦᵀΦ + I)⁻¹Φᵀy, and what it costs."""
    count = Counted()
    inverse = count.inverse(count.shifted(count.product(p.Phi.T, p.Phi), 1))
    return count.product(inverse, count.product(p.Phi.T, p.y)), count.made


def dual(p: Sized) -> tuple[Array, int]:
    """Φᵀ(K + I)⁻¹y, and what it costs."""
    count = Counted()
    inverse = count.inverse(count.shifted(count.product(p.Phi, p.Phi.T), 1))
    return count.product(p.Phi.T, count.product(inverse, p.y)), count.made


def primal_costs_more(p: Sized) -> tuple[Relation, Relation]:
    """Both give the same w*, and (ΦᵀΦ + λI)⁻¹Φᵀy takes more operations than Φᵀ(K + λI)⁻¹y."""
    (w, many), (same, few) = primal(p), dual(p)
    return equal(w, same), above(p.count(many), few)


@claim("S.KR.cost.2", AFTER, kind="qualitative", about=Sizes)
@given(many_features)
@slip("""the inverses are m × m and n × n: m is to be compared with n, and d does not enter; with more points than
    features the dual is the more expensive, however large m/d is.""")
@latex(r"m\gg d\implies(\Phi^\top\Phi+\lambda I)^{-1}\Phi^\top y\text{ is more expensive to compute}")
def more_expensive_for_many_features(p: Sized) -> tuple[Relation, Relation]:
    """For m ≫ d the primal w* takes more operations than the dual one, from Φ and y on."""
    return primal_costs_more(p)


@more_expensive_for_many_features.corrected()
@given(more_features_than_points)
@proof("S.KR.cost.1")
@latex(r"m>n\implies(\Phi^\top\Phi+\lambda I)^{-1}\Phi^\top y\text{ is more expensive to compute}")
def more_expensive_for_more_features_than_points(p: Sized) -> tuple[Relation, Relation]:
    """For m > n the primal w* takes more operations than the dual one, from Φ and y on."""
    return primal_costs_more(p)


@claim("S.Eff", LECTURE.at("§5, after Example 9"), kind="qualitative", about=TensorPower)
@latex(r"""k(x,x')=(x^\top x')^p=\langle x^{\otimes p},x'^{\otimes p}\rangle\text{: }
    2d+p-2\text{ operations, against more than }2d^p""")
def the_kernel_is_cheaper_than_its_features(p: Sized) -> tuple[Relation, ...]:
    """For the features x ⊗ … ⊗ x, all d^p products, the kernel is (xᵀx')^p, and takes less than a tenth of the
    operations of the inner product of the features. So does the kernel of strings, where all characters of two words
    of 10 letters are compared, against the inner product of one indicator for each Unicode character."""
    x, other = p.two_vectors
    direct, explicit = Counted(), Counted()
    value = direct.power(direct.product(x[None], other[:, None]), p.sizes.p)
    a, b = x, other
    for _ in range(p.sizes.p - 1):
        a, b = explicit.outer(a, x), explicit.outer(b, other)
    return (
        equal(explicit.product(a[None], b[:, None]), value),
        above(p.count(explicit.made), 10 * direct.made),
        above(p.count(2 * UNICODE - 1), 10 * len(EXAMPLE[0]) * len(EXAMPLE[1])),
    )

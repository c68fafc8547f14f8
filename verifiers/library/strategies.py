"""Hypothesis strategies for exact instances, schedules and algorithms, for these tests and for yours.

    @given(separable(max_n=4), algorithms(DualNesterov))
    def test_…(instance, algorithm): …

Rows are Fractions of norm at most 1 and shrink towards (1, 0), (−1) and 0; fewer rows, fewer columns and
smaller integers come first. `instances` draws from every family below.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache, wraps
from typing import Any

from hypothesis import reject
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy
from lemmacheck.theory.books.jst.algorithms.batch_perceptron import BatchPerceptron
from lemmacheck.theory.books.jst.algorithms.dual_nesterov import DualNesterov
from lemmacheck.theory.books.jst.algorithms.general_dual import GeneralDual
from lemmacheck.theory.books.jst.algorithms.gradient_descent import GradientDescent, NormalizedGD
from lemmacheck.theory.books.jst.algorithms.kernel_momentum import KernelMomentum, KernelSampling
from lemmacheck.theory.books.jst.algorithms.mirror import Mirror, MirrorDescent
from lemmacheck.theory.books.jst.algorithms.primal_momentum import PrimalMomentum
from lemmacheck.theory.books.jst.problems.geometries import (
    Centred,
    Entropy,
    Euclidean,
    EuclideanSimplex,
    LogisticConjugate,
    ramp,
)
from lemmacheck.theory.core.own import Posed, presentation
from lemmacheck.theory.core.schedules import (
    Constant,
    Drawn,
    DrawnIndex,
    Implied,
    one,
    one_over_root_t_plus_one_floor,
    two_over_t_plus_two,
)
from lemmacheck.theory.margins.losses import Exponential, Logistic
from lemmacheck.verifiers.instances.families import negated, unit
from lemmacheck.verifiers.instances.instance import Instance, Row
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.numbers.rational import Rational

__all__ = [
    "algorithms", "antipodes", "collinear", "duplicates", "instances", "near_ties", "nonseparable", "one_dimensional",
    "one_heavy_many_light", "one_row_many_times", "posed", "problems", "schedules", "separable", "single_row",
    "tiny_margins", "unit_rows", "weakly_separable", "with_copies", "with_zero_rows",
]  # fmt: skip

Vector = list[int]
Rows = list[Row]
Family = Callable[..., SearchStrategy[Instance]]
FAMILIES: dict[Family, int] = {}  # and the least number of rows each needs
LENGTHS = tuple(map(Fraction, ("1", "1/2", "1/3", "2/3", "3/4", "1/8")))


def family(least: int = 1) -> Callable[[Callable[[DrawFn, int, int], Rows]], Family]:
    """A strategy for instances of at least `least` and at most max_n rows in at most max_d dimensions."""

    def register(rows: Callable[[DrawFn, int, int], Rows]) -> Family:
        def strategy(max_n: int = 6, max_d: int = 4) -> SearchStrategy[Instance]:
            if max_n < least or max_d < 1:
                call = f"{rows.__name__}({max_n=}, {max_d=})"
                raise ValueError(f"{call}: expected max_n ≥ {least} and max_d ≥ 1")

            @st.composite
            def instance(draw: DrawFn) -> Instance:
                d = draw(st.integers(1, max_d))
                return Instance(rows.__name__, tuple(rows(draw, max_n, d)))

            return instance()

        strategy.__name__ = strategy.__qualname__ = rows.__name__
        strategy.__doc__ = rows.__doc__
        FAMILIES[strategy] = least
        return strategy

    return register


def instances(max_n: int = 6, max_d: int = 4) -> SearchStrategy[Instance]:
    """Instances of every family that fits."""
    return st.one_of([drawn(max_n, max_d) for drawn, least in FAMILIES.items() if least <= max_n])


def with_copies(max_n: int = 3, max_d: int = 3, most: int = 6) -> SearchStrategy[Instance]:
    """Instances of which each row stands for up to `most` equal ones."""

    def counted(instance: Instance) -> SearchStrategy[Instance]:
        each = st.lists(st.integers(1, most), min_size=len(instance.rows), max_size=len(instance.rows))
        return each.map(lambda copies: Instance(instance.name, instance.rows, tuple(copies)))

    return instances(max_n, max_d).flatmap(counted)


def problems(kind: Any, max_n: int = 6, max_d: int = 4) -> SearchStrategy[Any]:
    """Problems of a class under @problem, in exact rationals: of rows of every family, with each of its parameters,
    within its shapes= and smallest=.

    Where `of` divides by 0 there is none.
    """
    if not hasattr(kind, "of"):
        raise ValueError(f"problems({kind!r}): expected a class under @problem")

    @wraps(posed)  # so that a failing example is written as posed(Mine, [[…]], …), to be copied
    def made(*arguments: Any, **given: Any) -> Any:
        try:
            return posed(*arguments, **given)
        except ZeroDivisionError:
            reject()

    least, most = kind.smallest, kind.shapes or (max_n, max_d)
    n, d = (max(low, min(asked, high)) for low, asked, high in zip(least, (max_n, max_d), most, strict=True))
    return st.builds(
        made,
        st.just(kind),
        matrices(least, (n, d)),
        **{name: st.sampled_from(values) for name, values in kind.values.items()},
    )


@st.composite
def matrices(draw: DrawFn, fewest: tuple[int, int], most: tuple[int, int]) -> list[list[Fraction]]:
    """Rows of every family, with small integers where there are fewer rows or columns."""
    (n, d), (max_n, max_d) = fewest, most
    rows = [[*row] for row in draw(instances(max_n, max_d)).rows]
    wide = max(d, len(rows[0]))
    rows += [[] for _ in range(n - len(rows))]
    return [[*row, *map(Fraction, draw(vectors(wide - len(row))))] for row in rows]


def posed(kind: Any, Z: Sequence[Sequence[Any]] = ((0,),), **given: Any) -> Any:
    """The problem of a class under @problem that one matrix makes, in exact rationals: to try its functions and a
    method's steps by hand."""
    if not hasattr(kind, "of"):
        raise TypeError(f"posed({kind!r:.40}, …): expected a class under @problem")
    if wrong := set(kind.values) ^ set(given):
        takes = ", ".join(f"{name}=…" for name in kind.values) or "no parameter"
        does = "is given" if min(wrong) in given else "lacks"
        raise TypeError(f"posed({kind.__name__}, …) {does} {min(wrong)}=; the problem takes {takes}")
    instance = Instance.from_json("by hand", [[str(Fraction(x)) for x in row] for row in Z])
    chosen = tuple((name, given[name]) for name in kind.values)
    return presentation(kind)(instance, Rational(), None, Posed(None, chosen))


def vectors(d: int, bound: int = 4) -> SearchStrategy[Vector]:
    """Integer vectors, which shrink to 0 from the last entry on."""
    return st.lists(st.integers(-bound, bound), min_size=d, max_size=d).map(lambda v: v[::-1])


def nonzero(d: int, bound: int = 4) -> SearchStrategy[Vector]:
    """Integer vectors that are not 0, which shrink to (1, 0, …, 0)."""
    return vectors(d, bound).filter(any)


def dot(a: Any, b: Any) -> Any:
    return sum(x * y for x, y in zip(a, b, strict=True))


def times(factor: Any, row: Any) -> Any:
    return tuple(factor * x for x in row)


def within_ball(draw: DrawFn, v: Vector) -> Row:
    """The vector scaled to a norm of at most 1, at times to much less."""
    return times(draw(st.sampled_from(LENGTHS)), unit(v))


def rows_of(draw: DrawFn, vector: SearchStrategy[Vector], least: int, most: int) -> Rows:
    """Between `least` and `most` such vectors, scaled into the ball."""
    return [within_ball(draw, v) for v in draw(st.lists(vector, min_size=least, max_size=most))]


def inserted(draw: DrawFn, rows: Rows, *others: Row) -> Rows:
    """The rows with others put among them."""
    for other in others:
        rows.insert(draw(st.integers(0, len(rows))), other)
    return rows


def ahead(v: Vector, axis: Vector) -> Vector:
    """A vector with ⟨v, axis⟩ > 0: v or −v, or v + axis where ⟨v, axis⟩ = 0."""
    inner = dot(v, axis)
    if inner == 0:
        return [x + a for x, a in zip(v, axis, strict=True)]
    return v if inner > 0 else [-x for x in v]


def beside(v: Vector, axis: Vector) -> Vector:
    """A positive multiple of the projection of v on the hyperplane ⟨·, axis⟩ = 0."""
    return [dot(axis, axis) * x - dot(v, axis) * a for x, a in zip(v, axis, strict=True)]


def vanishing(draw: DrawFn, vector: SearchStrategy[Vector], most: int, d: int) -> Rows:
    """Rows of which a positive combination is 0."""
    free = draw(st.lists(st.tuples(st.integers(1, 3), vector), max_size=most - 1))
    last = [-sum(weight * v[k] for weight, v in free) for k in range(d)]
    return [within_ball(draw, v) for v in (*(v for _, v in free), last)]


@family()
def separable(draw: DrawFn, max_n: int, d: int) -> Rows:
    """Rows strictly on one side of a hyperplane: γ̄ > 0."""
    axis = draw(nonzero(d))
    return rows_of(draw, vectors(d).map(lambda v: ahead(v, axis)), 1, max_n)


@family()
def nonseparable(draw: DrawFn, max_n: int, d: int) -> Rows:
    """Some rows have a positive combination that vanishes: γ̄ = 0."""
    balanced = vanishing(draw, vectors(d), max_n, d)
    return inserted(draw, balanced, *rows_of(draw, nonzero(d), 0, max_n - len(balanced)))


@family()
def weakly_separable(draw: DrawFn, max_n: int, d: int) -> Rows:
    """γ̄ = 0, yet Zw ≤ 0 for some integer w ≠ 0 with entries up to 2: some rows balance on a hyperplane."""
    w = draw(nonzero(d, 2))
    on_it = vanishing(draw, vectors(d).map(lambda v: beside(v, w)), max_n, d)
    below = vectors(d).map(lambda v: ahead(v, [-a for a in w]))
    return inserted(draw, on_it, *rows_of(draw, below, 0, max_n - len(on_it)))


@family(2)
def duplicates(draw: DrawFn, max_n: int, d: int) -> Rows:
    """At least one row occurs more than once."""
    rows = rows_of(draw, nonzero(d), 1, max_n - 1)
    copies = draw(st.lists(st.sampled_from(rows), min_size=1, max_size=max_n - len(rows)))
    return inserted(draw, rows, *copies)


@family(2)
def antipodes(draw: DrawFn, max_n: int, d: int) -> Rows:
    """A row that is not 0, and its negative: γ̄ = 0."""
    rows = rows_of(draw, nonzero(d), 1, max_n - 1)
    return inserted(draw, rows, negated(rows[0]))


@family(2)
def collinear(draw: DrawFn, max_n: int, d: int) -> Rows:
    """Multiples of one row, by factors of either sign."""
    row = unit(draw(nonzero(d)))
    factors = draw(st.lists(st.integers(-8, 8), min_size=2, max_size=max_n))
    return [times(Fraction(factor, 8), row) for factor in factors]


@family()
def with_zero_rows(draw: DrawFn, max_n: int, d: int) -> Rows:
    """One or more rows are 0: γ̄ = 0."""
    zeros = draw(st.integers(1, max_n))
    rows = rows_of(draw, nonzero(d), 0, max_n - zeros)
    return inserted(draw, rows, *([(Fraction(0),) * d] * zeros))


@family()
def single_row(draw: DrawFn, max_n: int, d: int) -> Rows:
    """n = 1."""
    return rows_of(draw, nonzero(d), 1, 1)


@family()
def one_dimensional(draw: DrawFn, max_n: int, d: int) -> Rows:
    """d = 1."""
    return rows_of(draw, vectors(1), 1, max_n)


def pythagorean(draw: DrawFn, d: int) -> Row:
    """±(1 − |m|², 2m)/(1 + |m|²) for rational m ∈ ℝᵈ⁻¹: every rational point of the sphere but (∓1, 0, …)."""
    scale, sign = draw(st.integers(1, 3)), draw(st.sampled_from((1, -1)))
    m = [Fraction(x, scale) for x in draw(vectors(d - 1, 3))]
    square = dot(m, m)
    return times(Fraction(sign) / (1 + square), (1 - square, *(2 * x for x in m)))


@family()
def unit_rows(draw: DrawFn, max_n: int, d: int) -> Rows:
    """Every row has norm exactly 1: entries of Pythagorean tuples."""
    return [pythagorean(draw, d) for _ in range(draw(st.integers(1, max_n)))]


@family(2)
def tiny_margins(draw: DrawFn, max_n: int, d: int) -> Rows:
    """0 < γ̄ ≤ 1/10: all rows agree in the sign of their first coordinate, and two in little else."""
    if d == 1:
        return [(1 / Fraction(k),) for k in draw(st.lists(st.integers(10, 99), min_size=2, max_size=max_n))]
    long = [draw(st.integers(10, 99)), *draw(vectors(d - 2, 9))]
    rows = [unit([1, *long]), unit([1, *(-x for x in long)])]
    others = draw(st.lists(vectors(d - 1, 99), max_size=max_n - 2))
    return inserted(draw, rows, *(unit([1, *v]) for v in others))


@family(2)
def one_row_many_times(draw: DrawFn, max_n: int, d: int) -> Rows:
    """One row n − 1 times, and one other row."""
    row, other = rows_of(draw, nonzero(d), 2, 2)
    return inserted(draw, [row] * draw(st.integers(1, max_n - 1)), other)


@family(2)
def near_ties(draw: DrawFn, max_n: int, d: int) -> Rows:
    """Copies of one row, each nudged by at most a thousandth in one coordinate."""
    base = times(Fraction(9, 10), unit(draw(nonzero(d))))
    nudge = st.tuples(st.integers(0, d - 1), st.integers(-9, 9))
    nudges = draw(st.lists(nudge, min_size=2, max_size=max_n))
    return [tuple(x + (Fraction(by, 9000) if j == k else 0) for j, x in enumerate(base)) for k, by in nudges]


@family(2)
def one_heavy_many_light(draw: DrawFn, max_n: int, d: int) -> Rows:
    """One row of norm above 1/2 and rows of norm at most 1/50, all strictly on one side."""
    axis = draw(nonzero(d))
    side = vectors(d).map(lambda v: ahead(v, axis))
    light = [times(Fraction(1, 50), row) for row in rows_of(draw, side, 1, max_n - 1)]
    return [unit(draw(side)), *light]


def schedules() -> SearchStrategy[Any]:
    """Exact sequences in (0, 1], functions of t: constants, 2/(t+2), 1/⌈√(t+1)⌉, and drawn ones."""
    fraction = st.integers(1, 9).flatmap(lambda q: st.builds(Constant, st.integers(1, q), st.just(q)))
    drawn = st.builds(Drawn, st.integers(0, 999), st.sampled_from((1, None)), st.integers(1, 9))
    formula = st.sampled_from((one, two_over_t_plus_two, one_over_root_t_plus_one_floor))
    return st.one_of(formula, fraction, drawn)


@cache
def algorithms(kind: type | None) -> SearchStrategy[Any]:
    """Algorithms of a kind, with the usual parameters or drawn ones; of no kind, None: the data alone."""
    indices = st.builds(DrawnIndex, st.integers(0, 999))
    geometries = [Entropy(), Euclidean(), EuclideanSimplex()]
    mirrors = {"lam": schedules(), "theta": schedules(), "objective": st.just(Centred()), "first": st.just(ramp)}
    drawn: dict[type, dict[str, SearchStrategy[Any]]] = {
        DualNesterov: {"lam": schedules(), "theta": schedules()},
        GeneralDual: {"lam": schedules(), "theta": schedules(), "loss": st.sampled_from([Exponential(), Logistic()])},
        PrimalMomentum: {"beta": st.builds(Implied, schedules()), "theta": schedules()},
        NormalizedGD: {"theta": schedules()},
        GradientDescent: {"eta": schedules()},
        KernelMomentum: {"beta": st.builds(Implied, schedules()), "theta": schedules()},
        KernelSampling: {"beta": schedules(), "theta": schedules(), "index": indices},
        BatchPerceptron: {"eta": schedules()},
        Mirror: mirrors | {"geometry": st.sampled_from([*geometries, LogisticConjugate()])},
        MirrorDescent: mirrors | {"geometry": st.sampled_from(geometries)},
    }
    if kind is None:
        return st.none()
    if kind not in LIBRARY.methods:
        known = ", ".join(known.__name__ for known in LIBRARY.methods)
        raise ValueError(f"algorithms({kind!r}): expected one of {known}, or None")
    usual = st.sampled_from(list(LIBRARY.methods[kind].usual.values()))
    return st.one_of(usual, st.builds(kind, **drawn[kind])) if kind in drawn else usual

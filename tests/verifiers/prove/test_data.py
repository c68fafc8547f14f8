"""Protects what a proof supposes of arbitrary data: Z between its two spaces, an optimum, points of which only
their kind is known."""

from types import SimpleNamespace
from typing import Any

import pytest
from lemmacheck.theory.core.matrix import Matrix
from lemmacheck.theory.margins.losses import Exponential
from lemmacheck.theory.margins.problem import Problem
from lemmacheck.verifiers.prove import operators as o
from lemmacheck.verifiers.prove.context import Context, Points, Steps
from lemmacheck.verifiers.prove.data import Data, arbitrary_data, as_a_square, loss_of, of_kind
from lemmacheck.verifiers.prove.formal import AnyLoss
from lemmacheck.verifiers.prove.refusals import Refused
from lemmacheck.verifiers.prove.terms import COLUMNS, ROWS, Universe
from lemmacheck.verifiers.prove.values import Value
from lemmacheck.verifiers.prove.wording import term_text

from tests.verifiers.prove.sequences import array


@pytest.fixture
def p() -> Data:
    context = Context()
    return arbitrary_data(context, AnyLoss(context))


def of(p: Data, name: str, *axes: Any) -> Value:
    """An array of which every entry is this letter, along the last axis if that is a space."""
    spaces = [axis for axis in axes if axis in (ROWS, COLUMNS)]
    return array(p.num.context, p.num.context.universe.symbol(name, *spaces), *axes)


def test_an_optimum_is_any_point_of_the_simplex_with_the_least_norm_of_its_rows(p: Data) -> None:
    q, direction = p.optimum.q, p.optimum.direction
    pulled = o.carried(q.at(None), ROWS)

    assert (q.axes, term_text(q.at(None)), term_text(q.sum(-1).at(None))) == ((Points("dual optima"), ROWS), "q̄", "1")
    assert [(one.axes, one.shape[0]) for one in (p.optimum.gamma_squared, direction)] == [((1,), 1), ((1, COLUMNS), 1)]
    assert (direction.at(None) - pulled).is_zero
    assert (p.optimum.gamma_squared.at(None) - o.total(pulled**2, COLUMNS)).is_zero
    assert term_text(p.Z.at(None)) == "Z"


@pytest.mark.parametrize(("source", "target"), [(COLUMNS, ROWS), (ROWS, COLUMNS)])
def test_z_leads_from_each_space_to_the_other_at_every_t_and_at_every_point(p: Data, source: str, target: str) -> None:
    there, back = (p.scores, p.combine) if source == COLUMNS else (p.combine, p.scores)

    for before in ((), (Steps(),), (Points("of a kind"),), (Steps(), Points("of a kind"))):
        x = of(p, "x", *before, source)
        assert there(x).axes == (*before, target)
        assert there(x).at(0).key() == o.carried(x.at(0), source).key()
        with pytest.raises(Refused, match="of the other space"):
            back(x)
    for no_vector in (of(p, "x", source, Steps()), of(p, "x"), 3):
        with pytest.raises(Refused, match="of the other space"):
            there(no_vector)


def test_another_matrix_than_z_leads_nowhere() -> None:
    other = of_kind(SimpleNamespace(Z=3, num=None), Matrix, {})  # type: ignore[arg-type]
    w = array(Context(), Universe().symbol("w", COLUMNS), COLUMNS)

    with pytest.raises(Refused, match="other than Z"):
        other.scores(w)


def test_a_problem_of_a_kind_has_the_optimum_of_a_margin_problem_alone(p: Data) -> None:
    margins, others = (of_kind(p, kind, {"part": 7}) for kind in (Problem, Matrix))

    assert [type(one).__name__ for one in (margins, others)] == ["Problem", "Matrix"]
    for one in (margins, others):
        assert (one.Z is p.Z, one.num is p.num, one.part) == (True, True, 7)
    assert margins.optimum is p.optimum
    with pytest.raises(Refused, match="are asked for optimum"):
        _ = others.optimum


POINTS = {
    "simplex_points": (["q*"], ROWS), "directions": (["w*"], COLUMNS), "nonzero_directions": (["w≠"], COLUMNS),
    "ball_points": (["w°"], COLUMNS), "dual_points": (["ξ*"], ROWS), "dual_pairs": (["ξ", "ξ'"], ROWS),
    "pairs": (["x", "x'"], COLUMNS),
}  # fmt: skip


@pytest.mark.parametrize("kind", POINTS)
def test_points_of_a_kind_are_named_and_lie_in_their_space(p: Data, kind: str) -> None:
    found = p.arbitrary(kind)
    points = found if len(POINTS[kind][0]) > 1 else [found]

    assert ([term_text(one.at(None)) for one in points], {one.axes for one in points}) == (
        POINTS[kind][0],
        {(Points(kind), POINTS[kind][1])},
    )


@pytest.mark.parametrize(("kind", "name"), [("odds", "x"), ("horizons", "T")])
def test_odds_and_horizons_are_positive_numbers(p: Data, kind: str, name: str) -> None:
    found = p.arbitrary(kind)
    (atom,) = found.at(None).atoms()

    assert (found.axes, atom.name, atom.positive) == ((Points(kind),), name, True)


def test_paths_are_those_of_the_run_side_by_side_and_a_pairing_is_a_component(p: Data) -> None:
    context, v = p.num.context, of(p, "v", COLUMNS)
    with pytest.raises(Refused, match="shorter or longer"):
        p.arbitrary("paths", context.universe.symbol("N"))
    context.horizon = context.universe.symbol("N")
    context.law = SimpleNamespace(averaged=lambda x, draws: (x, draws))

    paths = p.arbitrary("paths", context.horizon)
    assert (paths.context, paths.side_by_side) == (context, True)
    assert p.arbitrary("pairings", v) is v
    assert p.arbitrary("averaged", v, 2) == (v, 2)
    with pytest.raises(Refused, match="other_points are no arbitrary points"):
        p.arbitrary("other_points")


def test_a_loop_over_losses_is_given_as_many_as_it_is_read_with(p: Data) -> None:
    context = p.num.context
    context.loops = 2

    assert not context.looped
    assert p.arbitrary("each_loss") == [AnyLoss(context), AnyLoss(context)]
    assert context.looped
    assert loss_of(context, exponential=True) == Exponential()
    assert loss_of(context, exponential=False) == AnyLoss(context)


def test_a_sum_of_squares_of_roots_is_known_as_one_where_the_roots_are_real() -> None:
    """Of √b of any sign it is not; of √(b² + 1), of a root of what is known as a square, and of no root it is."""
    u = Universe()
    b, c = u.symbol("b", ROWS), u.symbol("c", ROWS)
    known = o.total(c**2, ROWS)
    u.squares.add(known.key())

    for vector, real in (
        (b, True),
        (o.sqrt(b), False),
        (o.sqrt(b**2 + 1), True),
        (o.sqrt(known) * b, True),
        (o.sqrt(b**2 + 1) * o.sqrt(b), False),
    ):
        square = o.total(vector**2, ROWS)
        u.squares.discard(square.key())
        assert as_a_square(square, vector) is square
        assert (square.key() in u.squares) is real


def test_the_square_of_a_norm_is_known_as_one_by_the_fact_that_says_so(p: Data) -> None:
    x = of(p, "x", Steps(), COLUMNS)
    square, u = p.squared(x), p.num.context.universe

    assert square.axes == (Steps(),)
    assert (square.at(0) - o.total(x.at(0) ** 2, COLUMNS)).is_zero
    assert u.known_squares[square.at(0).key()][1] == "F.vector"


def test_what_arbitrary_data_are_asked_for_is_refused_but_for_what_python_asks(p: Data) -> None:
    assert not hasattr(p, "__array__")
    for name in ("array", "_array", "array__"):
        with pytest.raises(Refused, match=f"are asked for {name}"):
            getattr(p, name)

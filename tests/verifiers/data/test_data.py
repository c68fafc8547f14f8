"""Protects what a data name means: exact rows, pairs, modifiers, and one clear line when it means nothing."""

import pickle
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from lemmacheck.verifiers.data import DataError, Dataset, Labelled, load, load_labelled

from tests.verifiers.data.refusals import refusal

FINITE = st.floats(allow_nan=False, allow_infinity=False, allow_subnormal=True)
CSV = "a,b,label\n1,2,-1\n0.1,-4,1\n"


def test_the_rows_are_exactly_minus_y_times_x() -> None:
    data = Dataset("two", np.array([[0.1, 2.0], [3.0, -0.5]]), np.array([1, -1]))

    assert ((Fraction(-0.1), Fraction(-2)), (Fraction(3), Fraction(-1, 2))) == data.rows()


@settings(derandomize=True, deadline=None)
@given(st.lists(st.lists(FINITE, min_size=3, max_size=3), min_size=1, max_size=5))
@example([[0.0, 0.0, -0.0]])
@example([[1.0, 0.0, 0.0]])
@example([[0.0, 0.5, 0.0]])
@example([[0.0, 0.0, np.nextafter(4.0, 5.0)]])
def test_scaling_is_by_a_power_of_two_and_puts_the_largest_norm_between_a_half_and_one(X: list) -> None:
    data = Dataset("drawn", np.array(X), np.ones(len(X)))
    norms = [sum(x * x for x in row) for row in data.rows()]
    scale, scaled = data.scale(), data.unit_rows()

    assert max(norms) == data.largest_norm_squared()
    assert {1} == {part.bit_count() for part in scale.as_integer_ratio()}
    assert tuple(tuple(x / scale for x in row) for row in data.rows()) == scaled
    assert max(norms) == 0 or Fraction(1, 4) < max(sum(x * x for x in row) for row in scaled) <= 1


def test_rows_of_almost_equal_norm_are_compared_exactly() -> None:
    X = np.random.default_rng(1).normal(size=(400, 20))
    X /= np.linalg.norm(X, axis=1, keepdims=True)
    squares = [sum(Fraction(x) ** 2 for x in row) for row in X.tolist()]
    floats = np.einsum("ij,ij->i", X, X)

    assert np.argmax(squares) != np.argmax(floats)
    assert max(squares) == Dataset("close", X, np.ones(400)).largest_norm_squared()


def test_the_arrays_of_a_dataset_are_read_only_copies_and_it_can_be_pickled() -> None:
    X = np.ones((2, 2))
    data = Dataset("mine", X, np.array([1, -1]), {"a": 1, "b": -1})
    X[0, 0] = 7

    assert data.X[0, 0] == 1
    assert data.labels == pickle.loads(pickle.dumps(data)).labels
    with pytest.raises(ValueError, match="read-only"):
        data.X[0, 0] = 7


def test_an_error_can_be_pickled_and_stays_one_line() -> None:
    error = DataError("a\nb", "c", "d")

    assert str(pickle.loads(pickle.dumps(error))) == r"a\nb, expected c; d"


@pytest.mark.parametrize(("name", "shape", "labels"), [
    ("digits:3v5", (365, 64), {"3": 1, "5": -1}),
    ("digits:0v1", (360, 64), {"0": 1, "1": -1}),
    ("iris", (100, 4), {"0": 1, "1": -1}),
    ("iris:1v2", (100, 4), {"1": 1, "2": -1}),
    ("wine", (130, 13), {"0": 1, "1": -1}),
    ("wine:2v1", (119, 13), {"2": 1, "1": -1}),
    ("breast_cancer", (569, 30), {"1": 1, "0": -1}),
    ("breast_cancer+std+bias", (569, 31), {"1": 1, "0": -1}),
])  # fmt: skip
def test_a_bundled_name_gives_its_two_classes(name: str, shape: tuple, labels: dict) -> None:
    data = load(name)

    assert (name, shape, labels, {-1.0, 1.0}) == (data.name, data.X.shape, data.labels, set(data.y.tolist()))
    assert (data.n, data.d) == shape


def test_bias_is_a_column_of_ones_and_std_leaves_mean_zero_and_deviation_one() -> None:
    data = load("breast_cancer+std+bias")

    assert (data.X[:, -1] == 1).all()
    assert np.allclose(0, data.X[:, :-1].mean(axis=0), atol=1e-12)
    assert np.allclose(1, data.X[:, :-1].std(axis=0), atol=1e-12)


def test_modifiers_act_in_the_order_they_are_written() -> None:
    assert (load("iris+bias+std").X[:, -1] == 0).all()
    assert (load("iris+std+bias").X[:, -1] == 1).all()


def test_std_only_centres_a_constant_column_and_neither_overflows_nor_underflows(tmp_path: Path) -> None:
    X = np.array([[0.1, 1e308, 5e-324], [0.1, -1e308, 0]] * 3)
    np.savez(tmp_path / "d.npz", X=X, y=[1, 1, 0] * 2)

    expected = [[0, 1, 1], [0, -1, -1]] * 3
    assert expected == load(f"{tmp_path}/d.npz+std").X.tolist()


def test_labels_are_ordered_as_numbers_if_they_are_numbers_and_as_text_if_not(tmp_path: Path) -> None:
    (tmp_path / "n.csv").write_text("1,10\n2,9.0\n3,9\n")
    (tmp_path / "t.csv").write_text("1,no\n2,yes\n")

    assert load(str(tmp_path / "n.csv")).labels == {"9": -1, "10": 1}
    assert load(str(tmp_path / "t.csv")).labels == {"no": -1, "yes": 1}


def test_a_pair_of_a_file_is_chosen_by_label_even_where_labels_hold_a_v_or_a_plus(tmp_path: Path) -> None:
    (tmp_path / "i.csv").write_text("1,versicolor\n2,virginica\n3,setosa\n")
    (tmp_path / "g.csv").write_text("1,A+\n2,A-\n3,B\n")
    (tmp_path / "s.csv").write_text("1,-1\n2,+1\n3,0\n")

    assert load(f"{tmp_path}/i.csv:versicolorvvirginica").labels == {"versicolor": 1, "virginica": -1}
    assert load(f"{tmp_path}/g.csv:A+vA-+bias").labels == {"A+": 1, "A-": -1}
    assert load(f"{tmp_path}/s.csv:+1v-1+std").labels == {"1": 1, "-1": -1}


def test_a_side_of_a_pair_may_be_several_labels(tmp_path: Path) -> None:
    (tmp_path / "c.csv").write_text('1,"a,b"\n2,c\n3,d\n')
    parity, numbers = load("digits:1,3,5,7,9v0,2,4,6,8"), load_labelled("digits").labels

    assert parity.n == 1797
    assert np.array_equal(parity.y, np.where(numbers % 2 == 1, 1, -1))
    assert load("digits:3v5,8").labels == {"3": 1, "5": -1, "8": -1}
    assert load(f"{tmp_path}/c.csv:a,bvc").labels == {"a,b": 1, "c": -1}
    for pair in ("1,2v2,3", "1,1v2", "1,v2", ",v1", "1,11v2"):
        assert "is no pair of its labels" in refusal(f"digits:{pair}")


def test_all_classes_are_numbered_in_sorted_order(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("1,setosa\n2,other\n3,setosa\n4,none\n")
    data = load_labelled(f"{tmp_path}/t.csv+bias")

    assert (data.labels.tolist(), data.classes) == ([2, 1, 2, 0], ("none", "other", "setosa"))
    assert data.X.tolist() == [[1, 1], [2, 1], [3, 1], [4, 1]]
    assert load_labelled("digits").classes == tuple("0123456789")
    with pytest.raises(ValueError, match="read-only"):
        data.X[0, 0] = 7


@pytest.mark.parametrize(("name", "says"), [
    ("iris:0v1", "iris:0v1: a pair of classes, expected data with all their classes; write iris"),
    ("z.npz", "a file with Z alone, expected points with labels"),
    ("one.csv", "the labels take 1 distinct value, expected at least 2"),
    ("nan.npz", "row 2, column 2 is nan"),
    ("irs", "did you mean 'iris'?"),
])  # fmt: skip
def test_what_has_not_all_its_classes_is_refused(tmp_path: Path, name: str, says: str) -> None:
    np.savez(tmp_path / "z.npz", Z=np.ones((2, 2)))
    np.savez(tmp_path / "nan.npz", X=[[1, 2], [3, np.nan]], y=[0, 1])
    (tmp_path / "one.csv").write_text("1,0\n2,0\n")
    with pytest.raises(DataError) as caught:
        load_labelled(str(tmp_path / name) if "." in name else name)

    assert says in str(caught.value)


def test_labelled_points_have_one_label_each() -> None:
    with pytest.raises(DataError, match="one label for each row"):
        Labelled("mine", np.ones((2, 2)), np.array([0]), ("a", "b"))


def test_a_path_may_hold_plus_and_colon(tmp_path: Path) -> None:
    folder = tmp_path / "a+b:c"
    folder.mkdir()
    (folder / "x+bias.csv").write_text(CSV)

    assert (load(f"{folder}/x+bias.csv").d, load(f"{folder}/x+bias.csv:1v-1+bias").d) == (2, 3)


@pytest.mark.parametrize(("name", "says"), [
    ("", "no data named ''"),
    ("iirs", "did you mean 'iris'?"),
    ("nowhere/at/all.csv", "digits:AvB, iris[:AvB], wine[:AvB], breast_cancer"),
    ("nul\0byte.csv", r"nul\x00byte"),
    ("iris+robust", "+robust is no modifier, expected +bias and +std"),
    ("iris:1v2+bias+x", "+x is no modifier, expected +bias and +std"),
    ("digits", "10 distinct values (0, 1, 2, 3, 4, 5, 6, 7, 8, 9), expected exactly 2"),
    ("digits:3v3", "two different labels"),
    ("digits:3v", "'3v' is no pair of its labels (0, 1, 2"),
    ("iris:1v7", "'1v7' is no pair of its labels (0, 1, 2)"),
])  # fmt: skip
def test_a_name_that_means_nothing_is_refused_with_what_exists(name: str, says: str) -> None:
    assert says in refusal(name)


def test_a_near_miss_of_a_file_name_is_suggested(tmp_path: Path) -> None:
    (tmp_path / "heart.csv").write_text(CSV)

    assert "did you mean 'heart.csv'?" in refusal(tmp_path / "haert.csv")


def test_the_advice_for_many_labels_works_as_printed(tmp_path: Path) -> None:
    (tmp_path / "d.csv").write_text("1,0\n2,1\n3,2\n")
    line = refusal(tmp_path / "d.csv")

    assert load(line.rpartition("as in ")[2]).labels == {"0": 1, "1": -1}


def test_a_pair_or_a_modifier_of_an_npz_with_z_alone_is_refused(tmp_path: Path) -> None:
    np.savez(tmp_path / "z.npz", Z=np.ones((2, 2)))

    assert "+bias was asked of a file with Z alone" in refusal(f"{tmp_path}/z.npz+bias")
    assert ":0v1 was asked of a file with Z alone" in refusal(f"{tmp_path}/z.npz:0v1")


@pytest.mark.parametrize(("X", "y", "says"), [
    (np.ones(3), np.ones(3), "X has shape (3,), expected a matrix (n, d)"),
    (np.ones((2, 2, 2)), np.ones(2), "X has shape (2, 2, 2)"),
    (np.ones((2, 2)), np.ones(3), "X has shape (2, 2) and y (3,)"),
    (np.ones((0, 2)), np.ones(0), "the matrix is 0 x 2"),
    (np.array([[np.inf]]), np.ones(1), "row 1, column 1 is inf"),
    (np.ones((2, 2)), np.array([1, 0]), "y is 0 in row 2, expected -1 or +1"),
    (np.array([[object()]]), np.ones(1), "X holds Python objects"),
])  # fmt: skip
def test_a_dataset_cannot_be_made_of_anything_else(X: np.ndarray, y: np.ndarray, says: str) -> None:
    with pytest.raises(DataError) as caught:
        Dataset("mine", X, y)

    assert says in str(caught.value)

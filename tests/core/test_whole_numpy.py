"""Protects NumPy as an author's file has it: where nothing overflows, it gives what NumPy gives. Nobody else has it."""

from fractions import Fraction
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from lemmacheck.theory.core import whole_numpy
from lemmacheck.theory.core.machine import MACHINE
from lemmacheck.theory.core.whole import Whole

from tests.books.written import LEAST, WRITE

ALIKE = """
np.arange(5) ** 2 // 3
2.0 ** np.arange(5) + np.ones(5)
(1 / np.arange(1, 5)).sum()
np.arange(6).reshape(2, 3).T @ np.arange(6).reshape(2, 3)
np.linalg.norm(np.arange(6).reshape(2, 3), axis=1)
np.linalg.solve(np.array([[2, 1], [1, 3]]), np.array([1, 2]))
np.linalg.eigvalsh(np.array([[2, 1], [1, 3]]))
np.linalg.matrix_rank(np.array([[2, 1], [1, 3]]))
np.average(np.arange(5), weights=np.arange(5))
np.cov(np.arange(4))
np.corrcoef(np.arange(4), np.arange(4)[::-1])
np.median(np.arange(5))
np.percentile(np.arange(5), 50)
np.where(np.arange(5) > 2, 1, 0)
np.unique(np.array([3, 1, 3]), return_counts=True)
np.clip(np.arange(5), 1, 3)
np.interp(1.5, np.arange(3), np.arange(3) * 2)
np.polyfit(np.arange(5), np.arange(5) * 2.0, 1)
np.polynomial.polynomial.polyval(2, [1, 2, 3])
abs(np.fft.fft(np.arange(4)))
np.array([1, 2, 3])[np.array([1, 0])]
np.eye(3, dtype=np.int64)[np.arange(3) % 2]
np.vectorize(lambda k: k * k)(np.arange(4))
np.apply_along_axis(lambda row: row[0] * row[1], 1, np.arange(4).reshape(2, 2))
np.add.reduce(np.arange(6).reshape(2, 3), 1)
np.sum(np.arange(6).reshape(2, 3), (0, 1))
np.add.reduceat(np.arange(6), [0, 2, 3])
np.maximum.reduceat(np.array([3, 1, 2]), np.array([0, 1]))
np.multiply.accumulate(np.arange(1, 7).reshape(2, 3), 1)
np.add.outer(np.arange(3), [1, 2])
np.add.nin
np.dot(np.arange(3) > 0, np.arange(3) > 0)
np.prod(np.arange(3) < 3)
np.cumsum(np.arange(3) > 0)
np.trace(np.eye(2) > 0)
np.var(np.arange(3) > 0)
np.piecewise(np.arange(4.0), [np.arange(4) < 2], [0, 1])
np.random.default_rng(0).integers(0, 9, 3)
np.r_[1, 2, 3:6]
np.mgrid[0:2, 0:2]
np.split(np.arange(4), 2)
np.max(np.array([[1, 2], [3, 0]]), axis=1, keepdims=True)
np.empty(0, dtype=int).sum()
(np.arange(5) > 1).mean()
np.linspace(0, 1, num=np.int64(5))
""".strip().splitlines()


def entries(of: str, numpy: Any) -> Any:
    found = eval(of, {"np": numpy})
    return [np.asarray(part, dtype=float) for part in found] if isinstance(found, (list, tuple)) else found


def test_numpy_is_what_it_was_where_nothing_overflows() -> None:
    for of in ALIKE:
        np.testing.assert_array_equal(entries(of, whole_numpy), entries(of, np), of)


LARGEST = 2**31 - 1  # of those that are an index
METHODS: dict[str, tuple[tuple[Any, ...], Any]] = {
    "sum": ((), 2 * LARGEST + 3),
    "prod": ((), 3 * LARGEST**2),
    "cumsum": ((), [3, LARGEST + 3, 2 * LARGEST + 3]),
    "cumprod": ((), [3, 3 * LARGEST, 3 * LARGEST**2]),
    "dot": (([LARGEST**2] * 3,), LARGEST**2 * (2 * LARGEST + 3)),
    "argmax": ((), 1),
    "argmin": ((), 0),
    "argsort": ((), [0, 1, 2]),
    "max": ((), LARGEST),
    "min": ((), 3),
    "nonzero": ((), ([0, 1, 2],)),
    "searchsorted": ((4,), 1),
    "astype": (("int8",), [3, LARGEST, LARGEST]),
}


@pytest.mark.parametrize("name", METHODS)
def test_a_method_of_whole_numbers_gives_whole_numbers(name: str) -> None:
    given, expected = METHODS[name]
    found = getattr(whole_numpy.array([3, LARGEST, LARGEST]), name)(*given)

    for one, other in zip(*((x if type(x) is tuple else (x,)) for x in (found, expected)), strict=True):
        assert (one.tolist() if type(one) is Whole else one) == other
        assert type(one) is (Whole if type(other) is list else int)


def test_an_operation_in_the_place_of_entries_changes_them_or_is_refused_where_they_have_no_room() -> None:
    for values, where, by in (
        ([1, 2, 3], [0, 0, 2], 4), ([2**70, 2, 3], [0, 0], [1, 2]), ([0.5, 2, 3], [1, 1], [1, 2]),
        ([2**70, 2, 3], np.array([True, False, True]), 0.5),
    ):  # fmt: skip
        whole, numpys = whole_numpy.array(values), np.array(values)
        whole_numpy.add.at(whole, where, by)
        np.add.at(numpys, where, by)
        assert whole.tolist() == numpys.tolist()
    signs = whole_numpy.array([1, 2, 3])
    whole_numpy.negative.at(signs, whole_numpy.array([1, 2]))
    assert signs.tolist() == [1, -2, -3]
    with pytest.raises(TypeError, match=MACHINE):
        whole_numpy.multiply.at(whole_numpy.array([LARGEST]), [0], 2)


def test_sums_of_truth_and_of_large_numbers_are_whole_and_small_ones_an_index() -> None:
    truth = whole_numpy.array([3, -1, 5]) > 0
    large = whole_numpy.array([[2**62, 1], [1, 2**62]])
    sums = [truth.sum(), *truth.cumsum(), *whole_numpy.add.accumulate(truth), *whole_numpy.add.reduceat(truth, [0, 2])]

    assert sums == [2, 1, 1, 2, 1, 1, 2, 1, 1]
    assert {type(x) for x in sums} == {int}
    assert type(whole_numpy.eye(2, dtype=int).trace()) is int
    assert (large.trace(), large.sum(), large.dot([1, 1]).tolist()) == (2**63, 2**63 + 2, [2**62 + 1] * 2)
    for kind in (np.int8, np.uint16, "int32", np.dtype("int64")):
        assert np.array([5, 6, 7])[whole_numpy.arange(3, dtype=kind)].tolist() == [5, 6, 7]
    assert whole_numpy.array([1], dtype=np.uint64).dtype == object
    for sign in (1, -1):
        most = whole_numpy.array([sign * LARGEST])
        assert [(most + sign * more).dtype.kind for more in (0, 1)] == ["i", "O"]
    assert [whole_numpy.array([x]).dtype.kind for x in (LARGEST, LARGEST + 1)] == ["i", "O"]
    assert [whole_numpy.zeros(2, dtype=kind).dtype.kind for kind in ("float", np.dtype(bool), float)] == ["f", "b", "f"]
    made = [whole_numpy.r_[1, 2], whole_numpy.c_[1, 2], whole_numpy.mgrid[0:2], whole_numpy.ogrid[0:2]]
    assert {type(x) for x in made} == {Whole}
    assert whole_numpy.multiply.outer([2**32], [2**32]).tolist() == [[2**64]]
    assert whole_numpy.multiply.accumulate([2**32] * 2).tolist() == [2**32, 2**64]
    assert whole_numpy.add.reduceat([2**62] * 4, [0, 1]).tolist() == [2**62, 3 * 2**62]
    assert whole_numpy.add.reduce([2**62] * 4) == 2**64
    for floats in (whole_numpy.array([0.5, 1]), [0.5, 1], ([0.5, 1],)):
        assert (whole_numpy.array([2**70, 1]) + floats).dtype == float
    assert (whole_numpy.array([2**70, Fraction(1, 2)]) + whole_numpy.array([0.5, 1])).dtype == object
    assert whole_numpy.multiply(whole_numpy.array([4]), np.int64(2**62)).tolist() == [2**64]
    assert whole_numpy.multiply(np.int64(4), np.int64(2**62)) == whole_numpy.add(2**63, 2**63) == 2**64
    assert [whole_numpy.power(2, 64), whole_numpy.multiply(2**40, 2**40), -whole_numpy.negative(-(2**63))] == [
        2**64, 2**80, -(2**63),
    ]  # fmt: skip
    assert whole_numpy.multiply.outer(2**40, 2**40) == 2**80
    listed = [whole_numpy.array([2**30]), whole_numpy.array([4])]
    assert whole_numpy.multiply(listed, 2**62).tolist() == [[2**92], [2**64]]
    with pytest.raises(TypeError):  # which makes integers of the machine's alone
        whole_numpy.packbits(whole_numpy.array([1, 0, 1]))
    assert whole_numpy.array([0, 1]).choose([[5, 6], [7, 8]]).tolist() == [5, 8]


def test_what_is_drawn_is_what_numpy_draws_and_whole() -> None:
    for of in ("choice([2**40, 5], 3)", "integers(0, 9, 3)", "permutation(4)", "permuted([3, 1, 2])", "random(3)"):
        drawn, numpys = (eval(f"np.random.default_rng(7).{of}", {"np": each}) for each in (whole_numpy, np))
        assert drawn.tolist() == numpys.tolist()
        assert type(drawn) is (np.ndarray if of == "random(3)" else Whole)
    assert isinstance(whole_numpy.random.default_rng(7).bit_generator, np.random.BitGenerator)


def test_names_of_numpy_are_its_own_but_for_functions_of_integers() -> None:
    for name in ("pi", "inf", "newaxis", "float64", "ndarray", "bool_"):
        assert getattr(whole_numpy, name) is getattr(np, name)
    assert (whole_numpy.original(whole_numpy.add), whole_numpy.original(3)) == (np.add, 3)
    assert [kind() for kind in (whole_numpy.int64, whole_numpy.uint8)] == [0, 0]
    assert whole_numpy.int64.__module__ == whole_numpy.__name__ == "lemmacheck.theory.core.whole_numpy"
    for of, name in ((whole_numpy.linalg, "linalg"), (whole_numpy.random, "random")):
        assert of.__name__ == f"{whole_numpy.__name__}.{name}"
        assert import_module(of.__name__) is of


def test_a_vectorized_function_gives_whole_numbers_of_any_size() -> None:
    for power in (3, 41):
        powers = whole_numpy.vectorize(lambda k, power=power: k**power)(whole_numpy.arange(4))
        assert (powers.tolist(), type(powers)) == ([0, 1, 2**power, 3**power], Whole)
    halves = whole_numpy.vectorize(lambda k: k / 2)(whole_numpy.arange(4))
    assert (halves.tolist(), halves.dtype) == ([0, 0.5, 1, 1.5], float)
    assert whole_numpy.vectorize(lambda k, power: k**power)(whole_numpy.arange(4), 41)[3] == 3**41
    both = whole_numpy.vectorize(lambda k: (k, k**41))(whole_numpy.arange(4))
    assert [one.tolist() for one in both] == [[0, 1, 2, 3], [0, 1, 2**41, 3**41]]


def test_a_function_of_each_row_gives_whole_numbers_of_any_size() -> None:
    rows = whole_numpy.array([[1, 2], [2**40, 2**40]])

    assert whole_numpy.apply_along_axis(lambda row: row[0] * row[1], 1, rows).tolist() == [2, 2**80]
    assert whole_numpy.apply_along_axis(lambda row, by: row * by, 0, rows, 2**40)[1].tolist() == [2**80, 2**80]
    assert whole_numpy.apply_along_axis(lambda row: row[0] / 2, 1, rows[:1]).tolist() == [0.5]


def test_what_others_import_from_an_authors_folder_has_numpy_itself(tmp_path: Path, opened: WRITE) -> None:
    for name in ("of_the_book", "of_a_notebook"):
        (tmp_path / f"{name}.py").write_text("import numpy as np\n\nROW = np.arange(3)\n", encoding="utf-8")

    opened(LEAST, ("from typing", "import of_the_book\nfrom typing"))

    assert type(import_module("of_the_book").ROW) is Whole
    assert type(import_module("of_a_notebook").ROW) is np.ndarray


def test_an_array_among_the_names_of_a_module_is_no_type_of_integers() -> None:
    module = ModuleType("module")
    module.__dict__.update(some=np.array([1, 2]), int64=np.int64)
    found = whole_numpy.names_of(module)

    assert type(found["int64"](3)) is int
    assert found["some"].tolist() == [1, 2]

"""Protects NumPy as an author's file has it: where nothing overflows, it gives what NumPy gives. Nobody else has it."""

from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from lemmacheck.theory.core import whole_numpy
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

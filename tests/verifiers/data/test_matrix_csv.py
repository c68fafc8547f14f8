"""A CSV file is the matrix of a problem of one's own, exactly and with all its columns; what is none is one line."""

from fractions import Fraction
from pathlib import Path

import pytest
from lemmacheck.verifiers.data.dataset import DataError
from lemmacheck.verifiers.data.files import read_rows


def test_all_columns_are_read_exactly(tmp_path: Path) -> None:
    path = tmp_path / "z.csv"
    for text in ("a, b\n1/3,0.1\n-2,1e-2\n", "\n1/3,0.1\n\n-2,.01\n"):
        path.write_text(text, encoding="utf-8")

        assert read_rows(str(path)) == [[Fraction(1, 3), Fraction(1, 10)], [Fraction(-2), Fraction(1, 100)]]


@pytest.mark.parametrize(("text", "fault"), [
    ("1,2\n3,x\n", "line 2 has 'x', expected a number such as 0.1 or 1/3"),
    ("1,2\n3\n", "line 2 has 1 field, expected 2"),
    ("1,1/0\n", "line 1 has '1/0'"),
    ("1,nan\n", "line 1 has 'nan'"),
    ("1,1e99999\n", "line 1 has '1e99999'"),
    ("a,b\n", "no row of numbers"),
    ("", "an empty file"),
    ("1," + "9" * 500 + "\n", "line 1 has '99999999999999999999'"),
])  # fmt: skip
def test_what_is_no_matrix_is_one_line(tmp_path: Path, text: str, fault: str) -> None:
    path = tmp_path / "z.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DataError) as found:
        read_rows(str(path))

    assert fault in str(found.value)
    assert "\n" not in str(found.value)

"""Protects streaming from files that are damaged, not finite, or changed meanwhile: one line, never a verdict."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from lemmacheck.verifiers.data import DataError
from lemmacheck.verifiers.large import check_outcomes, into_unit_ball, opened, record
from lemmacheck.verifiers.large.accelerated import State
from lemmacheck.verifiers.large.enclosure import Bounds

from tests.commands import Command
from tests.sampled import sampled

pytestmark = pytest.mark.usefixtures("each_kernel")

N, D = 4000, 11


@pytest.fixture
def path(tmp_path: Path) -> Path:
    np.save(tmp_path / "Z.npy", np.random.default_rng(4).standard_normal((N, D)) + 1)
    return tmp_path / "Z.npy"


def npy(shape: str, rest: str = "", numbers: int = 0, descr: str = "'<f8'") -> bytes:
    """An .npy file with this for a header, whatever it says."""
    header = f"{{'descr': {descr}, 'fortran_order': False, 'shape': {shape}{rest}}}\n".encode()
    return b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header + bytes(8 * numbers)


HEADERS = [
    (npy("(True, 6)", numbers=6), r"shape \(True, 6\)"),
    (npy("(-3, 2)", numbers=6), r"shape \(-3, 2\)"),
    (npy("(-3, -2)", numbers=6), r"shape \(-3, -2\)"),
    (npy("(1000000000000, 6)", numbers=6), "bytes short"),
    (npy("(10**12, 6)", numbers=6), "no .npy file"),
    (npy("(2, 3)", rest=", '''", numbers=6), r"no .npy file \(EOF in multi-line string\), "),
    (npy("(2, 3)", descr="'<f9'", numbers=6), "no .npy file"),
    (npy("(2, 3)", descr="('<f8', (2,))", numbers=12), "holds"),
    (npy("(2, 3)", numbers=5), "8 bytes short"),
    (npy("(2, 3)", numbers=7), "8 bytes after its numbers, expected 2 x 3 numbers"),
    (npy("(2, 3)")[:20], "no .npy file"),
    (b"\x93NUMPY\x09\x00\x00\x00", "no .npy file"),
    (b"\x93NUMPY\x01\x00\xff\xff{", "no .npy file"),
    (b"\x93NUMPY\x01\x00\x02\x00\xff\xfe", "no .npy file"),
]


@pytest.mark.parametrize(("content", "words"), HEADERS, ids=range(len(HEADERS)))
def test_a_header_that_will_not_do_is_told_in_one_line(
    content: bytes, words: str, lemmacheck: Command, tmp_path: Path, path: Path
) -> None:
    damaged = tmp_path / "damaged.npy"
    damaged.write_bytes(content)

    with pytest.raises(DataError, match=words) as error, opened(str(damaged)):
        pass
    assert "\n" not in str(error.value)
    for arguments in ([damaged], [path, "--labels", damaged]):
        answer = lemmacheck("stream", *map(str, arguments), "--steps", "2")
        assert str(damaged) in answer.refusal


def test_a_header_of_any_bytes_is_told_in_one_line(tmp_path: Path) -> None:
    whole, damaged = npy("(2, 3)", numbers=6), tmp_path / "damaged.npy"
    read, told = 0, []
    places = sampled(range(len(whole) - 48), 24)
    for k in places:
        for byte in (0, 0x27, 0x28, 0x2D, 0x5C, 0x7B, 0xFF):
            damaged.write_bytes(whole[:k] + bytes([byte]) + whole[k + 1 :])
            try:
                with opened(damaged):
                    read += 1
            except DataError as error:
                told.append(str(error))

    assert [line for line in told if "\n" in line] == []
    assert 0 < read < 7 * len(places) / 2


@pytest.mark.parametrize("entry", [np.nan, np.inf, -np.inf, 1e200])
@pytest.mark.parametrize("row", [0, 1234, N - 1])
def test_an_entry_that_is_not_finite_is_told_with_its_file_and_row(
    entry: float, row: int, path: Path, lemmacheck: Command
) -> None:
    Z = np.load(path)
    Z[row, 7] = entry
    np.save(path, Z)

    answer = lemmacheck("stream", str(path), "--steps", "2")

    assert f"{path}: row {row + 1} is not finite" in answer.refusal
    for rows in (Z, Z[row : row + 1]):
        with opened(rows) as opened_rows, pytest.raises(DataError, match=rf"row {min(row, len(rows) - 1) + 1} "):
            into_unit_ball(opened_rows)


@pytest.mark.parametrize("stored", ["<i8", ">i8", "<u8"])
def test_integers_that_no_double_equals_are_refused(stored: str, path: Path) -> None:
    for size, fits in ((2**53, True), (2**53 + 1, False)):
        Z = np.array([[1, 2], [3, size]], stored)
        np.save(path, Z)
        for given in (Z, path):
            if fits:
                with opened(given) as rows:
                    assert into_unit_ball(rows).scale == 2.0**54
                continue
            with pytest.raises(DataError, match="beyond 2"), opened(given) as rows:
                into_unit_ball(rows)


@pytest.mark.parametrize("kind", [complex, np.longdouble, object, "U3"])
def test_an_array_of_no_real_numbers_is_refused(kind: Any) -> None:
    with pytest.raises(DataError, match="real numbers"), opened(np.ones((2, 2)).astype(kind)):
        pass


@pytest.mark.parametrize("size", [1.3e154, 6.8e153, 1e-154, 1e-163])
def test_rows_of_any_size_that_can_be_squared_go_into_the_unit_ball(size: float) -> None:
    with opened(np.array([[size, 0.0], [size / 2, size / 4]])) as rows:
        unit = into_unit_ball(rows)

        assert unit.scale in (1.0, size) or size < unit.scale <= 2 * size
        assert unit.largest_square() <= 1


def overwritten(path: Path, value: float) -> None:
    """One entry of the file, in place."""
    mapped = np.load(path, mmap_mode="r+")
    mapped[1234, 5] = value
    mapped.flush()


def with_its_time_kept(path: Path) -> None:
    """Another entry, by someone who hides it."""
    before = path.stat()
    overwritten(path, 77)
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


def replaced(path: Path) -> None:
    """Another file under the same name."""
    other = path.with_name("other.npy")
    np.save(other, np.load(path))
    os.replace(other, path)


def shortened(path: Path) -> None:
    os.truncate(path, path.stat().st_size - 8)


def lengthened(path: Path) -> None:
    with open(path, "ab") as file:
        file.write(b"more")


def removed(path: Path) -> None:
    path.unlink()


CHANGES = [
    lambda path: overwritten(path, np.nan),
    lambda path: overwritten(path, -50.0),
    with_its_time_kept,
    replaced,
    shortened,
    lengthened,
    removed,
]


@pytest.mark.parametrize("change", CHANGES, ids=range(len(CHANGES)))
@pytest.mark.parametrize("cores", [1, 2])
def test_a_file_that_changes_while_it_is_streamed_is_told(
    change: Callable[[Path], None], cores: int, path: Path
) -> None:
    def at_the_third_step(s: State) -> None:
        if s.t == 3:
            change(path)

    with (
        opened(path, cores=cores) as rows,
        pytest.raises(DataError, match=r"Z\.npy: (changed while it was read|cannot be read)"),
    ):
        record(into_unit_ball(rows), 6, observe=at_the_third_step)


def test_a_change_after_the_last_step_is_told_as_well(path: Path) -> None:
    with opened(path) as rows:
        run = record(into_unit_ball(rows), 4)
        with_its_time_kept(path)

        with pytest.raises(DataError, match="are not what they were"):
            check_outcomes(run)


def test_rows_in_memory_that_turn_around_are_told_by_the_bounds_they_leave() -> None:
    Z = np.tile([[0.9, 0.1], [0.8, -0.2]], (100_000, 1))

    def turned_around(s: State) -> None:
        if s.t == 3:
            Z[:] *= -1

    with opened(Z, cores=1) as rows:
        run = record(rows, 6, observe=turned_around)
        with pytest.raises(DataError, match="one and the same rows"):
            check_outcomes(run)


def test_bounds_that_contradict_each_other_are_none() -> None:
    with pytest.raises(DataError, match="one and the same rows"):
        Bounds(lower=1.5, upper=1.25)  # type: ignore[arg-type]


def test_a_map_that_copies_on_writing_is_read_as_it_was_changed(path: Path) -> None:
    mapped = np.load(path, mmap_mode="c")
    mapped[:] = 0.25

    with opened(mapped) as rows:
        assert rows.partial(np.ones(D)).m == D / 4

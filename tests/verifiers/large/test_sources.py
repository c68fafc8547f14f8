"""Protects where rows may lie: memory, threads, files, devices and partitions give one and the same triple."""

import tracemalloc
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier, current_thread, main_thread
from typing import Any

import array_api_strict
import numpy as np
import pytest
from lemmacheck.verifiers.data import DataError
from lemmacheck.verifiers.large import Partial, into_unit_ball, kernels, opened, record, reduction
from lemmacheck.verifiers.large import rows as rows_
from lemmacheck.verifiers.large.rows import in_turn

from tests.sampled import sampled

pytestmark = pytest.mark.usefixtures("each_kernel")

N, D = 5000, 37
MEGABYTE = 1 << 20


@pytest.fixture(scope="module")
def Z() -> np.ndarray:
    return np.random.default_rng(1).standard_normal((N, D))


@pytest.fixture(scope="module")
def w() -> np.ndarray:
    return np.random.default_rng(2).standard_normal(D)


@pytest.fixture(autouse=True)
def small_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    """Many blocks of few rows."""
    monkeypatch.setattr(reduction, "BLOCK", 100 * 8 * D)
    monkeypatch.setattr(rows_, "cache_size", lambda: 100 * 8 * D)


def saved(folder: Path, Z: np.ndarray) -> str:
    np.save(folder / "Z.npy", Z)
    return str(folder / "Z.npy")


def asked(rows: Any, w: np.ndarray, signs: Any = None, **how: Any) -> Partial:
    with opened(rows, signs, **how) as opened_rows:
        return opened_rows.partial(w)


def same(left: Partial, right: Partial) -> bool:
    """Bit by bit."""
    return (left.m, left.S, left.a.tolist()) == (right.m, right.S, right.a.tolist())


def near(left: Partial, right: Partial) -> bool:
    """Within a few roundings: the bound itself is tested elsewhere."""
    return bool(np.allclose([left.m, left.S, *left.a], [right.m, right.S, *np.asarray(right.a)], rtol=1e-12, atol=1e-9))


def test_the_number_of_threads_changes_not_a_bit(Z: np.ndarray, w: np.ndarray) -> None:
    serial = asked(Z, w, cores=1)

    assert all(same(asked(Z, w, cores=cores), serial) for cores in (2, 3, 8))


def test_what_threads_run_is_compiled_in_the_thread_that_hears_of_a_ctrl_c(
    Z: np.ndarray, w: np.ndarray, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not kernels.find_spec("numba"):
        return
    compiled = pytest.importorskip("lemmacheck.verifiers.large.compiled")
    reduced, longest, by = compiled.reduced, compiled.longest, []
    for name, function in {"reduced": reduced, "longest": longest}.items():
        monkeypatch.setattr(
            compiled, name, lambda *given, f=function: (by.append((f, current_thread() is main_thread())), f(*given))[1]
        )
    asked(Z, w, cores=2)

    assert by[:2] == [(longest, True), (reduced, True)]


def test_threads_take_parts_at_once_and_the_error_of_the_first_is_raised() -> None:
    met = Barrier(3, timeout=60)

    def work(k: int) -> int:
        met.wait()
        if k >= 3:
            raise ValueError(f"part {k}")
        return k

    with ThreadPoolExecutor(2) as pool:
        assert in_turn(work, range(3), pool, 3) == [0, 1, 2]
        with pytest.raises(ValueError, match="part 3"):
            in_turn(work, range(9), pool, 3)
    assert in_turn(lambda k: -k, range(9), None, 1) == [-k for k in range(9)]


@pytest.mark.slow
@pytest.mark.parametrize("stored", sampled(["<f8", ">f8", "<i4", "?", "u1", "<f4"], 4))
def test_a_file_and_a_memory_map_are_the_array(Z: np.ndarray, w: np.ndarray, stored: str, tmp_path: Path) -> None:
    path = saved(tmp_path, Z.astype(stored))
    wanted, of_file = asked(Z.astype(stored), w), asked(path, w)

    assert near(of_file, wanted) if kernels.find_spec("numba") else same(of_file, wanted)
    assert same(asked(np.load(path, mmap_mode="r"), w), of_file)


def test_a_file_is_never_held_in_memory(w: np.ndarray, tmp_path: Path) -> None:
    path = tmp_path / "Z.npy"
    large = np.lib.format.open_memmap(path, mode="w+", dtype=np.float64, shape=(200_000, D))
    large[:] = 1
    large.flush()

    tracemalloc.start()
    asked(str(path), w, cores=2)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert path.stat().st_size > 50 * MEGABYTE
    assert peak < 5 * MEGABYTE


def test_signs_are_labels(Z: np.ndarray, w: np.ndarray, tmp_path: Path) -> None:
    signs = np.where(np.arange(N) % 3, 1.0, -1.0)
    wanted = asked(signs[:, None] * Z, w)

    assert near(asked(Z, w, signs), wanted)
    assert near(asked(saved(tmp_path, Z), w, signs), wanted)
    assert near(asked(array_api_strict.asarray(Z), on_device(w), array_api_strict.asarray(signs)), wanted)
    assert near(asked(Z[:3], w, signs[:3]), asked(signs[:3, None] * Z[:3], w))


def on_device(w: np.ndarray) -> Any:
    return array_api_strict.asarray(w)


def test_any_array_of_the_array_api_will_do(Z: np.ndarray, w: np.ndarray) -> None:
    assert near(asked(array_api_strict.asarray(Z), on_device(w)), asked(Z, w))


def test_the_whole_run_stays_in_the_namespace_of_its_rows(Z: np.ndarray) -> None:
    with opened(array_api_strict.asarray(Z)) as rows, opened(Z) as usual:
        found, wanted = (record(into_unit_ball(r), 5) for r in (rows, usual))

    assert isinstance(found.last.w, type(array_api_strict.asarray(Z)))
    assert np.allclose(np.array(found.scalars), np.array(wanted.scalars), rtol=1e-12)


@pytest.mark.parametrize("precision", [np.float64, np.float32])
def test_rows_in_float32_are_widened_unless_speed_is_asked_for(Z: np.ndarray, w: np.ndarray, precision: Any) -> None:
    exact, found = (
        asked(Z.astype(np.float32).astype(np.float64), w),
        asked(Z.astype(np.float32), w, precision=precision),
    )
    off = np.abs(found.mean - exact.mean).max()

    if precision == np.float64 or kernels.find_spec("numba"):
        assert off < 1e-12
    else:
        assert 1e-12 < off < 1e-3


@pytest.mark.parametrize("columns", [D, 10])
def test_the_partitions_of_a_dask_array_merge_to_the_same(Z: np.ndarray, w: np.ndarray, columns: int) -> None:
    da = pytest.importorskip("dask.array")
    import dask

    signs = np.where(np.arange(N) % 2, 1.0, -1.0)
    with dask.config.set(scheduler="synchronous"):
        parts = da.from_array(Z, chunks=(1234, columns))
        assert near(asked(parts, w), asked(Z, w))
        assert near(asked(parts, w, signs), asked(Z, w, signs))
        with opened(parts) as rows, opened(Z) as usual:
            assert into_unit_ball(rows).scale == into_unit_ball(usual).scale
            bad = np.where(np.arange(N)[:, None] == 4321, np.nan, Z)
            with opened(da.from_array(bad, chunks=(1234, columns))) as lost, pytest.raises(DataError, match="row 4322"):
                into_unit_ball(lost)
            assert np.allclose(record(rows, 3).column("h"), record(usual, 3).column("h"), rtol=1e-12)


def test_the_unit_ball_is_reached_by_an_exact_power_of_two(Z: np.ndarray, w: np.ndarray) -> None:
    for data in (Z, Z[:50]):
        with opened(data) as rows:
            unit = into_unit_ball(rows)
            longest = np.sqrt((data * data).sum(1).max())
            assert longest <= unit.scale < 2.1 * longest
            assert near(unit.partial(w), asked(data / unit.scale, w))
            assert unit.largest_square() == pytest.approx((longest / unit.scale) ** 2)


@pytest.mark.parametrize(("content", "words"), [
    (b"", "no .npy file"),
    (b"not at all", "no .npy file"),
    (np.arange(5.0), "has shape"),
    (np.zeros((0, 3)), "not empty"),
    (np.asfortranarray(np.ones((4, 3))), "stored by columns"),
    (np.ones((2, 2), complex), "real numbers"),
])  # fmt: skip
def test_a_file_that_will_not_do_is_told_in_a_line(content: Any, words: str, tmp_path: Path) -> None:
    path = tmp_path / "Z.npy"
    if isinstance(content, bytes):
        path.write_bytes(content)
    else:
        np.save(path, content)

    with pytest.raises(DataError, match=words), opened(path):
        pass

"""A store keeps each chunk whole and once, for one writer and any readers; its faults are told in one line."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path

import pytest
from lemmacheck.verifiers.campaigns.answers import answers
from lemmacheck.verifiers.campaigns.chunk import Outcome, compute
from lemmacheck.verifiers.campaigns.spec import Spec
from lemmacheck.verifiers.campaigns.store import begin, reading, writing
from lemmacheck.verifiers.records.terminal import InputError

from tests.verifiers.campaigns_at_hand import SMALL
from tests.verifiers.short_lived import acquired

FIRST = compute(SMALL, 0)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "sweep.db"


def small() -> Spec:
    return SMALL


def refused(action: Callable[[], object]) -> str:
    """The one line with which something is refused."""
    with pytest.raises(InputError) as error:
        action()
    assert "\n" not in str(error.value)
    return str(error.value)


def opened(path: Path) -> list[object]:
    """Everything that a reader sees."""
    with reading(path) as store:
        return [store.spec, store.done(), answers(store, store.spec.claims)]


def test_what_was_added_is_there_for_the_next(path: Path) -> None:
    with writing(path, small) as store:
        store.add(FIRST)
    with reading(path) as store:
        assert store.spec == SMALL
        assert store.done() == {0}
        assert len(store.rows("SELECT * FROM decided")) == len(FIRST.decided)


def test_an_existing_store_keeps_its_spec(path: Path) -> None:
    with writing(path, small):
        pass
    with writing(path, lambda: replace(SMALL, seed=5)) as store:
        assert store.spec == SMALL


def test_a_chunk_is_never_kept_twice(path: Path) -> None:
    with writing(path, small) as store:
        store.add(FIRST)
        before = answers(store, SMALL.claims)

        refused(lambda: store.add(FIRST))
        assert answers(store, SMALL.claims) == before


def test_a_chunk_that_cannot_be_kept_whole_is_not_kept_at_all(path: Path) -> None:
    torn = Outcome(1, 10, FIRST.screened, [*FIRST.decided, FIRST.decided[0]])
    with writing(path, small) as store:
        refused(lambda: store.add(torn))

        assert store.done() == set()
        assert store.rows("SELECT * FROM decided") == []


def test_others_read_one_state_while_a_campaign_writes(path: Path) -> None:
    with writing(path, small) as store, reading(path) as reader:
        assert reader.done() == set()
        store.add(FIRST)
        assert reader.done() == set()
        assert opened(path)[1] == {0}


def test_a_second_writer_is_refused_also_by_another_name(path: Path) -> None:
    other = path.with_name("link.db")
    other.symlink_to(path)
    with writing(path, small):
        told = [refused(lambda name=name: writing(name, small).__enter__()) for name in (path, other)]
    with writing(path, small):
        pass

    assert told == [f"{name}: is in use by another process; wait until it has ended" for name in (path, other)]


def test_of_many_processes_one_at_a_time_has_the_lock(path: Path) -> None:
    with ProcessPoolExecutor(3, get_context("spawn")) as pool:
        found = list(pool.map(acquired, [str(path)] * 3, [40] * 3))

    assert found == [(40, 0)] * 3


def test_a_full_disk_is_told_and_what_was_kept_is_whole(path: Path) -> None:
    with writing(path, small) as store:
        store.add(FIRST)
        pages = store.rows("PRAGMA page_count")[0][0]
        store.rows(f"PRAGMA max_page_count = {pages}")
        many = [decided._replace(k=k) for decided in FIRST.decided for k in range(10**4, 10**4 + 999)]

        told = refused(lambda: store.add(Outcome(1, 10, [], many)))

    assert told == f"{path}: the disk is full; free some space and run it again: what was kept so far is whole"
    assert opened(path)[1] == {0}


def test_no_store_is_told_by_its_name(path: Path) -> None:
    assert refused(lambda: opened(path)).startswith(f"no store {str(path)!r}; expected")


def test_what_is_no_store_is_told_and_left_as_it_is(path: Path) -> None:
    path.write_text("some notes of mine, long enough to be no header of SQLite's\n" * 40)
    before = path.read_text()

    assert "is not the store of a campaign" in refused(lambda: opened(path))
    assert "is not the store of a campaign" in refused(lambda: writing(path, small).__enter__())
    assert path.read_text() == before


def test_a_database_of_others_is_told_and_left_as_it_is(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE mine (x)")
    connection.close()
    before = path.read_bytes()

    assert "is not the store of a campaign" in refused(lambda: opened(path))
    assert "is not the store of a campaign" in refused(lambda: writing(path, small).__enter__())
    assert path.read_bytes() == before


def test_a_damaged_store_is_told(path: Path) -> None:
    with writing(path, small) as store:
        for chunk in SMALL.chunks:
            store.add(compute(SMALL, chunk))
    whole = path.read_bytes()
    path.write_bytes(whole[:4096] + b"\xff" * (len(whole) - 4096))

    assert "is damaged" in refused(lambda: opened(path))


def test_a_cut_store_is_told(path: Path) -> None:
    with writing(path, small) as store:
        store.add(FIRST)
    path.write_bytes(path.read_bytes()[:4096])

    assert "is damaged" in refused(lambda: opened(path))


def test_a_store_of_another_format_is_told(path: Path) -> None:
    with writing(path, small) as store:
        store.rows("PRAGMA user_version = 99")

    assert "is of format 99, expected 1" in refused(lambda: opened(path))


def test_a_folder_that_does_not_exist_is_told(tmp_path: Path) -> None:
    assert "cannot be opened" in refused(lambda: writing(tmp_path / "no" / "sweep.db", small).__enter__())


def test_a_store_that_was_killed_before_its_spec_was_kept_begins_anew(path: Path) -> None:
    sqlite3.connect(path).close()
    path.touch()
    with writing(path, small) as store:
        assert store.spec == SMALL


def test_the_tables_and_the_spec_come_together_or_not_at_all(path: Path) -> None:
    connection = sqlite3.connect(path)
    with pytest.raises(AttributeError):
        begin(connection, None)  # type: ignore[arg-type]
    assert connection.execute("SELECT * FROM sqlite_master").fetchall() == []
    connection.close()

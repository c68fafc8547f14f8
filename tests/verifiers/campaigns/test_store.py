"""A store keeps each chunk whole and once, for one writer and any readers; its faults are told in one line."""

import json
import os
import random
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from lemmacheck.verifiers.campaigns.answers import answers
from lemmacheck.verifiers.campaigns.chunk import Outcome, compute
from lemmacheck.verifiers.campaigns.records import records
from lemmacheck.verifiers.campaigns.running import go_on
from lemmacheck.verifiers.campaigns.spec import Spec
from lemmacheck.verifiers.campaigns.store import Store, begin, digest, digest_text, log, reading, writing
from lemmacheck.verifiers.records.terminal import InputError

from tests.commands import silent
from tests.verifiers.campaigns.campaigns_at_hand import FALSE, HERE, SMALL
from tests.verifiers.campaigns.short_lived import acquired

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


def test_links_that_lead_nowhere_are_told_as_paths_that_cannot_be_opened(path: Path) -> None:
    path.symlink_to(path.name)

    assert "no store" in refused(lambda: opened(path))
    assert "cannot be opened" in refused(lambda: writing(path, small).__enter__())


@pytest.mark.slow
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

        message = refused(lambda: store.add(Outcome(1, 10, [], many)))

    assert message == f"{path}: the disk is full; free some space and run it again: what was kept so far is whole"
    assert opened(path)[1] == {0}


def of_others(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE mine (x)")


NOTES = "some notes of mine, long enough to be no header of SQLite's\n" * 40


@pytest.mark.parametrize("made", [of_others, lambda path: path.write_text(NOTES)], ids=["a database", "a text"])
def test_what_is_no_store_is_told_and_left_as_it_is(path: Path, made: Callable[[Path], object]) -> None:
    made(path)
    before = path.read_bytes()

    assert "is not the store of a campaign" in refused(lambda: opened(path))
    assert "is not the store of a campaign" in refused(lambda: writing(path, small).__enter__())
    assert path.read_bytes() == before


def test_a_cut_store_is_told(path: Path) -> None:
    with writing(path, small) as store:
        store.add(FIRST)
    path.write_bytes(path.read_bytes()[:4096])

    assert "is damaged" in refused(lambda: opened(path))


def test_what_is_refused_is_not_kept_open(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path.write_bytes(b"none" * 999)
    connect, made = sqlite3.connect, []
    monkeypatch.setattr(sqlite3, "connect", lambda *given, **named: made.append(connect(*given, **named)) or made[-1])
    refused(lambda: opened(path))

    assert made
    for connection in made:
        with pytest.raises(sqlite3.ProgrammingError, match="closed"):
            connection.execute("SELECT 1")


def test_a_store_of_another_format_is_told(path: Path) -> None:
    with writing(path, small) as store:
        store.rows("PRAGMA user_version = 99")

    assert "is of format 99, expected 2" in refused(lambda: opened(path))


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


def finished(path: Path) -> Path:
    """A store with two chunks that nobody has open."""
    with writing(path, small) as store:
        for chunk in (0, 1):
            store.add(compute(SMALL, chunk))
    return path


def changed(path: Path, statement: str, *values: object) -> None:
    """The store after somebody else's statement."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(statement, values)


@pytest.mark.parametrize("name", [":memory:", "folder", "pipe"])
def test_what_keeps_nothing_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")

    assert refused(lambda: writing(Path(name), small).__enter__()) == (
        f"{name!r} keeps nothing; expected the name of a file"
    )


@pytest.mark.parametrize("harm", ["delete", "cut", "replace", "delete its log"])
def test_a_store_that_is_harmed_while_it_is_written_is_told_at_the_next_chunk(path: Path, harm: str) -> None:
    with writing(path, small) as store:
        store.add(FIRST)
        store.rows("PRAGMA wal_checkpoint")
        if harm == "replace":
            os.replace(shutil.copy(path, path.with_name("copy.db")), path)
        elif harm == "cut":
            os.truncate(path, 0)
        else:
            log(path).unlink() if "log" in harm else path.unlink()
        message = refused(lambda: store.add(compute(SMALL, 1)))

    assert message.startswith(f"{path} was deleted, replaced or cut short while it was written; ")


def test_a_store_with_bytes_that_were_changed_is_told_or_says_the_same(path: Path) -> None:
    told, whole, rng = opened(finished(path)), path.read_bytes(), random.Random(7)
    used = [place for place, byte in enumerate(whole) if byte]  # most of the others are nowhere read
    wrong = []
    for _ in range(150):
        harmed = bytearray(whole)
        for place in rng.choices(used, k=rng.choice((1, 1, 4))):
            harmed[place] ^= 1 << rng.randrange(8)
        path.write_bytes(harmed)
        try:
            same = opened(path) == told
        except InputError as error:
            same = "\n" not in str(error)
        wrong += [] if same else [bytes(harmed)]

    assert wrong == []


def test_a_store_of_another_version_is_read_and_not_gone_on_with(path: Path) -> None:
    with writing(path, small) as store:
        forged(store, SMALL.to_json().replace(SMALL.version, "0.0.9"))

    with reading(path) as store:
        assert store.spec.version == "0.0.9"
    assert "was begun by lemmacheck 0.0.9 and this is" in refused(lambda: writing(path, small).__enter__())


def forged(store: Store, spec: str) -> None:
    """Give a store another spec, with a sum that agrees."""
    with store.connection as connection:
        connection.execute("UPDATE campaign SET spec = ?", (spec,))
        agreed(connection)


def agreed(connection: sqlite3.Connection) -> None:
    """Give a store the sum of the rows that it has."""
    total = sum(
        digest("spec" if table == "campaign" else table, row)
        for table, what in (("campaign", "spec"), ("chunk", "*"), ("screened", "*"), ("decided", "*"))
        for row in connection.execute(f"SELECT {what} FROM {table}").fetchall()
    )
    connection.execute("UPDATE campaign SET total = ?", (digest_text(total),))


ALTERED = [
    "UPDATE screened SET held = held + 1 WHERE claim = 'P.L3.2' AND chunk = 1",
    f"UPDATE decided SET verdict = 'certified' WHERE claim = '{FALSE}'",
    "UPDATE campaign SET total = 'none'",
    "DELETE FROM campaign",
    "CREATE TABLE more (x)",
    "DROP TABLE chunk",
]
CONTRADICTING = [
    "UPDATE decided SET lhs = x'ff'", "UPDATE decided SET k = 0.5 WHERE k = (SELECT MIN(k) FROM decided)",
    "UPDATE decided SET steps = 'many'", "UPDATE decided SET verdict = 'true'", "UPDATE decided SET verdict = 'proved'",
    "UPDATE decided SET steps = 10001", "UPDATE decided SET op = '' WHERE verdict = 'refuted'",
    "UPDATE decided SET k = k + 1000", "UPDATE decided SET claim = 'P.3.8' WHERE claim = 'P.L3.2'",
    "UPDATE screened SET instances = 10000000000",
    "UPDATE screened SET held = held - 1, close = close + 2, suspected = suspected - 1",
    "UPDATE screened SET chunk = chunk + 2", "UPDATE screened SET claim = 'P.3.8' WHERE claim = 'P.L3.2'",
    "UPDATE chunk SET instances = 11", "DELETE FROM chunk WHERE id = 1",
]  # fmt: skip


@pytest.mark.parametrize("statement", [*ALTERED, *CONTRADICTING])
def test_rows_that_are_not_as_they_were_written_are_told_and_contradictions_though_the_sum_agrees(
    path: Path, statement: str
) -> None:
    assert opened(finished(path))[1] == {0, 1}
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(statement)
        if statement in CONTRADICTING:
            agreed(connection)

    assert "is damaged" in refused(lambda: opened(path))
    assert "is damaged" in refused(lambda: writing(path, small).__enter__())


def test_a_refutation_that_is_not_found_again_is_not_reported(path: Path) -> None:
    with closing(sqlite3.connect(finished(path))) as connection, connection:
        connection.execute("UPDATE decided SET verdict = 'refuted' WHERE claim = 'P.L3.2' AND verdict = 'certified'")
        agreed(connection)
    with reading(path) as store:
        message = refused(lambda: records(store))

    assert message.startswith("the store says that P.L3.2 is refuted on instance ")
    assert "where it is certified: it is not as it was written" in message


FORGED = {
    "instances": [-1, 10**12, "60", True, None],
    "shapes": [[], [[0, 1]], [[3]], 5, [["a", "b"]], [[10**5, 10**5]]],
    "families": [["none"], [3], 3],
    "steps": [-1, 10**9, 0.5],
    "chunk": [0, -5],
    "closest": [-1],
    "claims": [[], [3], "", 3],
    "book": [7, None],
    "version": [3],
}


SPECS = [json.dumps(json.loads(SMALL.to_json()) | {field: value}) for field in FORGED for value in FORGED[field]]


@pytest.mark.parametrize("text", [*SPECS, "[" * 10**5, "null", "3", "{}", "x"], ids=lambda text: text[:9])
def test_a_spec_that_no_command_gives_is_told(path: Path, text: str) -> None:
    with writing(path, small) as store:
        forged(store, text)

    assert "is damaged" in refused(lambda: opened(path))


@pytest.mark.parametrize("id", ["P.NONE", "N.DA.typical.dual"])
def test_a_claim_that_is_nothing_to_ask_is_told(path: Path, id: str) -> None:
    with writing(path, lambda: replace(SMALL, claims=(id,))) as store:
        message = refused(lambda: go_on(store, HERE, silent, silent))

    assert message.startswith(f"the store asks {id!r}, which cannot be asked of single instances")


@pytest.mark.parametrize("logged", [False, True])
def test_a_store_is_read_where_nothing_can_be_written(logged: bool) -> None:
    with TemporaryDirectory() as folder:
        path = finished(Path(folder) / "sweep.db")
        if logged:  # as a kill leaves it, once its log was read
            changed(path, "PRAGMA journal_mode = WAL")
        with unwritable(Path(folder)):
            assert opened(path)[1] == {0, 1}
            assert "cannot be" in refused(lambda: writing(path, small).__enter__())


@contextmanager
def unwritable(folder: Path) -> Iterator[None]:
    """This process may read a folder and its files, and write none of them."""
    user = os.geteuid()
    for one in (*folder.iterdir(), folder):
        one.chmod(0o555 if one == folder else 0o444)
    try:
        os.seteuid(user or 65534)  # to root nothing is forbidden
        yield
    finally:
        os.seteuid(user)
        folder.chmod(0o755)

"""Where a campaign is kept: one SQLite file, each chunk one transaction under its number.

SQLite, as it is in Python itself, and commits a chunk whole or not at all: a kill at any moment loses the chunks that
were being computed, and nothing else. Its write-ahead log lets others read while a campaign writes. Who writes
holds the lock of a second file, NAME.lock, which ends with its process however that ends; the file itself, empty,
stays, for whoever unlinks a file that others lock gives two of them a lock each.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from lemmacheck.verifiers.campaigns.chunk import Outcome
from lemmacheck.verifiers.campaigns.spec import Spec
from lemmacheck.verifiers.records.terminal import InputError

OURS, FORMAT = 0x6C656D6D, 1  # marks the file as a campaign's store, of this format
TABLES = (
    "CREATE TABLE campaign (spec TEXT NOT NULL)",
    "CREATE TABLE chunk (id INTEGER PRIMARY KEY, instances INTEGER NOT NULL)",
    """CREATE TABLE screened (
    chunk INTEGER NOT NULL, claim TEXT NOT NULL, instances INTEGER NOT NULL, met INTEGER NOT NULL,
    held INTEGER NOT NULL, close INTEGER NOT NULL, suspected INTEGER NOT NULL, room REAL, k INTEGER,
    PRIMARY KEY (claim, chunk)) WITHOUT ROWID""",
    """CREATE TABLE decided (
    claim TEXT NOT NULL, k INTEGER NOT NULL, verdict TEXT NOT NULL, reason TEXT NOT NULL, bits INTEGER NOT NULL,
    steps INTEGER NOT NULL, t INTEGER, lhs TEXT NOT NULL, op TEXT NOT NULL, rhs TEXT NOT NULL, slack REAL, ratio REAL,
    PRIMARY KEY (claim, k)) WITHOUT ROWID""",
)
TROUBLE = {
    "SQLITE_FULL": "the disk is full; free some space and run it again: what was kept so far is whole",
    "SQLITE_NOTADB": "is not the store of a campaign; expected a file that `lemmacheck campaign run` wrote",
    "SQLITE_CORRUPT": "is damaged; restore a copy, or begin anew under another name",
    "SQLITE_BUSY": "is in use by another process; wait until it has ended",
    "SQLITE_CANTOPEN": "cannot be opened; expected a file in a folder that exists and may be written",
    "SQLITE_READONLY": "cannot be written; expected a file that may be",
    "SQLITE_IOERR": "cannot be read or written (is the disk full?); what was kept so far is whole",
}


@contextmanager
def told(path: Path) -> Iterator[None]:
    """Whatever SQLite has to say, in one line about the store."""
    try:
        yield
    except sqlite3.Error as error:
        name = getattr(error, "sqlite_errorname", "")
        known = next((text for prefix, text in TROUBLE.items() if name.startswith(prefix)), str(error))
        raise InputError(f"{path}: {known}") from None


class Store:
    """A campaign's store: its spec, which chunks are done, what they gave."""

    def __init__(self, path: Path, connection: sqlite3.Connection, spec: Spec) -> None:
        self.path, self.connection, self.spec = path, connection, spec

    def done(self) -> set[int]:
        """The chunks that are kept."""
        return {chunk for (chunk,) in self.rows("SELECT id FROM chunk")}

    def add(self, outcome: Outcome) -> None:
        """Keep a chunk, whole or not at all."""
        with told(self.path), self.connection:
            self.insert("chunk", [(outcome.chunk, outcome.instances)])
            self.insert("screened", [(outcome.chunk, *row) for row in outcome.screened])
            self.insert("decided", outcome.decided)

    def insert(self, table: str, rows: Sequence[tuple[Any, ...]]) -> None:
        if rows:
            self.connection.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * len(rows[0]))})", rows)

    def rows(self, query: str, values: Iterable[Any] = ()) -> list[tuple[Any, ...]]:
        with told(self.path):
            return self.connection.execute(query, tuple(values)).fetchall()


@contextmanager
def reading(path: Path) -> Iterator[Store]:
    """The store at this path, to be read, also while a campaign writes it."""
    if not path.is_file():
        raise InputError(f"no store {str(path)!r}; expected a file that `lemmacheck campaign run` wrote")
    with told(path), closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as connection:
        connection.execute("BEGIN")  # one state of the store, whatever is written meanwhile
        yield Store(path, connection, spec_of(path, connection))


@contextmanager
def writing(path: Path, new: Callable[[], Spec]) -> Iterator[Store]:
    """The store at this path, for one writer; one of a new campaign where there is none."""
    with locked(path), told(path), closing(sqlite3.connect(path)) as connection:
        if is_empty(connection):
            begin(connection, new())
        spec = spec_of(path, connection)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        yield Store(path, connection, spec)


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Nobody else writes this store meanwhile."""
    with told(path), closing(sqlite3.connect(f"{path.resolve()}.lock", timeout=0)) as connection:
        connection.execute("BEGIN EXCLUSIVE")
        yield


def is_empty(connection: sqlite3.Connection) -> bool:
    """Whether nothing was written yet, as where a campaign was killed in its first moment."""
    return not connection.execute("SELECT 1 FROM sqlite_master").fetchone()


def begin(connection: sqlite3.Connection, spec: Spec) -> None:
    """The tables and the spec, in one transaction."""
    with connection:
        connection.execute("BEGIN IMMEDIATE")
        for statement in (f"PRAGMA application_id = {OURS}", f"PRAGMA user_version = {FORMAT}", *TABLES):
            connection.execute(statement)
        connection.execute("INSERT INTO campaign VALUES (?)", (spec.to_json(),))


def spec_of(path: Path, connection: sqlite3.Connection) -> Spec:
    """The spec of a store, if it is one that this version wrote."""
    (mark,) = connection.execute("PRAGMA application_id").fetchone()
    (number,) = connection.execute("PRAGMA user_version").fetchone()
    if mark != OURS:
        raise InputError(f"{path}: {TROUBLE['SQLITE_NOTADB']}")
    if number != FORMAT:
        raise InputError(f"{path} is of format {number}, expected {FORMAT}; read it with the lemmacheck that wrote it")
    try:
        return Spec.from_json(connection.execute("SELECT spec FROM campaign").fetchone()[0])
    except (ValueError, TypeError, KeyError) as error:
        raise InputError(f"{path}: {TROUBLE['SQLITE_CORRUPT']} ({error})") from None

"""The store of a campaign: one SQLite file, each chunk one transaction under its number.

SQLite, as it is in Python itself, and commits a chunk whole or not at all: a kill at any moment loses the chunks that
were being computed, and nothing else. Its write-ahead log lets others read while a campaign writes. Who writes
holds the lock of a second file, NAME.lock, which ends with its process however that ends; the file itself, empty,
stays, for whoever unlinks a file that others lock gives two of them a lock each.

The sum of the digests of all rows is kept beside them, and is made again wherever a store is opened: a row that was
lost, or of which a bit has changed, is an error and answers nothing. So is a store whose rows contradict each other or
its spec, as those of one that was written by hand may.
"""

import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any

from lemmacheck.verifiers.campaigns.chunk import Outcome
from lemmacheck.verifiers.campaigns.spec import LIMITS, Spec
from lemmacheck.verifiers.records.terminal import InputError
from lemmacheck.verifiers.records.verdict import Verdict

OURS, FORMAT = 0x6C656D6D, 2  # marks the file as a campaign's store, of this format
TABLES = (
    "CREATE TABLE campaign (spec TEXT NOT NULL, total TEXT NOT NULL)",
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

COUNTED = "instances, met, held, close, suspected"
VERDICTS = {*Verdict} - {Verdict.PROVED, Verdict.NOT_CHECKABLE}  # that a run may have
NO_SPEC = (ValueError, TypeError, KeyError, AttributeError, RecursionError)  # what a text that is none may raise


@contextmanager
def one_line(path: Path) -> Iterator[None]:
    """An error of SQLite, in one line about the store."""
    try:
        yield
    except (sqlite3.Error, UnicodeDecodeError) as error:
        name = "SQLITE_CORRUPT" if isinstance(error, UnicodeDecodeError) else getattr(error, "sqlite_errorname", "")
        known = next((text for prefix, text in TROUBLE.items() if name.startswith(prefix)), str(error))
        raise InputError(f"{path}: {known}") from None


class Store:
    """A campaign's store: its spec, the chunks that are done, their results."""

    def __init__(self, path: Path, connection: sqlite3.Connection, spec: Spec) -> None:
        self.path, self.connection, self.spec = path, connection, spec
        self.seen: dict[Path, os.stat_result] = {}  # its files when it was last written

    def done(self) -> set[int]:
        """The stored chunks."""
        return {chunk for (chunk,) in self.rows("SELECT id FROM chunk")}

    def add(self, outcome: Outcome) -> None:
        """Keep a chunk, whole or not at all, in the file that was opened."""
        self.be_there()
        with one_line(self.path), self.connection:
            total = self.insert("chunk", [(outcome.chunk, outcome.instances)])
            total += self.insert("screened", [(outcome.chunk, *row) for row in outcome.screened])
            total += self.insert("decided", outcome.decided)
            (before,) = self.connection.execute("SELECT total FROM campaign").fetchone()
            self.connection.execute("UPDATE campaign SET total = ?", (digest_text(int(before, 16) + total),))
        self.be_there()

    def insert(self, table: str, rows: Sequence[tuple[Any, ...]]) -> int:
        """Write these rows; the sum of their digests."""
        if rows:
            self.connection.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * len(rows[0]))})", rows)
        return sum(digest(table, row) for row in rows)

    def be_there(self) -> None:
        """Refuse to go on if the store, or its log, was deleted, replaced or cut meanwhile."""
        now = {path: path.stat() for path in (self.path, log(self.path)) if path.exists()}
        same = all(path in now and os.path.samestat(now[path], before) for path, before in self.seen.items())
        if same and (not self.seen or now[self.path].st_size >= self.seen[self.path].st_size):
            self.seen = now
            return
        raise InputError(
            f"{self.path} was deleted, replaced or cut short while it was written; what it keeps may not be whole: "
            "run it again, and leave the file and those beside it alone until it has ended"
        )

    def rows(self, query: str, values: Iterable[Any] = ()) -> list[tuple[Any, ...]]:
        with one_line(self.path):
            return self.connection.execute(query, tuple(values)).fetchall()


@contextmanager
def reading(path: Path) -> Iterator[Store]:
    """The store at this path, to be read, also while a campaign writes it; refused unless it is whole."""
    if not path.is_file():
        raise InputError(f"no store {str(path)!r}; expected a file that `lemmacheck campaign run` wrote")
    with one_line(path), closing(readable(path)) as connection:
        yield Store(path, connection, spec_of(path, connection))


def readable(path: Path) -> sqlite3.Connection:
    """A connection to one state of a store, whatever is written meanwhile; also in a read-only folder."""
    for access in ("mode=ro", "immutable=1"):
        connection = sqlite3.connect(f"{there(path).as_uri()}?{access}", uri=True)
        try:
            connection.execute("BEGIN")
            connection.execute("SELECT 1 FROM sqlite_master").fetchone()
            return connection
        except Exception as error:  # of SQLite, or that what it says is no text
            connection.close()
            barred = getattr(error, "sqlite_errorname", "").startswith(("SQLITE_CANTOPEN", "SQLITE_READONLY"))
            if not barred or log(path).exists() or log(path, "journal").exists():
                raise
    raise InputError(f"{path}: {TROUBLE['SQLITE_CANTOPEN']}")


def there(path: Path) -> Path:
    """The target of a path; of links that lead to each other, the path itself."""
    return Path(os.path.realpath(path))


def log(path: Path, kind: str = "wal") -> Path:
    """The file in which SQLite keeps changes that are not yet in the store."""
    return Path(f"{there(path)}-{kind}")


@contextmanager
def writing(path: Path, new: Callable[[], Spec]) -> Iterator[Store]:
    """The store at this path, for one writer; one of a new campaign where there is none."""
    if str(path) == ":memory:" or (path.exists() and not path.is_file()):
        raise InputError(f"{str(path)!r} keeps nothing; expected the name of a file")
    with locked(path), one_line(path), closing(sqlite3.connect(there(path))) as connection:
        if is_empty(connection):
            begin(connection, new())
        spec = spec_of(path, connection)
        spec.drawn_here(path)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        store = Store(path, connection, spec)
        store.be_there()
        try:
            yield store
        finally:
            with suppress(sqlite3.Error):  # readers keep the log; without them one plain file is left
                connection.execute("PRAGMA journal_mode = DELETE")


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """The lock of a store: nobody else writes it meanwhile."""
    with one_line(path), closing(sqlite3.connect(f"{there(path)}.lock", timeout=0)) as connection:
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
        text = spec.to_json()
        connection.execute("INSERT INTO campaign VALUES (?, ?)", (text, digest_text(digest("spec", (text,)))))


def spec_of(path: Path, connection: sqlite3.Connection) -> Spec:
    """The spec of a store, if this version wrote it."""
    (mark,) = connection.execute("PRAGMA application_id").fetchone()
    (number,) = connection.execute("PRAGMA user_version").fetchone()
    if mark != OURS:
        raise InputError(f"{path}: {TROUBLE['SQLITE_NOTADB']}")
    if number != FORMAT:
        raise InputError(f"{path} is of format {number}, expected {FORMAT}; read it with the lemmacheck that wrote it")
    try:
        if wrong := fault(connection):
            raise ValueError(wrong)
        spec = Spec.from_json(connection.execute("SELECT spec FROM campaign").fetchone()[0])
        if wrong := contradiction(connection, spec):
            raise ValueError(wrong)
        return spec
    except (*NO_SPEC, InputError, sqlite3.OperationalError) as error:
        raise InputError(f"{path}: {TROUBLE['SQLITE_CORRUPT']} ({' '.join(str(error).split())[:120]})") from None


def fault(connection: sqlite3.Connection) -> str:
    """The damage of a store, in words; '' where it is whole."""
    ((checked,),) = connection.execute("PRAGMA integrity_check(1)").fetchall()
    if checked != "ok":
        return str(checked)
    if sorted(sql for (sql,) in connection.execute("SELECT sql FROM sqlite_master")) != sorted(TABLES):
        return "its tables are not those of a campaign"
    ((spec, kept),) = connection.execute("SELECT spec, total FROM campaign").fetchall()
    total = digest("spec", (spec,))
    for table in ("chunk", "screened", "decided"):
        total += sum(digest(table, row) for row in connection.execute(f"SELECT * FROM {table}"))
    return "" if digest_text(total) == kept else "its rows are not those that were written"


def contradiction(connection: sqlite3.Connection, spec: Spec) -> str:
    """A row that no campaign of this spec writes, in words; '' where there is none."""
    for table in ("chunk", "screened", "decided"):
        for _, name, declared, needed, *_ in connection.execute(f"PRAGMA table_info({table})").fetchall():
            kinds = [declared.lower(), *(["null"] * (not needed))]
            kind = f"typeof({name})"
            other = f"{kind} NOT IN ({', '.join('?' * len(kinds))}) OR {kind} = 'real' AND abs({name}) = 9e999"
            if connection.execute(f"SELECT 1 FROM {table} WHERE {other}", kinds).fetchone():
                return f"{name} of {table} is no {declared.lower()} somewhere"
    chunks = dict(connection.execute("SELECT id, instances FROM chunk"))
    if any(id not in spec.chunks or count != len(spec.members(id)) for id, count in chunks.items()):
        return "its chunks are not those of its spec"
    asked = {claim for (claim,) in connection.execute("SELECT claim FROM screened UNION SELECT claim FROM decided")}
    if not asked <= set(spec.claims):
        return "it answers claims that its spec does not ask"
    for chunk, instances, met, *counts in connection.execute(f"SELECT chunk, {COUNTED} FROM screened"):
        if chunks.get(chunk) != instances or not 0 <= met <= instances or min(counts) < 0 or sum(counts) != met:
            return "its counts contradict each other"
    longest = LIMITS["steps"][1]
    for k, verdict, op, steps in connection.execute("SELECT k, verdict, op, steps FROM decided"):
        known = 0 <= k < spec.instances and spec.chunk_of(k) in chunks and verdict in VERDICTS
        if not known or not 0 <= steps <= longest or (verdict == Verdict.REFUTED and not op):
            return "it decides instances that it has not, or in a way that is none"
    return ""


def digest(table: str, row: Sequence[Any]) -> int:
    """A number that a row of a table has, and no other, as SQLite gives it back: 0.0 for −0.0."""
    values = [value + 0.0 if isinstance(value, float) else value if value is None else str(value) for value in row]
    return int.from_bytes(blake2b(repr((table, *values)).encode(), digest_size=16).digest())


def digest_text(total: int) -> str:
    """A sum of digests."""
    return f"{total % 2**128:032x}"

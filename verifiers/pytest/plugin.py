"""pytest's second front: `pytest --lemmacheck` shows one test per claim, named by its id; `pytest
--lemmacheck-variant FILE` one per claim that is asked of a proposed variant (`variants.py`), `pytest
--lemmacheck-book FILE` one per claim of a book of one's own.

Each test decides its claim on a quick survey and passes if the verdict is the one on record: a claim
recorded as refuted must be refuted again, by a full survey where a quick one does not; any other must not be
refuted. One that is recorded as undecided is expected to fail, for unknown is no pass; one that does not apply, or
is not checkable, is skipped if the record says the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from lemmacheck.theory.core.book import Library
    from lemmacheck.theory.core.claim import Claim
    from lemmacheck.verifiers.records.verdict import Record, Verdict


def seconds(text: str) -> float:
    """A time that a clock can be set to; an infinite one, or nan, is none."""
    from lemmacheck.verifiers.library.time_limit import MOST_SECONDS

    if not 0 < (value := float(text)) <= MOST_SECONDS:
        raise ValueError(text)
    return value


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("lemmacheck")
    group.addoption(
        "--lemmacheck",
        action="store_true",
        help="one test per claim of the lemmacheck book, alone or with the files you name",
    )
    group.addoption(
        "--lemmacheck-only",
        metavar="PATTERNS",
        default="*",
        help="only claims whose id matches, such as 'P.T3.*,N1.rate'",
    )
    group.addoption(
        "--lemmacheck-book",
        metavar="BOOK",
        help="one test per claim of this book, beside your own: a file, MODULE:NAME or the name of an installed book",
    )
    group.addoption(
        "--lemmacheck-variant",
        metavar="FILE",
        action="append",
        default=[],
        help="one test per claim asked of the variants of this file, of a book's method with --lemmacheck-book; may be "
        "given several times",
    )
    group.addoption(
        "--lemmacheck-outcomes",
        action="store_true",
        help="with --lemmacheck-variant: a claim that does not apply is judged by its printed relation",
    )
    group.addoption(
        "--lemmacheck-timeout",
        metavar="SECONDS",
        type=seconds,
        default=10.0,
        help="with --lemmacheck-variant: seconds that one task of the author's code may take",
    )


def stand_alone(config: pytest.Config) -> bool:
    """Whether the claims are the only tests. A book's stand beside its author's own; those of --lemmacheck and of a
    variant do where files are named."""
    if hasattr(config, "workerinput"):
        return bool(config.workerinput["lemmacheck_alone"])
    asked = any(config.getoption(f"--lemmacheck{which}") for which in ("", "-variant"))
    return asked and config.args_source != config.ArgsSource.ARGS


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Tell a worker of pytest-xdist, whose arguments are others."""
    node.workerinput["lemmacheck_alone"] = stand_alone(node.config)


def pytest_ignore_collect(collection_path: Any, config: pytest.Config) -> bool | None:
    return True if stand_alone(config) and collection_path.is_file() else None


def pytest_collection_modifyitems(session: pytest.Session, config: pytest.Config, items: list[pytest.Item]) -> None:
    """Add a test for each claim."""
    given, only = config.getoption("--lemmacheck-book"), config.getoption("--lemmacheck-only")
    files = config.getoption("--lemmacheck-variant")
    if files and given is None:
        from lemmacheck.verifiers.pytest.variants import items as of_variants

        items += of_variants(session, files)
    if given is None and not config.getoption("--lemmacheck"):
        return
    if given == "":
        raise pytest.UsageError("--lemmacheck-book '' names no book; expected a file, MODULE:NAME or an installed book")
    from lemmacheck.theory.core.book import is_among
    from lemmacheck.theory.core.shared import Impure
    from lemmacheck.verifiers.cli.known import verdicts
    from lemmacheck.verifiers.library.asking import library
    from lemmacheck.verifiers.library.changed import claims_of_file

    try:
        book = library(given or "")
        known = verdicts(book)
        limit = config.getoption("--lemmacheck-timeout")
        asked = {Path(file).name: claims_of_file(book, Path(file).resolve(), limit)[0] for file in files}
    except (ValueError, OSError, Impure) as error:
        raise pytest.UsageError(str(error)) from None
    patterns = only.split(",")
    if lost := [pattern for pattern in patterns if not any(is_among(id, pattern) for id in book.claims)]:
        raise pytest.UsageError(f"--lemmacheck-only {','.join(lost)!r} matches no claim")
    asked = asked or {Path(given).name if given else "lemmacheck": list(book.claims.values())}
    for of, claims in asked.items():
        wanted = [claim for claim in claims if is_among(claim.id, *patterns)]
        answers = Answers(book, wanted, known)
        items += [
            ClaimItem.from_parent(session, name=one.id, nodeid=f"{of}::{one.id}", answers=answers) for one in wanted
        ]


def pytest_collection_finish(session: pytest.Session) -> None:
    """Screen only the claims that -k and its like leave."""
    left = [item for item in session.items if isinstance(item, ClaimItem)]
    for answers in {id(item.answers): item.answers for item in left}.values():
        names = {item.name for item in left if item.answers is answers}
        answers.claims = [claim for claim in answers.claims if claim.id in names]


class Answers:
    """The records of a library's wanted claims, all screened together at the first request; and the known verdicts."""

    def __init__(self, library: Library, claims: Sequence[Claim], known: Mapping[str, Verdict]) -> None:
        self.library, self.claims, self.known = library, claims, known
        self.plans: dict[str, Any] | None = None
        self.found: dict[str, Record] = {}

    def record(self, name: str) -> Record:
        from lemmacheck.verifiers.library.deciding import examine, examine_claim
        from lemmacheck.verifiers.library.plan import QUICK, groups_of, screen_group
        from lemmacheck.verifiers.library.recheck import rechecked

        def silent(line: str) -> None: ...

        if self.library.limit is not None:  # an author's code is run apart, all of it at once
            if not self.found:
                records = rechecked(self.claims, examine(self.claims, QUICK, silent), self.known, silent)
                self.found = {one.id: one for one in records}
            return self.found[name]
        if self.plans is None:
            groups = groups_of(self.claims)
            self.plans = {id: plan for group in groups for id, plan in screen_group(group, QUICK).items()}
        claim = self.library.claims[name]
        return rechecked([claim], [examine_claim(claim, self.plans[name], QUICK)], self.known, silent)[0]


class Contradiction(Exception):
    """A claim's verdict is not the one on record."""


class ClaimItem(pytest.Item):
    """One claim as a test."""

    def __init__(self, *, answers: Answers, **keywords: Any) -> None:
        super().__init__(**keywords)
        self.answers = answers

    def runtest(self) -> None:
        from lemmacheck.verifiers.records.verdict import HOLDING

        record = self.answers.record(self.name)
        self.user_properties.append(("verdict", str(record.verdict)))
        expected = self.answers.known.get(self.name)
        if record.verdict == "not-checkable" and expected in ("not-checkable", None):
            pytest.skip(record.reason)
        if record.verdict == expected == "not-applicable":
            pytest.skip(f"not applicable, as on record: {record.reason}")
        if record.verdict == expected == "undecided":
            pytest.xfail(f"undecided, as on record: {record.reason}")
        if record.verdict != expected and (record.verdict not in HOLDING or expected in ("refuted", "ill-formed")):
            raise Contradiction(failure_text(record, expected))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if isinstance(excinfo.value, Contradiction):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Any, int | None, str]:
        return self.path, None, f"claim {self.name}"  # a bare id would be shown with :: for each of its dots


def failure_text(record: Record, expected: Verdict | None) -> str:
    """The failure message: statement, verdicts, witness."""
    from lemmacheck.verifiers.records.result_text import witness_text

    before = (
        f"recorded as {expected}"
        if expected
        else "and no verdict is on record (`lemmacheck report BOOK --accept` records it)"
    )
    lines = [f"{record.id}: {record.statement}", f"found {record.verdict}, {before}. {record.reason}"]
    if record.witness is not None:
        lines.append(witness_text(record.witness))
    return "\n".join(lines)

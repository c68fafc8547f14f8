"""The commands on books of one's own: several at once, a changed method, pytest, a campaign, what is cited and kept."""

import json
import os
from contextlib import chdir
from fractions import Fraction
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import lemmacheck.strategies
import pytest
from hypothesis import given
from lemmacheck import library, problem
from lemmacheck.theory.books.classics.gradient_descent import Quadratic
from lemmacheck.theory.core import opening
from lemmacheck.theory.core.book import BookError
from lemmacheck.theory.core.opening import library_at
from lemmacheck.verifiers.campaigns.questions import questions
from lemmacheck.verifiers.cli.known import writable
from lemmacheck.verifiers.library import plan
from lemmacheck.verifiers.library.new_book import TEXT
from lemmacheck.verifiers.records.terminal import InputError

from tests.books.written import LEAST
from tests.commands import LITTLE, Command
from tests.sampled import sampled


def second(path: Path, uses: str = "Me.L1") -> None:
    """Another book, whose first claim uses one of the other."""
    text = TEXT.replace('"Me26"', '"You26"').replace('"Me.L', '"You.L')
    path.write_text(text.replace("about=Descent", f"about=Descent, uses=[{uses!r}]", 1), encoding="utf-8")


@pytest.mark.slow
def test_several_books_are_checked_reported_and_accepted_together(lemmacheck_: Command, tmp_path: Path) -> None:
    second(tmp_path / "yours.py")
    status, output, _ = lemmacheck_("check", "mine.py", "yours.py", "*.L2")

    assert status == 0
    assert [line.split()[:2] for line in output.splitlines() if line[0] != " "] == [
        ["Me.L2", "REFUTED"],
        ["You.L2", "REFUTED"],
    ]
    status, output, _ = lemmacheck_("report", "mine.py", "yours.py", "--accept", "--out", "out")
    assert status == 0
    assert "4 claims: 2 proved, 2 refuted" in output
    assert "Me26" in (tmp_path / "out" / "index.html").read_text(encoding="utf-8")
    assert (tmp_path / "yours.verdicts.json").read_text(encoding="utf-8").split('"')[1::2] == [
        "You.L1", "proved", "You.L2", "refuted",
    ]  # fmt: skip
    assert '"Me.L2": "refuted"' in (tmp_path / "mine.verdicts.json").read_text(encoding="utf-8")
    assert lemmacheck_("replay", "mine.py", "yours.py", "out/records.jsonl")[1].count("stands  ") == 4
    options = ("out/records.jsonl", "--all", "--evidence", "--out", "kernel")
    assert lemmacheck_("kernel", "mine.py", "yours.py", *options)[:2] == (0, "kernel/evidence.json\n")
    status, _, noted = lemmacheck_("kernel", *options)  # of the shipped library the file has no record
    assert (status, noted.count("\n")) == (2, 1)
    assert noted.endswith("a book of yours stands before its records\n")


@pytest.mark.parametrize(("said", "says"), [
    ('"""f(x_{t+1}) ≤ (1 − μ/L) f(x_t) for every t."""', "Me.L1 has no docstring; write there what it states\n"),
    ("Me.L1", "id= of a claim is ''; expected a name without spaces, such as 'P.L3.2', of at most 60 signs\n"),
])  # fmt: skip
def test_a_claim_that_lacks_its_statement_or_id_is_refused(
    lemmacheck_: Command, tmp_path: Path, said: str, says: str
) -> None:
    text = (tmp_path / "mine.py").read_text(encoding="utf-8")
    (tmp_path / "mine.py").write_text(text.replace(said, ""), encoding="utf-8")
    status, _, noted = lemmacheck_("claims", "mine.py")
    assert status == 2
    assert noted.endswith(says)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipe with a name")
def test_what_lies_beside_and_is_no_file_does_not_answer_for_an_id(lemmacheck_: Command, tmp_path: Path) -> None:
    (tmp_path / "a folder.py").mkdir()
    os.mkfifo(tmp_path / "a pipe.py")
    status, _, noted = lemmacheck_("claims", "Me.L1")
    assert (status, noted) == (
        2,
        "lemmacheck: no claim is called 'Me.L1': expected an id or a pattern; mine.py names it: "
        "lemmacheck check mine.py Me.L1\n",
    )


@pytest.mark.slow
def test_a_claim_may_use_those_of_other_books_given_and_of_the_shipped_ones(
    lemmacheck_: Command, tmp_path: Path
) -> None:
    second(tmp_path / "yours.py")
    status, _, noted = lemmacheck_("claims", "yours.py")
    assert status == 2
    assert noted.endswith("You.L1 uses 'Me.L1', which no book states; if another book states it, give that book too\n")
    assert noted.count("\n") == 1
    assert lemmacheck_("claims", "mine.py", "yours.py")[0] == 0
    second(tmp_path / "third.py", "P.L3.2")
    assert lemmacheck_("report", "third.py", "--out", "out")[0] == 0
    second(tmp_path / "third.py", "P.L3.22")
    assert lemmacheck_("claims", "third.py")[2].endswith("which no book states; did you mean P.L3.2?\n")
    second(tmp_path / "third.py", "You.L2")
    (tmp_path / "third.py").write_text(
        (tmp_path / "third.py").read_text(encoding="utf-8").replace("about=Descent)", 'about=Descent, uses=["You.L1"])')
    )
    assert "the proofs go in a circle" in lemmacheck_("claims", "third.py")[2]


@pytest.mark.parametrize("mends", ["Me.L1", "Me.L2"])
def test_no_claim_corrects_itself_by_way_of_another_neither(mends: str, lemmacheck_: Command, tmp_path: Path) -> None:
    text = TEXT.replace("about=Descent, proof", f'about=Descent, corrects="{mends}", proof')
    text = text.replace("about=Descent)", 'about=Descent, corrects="Me.L1")')
    (tmp_path / "round.py").write_text(text, encoding="utf-8")
    result = lemmacheck_("claims", str(tmp_path / "round.py"))

    assert (result.status, "the corrections go in a circle" in result.err) == (2, True)


@pytest.mark.slow
def test_two_books_do_not_share_a_module_that_stands_beside_each(lemmacheck_: Command, tmp_path: Path) -> None:
    for name, first in (("one", 1), ("two", 2)):
        (tmp_path / name).mkdir()
        text = TEXT.replace("Me.L", f"{name}.L").replace('"Me26"', f'"{name}"')
        (tmp_path / name / "book.py").write_text(f"import helping\n{text}", encoding="utf-8")
        (tmp_path / name / "helping.py").write_text("import shared_by_helpers\n", encoding="utf-8")
        (tmp_path / name / "shared_by_helpers.py").write_text(f"FIRST = {first}\n", encoding="utf-8")
    assert lemmacheck_("claims", "one/book.py")[0] == 0
    status, _, noted = lemmacheck_("claims", "one/book.py", "two/book.py")

    assert status == 2
    assert noted.endswith("Python takes one for both; rename one, or give one book at a time\n")
    (tmp_path / "two" / "helping.py").unlink()
    (tmp_path / "two" / "book.py").write_text(f"import shared_by_helpers\n{text}", encoding="utf-8")
    assert "shared_by_helpers, which stands in" in lemmacheck_("claims", "one/book.py", "two/book.py")[2]


@pytest.mark.slow
def test_a_campaign_asks_a_book_on_its_own_problem(lemmacheck_: Command, tmp_path: Path) -> None:
    options = ("--book", "mine.py", "--instances", "40", "--shape", "3x2", "--steps", "6", "--workers", "1")
    status, output, noted = lemmacheck_("campaign", "run", "sweep.db", *options)

    assert status == 1
    assert noted.endswith("finding: refuted: Me.L2\n")
    assert [line.split()[:2] for line in output.splitlines()[1:3]] == [["Me.L1", "40"], ["Me.L2", "40"]]
    lemmacheck_("campaign", "report", "sweep.db", "--out", "out")
    assert "Me.L2" in (tmp_path / "out" / "report.md").read_text(encoding="utf-8")
    (tmp_path / "mine.py").write_text(TEXT + "\n", encoding="utf-8")
    questions.cache_clear()
    assert "is not what this campaign began with" in lemmacheck_("campaign", "run", "sweep.db")[2]


@pytest.mark.slow
def test_a_campaign_ends_at_a_step_that_does_not(lemmacheck_: Command, tmp_path: Path) -> None:
    step = "        return State(s.t + 1, s.x"
    text = TEXT.replace(step, f"        while p.n == 3 and s.t == 5: pass\n{step}")
    (tmp_path / "mine.py").write_text(text, encoding="utf-8")
    options = ("--book", "mine.py", "--instances", "4", "--shape", "3x2", "--steps", "9", "--workers", "1")
    status, _, noted = lemmacheck_("campaign", "run", "sweep.db", *options, "--timeout", "0.5")

    assert status == 2
    assert "in step: did not return within " in noted


def test_a_book_is_not_streamed(lemmacheck_: Command) -> None:
    told = "lemmacheck: mine.py: stream is for the margin problem of large data, not for a book; expected data\n"

    assert lemmacheck_("stream", "mine.py") == (2, "", told)


@pytest.mark.slow
def test_nothing_is_accepted_into_what_is_installed(lemmacheck_: Command, tmp_path: Path) -> None:
    for folder in sampled(["target", "site-packages", "dist-packages"], 1):
        place = tmp_path / folder
        (place / "mypaper-1.dist-info").mkdir(parents=True)
        (place / "mypaper.py").write_text(TEXT, encoding="utf-8")
        before = sorted(place.rglob("*"))
        status, _, noted = lemmacheck_("report", f"{folder}/mypaper.py", "--accept")

        assert (status, noted.count("\n")) == (2, 1)
        assert "in an installed package; expected a book of yours: copy the book into a folder of yours" in noted
    assert lemmacheck_("need", "target/mypaper.py", "Me.L1", "--accept")[0] == 2
    assert lemmacheck_("check", "target/mypaper.py", "Me.L2")[0] == 0
    assert [path for path in sorted(place.rglob("*")) if "__pycache__" not in path.parts] == before


def test_nothing_is_accepted_into_an_installed_package(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="in an installed package; expected a book of yours"):
        writable(tmp_path / "site-packages" / "paper" / "verdicts.json")
    assert writable(tmp_path / "verdicts.json") == tmp_path / "verdicts.json"


def test_nothing_is_accepted_into_a_folder_that_may_not_be_written(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: mode != os.W_OK)  # who runs as root may write anywhere
    with pytest.raises(InputError, match="which may not be written; copy the book into a folder of yours"):
        writable(tmp_path / "mypaper.verdicts.json")


def test_a_changed_file_is_another_book(lemmacheck_: Command, tmp_path: Path) -> None:
    before = list(library("mine.py").claims)
    (tmp_path / "mine.py").write_text(TEXT.replace('"Me.L1"', '"Me.L3"'), encoding="utf-8")

    assert (before, list(library("mine.py").claims)) == (["Me.L1", "Me.L2"], ["Me.L3", "Me.L2"])


def test_what_is_not_a_book_is_refused_in_a_notebook(tmp_path: Path) -> None:
    with pytest.raises(BookError, match="no file"):
        library(str(tmp_path / "nobody.py"))
    with pytest.raises(ValueError, match="expected a class under @problem"):
        lemmacheck.strategies.problems(int)


@given(lemmacheck.strategies.problems(Quadratic))
def test_problems_of_ones_own_are_drawn_exactly(p: Any) -> None:
    x = p.ones(p.d)

    assert p.f(x) == p.squared(p.Z @ x) / 2
    assert Fraction(str(p.L)) == sum(Fraction(str(entry)) ** 2 for entry in p.Z.ravel())


@problem
class Inverse:
    def of(Z: Any) -> dict[str, Any]:
        return {"a": 1 / Z[0, 0]}


@given(lemmacheck.strategies.problems(Inverse))
def test_where_of_divides_by_0_no_problem_is_drawn(p: Any) -> None:
    assert p.a * p.Z[0, 0] == 1


@problem(smallest=(2, 3), shapes=(3, 5))
class Wide:
    def of(Z: Any) -> dict[str, Any]:
        return {"b": Z[:, -1]}


@given(lemmacheck.strategies.problems(Wide))
def test_problems_of_ones_own_are_drawn_within_their_shapes(p: Any) -> None:
    assert 2 <= p.n <= 3
    assert 3 <= p.d <= 5


@pytest.mark.slow
def test_a_book_stands_before_the_ids_of_a_command(
    lemmacheck: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert lemmacheck("new-book", "mine")[0] == 0
    (tmp_path / "my own").mkdir()
    assert lemmacheck("new-book", "my own/mine")[1].endswith("`lemmacheck report 'my own/mine.py'`\n")
    assert lemmacheck("new-book", "mine")[2] == "lemmacheck: mine.py exists and is not overwritten; give another name\n"

    assert [line.split()[0] for line in lemmacheck("claims", "mine.py")[1].splitlines()] == ["Me.L1", "Me.L2"]
    assert lemmacheck("teeth", "mine.py", "Me.L1")[1].startswith("Me.L1  refutes ")
    assert lemmacheck("find", "mine.py", "Lemma 2")[1].startswith("Me.L2  Lemma 2  no verdict on record\n")
    assert "did you mean Me.L2, Me.L1?" in lemmacheck("check", "mine.py", "Me.L")[2]
    assert lemmacheck("check", "mine.py", "Me.L2", "--data", "iris", "--steps", "3")[1].startswith("Me.L2  REFUTED")
    Path("circle.py").symlink_to("circle.py")
    for nobody in ("nobody.py", "circle.py"):
        assert lemmacheck("claims", nobody)[2].startswith("lemmacheck: no file ")
    assert lemmacheck("claims", "no.module:BOOK")[2].startswith("lemmacheck: no.module:BOOK: ModuleNotFoundError")


def test_a_file_that_goes_elsewhere_or_closes_the_streams_takes_nothing_with_it(
    lemmacheck_: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Protects paths that were given, which would mean others in another folder, and the lines of an error."""
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "sub"
    folder.mkdir()
    goes = "import os\nimport sys\n\nos.chdir(os.path.dirname(__file__))\nsys.stdout = sys.stderr = None\n"
    (folder / "paper.py").write_text(LEAST.replace("from typing", goes + "from typing", 1), encoding="utf-8")
    method = "class variant:\n    def start(self, p):\n        return {}\n\n    step = start\n"
    (folder / "method.py").write_text(goes + method, encoding="utf-8")
    listed = lemmacheck_("claims", "sub/paper.py")
    variant = lemmacheck_("variant", "sub/method.py", "--only", "N1.margin")

    assert (listed.status, listed.out.split()[0]) == (0, "L.1")
    assert Path.cwd() == tmp_path
    assert (variant.status, "returned dict" in variant.err) == (2, True)


def test_a_lemma_is_found_by_its_number(lemmacheck: Command) -> None:
    shown = lemmacheck("find", "Lemma 3.2")[1].splitlines()
    heads, statements, files = shown[::3], shown[1::3], shown[2::3]

    assert any(
        head.startswith("P.L3.2  Lemma 3.2") and "_updates" in file for head, file in zip(heads, files, strict=True)
    )
    assert not any("Lemma 3.21" in head for head in heads)
    told = json.loads(lemmacheck("find", "Lemma 3.2", "--json")[1])
    assert [f"{one['id']}  {one['place']}  {one['verdict']}" for one in told] == heads
    assert [f"    {one['statement']}" for one in told] == statements
    assert [one["where"].rpartition(":")[2] for one in told] == [file.rpartition(":")[2] for file in files]
    assert lemmacheck("find", "Lemma 99")[0] == 2
    assert lemmacheck("find", "optimum dual maximum-margin")[1].startswith("P.3.1.dualvec  §3.1, fourth display  ")


def test_where_a_statement_stands_is_told_by_its_module_or_by_a_path_from_here(
    lemmacheck: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Protects lines that are read: of a path, which may be long, and a module the shorter is told."""
    monkeypatch.chdir(tmp_path)
    from_afar = lemmacheck("find", "P.L3.2")[1].splitlines()[2]
    file = Path(json.loads(lemmacheck("find", "P.L3.2", "--json")[1])[0]["where"])
    line = file.name.partition(":")[2]
    monkeypatch.chdir(file.parent)

    assert from_afar.strip() == min(str(file), f"lemmacheck.theory.books.jst.sec3_2_updates:{line}", key=len)
    assert lemmacheck("find", "P.L3.2")[1].splitlines()[2] == f"    {file.name}"


@pytest.mark.parametrize("given", ["saga.py", "theory/books/classics/saga.py"])
def test_a_book_that_comes_with_lemmacheck_is_told_by_its_module_where_its_file_is_asked_for(
    given: str, lemmacheck: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Protects a path that is copied from the documents into another folder."""
    monkeypatch.chdir(tmp_path)
    said = lemmacheck("check", given)[2]

    assert said.endswith("; the one that comes with lemmacheck is lemmacheck.theory.books.classics.saga:BOOK\n")
    assert "`lemmacheck new-book NAME` writes one" in lemmacheck("check", "nobody.py")[2]


def test_of_many_statements_the_weightiest_are_shown_and_how_to_see_the_others(lemmacheck: Command) -> None:
    *lines, more = lemmacheck("find", "Lemma")[1].splitlines()
    many = len(json.loads(lemmacheck("find", "Lemma", "--json")[1]))

    assert len(lines) == 20
    assert not any("in the preprint" in line for line in lines)
    assert "eqs. (C.2), (C.3): " in "\n".join(lines)
    assert all("roof" not in line and len(line) <= 100 for line in lines)
    assert more.startswith(f"and {many - 20} more, as `lemmacheck find Lemma --all` shows")
    assert len(lemmacheck("find", "Lemma", "--all")[1].splitlines()) == 3 * many


@pytest.mark.slow
def test_the_verdicts_of_a_book_are_accepted_beside_it_and_a_changed_one_is_a_finding(
    lemmacheck: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(plan, "STANDARD", LITTLE)
    path = tmp_path / "mine.verdicts.json"
    (tmp_path / "mine.py").write_text(TEXT, encoding="utf-8")

    assert (lemmacheck("report", "mine.py", "Me.L1")[0], path.exists()) == (0, False)
    assert "into" in lemmacheck("report", "mine.py", "--accept")[2]
    assert path.read_text(encoding="utf-8") == '{\n  "Me.L1": "proved",\n  "Me.L2": "refuted"\n}\n'
    path.write_text('{"Me.L1": "proved", "Me.L2": "certified"}', encoding="utf-8")
    status, _, noted = lemmacheck("report", "mine.py", "Me.L2")
    assert status == 1
    assert noted.endswith("- Me.L2  certified\n+ Me.L2  refuted\n")
    records = "lemmacheck-report/records.jsonl"
    assert lemmacheck("replay", "mine.py", records)[1].startswith("stands  Me.L2  refuted")
    assert "lemmacheck replay mine.py records.jsonl:2" in Path("lemmacheck-report/report.md").read_text("utf-8")
    with chdir("lemmacheck-report"):
        assert lemmacheck("replay", "../mine.py", "records.jsonl:2")[1].startswith("stands  Me.L2  refuted")
    status, _, message = lemmacheck("replay", records)
    assert (status, "is of Me26, which is not given: a book stands before its records" in message) == (2, True)
    assert lemmacheck("render", records, "--out", "again")[2] == ""
    assert "Not compared with their book, which is not at hand: Me26." in Path("again/report.md").read_text("utf-8")
    status, _, message = lemmacheck("render", records, "--replay", "--out", "again")
    assert (status, "lemmacheck render mypaper.py" in message) == (2, True)
    assert lemmacheck("render", "mine.py", records, "--replay", "--out", "again")[0] == 0
    assert "1 of 1 records stand" in Path("again/report.md").read_text("utf-8")
    assert "Missing option '--out'" in lemmacheck("render", records)[2]


def test_what_an_installed_package_offers_is_a_book_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    point = EntryPoint("halpern", "lemmacheck.theory.books.classics.halpern:BOOK", opening.GROUP)
    monkeypatch.setattr(opening, "entry_points", lambda group: [point] if group == point.group else [])

    assert [opening.origin_of(name) for name in ("halpern", "P.L3.2")] == [point.value, None]
    assert list(library_at(point.value).claims) == ["H.reflected", "H.rate", "H.half"]
    other = EntryPoint("halpern", "another:BOOK", opening.GROUP)
    monkeypatch.setattr(opening, "entry_points", lambda group: [point, point, other])
    with pytest.raises(BookError, match=r"installed packages offer 2 books called halpern; give one as MODULE:NAME"):
        opening.origin_of("halpern")


@pytest.mark.slow
def test_a_record_of_a_limit_or_of_a_rate_is_made_again(lemmacheck_: Command, tmp_path: Path) -> None:
    """What a claim returns is seen when it is asked, also where a file of records stands in the place of its id."""
    said = TEXT.replace("import Book, ", "import Book, Decay, Limit, ")
    for kind, states in (("Limit(f)", "Me.L3"), ("Decay(f, 1)", "Me.L4")):
        claimed = TEXT[TEXT.index('@claim("Me.L2"') : TEXT.index("BOOK =")].replace("Me.L2", states)
        claimed = claimed.replace("return at_most(f[1:], f[:-1] / 2)", f"return {kind}")
        said = said.replace("BOOK =", f"{claimed.replace('values_halve', states[3:])}BOOK =")
    (tmp_path / "mine.py").write_text(said, encoding="utf-8")
    lemmacheck_("report", "mine.py", "Me.L3", "Me.L4", "--out", "out")
    status, output, noted = lemmacheck_("replay", "mine.py", "out/records.jsonl")

    assert (status, len(noted.splitlines())) == (0, 1)
    assert [line.split()[:2] for line in output.splitlines()] == [["stands", "Me.L3"], ["open", "Me.L4"]]

"""`lemmacheck campaign` begins, goes on, tells and reports; whatever is wrong is one line and exit status 2."""

import json
from fractions import Fraction
from pathlib import Path

import pytest
from lemmacheck.reports.json_ import read_records
from lemmacheck.verifiers.campaigns.running import go_on
from lemmacheck.verifiers.campaigns.store import reading, writing
from lemmacheck.verifiers.replay.replay import replay

from tests.books.written import SHRINKING, claim_text
from tests.commands import Command, silent
from tests.verifiers.campaigns.campaigns_at_hand import CLAIMS, FALSE, HERE, SMALL

OPTIONS = ["--instances", "40", "--shape", "2x1", "--steps", "3", "--chunk", "10", "--workers", "1"]


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished campaign."""
    path = tmp_path_factory.mktemp("campaign") / "sweep.db"
    with writing(path, lambda: SMALL) as kept:
        go_on(kept, HERE, silent, silent)
    return path


@pytest.mark.slow
def test_a_campaign_begins_tells_and_goes_on_without_options(lemmacheck: Command, tmp_path: Path) -> None:
    path = str(tmp_path / "sweep.db")
    begun = lemmacheck("campaign", "run", path, *OPTIONS, "--claim", "P.L3.2")
    again = lemmacheck("campaign", "run", path, "--workers", "1")

    assert (begun.status, again.status) == (0, 0)
    assert begun.out == again.out == lemmacheck("campaign", "query", path).out
    assert "0/4 chunks, 0 of 40 instances" in begun.err
    assert "4/4 chunks, 40 of 40 instances" in again.err


def test_a_claim_that_is_known_to_be_false_is_refuted_and_no_finding(lemmacheck: Command, store: Path) -> None:
    result = lemmacheck("campaign", "query", str(store))

    assert result.status == 0
    assert f"{FALSE} is refuted on instance 0, t = 1:" in result.out


def test_the_query_is_one_json_document_with_what_floats_saw_and_balls_decided(
    lemmacheck: Command, store: Path
) -> None:
    found = json.loads(lemmacheck("campaign", "query", str(store), "--json").out)

    assert [one["id"] for one in found] == list(CLAIMS)
    assert [one["verdict"] for one in found] == ["certified", "supported", "refuted"]
    for one in found:
        assert one["met"] == one["held"] + one["close"] + one["suspected"]
    worst = found[0]["worst"]
    assert 0 < worst["ratio"] < 1
    assert found[2]["witness"]["instance"] == 0


def test_a_query_can_be_of_some_claims(lemmacheck: Command, store: Path) -> None:
    found = json.loads(lemmacheck("campaign", "query", str(store), "--claim", "P.L3.*", "--json").out)

    assert [one["id"] for one in found] == ["P.L3.2", "P.L3.4a"]
    assert "it asks P.L3.2, P.L3.4a" in lemmacheck("campaign", "query", str(store), "--claim", "N1.rate").line


def test_an_instance_is_rebuilt_from_its_number(lemmacheck: Command, store: Path) -> None:
    worst = json.loads(lemmacheck("campaign", "query", str(store), "--json").out)[0]["worst"]["instance"]
    found = json.loads(lemmacheck("campaign", "instance", str(store), str(worst), "--json").out)

    assert found["Z"] == SMALL.instance(worst).to_json()
    assert Fraction(found["gamma_squared"]) == SMALL.instance(worst).optimum.gamma_squared
    assert found["decided"]["P.L3.2"] == "certified"
    assert f"-{worst}\nZ = [" in lemmacheck("campaign", "instance", str(store), str(worst)).out
    assert "those from 0 to 59" in lemmacheck("campaign", "instance", str(store), "60").line


def test_the_state_says_what_and_how_far(lemmacheck: Command, store: Path) -> None:
    text = lemmacheck("campaign", "status", str(store)).out
    document = json.loads(lemmacheck("campaign", "status", str(store), "--json").out)

    assert text.startswith("6/6 chunks, 60 of 60 instances, 1 claims refuted\nshapes 3x2,2x1, families drawn,repeated")
    assert (document["done"], document["chunks"], document["spec"]["seed"]) == (6, 6, 1)


def test_a_report_has_a_record_a_claim_and_every_one_of_them_stands(
    lemmacheck: Command, store: Path, tmp_path: Path
) -> None:
    result = lemmacheck("campaign", "report", str(store), "--out", str(tmp_path / "report"))
    records = read_records(tmp_path / "report" / "records.jsonl")

    assert result.status == 0
    assert [record.id for record in records] == list(CLAIMS)
    assert [replay(record).stands for record in records] == [True] * 3
    assert records[0].scope.screened == 60
    assert records[0].reason.startswith("a campaign of 60 instances: in float64 43 met the hypotheses")
    assert records[2].witness is not None
    assert records[2].witness.Z == [["-1"], ["-1"], ["1"]]


def test_other_options_than_the_kept_ones_are_refused(lemmacheck: Command, store: Path) -> None:
    message = lemmacheck("campaign", "run", str(store), "--seed", "7").line
    more = lemmacheck("campaign", "run", str(store), "--claim", "P.L3.2").line

    assert "holds a campaign with seed 1, not 7; give another store" in message
    assert f"holds a campaign with claims P.L3.2,P.L3.4a,{FALSE}, not P.L3.2" in more


def test_what_is_wrong_with_the_options_leaves_no_file(lemmacheck: Command, tmp_path: Path) -> None:
    path = str(tmp_path / "sweep.db")
    for wrong in (
        ["--shape", "8"],
        ["--shape", "900x900"],
        ["--family", "drown"],
        ["--claim", "N.DA.typical.dual"],
        ["--variant", "no.py"],
        ["--workers", "2", "--scheduler", "tcp://127.0.0.1:1"],
        ["--instances", "0"],
    ):
        assert lemmacheck("campaign", "run", path, *wrong).line
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", ["status", "query", "report"])
def test_a_missing_store_is_refused(lemmacheck: Command, command: str, tmp_path: Path) -> None:
    assert "no store" in lemmacheck("campaign", command, str(tmp_path / "none.db")).line


def test_ctrl_c_keeps_what_is_done_and_says_how_to_go_on(
    lemmacheck: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from lemmacheck.verifiers.campaigns import running

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(running, "go_on", interrupted)
    path = tmp_path / "sweep.db"
    result = lemmacheck("campaign", "run", str(path), *OPTIONS)

    assert result.status == 130
    assert result.err.endswith(
        f"lemmacheck: interrupted; 0 of 4 chunks are kept; `lemmacheck campaign run {path}` goes on\n"
    )
    assert [p.name for p in tmp_path.iterdir()] == ["sweep.db", "sweep.db.lock"]


VARIANT = """from lemmacheck import schedule

variant = schedule(lam=lambda t: 2 / (t + 2), theta=lambda t: 2)
"""


@pytest.mark.slow
def test_a_variants_outcomes_are_asked_and_its_failures_are_a_finding(lemmacheck: Command, tmp_path: Path) -> None:
    file, path = tmp_path / "long_steps.py", tmp_path / "sweep.db"
    file.write_text(VARIANT)
    claims = ["--claim", "P.L3.2", "--claim", "P.L3.6u"]
    result = lemmacheck("campaign", "run", str(path), *OPTIONS, "--variant", str(file), *claims)

    assert result.status == 1
    assert "P.L3.6u is refuted on instance 0, t = 1" in result.out
    assert result.err.endswith("finding: refuted: P.L3.6u\n")
    with reading(path) as kept:
        assert kept.spec.claims == ("P.L3.2", "P.L3.6u")

    file.write_text(VARIANT.replace("t: 2)", "t: 1)"))
    assert "is not what this campaign began with" in lemmacheck("campaign", "run", str(path)).refusal


@pytest.mark.slow
@pytest.mark.parametrize(("text", "line"), [
    ("variant = 3\n", "expected `variant = schedule"),
    ("from lemmacheck import schedule\nvariants = [schedule(), schedule()]\n", "defines 2 variants; expected one"),
    ("class variant:\n    def start(self, p):\n        return type('S', (), {'w': p.zeros()})()\n"
        "    def step(self, p, s):\n        return s\n", "given by its steps"),
])  # fmt: skip
def test_what_is_no_variant_for_a_campaign_is_refused(
    lemmacheck: Command, tmp_path: Path, text: str, line: str
) -> None:
    (tmp_path / "mine.py").write_text(text)
    result = lemmacheck("campaign", "run", str(tmp_path / "sweep.db"), "--variant", str(tmp_path / "mine.py"))

    assert line in result.line


def test_what_is_told_at_the_end_is_what_lies_on_the_disk(
    lemmacheck: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from lemmacheck.verifiers.campaigns import running

    monkeypatch.setattr(running, "go_on", lambda *_: 40)
    result = lemmacheck("campaign", "run", str(tmp_path / "sweep.db"), *OPTIONS)

    assert "sweep.db lacks 4 chunks that were computed, for it was changed; run it again" in result.refusal


LINE = SHRINKING.replace("of(Z)", "of(Z, mu)").replace("1 + abs(Z[0, 0])", "mu")
BOOK = f'''"""A number that shrinks."""

from typing import Any, NamedTuple

from bound import BOUND
from lemmacheck import Method, at_most, claim, problem


{LINE.replace("@problem", "@problem(mu=[1, 2])")}

@claim("L.1", about=Shrinking)
def is_bounded(run):
    """x_t ≤ the bound."""
    return at_most(run.x, BOUND)


METHOD = Method(Shrinking, on=Line)
'''


@pytest.mark.slow
def test_a_book_is_asked_with_all_its_parameters_and_answers_as_it_is_now(lemmacheck: Command, tmp_path: Path) -> None:
    book, bound, store = tmp_path / "mine.py", tmp_path / "bound.py", str(tmp_path / "sweep.db")
    book.write_text(BOOK, encoding="utf-8")
    bound.write_text("BOUND = 1\n", encoding="utf-8")
    begun = lemmacheck("campaign", "run", store, *OPTIONS, "--book", str(book))
    large = lemmacheck("campaign", "run", f"{store}.large", *OPTIONS, "--chunk", "40", "--book", str(book))
    few = lemmacheck("campaign", "run", f"{store}.few", *OPTIONS, "--instances", "1", "--book", str(book))
    result = lemmacheck("campaign", "query", store)
    bound.write_text("BOUND = 2\n", encoding="utf-8")
    now, *others = (lemmacheck("campaign", one, store) for one in ("query", "run", "report"))

    assert (begun.status, "L.1 is refuted on instance 1, t = 0: 2 ≤ 1 is false" in begun.out) == (1, True)
    assert "asked with mu=1; mu=2, each on every shape\n" in begun.err
    assert "L.1 is refuted on instance 1, t = 0: 2 ≤ 1 is false" in large.out
    assert (few.status, "asked with mu=1; mu=2; not on every shape, for it has too few" in few.err) == (0, True)
    assert (result.err, result.out, now.out) == ("", begun.out, begun.out)
    assert f"these are answers of before: {book}, or what it imports, is not what this campaign began with" in now.err
    assert [f"{book}, or what it imports, is not what" in told.refusal for told in others] == [True, True]


LENGTHS = (
    BOOK[: BOOK.index("@claim")].replace("from bound import BOUND\n", "")
    + '''@claim("L.Z")
def rows_are_short(p):
    """‖Z‖² ≤ 1/8."""
    return at_most(8 * (p.Z * p.Z).sum(), 1)


'''
    # which the first steps do not reach
    + claim_text("L.T", "Shrinking", "at_most(run.last(lambda s: s.x), p.a / 4)", "x_T ≤ a/4.")
    + claim_text("L.0", "Shrinking", "at_most(run.last(lambda s: s.x), 0)", "x_T ≤ 0.")
    + claim_text("L.1", "Shrinking", "at_most(run.x, p.a)", "x_t ≤ a.")
    + "METHOD = Method(Shrinking, on=Line)\n"
)


@pytest.mark.slow
def test_a_statement_of_one_number_a_run_has_no_t_and_is_asked_of_short_runs(
    lemmacheck: Command, tmp_path: Path
) -> None:
    book, store, out = tmp_path / "mine.py", str(tmp_path / "sweep.db"), tmp_path / "report"
    book.write_text(LENGTHS.replace("1 + abs(Z[0, 0])", "mu"), encoding="utf-8")
    result = lemmacheck("campaign", "run", store, *OPTIONS, "--book", str(book))
    few = lemmacheck("campaign", "run", f"{store}.few", *OPTIONS, "--book", str(book), "--closest", "0")
    lemmacheck("campaign", "report", store, "--out", str(out))
    records = {record.id: record for record in read_records(out / "records.jsonl")}

    assert "asked with mu=1; mu=2, each on every shape\n" in result.err
    assert "L.Z is refuted on instance 0: " in result.out
    assert "L.T is refuted on instance 0, T = 1: 1/2 ≤ 1/4 is false" in result.out
    assert "L.0 is refuted on instance 0, T = 3: 1/4 ≤ 0 is false" in result.out
    assert [w.when for id in ("L.T", "L.0") if (w := records[id].witness)] == ["T = 1", "T = 1"]
    assert [w.whole for id in ("L.Z", "L.T", "L.0", "L.1") if (w := records[id].worst)] == [True, True, True, False]
    assert "L.1    40         40   0     40     0          0        undecided" in few.out


def test_a_campaign_on_shapes_that_no_claim_takes_is_refused_with_those_that_it_takes(
    lemmacheck: Command, tmp_path: Path
) -> None:
    """Protects from "not-applicable" where nothing was asked."""
    book, store = tmp_path / "mine.py", tmp_path / "sweep.db"
    square = BOOK.replace("@problem(mu=[1, 2])", "@problem(shapes=(2, 2), smallest=(2, 2), mu=[1, 2])")
    book.write_text(square.replace("from bound import BOUND\n", "BOUND = 1\n"), encoding="utf-8")
    result = lemmacheck("campaign", "run", str(store), *OPTIONS, "--shape", "8x4,3x2", "--book", str(book))

    assert "--shape 8x4,3x2: the claims take no such data; expected rows x columns from 2x2 to 2x2" in result.refusal
    assert not store.exists()

"""Protects what is written for Rocq: its kernel accepts what is right, rejects what was altered, and is asked politely.

Where there is no coqc the tests that need it are skipped, unless LEMMACHECK_ROCQ=required.
"""

import json
import os
import re
import shutil
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from flint import fmpq
from lemmacheck.reports.json_ import write_records
from lemmacheck.theory.core.arithmetic import Undecided
from lemmacheck.verifiers.decide.recording import blank, conditions
from lemmacheck.verifiers.kernel import checking, coqc, proofs, rocq
from lemmacheck.verifiers.kernel.proofs import NAMED, PROOFS
from lemmacheck.verifiers.kernel.terms import Named, Program, Terms
from lemmacheck.verifiers.kernel.trace import Untraced, trace_of
from lemmacheck.verifiers.library.new_book import TEXT
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.records.terminal import InputError
from lemmacheck.verifiers.records.verdict import Header, Level, Record, Scope, Verdict, Worst

from tests.books.written import writer
from tests.commands import Command
from tests.once import once
from tests.sampled import THOROUGH, sampled
from tests.shipped import KNOWN
from tests.verifiers.kernel.refuted import refuted

ROCQ = Path(str(proofs.__file__)).parent / "rocq"
ID = "P.3.1.dualvec"
NAME = rocq.name_of(ID)
FEW = ("Program", "Optimum", "Space", "Acceleration", "Duality", "Translation", "Algorithm")
ALL = sorted(path.stem for path in ROCQ.glob("*.v"))
COMPILED = ALL if THOROUGH else FEW
CERTIFIED = Record("P.L3.5", Verdict.CERTIFIED, Scope(1, 3),
    worst=Worst(None, None, 1, "one row", [["-5/8"]], "λ=2/(t+2), θ=1", 3, "25/64", "25/64"))  # fmt: skip


@pytest.fixture(scope="session")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the compiled library: by default what files of claims need, and Theorem 3.1; else all of it."""
    if shutil.which("coqc") is None:
        if os.environ.get("LEMMACHECK_ROCQ") == "required":
            pytest.fail(f"no coqc on the PATH; {coqc.INSTALL}")
        pytest.skip(f"no coqc on the PATH; {coqc.INSTALL}")
    return once(tmp_path_factory, "rocq", lambda folder: coqc.library(folder, COMPILED, 300, lambda stage: None))


@pytest.fixture
def out(library: Path, tmp_path: Path) -> Path:
    shutil.copytree(library, tmp_path / "out")
    for path in (tmp_path / "out" / coqc.LIBRARY).glob("*.v"):
        coqc.keep(path)  # of the tests' own process or its sister
    return tmp_path / "out"


def text_of(record: Record) -> str:
    assert record.witness is not None
    trace = trace_of(LIBRARY.claims[record.id], record, "witness")
    return rocq.file_of("what it says", [rocq.module(trace, record.witness)])


def accepted(text: str, out: Path) -> bool:
    """Whether the kernel accepts the file, on the axioms of the reals alone."""
    path = out / coqc.CLAIMS / f"{NAME}.v"
    path.write_text(text, encoding="utf-8")
    (of,) = [line.split()[1].rstrip(".") for line in text.splitlines() if line.startswith("Module ")]
    theorem = f"{coqc.CLAIMS}.{NAME}.{of}.{rocq.THEOREM}"
    return bool(coqc.compiled(path, out, 120).accepted) and not coqc.axioms(out, [theorem], 120)


@pytest.mark.slow
def test_the_kernel_accepts_a_refutation_and_a_certified_run(out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is proved for all runs is asked on no single one."""
    monkeypatch.setattr(checking, "PROOFS", {})
    records = sampled([refuted("T.Pot"), refuted(ID), refuted("P.S3.3.enough"), CERTIFIED], 2)
    found = checking.check(records, LIBRARY, out, 120, lambda _: None)

    refutations = len(records) - 1
    assert [one.accepted for one in found] == [True] * len(records)
    assert f"1 of 1 certified, {refutations} of {refutations} refuted" in checking.summary(found)


TAMPERED = {
    "the data": ("[[-1 # 1]]", "[[-1 # 2]]"),
    "a constant": ("Const 1 1", "Const 1 3"),
    "the statement": ("Eq 12", "Ne 12"),
    "a hypothesis": ("Is 2 Gt 7", "Is 2 Lt 7"),
    "the optimum": ("gamma2 : Q := 1 # 1", "gamma2 : Q := 1 # 2"),
    "an axiom": ("Theorem so :", "Axiom no : False.\nTheorem so :"),
    "an admitted proof": ("Qed.", "Admitted."),
}
USED = {"an axiom": ("Proof.", "Proof. destruct no."), "an admitted proof": ("", "")}


@pytest.mark.slow
@pytest.mark.parametrize("name", sampled(TAMPERED, 1, always=["a hypothesis", "an axiom"]))
def test_the_kernel_rejects_a_tampered_script(name: str, out: Path) -> None:
    """Of the data, a hypothesis and an axiom by default; of every part of a script under `thorough`."""
    text = text_of(refuted(ID))
    before, after = TAMPERED[name]
    assert before in text
    altered = text.replace(before, after, 1).replace(*USED.get(name, ("", "")), 1)

    assert not accepted(altered, out)


@pytest.mark.slow
def test_what_is_proved_for_all_runs_is_accepted_and_named(out: Path) -> None:
    theorems = [f"{coqc.LIBRARY}.{theorem}" for theorem in PROOFS.values() if theorem.split(".")[0] in COMPILED]

    assert theorems
    assert coqc.axioms(out, theorems, 120) == set()


FALSE = {
    "Duality": ("gamma ^ 2 <= ip (Z (Zt best)) (e i)", "gamma <= ip (Z (Zt best)) (e i)"),
    "Perceptron": ("size t <= 1 / gamma ^ 2", "size t <= 1 / gamma"),
    "StronglyConvex": ("(1 - 1 / r) ^ t * ((beta + lam) * B2 / 2)", "(1 - 1 / r) ^ t * (lam * B2 / 2)"),
    "Losses": ("scal (/ risk exp (w t)) g", "scal (risk exp (w t)) g"),
    "Updates": ("pull a = scal (/ R_ w) G", "pull a = scal (R_ w) G"),
    "Normalised": ("phi best <= ln n / INR (S t)", "phi best <= ln n / INR (S (S t))"),
    "Proximal": ("is_step (w t) (gamma t) (w (S t))", "is_step (gamma t) (w t) (w (S t))"),
    "Boosting": ("product z T <= exp (- 2 * INR T", "product z T <= exp (- 3 * INR T"),
    "Stochastic": ("<= B * rho / sqrt (INR T)", "<= B / sqrt (INR T)"),
    "Facts": ("ln b - ln a >= (b - a) / b", "ln b - ln a >= (b - a) / a"),
    "Mirror": ("4 * D best 0", "3 * D best 0"),
    "Algorithm": ("gamma - 4 * (1 + ln n)", "gamma - 3 * (1 + ln n)"),
    "Translation": ("scal (2 / INR (S t))", "scal (3 / INR (S t))"),
    "Potential": ("- ip (slope t) x / (rho * lam t).", "- ip (slope t) x / lam t."),
    "Margin": ("<= 4 * ln n / (gamma * s ^ 2)", "<= 3 * ln n / (gamma * s ^ 2)"),
    "Rate": ("gamma - 4 * rho * psi 0%nat", "gamma - 3 * rho * psi 0%nat"),
    "Sampling": ("- sum (fun j => theta j ^ 2 / 2) t", "- sum (fun j => theta j ^ 2 / 3) t"),
    "Likely": ("<= 4 * theta ^ 2 * INR k", "<= 3 * theta ^ 2 * INR k"),
}


def test_what_rocq_proves_the_library_proves_or_certifies_and_its_theorem_is_written() -> None:
    for id, theorem in PROOFS.items():
        name, _, of = theorem.partition(".")
        text = (ROCQ / f"{name}.v").read_text(encoding="utf-8")

        assert KNOWN[id] in (Verdict.PROVED, Verdict.CERTIFIED), id
        assert name in ALL, id
        assert re.search(rf"^Theorem {of}\b", text, re.MULTILINE), id
        assert FALSE.get(name, ("",))[0] in text, id
    assert sum(len(named.split()) for named in NAMED.values()) == 2 * len(PROOFS), "an id stands there twice"
    assert not {axiom.partition(".")[0] for axiom in coqc.REALS} & set(ALL), "it would have the name of an axiom"


@pytest.mark.slow
@pytest.mark.parametrize("name", sampled([name for name in FALSE if name in COMPILED], 1))
def test_the_kernel_rejects_a_false_theorem(name: str, out: Path) -> None:
    text = (ROCQ / f"{name}.v").read_text(encoding="utf-8")
    true, false = FALSE[name]
    path = out / coqc.CLAIMS / f"{name}.v"
    path.write_text(text.replace(true, false), encoding="utf-8")

    assert coqc.compiled(path, out, 120).accepted is False


def test_whoever_waits_hears_of_each_file_that_is_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coqc, "compiled", lambda path, *_: coqc.Compiled(path, True, 0.0, ""))
    heard: list[str] = []
    checking.check([refuted(ID)], LIBRARY, tmp_path, 1, heard.append)

    stages = ("Program.v", "Optimum.v", f"what {ID} says", f"1/1 {ID}")
    assert all(any(name in stage for stage in heard) for name in stages)
    assert not any("Space.v" in stage for stage in heard)


def test_a_file_of_the_library_is_compiled_after_those_that_it_needs_and_again_when_one_of_them_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    order: list[str] = []

    def compiled(path: Path, *_: object) -> coqc.Compiled:
        order.append(path.stem)
        path.with_suffix(".vo").touch()
        return coqc.Compiled(path, True, 0.0, "")

    monkeypatch.setattr(coqc, "compiled", compiled)
    coqc.library(tmp_path, ALL, 1, lambda _: None)
    texts = {name: (ROCQ / f"{name}.v").read_text(encoding="utf-8") for name in ALL}
    assert sorted(order) == ALL
    assert all(order.index(needed) < order.index(name) for name in ALL for needed in coqc.needs(texts[name]))

    order.clear()
    coqc.library(tmp_path, ALL, 1, lambda _: None)
    assert order == []

    (tmp_path / coqc.LIBRARY / "Margin.v").write_text("", encoding="utf-8")
    coqc.library(tmp_path, ["Likely"], 1, lambda _: None)
    assert order == ["Margin", "Sampling", "Likely"]


def test_a_file_whose_compilation_was_not_finished_is_compiled_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / coqc.LIBRARY / "Program.v"
    path.parent.mkdir()
    path.write_text("", encoding="utf-8")
    path.with_suffix(".vo").touch()

    def ended(path: Path, *_: object) -> coqc.Compiled:
        return coqc.Compiled(path, None, 0.0, "it took more than 1 s")

    monkeypatch.setattr(coqc, "compiled", ended)
    with pytest.raises(InputError, match=r"does not accept Program\.v"):
        coqc.library(tmp_path, ["Program"], 1, lambda _: None)
    assert not coqc.is_compiled(path, (ROCQ / "Program.v").read_text(encoding="utf-8"))


def test_no_claim_of_an_authors_has_a_proof_by_its_name_alone(tmp_path: Path) -> None:
    book = writer(tmp_path)(TEXT.replace('"Me.L1"', '"P.L3.2"').replace('PAPER.at("Lemma 1")', 'PAPER.at("1")'))
    certified = blank(book.claims["P.L3.2"], Verdict.CERTIFIED)

    assert checking.theorem_of("P.L3.2", LIBRARY) == PROOFS["P.L3.2"]
    assert checking.theorem_of("P.L3.2", book) is None
    assert not checking.is_due(certified, book)


def test_a_record_that_does_not_say_what_its_claim_says_is_not_checked(tmp_path: Path, lemmacheck: Command) -> None:
    for changes, status in (({}, 0), ({"statement": "for all t"}, 2)):
        write_records([replace(refuted(ID), **changes)], tmp_path / "records.jsonl", Header("forged"))
        result = lemmacheck("kernel", str(tmp_path / "records.jsonl"), "--evidence", "--all", "--out", str(tmp_path))
        assert result.status == status
    assert f"{ID}: statement is 'for all t', found" in result.err


def test_an_id_of_any_length_is_the_name_of_a_file() -> None:
    assert len(rocq.name_of("A." + 1000 * "x")) < 250


def test_a_record_is_marked_with_the_file_that_was_accepted_of_it() -> None:
    """What is proved of all runs is not marked for one run that the kernel accepts; what it rejects is not."""
    out, run = Path("r/kernel"), Path("r/kernel/Claims/Claim.v")

    def marked(record: Record, accepted: bool | None, path: Path | None = run) -> tuple[Level | None, str]:
        found = checking.at_its_level(record, [checking.Checked(record, path, accepted, "")], out, Path("r"))
        return found.level, found.kernel

    proved, elsewhere = replace(CERTIFIED, verdict=Verdict.PROVED), replace(CERTIFIED, id="P.3.2.upd")
    assert marked(elsewhere, True) == (Level.KERNEL, "kernel/Claims/Claim.v")
    for record in (proved, CERTIFIED):
        assert marked(record, True, None) == (Level.KERNEL, "kernel/Lemmacheck/Acceleration.v")
    assert marked(replace(elsewhere, verdict=Verdict.PROVED), True) == (None, "")
    assert [marked(CERTIFIED, accepted) for accepted in (False, None)] == [(None, "")] * 2
    assert Record.from_dict(replace(CERTIFIED, kernel="../kernel/Claim.v").to_dict()).kernel == "../kernel/Claim.v"
    for name in ("javascript:alert(1)//.v", "https://elsewhere.example/x.v", "/etc/x.v", "x.html"):
        with pytest.raises(ValueError, match=r"expected the name of a \.v file"):
            Record.from_dict(replace(CERTIFIED, kernel=name).to_dict())


def test_no_record_is_accepted_for_what_the_kernel_saw_of_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither for that of another record of its id, nor for sides that its run does not have."""
    (tmp_path / coqc.CLAIMS).mkdir()
    monkeypatch.setattr(coqc, "library", lambda *_: None)
    monkeypatch.setattr(coqc, "compiled", lambda path, *_: coqc.Compiled(path, True, 0.0, ""))
    monkeypatch.setattr(coqc, "axioms", lambda *_: set())
    true = refuted(ID)
    assert true.witness is not None
    other, moved = (replace(true, witness=replace(true.witness, **{k: v})) for k, v in (("lhs", "7"), ("Z", [["-2"]])))

    def levels(*records: Record) -> list[Level | None]:
        found = checking.check(records, LIBRARY, tmp_path, 1, lambda _: None)
        return [checking.at_its_level(record, found, tmp_path, tmp_path).level for record in records]

    assert levels(true) == [Level.KERNEL]
    assert levels(true, moved, other) == [Level.KERNEL, true.level, true.level]
    assert levels(other, true) == levels(moved, true) == [true.level, true.level]


BAD = {
    "Axiom no : False. Definition so := no.": "Bad.no",
    "Module Type One. Parameter no : False. End One. Declare Module M : One. Definition so := M.no.": "Bad.M.no",
    "Unset Guard Checking. Fixpoint so (n : nat) : False := so n.": "Bad.so is assumed to be guarded.",
    "Unset Positivity Checking. Inductive so := of (_ : so -> False).": "Bad.so is assumed to be positive.",
    "Unset Universe Checking. Definition so : Set := Type.": "Bad.so relies on an unsafe hierarchy.",
}


@pytest.mark.slow
@pytest.mark.parametrize("text", BAD)
def test_the_axioms_of_a_theorem_and_the_checks_that_were_turned_off_are_seen(text: str, out: Path) -> None:
    path = out / coqc.CLAIMS / "Bad.v"
    path.write_text(text + "\n", encoding="utf-8")
    assert coqc.compiled(path, out, 60).accepted

    assert coqc.axioms(out, [f"{coqc.CLAIMS}.Bad.so"], 60) == {BAD[text]}


def test_without_coqc_the_command_says_what_to_install(
    lemmacheck: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    result = lemmacheck("kernel", ID)

    assert "install coq and libcoq-interval" in result.line


def test_the_command_writes_evidence_without_coqc(
    lemmacheck: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Of all records, whether Rocq is asked about them or not."""
    claim = LIBRARY.claims["P.C.5"]
    unnumbered = blank(claim, Verdict.CERTIFIED, worst=CERTIFIED.worst, hypotheses=conditions(claim, []))
    monkeypatch.setenv("PATH", str(tmp_path))
    records = tmp_path / "records.jsonl"
    records.write_text(f"{refuted(ID).to_json()}\n{unnumbered.to_json()}\n", encoding="utf-8")
    result = lemmacheck("kernel", str(records), "--all", "--evidence", "--out", str(tmp_path / "out"))
    evidence = tmp_path / "out" / "evidence.json"

    assert (result.status, result.out.splitlines()[0]) == (0, str(evidence))
    assert CERTIFIED.worst.Z in [one["Z"] for one in json.loads(evidence.read_text(encoding="utf-8"))["optima"]]


def test_nothing_given_is_an_error_of_one_line(lemmacheck: Command) -> None:
    assert lemmacheck("kernel", "--evidence").line


def test_no_two_claims_have_one_name_in_rocq() -> None:
    names = [rocq.name_of(id) for id in LIBRARY.claims]

    assert len(set(names)) == len(names)


def test_a_run_without_a_verdict_on_it_has_no_trace() -> None:
    with pytest.raises(Untraced, match="names no witness"):
        trace_of(LIBRARY.claims["P.L3.5"], CERTIFIED, "witness")


@pytest.mark.parametrize(("most", "why"), [(30, "rows × columns × steps"), (60, "its program")])
def test_a_run_that_is_too_long_has_no_trace(most: int, why: str) -> None:
    with pytest.raises(Untraced, match=why):
        trace_of(LIBRARY.claims["P.L3.5"], CERTIFIED, "worst", most)


def test_terms_share_lines_and_name_the_numbers_of_the_data() -> None:
    program = Program()
    x = program.number(Named.of(Fraction(3, 5), "Z", 0, 0))
    total = (x + 1) * (x + 1) / (x + 1)

    assert program.lines == [("Z", 0, 0), ("rational", "1"), ("+", 0, 1), ("*", 2, 2), ("/", 3, 2)]
    assert total.value == fmpq(8, 5)


def test_what_is_surely_one_number_is_one_line_and_the_branches_say_why() -> None:
    num = Terms(program := Program())
    with num.active():
        x, root = program.number(Named.of(Fraction(3, 5), "Z", 0, 0)), num.sqrt(program.number(2))
        nothing = x - Fraction(3, 5)

        assert 0 - (0 - root) is root
        assert root + nothing is nothing + root is root - nothing is root
        assert (root * nothing).is_the(0)
        assert program.branches == {(nothing.at, "==", program.number(0).at): None}
        assert num.exp(x + x) is num.exp(program.number(Fraction(6, 5)))
        assert list(program.branches)[1:] == [(program.number(Fraction(6, 5)).at, "==", (x + x).at)]
        assert num.exp(root * root - 2) is not num.exp(nothing)


def test_a_comparison_of_terms_is_kept_as_a_branch() -> None:
    num = Terms(Program())
    with num.active():
        marks = num.first_largest(num.array([1, 3, 3]))

        assert [int(mark.value.p) for mark in marks] == [0, 1, 0]
        assert [op for _, op, _ in num.program.branches] == [">", "<="]
        two, three, six = num.sqrt(num.array([2, 3, 6]))
        with pytest.raises(Undecided):
            num.first_largest(np.array([two + three, num.sqrt(5 + 2 * six)]))


def test_the_rest_of_a_whole_number_is_one_and_of_a_fraction_there_is_none() -> None:
    num = Terms(Program())

    assert [(num.number(k) % 3).value for k in (7, -1)] == [1, 2]
    with pytest.raises(Undecided):
        _ = num.number(Fraction(1, 2)) % 3

"""Protects what Rocq is given to read, and what is made of its answers: the text of a theorem, whom it is asked about,
the compiler's word, and the axioms. Its kernel is not needed here: a stand-in has its name.
"""

import os
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from lemmacheck.verifiers.kernel import checking, coqc, rocq
from lemmacheck.verifiers.kernel.checking import Checked
from lemmacheck.verifiers.kernel.proofs import PROOFS
from lemmacheck.verifiers.kernel.trace import Untraced, trace_of
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.records.verdict import Record, Scope, Verdict, Worst

from tests.verifiers.kernel.refuted import refuted

ID = "P.3.1.dualvec"
CERTIFIED = Record("P.L3.5", Verdict.CERTIFIED, Scope(1, 3),
    worst=Worst(None, None, 1, "one row", [["-5/8"]], "λ=2/(t+2), θ=1", 3, "25/64", "25/64"))  # fmt: skip
REFUTATION = """Module witness.
Definition Z : list (list Q) := [[-1 # 1]].
Definition optima : list (list Q) := [[1 # 1]].
Definition direction : list Q := [-1 # 1].
Definition gamma2 : Q := 1 # 1.
Definition data : list Q := concat Z ++ concat optima ++ direction ++ [gamma2].
Definition program : list line :=
  [Given 0; Given 3; Given 1; Given 2; Mul 1 1; Const 1 1; Const 0 1; Sub 7 4;
   Sqrt 2].
Definition hypotheses : list relation :=
  [Is 9 Eq 6; Is 8 Eq 6; Is 8 Eq 2; Is 3 Eq 6; Is 5 Le 6; Is 2 Gt 7].
Definition statement :=
  Is 1 Eq 8.
Theorem so :
  Forall (fun q => optimal Z q direction gamma2) optima /\\
  refuted data program hypotheses statement.
Proof.
  split; [apply all_optimal; vm_cast_no_check (eq_refl true)|].
  apply (refutes_so (Floats.PtoP 48)). vm_cast_no_check (eq_refl true).
Qed.
End witness.
"""


def test_a_refutation_is_written_as_its_data_its_program_and_the_theorem() -> None:
    """The kernel accepts it, and no altered one: `test_kernel.py` asks it."""
    record = refuted(ID)
    trace = trace_of(LIBRARY.claims[ID], record, "witness")

    assert record.witness is not None
    assert rocq.module(trace, record.witness) == REFUTATION
    assert rocq.file_of('a "(*b*)"', [REFUTATION]) == f"(* a '( *b* )' *)\n{rocq.HEAD}\n{REFUTATION}"
    with pytest.raises(Untraced):
        rocq.module(trace, replace(record.witness, lhs="7"))


def test_a_certified_run_is_written_as_a_list_of_what_holds() -> None:
    assert CERTIFIED.worst is not None
    text = rocq.module(trace_of(LIBRARY.claims["P.L3.5"], CERTIFIED, "worst"), CERTIFIED.worst)

    assert text.startswith("Module worst.\nDefinition Z : list (list Q) := [[-5 # 8]].\n")
    assert "Definition data : list Q := concat Z.\nDefinition program" in text
    assert "Definition statement : list relation :=\n  [Is 68 Ge 65; Is 69 Ge 66; Is 70 Ge 67].\n" in text
    assert text.endswith(
        "Theorem so :\n  certified data program hypotheses statement.\nProof.\n"
        "  apply (certifies_so (Floats.PtoP 48)). vm_cast_no_check (eq_refl true).\nQed.\nEnd worst.\n"
    )


def test_numbers_and_lines_are_written_as_rocq_reads_them() -> None:
    assert [rocq.integer(x) for x in (3, 0, -3)] == ["3", "0", "(-3)"]
    assert [rocq.fraction(x) for x in ("-6/4", "2")] == ["-3 # 2", "2 # 1"]
    assert rocq.written(("rational", str(Fraction(-5, 8))), {}) == "Const (-5) 8"
    assert rocq.written(("Z", 1, 0), {("Z", 1, 0): 2}) == "Given 2"
    assert rocq.listed(map(str, range(5)), 2) == "[0; 1;\n   2; 3;\n   4]"
    assert [rocq.relation((0, op, 4)) for op in rocq.COMPARISONS] == [
        f"Is 1 {name} 5" for name in ("Le", "Ge", "Lt", "Gt", "Eq", "Ne")
    ]
    assert [rocq.name_of(id) for id in ("P.L3.5", "é1")] == ["Claim_P_L3_5", "Claim__1"]


@pytest.mark.parametrize(
    ("id", "verdict", "place", "due"),
    [
        ("no claim of ours", Verdict.REFUTED, "remark", True),
        ("P.L3.2", Verdict.PROVED, "remark", True),  # Rocq has a proof of it
        ("P.L3.2", Verdict.SUPPORTED, "remark", True),
        ("no claim of ours", Verdict.CERTIFIED, "Lemma 3.5", True),
        ("no claim of ours", Verdict.CERTIFIED, "Proposition A.1, in part", True),
        ("no claim of ours", Verdict.CERTIFIED, "proof of Lemma 3.5", False),
        ("no claim of ours", Verdict.SUPPORTED, "Lemma 3.5", False),
        ("no claim of ours", Verdict.PROVED, "Theorem 1", False),
    ],
)
def test_rocq_is_asked_about_what_is_refuted_proved_there_or_numbered(
    id: str, verdict: Verdict, place: str, due: bool
) -> None:
    assert "P.L3.2" in PROOFS
    assert checking.is_due(replace(CERTIFIED, id=id, verdict=verdict, place=place), LIBRARY) == due


def test_what_the_kernel_says_is_said_in_a_line_and_counted() -> None:
    found = [Checked(CERTIFIED, None, accepted, "why") for accepted in (True, False, None)]

    said = [one.text().removeprefix("P.L3.5  certified, ") for one in found]
    assert said == ["accepted: why", "REJECTED: why", "not asked: why"]
    assert checking.summary([*found, Checked(replace(CERTIFIED, verdict=Verdict.PROVED), None, True, "")]) == (
        "Rocq's kernel accepts 1 of 1 proved, 1 of 3 certified, on no axioms but those of the reals"
    )


def stand_in(folder: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    """A program that is called as Rocq's compiler is."""
    folder.mkdir()
    (folder / "coqc").write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    (folder / "coqc").chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")


@pytest.mark.parametrize(
    ("script", "accepted", "output"),
    [
        ("echo so is defined; echo a warning >&2", True, "so is defined\n"),
        ("echo a word; echo no such >&2; echo lemma >&2; exit 1", False, "no such lemma"),
        ("exec sleep 60", None, "it took more than 0.5 s"),
    ],
)
def test_a_file_is_accepted_where_the_compiler_ends_well(
    script: str, accepted: bool | None, output: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stand_in(tmp_path / "bin", monkeypatch, script)
    done = coqc.compiled(tmp_path / "x.v", tmp_path, 0.5 if accepted is None else 60)

    assert (done.path, done.accepted, done.output) == (tmp_path / "x.v", accepted, output)


@pytest.mark.parametrize(("script", "accepted"), [("echo fine", True), ("echo no such lemma >&2; exit 1", False)])
def test_a_file_of_a_record_is_accepted_where_the_compiler_accepts_it_and_a_theorem_of_the_library_at_once(
    script: str, accepted: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stand_in(tmp_path / "bin", monkeypatch, script)
    named = ("Claims.x.witness.so", "Claims.x.worst.so")
    written = [
        checking.Written(CERTIFIED, tmp_path / "x.v", named),
        *(checking.Written(CERTIFIED, None, *told) for told in ((named, "known"), ((), "no run"))),
    ]
    found = [checking.compiled(one, tmp_path, 60) for one in written]
    told = f"x.v (witness, worst), {found[0].seconds:.1f} s" if accepted else "no such lemma"

    assert [(one.path, one.accepted, one.message) for one in found] == [
        (tmp_path / "x.v", accepted, told), (None, True, "known"), (None, None, "no run"),
    ]  # fmt: skip


def test_the_compiler_is_told_both_folders_and_works_in_theirs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in(tmp_path / "bin", monkeypatch, 'pwd; echo "$@"')
    out = (tmp_path / "out").resolve()
    out.mkdir()

    known = f"-Q {out}/Lemmacheck Lemmacheck -Q {out}/Claims Claims"
    assert coqc.compiled(out / "x.v", out, 60).output == f"{out}\n-q {known} {out}/x.v\n"


def test_the_library_is_compiled_into_folders_that_are_made_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(coqc, "compiled", lambda path, *_: coqc.Compiled(path, True, 0.0, ""))
    coqc.library(tmp_path / "new" / "folder", ["Program"], 1, lambda _: None)

    assert sorted(path.name for path in (tmp_path / "new" / "folder").iterdir()) == ["Claims", "Lemmacheck"]


@pytest.mark.parametrize(
    ("accepted", "output", "axioms"),
    [
        (True, "Closed under the global context\n", set()),
        (True, "Axioms:\nClassical_Prop.classic : forall P : Prop,\n  P \\/ ~ P\n", set()),
        (True, "Axioms:\nClassical_Prop.classic : forall P\nBad.no : False\nBad.f is assumed to be guarded.\n",
         {"Bad.no", "Bad.f is assumed to be guarded."}),
        (True, "Bad.no : False\n", {"what is not told (Bad.no : False)"}),
        (True, "", {"what is not told ()"}),
        (False, "no such lemma", {"no such lemma"}),
        (None, "it took more than 1 s", {"it took more than 1 s"}),
    ],
)  # fmt: skip
def test_axioms_are_those_beside_the_reals_or_what_hides_them(
    accepted: bool | None, output: str, axioms: set[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(coqc, "compiled", lambda path, *_: coqc.Compiled(path, accepted, 0.0, output))

    assert coqc.axioms(tmp_path, ["Claims.A.witness.so", "Claims.A.worst.so", "Lemmacheck.Rate.b"], 1) == axioms
    assert (tmp_path / "Assumptions.v").read_text(encoding="utf-8") == (
        "Require Claims.A.\nRequire Lemmacheck.Rate.\n"
        "Definition all := (Claims.A.witness.so, Claims.A.worst.so, Lemmacheck.Rate.b).\nPrint Assumptions all.\n"
    )


def test_records_that_rest_on_an_axiom_are_not_accepted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coqc, "library", lambda *_: None)
    monkeypatch.setattr(coqc, "compiled", lambda path, *_: coqc.Compiled(path, "dualvec" in path.name, 2.0, "no"))
    asked: list[list[str]] = []

    def axioms(out: Path, theorems: list[str], limit: float) -> set[str]:
        asked.append(theorems)
        return {"Bad.no"} if len(asked) > 1 else set()

    monkeypatch.setattr(coqc, "axioms", axioms)
    records = [refuted(ID), refuted("T.Pot"), refuted(ID), replace(CERTIFIED, verdict=Verdict.UNDECIDED)]
    for accepted, message in ((True, "Claim_P_3_1_dualvec.v (witness), 2.0 s"), (False, "it rests on Bad.no")):
        found = checking.check(records, LIBRARY, tmp_path, 1, lambda _: None)
        first, second, *others = [(one.accepted, one.message) for one in found]

        assert first == (accepted, message)
        if accepted:
            assert second == (False, "no")
            assert others == [(None, checking.TWICE), (None, "nothing is decided")]
    assert asked[0] == ["Claims.Claim_P_3_1_dualvec.witness.so"]

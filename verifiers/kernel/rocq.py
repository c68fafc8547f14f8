"""Traces as theorems about real numbers, for Rocq: the hypotheses hold and the statement fails, on the exact data.

`rocq/Program.v` defines the value of a program in the real numbers, and proves that the evaluation by Rocq's kernel
encloses it; `rocq/Optimum.v` proves that the checked conditions make an optimum. A file that is written here holds
data, programs, relations, and one line of proof for each theorem.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from fractions import Fraction

from lemmacheck.verifiers.kernel.standalone import Unconfirmed, confirm_optimum, confirm_sides, matrix, settled
from lemmacheck.verifiers.kernel.terms import Line, Sides
from lemmacheck.verifiers.kernel.trace import Trace, Untraced
from lemmacheck.verifiers.records.verdict import Witness, Worst

COMPARISONS = {"<=": "Le", ">=": "Ge", "<": "Lt", ">": "Gt", "==": "Eq", "!=": "Ne"}
OPERATIONS = {
    "+": "Add", "-": "Sub", "*": "Mul", "/": "Div", "max": "Max", "exp": "Exp", "log": "Log", "sqrt": "Sqrt",
}  # fmt: skip
SPARE = 16  # bits
THEOREM = "so"
LONGEST = 200  # of an id that is a file's name
HEAD = """From Coq Require Import ZArith QArith List.
From Lemmacheck Require Import Program Optimum.
Import ListNotations.
Open Scope Q_scope.
"""


def file_of(about: str, modules: Iterable[str]) -> str:
    """A file with the modules of one claim; its first comment says what they are about."""
    return "\n".join([comment(about), HEAD, *modules])


def module(trace: Trace, printed: Witness | Worst) -> str:
    """The theorem of one trace, whose sides a record prints."""
    try:
        whole, Z = trace.to_dict(), matrix(trace.Z)
        optimum = confirm_optimum(Z, trace.optimum) if trace.optimum else {}
        confirm_sides(whole, asdict(printed), Z, optimum)
        bits = SPARE + settled(whole, Z, optimum)  # on which nothing rests but the time that Rocq takes
    except Unconfirmed as why:
        raise Untraced(str(why)) from None
    return "\n".join([f"Module {trace.of}.", *theorem(trace, bits), f"End {trace.of}.", ""])


def name_of(id: str) -> str:
    """The id as a name in Rocq."""
    return "Claim_" + "".join(letter if letter.isascii() and letter.isalnum() else "_" for letter in id[:LONGEST])


def theorem(trace: Trace, bits: int) -> Iterator[str]:
    """Data, program, relations and proof."""
    best, known = trace.optimum, places(trace)
    yield f"Definition Z : list (list Q) := {listed(listed(map(fraction, row)) for row in trace.Z)}."
    parts = ["concat Z"]
    if best:
        yield f"Definition optima : list (list Q) := {listed(listed(map(fraction, q)) for q in best['q'])}."
        yield f"Definition direction : list Q := {listed(map(fraction, best['direction']))}."
        yield f"Definition gamma2 : Q := {fraction(best['gamma2'])}."
        parts += ["concat optima", "direction", "[gamma2]"]
    yield f"Definition data : list Q := {' ++ '.join(parts)}."
    yield f"Definition program : list line :=\n  {listed((written(line, known) for line in trace.lines), 8)}."
    suppositions = [*trace.branches, *(one for found in trace.hypotheses.values() for one in found)]
    yield f"Definition hypotheses : list relation :=\n  {listed(map(relation, dict.fromkeys(suppositions)), 8)}."
    states = listed(map(relation, trace.states), 8) if trace.holds else relation(trace.states[0])
    yield f"Definition statement{' : list relation' * trace.holds} :=\n  {states}."
    says, shows = ("certified", "certifies_so") if trace.holds else ("refuted", "refutes_so")
    yield f"Theorem {THEOREM} :"
    if best:
        yield "  Forall (fun q => optimal Z q direction gamma2) optima /\\"
    yield f"  {says} data program hypotheses statement."
    yield "Proof."
    if best:
        yield "  split; [apply all_optimal; vm_cast_no_check (eq_refl true)|]."
    yield f"  apply ({shows} (Floats.PtoP {bits})). vm_cast_no_check (eq_refl true)."
    yield "Qed."


def places(trace: Trace) -> dict[Line, int]:
    """Where each number of the data is in `data`."""
    names: list[Line] = [("Z", i, j) for i, row in enumerate(trace.Z) for j in range(len(row))]
    if trace.optimum:
        names += [("q", k, i) for k, q in enumerate(trace.optimum["q"]) for i in range(len(q))]
        names += [*(("direction", j) for j in range(len(trace.optimum["direction"]))), ("gamma2",)]
    return {name: k for k, name in enumerate(names)}


def written(line: Line, known: Mapping[Line, int]) -> str:
    """A line of a program; Rocq numbers them from 1."""
    name, *arguments = line
    if name in OPERATIONS:
        return " ".join([OPERATIONS[name], *(str(at + 1) for at in arguments)])
    if name == "rational":
        exact = Fraction(arguments[0])
        return f"Const {integer(exact.numerator)} {exact.denominator}"
    return f"Given {known[line]}"


def relation(sides: Sides) -> str:
    a, op, b = sides
    return f"Is {a + 1} {COMPARISONS[op]} {b + 1}"


def integer(x: int) -> str:
    return str(x) if x >= 0 else f"({x})"


def fraction(text: str) -> str:
    exact = Fraction(text)
    return f"{exact.numerator} # {exact.denominator}"


def listed(items: Iterator[str] | map[str], a_line: int = 1 << 30) -> str:
    """A list, with so many items a line."""
    found = list(items)
    rows = ["; ".join(found[k : k + a_line]) for k in range(0, len(found), a_line)]
    return "[" + ";\n   ".join(rows) + "]"


def comment(text: str) -> str:
    """The text as a comment that nothing in it can end."""
    plain = text.replace('"', "'").replace("(*", "( *").replace("*)", "* )")
    return f"(* {plain} *)"

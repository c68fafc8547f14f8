"""Protects how a term reads in a proof."""

from collections.abc import Callable
from typing import Any

import pytest
from lemmacheck.verifiers.prove import operators as o
from lemmacheck.verifiers.prove.cases import absolute, indicator
from lemmacheck.verifiers.prove.context import Later, Steps
from lemmacheck.verifiers.prove.terms import COLUMNS, ENTRY, ROWS, Term, Universe
from lemmacheck.verifiers.prove.values import Value
from lemmacheck.verifiers.prove.wording import term_text, with_sequences

from tests.verifiers.prove.formulas import letters
from tests.verifiers.prove.sequences import letter, setting


def squares(x: Term, space: str) -> Term:
    return o.total(x**2, space)


def test_a_proof_says_what_its_accumulated_sequences_are() -> None:
    at = setting()
    halves = at.run.recurrence(0 * at.run.theta[0], lambda t, x: x / 2 + 1)
    number = letter(halves.at(Later(0))).number
    sums = halves.cumsum(0)
    (other,) = {atom.number for atom in sums.at(Later(0)).atoms()} - {number}

    assert with_sequences(at.context, [f"‖ZᵀS#{other}_t‖ of P.S1.x", "S5_t, an author's"]) == (
        "‖ZᵀS1_t‖ of P.S1.x",
        "S5_t, an author's",
        "S1_0 = 0 and S1_{t+1} = S2_t + S1_t",
        "S2_0 = 0 and S2_{t+1} = 1/2·S2_t + 1",
    )
    assert with_sequences(at.context, [f"S#{number}_t = S#{number}_t"])[0] == "S1_t = S1_t"


def entry(s: Any) -> Term:
    return s.u.of(s.u.atom("entry", ENTRY, "Z", ("Z",)))  # type: ignore[no-any-return]


def mean(x: Term, base: Any = None) -> Term:
    return x.universe.of(x.universe.atom("mean", None, (x.key(), base), (x, None, base)))


def test_a_sequence_whose_rows_are_not_read_is_named_alone() -> None:
    at = setting()
    at.context.sequences[7] = Value(at.context, (Steps(),), lambda _: at.run.states)

    assert with_sequences(at.context, ["S#7_t"]) == ("S1_t",)


READ: dict[str, Callable[[Any], Term]] = {
    "0": lambda s: 0 * s.x,
    "1": lambda s: 0 * s.x + 1,
    "2·x²·y − 1/3·z + 1": lambda s: 2 * s.x**2 * s.y - s.z / 3 + 1,
    "x¹²": lambda s: s.x**12,
    "x/y": lambda s: s.x / s.y,
    "(x + y)/(x·z)": lambda s: (s.x + s.y) / (s.z * s.x),
    "exp(z)": lambda s: o.exp(s.z),
    "x − exp(z)": lambda s: s.x - o.exp(s.z),
    "(x + 1)·exp(z) + y": lambda s: (s.x + 1) * o.exp(s.z) + s.y,
    "√(x + 1)": lambda s: o.sqrt(s.x + 1),
    "√((x + 1)/(y + 2))": lambda s: o.sqrt((s.x + 1) / (s.y + 2)),
    "√(‖w‖² + 1)": lambda s: o.sqrt(squares(s.w, COLUMNS) + 1),
    "‖w‖": lambda s: o.sqrt(squares(s.w, COLUMNS)),
    "‖Zᵀa‖²": lambda s: squares(o.carried(s.a, ROWS), COLUMNS),
    "‖ZZᵀb‖²": lambda s: squares(o.carried(o.carried(s.b, ROWS), COLUMNS), ROWS),
    "⟨w, Zᵀa⟩": lambda s: o.total(o.carried(s.a, ROWS) * s.w, COLUMNS),
    "⟨w, ZᵀZv⟩": lambda s: o.total(o.carried(s.w, COLUMNS) * o.carried(s.v, COLUMNS), ROWS),
    "Zᵀb": lambda s: o.carried(s.b, ROWS),
    "ZᵀZw": lambda s: o.carried(o.carried(s.w, COLUMNS), ROWS),
    "Zᵀ(a·b)": lambda s: o.carried(s.a * s.b, ROWS),
    "Zᵀ1": lambda s: o.carried(0 * s.b + 1, ROWS),
    "Σ(b³)": lambda s: o.total(s.b**3, ROWS),
    "Σ(a·exp(b))": lambda s: o.total(s.a * o.exp(s.b), ROWS),
    "Σ(b²·exp(a))": lambda s: o.total(s.b**2 * o.exp(s.a), ROWS),
    "Σ(z/(b² + 1))": lambda s: o.total(s.z / (s.b**2 + 1), ROWS),
    "(b)₁": lambda s: o.at_place(s.b, ROWS),
    "max(b)": lambda s: o.function("max", s.b, whole=ROWS),
    "ratio(x, z)": lambda s: o.function("ratio", s.x, s.z),
    "1[z − 1 ≥ 0]": lambda s: indicator(s.z - 1),
    "abs(z − 1)": lambda s: absolute(s.z - 1),
    "1/(exp(x) + 1)": lambda s: 1 / (o.exp(s.x) + 1),
    "n": lambda s: s.u.n,
    "(3·x²·z − y)/z": lambda s: 3 * s.x**2 - s.y / s.z,
    "ZᵀZZᵀb": lambda s: o.carried(o.carried(o.carried(s.b, ROWS), COLUMNS), ROWS),
    "‖Zᵀa‖": lambda s: o.sqrt(squares(o.carried(s.a, ROWS), COLUMNS)),
    "√(‖a‖² + ‖b‖²)": lambda s: o.sqrt(squares(s.a, ROWS) + squares(s.b, ROWS)),
    "ln x": lambda s: o.log(s.x),
    "ln(12)": lambda s: o.log(0 * s.x + 12),
    "ln(z + 1)": lambda s: o.log(s.z + 1),
    "(b)_e": lambda s: o.at_place(s.b, ROWS, letter(s.u.symbol("e", ROWS, binary=True, total=1))),
    "E[x + y]": lambda s: mean(s.x + s.y),
    "E[x | the rows before]": lambda s: mean(s.x, Later(0)),
    "Z": entry,
    "‖z_i‖²": lambda s: o.total(entry(s) ** 2, COLUMNS),
    "e_argmax(w)": lambda s: o.first_largest(s.w),
    "X/X'": lambda s: s.u.symbol("X") / s.u.symbol("X'"),
    "√X": lambda s: o.sqrt(s.u.symbol("X")),
    "X·exp(z)": lambda s: s.u.symbol("X") * o.exp(s.z),
    "ZᵀX": lambda s: o.carried(s.u.symbol("X", ROWS), ROWS),
    "⟨1, Zᵀb⟩": lambda s: o.total(o.carried(s.b, ROWS), COLUMNS),
    "x + S1_t": lambda s: s.u.of(s.u.atom("sequence", None, "S", ("S1_t",))) + s.x,
}


@pytest.mark.parametrize("words", READ)
def test_a_term_reads_as_a_referee_would_write_it(words: str) -> None:
    assert term_text(READ[words](letters(Universe()))) == words

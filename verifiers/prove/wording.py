"""Terms as text, as a referee would write them: ‖Zᵀq̄‖², ⟨ū, w_t⟩, √(t + 1), ln n."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from flint import fmpq_mpoly
from lemmacheck.verifiers.prove.cases import STEP
from lemmacheck.verifiers.prove.context import Context, Later
from lemmacheck.verifiers.prove.operators import Base
from lemmacheck.verifiers.prove.polynomials import written
from lemmacheck.verifiers.prove.refusals import tried
from lemmacheck.verifiers.prove.terms import ROWS, Atom, Term, Universe

SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
SEQUENCE = re.compile(r"S#(\d+)_")  # the name of an accumulated sequence, which no author's letter has, with its number
LETTERS = ("symbol", "sequence", "entry", "rows")


def term_text(x: Term) -> str:
    """A term: its summands, each with its divisor and its exponential."""
    summands = []
    for exponent, r in x.parts.values():
        text, divisor = _polynomial(x.universe, r.num), _polynomial(x.universe, r.den)
        if divisor != "1":
            text = f"{grouped(text, ' /')}/{grouped(divisor, ' ·')}"
        times = {"1": "", "−1": "−"}.get(text, f"{grouped(text, ' ')}·")
        summands.append(text if exponent is None else f"{times}exp({term_text(exponent)})")
    return summed(summands)


def grouped(text: str, around: str) -> str:
    """In brackets if it has one of these characters."""
    return f"({text})" if any(one in text for one in around) else text


def summed(summands: list[str]) -> str:
    """Summands in a row, those that begin with a minus subtracted."""
    return " + ".join(summands).replace("+ −", "− ") or "0"


def _polynomial(u: Universe, p: fmpq_mpoly) -> str:
    summands = []
    for monomial, c in written(p):
        factors = _factors(u, monomial)
        sign = "−" if c < 0 else ""
        summands.append(sign + "·".join([str(abs(c))] * (abs(c) != 1 or not factors) + factors))
    return summed(summands)


def _factors(u: Universe, monomial: Any) -> list[str]:
    return [_atom(u, u.atoms[k]) + (str(e).translate(SUPERSCRIPTS) if e > 1 else "") for k, e in monomial]


def _atom(u: Universe, atom: Atom) -> str:
    atom.text = atom.text or _atom_text(u, atom)
    return atom.text


def _atom_text(u: Universe, atom: Atom) -> str:
    first, *rest = atom.args
    if atom.kind in LETTERS:
        return str(first).removeprefix("m.")  # a parameter of a method, by its author's name
    if atom.kind == "word":
        return _applied(u, first, rest[0])
    if atom.kind == "inner":
        return _product(u, first, *rest)
    if atom.kind == "sum":
        squared = first.whole is None and first.exponent is None and [e for _, e in first.factors] == [2]
        return f"‖{_atom(u, u.atoms[first.factors[0][0]])}‖²" if squared else f"Σ({_vector(u, first)})"
    if atom.kind == "mean":
        known = "" if rest[1] is None else " | the rows before"
        return f"E[{term_text(first)}{known}]"
    if atom.kind in ("first", "drawn"):
        return f"({_atom(u, first)})" + (f"_{_atom(u, rest[0])}" if rest else "₁")
    inside = ", ".join(term_text(one) for one in atom.args if isinstance(one, Term))
    if atom.kind == "log":
        return f"ln({inside})" if len(inside) > 1 else f"ln {inside}"
    if atom.kind == STEP:
        return f"1[{term_text(first)} ≥ 0]"
    if atom.kind == "inverse":
        return f"1/({inside})"
    if atom.kind != "sqrt":
        return f"{atom.kind}({inside})"
    norm = inside[1:-2]
    return inside[:-1] if inside == f"‖{norm}‖²" and "‖" not in norm else f"√{grouped(inside, ' ·/')}"


def _product(u: Universe, a: Base, b: Base, k: int) -> str:
    """⟨a, ZZᵀ⋯ b⟩ with k factors Z and Zᵀ in turn; of a vector with itself, a norm."""
    if a.key() == b.key():
        return f"‖{_applied(u, k // 2, a)}‖²"
    return f"⟨{_vector(u, a)}, {_applied(u, k, b)}⟩"


def _applied(u: Universe, k: int, base: Base) -> str:
    """Z or Zᵀ, k times in turn, on a vector: the one that fits it stands next to it."""
    vector, nearest = _vector(u, base), ("Zᵀ", "Z") if base.space == ROWS else ("Z", "Zᵀ")
    return "".join(nearest[j % 2] for j in reversed(range(k))) + grouped(vector, " ·")


def _vector(u: Universe, base: Base) -> str:
    """By its component; the vector of ones is 1."""
    if base.whole is not None:
        return term_text(base.whole)
    exponential = [f"exp({term_text(base.exponent)})"] if base.exponent is not None else []
    return "·".join([*_factors(u, base.factors), *exponential]) or "1"


def reason_text(op: str) -> str:
    return "both sides agree" if op == "==" else "the difference is a sum of nonnegative terms"


def rows_text(rows: range) -> str:
    return f", and at row {', '.join(map(str, rows))} by itself" if len(rows) else ""


def signs_text(signs: Mapping[str, str]) -> list[str]:
    """The signs that fields of a state keep, as a step of a proof."""
    shown = [f"{name}_t {sign}" for name, sign in signs.items() if name != "t"]
    return [f"by induction, {' and '.join(shown)}"] if shown else []


def with_sequences(context: Context, steps: Iterable[str]) -> tuple[str, ...]:
    """The steps of a proof, its accumulated sequences counted from 1, and what these are."""
    told, names = list(steps), dict[str, str]()
    for step in told:  # what they are may name others
        for number in SEQUENCE.findall(step):
            if number not in names:
                names[number] = f"S{len(names) + 1}_"
                told += _recursion(context, int(number))
    return tuple(SEQUENCE.sub(lambda match: names[match[1]], step) for step in told)


def _recursion(context: Context, number: int) -> list[str]:
    """The first row of a sequence, and each from the row before."""
    value = context.sequences[number]
    with context.measured(), context.universe.quietly():
        rows = tried(lambda: [term_text(value.at(row)) for row in (0, Later(1))])
    return [f"S#{number}_0 = {rows[0]} and S#{number}_{{t+1}} = {rows[1]}"] if rows else []

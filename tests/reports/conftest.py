"""How a record is drawn at random: every field, with the text that breaks pages mixed in.

`st.from_type(Record)` draws one. Ordinary words alternate with markup, bars, backticks, dollars, new
lines and Unicode; formulas are half-finished as often as not.
"""

from dataclasses import fields
from typing import Any

from hypothesis import strategies as st
from lemmacheck.verifiers.records.verdict import (
    Axes,
    Condition,
    Curve,
    Header,
    Level,
    Origin,
    Reach,
    Record,
    Scope,
    Table,
    Teeth,
    Verdict,
    Witness,
    Worst,
)

HOSTILE = [
    "<script>alert(1)</script>", "</style></title>", '" onclick="x', "'", "&lt;b&gt;", "{{ 7 * 7 }}", "{% raw %}",
    "a | b", "`", "``` x", "[a](javascript:x)", "**", "# ", "\n## heading\n", "\r\n", "\u2028", "\x85", "\\", "$",
    "$x$", "θ_t² ≤ 4 ln n / (t+1)²", "γ̄ū", "P.S2.argmax@000", "P.L3.2'", r"\frac{a}{b}", r"\mathcal R", r"\text{<b>}",
    r"\href{javascript:x}{y}", r"\left(", "x^", "q_t_t", "<", ">", "&",
]  # fmt: skip
words = st.one_of(st.sampled_from(HOSTILE), st.text(max_size=8))
text = st.lists(words, max_size=3).map("".join)
number = st.floats(allow_nan=False)
rows = st.lists(st.lists(text, max_size=3), max_size=3)
BY_TYPE: dict[str, st.SearchStrategy[Any]] = {
    "str": text,
    "str | None": st.none() | text,
    "int": st.integers(0, 10**6),
    "bool": st.booleans(),
    "Level | None": st.none() | st.sampled_from(Level),
    "float": number,
    "float | None": st.none() | number,
    "list[int]": st.lists(st.integers(0, 10**6), max_size=5),
    "list[float]": st.lists(number, max_size=5),
    "list[str]": st.lists(text, max_size=3),
    "list[list[str]]": rows,
    "dict[str, str]": st.dictionaries(text, text, max_size=2),
    "dict[str, int]": st.dictionaries(text, st.integers(0, 10**6), max_size=2),
    "Parameters": st.dictionaries(text, st.lists(text, max_size=3) | rows, max_size=3),
}


def drawn(kind: type, **given: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """An instance whose fields are drawn by type, or as given."""
    by_name = {f.name: given[f.name] if f.name in given else BY_TYPE[str(f.type)] for f in fields(kind)}
    return st.builds(kind, **by_name)


need = st.none() | drawn(Witness)
st.register_type_strategy(Curve, drawn(Curve))
st.register_type_strategy(
    Header,
    drawn(
        Header,
        tables=st.lists(drawn(Table), max_size=2),
        curves=st.lists(st.from_type(Curve), max_size=2),
        axes=drawn(Axes),
        origin=st.none() | drawn(Origin),
    ),
)
st.register_type_strategy(
    Record,
    drawn(
        Record,
        verdict=st.sampled_from(Verdict),
        kernel=st.sampled_from(["", "Claim_P_L3_5.v", "claims/Claim_N1_rate.v"]),
        scope=drawn(Scope),
        worst=st.none() | drawn(Worst),
        witness=st.none() | drawn(Witness),
        reach=st.none() | st.sampled_from(Reach),
        convincing=st.none() | drawn(Witness),
        teeth=st.none() | drawn(Teeth),
        hypotheses=st.lists(drawn(Condition, need=need), max_size=2),
        curves=st.lists(st.from_type(Curve), max_size=3),
    ),
)

"""The statements that do not parse: what the print has in place of a symbol, and why there are no sides to compare."""

from typing import Any

from tests.literal.printed import IllFormed, Printed, transcribed

UNBOUND = {
    "w": ("W.Vanilla", "W.Alg.1", "W.Normal", "W.Alg.2", "W.Scheme.2", "S.KR.GD.1", "S.Alg.KRR-GD"),
    "x": ("S.Lem7.err", "S.Greedy", "P.5.2.gm"),
    "x and y": ("S.Surr", "T.Eq1.1", "T.Eq1s"),
    "i": ("T.Batch", "T.Online.1", "T.Online.2"),
    "j": ("P.5.2.risk",),
    "d_1": ("S.Lem7.tele.2", "S.Lem7.tele.3"),
    "K": ("S.SGD.sc",),
    "α_i": ("S.LC.def",),
    "z_1": ("S.Lem7.fin.1",),
    "𝒞": ("S.Alg2",),
}
UNPAIRED = {"|γ|M_t|": ("T.Comb.1",), "{i ≤ t : 1[⟨w_{i−1}, x_iy_i⟩ ≤ 0}": ("T.Mt.def",)}

for print_has, ids in (UNBOUND | UNPAIRED).items():

    @transcribed(*ids)
    def no_sides(case: Any, what: str = print_has) -> list[Printed]:
        raise IllFormed(what)

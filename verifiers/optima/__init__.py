"""γ̄ = max_{‖w‖≤1} min_i ⟨w, −z_i⟩ = min_{q∈Δ} ‖Zᵀq‖₂: floats propose, exact rationals certify.

`solve` gives the exact γ̄² with q̄, `certify` checks such a result again, `vertices` lists several q̄ where
there are several, and `enclose` bounds γ̄ for data where exactness is dear. `solve_l1` gives the ℓ₁ margin, a linear
program.
"""

from lemmacheck.verifiers.optima.enclosure import Enclosure, enclose
from lemmacheck.verifiers.optima.exact import Optimum, certify, solve, solve_several
from lemmacheck.verifiers.optima.l1 import L1Optimum, solve_l1
from lemmacheck.verifiers.optima.proposals import active_set
from lemmacheck.verifiers.optima.vertices import vertices

__all__ = [
    "Enclosure",
    "L1Optimum",
    "Optimum",
    "active_set",
    "certify",
    "enclose",
    "solve",
    "solve_l1",
    "solve_several",
    "vertices",
]

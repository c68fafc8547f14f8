"""γ̄ = max_{‖w‖≤1} min_i ⟨w, −z_i⟩ = min_{q∈Δ} ‖Zᵀq‖₂: floats propose, exact rationals certify.

`solve` gives the exact γ̄² with q̄, `certify` checks such a result again, `vertices` lists several q̄ where
there are several, and `enclose` bounds γ̄ for data where exactness is dear.
"""

from verifiers.optimum.enclosure import Enclosure, enclose
from verifiers.optimum.exact import Optimum, certify, solve
from verifiers.optimum.proposals import active_set, conic
from verifiers.optimum.vertices import vertices

__all__ = ["Enclosure", "Optimum", "active_set", "certify", "conic", "enclose", "solve", "vertices"]

"""Statements that Rocq proves for all runs, in a real inner product space of any dimension.

Each theorem of `rocq/` names the facts that it takes as hypotheses: the smoothness of ψ in its dual form, the
three-point inequality of the entropy with Pinsker's, ‖Zᵀμ‖ ≥ γ̄ for μ in the simplex, ⟨−Zᵀν, ū⟩ ≥ γ̄, max ≤ ψ and
ψ(0) = ln n.
"""

from __future__ import annotations

FILES = ("Space", "Acceleration", "Perceptron")  # in the order in which they need each other
PROOFS = {
    "P.L3.2": "Acceleration.lemma_3_2",
    "P.L3.5": "Acceleration.lemma_3_5",
    "P.L3.6l": "Acceleration.lemma_3_6_lower",
    "P.L3.6u": "Acceleration.lemma_3_6_upper",
    "P.P3.7.corrected": "Acceleration.proposition_3_7",
    "P.T3.1.1": "Acceleration.theorem_3_1",
    "N1.sum": "Acceleration.sum_of_inverse_rates",
    "N1.rate": "Acceleration.rate_without_logarithm",
    "T.Perc.Strong": "Perceptron.mistakes_are_few",
}

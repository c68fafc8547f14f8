"""Statements that Rocq proves for all runs, in a real inner product space of any dimension.

Each theorem of `rocq/` names the facts that it takes as hypotheses: the smoothness of ψ in its dual form, the
three-point inequality of the entropy with Pinsker's, ‖Zᵀμ‖ ≥ γ̄ for μ in the simplex, ⟨−Zᵀν, ū⟩ ≥ γ̄, max ≤ ψ,
ψ(0) = ln n, and that Algorithm 1 is the dual method; of any f that it is smooth and convex, with ∇f(w*) = 0.
"""

from __future__ import annotations

FILES = ("Space", "Acceleration", "Perceptron", "Descent")  # in the order in which they need each other
PROOFS = {
    "P.L3.2": "Acceleration.lemma_3_2",
    "P.L3.5": "Acceleration.lemma_3_5",
    "P.L3.6l": "Acceleration.lemma_3_6_lower",
    "P.L3.6u": "Acceleration.lemma_3_6_upper",
    "P.P3.7": "Acceleration.proposition_3_7",
    "P.T3.1.1": "Acceleration.theorem_3_1",
    "P.T3.1.2l": "Acceleration.theorem_3_1_interval",
    "P.T3.1.2u": "Acceleration.theorem_3_1_interval",
    "N1.weights": "Acceleration.weights_telescope",
    "N1.psi": "Acceleration.potential_grows_with_distance",
    "N1.margin": "Acceleration.margin_by_distance",
    "N1.sum": "Acceleration.sum_of_inverse_rates",
    "N1.rate": "Acceleration.rate_without_logarithm",
    "T.Comb.1.corrected": "Perceptron.aligned",
    "T.Comb.2": "Perceptron.below_the_root",
    "T.Comb.3": "Perceptron.bounds_together",
    "T.Perc.Strong": "Perceptron.mistakes_are_few",
    "S.GDrates.1": "Descent.descent_rate",
    "S.AGD.1": "Descent.accelerated_rate",
}

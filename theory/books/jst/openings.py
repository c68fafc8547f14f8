"""What the sections of the paper assume where they open: a module's OPENING is given to every claim in it.

What a section assumes of its method, such as λ_t, θ_t ∈ (0, 1], stands at the method.
"""

from lemmacheck.theory.margins.hypotheses import exponential_loss, smooth_objective, unit_inputs, unit_rows

NOTATION = (unit_rows,)  # Section 2, “Without loss of generality”
EXPONENTIAL = (*NOTATION, exponential_loss)  # Section 1, “For sake of presentation”; Section 4, Algorithm 2
MULTICLASS = (unit_inputs,)  # Section 2, of the inputs of Section 5.2
AVERAGING = (smooth_objective,)  # Appendix B, first paragraph

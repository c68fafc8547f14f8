"""Mathematical characters and the commands that set them in LaTeX with amsmath and amssymb."""

GREEK = """
α alpha β beta γ gamma δ delta ε epsilon ζ zeta η eta θ theta ι iota κ kappa λ lambda μ mu ν nu ξ xi π pi ρ rho
σ sigma τ tau υ upsilon φ phi ϕ phi χ chi ψ psi ω omega Γ Gamma Δ Delta Θ Theta Λ Lambda Ξ Xi Π Pi Σ Sigma
Φ Phi Ψ Psi Ω Omega
"""
RELATIONS = """
≤ le ≥ ge ≠ ne ≈ approx ≡ equiv ∼ sim ≃ simeq ∝ propto ≪ ll ≫ gg ≺ prec ≻ succ ≼ preccurlyeq ≽ succcurlyeq
∈ in ∉ notin ∋ ni ⊂ subset ⊆ subseteq ⊃ supset ⊇ supseteq ∣ mid ∥ parallel ⊥ perp
→ to ← leftarrow ↔ leftrightarrow ↦ mapsto ⇒ Rightarrow ⇐ Leftarrow ⇔ Leftrightarrow ⟹ implies ⟺ iff
"""
OPERATORS = """
− - × times · cdot ⋅ cdot ∘ circ ⊙ odot ⊗ otimes ⊕ oplus ± pm ∓ mp ∗ ast ⋆ star ∪ cup ∩ cap ∧ wedge ∨ vee
∑ sum ∏ prod ∫ int √ surd ∇ nabla ∂ partial ¬ neg ∖ setminus
"""
OTHERS = """
∞ infty ℓ ell ∅ emptyset ∀ forall ∃ exists … ldots ⋯ cdots ‖ | ⟨ langle ⟩ rangle ⌈ lceil ⌉ rceil ⌊ lfloor ⌋ rfloor
′ prime ⊤ top ° circ
"""


def _table(text: str) -> dict[str, str]:
    words = text.split()
    return dict(zip(words[::2], words[1::2], strict=True))


SYMBOLS = {
    character: name if name == "-" else f"\\{name}"
    for character, name in _table(GREEK + RELATIONS + OPERATORS + OTHERS).items()
}

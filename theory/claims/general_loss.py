"""Appendix C, first part: the dual method for a loss with smooth ψ, Lemmas C.1."""

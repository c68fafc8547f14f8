"""Appendix D: the lemmas of Theorem 4.1 and its proof."""

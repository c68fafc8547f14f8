"""Appendix C: the proof of Theorem 3.1."""

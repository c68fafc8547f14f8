"""Appendix E: the proof of Theorem 5.1."""

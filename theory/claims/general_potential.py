"""Appendix C: Lemma C.4 with (C.5), (C.6) and (C.7)."""

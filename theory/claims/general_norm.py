"""Appendix C: Lemmas C.7 on the norm of w_t and its form by averages."""

"""Appendix D, typed from the print on scalars."""

"""Appendix C, typed from the print on scalars."""

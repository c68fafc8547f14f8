"""Appendix C, first part, typed from the print on scalars."""

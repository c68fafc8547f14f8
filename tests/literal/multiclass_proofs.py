"""Appendix E, typed from the print on scalars."""

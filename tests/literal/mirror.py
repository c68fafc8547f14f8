"""Appendix B, typed from the print on scalars."""

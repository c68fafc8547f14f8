"""Appendix B from (B.8), typed from the print on scalars."""

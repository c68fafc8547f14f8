"""Appendix B from (B.8): conditions on λ_t and Theorem B.10."""

"""Appendix B: the accelerated scheme (B.1), (B.2) for a smooth convex f and a mirror map, up to (B.7)."""

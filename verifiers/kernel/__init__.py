"""Decisions as programs of + − × / exp ln √ max over ℚ, which other checkers evaluate."""

"""What was decided, as programs of + − × / exp ln √ max over ℚ that other checkers evaluate."""

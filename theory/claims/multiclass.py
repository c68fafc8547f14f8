"""Section 5.2 and Theorem 5.1: multiclass problems by reduction to the binary case."""

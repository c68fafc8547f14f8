"""Section 4 and Theorem 4.1: Algorithm 2, which samples one row a step."""

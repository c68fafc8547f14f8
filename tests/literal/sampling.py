"""Section 4 and Theorem 4.1, typed from the print on scalars."""

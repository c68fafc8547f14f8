"""Section 5.2 and Theorem 5.1, typed from the print on scalars."""

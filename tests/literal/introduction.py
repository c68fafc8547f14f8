"""Section 1, typed from the print on scalars."""

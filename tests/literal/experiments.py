"""The figures and Section 6, typed from the print on scalars."""

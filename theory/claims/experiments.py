"""The figures and Section 6: what the text says of experiments."""

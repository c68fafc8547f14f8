"""The documents, one package each, on the same names that a stranger would use."""

"""Classics of optimisation, each a book in one file, written as a stranger would: in the public names alone."""

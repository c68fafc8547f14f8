"""Section 1: the rates that the introduction promises, kernel calls counted, the dual-only run, and the literature."""

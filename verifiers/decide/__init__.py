"""A claim on runs: screened in floats, decided in balls, searched for counterexamples, recorded."""

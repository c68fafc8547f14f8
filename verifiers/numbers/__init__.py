"""The number systems, one a file. Each satisfies `lemmacheck.theory.core.arithmetic.Arithmetic`."""

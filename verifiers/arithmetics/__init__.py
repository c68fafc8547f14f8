"""The number systems, one a file. Each satisfies `theory.arithmetic.Arithmetic`."""

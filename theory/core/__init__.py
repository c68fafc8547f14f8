"""The language of statements: claims, hypotheses, relations, runs, methods, books. It knows no document."""

"""The lecture on SGD, boosting and kernels."""

from lemmacheck.theory.core.source import Source

LECTURE = Source("Sha-L9", "Sharan", "Lecture 9: SGD, Boosting, Kernels", "undated lecture notes, with scribes")

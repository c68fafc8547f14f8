"""The blog post."""

from lemmacheck.theory.core.source import Source

POST = Source(
    "Wan21",
    "Wang",
    "Regularized linear models and the Fenchel-Rockafellar duality theorem (III)",
    "blog post of 2021-12-15",
)

"""Hypothesis strategies for exact instances, schedules and algorithms: `lemmacheck.strategies.separable()`."""

from lemmacheck.verifiers.library.strategies import *  # noqa: F403
from lemmacheck.verifiers.library.strategies import __all__ as __all__

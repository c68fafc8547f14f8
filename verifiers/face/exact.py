"""What a problem's `of` may compute exactly, on arrays of Fractions: `from lemmacheck import exact`."""

from lemmacheck.verifiers.optima.rational import *  # noqa: F403
from lemmacheck.verifiers.optima.rational import __all__ as __all__

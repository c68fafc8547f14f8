"""One method a file: a frozen dataclass of parameters with `start` and `step`."""

from theory.algorithms.dual_nesterov import DualNesterov
from theory.algorithms.general_dual import GeneralDual
from theory.algorithms.gradient_descent import GradientDescent, NormalizedGD
from theory.algorithms.primal_momentum import PrimalMomentum

__all__ = ["DualNesterov", "GeneralDual", "GradientDescent", "NormalizedGD", "PrimalMomentum"]

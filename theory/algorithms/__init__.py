"""One method a file: a frozen dataclass of parameters with `start` and `step`."""

from theory.algorithms.adaptive_sampling import AdaptiveSampling, EndpointLaw, EveryPath, HorizonSampling
from theory.algorithms.batch_perceptron import BatchPerceptron
from theory.algorithms.dual_nesterov import DualNesterov
from theory.algorithms.general_dual import GeneralDual
from theory.algorithms.general_momentum import GeneralMomentum, StepsOverRho
from theory.algorithms.gradient_descent import GradientDescent, NormalizedGD, RootSteps
from theory.algorithms.huber import HuberNesterov
from theory.algorithms.kernel_momentum import KernelMomentum, KernelSampling
from theory.algorithms.mirror import Mirror, MirrorDescent
from theory.algorithms.multiclass import MulticlassLaw, MulticlassMomentum, MulticlassSampling
from theory.algorithms.primal_momentum import PrimalMomentum

__all__ = [
    "AdaptiveSampling",
    "BatchPerceptron",
    "DualNesterov",
    "EndpointLaw",
    "EveryPath",
    "GeneralDual",
    "GeneralMomentum",
    "GradientDescent",
    "HorizonSampling",
    "HuberNesterov",
    "KernelMomentum",
    "KernelSampling",
    "Mirror",
    "MirrorDescent",
    "MulticlassLaw",
    "MulticlassMomentum",
    "MulticlassSampling",
    "NormalizedGD",
    "PrimalMomentum",
    "RootSteps",
    "StepsOverRho",
]

"""One method a file: a frozen dataclass of parameters with `start` and `step`."""

from theory.algorithms.accelerated_adaboost import AcceleratedAdaBoost, CorneredAdaBoost, PlainAdaBoost
from theory.algorithms.adaboost import AdaBoost, HeldOut, LongBoosting
from theory.algorithms.adaptive_sampling import AdaptiveSampling, EndpointLaw, EveryPath, HorizonSampling
from theory.algorithms.batch_perceptron import BatchPerceptron
from theory.algorithms.coordinate_boosting import BoostingThreeColumns, CoordinateBoosting, PotentialBoosting
from theory.algorithms.cutting import Accuracies, Ellipsoid, Subgradient
from theory.algorithms.dual_adaboost import (
    CoolingAdaBoost,
    DualAdaBoost,
    HorizonAdaBoost,
    PowerAdaBoost,
    SmoothAdaBoost,
)
from theory.algorithms.dual_frank_wolfe import DualFrankWolfe, FullyDual
from theory.algorithms.dual_nesterov import DualNesterov
from theory.algorithms.general_dual import GeneralDual
from theory.algorithms.general_momentum import GeneralMomentum, StepsOverRho
from theory.algorithms.gradient_descent import GradientDescent, NormalizedGD, RootSteps
from theory.algorithms.huber import HuberNesterov
from theory.algorithms.kernel_momentum import KernelMomentum, KernelSampling
from theory.algorithms.kernel_perceptron import KernelPerceptron
from theory.algorithms.mean_squares import MeanSquares
from theory.algorithms.mirror import Mirror, MirrorDescent
from theory.algorithms.multiclass import MulticlassLaw, MulticlassMomentum, MulticlassSampling
from theory.algorithms.neighbours import Neighbours
from theory.algorithms.newton import Newton
from theory.algorithms.online import ContradictedPerceptron
from theory.algorithms.perceptron import Perceptron, TwoLayerPerceptron
from theory.algorithms.primal_momentum import PrimalMomentum
from theory.algorithms.proximal import FISTA, ISTA, ChambollePock
from theory.algorithms.ridge_descent import RidgeDescent
from theory.algorithms.saddle_descent import SaddleDescent
from theory.algorithms.sgd import SGD, LoudSGD, RiskSGD
from theory.algorithms.smooth_descent import (
    Accelerated,
    ConvexDescent,
    LongSteps,
    SmoothDescent,
    StronglyAccelerated,
)
from theory.algorithms.soft_margin_descent import SoftMarginDescent
from theory.algorithms.span import SpanMethod
from theory.algorithms.statistical_queries import StatisticalQueries
from theory.algorithms.unreliable_boosting import SampledBoosting, UnreliableBoosting

__all__ = [
    "FISTA",
    "ISTA",
    "SGD",
    "Accelerated",
    "AcceleratedAdaBoost",
    "Accuracies",
    "AdaBoost",
    "AdaptiveSampling",
    "BatchPerceptron",
    "BoostingThreeColumns",
    "ChambollePock",
    "ContradictedPerceptron",
    "ConvexDescent",
    "CoolingAdaBoost",
    "CoordinateBoosting",
    "CorneredAdaBoost",
    "DualAdaBoost",
    "DualFrankWolfe",
    "DualNesterov",
    "Ellipsoid",
    "EndpointLaw",
    "EveryPath",
    "FullyDual",
    "GeneralDual",
    "GeneralMomentum",
    "GradientDescent",
    "HeldOut",
    "HorizonAdaBoost",
    "HorizonSampling",
    "HuberNesterov",
    "KernelMomentum",
    "KernelPerceptron",
    "KernelSampling",
    "LongBoosting",
    "LongSteps",
    "LoudSGD",
    "MeanSquares",
    "Mirror",
    "MirrorDescent",
    "MulticlassLaw",
    "MulticlassMomentum",
    "MulticlassSampling",
    "Neighbours",
    "Newton",
    "NormalizedGD",
    "Perceptron",
    "PlainAdaBoost",
    "PotentialBoosting",
    "PowerAdaBoost",
    "PrimalMomentum",
    "RidgeDescent",
    "RiskSGD",
    "RootSteps",
    "SaddleDescent",
    "SampledBoosting",
    "SmoothAdaBoost",
    "SmoothDescent",
    "SoftMarginDescent",
    "SpanMethod",
    "StatisticalQueries",
    "StepsOverRho",
    "StronglyAccelerated",
    "Subgradient",
    "TwoLayerPerceptron",
    "UnreliableBoosting",
]

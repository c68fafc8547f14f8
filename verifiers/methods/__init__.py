"""Every algorithm as it is run and as it is got wrong, one module each, and what claims are asked about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from theory.algorithms import (
    FISTA,
    ISTA,
    SGD,
    Accelerated,
    AcceleratedAdaBoost,
    Accuracies,
    AdaBoost,
    AdaptiveSampling,
    BatchPerceptron,
    BoostingThreeColumns,
    ChambollePock,
    ContradictedPerceptron,
    ConvexDescent,
    CoolingAdaBoost,
    CoordinateBoosting,
    CorneredAdaBoost,
    DualAdaBoost,
    DualFrankWolfe,
    DualNesterov,
    Ellipsoid,
    EndpointLaw,
    EveryPath,
    FullyDual,
    GeneralDual,
    GeneralMomentum,
    GradientDescent,
    HeldOut,
    HorizonAdaBoost,
    HorizonSampling,
    HuberNesterov,
    KernelMomentum,
    KernelPerceptron,
    KernelSampling,
    LongBoosting,
    LongSteps,
    LoudSGD,
    MeanSquares,
    Mirror,
    MirrorDescent,
    MulticlassLaw,
    MulticlassMomentum,
    MulticlassSampling,
    Neighbours,
    Newton,
    NormalizedGD,
    Perceptron,
    PlainAdaBoost,
    PotentialBoosting,
    PowerAdaBoost,
    PrimalMomentum,
    RidgeDescent,
    RiskSGD,
    SaddleDescent,
    SmoothAdaBoost,
    SmoothDescent,
    SoftMarginDescent,
    SpanMethod,
    StatisticalQueries,
    StronglyAccelerated,
    Subgradient,
    TwoLayerPerceptron,
    UnreliableBoosting,
)
from theory.arithmetic import Arithmetic
from theory.costs import Sizes, TensorPower
from theory.examples import Sample
from theory.kernel_functions import KernelFunctions
from theory.lasso import Penalised
from theory.learning import SampleSizes, Sampling, Votes, WeakLearning
from theory.losses import Exponential, Loss
from theory.objectives import Regression
from theory.potentials import NormPotential
from theory.quadratics import Example2
from theory.ridge import RidgeRegression
from theory.run import moves, run
from theory.smoothness import CornerSmoothness, SmoothedSmoothness, Smoothness
from theory.soft_margin import SoftMargin
from theory.strings import Words
from theory.univariate import Univariate
from verifiers.instances import Instance, batch
from verifiers.methods import (
    accelerated_adaboost,
    adaptive_sampling,
    batch_perceptron,
    boosting,
    coordinate_boosting,
    cutting,
    dual_frank_wolfe,
    dual_nesterov,
    general_dual,
    general_momentum,
    gradient_descent,
    huber,
    kernel_momentum,
    kernels,
    mean_squares,
    mirror,
    multiclass,
    neighbours,
    perceptron,
    primal_momentum,
    proximal,
    quadratics,
    ridge,
    saddle_descent,
    sgd,
    smooth_descent,
    soft_margin,
    statistical_queries,
    weak_learning,
)
from verifiers.methods.method import Method
from verifiers.side_by_side import Batch, run_together

METHODS: dict[type, Method] = {
    AcceleratedAdaBoost: accelerated_adaboost.PRINTED,
    CorneredAdaBoost: accelerated_adaboost.CORNERED,
    PlainAdaBoost: accelerated_adaboost.PLAIN,
    DualAdaBoost: accelerated_adaboost.DUAL,
    SmoothAdaBoost: accelerated_adaboost.SMOOTH,
    PowerAdaBoost: accelerated_adaboost.POWER,
    HorizonAdaBoost: accelerated_adaboost.HORIZON,
    CoolingAdaBoost: accelerated_adaboost.COOLING,
    Smoothness: accelerated_adaboost.SMOOTHNESS,
    CornerSmoothness: accelerated_adaboost.CORNER,
    SmoothedSmoothness: accelerated_adaboost.SMOOTHED,
    DualNesterov: dual_nesterov.METHOD,
    PrimalMomentum: primal_momentum.METHOD,
    NormalizedGD: gradient_descent.NORMALIZED,
    GradientDescent: gradient_descent.PLAIN,
    GeneralDual: general_dual.METHOD,
    HuberNesterov: huber.METHOD,
    Mirror: mirror.AVERAGING,
    MirrorDescent: mirror.DESCENT,
    GeneralMomentum: general_momentum.METHOD,
    KernelMomentum: kernel_momentum.METHOD,
    KernelSampling: kernel_momentum.SAMPLING,
    MulticlassLaw: multiclass.LAW,
    MulticlassMomentum: multiclass.MOMENTUM,
    MulticlassSampling: multiclass.SAMPLING,
    BatchPerceptron: batch_perceptron.METHOD,
    SaddleDescent: saddle_descent.METHOD,
    Penalised: proximal.PROBLEM,
    ISTA: proximal.PLAIN,
    FISTA: proximal.ACCELERATED,
    ChambollePock: proximal.PRIMAL_DUAL,
    AdaptiveSampling: adaptive_sampling.METHOD,
    HorizonSampling: adaptive_sampling.HORIZON,
    EveryPath: adaptive_sampling.PATHWISE,
    EndpointLaw: adaptive_sampling.LAW,
    Perceptron: perceptron.METHOD,
    KernelPerceptron: perceptron.KERNEL,
    TwoLayerPerceptron: perceptron.TWO_LAYERS,
    Univariate: soft_margin.CONVEXITY,
    ContradictedPerceptron: soft_margin.CONTRADICTED,
    SoftMargin: soft_margin.MACHINE,
    SoftMarginDescent: soft_margin.DESCENT,
    RidgeRegression: ridge.REGRESSION,
    RidgeDescent: ridge.DESCENT,
    KernelFunctions: kernels.FUNCTIONS,
    Words: kernels.WORDS,
    Sizes: kernels.SIZES,
    TensorPower: kernels.TENSORS,
    Sample: sgd.EXAMPLES,
    SGD: sgd.PLAIN,
    RiskSGD: sgd.RISK,
    LoudSGD: sgd.LOUD,
    MeanSquares: mean_squares.METHOD,
    Neighbours: neighbours.METHOD,
    StatisticalQueries: statistical_queries.METHOD,
    Regression: smooth_descent.FUNCTION,
    SmoothDescent: smooth_descent.PLAIN,
    ConvexDescent: smooth_descent.CONVEX,
    LongSteps: smooth_descent.LONG,
    Accelerated: smooth_descent.ACCELERATED,
    StronglyAccelerated: smooth_descent.STRONGLY,
    SpanMethod: smooth_descent.SPAN,
    Example2: quadratics.FUNCTION,
    Newton: quadratics.NEWTON,
    Subgradient: cutting.SUBGRADIENT,
    Ellipsoid: cutting.ELLIPSOID,
    Accuracies: cutting.COMPARED,
    AdaBoost: boosting.METHOD,
    UnreliableBoosting: weak_learning.UNRELIABLE,
    HeldOut: weak_learning.HELD,
    LongBoosting: weak_learning.LONG,
    WeakLearning: weak_learning.WEAK,
    Votes: weak_learning.VOTES,
    Sampling: weak_learning.SAMPLING,
    SampleSizes: weak_learning.SIZES,
    CoordinateBoosting: coordinate_boosting.SQUARE,
    PotentialBoosting: coordinate_boosting.GENERAL,
    BoostingThreeColumns: coordinate_boosting.THREE,
    NormPotential: coordinate_boosting.SETTING,
    DualFrankWolfe: dual_frank_wolfe.PRINTED,
    FullyDual: dual_frank_wolfe.APPROACH,
}


def configurations(about: type | None) -> dict[str, Any]:
    """Labelled algorithms for a claim about `about`; one unnamed entry for a claim about the data alone."""
    return {"": None} if about is None else METHODS[about].usual


def lists_all_paths(about: type | None) -> bool:
    """Whether a run follows all random choices at once: then on few rows, a few steps, one data set at a time."""
    return about is not None and METHODS[about].longest is not None


def within_reach(about: type | None, groups: Iterable[list[Instance]]) -> Iterator[list[Instance]]:
    """The groups of equally shaped instances on which algorithms of this type are run."""
    reach = METHODS[about].reach if about else None
    for group in groups:
        n, d = group[0].shape
        if reach is None or (n <= reach[0] and d <= reach[1]):
            yield group


def subject_of(
    data: Instance | Sequence[Instance], num: Arithmetic, algorithm: Any, steps: int, loss: Loss = Exponential()
) -> Any:
    """What a claim is asked about: the run of the algorithm on the data, one instance or a batch of them, or the
    problem itself where there is no algorithm, or one without steps. An algorithm may name the loss it is run with."""
    loss = getattr(algorithm, "loss", loss)
    method = METHODS.get(type(algorithm))
    if method is not None and method.presented is not None:
        problem = method.presented(data, num, loss, algorithm)
    else:
        problem = data.under(num, loss) if isinstance(data, Instance) else batch(data, num, loss)
    if method is not None and method.longest is not None:
        steps = min(steps, method.longest(problem.n))
    if method is not None and method.horizon is not None:
        steps = method.horizon(algorithm, steps)
    if not moves(algorithm):
        return problem
    return (run_together if isinstance(problem, Batch) else run)(algorithm, problem, steps)

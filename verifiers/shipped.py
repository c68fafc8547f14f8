"""The five books that come with lemmacheck, composed: each with its claims and the methods they are about."""

from theory import claims
from theory.book import Book, Library
from theory.claims.lecture import CHAPTERS as OF_THE_LECTURE
from theory.claims.perceptron import CHAPTERS as OF_THE_PERCEPTRON
from theory.claims.post import CHAPTERS as OF_THE_POST
from theory.sources import CONTRIBUTED, JST, LECTURE, PERCEPTRON, POST
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

MARGINS = Book(
    JST,
    claims=claims.OF_THE_PAPER,
    methods=(
        dual_nesterov.METHOD,
        primal_momentum.METHOD,
        gradient_descent.NORMALIZED,
        gradient_descent.PLAIN,
        general_dual.METHOD,
        mirror.AVERAGING,
        mirror.DESCENT,
        general_momentum.METHOD,
        kernel_momentum.METHOD,
        kernel_momentum.SAMPLING,
        multiclass.LAW,
        multiclass.MOMENTUM,
        multiclass.SAMPLING,
        batch_perceptron.METHOD,
        adaptive_sampling.METHOD,
        adaptive_sampling.HORIZON,
        adaptive_sampling.PATHWISE,
        adaptive_sampling.LAW,
    ),
)

CONTRIBUTIONS = Book(
    CONTRIBUTED,
    claims=claims.CONTRIBUTED,
    methods=(dual_nesterov.METHOD, primal_momentum.METHOD, general_dual.METHOD, huber.METHOD),
)

SEPARATORS = Book(
    PERCEPTRON,
    claims=OF_THE_PERCEPTRON,
    methods=(
        gradient_descent.PLAIN,
        perceptron.METHOD,
        perceptron.KERNEL,
        perceptron.TWO_LAYERS,
        soft_margin.CONVEXITY,
        soft_margin.CONTRADICTED,
        soft_margin.MACHINE,
        soft_margin.DESCENT,
    ),
)

LEARNING = Book(
    LECTURE,
    claims=OF_THE_LECTURE,
    methods=(
        ridge.REGRESSION,
        ridge.DESCENT,
        kernels.FUNCTIONS,
        kernels.WORDS,
        kernels.SIZES,
        kernels.TENSORS,
        sgd.EXAMPLES,
        sgd.PLAIN,
        sgd.RISK,
        sgd.LOUD,
        mean_squares.METHOD,
        neighbours.METHOD,
        statistical_queries.METHOD,
        smooth_descent.FUNCTION,
        smooth_descent.PLAIN,
        smooth_descent.CONVEX,
        smooth_descent.LONG,
        smooth_descent.ACCELERATED,
        smooth_descent.STRONGLY,
        smooth_descent.SPAN,
        quadratics.FUNCTION,
        quadratics.NEWTON,
        cutting.SUBGRADIENT,
        cutting.ELLIPSOID,
        cutting.COMPARED,
        boosting.METHOD,
        weak_learning.UNRELIABLE,
        weak_learning.HELD,
        weak_learning.LONG,
        weak_learning.WEAK,
        weak_learning.VOTES,
        weak_learning.SAMPLING,
        weak_learning.SIZES,
    ),
)

BOOSTING = Book(
    POST,
    claims=OF_THE_POST,
    methods=(
        accelerated_adaboost.PRINTED,
        accelerated_adaboost.CORNERED,
        accelerated_adaboost.PLAIN,
        accelerated_adaboost.DUAL,
        accelerated_adaboost.SMOOTH,
        accelerated_adaboost.POWER,
        accelerated_adaboost.HORIZON,
        accelerated_adaboost.COOLING,
        accelerated_adaboost.SMOOTHNESS,
        accelerated_adaboost.CORNER,
        accelerated_adaboost.SMOOTHED,
        primal_momentum.METHOD,
        gradient_descent.NORMALIZED,
        gradient_descent.PLAIN,
        saddle_descent.METHOD,
        proximal.PROBLEM,
        proximal.PLAIN,
        proximal.ACCELERATED,
        proximal.PRIMAL_DUAL,
        coordinate_boosting.SQUARE,
        coordinate_boosting.GENERAL,
        coordinate_boosting.THREE,
        coordinate_boosting.SETTING,
        dual_frank_wolfe.PRINTED,
        dual_frank_wolfe.APPROACH,
    ),
)

LIBRARY = Library(MARGINS, CONTRIBUTIONS, SEPARATORS, LEARNING, BOOSTING, origin="verifiers.shipped:LIBRARY")

"""The methods of this book as they are run and as they are got wrong."""

from lemmacheck.theory.books.lecture.methods import (
    boosting,
    cutting,
    kernels,
    mean_squares,
    neighbours,
    quadratics,
    ridge,
    sgd,
    smooth_descent,
    statistical_queries,
    weak_learning,
)

OBJECTIVES = (smooth_descent, quadratics, cutting)
RANDOM = (sgd, mean_squares, neighbours, statistical_queries)
METHODS = (ridge, kernels, *RANDOM, *OBJECTIVES, boosting, weak_learning)

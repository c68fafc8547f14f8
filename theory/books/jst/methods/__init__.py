"""The methods of this book as they are run and as they are got wrong."""

from lemmacheck.theory.books.jst.methods import (
    adaptive_sampling,
    batch_perceptron,
    dual_nesterov,
    general_dual,
    general_momentum,
    gradient_descent,
    kernel_momentum,
    mirror,
    multiclass,
    primal_momentum,
)

METHODS = (
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
    multiclass.TURNED,
    multiclass.TURNED_LAW,
    batch_perceptron.METHOD,
    adaptive_sampling.METHOD,
    adaptive_sampling.HORIZON,
    adaptive_sampling.PATHWISE,
    adaptive_sampling.LAW,
)

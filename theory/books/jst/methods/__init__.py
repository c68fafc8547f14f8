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

PRIMAL = (primal_momentum, gradient_descent, general_momentum, kernel_momentum, batch_perceptron)
METHODS = (dual_nesterov, general_dual, mirror, *PRIMAL, multiclass, adaptive_sampling)

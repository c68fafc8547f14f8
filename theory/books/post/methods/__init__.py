"""The methods of this book as they are run and as they are got wrong."""

from lemmacheck.theory.books.jst.methods import gradient_descent, primal_momentum
from lemmacheck.theory.books.post.methods import (
    accelerated_adaboost,
    coordinate_boosting,
    dual_frank_wolfe,
    proximal,
    saddle_descent,
)

BOOSTING = (accelerated_adaboost, coordinate_boosting, dual_frank_wolfe)
METHODS = (*BOOSTING, primal_momentum, gradient_descent, saddle_descent, proximal)

"""The methods of this book as they are run and as they are got wrong."""

from lemmacheck.theory.books.jst.methods import (
    gradient_descent,
    primal_momentum,
)
from lemmacheck.theory.books.post.methods import (
    accelerated_adaboost,
    coordinate_boosting,
    dual_frank_wolfe,
    proximal,
    saddle_descent,
)

METHODS = (
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
    coordinate_boosting.LOGISTIC,
    coordinate_boosting.THREE,
    coordinate_boosting.SETTING,
    dual_frank_wolfe.PRINTED,
)

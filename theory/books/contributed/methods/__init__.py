"""The methods of this book as they are run and as they are got wrong."""

from lemmacheck.theory.books.contributed.methods import (
    huber,
)
from lemmacheck.theory.books.jst.methods import (
    adaptive_sampling,
    dual_nesterov,
    general_dual,
    mirror,
    primal_momentum,
)

METHODS = (
    dual_nesterov.METHOD,
    primal_momentum.METHOD,
    general_dual.METHOD,
    huber.METHOD,
    mirror.AVERAGING,
    adaptive_sampling.METHOD,
    adaptive_sampling.PATHWISE,
    adaptive_sampling.LAW,
)

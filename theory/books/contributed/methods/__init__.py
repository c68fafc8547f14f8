"""The methods of this book as they are run and as they are got wrong."""

from lemmacheck.theory.books.contributed.methods import (
    huber,
)
from lemmacheck.theory.books.jst.methods import (
    dual_nesterov,
    general_dual,
    primal_momentum,
)

METHODS = (
    dual_nesterov.METHOD,
    primal_momentum.METHOD,
    general_dual.METHOD,
    huber.METHOD,
)

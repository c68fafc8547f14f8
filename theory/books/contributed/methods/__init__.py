"""The methods of this book as they are run and as they are got wrong."""

from lemmacheck.theory.books.contributed.methods import huber
from lemmacheck.theory.books.jst.methods import adaptive_sampling, dual_nesterov, general_dual, mirror, primal_momentum

OF_THE_PAPER = (dual_nesterov, primal_momentum, general_dual, adaptive_sampling)
METHODS = (*OF_THE_PAPER, mirror.AVERAGING, huber)

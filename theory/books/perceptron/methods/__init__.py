"""The methods of this book as they are run and as they are got wrong."""

from lemmacheck.theory.books.jst.methods import gradient_descent
from lemmacheck.theory.books.perceptron.methods import perceptron, soft_margin

METHODS = (gradient_descent.PLAIN, perceptron, soft_margin)

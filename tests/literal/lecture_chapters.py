"""The lectures' and the post's formulas a second time; importing this fills the table of transcriptions."""

from types import ModuleType

from tests.literal import (
    boosting,
    kernel_functions,
    kernel_ridge,
    perceptron_basics,
    perceptron_bound,
    perceptron_kernel,
    perceptron_proof,
    perceptron_separability,
    perceptron_update,
    post_adaboost,
    post_conjecture,
    post_losses,
    post_proximal,
    post_steps,
    quadratics,
    rates_of_methods,
    strong_convexity,
    training_error,
)

CHAPTERS: tuple[ModuleType, ...] = (
    perceptron_separability,
    perceptron_basics,
    perceptron_update,
    perceptron_bound,
    perceptron_proof,
    perceptron_kernel,
    strong_convexity,
    quadratics,
    rates_of_methods,
    boosting,
    training_error,
    kernel_ridge,
    kernel_functions,
    post_losses,
    post_steps,
    post_proximal,
    post_adaboost,
    post_conjecture,
)

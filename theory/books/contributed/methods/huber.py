"""Nesterov's method on Huber's functions, and its wrong steps."""

from lemmacheck.theory.books.contributed.algorithms.huber import HuberNesterov
from lemmacheck.theory.books.jst.methods.averaging import uphill, wrong_averaging
from lemmacheck.theory.books.jst.methods.dual_nesterov import slipped_lambda
from lemmacheck.theory.core.method import Method
from lemmacheck.theory.core.schedules import Constant

METHOD = Method(
    HuberNesterov,
    usual={"λ=2/(t+2)": HuberNesterov()},
    wrong={
        **wrong_averaging(HuberNesterov),
        "uphill": uphill(HuberNesterov),
        "λ_t = 2/(t+3)": HuberNesterov(slipped_lambda),
    },
    unusual={"λ=1/2": HuberNesterov(Constant(1, 2)), "λ=1/8": HuberNesterov(Constant(1, 8))},
    reach=(1, 1),
    dataless=True,
)

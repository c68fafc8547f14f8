"""Nesterov's method on Huber's functions, and its wrong steps."""

from __future__ import annotations

from theory.algorithms.huber import HuberNesterov
from theory.algorithms.schedules import Constant
from theory.method import Method
from verifiers.methods.averaging import uphill, wrong_averaging
from verifiers.methods.dual_nesterov import slipped_lambda

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

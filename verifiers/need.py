"""Which hypotheses a claim needs: for each, a run on which it alone surely fails, and the claim with it.

    needed      every other hypothesis surely holds, this one surely fails, and the relation surely fails;
                or a side is not a number there (it divides by zero): undefined without the hypothesis
    none found  in N tries, which does not say that the hypothesis is not needed

The search leaves the families that meet the hypotheses: rows longer than 1, nonseparable data, the logistic
loss, parameters outside (0, 1]. Floats pick suspects, smallest data first; balls and rationals decide.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import groupby
from typing import Any

import numpy as np

from theory.algorithms import DualNesterov, GradientDescent, NormalizedGD, PrimalMomentum
from theory.algorithms.schedules import Constant, two_over_t_plus_two
from theory.claim import Claim, Hypothesis
from theory.losses import Exponential, Logistic, Loss
from theory.problem import Problem
from theory.relation import IllFormed, Relation
from theory.run import run
from verifiers.arithmetics.ball import Ball
from verifiers.arithmetics.float64 import Float64
from verifiers.arithmetics.monomial import as_ball
from verifiers.check import Decision, examine, least_truth, rungs
from verifiers.comparison import FAILS, HOLDS, compare, relations_of, sides
from verifiers.configurations import configurations
from verifiers.from_zero import RANGE, read_at_zero
from verifiers.instances import Instance, batch, structured, tiny
from verifiers.search import show
from verifiers.survey import per_instance
from verifiers.teeth import slipped_lambda, slipped_momentum
from verifiers.verdict import Verdict, Witness

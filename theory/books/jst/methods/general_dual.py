"""The dual method for any loss with smooth ψ: its schedules and losses, and wrong steps."""

from lemmacheck.theory.books.jst.algorithms.general_dual import GeneralDual
from lemmacheck.theory.books.jst.methods.averaging import uphill, wrong_averaging
from lemmacheck.theory.books.jst.methods.dual_nesterov import slipped_lambda
from lemmacheck.theory.books.jst.problems.general_losses import Gentle, Reciprocal, Underrated
from lemmacheck.theory.core.method import Method
from lemmacheck.theory.core.schedules import Constant, Drawn, two_over_t_plus_two
from lemmacheck.theory.margins.hypotheses import rates_in_range, smooth_psi
from lemmacheck.theory.margins.losses import Exponential, Logistic

METHOD = Method(
    GeneralDual,
    standing=[rates_in_range, smooth_psi],
    usual={
        "λ=2/(t+2), θ=1": GeneralDual(),
        "λ=2/(t+2), θ=1, logistic loss": GeneralDual(loss=Logistic()),
        "λ drawn from 1, θ=1, logistic loss": GeneralDual(Drawn(1), loss=Logistic()),
        "λ=2/(t+2), θ=1, gentle loss": GeneralDual(loss=Gentle()),
        "λ=2/(t+2), θ=1, reciprocal loss": GeneralDual(loss=Reciprocal()),
        "λ drawn, θ drawn": GeneralDual(Drawn(2, first=None), Drawn(3, first=None), loss=Exponential()),
        "λ drawn from 1, θ drawn, logistic loss": GeneralDual(Drawn(1), Drawn(3, first=None), loss=Logistic()),
    },
    wrong={
        **wrong_averaging(GeneralDual),
        "uphill": uphill(GeneralDual),
        "λ_t = 2/(t+3)": GeneralDual(slipped_lambda),
        "θ_t = 4": GeneralDual(theta=Constant(4)),
    },
    unusual={
        "λ=1/2, θ=1": GeneralDual(Constant(1, 2)),
        "λ=1/2, θ=1, logistic loss": GeneralDual(Constant(1, 2), loss=Logistic()),
        "λ=2/(t+2), θ=1, ρ=1/8 for the exponential loss": GeneralDual(loss=Underrated()),
        "λ drawn from 1, θ=1, ρ=1/8 for the exponential loss": GeneralDual(Drawn(1), loss=Underrated()),
    },
    above_one={"λ=2/(t+2), θ=4": GeneralDual(two_over_t_plus_two, Constant(4)), "λ=2, θ=1": GeneralDual(Constant(2))},
)

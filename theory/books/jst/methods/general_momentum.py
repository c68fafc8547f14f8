"""Algorithm 1 for any loss: step sizes as in Theorem 3.1 and over ρ, and wrong steps."""

from lemmacheck.theory.books.jst.algorithms.general_momentum import GeneralMomentum, StepsOverRho
from lemmacheck.theory.books.jst.methods.primal_momentum import slipped_momentum
from lemmacheck.theory.core.arithmetic import column
from lemmacheck.theory.core.method import Method, altered
from lemmacheck.theory.core.schedules import Constant, Drawn, Implied
from lemmacheck.theory.margins.losses import Exponential

METHOD = Method(
    GeneralMomentum,
    usual={
        "β=t/(t+1), θ=1/n, logistic loss": StepsOverRho(),
        "β from a drawn λ, θ drawn over n, logistic loss": StepsOverRho(Implied(Drawn(1)), Drawn(3, first=None)),
    },
    wrong={
        "g without the gradient": altered(
            GeneralMomentum(), momentum=lambda right, p, t, g, q: right.beta(t) * g + 0 * p.combine(q)
        ),
        "q on the simplex": altered(
            GeneralMomentum(), step=lambda right, p, s: right.step(p, s._replace(q=s.q / column(s.q.sum(-1))))
        ),
        "uphill": altered(GeneralMomentum(), step=lambda right, p, s: right.step(p, s._replace(g=-s.g, q=-s.q))),
        "β_t = (t−1)/t": GeneralMomentum(slipped_momentum),
    },
    unusual={
        "β=t/(t+1), θ=1, logistic loss": GeneralMomentum(),
        "β=0, θ=1, logistic loss": GeneralMomentum(Constant(0)),
        "β=t/(t+1), θ=1, exponential loss": GeneralMomentum(loss=Exponential()),
    },
    above_one={"β=t/(t+1), θ=4, logistic loss": GeneralMomentum(theta=Constant(4))},
)

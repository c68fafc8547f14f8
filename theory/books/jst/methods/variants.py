"""A proposed variant of the method, as its author writes it.

    schedule(lam, theta)     the dual sequences of Section 3.2 with these λ_t, θ_t
    momentum(beta, theta)    Algorithm 1 with these β_t, θ_t; λ_t = λ_{t−1}/(β_t + λ_{t−1}) with λ_{−1} = 1 is implied
    anything with steps      start(problem) and step(problem, state); the state exposes w, and what else it has

The functions of t get t as a Fraction; whatever rational or float they return is taken as the number it is. A number
in place of a function is the same at every t.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from numbers import Rational
from typing import Any

from lemmacheck.theory.books.jst.algorithms.dual_nesterov import DualNesterov
from lemmacheck.theory.books.jst.algorithms.general_dual import GeneralDual
from lemmacheck.theory.books.jst.algorithms.general_momentum import GeneralMomentum, StepsOverRho
from lemmacheck.theory.books.jst.algorithms.primal_momentum import PrimalMomentum
from lemmacheck.theory.core import expected
from lemmacheck.theory.core.arithmetic import Array, Number
from lemmacheck.theory.core.matrix import Matrix
from lemmacheck.theory.core.schedules import Exactly, Implied, Table, one, t_over_t_plus_one, two_over_t_plus_two
from lemmacheck.theory.margins.losses import Exponential, Loss
from lemmacheck.theory.margins.problem import Problem

Function = Callable[[Any], Any]
OfT = Function | Rational | float


@dataclass(frozen=True)
class Variant:
    """A named method, the forms in which the statements speak of it, its loss, and its author's own claims.

    `forms` maps the class of algorithm that statements are about to this variant as one of that class; a
    variant given by its steps has no such form, and only what its iterates do can be asked of it.
    """

    name: str
    form: str
    algorithm: Any
    forms: dict[type, Any]
    loss: Loss = Exponential()
    claims: tuple[Any, ...] = ()


def schedule(
    lam: OfT = two_over_t_plus_two,
    theta: OfT = one,
    *,
    loss: Loss | None = None,
    name: str = "",
    claims: Sequence[Any] = (),
) -> Variant:
    """The dual method with λ_t and θ_t; with a loss of one's own, the method of Appendix C."""
    refuse_others("schedule", loss, name, claims)
    lam, theta = of_t("schedule", lam=lam), of_t("schedule", theta=theta)
    beta = Implied(lam)
    if loss is None:
        dual = DualNesterov(lam, theta)
        forms: dict[type, Any] = {
            DualNesterov: dual,
            PrimalMomentum: PrimalMomentum(beta, theta),
            GeneralDual: GeneralDual(lam, theta),
        }
        return Variant(name, "schedule", dual, forms, claims=tuple(claims))
    general = GeneralDual(lam, theta, loss)
    forms = {GeneralDual: general, GeneralMomentum: StepsOverRho(beta, theta, loss)}
    return Variant(name, "schedule", general, forms, loss, tuple(claims))


def momentum(
    beta: OfT = t_over_t_plus_one,
    theta: OfT = one,
    *,
    loss: Loss | None = None,
    name: str = "",
    claims: Sequence[Any] = (),
) -> Variant:
    """Algorithm 1 with β_t and θ_t, and the dual sequences that it implies."""
    refuse_others("momentum", loss, name, claims)
    beta, theta = of_t("momentum", beta=beta), of_t("momentum", theta=theta)
    if loss is None:
        primal = PrimalMomentum(beta, theta)
        forms: dict[type, Any] = {
            PrimalMomentum: primal,
            DualNesterov: ImpliedDual(beta, theta, DualNesterov()),
            GeneralDual: ImpliedDual(beta, theta, GeneralDual()),
        }
        return Variant(name, "momentum", primal, forms, claims=tuple(claims))
    scaled = StepsOverRho(beta, theta, loss)
    forms = {GeneralMomentum: scaled, GeneralDual: ImpliedDual(beta, theta, GeneralDual(loss=loss))}
    return Variant(name, "momentum", scaled, forms, loss, tuple(claims))


def steps(method: Any, *, loss: Loss | None = None, name: str = "", claims: Sequence[Any] = ()) -> Variant:
    """A method by its start and step."""
    refuse_others(type(method).__name__, loss, name, claims)
    loss = loss or Exponential()
    return Variant(name, "step", Stepping(method, loss), {}, loss, tuple(claims))


def refuse_others(of: str, loss: Any, name: Any, claims: Any) -> None:
    """Refuse a loss, a name and claims that are none."""
    expected.text(of, name=name)
    expected.each(of, Callable, "my_claim", claims=claims)
    for k in claims:
        if isinstance(k, type) or not hasattr(getattr(k, "function", k), "__name__"):
            expected.refuse(of, "claims", claims, "functions from a run to a relation")
    if loss is not None and not callable(getattr(loss, "derivative", None)):
        expected.refuse(of, "loss", loss, "a loss, an object with name, value, derivative and the rest of `Loss`")


def of_t(of: str, **named: OfT) -> Exactly:
    """A function of t as its author wrote it; a number is the function that is it at every t."""
    ((name, given),) = named.items()
    if not isinstance(given, Rational | float) and (not callable(given) or isinstance(given, type)):
        expected.refuse(of, name, given, f"a number or a function of t, such as {name}=lambda t: 2 / (t + 2)")
    return Exactly((lambda t: given) if isinstance(given, Rational | float) else given)


def implied_lambda(beta: Function, num: Any, steps: int) -> Table:
    """λ_{−1} = 1 and λ_t = λ_{t−1}/(β_t + λ_{t−1}): the λ_t of which β_t = λ_{t−1}(1 − λ_t)/λ_t are the momentum.

    By induction g_t = (1/λ_t − 1) Zᵀμ_t: at t = 0, where μ_0 = q_0, it says g_0 = β_0 Zᵀq_0, that is λ_0 = 1/(1 + β_0).
    """
    before, lam = num.number(1), []
    for t in range(steps + 2):
        before = before / (beta(num.number(t)) + before)
        lam.append(before)
    return Table(tuple(lam))


@dataclass(frozen=True)
class ImpliedDual:
    """The dual method with the λ_t that momentum factors imply."""

    beta: Function
    theta: Function
    method: Any

    @property
    def loss(self) -> Loss:
        return getattr(self.method, "loss", Exponential())

    def tuned(self, p: Problem, steps: int) -> Any:
        return replace(self.method, lam=implied_lambda(self.beta, p.num, steps), theta=self.theta)


class NotGiven(AttributeError):
    """What a step asks for and is not given."""


class Withheld:
    """In the place of the optimum, which a method is to find."""

    def __getattr__(self, name: str) -> Any:
        raise NotGiven(f"the optimum's {name} is not given to a step; γ̄ and q̄ are what it is to find")


def for_a_step(p: Problem) -> Given:
    """A problem as a step is given it: without its optimum, with rows of its own that cannot be changed."""
    rows = p.Z.copy()
    rows.flags.writeable = False
    return Given(replace(p, Z=rows, optimum=Withheld()))  # type: ignore[arg-type]


@dataclass(frozen=True)
class Given:
    """What a step is given: Z, n, d, and the functions of w that a method needs, in the run's arithmetic."""

    problem: Problem

    def __getattr__(self, name: str) -> Any:
        offered = ", ".join(name for name in vars(Given) if not name.startswith("_"))
        raise NotGiven(f"p.{name} is not given to a step; what is given is {offered}")

    @property
    def Z(self) -> Array:
        return self.problem.Z

    @property
    def n(self) -> int:
        return self.problem.n

    @property
    def d(self) -> int:
        return self.problem.d

    @property
    def rho(self) -> Any:
        """The smoothness of the loss' ψ."""
        return self.problem.rho

    def number(self, value: Any) -> Number:
        """An integer or a Fraction as a number of the run."""
        return self.problem.num.number(value)

    def zeros(self) -> Array:
        """0 ∈ ℝᵈ."""
        return self.problem.zero()

    def softmax(self, w: Array) -> Array:
        """∇ψ(Zw); with the exponential loss the q ∈ Δ_n with q ∝ exp(Zw)."""
        return self.problem.psi_gradient(self.problem.scores(w))

    def gradient(self, w: Array) -> Array:
        """Zᵀ∇ψ(Zw), the gradient of w ↦ ψ(Zw); with the exponential loss it is ∇R(w)/R(w)."""
        return self.problem.combine(self.softmax(w))

    def margin(self, w: Array) -> Any:
        """γ(w), with γ(0) = 0."""
        return self.problem.margin(w)

    def norm(self, x: Array) -> Any:
        """‖x‖₂."""
        return self.problem.norm(x)

    def maximum(self, x: Array) -> Any:
        """The largest entry."""
        return self.problem.num.maximum(x)

    def ratio(self, a: Any, b: Any) -> Any:
        """a/b, with 0/0 = 0."""
        return self.problem.num.ratio(a, b)

    def where(self, a: Any, comparison: str, b: Any, x: Any, y: Any) -> Array:
        """x where a ⋚ b holds, elementwise, else y: where(s.t, "<", 5, s.w, 0 * s.w)."""
        return self.problem.where(a, comparison, b, x, y)

    def exp(self, x: Any) -> Any:
        return self.problem.exp(x)

    def log(self, x: Any) -> Any:
        return self.problem.log(x)

    def sqrt(self, x: Any) -> Any:
        return self.problem.sqrt(x)


@dataclass(frozen=True)
class Stepping:
    """A method given by its start and step, as an algorithm: it sees the problem through `Given`."""

    method: Any
    loss: Loss = Exponential()

    def tuned(self, p: Problem, steps: int) -> Walking:
        return Walking(self.method, for_a_step(p))


@dataclass(frozen=True)
class Walking:
    """A method on the problem that its run is on."""

    method: Any
    given: Given

    def start(self, p: Matrix) -> Any:
        return self.method.start(self.given)

    def step(self, p: Matrix, s: Any) -> Any:
        return self.method.step(self.given, s)

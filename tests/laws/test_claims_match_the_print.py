"""Every claim of Sections 2, 3 and Appendix A against a second transcription of the printed formula.

Both sides are evaluated separately, on the same exact instance: the claim's by array code on a run at
200 bits, the print's by scalar loops on the reference's sequences. Also outside the hypotheses, where the
statement may be false but its two sides are still the same two numbers. The relation sign, the number of
rows (the range of t, or of the comparators) and every entry must agree. A batch of problems in floats must
give each problem's printed sides too.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from lemmacheck.theory.books import contributed, jst
from lemmacheck.theory.books.contributed.algorithms.huber import HuberNesterov
from lemmacheck.theory.books.jst.algorithms.adaptive_sampling import (
    AdaptiveSampling,
    EndpointLaw,
    EveryPath,
    HorizonSampling,
)
from lemmacheck.theory.books.jst.algorithms.batch_perceptron import BatchPerceptron
from lemmacheck.theory.books.jst.algorithms.dual_nesterov import DualNesterov
from lemmacheck.theory.books.jst.algorithms.general_dual import GeneralDual
from lemmacheck.theory.books.jst.algorithms.general_momentum import GeneralMomentum
from lemmacheck.theory.books.jst.algorithms.gradient_descent import GradientDescent, NormalizedGD
from lemmacheck.theory.books.jst.algorithms.kernel_momentum import KernelMomentum, KernelSampling
from lemmacheck.theory.books.jst.algorithms.mirror import Mirror, MirrorDescent
from lemmacheck.theory.books.jst.algorithms.multiclass import (
    MulticlassLaw,
    MulticlassMomentum,
    MulticlassSampling,
    TurnedLaw,
    TurnedMomentum,
)
from lemmacheck.theory.books.jst.algorithms.primal_momentum import PrimalMomentum
from lemmacheck.theory.books.jst.methods.multiclass import problem_of
from lemmacheck.theory.books.jst.problems.geometries import Centred, EuclideanSimplex, ramp
from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.relation import IllFormed
from lemmacheck.theory.core.run import run
from lemmacheck.theory.core.schedules import Constant, Drawn, t_over_t_plus_one
from lemmacheck.theory.margins.losses import Exponential, Jump, Logistic
from lemmacheck.theory.margins.paths import vertex
from lemmacheck.theory.margins.problem import Optimum, Problem
from lemmacheck.verifiers.instances.instance import Instance as Dataset
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.numbers.float64 import Float64

from tests.comparison import FLOAT_TOLERANCE, NUM, TOLERANCE, agree, disagreement, links, rows, well_formed
from tests.literal.case import Case
from tests.literal.hypotheses import HYPOTHESES
from tests.literal.in_the_dual import index, uneven
from tests.literal.instances import EDGE, INSTANCES, MIRRORED, Instance
from tests.literal.labelled import COUNTED_PAIRS
from tests.literal.printed import TRANSCRIBED, Printed
from tests.literal.printed import IllFormed as Undefined
from tests.literal.sampled_paths import COUNTED, LISTED, formula
from tests.sampled import sampled

STEPS = 6
BATCH = (EDGE, MIRRORED)
NOT_IN_BATCHES = {"P.5.2.gm", "P.5.2.risk", "P.3.1.min0", "P.L3.4c@000", "P.C.1'.proof2.2"}


# Steps of runs that follow all paths, one data set at a time.
LENGTHS = {EveryPath: LISTED, EndpointLaw: COUNTED, MulticlassLaw: COUNTED_PAIRS, TurnedLaw: COUNTED_PAIRS}
LABELLED = (MulticlassMomentum, TurnedMomentum, MulticlassSampling, MulticlassLaw, TurnedLaw)


@dataclass(frozen=True)
class Setting:
    """The same schedules twice: as theory runs them, and as their values in ℚ for the transcription."""

    algorithms: dict[type, Any]
    lam: tuple[Fraction, ...]
    theta: tuple[Fraction, ...]
    beta: tuple[Fraction, ...]
    eta: tuple[Fraction, ...]
    loss: Any
    geometry: str = "entropy"


def values(schedule: Callable[[Fraction], Any]) -> tuple[Fraction, ...]:
    """At t = 0, …, T + 1."""
    return tuple(Fraction(schedule(Fraction(t))) for t in range(STEPS + 2))


def by_formula(t: Any, n: int) -> int:
    return index(int(t), n)


def row_by_formula(p: Any, t: Any, q: Any) -> Any:
    return vertex(p, formula(int(t), p.n))


THEOREM_4_1 = {HorizonSampling: HorizonSampling(row_by_formula), EveryPath: EveryPath(), EndpointLaw: EndpointLaw()}


def drawn(seed: int, loss: Any) -> Setting:
    lam, theta = Drawn(seed), Drawn(seed + 1, first=None, denominator=5)
    beta, eta = Drawn(seed + 2, first=None), Drawn(seed + 3, first=None)
    algorithms = {
        DualNesterov: DualNesterov(lam, theta),
        HuberNesterov: HuberNesterov(lam),
        GeneralDual: GeneralDual(lam, theta, loss=loss),
        GeneralMomentum: GeneralMomentum(beta, theta, loss),
        PrimalMomentum: PrimalMomentum(beta, theta),
        NormalizedGD: NormalizedGD(theta),
        GradientDescent: GradientDescent(eta),
        Mirror: Mirror(lam, theta, EuclideanSimplex(), Centred(), ramp),
        MirrorDescent: MirrorDescent(lam, theta, EuclideanSimplex(), Centred(), ramp),
        KernelMomentum: KernelMomentum(beta, theta),
        KernelSampling: KernelSampling(beta, theta, by_formula),
        BatchPerceptron: BatchPerceptron(uneven),
        MulticlassMomentum: MulticlassMomentum(beta, theta),
        TurnedMomentum: TurnedMomentum(beta, theta),
        TurnedLaw: TurnedLaw(),
        MulticlassSampling: MulticlassSampling(beta, theta, index=by_formula),
        MulticlassLaw: MulticlassLaw(),
        AdaptiveSampling: AdaptiveSampling(row_by_formula, beta, theta),
        **THEOREM_4_1,
    }
    return Setting(algorithms, values(lam), values(theta), values(beta), values(eta), loss, "projection")


SETTINGS = {
    "standard": Setting(
        {
            DualNesterov: DualNesterov(),
            HuberNesterov: HuberNesterov(),
            GeneralDual: GeneralDual(),
            GeneralMomentum: GeneralMomentum(),
            PrimalMomentum: PrimalMomentum(),
            NormalizedGD: NormalizedGD(),
            GradientDescent: GradientDescent(Constant(3, 2)),
            Mirror: Mirror(),
            MirrorDescent: MirrorDescent(),
            KernelMomentum: KernelMomentum(),
            KernelSampling: KernelSampling(index=by_formula),
            BatchPerceptron: BatchPerceptron(uneven),
            MulticlassMomentum: MulticlassMomentum(),
            TurnedMomentum: TurnedMomentum(),
            TurnedLaw: TurnedLaw(),
            MulticlassSampling: MulticlassSampling(t_over_t_plus_one, index=by_formula),
            MulticlassLaw: MulticlassLaw(),
            AdaptiveSampling: AdaptiveSampling(row_by_formula, t_over_t_plus_one),
            **THEOREM_4_1,
        },
        lam=values(lambda t: 2 / (t + 2)),
        theta=values(lambda t: 1),
        beta=values(lambda t: t / (t + 1)),
        eta=values(lambda t: Fraction(3, 2)),
        loss=Exponential(),
    ),
    "drawn": drawn(seed=11, loss=Exponential()),
    "logistic": drawn(seed=21, loss=Logistic()),
}


def in_the_chapters() -> dict[str, Claim]:
    """The claims stated in these chapters; an uncheckable sentence has no function there."""
    stated = (jst.__name__, contributed.__name__)
    checkable = (claim for claim in LIBRARY.claims.values() if not claim.not_checkable)
    return {claim.id: claim for claim in checkable if claim.function.__module__.startswith(stated)}


@cache
def case(instance: Instance, setting: str) -> Case:
    s = SETTINGS[setting]
    return Case(instance, STEPS, s.lam, s.theta, s.beta, s.eta, loss=s.loss.name, geometry=s.geometry)


@cache
def problem(instance: Instance, setting: str) -> Problem:
    optimum = Optimum(gamma_squared=NUM.array([instance.gamma_squared]), q=NUM.array(instance.q_bars),
        direction=NUM.array([instance.direction]), num=NUM)  # fmt: skip
    return Problem(NUM.array(instance.rows), NUM, optimum, SETTINGS[setting].loss)


@cache
def batch(setting: str) -> Problem:
    """Problems of one shape, each with one optimum, side by side along axis 1 of every sequence."""
    num = Float64()
    optimum = Optimum(gamma_squared=num.array([[instance.gamma_squared for instance in BATCH]]),
        q=num.array([[instance.q_bars[0] for instance in BATCH]]),
        direction=num.array([[instance.direction for instance in BATCH]]), num=num)  # fmt: skip
    return Problem(num.array([instance.rows for instance in BATCH]), num, optimum, SETTINGS[setting].loss)


def labelled(instance: Instance | None, setting: str, algorithm: Any) -> Problem:
    """The reduced problem of an instance, or of the batch, with the algorithm's labels."""
    data = [Dataset(each.name, each.rows) for each in (BATCH if instance is None else (instance,))]
    alone, num = instance is not None, Float64() if instance is None else NUM
    return problem_of(data[0] if alone else data, num, SETTINGS[setting].loss, algorithm)


@cache
def subject(about: type | None, instance: Instance | None, setting: str) -> Any:
    """The problem of an instance, or of the batch, or an algorithm's run on it."""
    p = batch(setting) if instance is None else problem(instance, setting)
    if about in LABELLED:
        p = labelled(instance, setting, SETTINGS[setting].algorithms[about])
    return p if about is None else run(SETTINGS[setting].algorithms[about], p, LENGTHS.get(about, STEPS))


def applies(claim: Claim, instance: Instance, setting: str) -> bool:
    """Are the sides defined there? γ̄ > 0 is needed to divide by it, ℓ(z) = eᶻ where it is printed."""
    names = {hypothesis.name for hypothesis in claim.given}
    if names & {"separable", "positive_margin"} and not instance.separable:
        return False
    if "multiclass_separable" in names and not case(instance, setting).labelled.gamma_bar_m:
        return False
    if claim.id == "P.C.1'.proof2.2" and setting == "drawn":  # it divides by 1 − λ_t, and some λ_t drawn there is 1
        return False
    if setting == "logistic":
        return claim.about in (None, GeneralDual, GeneralMomentum) and "exponential_loss" not in names
    return True


def schedules(claim: Claim) -> list[str]:
    """The settings of the exponential loss in which a claim is another: the data alone have no schedule."""
    return ["standard"] if claim.about is None else ["standard", "drawn"]


def compared(id: str) -> list[tuple[Instance, str]]:
    """The instances and settings on which a claim and its print are compared; by default one with drawn schedules."""
    claim = CLAIMS[id]
    settings = [*schedules(claim), "logistic"]
    pairs = [(instance, setting) for instance in INSTANCES for setting in settings if applies(claim, instance, setting)]
    return sampled(pairs[::-1], 1)


def printed_of(id: str, instance: Instance, setting: str) -> list[Printed] | None:
    """The printed relations; None where a symbol of the print stands for nothing."""
    try:
        return TRANSCRIBED[id](case(instance, setting))
    except Undefined:
        return None


def differing(id: str, instance: Instance, setting: str) -> list[str | None]:
    """What differs between the claim's relations and the printed ones, on one instance in one setting."""
    claim, printed = CLAIMS[id], printed_of(id, instance, setting)
    target = subject(claim.about, instance, setting)
    if printed is None or not well_formed(printed):
        with pytest.raises(IllFormed):
            claim(target)
        return []
    return [disagreement(*pair, TOLERANCE) for pair in zip(links(claim(target)), printed, strict=True)]


CLAIMS = in_the_chapters()


@pytest.mark.parametrize("id", CLAIMS)
def test_both_sides_of_a_claim_are_the_printed_ones(id: str) -> None:
    found = {(instance.name, setting): differing(id, instance, setting) for instance, setting in compared(id)}

    assert {where: what for where, what in found.items() if any(what)} == {}


@pytest.mark.parametrize("id", sampled(CLAIMS, 40))
def test_both_sides_of_a_claim_on_a_batch_are_each_problems_printed_ones(id: str) -> None:
    claim = CLAIMS[id]
    if id in NOT_IN_BATCHES or claim.about in LENGTHS:
        return
    for setting in schedules(claim):
        with Float64().active():
            stated = links(claim(subject(claim.about, None, setting)))
        for member, instance in enumerate(BATCH):
            printed = TRANSCRIBED[id](case(instance, setting))
            pairs = zip(stated, printed, strict=True)

            assert [disagreement(*pair, FLOAT_TOLERANCE, member) for pair in pairs] == [None] * len(printed), setting


HYPOTHESIS = {(h.name, claim.about): h for claim in CLAIMS.values() for h in claim.given if claim.about not in LENGTHS}


def points(about: type | None, instance: Instance, setting: str) -> Any:
    """The reference's w_t for runs of the algorithm."""
    method = {DualNesterov: "dual", PrimalMomentum: "momentum", NormalizedGD: "normalized", GradientDescent: "descent"}
    method |= {GeneralDual: "general"}
    method |= {AdaptiveSampling: "sampled", HorizonSampling: "tuned"}
    return getattr(case(instance, setting), method[about]).w if about in method else None


@pytest.mark.parametrize(("name", "about"), HYPOTHESIS, ids=lambda x: getattr(x, "__name__", x and str(x)))
def test_both_sides_of_a_hypothesis_are_those_of_its_sentence(name: str, about: type | None) -> None:
    every_loss = about in (None, GeneralDual)  # other sequences are those of the exponential loss
    for setting in SETTINGS if every_loss else [name for name in SETTINGS if name != "logistic"]:
        for instance in INSTANCES:
            stated = links(HYPOTHESIS[name, about](subject(about, instance, setting)))
            printed = HYPOTHESES[name](case(instance, setting), points(about, instance, setting))
            pairs = zip(stated, printed, strict=True)

            assert [disagreement(*pair, TOLERANCE) for pair in pairs] == [None] * len(printed), (instance, setting)


@pytest.mark.parametrize("setting", ["standard", "logistic"])
@pytest.mark.parametrize("instance", INSTANCES, ids=lambda instance: instance.name)
def test_the_functions_of_a_problem_are_the_literal_ones(instance: Instance, setting: str) -> None:
    """R, ∇R, ψ, ∇ψ for both losses, γ, φ and ∇φ, at every comparator."""
    p, c = problem(instance, setting), case(instance, setting)
    w, q = NUM.array(instance.directions), NUM.array(instance.simplex_points)
    scores = [c.ref.scores(point) for point in c.directions]
    pairs = [
        (p.risk(w), [c.risk(point) for point in c.directions]),
        (p.risk_gradient(w), [c.slope(c.risk, point) for point in c.directions]),
        (p.psi(p.scores(w)), [c.psi(xi) for xi in scores]),
        (p.psi_gradient(p.scores(w)), [c.slope(c.psi, xi) for xi in scores]),
        (p.margin(w), [c.ref.margin(point) for point in c.directions]),
        (p.phi(q), [c.ref.phi(point) for point in c.simplex_points]),
        (p.phi_gradient(q), [c.slope(c.ref.phi, point) for point in c.simplex_points]),
    ]

    assert [agree(rows(ours, 0, None), theirs, TOLERANCE) for ours, theirs in pairs] == [True] * len(pairs)


@pytest.mark.parametrize(
    ("z", "value", "s", "inverse"),
    [("-3", "1/4", "1/4", "-3"), ("-1", "1/2", "2/3", "-1/2"), ("0", "1", "1", "0"), ("1/2", "5/2", "5/2", "1/2")],
)
def test_the_jumping_loss_has_the_written_values(z: str, value: str, s: str, inverse: str) -> None:
    """ℓ(z) = 1/(1 − z) for z ≤ 0 and 2 + z for z > 0; in its gap ℓ⁻¹(s) = 0."""
    numbers = [NUM.number(Fraction(text)) for text in (z, value, s, inverse, "3/2")]
    found = [Jump().value(NUM, numbers[0]), Jump().inverse(NUM, numbers[2]), Jump().inverse(NUM, numbers[4])]

    assert agree([[float(x)] for x in found], [numbers[1], numbers[3], 0], FLOAT_TOLERANCE)


def test_every_claim_is_compared_somewhere() -> None:
    assert [id for id in CLAIMS if not compared(id)] == []


def test_every_claim_of_the_library_is_transcribed_or_prints_no_formula() -> None:
    assert set(TRANSCRIBED) == {id for id, claim in LIBRARY.claims.items() if not claim.not_checkable}


@pytest.mark.parametrize("instance", INSTANCES, ids=lambda instance: instance.name)
def test_the_written_optimum_is_optimal(instance: Instance) -> None:
    """q̄ ∈ Δ_n, ⟨z_i, Zᵀq̄⟩ ≥ ‖Zᵀq̄‖² for all i, and all listed q̄ have the same Zᵀq̄; in ℚ."""
    for q in instance.q_bars:
        pull = instance.combine(q)
        scores = [sum(z * v for z, v in zip(row, pull, strict=True)) for row in instance.rows]

        assert sum(q) == 1
        assert min(q) >= 0
        assert pull == instance.direction
        assert min(scores) == instance.gamma_squared

"""Protects PROVED of what has an argument: no false statement is proved, whatever its author says of its proof.

The statements are mutations of every claim with an argument; so are the arguments: facts cited at other points, the
statement itself shown first, by itself or together with others, or cited by a claim that is about it.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from lemmacheck import Claim, Relation, above, at_least, at_most, equal
from lemmacheck.theory.core.argument import Cited, by
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.prove import prove

from tests.attacks.conftest import Count
from tests.attacks.test_false_statements import CHANGES, changed, false_or_undefined
from tests.sampled import THOROUGH, sampled, soon
from tests.shipped import PROVED

pytestmark = pytest.mark.usefixtures("ours")

ARGUED = [claim for claim in LIBRARY.claims.values() if claim.proof is not None]
TRIED = 12  # of the statements in the fast part, which are about
SOON = ("P.B.3.1", "P.B.4+.1", "P.C.7a.u", "P.C.7a.proof.1", "P.C.7a.proof.4")  # whose proofs are soon given up

Argument = Callable[[Any, list[Any], Callable[[Any], Any], str], list[Any]]  # of a run, items, statement and id


def elsewhere(move: Callable[[Any], Any]) -> Argument:
    """The facts and claims at other points."""
    return lambda run, items, said, id: [
        item._replace(points=tuple(map(move, item.points))) if isinstance(item, Cited) else item for item in items
    ]


def equations(stated: Any) -> tuple[Relation, ...]:
    """What is stated, as equations."""
    return tuple(r._replace(op="==") for r in ((stated,) if isinstance(stated, Relation) else stated))


ARGUMENTS: dict[str, Argument] = {
    "as it is": lambda run, items, said, id: items,
    "none": lambda run, items, said, id: [],
    "doubled": elsewhere(lambda x: 2 * x),
    "turned": elsewhere(lambda x: -x),
    "at zero": elsewhere(lambda x: 0 * x),
    "late": elsewhere(lambda x: x[1:]),
    "early": elsewhere(lambda x: x[:-1]),
    "first of all": elsewhere(lambda x: x[:1]),
    "exchanged": lambda run, items, said, id: [
        item._replace(points=item.points[::-1]) if isinstance(item, Cited) else item for item in items
    ],
    "itself first": lambda run, items, said, id: [*equations(said(run)), *items],
    "itself together": lambda run, items, said, id: [equations(said(run)), *items],
    "itself cited": lambda run, items, said, id: [by(id), *items],
    "backwards": lambda run, items, said, id: items[::-1],
}


def argued(claim: Claim, argument: Argument) -> Claim:
    """The claim with a changed argument, in a library in which its id is itself."""
    first = claim.proof
    assert first is not None
    library, said, id = SimpleNamespace(claims=dict(LIBRARY.claims)), claim.function, claim.id
    one = replace(claim, library=library, proof=lambda run: argument(run, list(first(run)), said, id))
    library.claims[claim.id] = one
    return one


def statements() -> Iterator[tuple[str, Claim]]:
    """Each claim with an argument, changed; with what it uses, and without a hypothesis."""
    for claim in ARGUED:
        if not (THOROUGH or claim.id in SOON):
            continue
        for name, change in CHANGES.items():
            for k in (0, -1):
                yield f"{claim.id}, {name} in {k}", replace(changed(claim, k, change), uses=claim.uses)
        for h in claim.given:
            yield f"{claim.id} without {h.name}", replace(claim, given=tuple(g for g in claim.given if g is not h))


def proved_wrongly(name: str, claim: Claim, arguments: list[str]) -> list[str]:
    """Under which arguments a false statement is proved."""
    found = []
    for said in arguments:
        try:
            proof = prove(argued(claim, ARGUMENTS[said]))
        except Exception:  # Python says that it is no argument
            continue
        found += [f"{name}, {said}"] if proof is not None else []
    return found


@pytest.mark.slow
def test_no_false_statement_is_proved_by_any_argument(counted: Count) -> None:
    """Each false statement is tried with the argument as it is, and with others in turn."""
    names, count, tried, wrong = list(ARGUMENTS), 0, 0, list[str]()
    for n, (name, claim) in enumerate(sampled(statements(), TRIED, most=1000)):
        try:
            bad = false_or_undefined(claim)
        except Exception:  # Python, or the guards of a run, say that it is no statement
            continue
        if bad:
            others = [names[1 + (n + k) % (len(names) - 1)] for k in range(3 if THOROUGH else 1)]
            count, tried = count + 1, tried + 1 + len(others)
            wrong += proved_wrongly(name, claim, [names[0], *others])

    counted("false statements with arguments", tried=tried, wrong=len(wrong))
    assert wrong == []
    assert count >= (150 if THOROUGH else 3)


KNOWN = [claim for claim in ARGUED if claim.id in PROVED and (THOROUGH or claim.id in SOON)]


@pytest.mark.parametrize("claim", sampled(KNOWN, 3), ids=lambda claim: claim.id)
def test_an_argument_that_is_not_changed_proves_as_before(claim: Claim) -> None:
    assert prove(argued(claim, ARGUMENTS["as it is"])) is not None


def along(run: Any) -> Any:
    """Σ_{j<t} ‖Zᵀν_j‖/λ_j, which is 0 at t = 0 and, where Zᵀν_0 = 0, at t = 1."""
    return run.sums(run.norm(run.combine(run.nu)) / run.lam)


def root_of(x: Any, run: Any) -> Any:
    return run.num.root_of_squares(x * x)


DEAR = ["a lemma whose ‖w_t‖ > 0 is not shown", "‖w_t‖ > 0 from ‖w_t‖ ≥ 0", "what holds of the next row, of the last"]
FALSE_BY_A_RULE: dict[str, tuple[str, Callable[[Any], Any], Callable[[Any], list[Any]]]] = {
    "ln n > 0, though n may be 1": ("N1.rate", lambda run: above(run.log(run.n), 0),
        lambda run: [by("F.log", 1 + 0 * run.log(run.n), run.n)]),
    "√(t − 3)² = t − 3": ("N1.rate", lambda run: equal(root_of(run.t - 3, run), run.t - 3), lambda run: []),
    "√(γ̄ − ‖w_t‖)² ≤ ‖w_t‖ − γ̄": ("N1.rate",
        lambda run: at_most(root_of(run.optimum.gamma - run.norm(run.w), run), run.norm(run.w) - run.optimum.gamma),
        lambda run: [by("F.square", run.optimum.gamma - run.norm(run.w))]),
    "a strict sum from its empty start": ("P.3.9.2", lambda run: above(along(run), 0),
        lambda run: [above(along(run), 0)]),
    "a strict sum that nothing starts": ("P.L3.6u", lambda run: above(along(run)[1:], 0), lambda run: []),
    "a lemma whose ‖w_t‖ > 0 is not shown": ("P.L3.6u", LIBRARY.claims["N1.margin"].function,
        lambda run: [by("N1.margin")]),
    "‖w_t‖ > 0 from ‖w_t‖ ≥ 0": ("P.L3.6u", lambda run: above(run.squared(run.w[1:]), 0),
        lambda run: [at_least(run.norm(run.w[1:]), 0), by("F.root", run.squared(run.w[1:]))]),
    "a quotient by what has no sign": ("N1.rate", lambda run: at_least((run.norm(run.w) - 1) / (run.t - 3), 0),
        lambda run: [by("F.square", run.norm(run.w) - 1)]),
    "what holds of the next row, of the last": ("P.L3.6u", lambda run: at_most(run.norm(run.w[1:]), along(run)[:-1]),
        lambda run: [by("F.triangle", run.w[:-1], run.w[1:] - run.w[:-1])]),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", sampled(soon(FALSE_BY_A_RULE, DEAR), 5))
def test_a_rule_proves_nothing_beyond_its_conditions(name: str) -> None:
    """Rows before the arbitrary one, induction on what is strict, squares of what is positive, roots of squares, n ≥ 1,
    divisors factor by factor, and lemmas whose hypotheses are shown: each is asked for a little too much."""
    of, says, argument = FALSE_BY_A_RULE[name]
    claim = replace(LIBRARY.claims[of], function=says, proof=argument, uses=())

    assert prove(claim) is None


TRUE_BY_A_RULE: dict[str, tuple[str, Callable[[Any], Any], Callable[[Any], list[Any]]]] = {
    "ln n ≥ 0": ("N1.rate", lambda run: at_least(run.log(run.n), 0),
        lambda run: [by("F.log", 1 + 0 * run.log(run.n), run.n)]),
    "√(t + 3)² = t + 3": ("N1.rate", lambda run: equal(root_of(run.t + 3, run), run.t + 3), lambda run: []),
}  # fmt: skip


@pytest.mark.parametrize("name", TRUE_BY_A_RULE)
def test_a_rule_proves_what_its_conditions_allow(name: str) -> None:
    of, says, argument = TRUE_BY_A_RULE[name]

    assert prove(replace(LIBRARY.claims[of], function=says, proof=argument, uses=())) is not None

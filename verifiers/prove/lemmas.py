"""The claims that a proof may rest on: they do not rest on it in turn, and their hypotheses are granted."""

import sys
from collections.abc import Callable
from typing import Any

from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.hypothesis import Hypothesis
from lemmacheck.theory.core.shared import of_an_author
from lemmacheck.verifiers.prove.algorithms import read_as
from lemmacheck.verifiers.prove.context import Index, Later
from lemmacheck.verifiers.prove.refusals import tried
from lemmacheck.verifiers.prove.setting import Setting
from lemmacheck.verifiers.prove.stated import Stated

Shown = Callable[[Stated], bool]


def of_the_same_runs(lemma: Claim, claim: Claim) -> bool:
    """Whether both are about one algorithm, and where it has a problem of its own, also about one problem."""
    one_problem = lemma.method is claim.method or not of_own_problems(lemma, claim)
    return one_problem and read_as(lemma.about) is read_as(claim.about)


def of_own_problems(*claims: Claim) -> bool:
    """Whether one of them is about runs on a problem of an author's own."""
    return any(claim.own for claim in claims)


def lemmas_of(claim: Claim) -> list[Claim]:
    """The claims about the same algorithm that the statement rests on, unless they rest on it in turn."""
    named = [lemma for lemma in closure(claim) if of_the_same_runs(lemma, claim)]
    return [lemma for lemma in named if lemma.id != claim.id and claim.id not in {c.id for c in closure(lemma)}]


def closure(claim: Claim) -> list[Claim]:
    """The claims that the statement rests on, directly or not, the nearest first."""
    found: dict[str, Claim] = {}
    known = claim.library.claims if claim.library else {}
    waiting = list(claim.uses)
    while waiting:
        name = waiting.pop(0)
        if name in known and name not in found:
            found[name] = known[name]
            waiting += found[name].uses
    return list(found.values())


def nearest(claim: Claim) -> list[Claim]:
    """The lemmas that the claim uses itself, or their corrections."""
    named = {*claim.uses, *(f"{id}.corrected" for id in claim.uses)}
    known = claim.library.claims if claim.library else {}
    direct = [known[id] for id in sorted(named) if id in known and of_the_same_runs(known[id], claim)]
    return [one for one in direct if one.id != claim.id and claim.id not in {c.id for c in closure(one)}]


def granted(setting: Setting, lemma: Claim, run: Any, shown: Shown = lambda relation: False) -> bool:
    """Whether the hypotheses of a lemma, of a fact or of a claim of another run hold where the setting's do."""
    return all(_granted(setting, hypothesis, run, shown) for hypothesis in lemma.given)


def trusted_implications(known: Hypothesis) -> tuple[Hypothesis, ...]:
    """The implications of a hypothesis of ours that its module has under its name. Implications that an author states
    are decided on each run, and prove nothing."""
    module, name = (str(getattr(known.function, of, "")) for of in ("__module__", "__name__"))
    ours = not of_an_author(module) and getattr(sys.modules.get(module), name, None) is known
    return known.implies if ours else ()


def _granted(setting: Setting, hypothesis: Hypothesis, run: Any, shown: Shown) -> bool:
    """Whether a hypothesis is one of the claim's, or holds of every run of the claim, or is shown of it."""
    own = run is setting.run
    implied = (one for known in setting.claim.given for one in (known, *trusted_implications(known)))
    given = any(hypothesis.function is one.function for one in implied)
    if given and (own or tried(lambda: hypothesis.function(setting.run.problem)) is not None):
        return True
    if hypothesis.tried is not None:
        return False  # what is shown at some points is not shown for all
    relations = setting.required(hypothesis, run)
    return bool(relations) and all(_holds_always(setting, one) or shown(one) for one in relations)


def _holds_always(setting: Setting, relation: Stated) -> bool:
    def held(row: Index | None) -> bool:
        gap, need = setting.read(relation, row)
        return setting.meets(need, row, relation.beyond(row)) and setting.surely(relation.op, gap)

    if not relation.per_step:
        return bool(tried(lambda: held(None)))
    context, before = setting.context, setting.context.least
    with context.measured() as need:
        always = tried(lambda: held(Later(0)))
    context.least = before
    return bool(always) and all(tried(lambda i=i: held(i)) for i in range(need.least))  # type: ignore[misc]

"""Arbitrary sequences, and relations of them: what a proof speaks of, without a claim that says it."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from lemmacheck import Hypothesis, Relation
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.prove import prove
from lemmacheck.verifiers.prove.context import Context, Later, Steps
from lemmacheck.verifiers.prove.setting import Setting
from lemmacheck.verifiers.prove.stated import Stated, stated
from lemmacheck.verifiers.prove.terms import Term
from lemmacheck.verifiers.prove.values import Value


def setting(id: str = "P.L3.6l", **changes: Any) -> Setting:
    """The arbitrary run of a claim, without its hypotheses, its lemmas and its argument."""
    return Setting(replace(LIBRARY.claims[id], **{"given": (), "uses": (), "proof": None, **changes}))


def given(*says: Any, **changes: Any) -> Setting:
    """The arbitrary run under hypotheses that say this."""
    return setting(given=tuple(Hypothesis(str(k), "…", one) for k, one in enumerate(says)), **changes)


def array(context: Context, term: Any, *axes: Any) -> Value:
    """An array of which every entry is this term."""
    return Value(context, axes, lambda _: term)


def sequence(at: Setting, name: str, spare: int = 0, *axes: Any, **facts: Any) -> Value:
    """x_0, …, x_{T + spare}, of which each is any number, or vector."""
    space = next(iter(axes), None)

    def entry(i: Any) -> Term:
        return at.context.universe.symbol(f"{name}_{{{i}}}" if i != Later(0) else f"{name}_t", space, **facts)

    return Value(at.context, (Steps(spare), *axes), entry)


def number(at: Setting, name: str, *axes: Any, **facts: Any) -> Value:
    """A number that has no t, or a vector."""
    letter = at.context.universe.symbol(name, *axes, **facts)
    return Value(at.context, axes, lambda _: letter)


def letter(term: Term) -> Any:
    (atom,) = term.atoms()
    return atom


def still(run: Any, start: int) -> Any:
    """x_0 = start, x_{t+1} = x_t."""
    return run.recurrence(0 * run.theta[0] + start, lambda t, x: x)


def proved(id: str, function: Callable[[Any], Any], proof: Any = None, **changes: Any) -> bool:
    """Whether it is proved in place of what a claim says, without what that uses."""
    return prove(replace(LIBRARY.claims[id], function=function, proof=proof, **{"uses": (), **changes})) is not None


def relation(at: Setting, one: Relation) -> Stated:
    return stated(at.context, one)

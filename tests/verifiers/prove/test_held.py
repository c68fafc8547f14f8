"""Protects PROVED of what the things that a statement names hold: in attributes, slots, containers and classes."""

import collections
import functools
import itertools
from types import FunctionType, MappingProxyType, MethodType
from typing import Any

import numpy as np
import pytest
from lemmacheck import Hypothesis, Relation, column, sequence
from lemmacheck.theory.core.schedules import Constant
from lemmacheck.theory.core.shared import has_parts
from lemmacheck.theory.core.whole import Whole
from lemmacheck.verifiers.prove.refusals import Refused
from lemmacheck.verifiers.prove.statement import ours, plain
from lemmacheck.verifiers.prove.unproved import Unproved

from tests.verifiers.prove.test_statement import LIST, Compares, compares, copy_of, helper, holding, within


class Another(functools.partial):  # type: ignore[type-arg]
    """May be called in a way of its own."""


class Static(staticmethod):  # type: ignore[type-arg]
    __slots__ = ()


class Number(int):
    """Counts in a way of its own."""


class Slot:
    __slots__ = ("function",)


class Several(tuple):  # type: ignore[type-arg]
    """With attributes."""


class Hooks(type):
    other = property(lambda kind: compares)


class Hooked(metaclass=Hooks):
    pass


class Fault(Exception):
    """Holds more than its attributes."""


def having(one: Any, **attributes: Any) -> Any:
    """A function that holds an object with these attributes."""
    for name, value in attributes.items():
        (setattr if isinstance(one, FunctionType) else object.__setattr__)(one, name, value)
    return within(one)


def of_class(**content: Any) -> Any:
    """A function that holds an object of a class that says it is ours."""
    return within(type("Kept", (), {"__module__": "lemmacheck.theory.core.schedules", **content})())


def of_module(name: str, **attributes: Any) -> Any:
    """A function that holds an object of a class of this module."""
    one = type("Kept", (), {"__module__": name})()
    vars(one).update(attributes)
    return within(one)


HELD: dict[str, Any] = {
    "a claim that holds what compares": of_module("lemmacheck.theory.core.claim", function=compares),
    "an object of theory that holds what compares": of_module("lemmacheck.theory.core.schedules", f=compares),
    "an object of theory that holds a list": of_module("lemmacheck.theory.core.schedules", notes=[]),
    "an object of a module named like ours that holds what compares": of_module("lemmacheck_book_paper", f=compares),
    "holds a list in a tuple": within((1, (LIST,))),
    "holds an array": within(np.zeros(2)),
    "holds a generator": within(x for x in ()),
    "a list bound to a function": functools.partial(lambda own, x: x, LIST),
    "what compares bound to a function": functools.partial(compares, 1),
    "what compares, remembered": functools.cache(compares),
    "a class that keeps a list": within(type("Keeping", (), {"notes": LIST})),
    "a class with what compares": within(type("Comparing", (), {"f": staticmethod(compares)})),
    "a class with a property that compares": within(type("Comparing", (), {"f": property(compares)})),
    "holds what counts": within(itertools.count()),
    "holds what counts along an array": within(np.ndindex(3)),
    "holds a queue": within(collections.deque()),
    "holds a record of NumPy's": within(np.array([(compares,)], dtype=[("f", object)])[0]),
    "holds a view of a dictionary": within(MappingProxyType({"f": compares})),
    "what compares bound to a number": within(MethodType(compares, 1)),
    "what compares for a formula to call": within(functools.partial(helper, x=compares)),
    "what is called in a way of its own": within(Another(helper)),
    "a static method in a way of its own": within(Static(compares)),
    "a part with what compares": having(functools.partial(helper), part=compares),
    "a function of ours about an author's": sequence(within(Compares())),
    "a function of ours with what is an author's": having(copy_of(column), part=(Compares(),)),
    "a slot with what compares": having(Slot(), function=compares),
    "a tuple with what compares": having(Several(), function=compares),
    "a class of a class with what compares": within(Hooked),
    "an exception with what compares": within(Fault(compares)),
    "a part of ours that is an author's": having(Constant(1), part=Compares()),
    "a part of ours that draws": having(Constant(1), part=np.random.default_rng(1)),
    "a part of ours that tells one run from another": having(Constant(1), part=has_parts),
    "a relation with what is an author's": within(tuple.__new__(Relation, (Compares(), "==", 0))),
    "a hypothesis with what is an author's": having(Hypothesis("h", "h", helper), part=Compares()),
    "an object of the engine with what is an author's": within(Unproved((Compares(),))),  # type: ignore[arg-type]
    "a class that says it is ours, with what compares": of_class(f=staticmethod(compares)),
    "a class that says it is ours, of what compares": of_class(f=classmethod(compares)),
    "a class that says it is ours, with a property": of_class(f=property(compares)),
    "a class that says it is ours, with a part": of_class(f=functools.partial(compares)),
    "a class that says it is ours, with what is found once": of_class(f=functools.cached_property(compares)),
    "a class that says it is ours, with an object": of_class(f=holding(compares)),
    "a class that says it is ours, with a tuple": of_class(f=(compares,)),
    "a class that says it is ours, of a class of an author's": within(Hooks("Kept", (), {"__module__": "numpy"})),
    "a class that says it is ours, of an author's": within(type("Kept", (Compares,), {"__module__": "numpy"})()),
}


@pytest.mark.parametrize("name", HELD)
def test_what_a_thing_holds_is_read_with_it(name: str) -> None:
    with pytest.raises(Refused, match=r"call to call|and so may say different things of different runs"):
        plain(HELD[name])


def test_a_number_that_counts_in_a_way_of_its_own_is_not_read() -> None:
    with pytest.raises(Refused, match="a statement names a Number, a number that counts in a way of its own"):
        plain(within(Number(1)))


def test_an_attribute_of_a_function_or_of_a_constant_object_may_not_be_changed() -> None:
    def noted(x: Any) -> Any:
        return x

    plain(noted)
    noted.notes = []  # type: ignore[attr-defined]
    constant = Constant(1)
    object.__setattr__(constant, "notes", [])
    for function in (noted, within(constant)):
        with pytest.raises(Refused, match="names a list, which may be changed from call to call"):
            plain(function)


def test_an_array_is_called_an_array() -> None:
    for given in (np.zeros(2), np.zeros(2, int).view(Whole)):
        with pytest.raises(Refused, match="names an array, which may be changed from call to call"):
            plain(within(given))


def test_ours_is_a_function_of_ours_that_reaches_no_authors() -> None:
    assert ours(column)
    assert not ours(within(column))
    assert not ours(Constant(1))
    assert not ours(sequence(helper))

"""Protects what a statement that is to be proved may be made of: formulas, and nothing that remembers or asks."""

import dataclasses
import fractions
import functools
import itertools
import math
import operator
import os
import random
import re
from dataclasses import fields
from fractions import Fraction
from types import FunctionType
from typing import Any, NamedTuple

import lemmacheck
import numpy as np
import pytest
from lemmacheck import claim, column, opaque
from lemmacheck.theory.core.relation import paired, same_space
from lemmacheck.theory.core.run import of_each_run, problem_in, run, sequence
from lemmacheck.theory.core.schedules import Constant
from lemmacheck.theory.core.shared import authored, has_parts
from lemmacheck.theory.margins.hypotheses import unit_rows
from lemmacheck.verifiers.decide.ladder import decide
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.optima.rational import inverse
from lemmacheck.verifiers.prove.context import Context
from lemmacheck.verifiers.prove.opaque import seen_as_any
from lemmacheck.verifiers.prove.refusals import Refused
from lemmacheck.verifiers.prove.statement import FAULTS, FORMULA, plain, trusted
from lemmacheck.verifiers.prove.subject import Trajectory
from lemmacheck.verifiers.prove.values import Value

LIST: list[int] = []
COUNT = 0


def helper(x: Any) -> Any:
    return x + 1


def compares(x: Any) -> Any:
    return x + 1 if x > 0 else x


class Remembers:
    def __init__(self) -> None:
        self.calls = 0

    def __call__(self, x: Any) -> Any:
        self.calls += 1
        return x


class Holds:
    function: Any

    def __call__(self, x: Any) -> Any:
        return self.function(x)


def holding(function: Any) -> Any:
    found = Holds()
    found.function = function
    return found


def bound(x: Any) -> Any:
    return x.t


def values(x: Any) -> Any:
    return type(x)


def counting(x: Any) -> Any:
    global COUNT
    COUNT += 1
    return x


def catching(x: Any) -> Any:
    try:
        return x.y
    except Exception:
        return x


def importing(x: Any) -> Any:
    import math as m

    return m.pi + x


def of_cell() -> Any:
    total = 0

    def function(x: Any) -> Any:
        nonlocal total
        total += 1
        return x

    return function


def within(inner: Any) -> Any:
    return lambda x: inner(x)


def deletes_an_attribute(x: Any) -> Any:
    del x.y
    return x


def deletes_an_entry(x: Any) -> Any:
    del x[0]
    return x


def deletes_a_global(x: Any) -> Any:
    global COUNT
    del COUNT
    return x


def sets_an_attribute(x: Any) -> Any:
    x.y = 1
    return x


def sets_an_entry(x: Any) -> Any:
    x[0] = 1
    return x


def matches(x: Any) -> Any:
    match x:
        case 1:
            return 2
        case {"a": y} | [y]:
            return y
        case int(real=y):
            return y
    return x


def within_another(x: Any) -> Any:
    with x:
        return x


def of_an_empty_cell() -> Any:
    """Its closure has a cell that holds nothing."""

    def function(x: Any) -> Any:
        return later

    if COUNT < 0:
        later = 1
    return function


def names_itself(x: Any) -> Any:
    return names_itself(x)


class Pair(NamedTuple):
    first: Any
    second: Any = 2


def takes_a_remainder(x: Any) -> Any:
    x %= 2
    return x


def defines_a_class(x: Any) -> Any:
    class Kept:
        f = compares

    return Kept.f(x)


OUTSIDE = FunctionType(compile("compares", __file__, "eval"), globals())


class Compares:
    f = staticmethod(compares)


OF_A_CLASS = claim("Me.1", about=Compares)(helper)


def copy_of(function: Any) -> Any:
    return FunctionType(function.__code__, function.__globals__)


FORMULAS: dict[str, Any] = {
    "a formula": lambda r: r.x + 1,
    "a helper": lambda r: helper(r.x),
    "a helper in a closure": within(helper),
    "a helper by default": lambda r, f=helper: f(r),
    "a loop": lambda r: [x + 1 for x in r],
    "NumPy": lambda r: np.stack([r.x, r.x]),
    "a module's function": lambda r: math.pi + r,
    "an object that holds a formula": holding(helper),
    "a tuple of numbers": within((1, Fraction(1, 2), "a", None)),
    "a constant object of theory": within(Constant(1)),
    "a NumPy function": within(np.add),
    "a function of C": within(math.sqrt),
    "a method of a constant object": within(Constant(1).__call__),
    "a cell that is still empty": of_an_empty_cell(),
    "a module in a module": lambda r: lemmacheck.theory.core.relation.at_most(r, 0),
    "a constant's method": within("abc".count),
    "a function of ours that compares": within(same_space),
    "a local number": lambda r: [y for x in r for y in (x,)],
    "a local number with the name of what compares": lambda compares: compares + 1,
    "what names itself": names_itself,
    "a NamedTuple of one's own": lambda r: Pair(r, 1),
    "a number of NumPy's": within(np.float64(0.5)),
    "what is bound to a formula": within(functools.partial(helper, 1)),
    "a value of the engine, which holds what compares": within(Value(Context(), (), same_space)),
    "a function that tells one run from another, and is no author's": has_parts,
    "a copy of a run with another part": within(dataclasses.replace),
    "the problem of a run": within(problem_in),
    "another run": within(run),
    "a sequence of a run": within(sequence(helper)),
    "a sequence of ours": within(sequence(has_parts)),
    "an object of ours in a function of ours": within(sequence(Constant(has_parts))),
    "a claim": within(claim("Me.1", about=Compares)(helper)),
    "a function of a problem": within(seen_as_any(Context(), "f", opaque(lambda p, x: x))),
    "more names than one byte counts": eval(f"lambda r: ({', '.join(f'r.x{k}' for k in range(300))}, np.stack(r))"),
}
NONE: dict[str, Any] = {
    "a formula that is remembered": within(functools.cache(helper)),
    "a value of each run": within(of_each_run(helper)),
    "a function of ours that tells of a text": within(paired),
    "compares": compares,
    "names what compares": lambda r: compares(r),
    "holds what compares in a closure": within(compares),
    "holds what compares by default": lambda r, f=compares: f(r),
    "compares inside": lambda r: [compares(x) for x in r],
    "an object that remembers": Remembers(),
    "an object that holds what compares": holding(compares),
    "a method": holding(compares).__call__,
    "counts": counting,
    "counts in a cell": of_cell(),
    "catches": catching,
    "imports": importing,
    "asks for a type": lambda r: type(r),
    "asks for an identity": lambda r: r is None,
    "asks for membership": lambda r: 1 in r,
    "branches by or": lambda r: r or 1,
    "stores an entry": lambda r: LIST.__setitem__(0, r),
    "names a module": lambda r: os.getpid() + r,
    "draws": lambda r: random.random() + r,
    "names a list": lambda r: LIST,
    "stores an attribute": sets_an_attribute,
    "stores to an entry": sets_an_entry,
    "deletes an attribute": deletes_an_attribute,
    "deletes an entry": deletes_an_entry,
    "deletes a global": deletes_a_global,
    "matches": matches,
    "enters": within_another,
    "holds an old source of random numbers": within(np.random.RandomState(1)),
    "a module by default": lambda r, m=np: m.stack(r),
    "a module that is handed on": lambda r: sum(np, r),
    "a module of a module": lambda r: np.linalg.norm(r),
    "what is asked by another name": within(isinstance),
    "what tells one run from another": within(has_parts),
    "what tells one run from another, of a module": lambda r: lemmacheck.theory.core.shared.has_parts(r),
    "what tells one problem from another": within(dataclasses.fields),
    "a class of the engine": within(Trajectory),
    "what asks for an attribute": within(operator.attrgetter("own")),
    "what chooses by the type": within(functools.singledispatch(helper)),
    "holds what draws": within(np.random.standard_normal),
    "a special name": lambda r: helper.__globals__,
    "looks at the engine": lambda r: r.context,
    "opens": lambda r: open(r),  # noqa: SIM115
    "a claim that is asked for its class, which compares": lambda r: OF_A_CLASS.about.f(r),
    "compares and does not branch": lambda r: r > 0,
    "makes a text": lambda r: f"{r}",
    "makes a text as it is written": lambda r: f"{r!r}",
    "makes a text by %": lambda r: "%s" % r,  # noqa: UP031
    "takes a remainder in place": takes_a_remainder,
    "defines a class": defines_a_class,
    "names what compares outside of functions": lambda r: OUTSIDE()(r),
}


@pytest.mark.parametrize("name", FORMULAS)
def test_a_formula_is_read(name: str) -> None:
    plain(FORMULAS[name])


@pytest.mark.parametrize("name", NONE)
def test_what_may_say_different_things_of_different_runs_is_not_read(name: str) -> None:
    with pytest.raises(Refused, match=r"call to call|and so may say different things of different runs"):
        plain(NONE[name])


@pytest.mark.parametrize(("function", "fault"), [
    (compares, "branches, compares or imports"),
    (catching, "raises or catches exceptions"),
    (counting, "remembers from call to call"),
    (lambda r: r is None, "asks whether two things are one"),
    (lambda r: (r.vars, r.type), "names type"),
    (lambda r: r.bound, "names bound (a field of yours is read under another name)"),
    (lambda r: (bound(r), r.bound), "names bound (a field of yours is read under another name)"),
    (lambda r: r % 2, "takes a remainder (%)"),
    (takes_a_remainder, "takes a remainder (%)"),
    (lambda r: f"{r}", "makes a text of a number"),
    (lambda r: not r, "branches, compares or imports"),
    (lambda r: ~r, "does more than compute"),
    (NONE["deletes an entry"], "remembers from call to call"),
])  # fmt: skip
def test_it_is_told_what_is_more_than_a_formula(function: Any, fault: str) -> None:
    with pytest.raises(Refused) as refused:
        plain(function)

    assert str(refused.value) == f"{function.__qualname__} {fault}, and so may say different things of different runs"


def test_a_function_of_the_authors_may_be_called_as_the_engine_calls_something() -> None:
    plain(lambda r: bound(r))
    for function in (lambda r: values(r), lambda r: iter(r)):  # which asks for a type, and Python's
        with pytest.raises(Refused):
            plain(function)


@pytest.mark.parametrize(("function", "called"), [
    (within(has_parts), "has_parts"),
    (within(Trajectory.again), "Trajectory.again"),
    (lambda r: os.getpid(), "os"),
    (within(random.Random(1)), "a Random"),
])  # fmt: skip
def test_it_is_told_what_may_not_be_named(function: Any, called: str) -> None:
    with pytest.raises(Refused, match=f"^the statement, or what it reads, names {called}, and so may say"):
        plain(function)


def test_a_formula_may_take_these_of_modules() -> None:
    plain(lambda r: (np.stack(r), fractions.Fraction(1), math.pi, functools.reduce(r), itertools.chain(r)))


@pytest.mark.parametrize("name", ["STORE_SLICE", "TO_BOOL", "LOAD_SPECIAL", "POP_JUMP_IF_NONE", "NEW"])
def test_what_later_pythons_do_beside_computing_is_in_no_formula(name: str) -> None:
    assert not FORMULA.fullmatch(name)
    assert next(words for said, words in FAULTS.items() if re.fullmatch(said, name))


def of_a_module(name: str) -> FunctionType:
    """A function whose module calls itself so."""
    return FunctionType(helper.__code__, {"__name__": name})


def renamed(function: Any, name: str) -> Any:
    """A function that says that it is of another module."""
    found = copy_of(function)
    found.__module__ = name
    return found


def test_the_code_of_this_project_is_trusted_but_for_its_claims() -> None:
    assert all(map(trusted, (column, decide, np.linalg.norm, Fraction, functools.wraps, itertools.chain, fields)))
    assert not any(map(trusted, (LIBRARY.claims["P.L3.2"].function, unit_rows.function, helper)))


@pytest.mark.parametrize("name", ["lemmacheck.theory.core.arithmetic", "lemmacheck.mine", "numpy", "mine", ""])
def test_code_is_an_authors_wherever_it_says_that_it_is_from(name: str) -> None:
    class Mine:
        def said(self) -> int:
            return 1

    Mine.__module__ = name
    for one in (of_a_module(name), renamed(helper, name), Mine):
        assert not trusted(one)
        assert authored(one)
    assert authored(functools.partial(renamed(helper, name)))
    assert not authored(copy_of(column))
    assert authored(functools.wraps(renamed(helper, name))(copy_of(column)))


def test_of_the_exact_functions_it_is_said_that_a_proof_knows_nothing() -> None:
    def made(Z: Any) -> dict[str, Any]:
        return {"B": inverse(Z)}

    with pytest.raises(Refused, match="names inverse, of which a proof knows nothing"):
        plain(made)


def test_of_a_dtype_that_says_object_it_is_said_that_it_need_not() -> None:
    def made(Z: Any) -> dict[str, Any]:
        return {"b": np.array([Z[0, 0]], dtype=object)}

    with pytest.raises(Refused, match=r"names object \(an array of Fractions needs no dtype=object\)"):
        plain(made)

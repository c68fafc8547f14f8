"""A problem of an author's own with a method on it, both arbitrary, as the author's own functions make them.

`of` is read on a Z of letters: its fields are formulas of Z and of the parameters. A parameter with one value is that
number; one with several is a letter between the least and the largest. A branch, a loop over rows, a hook of Python's
or a hidden store cannot be read so: they are refused, and nothing is proved.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import partial
from types import FunctionType
from typing import Any

import numpy as np
from lemmacheck.theory.core.method import Method
from lemmacheck.theory.core.own import Own, Posed, reads_data
from lemmacheck.theory.core.run import moves
from lemmacheck.verifiers.prove import operators
from lemmacheck.verifiers.prove.context import Context
from lemmacheck.verifiers.prove.copies import copy_of, refuse_of_classes
from lemmacheck.verifiers.prove.data import Arbitrary
from lemmacheck.verifiers.prove.formal import Formal
from lemmacheck.verifiers.prove.matrices import Entries, Given, MadeMap, Map
from lemmacheck.verifiers.prove.opaque import seen_as_any
from lemmacheck.verifiers.prove.polynomials import is_number
from lemmacheck.verifiers.prove.refusals import ALONE, Refused, Unread, tried
from lemmacheck.verifiers.prove.signs import signs_of
from lemmacheck.verifiers.prove.standing_in import on_letters
from lemmacheck.verifiers.prove.statement import plain, trusted
from lemmacheck.verifiers.prove.subject import entry_by_entry, factors_of
from lemmacheck.verifiers.prove.terms import COLUMNS, ROWS, Term
from lemmacheck.verifiers.prove.values import Value

NO_FORMULAS = ("of", "families", "show", "values", "shapes", "smallest")  # of a problem, what no run reads
SIZES = ("Z", "num", "n", "d", "made")
OF_A_CLASS = """module doc qualname dict weakref annotations annotate annotate_func annotations_cache firstlineno
    static_attributes slotnames""".split()  # noqa: SIM905
OF_A_RECORD = """match_args dataclass_fields dataclass_params init post_init repr eq hash setattr delattr
    replace""".split()  # noqa: SIM905  # of one that is made already


class ArbitraryOwn(Arbitrary):
    """The operations of every problem of an author's own."""

    _unread: Sequence[str] = ()
    _why: Sequence[str] = ()  # each is not read

    def __getattr__(self, name: str) -> Any:
        if name in self._unread:
            why = self._why[self._unread.index(name)]
            raise Refused(f"the field {name} is made by other than + − · / and products with Z{why}")
        return super().__getattr__(name)

    def zeros(self, size: Any) -> Any:
        return ArbitraryOwn.ones(self, size) * 0  # an author's own ones() has no part in them

    def vertex(self, i: Any, size: Any = None) -> Value:
        """e_1, which every ℝᵈ has; of e_1 only that it is a vertex of the simplex is known."""
        if type(i) is not int or i != 0 or size is not None:
            raise Refused("a unit vector other than the first of ℝᵈ")
        context = self.num.context
        letter = context.universe.symbol("e_1", COLUMNS, binary=True, total=1)
        return Value(context, (COLUMNS,), lambda _: letter)


class Dataless(ArbitraryOwn):
    """Those of one that is made without Z: it has no n and no d, and no vector of these sizes."""

    @property
    def n(self) -> Any:
        raise Refused("the number of rows of a problem that is made without Z")

    @property
    def d(self) -> Any:
        raise Refused("the number of columns of a problem that is made without Z")


def arbitrary_problem(context: Context, method: Method) -> Any:
    """The author's problem with Z and its parameters arbitrary.

    Its fields are what `of` makes of letters by + − · / and products with Z; it makes the same of every matrix and
    every value in range. A field that it makes otherwise is none of a proof's. Where `of` divides by 0 there is no
    problem, so its divisors are not 0. The author's functions are used as they are, once their code is known to be
    formulas.
    """
    on: Any = method.on
    if type(on) is not type or on.__mro__[1:] != Own.__mro__ or not hasattr(on, "of"):
        raise Refused("a problem that @problem did not make")
    members = members_of([on], OF_A_CLASS, NO_FORMULAS)
    if not reads_data(on):  # of which n and d refuse every author, for it has none
        del members["n"], members["d"]
    refuse_arbitrary(members)
    refuse_of_classes(members)
    opaque = {name: seen_as_any(context, name, one) for name, one in members.items() if hasattr(one, "opaque")}
    alike = {id(members[name]): read for name, read in opaque.items()}
    opaque = {name: alike[id(members[name])] for name in opaque}  # one of two names is one function
    members = {name: one for name, one in members.items() if name not in opaque}
    plain(on.of, exactly=True)
    for function in members.values():
        plain(function)
    Z, u, context.smallest = Given(context), context.universe, vars(on)["smallest"]
    parameters = {name: parameter(context, f"p.{name}", values) for name, values in vars(on)["values"].items()}
    with u.quietly() as conditions:
        made = on_letters(on.of)(
            **{name: Z if name == "Z" else parameters[name] for name in inspect.signature(on.of).parameters}
        )
        if type(made) is not dict:
            raise Refused("of() makes other than a dict")
        refuse_arbitrary(parameters | made)
        if hidden := [name for name in parameters | made if name in members or name in opaque]:
            raise Refused(f"{hidden[0]} is a field of the problem and a name of its class")
        if any(hasattr(Own, name) for name in parameters | made):
            raise Refused("a field has a name that every problem has, and such a problem is not made")
        fields = {name: tried(partial(field, context, name, x)) for name, x in (parameters | made).items()}
    read = {name: x for name, x in fields.items() if isinstance(x, (Term, Value, Map))}
    for what, divisor in conditions.values():
        for atom in factors_of(divisor) if what == "≠ 0" else ():
            atom.positive = atom.positive or atom.nonnegative
    numbers = [x for x in read.values() if isinstance(x, Term)]
    context.constants |= {atom.number for x in numbers for atom in x.atoms()}
    found: Any = object.__new__(type(on.__name__, (ArbitraryOwn if reads_data(on) else Dataless, Own), members))
    unread = tuple(name for name in fields if name not in read)
    why = tuple(why_unread(made.get(name)) for name in unread)
    found.__dict__.update(
        {**read, **opaque, "Z": Entries(context), "num": Formal(context), "_unread": unread, "_why": why}
    )
    context.own = found
    return found


def why_unread(x: Any) -> str:
    """Why a proof does not have a field."""
    if isinstance(x, (np.ndarray, list, tuple)):
        return ": it holds numbers of its own; name them one by one, as W[0][1] of a tuple of rows"
    return x.why if isinstance(x, Unread) else ""


def refuse_arbitrary(names: Iterable[str]) -> None:
    """Refuse a name of an author's that an arbitrary problem uses itself."""
    if any(name in SIZES or (hasattr(ArbitraryOwn, name) and not hasattr(Own, name)) for name in names):
        raise Refused("a field or function of the problem has a name that every problem has, such as Z, n, d, num")


def arbitrary_method(context: Context, method: Method) -> Any:
    """The author's method with its parameters arbitrary.

    It is an object with the attributes of the author's and the functions of the author's class, once their code is
    known to be formulas. A class with a hook of Python's is refused. A parameter with one value in all runs is that
    value; of a number with several only the least and the largest are known.
    """
    kind = method.kind
    runs = [getattr(a, "algorithm", a) if type(a) is Posed else a for a in method.usual.values()]
    runs += [one.algorithm for one in method.planted.values()]
    if not moves(kind):
        raise Refused(f"{kind.__name__} has no steps")
    if any(hasattr(one, "tuned") for one in (kind, *runs)):
        raise Refused(f"{kind.__name__} is made by tuned() for a number of steps, and another for each")
    if any(hasattr(one, name) for one in (kind, *runs) for name in ("draws", "law_of")):
        raise Refused(f"{kind.__name__} draws, and a step that is drawn is not read of a book's own method")
    if type(kind) is not type or any(type(a) is not kind for a in runs):
        raise Refused(f"a method of another class stands for {kind.__name__}")
    members = {**members_of(kind.__mro__[-2::-1], (*OF_A_CLASS, *OF_A_RECORD)), "__module__": kind.__module__}
    refuse_of_classes(members)
    held = [vars(a) for a in runs]  # for a class with slots is refused
    if any(one.keys() != held[0].keys() for one in held):
        raise Refused(f"the runs of {kind.__name__} have other parameters")
    found: Any = object.__new__(type(kind.__name__, (), members | ALONE))
    found.__dict__.update({name: parameter(context, f"m.{name}", [one[name] for one in held]) for name in held[0]})
    posed = [vars(a) for a in method.usual.values() if type(a) is Posed]
    if hidden := [name for one in posed for name in one if hasattr(found, name)]:
        raise Refused(f"{hidden[0]} is a parameter of {kind.__name__}, and run.algorithm has another")
    return found


def field(context: Context, name: str, x: Any) -> Any:
    """A field, entry by entry. A vector that is a quotient is a letter, of which its sum and its sign are known."""
    if isinstance(x, MadeMap):
        return Map(x.source, x.target, x.apply, x.back)
    x = Entries(context, x.times) if isinstance(x, Given) else x
    found = x if isinstance(x, Entries) else entry_by_entry(context, x)
    if not isinstance(found, Value) or len(found.axes) != 1:
        return found
    entry, (space,) = found.at(None), found.axes
    if space not in (ROWS, COLUMNS) or all(is_number(r.den) for _, r in entry.parts.values()):
        return found
    mass = operators.total(entry, space).number()
    letter = context.universe.symbol(f"p.{name}", space, total=mass, **signs_of(entry))
    return Value(context, (space,), lambda _: letter)


def members_of(bases: Iterable[type], unread: Sequence[str], left_out: Sequence[str] = ()) -> dict[str, Any]:
    """The functions and constants of a class, by name, without Python's hooks.

    An author's class with a hook other than those `unread`, which no formula comes upon, is refused.
    """
    found: dict[str, Any] = {}
    for base in bases:
        for name, value in vars(base).items():
            hook = name.startswith("__") and name.endswith("__")
            compared = name in ("__eq__", "__hash__") and not (value is None or made_by_python(value))
            if hook and (compared or name[2:-2] not in unread) and not trusted(base):
                raise Refused(f"{base.__name__} has {name}")
            if not hook and name not in left_out:
                found[name] = value
    return found


def made_by_python(hook: Any) -> bool:
    """Whether a hook is that of a dataclass, and was not written by an author."""
    return isinstance(hook, FunctionType) and hook.__code__.co_filename == "<string>"


def rows_alone(p: Any) -> Any:
    """What a fact speaks of: of a problem of an author's own the rows. One that says another thing by a name that every
    problem has is refused: the hypotheses of a fact are read by these names."""
    if not isinstance(p, ArbitraryOwn):
        return p
    hidden = [name for name in vars(type(p)) if not name.startswith("__") and hasattr(Own, name)]
    if hidden:
        raise Refused(f"{hidden[0]} is the author's own, and facts speak of ours")
    found: Any = object.__new__(type("Rows", (ArbitraryOwn, Own), {}))
    found.__dict__.update(Z=p.Z, num=p.num)
    return found


def parameter(context: Context, name: str, values: Sequence[Any]) -> Any:
    """A parameter's value, or the bounds of its values."""
    first, u = values[0], context.universe
    exact = all(type(value) in (int, Fraction) for value in values)
    if not exact:
        if any(value is not first for value in values):
            called = name.removeprefix("m.")
            raise Refused(f"{called} has several values that are no exact numbers: give each a Method of its own")
        plain(first)
        return copy_of(first)
    low, high = min(values), max(values)
    if low == high:  # of a method, on 3.11 a power of a Fraction with t is one of a float
        return u.constant(first) if type(first) is Fraction and name.startswith("m.") else first
    letter = u.symbol(name, positive=low > 0, nonnegative=low >= 0)
    text = name.removeprefix("m.")  # a parameter of a method, as its author has it
    context.ranges.update({f"{text} ≥ {low}": letter - low, f"{text} ≤ {high}": high - letter})
    along = u.symbol(f"({name} − {low})/({high} − {name})", nonnegative=True, ranged=True)
    (atom,) = letter.atoms()
    context.in_range[atom.number] = (low + high * along) / (1 + along)
    return letter

"""A problem of one's own: exact fields made of a rational matrix Z, for its methods and claims to use.

    @problem(scale=[1, -1])
    class FixedPoint:
        def of(Z, scale): return dict(x_star=Z[0], scale=scale)
        def T(p, x): return p.x_star + p.scale * (x - p.x_star)

`of` reads an array of Fractions and returns Fractions: an optimum is a field like any other. Each field enters the
arithmetic of a run exactly, so that search, shrinking and replay work on Z alone.
"""

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache, partial, wraps
from itertools import islice, product
from typing import Any
from zlib import crc32

import numpy as np
from lemmacheck.theory.core import expected
from lemmacheck.theory.core.arithmetic import Arithmetic, Array
from lemmacheck.theory.core.expected import refuse, shortly
from lemmacheck.theory.core.kept import leaving_nothing
from lemmacheck.theory.core.machine import MACHINE, is_of_the_machine, without_overflow
from lemmacheck.theory.core.matrix import Matrix
from lemmacheck.theory.core.shared import Impure, copied, difference, place_of
from lemmacheck.theory.core.whole import marked, plain

OF_KEEPS = "of() may not keep anything between calls, nor draw: a matrix makes one problem"
LONG = 48  # characters of a parameter that a label holds
MOST = 1000  # matrices of an author's own
Given = tuple[tuple[str, Any], ...]


class ByItself(tuple[tuple[str, Any], ...]):
    """A choice of parameters that equals no other, whatever its values compare as."""

    __slots__ = ()

    def __hash__(self) -> int:
        return hash(tuple(id(value) for _, value in self))

    def __eq__(self, other: object) -> bool:
        return type(other) is ByItself and [id(value) for _, value in self] == [id(value) for _, value in other]


_made_twice: set[Any] = set()  # problems and the shapes of matrices that they were made of twice


@dataclass(frozen=True)
class Own(Matrix):
    """The rows, and the fields that `of` makes of them, under one arithmetic; p has the operations of a matrix, and
    these."""

    num: Arithmetic = None  # type: ignore[assignment]
    made: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.num is None:
            name = type(self).__name__
            by_hand = f"lemmacheck.strategies.posed({name}, [[1, 2]])"
            raise TypeError(f"{name} is made for a run; to try it by hand write {by_hand}")
        super().__post_init__()

    def __getattr__(self, name: str) -> Any:
        if name == "made" or name not in self.made:
            said = f"{type(self).__name__} has no {name}: neither of() nor a function of it makes one"
            raise AttributeError(said, name=name, obj=self)
        return self.made[name]

    def number(self, value: Any) -> Any:
        """An integer or a Fraction as a number of the run."""
        return self.num.number(value)

    def vertex(self, i: int, size: int | None = None) -> Array:
        """The unit vector e_i of ℝᵈ, or of another size."""
        return self.num.array([1 if j == i else 0 for j in range(self.d if size is None else of_python(size))])

    def ones(self, size: int) -> Array:
        """(1, …, 1) ∈ ℝ^size, one for each instance of a batch."""
        return super().ones(of_python(size))

    def zeros(self, size: int) -> Array:
        """0 ∈ ℝ^size."""
        return self.num.array([0] * of_python(size))


def of_python(size: Any) -> Any:
    """A size, unless it is a number of a run, as each field of a problem is: runs abreast may have another each."""
    if isinstance(size, (int, np.integer)):
        return size
    raise TypeError(
        "a field of the problem, or another number of the run, is no size of a vector; write p.n, p.d or an integer, "
        "or 0 * p.x + 1 of a field x that is as long"
    )


def problem(
    given: type | None = None,
    /,
    *,
    shapes: tuple[int, int] | None = None,
    smallest: tuple[int, int] = (1, 1),
    **parameters: Sequence[Any],
) -> Any:
    """Make a problem of a class with `of`. Each parameter is tried with each of its values.

    shapes       the most rows and columns of Z; `smallest`: the fewest of which there is a problem
    of(Z, …)     the exact fields of one matrix, an array of Fractions; without Z the problem reads no data
    families()   matrices of the author's own, such as worst cases: each claim is decided on them before all others
    show(p)      a problem in the paper's words, in which a witness is told beside its matrix
    """

    def made(cls: type) -> type:
        of = vars(cls).get("of")
        if of is None:
            raise TypeError(f"{cls.__name__} has no of(Z): expected a function from a matrix to exact fields")
        body = {name: value for name, value in vars(cls).items() if name not in ("__dict__", "__weakref__")}
        of_numbers = {name: body[name] for name in ("of", "families") if name in body}
        body |= {name: one if type(one) is staticmethod else staticmethod(one) for name, one in of_numbers.items()}
        body |= {
            "values": parameters_of(cls, parameters),
            "shapes": shapes_of(cls, "shapes", "most", shapes),
            "smallest": shapes_of(cls, "smallest", "fewest", smallest),
        }
        if "Z" not in inspect.signature(of).parameters:
            body |= {name: without_data(cls, name) for name in ("n", "d")}
        if shapes and (shapes[0] < smallest[0] or shapes[1] < smallest[1]):
            raise TypeError(f"smallest={smallest} of {cls.__name__} is more than shapes={shapes}: no matrix is left")
        return type(cls.__name__, (Own,), body)

    return made if given is None else made(given)


def without_data(cls: type, name: str) -> property:
    """A number of rows or columns, n or d, that a problem made without Z refuses to have."""

    def lacking(self: Any) -> Any:
        raise TypeError(f"{cls.__name__} is made without Z and has no {name}; write def of(Z), or give sizes in of()")

    return property(lacking)


def opaque(given: Any = None, /, *, vector: bool = False) -> Any:
    """Mark a function f(p, x) of a problem: a proof takes it for any function that has a value at every vector, a
    number or a vector of its space, and uses only the claim's hypotheses about it. It gets one vector at a time."""

    def made(function: Any) -> Any:
        @wraps(function)
        def of_each(p: Any, x: Array) -> Any:
            if x.ndim > 1:
                each = [of_each(p, one) for one in x]
                return np.stack(each) if each else x if vector else x[..., 0]
            found = function(p, copied(x))  # of which it sees the numbers alone, not which array they stand in
            if np.shape(found) != (x.shape if vector else ()):
                reason = (
                    "a vector like x, as vector=True says" if vector else "a number; write @opaque(vector=True) else"
                )
                raise TypeError(f"{function.__name__}(p, x) has the shape {np.shape(found)}; expected {reason}")
            return found

        of_each.opaque = "vector" if vector else "number"  # type: ignore[attr-defined]
        return of_each

    return made if given is None else made(given)


def parameters_of(cls: type, given: dict[str, Any]) -> dict[str, Any]:
    """The values to try, for each parameter that of() takes."""
    taken = list(inspect.signature(vars(cls)["of"]).parameters)
    for name, values in given.items():
        if name not in taken:
            shown = f"which of({', '.join(taken)}) does not take; add it there, or write shapes= or smallest="
            raise TypeError(f"{cls.__name__} is tried with {name}=, {shown}")
        if not isinstance(values, (list, tuple, range)) or not values:
            refuse(cls.__name__, name, values, "a list of values to try, such as [1, 2]")
        texts = [called(value) for value in values]
        if alike := next((text for text in texts if texts.count(text) > 1 or " at 0x" in text), ""):
            reason = f"{name}= of {cls.__name__} holds a value that is told as {alike!r:.80}"
            raise TypeError(f"{reason}; expected a text that is its alone in every process: give it a __str__")
    given = {name: tuple(values) for name, values in given.items()}  # a list may be changed later
    if taken[:1] in (["self"], ["cls"], ["p"]):
        rest = ", ".join(taken[1:])
        raise TypeError(f"of() of {cls.__name__} makes the problem, and is given no {taken[0]}; write def of({rest})")
    if missing := [name for name in taken if name != "Z" and name not in given]:
        raise TypeError(f"of() of {cls.__name__} takes {missing[0]}; give its values, as in @problem({missing[0]}=[1])")
    return given


def shapes_of(cls: type, name: str, which: str, given: Any) -> Any:
    """The most, or fewest, rows and columns of the problem's matrices."""
    if given is None or is_shape(given):
        return given
    refuse(cls.__name__, name, given, f"the {which} rows and columns, such as (4, 3)")


def is_shape(given: Any) -> bool:
    """Whether these are numbers of rows and columns."""
    return isinstance(given, tuple) and len(given) == 2 and all(type(k) is int and k > 0 for k in given)


@lru_cache(maxsize=256)
def reads_data(kind: Any) -> bool:
    """Whether the problem is made of a matrix."""
    return "Z" in inspect.signature(kind.of).parameters


def own_matrices(kind: Any) -> tuple[tuple[tuple[Fraction, ...], ...], ...]:
    """The author's own families, as rows of Fractions."""
    if not hasattr(kind, "families"):
        return ()
    with leaving_nothing(kind.families, rule="families() may not keep anything between calls, nor draw"):
        found, again = (tuple(map(partial(exact_rows, kind), islice(kind.families(), MOST + 1))) for _ in range(2))
    if found != again:
        raise TypeError(f"families() of {kind.__name__} yields other matrices when it is asked again; it may not draw")
    if len(found) > MOST:
        raise TypeError(f"families() of {kind.__name__} yields more than {MOST} matrices; yield the worst of them")
    return found


def exact_rows(kind: Any, given: Any) -> tuple[tuple[Fraction, ...], ...]:
    entries, reason = np.array(plain(given), dtype=object), f"families() of {kind.__name__} yields {shortly(given)}"
    if entries.ndim != 2 or not entries.size:
        raise TypeError(f"{reason}; expected a matrix, such as [[1, 0], [0, 1]]")
    if not all(isinstance(x, (int, np.integer, Fraction)) for x in entries.ravel()):
        raise TypeError(f"{reason}; expected integers and Fractions alone")
    return tuple(tuple(Fraction(x.item() if isinstance(x, np.integer) else x) for x in row) for row in entries)


def choices(kind: Any) -> list[Given]:
    """Every choice of the parameters of a problem; an empty one where it has none."""
    return [tuple(zip(kind.values, values, strict=True)) for values in product(*kind.values.values())]


@dataclass(frozen=True)
class Posed:
    """A method with the parameters of its problem, and with the number of steps if it is made for one.

    The algorithm is None where a claim is about the problem itself.
    """

    algorithm: Any
    parameters: Given
    horizon: int | None = None

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.algorithm, name)


def posed(on: Any, usual: Mapping[str, Any], horizons: Sequence[int] = ()) -> dict[str, Any]:
    """The algorithms by label, each with each choice of the problem's parameters, and for each number of steps."""
    if not on.values and not horizons:
        return dict(usual)
    found = {}
    for given, horizon in product(choices(on), horizons or (None,)):
        for label, algorithm in usual.items():
            made_for = (f"{name}={called(value)}" for name, value in (*given, *([("N", horizon)] if horizon else [])))
            name = ", ".join(filter(None, (label, *made_for)))
            if name in found:
                raise TypeError(f"two runs on {on.__name__} are called {name!r:.80}; give each a label of its own")
            found[name] = Posed(algorithm, given, horizon)
    return found


def called(value: Any) -> str:
    """A parameter's value in the label of a run, the same in every process; a function by its name. A long one is cut
    in its middle, and ends in what tells it from others."""
    try:
        text = str(getattr(value, "__name__", value))
    except ValueError:  # of an integer that Python does not write out
        text = "/".join(map(hex, value.as_integer_ratio()))
    return text if len(text) <= LONG else f"{text[: LONG // 3]}…{text[-LONG // 3 :]}~{crc32(text.encode()):08x}"


def lasting(algorithm: Any) -> bool:
    """Whether the algorithm is made for a fixed number of steps."""
    return isinstance(algorithm, Posed) and algorithm.horizon is not None


def presentation(on: Any) -> Callable[..., Own]:
    """How the rows of an instance become the problem; the algorithm may choose its parameters."""

    def problem_of(data: Any, num: Arithmetic, loss: Any, algorithm: Any) -> Own:
        given = algorithm.parameters if isinstance(algorithm, Posed) else choices(on)[0]
        made = {name: entered(x, num, f"{name} of {on.__name__}") for name, x in fields(on, data.rows, ByItself(given))}
        found: Own = on(num.array([list(row) for row in data.rows]), num, made)
        return found

    return problem_of


@lru_cache(maxsize=4096)
def fields(on: Any, rows: Any, given: ByItself) -> tuple[tuple[str, Any], ...]:
    """The parameters of a problem and its exact fields, made once of each matrix."""
    Z = np.array([[Fraction(x) for x in row] for row in rows], dtype=object)
    if reads_data(on) and (Z.shape[0] < on.smallest[0] or Z.shape[1] < on.smallest[1]):
        raise ZeroDivisionError(f"{on.__name__} is made of matrices of at least {on.smallest} rows and columns")
    of = partial(on.of, marked(Z), **dict(given)) if reads_data(on) else partial(on.of, **dict(given))
    make = partial(without_overflow, of, f"of() of {on.__name__}")
    made = make() if (on, Z.shape) in _made_twice else made_twice(on, make)
    _made_twice.add((on, Z.shape))
    if not isinstance(made, dict):
        returned = "nothing" if made is None else expected.kind(made)
        raise TypeError(f"{place_of(on.of)} returns {returned}; expected dict(name=value, …)")
    parameters = {name: value for name, value in given if name not in made}
    if taken := [name for name in (*made, *parameters) if hasattr(Own, name) or name in ("Z", "num", "made")]:
        what = "field" if taken[0] in made else "parameter"
        raise TypeError(f"a {what} of {on.__name__} is called {taken[0]!r}, which every problem has; rename it")
    return (*parameters.items(), *made.items())


def made_twice(on: Any, make: Callable[[], Any]) -> Any:
    """The fields that of() makes, if it makes the same again and keeps nothing."""
    with leaving_nothing(on.of, rule=OF_KEEPS):
        made, again = make(), make()
    if name := difference(made, again):
        raise Impure(f"{place_of(on.of)}: {name} differs when it is made again; of() may not draw")
    return made


def entered(value: Any, num: Arithmetic, name: str) -> Any:
    """An exact value as the run's numbers."""
    value = plain(value)
    entries = np.array(value, dtype=object)
    if any(isinstance(x, (float, np.floating)) for x in entries.ravel()):
        raise TypeError(f"{name} is a float; expected integers and Fractions, such as Fraction('0.1')")
    if any(isinstance(x, bool) for x in entries.ravel()):
        raise TypeError(f"{name} is a truth value; expected integers and Fractions, such as 0 or 1")
    if not all(isinstance(x, (int, np.integer, Fraction)) for x in entries.ravel()):
        return value
    if is_of_the_machine(value):
        raise TypeError(f"{name}: {MACHINE}")
    exact = [x.item() if isinstance(x, np.integer) else x for x in entries.ravel()]
    return num.array(exact).reshape(entries.shape) if entries.ndim else num.number(exact[0])

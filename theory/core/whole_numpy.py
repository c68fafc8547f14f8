"""NumPy as an author's file has it: whatever it makes of integers are whole numbers, which do not overflow."""

import sys
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

import numpy as np
from lemmacheck.theory.core.whole import asked, computed, marked, wide

FUNCTIONS = (FunctionType, BuiltinFunctionType, np.ufunc, type(np.concatenate), np.vectorize)
METHODS = ("reduce", "accumulate", "reduceat", "outer", "at")  # of a ufunc
INDEXED = ("r_", "c_", "mgrid", "ogrid")


class OfWhole:
    """A function of NumPy's, on whole numbers."""

    __slots__ = ("function",)

    def __init__(self, function: Any) -> None:
        self.function = function

    def __call__(self, *given: Any, **options: Any) -> Any:
        return in_turn(asked(self.function, *given, **options))

    def __getitem__(self, key: Any) -> Any:
        return marked(self.function[key])

    def __getattr__(self, name: str) -> Any:
        function = self.function
        if isinstance(function, np.ufunc) and name in METHODS:
            return lambda *given, **options: computed(function, name, given, options)
        return getattr(function, name)


class Vectorize(np.vectorize):
    """np.vectorize, for which the first value says what the others are, unless they are integers without room."""

    def __call__(self, *given: Any, **options: Any) -> Any:
        try:
            return super().__call__(*given, **options)
        except OverflowError:
            first = self.pyfunc(*(np.ravel(x)[0] for x in given), **options)
            self.otypes = "O" * (len(first) if isinstance(first, tuple) else 1)
            return super().__call__(*given, **options)


def apply_along_axis(function: Any, axis: int, array: Any, *given: Any, **options: Any) -> Any:
    """np.apply_along_axis, with Python's integers where those of the machine have no room."""
    try:
        return np.apply_along_axis(function, axis, array, *given, **options)
    except OverflowError:
        return np.apply_along_axis(lambda row: np.array(function(row, *given, **options), object), axis, array)


class Drawing(np.random.Generator):
    """A generator whose integers are whole numbers."""

    def __getattribute__(self, name: str) -> Any:
        found = super().__getattribute__(name)
        return OfWhole(found) if name in ("choice", "integers", "permutation", "permuted") else found


def __getattr__(name: str) -> Any:
    """What NumPy loads when it is first asked for: np.fft, np.polynomial, np.testing."""
    return getattr(np, name)


def default_rng(seed: Any = None) -> np.random.Generator:
    return Drawing(np.random.default_rng(seed).bit_generator)


def original(x: Any) -> Any:
    """A function as NumPy has it; what is none as it is."""
    return x.function if type(x) is OfWhole else x


def in_turn(x: Any) -> Any:
    """What NumPy makes; a function is one of whole numbers."""
    return OfWhole(x) if issubclass(type(x), FUNCTIONS) else x


def of_pythons(kind: type) -> type:
    """A type of integers, which makes Python's."""
    room = wide(kind)
    return type(kind.__name__, (kind,), {"__new__": lambda cls, x=0: np.asarray(x, room).item()})


def names_of(module: ModuleType) -> dict[str, Any]:
    """The names of a module of NumPy's."""
    found = {name: x for name, x in vars(module).items() if not name.startswith("_")}
    integers = {kind for kind in np.sctypeDict.values() if issubclass(kind, np.integer)}
    kinds = {x: of_pythons(x) for x in found.values() if isinstance(x, type) and x in integers}
    others = {name: OfWhole(x) if name in INDEXED else in_turn(x) for name, x in found.items()}
    return others | {name: kinds[x] for name, x in found.items() if isinstance(x, type) and x in kinds}


linalg = ModuleType(f"{__name__}.linalg")
random = ModuleType(f"{__name__}.random")
vars(linalg).update(names_of(np.linalg))
vars(random).update({**vars(np.random), "__name__": random.__name__, "default_rng": default_rng})
changed = {"vectorize": OfWhole(Vectorize), "apply_along_axis": OfWhole(apply_along_axis)}
globals().update({**names_of(np), "linalg": linalg, "random": random, **changed})
for _module in (linalg, random):
    sys.modules[_module.__name__] = _module

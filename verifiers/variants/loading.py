"""A variant file: Python that defines `variant`, or `variants`, a list of them.

Whatever goes wrong in it is one line that names the author's file and line.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

from lemmacheck.theory.books.jst.methods.variants import Stepping, Variant, momentum, schedule, steps
from lemmacheck.theory.core.book import Book
from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.opening import error_text, executed, import_beside
from lemmacheck.theory.core.schedules import Exactly
from lemmacheck.verifiers.records.terminal import InputError

GROUP = "lemmacheck.variants"
MAKERS: dict[str, tuple[Callable[..., Variant], tuple[str, str]]] = {
    "schedule": (schedule, ("lam", "theta")),
    "momentum": (momentum, ("beta", "theta")),
}
EXPECTED = "expected `variant = schedule(...)`, `momentum(...)`, or an object with start and step"


def load(given: str) -> list[Variant]:
    """The variants of a file, or the one that an installed package offers under this name."""
    point = entry_point_of(given)
    if point is not None:
        return [with_name(variant, given) for variant in as_variants(installed(point), given)]
    path = Path(given)
    import_beside(path)
    module = executed(path, "variant", InputError)
    found = getattr(module, "variants", getattr(module, "variant", None))
    if found is None:
        states = any(isinstance(value, Claim | Book) for value in vars(module).values())
        remedy = f"it is a book: write the change in a file of its own, and --book {given}" if states else EXPECTED
        raise InputError(f"{given} defines neither `variant` nor `variants`; {remedy}")
    return [with_name(variant, path.stem) for variant in as_variants(found, given)]


def missing(given: str) -> str:
    return f"{given!r} is a folder and no variant file" if Path(given).is_dir() else f"no variant file {given!r}"


def entry_point_of(given: str) -> EntryPoint | None:
    """What an installed package offers under this name; None for a file, InputError where it is neither."""
    found = entry_points(group=GROUP)
    points = {point.name: point for point in found}
    if Path(given).is_file():
        return None
    if given not in points:
        others = f" or one of {', '.join(sorted(points))}" if points else ""
        raise InputError(
            f"{missing(given)}: expected a Python file that defines `variant`{others}; "
            "`lemmacheck new-variant NAME` writes one to start from"
        )
    if len({point.value for point in found if point.name == given}) > 1:
        raise InputError(f"several installed packages offer a variant {given!r}; give the file of one")
    return points[given]


def installed(point: EntryPoint) -> Any:
    """What a package offers."""
    try:
        return point.load()
    except Exception as error:
        raise InputError(f"the variant {point.name!r} of {point.value} does not load: {error_text(error)}") from None


def as_variants(found: Any, given: str) -> list[Variant]:
    """One variant or several, each as such."""
    several = list(found) if isinstance(found, Iterable) and not hasattr(found, "step") else [found]
    if not several:
        raise InputError(f"{given}: `variants` is empty; {EXPECTED}")
    return [as_variant(one, given) for one in several]


def as_variant(found: Any, given: str) -> Variant:
    """A Variant as it is. An object or a class with start and step becomes one that is given by its steps."""
    if isinstance(found, Variant):
        if not as_made(found):
            raise InputError(f"{given}: a Variant is changed after it was made, as by replace; {EXPECTED}")
        return found
    if isinstance(found, type):
        try:
            found = found()
        except Exception as error:
            raise InputError(f"{given}: {found.__name__}() failed: {error_text(error)}") from None
    if not (callable(getattr(found, "start", None)) and callable(getattr(found, "step", None))):
        text = f"an object of type {type(found).__name__}" if " at 0x" in repr(found) else repr(found)
        raise InputError(f"{given}: {text} has no start and step; {EXPECTED}")
    own = {name: getattr(found, name) for name in ("loss", "name", "claims") if hasattr(found, name)}
    try:
        return steps(found, **own)
    except TypeError as error:
        raise InputError(f"{given}: {error}") from None


def as_made(variant: Variant) -> bool:
    """Whether its method, its forms and its loss are those that are made of its functions of t, or of its steps."""
    method, loss = variant.algorithm, getattr(variant.algorithm, "loss", None)
    if variant.form == "step":
        return type(method) is Stepping and (method.loss, {}) == (variant.loss, variant.forms)
    if variant.form not in MAKERS:
        return False
    made, names = MAKERS[variant.form]
    functions: dict[str, Any] = {name: getattr(method, name, None) for name in names}
    if not all(type(one) is Exactly for one in functions.values()):
        return False
    again = made(**{name: one.function for name, one in functions.items()}, loss=loss)
    return (method, variant.forms, variant.loss) == (again.algorithm, again.forms, again.loss)


def with_name(variant: Variant, name: str) -> Variant:
    """The variant with a name: its own, or this one."""
    return variant if variant.name else replace(variant, name=name)

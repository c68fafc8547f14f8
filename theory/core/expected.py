"""What an author's book gives to the public names: an argument of another type is refused where it is given.

    text("claim P.L1", latex=latex, chapter=chapter)

Each function names the call, what was given, and what is expected, in one line.
"""

from collections.abc import Iterable, Mapping
from typing import Any, NoReturn

import numpy as np

LONGEST = 60  # signs of a name
WHITE_SPACE = dict.fromkeys(map(ord, "\n\t"))  # of a text of several lines
MOST = 10_000  # entries of a list
COMPARES = "a claim states and does not compare: write at_most(left, right) in place of left <= right"
STATED = "expected at_most(left, right) or another relation, a tuple of these, a Decay, a Limit or a Chance"


def refuse(of: str, name: str, value: Any, expected: str) -> NoReturn:
    """Say that a value is not what is expected."""
    raise TypeError(f"{name}= of {of} is {shortly(value)}; expected {expected}")


def shortly(value: Any) -> str:
    """A value in at most 40 signs, of what any class may print, or its type where it cannot be printed."""
    if isinstance(value, type):
        return f"the class {value.__name__}"
    try:
        return kind(value) if "lemmacheck_" in repr(value) else f"{value!r:.40}"
    except Exception:
        return f"a {type(value).__name__}"


def text(of: str, /, **given: Any) -> None:
    """Texts, of any number of lines."""
    for name, value in given.items():
        if not isinstance(value, str) or not value.translate(WHITE_SPACE).isprintable():
            refuse(of, name, value, 'a text in quotes, without control characters: r"…" keeps a backslash')


def line(of: str, /, **given: Any) -> None:
    """Texts that say something, on one line."""
    for name, value in given.items():
        if not (isinstance(value, str) and value.strip() and value.isprintable()):
            refuse(of, name, value, "a text on one line")


def word(of: str, /, **given: Any) -> None:
    """Names that are typed on a command line."""
    for name, value in given.items():
        typed = isinstance(value, str) and value.isprintable() and not set(value) & set(' <>&"\\/')
        if not typed or not 0 < len(value) <= LONGEST:
            refuse(of, name, value, f"a name without spaces, such as 'P.L3.2', of at most {LONGEST} signs")


def flag(of: str, /, **given: Any) -> None:
    """True or False."""
    for name, value in given.items():
        if not isinstance(value, bool):
            refuse(of, name, value, "True or False")


def whole(of: str, least: int, /, **given: Any) -> None:
    """Whole numbers."""
    for name, value in given.items():
        if not isinstance(value, int) or isinstance(value, bool) or value < least:
            refuse(of, name, value, f"a whole number from {least} on")


def function(of: str, /, **given: Any) -> None:
    """Functions."""
    for name, value in given.items():
        if not callable(value) or isinstance(value, type):
            refuse(of, name, value, "a function")


def function_if_any(of: str, /, **given: Any) -> None:
    """Functions, where any is given."""
    function(of, **{name: value for name, value in given.items() if value is not None})


def statement(found: Any) -> str:
    """What a claim returned that states nothing, with the remedy."""
    if found is None:
        return "returns None; nothing comes back: write `return at_most(left, right)`"
    truth = isinstance(found, (bool, np.bool_)) or getattr(getattr(found, "dtype", None), "kind", "") == "b"
    remedy = COMPARES if truth else STATED
    return f"returns {kind(found)}; {remedy}"


def kind(value: Any) -> str:
    """The type of a value with its article; every kind of array is an array."""
    name = "array" if isinstance(value, np.ndarray) else type(value).__name__
    return "None" if value is None else f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


def each(of: str, of_kind: Any, example: str, /, **given: Any) -> None:
    """Lists or tuples of one kind."""
    for name, value in given.items():
        if not isinstance(value, Iterable) or isinstance(value, str | bytes | Mapping):
            refuse(of, name, value, f"a list, such as {name}=[{example}]")
        for k, one in enumerate(value):
            if not isinstance(one, of_kind):
                raise TypeError(f"{name}= of {of} holds {shortly(one)}; expected a list such as {name}=[{example}]")
            if k == MOST:
                refuse(of, name, value, f"at most {MOST} entries")


def labelled(of: str, example: str, /, **given: Any) -> None:
    """Mappings from labels, each a text on one line."""
    for name, value in given.items():
        if not isinstance(value, Mapping):
            refuse(of, name, value, f"a dict of labels, such as {example}")
        for label in value:
            if not (isinstance(label, str) and label.isprintable()):
                raise TypeError(f"a label in {name}= of {of} is {shortly(label)}; expected a text on one line")

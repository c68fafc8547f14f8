"""Text of unknown origin, made harmless: nothing in it steers a terminal or a page.

Control characters, marks that turn the direction of writing, other invisible characters and halves of surrogates become
their code points in ASCII, as Python writes them: ESC becomes \\x1b, RIGHT-TO-LEFT OVERRIDE becomes \\u202e. White
space stays. Where a text has to stay on one line, its line breaks become code points too.
"""

import json
import unicodedata
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from typing import TypeVar

T = TypeVar("T")
SHOWN_AS_CODE = ("Cc", "Cf", "Cs", "Zl", "Zp")
NO_CHARACTERS = "\ufffe\uffff"  # which no XML may hold
WHITE_SPACE = "\n\t"


def inert(text: str, kept: str = WHITE_SPACE) -> str:
    """The text in which every invisible character, except those in `kept`, is replaced by its code point."""
    if text.isprintable():
        return text
    return "".join(code_point(c) if c not in kept and is_hidden(c) else c for c in text)


def is_hidden(character: str) -> bool:
    return unicodedata.category(character) in SHOWN_AS_CODE or character in NO_CHARACTERS


def inert_json(text: str) -> str:
    """The same JSON document, in whose strings every invisible character is escaped."""
    if text.isprintable():
        return text
    hidden = set(filter(is_hidden, set(text) - set(WHITE_SPACE)))
    return text.translate({ord(c): json.dumps(c)[1:-1] for c in hidden})


def code_point(character: str) -> str:
    return (
        character.encode("ascii", "backslashreplace").decode() if ord(character) > 127 else f"\\x{ord(character):02x}"
    )


def inert_fields(value: T) -> T:
    """Plain data, a record or a header, with every text in it made inert."""
    if isinstance(value, str):
        return value if isinstance(value, Enum) else inert(value)  # type: ignore[return-value]
    if isinstance(value, list):
        return [inert_fields(item) for item in value]  # type: ignore[return-value]
    if isinstance(value, dict):
        return {inert_fields(key): inert_fields(item) for key, item in value.items()}  # type: ignore[return-value]
    if is_dataclass(value) and not isinstance(value, type):
        return replace(value, **{field.name: inert_fields(getattr(value, field.name)) for field in fields(value)})
    return value

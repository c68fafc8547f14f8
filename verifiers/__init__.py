"""What decides; for a notebook, `from verifiers import check_variant`; for a pasted test, `assert_holds`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from verifiers.variants.answer import Checked

__all__ = ["assert_holds", "check_variant"]


def check_variant(variant: Any, steps: int = 40) -> Checked:
    """Every claim that can be asked of a variant; the result shows itself as a table with a plot."""
    from verifiers.variants.notebook import check_variant as checked

    return checked(variant, steps)


def assert_holds(id: str, Z: Sequence[Sequence[str]], steps: int, parameters: Mapping[str, Any]) -> None:
    """AssertionError, with the witness, unless a claim holds on these data for a method given by its numbers.

    `parameters` are those of a record: lambda and theta, beta and theta, or w, each a list over t = 0, 1, ….
    """
    from verifiers.variants.replaying import assert_holds as asserted

    asserted(id, Z, steps, parameters)

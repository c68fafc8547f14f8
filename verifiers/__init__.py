"""What decides; and, for a notebook, `from verifiers import check_variant`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from verifiers.variants.answer import Checked

__all__ = ["check_variant"]


def check_variant(variant: Any, steps: int = 40) -> Checked:
    """Every claim that can be asked of a variant; the result shows itself as a table with a plot."""
    from verifiers.variants.notebook import check_variant as checked

    return checked(variant, steps)

"""Every formula of a chapter a second time, typed from the print on scalars; nothing here reads `theory`."""

from tests.literal import (
    contributed,
    duality,
    experiments,
    general_loss,
    general_norm,
    general_potential,
    general_rate,
    half_margin,
    introduction,
    margin_rate,
    mirror,
    mirror_rates,
    motivation,
    multiclass,
    multiclass_proofs,
    notation,
    other_losses,
    printed_algorithms,
    sampling,
    sampling_proofs,
    updates,
    worst_case,
)
from tests.literal.case import Case
from tests.literal.printed import LITERAL, Printed

CHAPTERS = (
    notation,
    introduction,
    motivation,
    updates,
    margin_rate,
    half_margin,
    sampling,
    other_losses,
    multiclass,
    duality,
    mirror,
    mirror_rates,
    general_loss,
    general_potential,
    general_norm,
    general_rate,
    sampling_proofs,
    multiclass_proofs,
    experiments,
    printed_algorithms,
    contributed,
    worst_case,
)

__all__ = ["CHAPTERS", "LITERAL", "Case", "Printed"]

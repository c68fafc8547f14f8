"""Every formula of a chapter a second time, typed from the print on scalars; nothing here reads `theory`."""

from tests.literal import duality, half_margin, margin_rate, motivation, notation, stronger, updates
from tests.literal.case import Case
from tests.literal.printed import LITERAL, Printed

CHAPTERS = (notation, motivation, updates, margin_rate, half_margin, duality, stronger)

__all__ = ["CHAPTERS", "LITERAL", "Case", "Printed"]

"""The statements, one file a chapter, in the order of the document; importing this fills the registry."""

from theory.claims import notation, motivation, updates, margin_rate, half_margin, duality  # isort: skip

CHAPTERS = (notation, motivation, updates, margin_rate, half_margin, duality)

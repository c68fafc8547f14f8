"""The lectures' and the post's formulas a second time; importing this fills the table of transcriptions."""

from types import ModuleType

CHAPTERS: tuple[ModuleType, ...] = ()

"""`python tests/browser/font.py PATH/latinmodern-math.otf` writes the font that the page carries.

It has what the formulas of the books use, and all italic letters, Latin and Greek, which a machine without a font for
mathematics lacks. It takes `pip install fonttools brotli`, which nothing else here does.
"""

import re
import sys
from html import unescape

from lemmacheck.reports.html import FONT, TEMPLATES
from lemmacheck.reports.mathml import math
from lemmacheck.verifiers.library.shipped import LIBRARY

NAMES = {1: "lemmacheck math", 2: "Regular", 13: "GUST Font License", 14: "http://tug.org/fonts/licenses/"}
ASCII = {*range(0x20, 0x7F)}
LATIN = {*range(0x1D434, 0x1D468), ord("ℎ")} - {0x1D455}
GREEK = {ord(letter) for letter in "𝛤𝛥𝛩𝛬𝛯𝛱𝛴𝛶𝛷𝛹𝛺𝜖𝜗𝜙𝜕"} | {*range(0x1D6FC, 0x1D715)}
GROWING = {"Vert": set(map(ord, "()[]{}|‖√∑∏")), "Horiz": {0x302, 0x303, 0x305, ord("^"), ord("~"), ord("¯")}}
SIZES = 3  # of what grows


def used() -> set[int]:
    """The characters of all formulas of the books."""
    texts = (re.sub("<[^>]*>", "", str(math(claim.latex))) for claim in LIBRARY.claims.values() if claim.latex)
    return {ord(character) for text in texts for character in unescape(text)}


def main(source: str) -> None:
    from fontTools import subset
    from fontTools.ttLib import TTFont

    font = TTFont(source)
    letters, variants = font.getBestCmap(), font["MATH"].table.MathVariants
    for direction, growing in GROWING.items():
        coverage = getattr(variants, f"{direction}GlyphCoverage")
        built = zip(coverage.glyphs, getattr(variants, f"{direction}GlyphConstruction"), strict=True)
        kept = {glyph: made for glyph, made in built if glyph in {letters[one] for one in growing if one in letters}}
        for made in kept.values():
            made.MathGlyphVariantRecord = made.MathGlyphVariantRecord[:SIZES]
            made.VariantCount = len(made.MathGlyphVariantRecord)
        coverage.glyphs = list(kept)
        setattr(variants, f"{direction}GlyphConstruction", list(kept.values()))
        setattr(variants, f"{direction}GlyphCount", len(kept))
    for number, name in NAMES.items():
        font["name"].setName(name, number, 3, 1, 0x409)
    options = subset.Options(flavor="woff2", layout_features=[], hinting=False, name_IDs=[*NAMES], glyph_names=False)
    options.drop_tables += ["FFTM", "GDEF", "GPOS", "GSUB"]
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=used() | ASCII | LATIN | GREEK)
    subsetter.subset(font)
    subset.save_font(font, str(TEMPLATES / FONT), options)


if __name__ == "__main__":
    main(sys.argv[1])

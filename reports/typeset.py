r"""Words and formulas in what pdflatex can set.

In words an accent goes over its letter, a script up or down; a mathematical character becomes its command, and a
character without one becomes its code point; no word is a command. A formula stands between dollars if it is one, and
else appears as its source.
"""

import re
import unicodedata

from lemmacheck.reports.grammar import is_formula
from lemmacheck.reports.latex import Piece, pieces
from lemmacheck.reports.scripts import scripted
from lemmacheck.reports.symbols import SYMBOLS

LETTER = re.compile(r"(.)([\u0300-\u036f]*)")
WAYS = {"_": "subscript", "^": "superscript", "sub": "subscript", "super": "superscript"}
ACCENTS = {
    "\u0300": "grave", "\u0301": "acute", "\u0302": "hat", "\u0303": "tilde", "\u0304": "bar", "\u0306": "breve",
    "\u0307": "dot", "\u0308": "ddot", "\u030a": "mathring", "\u030c": "check",
}  # fmt: skip
PLAIN = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "%": r"\%", "_": r"\_",
    "^": r"\textasciicircum{}", "~": r"\textasciitilde{}", "<": r"\textless{}", ">": r"\textgreater{}",
    "|": r"\textbar{}", "`": r"\textquoteleft{}", "‘": r"\textquoteleft{}", "’": r"\textquoteright{}",
    "“": r"\textquotedblleft{}", "”": r"\textquotedblright{}", "–": r"\textendash{}", "—": r"\textemdash{}",
    "§": r"$\mathsection$",
}  # fmt: skip
ALPHABETS = {"DOUBLE-STRUCK": "mathbb", "SCRIPT": "mathcal"}
WIDE = re.compile(r"\\q?quad\b")  # a space after which a line may end
FENCED = re.compile(r"\\left\b.{120,}\\right\b")  # in which no line ends
SIDES = re.compile(r"(?<=\\right[\])|.])(?==|\\[lg]e)")
TEXT = re.compile(r"(?<![_^])\\text\{[^{}]* [^{}]*\}")  # words of a formula
NUMBER = re.compile(r"(-?)(\d+)(?:/(\d+))?")


def name(string: str) -> str:
    """A name, in which nothing is a script; it may be broken after a dot."""
    return "".join(map(_character, re.sub(r"\s+", " ", string))).replace(".", r".\allowbreak{}")


def words(string: str) -> str:
    """Plain words on one line."""
    letters = unicodedata.normalize("NFC", re.sub(r"\s+", " ", string))
    typeset = re.sub("-(?=-)", "-{}", "".join(_script(kind, part) for kind, part in scripted(letters)))
    return re.sub(r"(?<!\\)\$\$", "", typeset)


def statement(latex: str) -> str:
    """A printed statement: formulas, and the words around them."""
    shown = {Piece.WORDS: words, Piece.FORMULA: _formula, Piece.SOURCE: _source}
    return "".join(shown[kind](part) for kind, part in pieces(latex)).strip()


def number(text: str) -> str:
    """An exact number as a fraction, anything else as words."""
    match = NUMBER.fullmatch(text)
    if match is None:
        return words(text)
    sign, over, under = match.groups()
    return rf"${sign}\tfrac{{{over}}}{{{under}}}$" if under else f"${sign}{over}$"


def _formula(latex: str) -> str:
    body = " ".join("".join(f"{SYMBOLS[c]} " if c in SYMBOLS else c for c in latex).split())
    if not body:
        return ""
    broken = TEXT.sub(lambda text: text[0].replace(" ", r" }\allowbreak\text{"), WIDE.sub(r"\g<0>\\allowbreak", body))
    if not is_formula(body):
        return _source(latex)
    return " ".join(_fitted(broken)) if FENCED.search(body) else f"${broken}$"


def _fitted(formula: str) -> list[str]:
    """A formula whose brackets may be longer than a line, side by side where these part it."""
    sides = SIDES.split(formula)
    return [rf"\fitted{{${side}$}}" for side in (sides if all(map(is_formula, sides)) else [formula])]


def _source(latex: str) -> str:
    return rf"\texttt{{{words(latex)}}}"


def _script(kind: str, part: str) -> str:
    return rf"\text{WAYS[kind]}{{{words(part)}}}" if kind else LETTER.sub(_set, part)


def _set(match: re.Match[str]) -> str:
    """A letter with the accents that follow it."""
    whole = match[1]
    letter, *own = list(whole if whole in SYMBOLS else unicodedata.normalize("NFD", whole))
    accents = [*own, *match[2]]
    if not accents:
        return _character(letter)
    plain = letter.isascii() and letter.isalnum()
    body = SYMBOLS.get(letter) or (letter if plain else rf"\text{{{_character(letter)}}}")
    for accent in accents:
        body = rf"\{ACCENTS.get(accent, 'widetilde')}{{{body}}}"
    return f"${body}$"


def _character(letter: str) -> str:
    if letter in PLAIN:
        return PLAIN[letter]
    if " " <= letter <= "~":
        return letter
    return f"${SYMBOLS[letter]}$" if letter in SYMBOLS else _composed(letter)


def _composed(letter: str) -> str:
    """A character that Unicode explains by others: ², ₁, ½, ℝ; else its code point."""
    tag, *codes = unicodedata.decomposition(letter).split() or [""]
    parts = [chr(int(code, 16)) for code in codes]
    if tag == "<font>":
        alphabet = next((command for name, command in ALPHABETS.items() if name in unicodedata.name(letter)), "")
        return rf"$\{alphabet}{{{parts[0]}}}$" if alphabet and parts[0].isascii() else _character(parts[0])
    inside = "".join(map(_character, parts))
    if tag == "<fraction>" and "⁄" in parts:
        over, under = "".join(parts).split("⁄")
        return rf"$\tfrac{{{over}}}{{{under}}}$"
    if tag in ("<sub>", "<super>"):
        return rf"\text{WAYS[tag.strip('<>')]}{{{inside}}}"
    return inside if parts and tag.startswith("<") else f"[U+{ord(letter):04X}]"

"""LaTeX as MathML that any browser sets by itself, or its source as code where that fails.

The tree is built by latex2mathml and rewritten here: only presentation elements and attributes that
carry no address pass, characters that browsers draw only as themselves (ℛ, 𝔼) replace `mathvariant`,
and text is escaped by the serialiser.
"""

import html
import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate, chain
from xml.etree.ElementTree import Element, tostring

from latex2mathml.converter import Converter
from lemmacheck.reports.latex import Piece, pieces
from lemmacheck.reports.scripts import scripted
from markupsafe import Markup, escape

PAIRS = "mfrac mroot msub msup munder mover"
TRIPLES = "msubsup munderover"
ANY_NUMBER = (
    "math mrow mi mn mo ms mtext mspace msqrt mtable mtr mtd mpadded mphantom mstyle menclose "
    "mmultiscripts mprescripts none"
)
HARMLESS = (
    "display stretchy fence form accent accentunder width height depth lspace rspace linethickness "
    "columnalign rowspacing columnspacing displaystyle scriptlevel minsize maxsize movablelimits"
)
ARITY = dict.fromkeys(PAIRS.split(), 2) | dict.fromkeys(TRIPLES.split(), 3)
ELEMENTS = {*ARITY, *ANY_NUMBER.split()}
ATTRIBUTES = set(HARMLESS.split())
ALPHABETS = {
    "script": ("MATHEMATICAL SCRIPT", "SCRIPT"),
    "double-struck": ("MATHEMATICAL DOUBLE-STRUCK", "DOUBLE-STRUCK"),
    "fraktur": ("MATHEMATICAL FRAKTUR", "BLACK-LETTER"),
    "bold": ("MATHEMATICAL BOLD",),
}
FUNCTIONS = {"ln", "log", "exp", "max", "min", "sup", "inf", "sign", "tanh", "arg"}
OPERANDS = {"mi", "mn", "msub", "msup", "mfrac", "msqrt", "mover", "msubsup"}
ARG = re.compile(r"\\operatorname\*?\{arg\s*(?:\\,)?\s*(min|max)\}")
UPRIGHT = {*"ΓΔΘΛΞΠΣΥΦΨΩ"}  # letters that LaTeX sets so
UNKNOWN = re.compile(r"\\[A-Za-z]|^&$")
BRACE = re.compile(r"\\.|[{}]")
WORD = re.compile(r"\s*\S+\s*")
LONGEST = 5000
OPENING, CLOSING, RELATIONS, SIGNS = {*"([{⟨"}, {*")]}⟩"}, {*"=≤≥<>≈≡≔⟹⟺⇒⇔"}, {*"+-−"}
LIMITS = {*"∑∏⋃⋂", "min", "max", "sup", "inf", "lim"}
UNDER = {"msub": "munder", "msup": "mover", "msubsup": "munderover"}
WIDE = ("1em", "2em")
THIN, CLOSE = {"width": "0.17em"}, {"lspace": "0", "rspace": "0"}
TALL = {"mfrac", "mtable", "munder", "munderover"}  # round which brackets grow
LETTER = {"height": "0.66em", "depth": "0"}  # all that a script sees of a letter
DEEP = {*"Qfgjpqyzβγζημξρςφϕχψ"}  # letters that reach below the line
LEANING, PRIMES = {*"fFHIJKMNPTUVWXY"}, {"′", "″", "‴"}
MARKS = {";": "0.17em", ":": "0.22em"}  # with the space after them
FEW, MUCH = 2, 24  # elements of a formula: so few do not make a line, so many fill one of a narrow page


class Unsupported(ValueError):
    """A command, or a half of one, that would not be shown as it is meant."""


def math(latex: str) -> Markup:
    """A printed statement as safe markup."""
    return Markup("").join(_piece(kind, part) for kind, part in pieces(latex))


def prose(text: str) -> Markup:
    """A sentence as safe markup, its w_t and x^{k+1} with scripts."""
    return Markup("").join(_script(kind, part) for kind, part in scripted(text))


def _script(kind: str, part: str) -> Markup:
    tag = {"_": "sub", "^": "sup"}.get(kind)
    return Markup(f"<{tag}>{{}}</{tag}>").format(prose(part)) if tag else escape(part)


def _piece(kind: Piece, part: str) -> Markup:
    if kind is Piece.FORMULA and part.strip():
        return _formula(part)
    return _source(part) if kind is Piece.SOURCE else escape(part)


def _source(latex: str) -> Markup:
    return Markup("<code>{}</code>").format(latex)


@lru_cache(maxsize=4096)
def _formula(latex: str) -> Markup:
    try:
        return _converted(latex)
    except Exception:  # latex2mathml raises all sorts on input it does not know; the source is then shown
        return _source(latex)


def _converted(latex: str) -> Markup:
    depths = list(accumulate({"{": 1, "}": -1}[brace] for brace in BRACE.findall(latex) if len(brace) == 1))
    paired = not depths or (min(depths), depths[-1]) == (0, 0)
    if len(latex) > LONGEST or not paired or "newcommand" in latex or "\\def" in latex:
        raise Unsupported(latex)
    source = latex.replace(r"\arg\m", r"\operatorname{arg}\m").replace(":=", r"\coloneqq ")
    source = ARG.sub(r"\\operatorname{arg}\\\1", source).replace(r"\operatorname*", r"\operatorname")
    tree = _clean(Converter(display="block").convert_to_element(source))
    groups = [Markup("<wbr>").join(_written(part) for part in parts) for parts in _parts(tree)]
    return groups[0] if len(groups) == 1 else Markup("<i> </i>").join(map(Markup("<span>{}</span>").format, groups))


def _written(row: Element) -> Markup:
    part = Element("math")
    part.append(row)
    for element in row.iter():
        element.attrib.pop("fence", None)  # which no browser heeds
    return Markup(tostring(part, encoding="unicode"))


def _parts(tree: Element) -> list[list[Element]]:
    """The formula in groups, which wide spaces end, of parts between which a line may end where it fills several:
    before a relation or a word, and before a sign where much stands before it; nowhere in brackets or between bars."""
    groups, depth, within = [[Element("mrow")]], 0, False
    for child in chain.from_iterable(map(_words, tree[0] if len(tree) == 1 and tree[0].tag == "mrow" else tree)):
        signs = [mo.text or "" for mo in child.iter("mo")]
        depth += sum((sign in OPENING) - (sign in CLOSING) for sign in signs)
        within ^= signs.count("‖") % 2 == 1
        rows = groups[-1]
        before, after = len(list(rows[-1].iter())), rows[-1][-1:]
        text = child.text if child.tag == "mo" else ""
        signed = text in SIGNS and child.get("form") != "prefix"
        relates = (text in RELATIONS and before > FEW) or (signed and before > MUCH)
        if after and not depth and not within:
            if after[0].get("width") in WIDE:
                rows[-1].remove(after[0])  # a space that does not ask for room at the end of a line stands there
                groups.append([Element("mrow")])
            elif relates:
                rows.append(Element("mrow"))
                child.set("form", "infix")
            elif child.tag == after[0].tag == "mtext":
                rows.append(Element("mrow"))
        groups[-1][-1].append(child)
    return groups


def _words(element: Element) -> Iterator[Element]:
    """The words of a long text, each with the spaces after it; what else there is as it is."""
    words = WORD.findall(element.text or "") if element.tag == "mtext" else []
    if len(words) <= FEW:
        yield element
        return
    for word in words:
        part = Element("mtext")
        part.text = word
        yield part


def _clean(element: Element) -> Element:
    if element.tag not in ELEMENTS or len(element) != ARITY.get(element.tag, len(element)):
        raise Unsupported(element.tag)
    attributes = {name: html.unescape(value) for name, value in element.attrib.items()}
    copy = Element(element.tag, {name: value for name, value in attributes.items() if name in ATTRIBUTES})
    text = html.unescape(element.text or "")
    if UNKNOWN.search(text):
        raise Unsupported(text)
    variant = attributes.get("mathvariant", "")
    copy.text = "".join(styled(character, variant) for character in text)
    if copy.tag == "mi" and copy.text in MARKS:
        copy.tag, copy.attrib = "mo", {"lspace": "0", "rspace": MARKS[copy.text]}
    if copy.tag == "mo" and copy.text == "∂":
        copy.tag, copy.attrib = "mi", {}
    if copy.get("minsize") == "1.2em":  # \big: no browser sets it close
        copy.attrib = {"stretchy": "false"}
    if variant == "normal" or (copy.tag == "mi" and copy.text in UPRIGHT):
        copy.set("mathvariant", "normal")
    children = [_clean(child) for child in element]
    if copy.tag in ARITY:
        copy.extend(children)
        return _scripted(copy)
    if any(child.get("fence") == "true" for child in children) and not any(tag in TALL for tag in _tags(children)):
        for child in children:
            child.attrib |= {"stretchy": "false"} if child.get("fence") == "true" else {}
    for before, child, after in zip([None, *children], children, [*children[1:], None], strict=False):
        if _names(child) and before is not None and (before.tag in OPERANDS or before.text in CLOSING):
            copy.append(Element("mspace", THIN))
        copy.append(_spaced(child, before, after))
        if _names(child) and after is not None and after.tag in OPERANDS:
            copy.append(Element("mspace", THIN))
    return copy


def _names(element: Element) -> bool:
    """Whether this is the name of a function, as in 2 ln n, beside which browsers set no space."""
    return element.tag == "mi" and (element.text or "") in FUNCTIONS


def _tags(elements: list[Element]) -> Iterator[str]:
    return (one.tag for element in elements for one in element.iter())


def _opens(element: Element | None) -> bool:
    """Whether a bracket or a bar comes first in this."""
    while element is not None and len(element) and element.tag == "mrow":
        element = element[0]
    return element is not None and (element.text or "") in OPENING | {*"|‖⌈⌊"}


def _spaced(element: Element, before: Element | None, after: Element | None) -> Element:
    """A stroke stands close, and so does a sign after a relation, another sign or an opening bracket; max and its like
    stand close to a bracket, and to a sign before them."""
    if element.tag == "mo" and element.text == "/":
        element.attrib |= CLOSE
    core = element[0] if element.tag in ("munder", "mover", "munderover") else element
    if core.tag == "mo" and (core.text or "").isalpha():
        apart = before is not None and before.tag != "mo"
        core.attrib |= {"lspace": "0.17em" if apart else "0", "rspace": "0" if _opens(after) else "0.17em"}
    leading = before is not None and (before.text in {*RELATIONS, *SIGNS, *OPENING, ","} or before.get("width") in WIDE)
    if element.tag == "mo" and element.text in SIGNS and leading:
        element.set("form", "prefix")
    return element


def _scripted(element: Element) -> Element:
    """Scripts are set close, and the limits of a sum or a minimum below and above it, as in a display.

    As in TeX all letters have their scripts at one height, whether they reach below the line or not, a letter that
    leans does not meet what is above it, and a prime is no script: fonts have it raised.
    """
    if element.tag != "mfrac":
        for sign in (sign for script in element[1:] for sign in script.iter("mo")):
            sign.attrib |= CLOSE
            sign.text = "∗" if sign.text == "*" else sign.text
    base, last = element[0], element[-1]
    if base.tag == "mo" and (base.text or "") in LIMITS:
        element.tag = UNDER.get(element.tag, element.tag)
        base.set("movablelimits", "false")
    elif element.tag == "msup" and (last.text or "") in PRIMES:
        element.tag, last.tag = "mrow", "mo"
        last.attrib |= CLOSE
    elif element.tag in UNDER and (base.tag in ("mi", "mn", "mover") or base.get("stretchy") == "false"):
        if element.tag != "msub" or not DEEP.isdisjoint("".join(base.itertext())):
            element[0] = Element("mpadded", LETTER)
            element[0].append(base)
        if element.tag != "msub" and (base.text or "") in LEANING:
            element[-1] = Element("mrow")
            element[-1].extend([Element("mspace", {"width": "0.12em"}), last])
    return element


def styled(character: str, variant: str) -> str:
    """The letter or digit of that alphabet, where Unicode has one: R in script is ℛ."""
    kind = {"Lu": "CAPITAL", "Ll": "SMALL", "Nd": "DIGIT"}.get(unicodedata.category(character), "")
    name = unicodedata.name(character, "").rsplit(" ", 1)[-1]
    for alphabet in ALPHABETS.get(variant, ()):
        try:
            return unicodedata.lookup(f"{alphabet} {kind} {name}")
        except KeyError:
            continue
    return character

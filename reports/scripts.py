"""The scripts of a sentence: w_t and x^{k+1} are letters with an index and an exponent; file_name is a word."""

import re
from collections.abc import Iterator

SCRIPT = re.compile(
    r"(?:(?<![\w./-])(?P<name>[a-z]{2,12})(?=_(?:\{|[a-z\d](?!\w)))|"
    r"(?<=[\w)\]}‖|'′*⟩∇∂\u0300-\u036f])(?:(?<![a-z]{2})|(?<=_[a-z][a-z])|(?<=max)|(?<=min)|(?<=sup)|(?<=inf)))"
    r"(?P<kind>[_^])(?:\{(?P<group>(?:[^{}]|\{[^{}]*\}){1,80})\}|\((?P<bracket>[^()]{1,12})\)|"
    r"(?P<one>[a-z\d]{1,2}(?=[A-Zᵀℓ])|[a-z\d](?=[a-z]['′]?_)|[^\W_²³]{1,3}(?![^\W²³]|\.\w)|[*∞]))"
)


def scripted(text: str) -> Iterator[tuple[str, str]]:
    """The text in pieces: `_` with what is an index, `^` with what is an exponent, nothing with all else."""
    done = 0
    for match in SCRIPT.finditer(text):
        yield "", text[done : match.start("kind")]
        yield match["kind"], match["group"] or match["bracket"] or match["one"]
        done = match.end()
    yield "", text[done:]

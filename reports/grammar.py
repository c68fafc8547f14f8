r"""Whether a string is a formula that pdflatex sets, and nothing else.

Its commands are known ones of mathematics, so that none reads a file or defines another; its groups close;
`\left` has its `\right`; every command and every script has its arguments, and no atom two scripts of a kind.
"""

import re

from lemmacheck.reports.symbols import SYMBOLS

LONGEST, DEEPEST = 5000, 40
DELIMITER = r"(?:\\[{}|]|\\(?:langle|rangle|lceil|rceil|lfloor|rfloor|vert|Vert)(?![A-Za-z])|[()\[\]./|])"
TOKEN = re.compile(
    rf"""
    \\(?P<fence>left|right|middle)\s*{DELIMITER}
    | \\[Bb]igg?[lrm]?\s*{DELIMITER}
    | \\(?P<edge>begin|end)\{{(?:p|b|v|V|small)?(?:matrix|cases|aligned)\}}
    | \\(?:text|mathrm|operatorname)\*?\{{[^{{}}\\$&#%_^~]*\}}
    | (?P<command>\\(?:[A-Za-z]+|.))
    | (?P<other>\S)
    """,
    re.VERBOSE,
)
ONE_ARGUMENT = (
    "sqrt bar hat tilde dot ddot vec widetilde widehat overline underline mathcal mathbb mathbf mathsf mathit"
)
ARGUMENTS = {f"\\{name}": 1 for name in ONE_ARGUMENT.split()} | dict.fromkeys([r"\frac", r"\tfrac", r"\dfrac"], 2)
AS_SCRIPT = {r"\frac", r"\tfrac", r"\mathcal", r"\mathbb"}
NAMES = """
ln log exp min max sup inf lim arg det dim Pr varphi varepsilon vartheta rm bf it quad qquad dots vdots ddots
leqslant geqslant leq geq neq rightarrow Longrightarrow longrightarrow colon coloneqq lVert rVert vert Vert bigcup
bigcap limits nolimits displaystyle textstyle not cos sin tanh hbar ddagger dagger Re Im
"""
KNOWN = {*SYMBOLS.values(), *(f"\\{name}" for name in NAMES.split()), *(f"\\{mark}" for mark in ",;:!{}| ")}


def is_formula(latex: str) -> bool:
    """Whether this can stand between dollars and be set there without an error."""
    if len(latex) > LONGEST or not (latex.isascii() and latex.isprintable()):
        return False
    opened: list[tuple[str, int, set[str]]] = []
    owed, scripts = 0, set[str]()
    for match in TOKEN.finditer(latex):
        token, closes = match[0], _closes(match)
        if token in "_^":
            if owed or token in scripts:
                return False
            scripts.add(token)
            owed = 1
            continue
        if closes:
            if owed or not opened or opened[-1][0] != closes:
                return False
            _, owed, scripts = opened.pop()
            continue
        if not _may_stand(match, opened[-1][0] if opened else "") or (owed and not _argument(match, scripts)):
            return False
        owed, scripts = (owed - 1, scripts) if owed else (0, set())
        if closing := _opens(match):
            opened.append((closing, owed, scripts))
            owed, scripts = 0, set()
        owed += ARGUMENTS.get(token, 0)
        if len(opened) > DEEPEST:
            return False
    return not opened and not owed


def _opens(match: re.Match[str]) -> str:
    """What closes the group that this token opens."""
    if match["edge"] == "begin":
        return match[0].replace("begin", "end")
    return {"{": "}", "left": "right"}.get(match["fence"] or match[0], "")


def _closes(match: re.Match[str]) -> str:
    if match["edge"] == "end":
        return match[0]
    return {"}": "}", "right": "right"}.get(match["fence"] or match[0], "")


def _may_stand(match: re.Match[str], inside: str) -> bool:
    """Whether a token is allowed in this kind of group."""
    if match[0] in ("&", r"\\"):
        return inside.startswith(r"\end")
    if match["fence"] == "middle":
        return inside == "right"
    if match["other"]:
        return match[0] not in "#$%\\"
    return not match["command"] or match[0] in KNOWN or match[0] in ARGUMENTS


def _argument(match: re.Match[str], scripts: set[str]) -> bool:
    """Whether a token can be what a command or a script still asks for."""
    token = match[0]
    if token in "&'" or match["fence"] or match["edge"]:
        return False
    return token not in ARGUMENTS or (bool(scripts) and token in AS_SCRIPT)

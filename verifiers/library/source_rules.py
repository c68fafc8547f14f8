"""What the text of a book shows before it runs: floats where numbers are exact, NumPy where the problem has its own.

0.1 and 1/3 are floats and would round before anything is checked; np.sqrt, np.exp and the like know only floats, and
np.maximum and np.where branch on comparisons that may be undecided.
"""

from __future__ import annotations

import ast
from pathlib import Path

from lemmacheck.theory.core.book import BookError

OWN = {
    "sqrt": "p.sqrt(x)",
    "exp": "p.exp(x)",
    "log": "p.log(x)",
    "maximum": "p.positive_part(x - y) + y",
    "minimum": "y - p.positive_part(y - x)",
    "clip": "p.clamp(x, low, high)",
    "max": "p.maximum(x)",
    "min": "p.minimum(x)",
    "where": 'p.where(a, "<=", b, x, y)',
    "argmax": "p.first_largest(x)",
    "sort": "nothing that sorts: which entry is larger may be undecided",
}
CONSTANTS = {f"{module}.{name}" for module in ("np", "numpy", "math") for name in ("pi", "e", "inf", "nan", "tau")}


def read_over(path: Path) -> None:
    """BookError at the first line of a book that would leave exact numbers unseen."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path))):
        told = fault(node)
        if told:
            raise BookError(f"{path}:{node.lineno}: {told}")  # type: ignore[attr-defined]


def fault(node: ast.AST) -> str:
    """What is wrong with a piece of a book, and what to write; nothing where nothing is."""
    if isinstance(node, ast.Constant) and isinstance(node.value, float):
        return f'the float {node.value!r} rounds; write Fraction("{node.value!r}")'
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div) and whole(node.left) and whole(node.right):
        text = ast.unparse(node)
        return f"{text} is a float; write Fraction({ast.unparse(node.left)}, {ast.unparse(node.right)}), or x / 3"
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and isinstance(node.func.value, ast.Name):
        module, name = node.func.value.id, node.func.attr
        if module in ("np", "numpy") and name == "arange" and "dtype" not in (word.arg for word in node.keywords):
            return "np.arange makes integers of the machine, which overflow; write run.t, or add dtype=object"
        if module in ("np", "numpy", "math") and name in OWN:
            return f"{module}.{name} knows floats alone; write {OWN[name]}"
    if isinstance(node, ast.Attribute) and ast.unparse(node) in CONSTANTS:
        return f"{ast.unparse(node)} is a float; write what it is in the paper, such as p.exp(p.number(1))"
    return ""


def whole(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, int)

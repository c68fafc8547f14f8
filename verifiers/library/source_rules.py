"""What the text of a book shows before it runs: floats where numbers are exact, NumPy where the problem has its own.

0.1 and 1/3 are floats and would round before anything is checked; np.sqrt, np.exp and the like know only floats, and
np.maximum and np.where branch on comparisons that may be undecided.
"""

import ast
import operator
import re
from collections.abc import Set as AbstractSet
from fractions import Fraction
from math import isfinite
from pathlib import Path

from lemmacheck.theory.core.book import BookError
from lemmacheck.theory.core.claim import COMPARISONS
from lemmacheck.verifiers.library.backslashes import lost_backslashes
from lemmacheck.verifiers.numbers.forbidden import INSTEAD, MOST, OTHERWISE

NO_PI = "exact arithmetic has no π: state the claim with a fraction on the safe side of it, as Fraction(22, 7)"
CONSTANTS = {
    f"{module}.{name}": remedy
    for module in ("np", "numpy", "math")
    for name, remedy in {
        "pi": NO_PI,
        "tau": NO_PI,
        "e": "write p.exp(p.number(1))",
        "inf": "exact arithmetic has no infinity: state what is bounded by it without it",
        "nan": "exact arithmetic has no nan: a row that is undefined is left out with first= or by a slice",
    }.items()
}

OF_FRACTIONS = frozenset(("of", "families", "show"))  # functions whose numbers are Python's Fractions
EXACT_THERE = frozenset("maximum minimum clip max min where argmax sort sign heaviside mean".split())  # noqa: SIM905
OF_A_RUN = frozenset(("start", "step"))
FLOATS = {
    "zeros": "p.zeros(size)", "empty": "p.zeros(size)", "ones": "p.ones(size)", "full": "c * p.ones(size)",
    "eye": "p.vertex(i, size)", "identity": "p.vertex(i, size)", "linspace": "the fractions themselves",
}  # fmt: skip
STATING = COMPARISONS | {"Decay", "Limit", "Chance"}
ROOMY = (ast.Pow, ast.LShift)
WRITTEN = {
    ast.Pow: operator.pow, ast.LShift: operator.lshift, ast.Mult: operator.mul, ast.Add: operator.add,
    ast.Sub: operator.sub,
}  # fmt: skip
NO_ROOM = "has no room in any machine; exponents and shifts go up to 10**6; write p.exp(k * p.log(x))"
NO_END = "does not end in time; a loop has 10**6 rounds at most"
UNSEEDED = frozenset(("default_rng", "RandomState", "Random", "SystemRandom", "urandom"))
DRAWN = re.compile(r"(np|numpy)\.random\.(?!default_rng|RandomState|Generator|[A-Z])\w+|random\.(?!Random)[a-z]\w*")
OF_A_TUPLE = frozenset(("_replace", "_asdict", "_make", "_fields"))
IN_ORDER = frozenset(("list", "tuple", "iter", "enumerate", "zip", "map", "dict.fromkeys", "np.array"))
OF_NUMBERS = (ast.BinOp, ast.UnaryOp, ast.Constant)
METHODS_OF_ARRAYS = frozenset("max min mean argmax argmin sort argsort clip std var ptp".split())  # noqa: SIM905
UNKNOWN = frozenset(
    """median std var floor ceil round rint fix isclose allclose array_equal argwhere searchsorted
    argmin argsort percentile quantile average trunc nan_to_num isnan isfinite any all sin cos tan tanh arctan
    logaddexp log1p expm1 log2 log10 hypot cond matrix_rank eig eigh eigvals qr cholesky pinv det gamma""".split()  # noqa: SIM905
)
HIDDEN = frozenset(("arithmetics", "ctypes", "gc"))
INSIDE = frozenset(("_held", "within"))
LOOKING = "the numbers of a run cannot be looked at; compute with + - * / ** and the functions of p"


def read_over(path: Path) -> None:
    """Refuse a book at its first line that would lose exact numbers; the others are noted beside it."""
    if found := faults(path):
        raise with_other_places(BookError(f"{path}:{found[0][0]}: {found[0][1]}"), path, [*found[1:], *habits(path)])


def with_other_places(error: Exception, path: Path, others: list[tuple[int, str]]) -> Exception:
    """The error with other places of a file noted, those that it does not name itself."""
    for line, message in sorted(dict.fromkeys(others)):
        if not str(error).startswith(f"{path}:{line}:"):
            error.add_note(f"also {path}:{line}: {message}")
    return error


def faults(path: Path) -> list[tuple[int, str]]:
    """The lines that would lose exact numbers, with what is wrong there and the remedy."""
    source = path.read_bytes()
    nodes = list(ast.walk(ast.parse(source, str(path))))
    of_fractions, of_a_run = within(nodes, OF_FRACTIONS), within(nodes, OF_A_RUN)
    theirs = {node.name for node in nodes if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
    found: dict[tuple[int, str], None] = {}
    told: set[int] = set()  # the numbers of an expression that is named already
    for node in nodes:
        if id(node) in told:
            continue
        message = fault(node, id(node) in of_fractions) or (floats_made(node) if id(node) in of_a_run else "")
        message = message or looking_inside(node, theirs) or endless(node) or unordered(node)
        if message:
            found[node.lineno, message] = None  # type: ignore[attr-defined]
            told |= {id(one) for one in ast.walk(node) if isinstance(node, ast.BinOp) and isinstance(one, OF_NUMBERS)}
    return sorted([*found, *lost_backslashes(source, nodes)])


def habits(path: Path) -> list[tuple[int, str]]:
    """What is likely to fail on exact numbers where it runs: NumPy's ways, in functions that are given such numbers.

    An array of plain numbers may be asked the same, so that these places are named only beside one that did fail.
    """
    nodes = list(ast.walk(ast.parse(path.read_bytes(), str(path))))
    of_fractions = within(nodes, OF_FRACTIONS)
    given = within(nodes, {node.name for node in nodes if isinstance(node, ast.FunctionDef)})
    calls = [node for node in nodes if isinstance(node, ast.Call) and id(node) in given - of_fractions]
    return [(one.lineno, said) for one in calls if (said := habit(one))]


def habit(node: ast.Call) -> str:
    """One of NumPy's ways that exact numbers do not have; '' where the call is none."""
    called = ast.unparse(node.func)
    if called == "float" and node.args and not isinstance(node.args[0], ast.Constant):
        return "float(x) takes a number out of exact arithmetic; compute with x itself"
    module, _, name = called.rpartition(".")
    if module in ("scipy.special", "special", "scipy"):
        return f"{called} knows floats alone; write {OTHERWISE}"
    if module in ("np", "numpy", "math", "np.linalg", "numpy.linalg"):
        return f"{called} does not work on exact numbers; write {OTHERWISE}" if name in UNKNOWN else ""
    if isinstance(node.func, ast.Attribute) and name in METHODS_OF_ARRAYS:
        return f"{ast.unparse(node)}: {name} does not work on exact numbers; write {INSTEAD.get(name, OTHERWISE)}"
    return ""


def forgotten(path: Path) -> list[str]:
    """The functions of a book that look like claims and are none: of one argument, with a docstring, without a
    decorator, and named nowhere else."""
    tree = ast.parse(path.read_bytes(), str(path))
    named = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    return [
        f"{path}:{one.lineno}: nothing calls {one.name}, and it is no claim; write @claim above it if it is to be one"
        for one in tree.body
        if isinstance(one, ast.FunctionDef) and not one.decorator_list and ast.get_docstring(one)
        if len(one.args.args) == 1 and one.name not in named
    ]


def within(nodes: list[ast.AST], names: AbstractSet[str]) -> set[int]:
    """The nodes in functions of these names."""
    of = (node for node in nodes if isinstance(node, ast.FunctionDef) and node.name in names)
    return {id(part) for node in of for part in ast.walk(node)}


def floats_made(node: ast.AST) -> str:
    """An array of floats in a state; '' where there is none."""
    if not isinstance(node, ast.Call) or "object" in ast.unparse(node):
        return ""
    module, _, name = ast.unparse(node.func).partition(".")
    return f"np.{name} makes floats; write {FLOATS[name]}" if module in ("np", "numpy") and name in FLOATS else ""


def fault(node: ast.AST, of_fractions: bool = False) -> str:
    """What is wrong with an expression, and the remedy; '' where nothing is."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and ast.unparse(node.value.func) in STATING:
        return f"{ast.unparse(node.value.func)}(…) is stated and lost; return it, or several as a list"
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow):
        power = getattr(node.right, "value", None)
        if not isinstance(power, float):
            return ""
        remedy = "p.sqrt(x)" if power == 0.5 else f"x ** {power:g}" if power.is_integer() else "p.exp(a * p.log(x))"
        return f"{ast.unparse(node)} is no power of an exact number; write {remedy}"
    if isinstance(node, ast.Constant) and isinstance(node.value, float):
        remedy = f"; write {Fraction(repr(node.value))!r}" if isfinite(node.value) else ""
        return f"the float {node.value!r} is no exact number{remedy}"
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div) and whole(node.left) and whole(node.right):
        text = ast.unparse(node)
        return f"{text} is a float; write Fraction({ast.unparse(node.left)}, {ast.unparse(node.right)}), or x / 3"
    if isinstance(node, ast.Call):
        module, _, name = ast.unparse(node.func).replace(".linalg.", ".").partition(".")
        if module in ("np", "numpy") and name == "norm" and of_fractions:
            return f"{ast.unparse(node.func)} makes floats, and of() exact numbers; write (x * x).sum() for its square"
        if module in ("np", "numpy") and name == "norm" and len(node.args) + len(node.keywords) > 1:
            return "np.linalg.norm knows floats alone; write p.l1(x), p.norm(x) or p.linf(x)"
        if of_fractions and module in ("np", "numpy", "math") and name in ("sqrt", "exp", "log"):
            return f"{ast.unparse(node.func)} makes floats, and of() exact numbers; write p.{name}(x) in a step"
        if module in ("np", "numpy", "math") and name in INSTEAD and not (of_fractions and name in EXACT_THERE):
            return f"{ast.unparse(node.func)} knows floats alone; write {INSTEAD[name]}"
    if isinstance(node, ast.Attribute) and ast.unparse(node) in CONSTANTS:
        return f"{ast.unparse(node)} is a float; {CONSTANTS[ast.unparse(node)]}"
    return ""


def endless(node: ast.AST) -> str:
    """A number that no machine has room for, or a loop that does not end in time; '' where there is neither."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ROOMY) and (beyond(node.right) or bits(node) > 64 * MOST):
        return f"{ast.unparse(node)} {NO_ROOM}"
    if isinstance(node, ast.Call) and ast.unparse(node.func) == "range" and any(map(beyond, node.args)):
        return f"{ast.unparse(node)} {NO_END}"
    return ""


def beyond(node: ast.AST) -> bool:
    return abs(constant(node) or 0) > MOST


def bits(node: ast.BinOp) -> int:
    """The approximate number of bits of a power or a shift of integers; 0 where the integers are not written."""
    left, right = constant(node.left), constant(node.right)
    if left is None or right is None:
        return 0
    return left.bit_length() * right if isinstance(node.op, ast.Pow) else left.bit_length() + right


def constant(node: ast.AST) -> int | None:
    """The integer that an expression writes, if it is one; a power or a shift that `endless` refuses is none."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        found = constant(node.operand)
        return None if found is None else -found
    if isinstance(node, ast.BinOp) and type(node.op) in WRITTEN:
        left, right = constant(node.left), constant(node.right)
        if left is None or right is None or (isinstance(node.op, ROOMY) and (right < 0 or bits(node) > 64 * MOST)):
            return None
        return WRITTEN[type(node.op)](left, right)
    return node.value if isinstance(node, ast.Constant) and type(node.value) is int else None


def looking_inside(node: ast.AST, theirs: AbstractSet[str]) -> str:
    """Code that reads the inside of a number, or draws without a seed; '' where there is neither. What the file defines
    draws nothing by its name."""
    if isinstance(node, ast.Attribute) and (node.attr in INSIDE or private(node)):
        return f"{ast.unparse(node)}: {LOOKING}"
    if isinstance(node, ast.Constant) and node.value in ("_held", b"_held"):
        return f"{node.value!r}: {LOOKING}"
    modules = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
    modules += [name.name for name in node.names] if isinstance(node, ast.Import) else []
    parts = {part for name in modules for part in name.split(".")}
    if parts & HIDDEN:
        return f"{min(parts & HIDDEN)} looks inside: {LOOKING}"
    if "flint" in parts:
        return "balls of flint are compared by chance; write p.number(...) and the functions of p"
    if isinstance(node, ast.Call) and DRAWN.fullmatch(ast.unparse(node.func)):
        drawn = f"{ast.unparse(node.func)} draws other numbers each time"
        return f"{drawn}; a method that draws has draws(p, s), and data come from np.random.default_rng(0)"
    if isinstance(node, ast.Call) and not (node.args or node.keywords):
        called = ast.unparse(node.func)
        name = called.rpartition(".")[2]
        if name in UNSEEDED and called not in theirs:
            return f"{name}() draws other numbers each time; give it a seed"
    return ""


def unordered(node: ast.AST) -> str:
    """Code that depends on a hash, an address or the order of a set, which differ between processes; '' where there is
    none."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("hash", "id"):
        return f"{ast.unparse(node)} is another number in each process; nothing may turn on it"
    gone_through = [node.iter] if isinstance(node, ast.For) else []
    gone_through += [one.iter for one in getattr(node, "generators", [])]
    gone_through += [node.value] if isinstance(node, ast.Starred) else []
    gone_through += node.args if isinstance(node, ast.Call) and ast.unparse(node.func) in IN_ORDER else []
    for one in gone_through:
        if isinstance(one, (ast.Set, ast.SetComp)) or (
            isinstance(one, ast.Call) and ast.unparse(one.func) in ("set", "frozenset")
        ):
            return f"{ast.unparse(one)} has another order in each process; write sorted(…)"
    return ""


def private(node: ast.Attribute) -> bool:
    """Whether a private name of another object is read."""
    mine = isinstance(node.value, ast.Name) and node.value.id in ("self", "cls")
    return node.attr.startswith("_") and not node.attr.startswith("__") and node.attr not in OF_A_TUPLE and not mine


def whole(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, int)

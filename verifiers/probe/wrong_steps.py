"""Wrong methods, made from an author's own step where the book gives none: each changes one place of its formulas.

    a ± b → a       a term is dropped           a − b → a + b     a sign is turned
    c·x → (c/2)·x   a constant is halved        t + 2 → t + 1     an index is late

The counter of a state, `State(s.t + 1, …)`, stays. A mutant that cannot run is left out.
"""

import ast
import inspect
import textwrap
from collections.abc import Iterator
from copy import copy, deepcopy
from dataclasses import replace
from functools import cache
from typing import Any

from lemmacheck.theory.core.method import Method
from lemmacheck.theory.core.own import Posed

MOST = 8


@cache
def wrong_steps(method: Method | None) -> dict[str, Any]:
    """The first usual algorithm of a method of one's own, with its step changed in one place; the key names the
    change."""
    if method is None or method.on is None or method.wrong:
        return {}
    first = next(iter(method.usual.values()))
    right = first.algorithm if isinstance(first, Posed) else first
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(type(right).step)))
    except (OSError, TypeError, AttributeError, SyntaxError):
        return {}
    found = {}
    for name, changed in mutants(tree):
        mutant = like(right, changed)
        found[name] = replace(first, algorithm=mutant) if isinstance(first, Posed) else mutant
        if len(found) == MOST:
            break
    return found


def mutants(tree: ast.Module) -> Iterator[tuple[str, ast.Module]]:
    """The function with one place changed, and the name of that change."""
    places = [k for k, node in enumerate(ast.walk(tree)) if isinstance(node, ast.BinOp)]
    counters = {id(x) for node in ast.walk(tree) if isinstance(node, ast.Call) for x in node.args if counts(x)}
    kept = [k for k, node in enumerate(ast.walk(tree)) if id(node) in counters]
    for k in places:
        if k in kept:
            continue
        for variant in range(2):
            changed = deepcopy(tree)
            node = next(node for i, node in enumerate(ast.walk(changed)) if i == k)
            assert isinstance(node, ast.BinOp)
            before, after = ast.unparse(node), other(node, variant)
            if after is not None:
                shown = ast.unparse(after)
                yield f"{shown} for {before}", ast.fix_missing_locations(Instead(node, after).visit(changed))


def counts(node: ast.expr) -> bool:
    """Whether an expression counts steps, as s.t + 1 does."""
    return isinstance(node, ast.BinOp) and isinstance(node.left, ast.Attribute) and isinstance(node.right, ast.Constant)


def other(node: ast.BinOp, variant: int) -> ast.expr | None:
    """A wrong form of a sum, a difference or a multiple."""
    if isinstance(node.op, (ast.Add, ast.Sub)):
        whole = isinstance(node.right, ast.Constant) and isinstance(node.right.value, int)
        if variant == 0:
            return node.left
        if whole and isinstance(node.op, ast.Add):
            return ast.BinOp(node.left, ast.Add(), ast.Constant(node.right.value - 1))  # type: ignore[attr-defined]
        return ast.BinOp(node.left, ast.Add(), node.right) if isinstance(node.op, ast.Sub) else None
    multiple = isinstance(node.op, (ast.Mult, ast.Div)) and isinstance(node.left, ast.Constant)
    share = isinstance(node.op, ast.Div) and isinstance(node.right, ast.Constant)
    return ast.BinOp(node, ast.Div(), ast.Constant(2)) if variant == 0 and (multiple or share) else None


class Instead(ast.NodeTransformer):
    """One expression in place of another."""

    def __init__(self, node: ast.expr, after: ast.expr) -> None:
        self.node, self.after = node, after

    def visit(self, node: ast.AST) -> Any:
        return self.after if node is self.node else super().visit(node)


def like(right: Any, tree: ast.Module) -> Any:
    """The right algorithm with another step."""
    kind = type(right)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node) == "super()":
            node.args = [ast.Name("__kind__", ast.Load()), ast.Name("self", ast.Load())]
    made = ast.parse("def __made__(__kind__):\n    return step")
    made.body[0].body.insert(0, tree.body[0])  # type: ignore[attr-defined]
    found: dict[str, Any] = {}
    exec(compile(ast.fix_missing_locations(made), inspect.getfile(kind), "exec"), kind.step.__globals__, found)
    mutant = copy(right)
    wrong = type(kind.__name__, (kind,), {"step": found["__made__"](kind), "__module__": kind.__module__})
    object.__setattr__(mutant, "__class__", wrong)
    return mutant

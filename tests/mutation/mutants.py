"""The mutants of a file: mutmut's operators at every node that can change what the file computes.

Left out are the changes that as a rule only crash, which would make the score better than it is: an argument or a
value that becomes None, an argument that is missing, what `len` or `isinstance` is given. So are annotations,
decorators, imports, docstrings and the words of error messages. mutmut forces a ternary to each of its branches; here
an `if` is forced too.
"""

from collections.abc import Iterator
from itertools import accumulate
from typing import Any, NamedTuple

import libcst as cst
from libcst.metadata import WhitespaceInclusivePositionProvider
from mutmut.mutation import mutators

CRASHES = (mutators.operator_arg_removal, mutators.operator_assignment, mutators.operator_lambda)
OPERATORS = [(kind, each) for kind, each in mutators.mutation_operators if each not in CRASHES]
OPERATORS.append((cst.If, mutators.operator_if_exp))
SILENT = (cst.Annotation, cst.Decorator, cst.Import, cst.ImportFrom, cst.FormattedStringText)


class Mutant(NamedTuple):
    """A file with one change, and that change as its lines before and after, without their indentation."""

    source: str
    was: str
    now: str
    line: int


def mutants(source: str) -> Iterator[Mutant]:
    """Every mutant of a file, each once."""
    wrapper = cst.MetadataWrapper(cst.parse_module(source), unsafe_skip_copy=True)
    module, spans = wrapper.module, wrapper.resolve(WhitespaceInclusivePositionProvider)
    starts = [0, *accumulate(map(len, source.splitlines(keepends=True)))]
    seen = {source}
    for node, other in changes(module, in_error=False):
        first, last = (starts[at.line - 1] + at.column for at in (spans[node].start, spans[node].end))
        changed = source[:first] + module.code_for_node(other) + source[last:]
        if "\n" in source[first:last]:  # whose lines are indented by what they stand in
            changed = module.deep_replace(node, other).code
        if changed not in seen:
            seen.add(changed)
            yield Mutant(changed, *difference(source, changed))


def changes(node: cst.CSTNode, in_error: bool) -> Iterator[tuple[cst.CSTNode, Any]]:
    """A node and what an operator makes of it, for this node and all below it."""
    if isinstance(node, SILENT) or is_docstring(node) or is_guard(node):
        return
    in_error = in_error or isinstance(node, cst.Raise)
    for kind, operator in OPERATORS:
        if not isinstance(node, kind):
            continue
        if operator is mutators.operator_string:  # that a text was changed shows in one way of changing it
            yield from [] if in_error else [(node, other) for other in list(operator(node))[:1]]
        elif isinstance(node, cst.If):
            yield from ((node.test, other.test) for other in operator(node))
        else:
            yield from ((node, other) for other in operator(node))
    for child in node.children:
        yield from changes(child, in_error)


def is_docstring(node: cst.CSTNode) -> bool:
    return isinstance(node, cst.Expr) and isinstance(node.value, (cst.SimpleString, cst.ConcatenatedString))


def is_guard(node: cst.CSTNode) -> bool:
    return isinstance(node, cst.Call) and isinstance(node.func, cst.Name) and node.func.value in ("len", "isinstance")


def difference(before: str, after: str) -> tuple[str, str, int]:
    """The lines that differ, joined: what names a mutant wherever its line has moved to; and where they begin."""
    was, now = before.splitlines(), after.splitlines()
    line = 1
    while was[:1] == now[:1] and was:
        was, now, line = was[1:], now[1:], line + 1
    while was[-1:] == now[-1:] and was:
        was, now = was[:-1], now[:-1]
    return " ".join(map(str.strip, was)), " ".join(map(str.strip, now)), line

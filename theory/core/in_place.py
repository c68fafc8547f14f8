"""A change of read-only data in place, reported as one line: where, of what, whose it is, and what to write."""

import ast
import linecache
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType

from lemmacheck.theory.core.shared import Impure, of_an_author


@contextmanager
def refused(whose: str) -> Iterator[None]:
    """A context in which an author's change of read-only data becomes one line: where it is, and what to write.

    An exit becomes one too: without it nobody would learn that nothing was decided.
    """
    try:
        yield
    except SystemExit as error:
        raise Impure(
            f"{last_line(error.__traceback__)}: the program is left here; return, or raise an error"
        ) from error
    except (ValueError, TypeError) as error:
        if "read-only" not in str(error) and "WRITEABLE" not in str(error):
            raise
        raise Impure(complaint(error.__traceback__, whose)) from error


def lines_of(trace: TracebackType | None) -> list[tuple[str, int]]:
    """The author's lines of an error, the innermost last."""
    lines: list[tuple[str, int]] = []
    while trace is not None:
        if of_an_author(str(trace.tb_frame.f_globals.get("__name__"))):
            lines.append((trace.tb_frame.f_code.co_filename, trace.tb_lineno))
        trace = trace.tb_next
    return lines


def last_line(trace: TracebackType | None) -> str:
    """file:line of the innermost of the author's lines."""
    lines = lines_of(trace)
    return f"{lines[-1][0]}:{lines[-1][1]}" if lines else "a claim"


def complaint(trace: TracebackType | None, whose: str) -> str:
    """file:line: what is changed in place, its owner, and what to write."""
    lines = lines_of(trace)
    if not lines:
        return f"an array is changed in place, but it belongs to {whose}; change a copy"
    file, number = lines[-1]
    what, instead = advice(linecache.getline(file, number).strip())
    return f"{file}:{number}: {what} is changed in place, but it belongs to {whose}; write {instead}"


def advice(line: str) -> tuple[str, str]:
    """What a line changes in place, and the line to write instead."""
    try:
        (statement,) = ast.parse(line).body
    except (SyntaxError, ValueError):
        return "an array", "a copy, as in x = x.copy()"
    target: ast.expr
    if isinstance(statement, ast.AugAssign):
        target, value = statement.target, ast.BinOp(statement.target, statement.op, statement.value)
        if isinstance(target, ast.Name):
            return target.id, f"{target.id} = {ast.unparse(value)}"
    elif isinstance(statement, ast.Assign):
        target = statement.targets[0]
    else:
        return "an array", "x = x.copy() first, and change x"
    if isinstance(target, (ast.Subscript, ast.Attribute)):
        x = ast.unparse(target.value if isinstance(target, ast.Subscript) else target)
        return x, f"x = {x}.copy() first, and change x"
    return "an array", "x = x.copy() first, and change x"

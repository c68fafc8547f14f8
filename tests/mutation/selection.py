"""Which tests are asked about a mutant: those that call the function that it changes, the quickest first.

What a test calls is noted once, on the file as it is, which remembers nothing from test to test. A change outside of
all functions is for every test.
"""

import ast
import pickle
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from types import FrameType, ModuleType
from typing import Any

import pytest

Known = dict[str, tuple[float, set[int]]]


class Calls:
    """For each test its seconds, and the first lines of the functions of the file that it calls.

    What is called before any test, as by the parameters of one, is called by all.
    """

    def __init__(self, file: str, out: Any) -> None:
        self.file, self.out = file, out
        self.seconds: dict[str, float] = {}
        self.lines: dict[str, set[int]] = defaultdict(set)
        self.before: set[int] = set()
        self.memory: list[Any] = []
        sys.settrace(self.noting(self.before))

    def noting(self, lines: set[int]) -> Any:
        def note(frame: FrameType, event: str, argument: Any) -> None:
            if frame.f_code.co_filename == self.file:
                lines.add(frame.f_code.co_firstlineno)

        return note

    def during(self, test: str) -> Iterator[None]:
        for one in self.memory:
            getattr(one, "cache_clear", getattr(one, "clear", None))()
        began = time.monotonic()
        sys.settrace(self.noting(self.lines[test]))
        yield
        sys.settrace(None)
        self.seconds[test] = time.monotonic() - began

    def write(self) -> None:
        called = {test: (taken, self.lines[test] | self.before) for test, taken in self.seconds.items()}
        pickle.dump(called, self.out)
        self.out.flush()


class Selection:
    """A plugin of pytest: notes the calls of every test, or runs the chosen tests in their order."""

    def __init__(self) -> None:
        self.notes: Calls | None = None
        self.chosen: list[str] | None = None

    def choose(self, source: str, line: int, known: Known) -> None:
        span = around(source, line)
        tests = [test for test, (_, called) in known.items() if span is None or any(at in span for at in called)]
        self.chosen = sorted(tests, key=lambda test: known[test][0])

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        if self.chosen is not None:
            by_name = {item.nodeid: item for item in items}
            items[:] = [by_name[test] for test in self.chosen if test in by_name]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[Any]:
        if self.notes is None:
            return (yield)
        during = self.notes.during(item.nodeid)
        next(during)
        done = yield
        next(during, None)
        return done


def memory_of(module: ModuleType) -> list[Any]:
    """What a module remembers: its cached functions, and what is empty when it has been loaded."""
    own = [one for one in vars(module).values() if getattr(one, "__module__", module.__name__) == module.__name__]
    return [one for one in own if hasattr(one, "cache_clear") or (isinstance(one, (dict, list, set)) and not one)]


def around(source: str, line: int) -> range | None:
    """The lines of the outermost function that holds a line."""
    waiting: list[ast.AST] = [ast.parse(source)]
    for node in waiting:
        if isinstance(node, ast.FunctionDef):
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            if first <= line <= (node.end_lineno or first):
                return range(first, (node.end_lineno or first) + 1)
        elif isinstance(node, (ast.Module, ast.ClassDef)):
            waiting += node.body
    return None

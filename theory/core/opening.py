"""The origin of a library: a file, `package.module:NAME`, or the entry point of an installed package.

A file needs no Book: its claims and its methods make one, with the first line of the file as its title. Every fault
of a file is one line that names the file, the line and the remedy.
"""

import ast
import copyreg
import importlib.util
import os
import re
import sys
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, chdir, contextmanager, nullcontext
from functools import cache
from importlib import import_module
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from importlib.metadata import entry_points
from inspect import signature
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any
from zlib import crc32

from lemmacheck.theory.core.ask import is_of_a_row
from lemmacheck.theory.core.book import Book, BookError, Library
from lemmacheck.theory.core.others_words import close_to, reworded
from lemmacheck.theory.core.shared import installed, of_an_author
from lemmacheck.theory.core.source import Source
from lemmacheck.theory.core.untouched import leaving_modules_alone

GROUP = "lemmacheck.books"
AND = "\n"  # between the origins of several books
WRITES_ONE = "`lemmacheck new-book NAME` writes one to start from"
SMALLEST = "data of 1 row are tried too: @problem(smallest=(2, 1)) says that there are 2"
UNEXPECTED = re.compile(r"(\w+)(?:\.__init__)?\(\) got an unexpected keyword argument ")
FOLDERS: list[str] = []  # of files that were opened
PACKAGES: set[str] = set()  # of books that are no files
WHOLE = {module: f"lemmacheck.theory.core.whole_{module}" for module in ("numpy", "numpy.linalg", "numpy.random")}


def origin_of(given: str) -> str | None:
    """The origin by which another process opens this book; None if nothing of this name is a book."""
    if given.endswith(".py"):
        return os.path.realpath(given)
    if re.fullmatch(r"[\w.]+:[^\W\d]\w*", given):
        return given
    offered = {point.value for point in entry_points(group=GROUP) if point.name == given}
    if len(offered) > 1:
        raise BookError(f"installed packages offer {len(offered)} books called {given}; give one as MODULE:NAME")
    return next(iter(offered), None)


@cache
def library_at(origin: str) -> Library:
    """The library of a file or of a module's name; of several, put together."""
    if AND in origin:
        parts = [library_at(one) for one in origin.split(AND)]
        return Library(*(book for one in parts for book in one.books), origin=origin, parts=parts)
    if origin.endswith(".py"):
        module, name = book_file(Path(origin)), ""
    else:
        before, _, name = origin.partition(":")
        try:
            load_with_whole_numbers(before.partition(".")[0])
            with leaving_modules_alone(Path(before)):
                module = import_module(before)
        except ImportError as error:
            file = Path(f"{before.replace('.', '/')}.py")
            remedy = f"give the file, {file}" if file.is_file() else "expected an importable MODULE:NAME of a Book"
            raise BookError(f"{origin}: {error_text(error)}; {remedy}") from None
    found = getattr(module, name, None) if name else book_of(module)
    if isinstance(found, Library):
        return found
    if isinstance(found, Book) and not found.claims:
        raise BookError(f"{origin} states no claim; name the modules that do: Book(source, methods=[…], claims=[…])")
    if not isinstance(found, Book):
        given = type(found).__name__
        raise BookError(f"{origin} is {given}, not a Book; expected `{name} = Book(source, methods=[…])`")
    return Library(found, origin=origin)


copyreg.pickle(Library, lambda library: (library_at, (library.origin,)))  # type: ignore[arg-type]


def book_of(module: ModuleType) -> Book:
    """The book of a module; if it makes none, one of its methods and claims, and of the Source that it names."""
    made = [value for value in vars(module).values() if isinstance(value, Book)]
    if len(made) > 1:
        raise BookError(f"{module.__file__} makes {len(made)} books; name the one you mean, as MODULE:NAME")
    if made:
        return made[0]
    title = (module.__doc__ or "").strip().split("\n")[0]
    cited = [value for value in vars(module).values() if isinstance(value, Source)]
    source = cited[0] if len(cited) == 1 else Source(Path(str(module.__file__)).stem, "", title, "")
    found = Book(source, methods=[module], claims=[module])
    if not found.claims:
        raise BookError(f"{module.__file__} states no claim; expected a function under @claim(ID, about=…)")
    return found


def book_file(path: Path) -> ModuleType:
    """The module of a book's file, or of a file that changes a book's method."""
    if not path.is_file():
        came = shipped_as(path.name)
        remedy = f"the one that comes with lemmacheck is {came}" if came else f"expected a book; {WRITES_ONE}"
        raise BookError(f"no file {str(path)!r}; {remedy}")
    import_beside(path)
    with leaving_modules_alone(path):
        return executed(path, "book", BookError, refuse_lost_and_alike)


def shipped_as(name: str) -> str:
    """The origin of the book that comes with this package in a file of this name; '' if there is none."""
    root, package = Path(__file__).parents[2], __name__.partition(".")[0]
    for one in sorted((root / "theory" / "books").rglob("*.py")):
        if one.name == name != "__init__.py" and "\nBOOK = " in one.read_text(encoding="utf-8"):
            return f"{'.'.join((package, *one.relative_to(root).with_suffix('').parts))}:BOOK"
    return ""


def import_beside(path: Path) -> None:
    """Let a file import what stands beside it, after all that is installed."""
    if (folder := str(path.resolve().parent)) not in sys.path:
        sys.path.append(folder)
        FOLDERS.append(folder)
    load_with_whole_numbers()


def load_with_whole_numbers(*packages: str) -> None:
    """Have what is imported from an author's folders, or of these packages, compute with whole numbers."""
    PACKAGES.update(one for one in packages if of_an_author(one))
    if OfAnAuthor not in sys.meta_path:
        sys.meta_path.insert(0, OfAnAuthor)


def refuse_lost_and_alike(path: Path) -> None:
    refuse_lost_claims(path)
    refuse_anothers(path)


def executed(
    path: Path, kind: str, wrong: type[Exception], look_over: Callable[[Path], None] = lambda path: None
) -> ModuleType:
    """The file as a module of its own; a fault in it becomes an error of this type, of one line."""
    if path.suffix != ".py":
        raise wrong(f"{path} is not a Python file; expected one whose name ends in .py")
    name = f"lemmacheck_{kind}_{path.stem}_{crc32(bytes(path)):08x}"
    loader = AsItStands(name, str(path))
    module = importlib.util.module_from_spec(ModuleSpec(name, loader, origin=str(path)))
    module.__file__ = str(path)
    sys.modules[name] = module  # dataclasses look their module up
    try:
        look_over(path)
        with as_it_was():
            loader.exec_module(module)
    except BookError as error:
        raise wrong(str(error)) from None
    except SyntaxError as error:
        where = f"{path}:{error.lineno}" if error.lineno else path
        raise wrong(f"{where}: {error.msg}") from None
    except (Exception, SystemExit) as error:
        raise wrong(f"{culprit(error, path)}: {error_text(error)}") from None
    return module


@contextmanager
def as_it_was() -> Iterator[None]:
    """A context at whose end this process is in the folder in which it was, and prints to where it did."""
    streams = sys.stdout, sys.stderr
    try:
        here: AbstractContextManager[None] = chdir(os.getcwd())
    except OSError:  # it is gone
        here = nullcontext()
    try:
        with here:
            yield
    finally:
        sys.stdout, sys.stderr = streams


class AsItStands(SourceFileLoader):
    """Compiles a file anew: Python's cache misses a change within a second that keeps the length. Its NumPy is that of
    whole numbers."""

    def get_code(self, fullname: str) -> CodeType:
        tree = WithWholeNumbers().visit(ast.parse(self.get_data(self.path), self.path))
        return self.source_to_code(ast.fix_missing_locations(tree), self.path)


class WithWholeNumbers(ast.NodeTransformer):
    """Takes `whole_numpy` wherever NumPy is imported."""

    def visit_Import(self, node: ast.Import) -> Any:
        return [ast.copy_location(self.of_one(one), node) for one in node.names]

    def of_one(self, one: ast.alias) -> ast.stmt:
        module = WHOLE.get(one.name if one.asname else one.name.partition(".")[0])
        if module is None:
            return ast.Import([one])
        home, _, name = module.rpartition(".")
        return ast.ImportFrom(home, [ast.alias(name, one.asname or "numpy")], 0)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> Any:
        node.module = WHOLE.get(str(node.module), node.module)
        return node


class OfAnAuthor(PathFinder):
    """Finds the modules of an author's folder, which are loaded as his file is, where a file of his imports them. What
    a notebook or pytest imports from there is theirs."""

    @classmethod
    def find_spec(cls, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        names = importer()
        if not isinstance(names.get("__loader__"), AsItStands) and names.get("__name__") != __name__:
            return None
        spec = PathFinder.find_spec(name, path, target)
        file = spec.origin if spec is not None and isinstance(spec.loader, SourceFileLoader) else None
        beside = file is not None and any(Path(file).is_relative_to(folder) for folder in FOLDERS)
        if spec is None or file is None or not (name.partition(".")[0] in PACKAGES or (beside and not installed(file))):
            return None
        return importlib.util.spec_from_file_location(
            name, file, loader=AsItStands(name, file), submodule_search_locations=spec.submodule_search_locations
        )


def importer() -> dict[str, Any]:
    """The names of the module that imports."""
    frame: Any = sys._getframe(2)
    while frame.f_back and frame.f_globals.get("__name__", "").partition(".")[0] == "importlib":
        frame = frame.f_back
    return frame.f_globals  # type: ignore[no-any-return]


def refuse_anothers(path: Path) -> None:
    """Refuse an import that two books resolve to different files: Python would give both the first."""
    files, seen = [path], set[str]()
    while files:
        for name in imported(files.pop()) - seen:
            seen.add(name)
            homes = [folder for folder in FOLDERS if folder in sys.path and is_importable(folder, name)]
            elsewhere = [place for place in sys.path if str(Path(place).resolve()) not in homes]
            if len(homes) > 1 and PathFinder.find_spec(name, elsewhere) is None:
                text = f"imports {name}, which stands in {homes[0]} and in {homes[1]}"
                raise BookError(
                    f"{path}: {text}, and Python takes one for both; rename one, or give one book at a time"
                )
            files += [file for folder in homes if (file := Path(folder, f"{name}.py")).is_file()]


def imported(path: Path) -> set[str]:
    """The modules that a file imports, at its top or later."""
    try:
        nodes = [*ast.walk(ast.parse(path.read_bytes(), str(path)))]
    except SyntaxError:  # its import will tell
        return set()
    names = [name.name for node in nodes if isinstance(node, ast.Import) for name in node.names]
    names += [str(node.module) for node in nodes if isinstance(node, ast.ImportFrom) and not node.level]
    return {name.partition(".")[0] for name in names} - sys.stdlib_module_names


def is_importable(folder: str, name: str) -> bool:
    return Path(folder, f"{name}.py").is_file() or Path(folder, name).is_dir()


def refuse_lost_claims(path: Path) -> None:
    """Refuse two functions of one name: Python keeps the second, and the claim of the first would be lost."""
    defined = [node for node in ast.parse(path.read_bytes(), str(path)).body if named(node)]
    count = Counter(node.name for node in defined)  # type: ignore[attr-defined]
    for node in defined:
        if count[node.name] > 1 and node.decorator_list:  # type: ignore[attr-defined]
            raise BookError(
                f"{path}:{node.lineno}: two functions are called {node.name}, "  # type: ignore[attr-defined]
                "and Python keeps only the last: a claim would be lost; rename one"
            )


def named(node: ast.stmt) -> bool:
    return isinstance(node, (ast.FunctionDef, ast.ClassDef))


def error_text(error: BaseException) -> str:
    """An error in one line; with its type, unless the core itself raised it."""
    said = " ".join(str(error).split())
    text = reworded(said)
    if text != said:
        return text
    frames = list(traceback.walk_tb(error.__traceback__))
    if text and frames and frames[-1][0].f_globals.get("__name__", "").startswith("lemmacheck."):
        return text + close_to(error)
    named = {**frames[-1][0].f_globals} if frames else {}
    return f"{type(error).__name__}: {text}{taken(text, named)}{close_to(error)}" if text else type(error).__name__


def taken(text: str, named: Mapping[str, Any]) -> str:
    """The keywords that one of our functions takes, where an error says that it was given another."""
    found = UNEXPECTED.match(text)
    called = named.get(found[1]) if found else None
    if not callable(called) or not str(getattr(called, "__module__", "")).startswith("lemmacheck."):
        return ""
    return f"; expected some of {', '.join(f'{name}=' for name in signature(called).parameters if name != 'returns')}"


def culprit(error: BaseException, path: Path) -> str:
    """The place in a file from which an error came, here or in another process: the innermost of the file's lines."""
    files = {str(path), str(path.resolve())}
    frames = [(str(f.lineno), f.name) for f in traceback.extract_tb(error.__traceback__) if f.filename in files]
    if not frames and error.__cause__ is not None:
        line = re.compile(rf'File "{re.escape(str(path))}", line (\d+), in (\S+)')
        frames = line.findall(str(error.__cause__))
    return f"{path}:{frames[-1][0]}, in {frames[-1][1]}" if frames else str(path)


def blamed(error: BaseException) -> str:
    """The error with its line in a book of one's own; '' if it came from elsewhere."""
    if isinstance(error, BookError):
        return str(error)
    files = [m.__file__ for name, m in sys.modules.items() if name.startswith("lemmacheck_book_")]
    places = [culprit(error, Path(file)) for file in files if file]
    remedy = f"; {SMALLEST}" if is_of_a_row(error) else ""
    return next((f"{where}: {error_text(error)}{remedy}" for where in places if ", in " in where), "")

"""Each algorithm with its parameters arbitrary: a letter for λ_t, θ_t, β_t, η_t at each t, and any loss."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, fields, is_dataclass
from types import FunctionType
from typing import Any

from lemmacheck.theory.core.method import Method
from lemmacheck.theory.core.shared import authored, by_an_author
from lemmacheck.verifiers.prove.context import Context
from lemmacheck.verifiers.prove.data import NAMES
from lemmacheck.verifiers.prove.drawing import AnyPath
from lemmacheck.verifiers.prove.geometry import AnyGeometry, AnyObjective, AnyVector, of_vectors
from lemmacheck.verifiers.prove.refusals import Refused
from lemmacheck.verifiers.prove.statement import plain
from lemmacheck.verifiers.prove.terms import Term
from lemmacheck.verifiers.prove.values import Value

POINTS = frozenset(name for names in NAMES.values() for name in names)
LETTERS = {"lam": "λ", "theta": "θ", "beta": "β", "eta": "η"}
ARBITRARY = (*LETTERS, "first")  # the parameters of which a proof supposes nothing


def is_strange(method: Method, arbitrary: Collection[str] = ()) -> bool:
    """Whether a run is of another kind than its method, or holds what an author made, such as an objective of which a
    book of ours supposes that it is convex. What is arbitrary in a proof may be anybody's."""
    runs = [*method.usual.values(), *(one.algorithm for one in method.planted.values())]
    held = (part for one in runs for name, part in vars(one).items() if name not in arbitrary)
    return not all(is_of_kind(one, method.kind) for one in runs) or any(map(by_an_author, held))


def is_of_kind(algorithm: Any, kind: type) -> bool:
    """Whether an algorithm is of the kind, or one of ours that has all its functions or is tuned to be one."""
    named = [name for name in dir(kind) if isinstance(getattr(kind, name), FunctionType) and not name.startswith("__")]
    same = all(getattr(type(algorithm), name, None) is getattr(kind, name) for name in named)
    return type(algorithm) is kind or (not authored(algorithm) and (same or hasattr(algorithm, "tuned")))


def with_letters(method: Method, context: Context, schedule: Callable[[str], Any], loss: Any) -> Any:
    """An algorithm of this kind whose every parameter is arbitrary."""
    kind: type = read_as(method.kind)
    parameters = dict[str, Any]()
    if method.problem_of is not None or not is_dataclass(kind):
        raise Refused(f"{kind.__name__} runs on data of a form of their own")
    for parameter in fields(kind):
        if parameter.name == "loss":
            parameters["loss"] = loss
        elif parameter.name in ("geometry", "objective"):
            parameters[parameter.name] = (AnyGeometry if parameter.name == "geometry" else AnyObjective)(context)
        elif parameter.name == "first":
            parameters["first"] = AnyVector(context)
        elif parameter.name == "path":
            parameters["path"] = AnyPath(context)
        elif isinstance(parameter.default, type):
            continue
        elif parameter.name in LETTERS:
            parameters[parameter.name] = schedule(LETTERS[parameter.name])
        else:
            raise Refused(f"the parameter {parameter.name} of {kind.__name__}")
    return kind(**parameters)


def read_as(kind: Any) -> Any:
    """The kind as which an algorithm is read: if it is the law of another, and one of ours, that other."""
    law_of = vars(kind).get("law_of") if isinstance(kind, type) else None
    return kind if law_of is None or by_an_author(kind) else law_of


@dataclass(frozen=True)
class Free:
    """Letters for the parts that a book's method leaves open: numbers, vectors, functions of t, and a path of rows."""

    context: Context
    known: Mapping[int, Term]  # those that hypotheses give
    schedule: Callable[[str], Any]

    @property
    def path(self) -> AnyPath:
        return AnyPath(self.context)

    def number(self, name: str, **facts: Any) -> Term:
        return self.context.universe.symbol(name, **facts)

    def constant(self, name: str, **facts: Any) -> Value:
        """A number of the problem, by which a proof may multiply."""
        letter = self.number(name, **facts)
        self.context.constants |= {atom.number for atom in letter.atoms()}
        return Value(self.context, (), lambda _: letter)

    def function(self, name: str, of: str, to: str | None = None, root: Any = None) -> Callable[[Any], Value]:
        """Any function of the vectors of a space, to numbers or to vectors; with a root, one that is 0 there."""
        self.context.any[name] = None
        return lambda x: of_vectors(name, x, to, of, root)

    def __call__(self, name: str, *space: str, **facts: Any) -> Value:
        if name in POINTS:
            raise Refused(f"the letter {name}, which stands for any point of a kind")
        letter = self.context.universe.symbol(name, *space, **facts)
        (number,) = (atom.number for atom in letter.atoms())
        found = self.known.get(number, letter)
        return Value(self.context, space, lambda _: found)


def tuned(algorithm: Any, data: Any) -> Any:
    """An algorithm whose parameters depend on the data and the number N of steps, for any N ≥ 1."""
    if not hasattr(algorithm, "tuned"):
        return algorithm
    plain(algorithm)
    context = data.num.context
    context.horizon = context.universe.symbol("N", positive=True)
    with context.universe.quietly():  # a run is one whose parameters are defined
        return algorithm.tuned(data, context.horizon)

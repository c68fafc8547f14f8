"""Statements about a method that are drawn: as an author writes them, and what they are worth in Fractions.

    drawn       a formula beside what equals it on most data: x/x = 1, √(x²) = x, e^(ln x) = x, and one term changed
    written     the text of a book
    value       the formula at one t of a run; it has none where it divides by 0, or takes a logarithm of x ≤ 0
    outcome     whether a statement holds on a run, fails, or has no value there

Nothing of lemmacheck is used here: this is a second evaluation.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

Z = list[list[Fraction]]
Formula = tuple[Any, ...]  # a name and its parts
State = dict[str, Any]
HOLDS, FAILS, NO_VALUE, NOTHING = "holds", "fails", "no value", "no run"
HEAD = '''"""A book that was drawn."""

from fractions import Fraction
from typing import Any, NamedTuple

from lemmacheck import Method, above, at_least, at_most, below, claim, equal, hypothesis, problem


@problem(h=[Fraction(1, 2), 2], shapes=(3, 3))
class Drawn:
    def of(Z, h):
        return dict(a=Z[0], b=Z[-1], u=(Z * Z).sum(-1), g=(Z * Z).sum())


class State(NamedTuple):
    t: Any
    x: Any
    y: Any


class Steps:
    def start(self, p):
        return State(0, p.a, p.g)

    def step(self, p, s):
        return State(s.t + 1, {x}, {y})


METHOD = Method(Steps, on=Drawn, steps=3)
'''
STEPS: dict[str, dict[str, Callable[[Any], Any]]] = {
    "x": {"s.x - p.h * p.b": lambda r: [x - r.h * b for x, b in zip(r.x, r.b, strict=True)],
        "s.x / 2": lambda r: [x / 2 for x in r.x],
        "s.x / p.squared(s.x)": lambda r: [x / sum(x * x for x in r.x) for x in r.x]},
    "y": {"p.h * s.y + 1": lambda r: r.h * r.y + 1, "-s.y": lambda r: -r.y,
        "s.y / (1 + s.y ** 2)": lambda r: r.y / (1 + r.y**2),
        "p.inner(s.x, p.b)": lambda r: sum(x * b for x, b in zip(r.x, r.b, strict=True))},
}  # fmt: skip
RELATIONS: dict[str, tuple[str, Callable[[Any, Any], bool]]] = {
    "==": ("equal", lambda a, b: a == b),
    "<=": ("at_most", lambda a, b: a <= b),
    ">=": ("at_least", lambda a, b: a >= b),
    "<": ("below", lambda a, b: a < b),
    ">": ("above", lambda a, b: a > b),
}
NUMBERS: dict[str, Callable[..., Any]] = {
    "{} + {}": lambda a, b: a + b,
    "{} - {}": lambda a, b: a - b,
    "{} * {}": lambda a, b: a * b,
    "{} / {}": lambda a, b: a / b,
    "({}) ** 0": lambda a: Fraction(1),
    "({}) ** 2": lambda a: a * a,
    "({}) ** 3": lambda a: a**3,
    "p.sqrt(({}) ** 2)": abs,
    "p.positive_part({})": lambda a: max(a, Fraction(0)),
    "p.log(p.exp({}))": lambda a: a,
    "p.exp(p.log({}))": lambda a: positive(a),
}
VECTORS: dict[str, Callable[..., Any]] = {
    "p.inner({}, {})": lambda v, w: sum(a * b for a, b in zip(v, w, strict=True)),
    "p.squared({})": lambda v: sum(a * a for a in v),
    "({}).sum(-1)": sum,
    "p.maximum({})": max,
    "p.l1({})": lambda v: sum(map(abs, v)),
    "p.linf({})": lambda v: max(map(abs, v)),
}
OPERATIONS = NUMBERS | VECTORS
LEAVES = ("s.y", "s.y", "s.t", "p.h", "p.g", "2", "1", "Fraction(1, 2)")
BARE = ("s.x", "s.x", "p.a", "p.b")


def positive(a: Fraction) -> Fraction:
    """a > 0, of which there is a logarithm."""
    if a <= 0:
        raise ArithmeticError
    return a


@dataclass
class Run:
    """What a formula reads at one t: the fields of the problem, and the state."""

    Z: Z
    h: Fraction
    state: State

    def __getattr__(self, name: str) -> Any:
        rows = self.__dict__["Z"]
        squares = [sum((z * z for z in row), Fraction(0)) for row in rows]
        fields = {"a": rows[0], "b": rows[-1], "u": squares, "g": sum(squares, Fraction(0))}
        return (fields | self.__dict__["state"])[name]


@dataclass(frozen=True)
class Statement:
    """lhs ⋚ rhs for every t, under a hypothesis of the same kind, if there is one."""

    lhs: Formula
    op: str
    rhs: Formula
    given: "Statement | None" = None

    def text(self) -> str:
        sides = (f"run.each(lambda s: {written(side)})" for side in (self.lhs, self.rhs))
        return f"{RELATIONS[self.op][0]}({', '.join(sides)})"

    def on(self, runs: list[Run]) -> str:
        try:
            if self.given is not None and self.given.on(runs) != HOLDS:
                return NOTHING
            told = RELATIONS[self.op][1]
            return HOLDS if all(told(value(self.lhs, r), value(self.rhs, r)) for r in runs) else FAILS
        except ArithmeticError:
            return NO_VALUE


def formula(random: Random, depth: int) -> Formula:
    """A number of the run."""
    if not depth:
        return (random.choice(LEAVES),)
    if random.random() < 0.3:
        name = random.choice([*VECTORS])
        return name, *((random.choice(BARE),) for _ in range(name.count("{}")))
    name = random.choice([*NUMBERS])
    return name, *(formula(random, depth - 1) for _ in range(name.count("{}")))


def alike(random: Random, e: Formula) -> Formula:
    """What equals a formula on most data."""
    if len(e) > 1 and e[0] in NUMBERS and random.random() < 0.6:
        k = random.randrange(1, len(e))
        return *e[:k], alike(random, e[k]), *e[k + 1 :]
    other = formula(random, 1)
    return random.choice(
        [
            ("{} * {}", ("{} / {}", e, other), other),
            ("{} / {}", ("{} * {}", e, other), other),
            ("{} / {}", ("({}) ** 2", e), e),
            ("{} / {}", ("1",), ("{} / {}", ("1",), e)),
            ("{} - {}", ("{} + {}", e, other), other),
            ("{} * {}", e, ("({}) ** 0", other)),
            ("p.sqrt(({}) ** 2)", e),
            ("p.exp(p.log({}))", e),
            ("p.log(p.exp({}))", e),
            ("{} - {}", ("p.positive_part({})", e), ("p.positive_part({})", ("{} - {}", ("0",), e))),
            ("{} + {}", e, ("Fraction(1, 1000)",)),
            (*e[:1], *reversed(e[1:])),
        ]
    )


def drawn(random: Random) -> Statement:
    lhs = formula(random, 2)
    square = ("({}) ** 2", formula(random, 1))
    known = Statement(*random.choice([(lhs, "==", alike(random, lhs)), (square, random.choice([">", ">="]), ("0",))]))
    if random.random() < 0.3:
        gap = formula(random, 1)
        strict, grown = random.choice([">", ">="]), ("{} * {}", gap, square)
        known = Statement(grown, strict, ("0",), Statement(gap, ">=", ("0",)))
    return known


def written(e: Formula, inside: bool = False) -> str:
    if len(e) == 1:
        return f"p.number({e[0]})" if e[0][0] in "0123456789F" else e[0]
    text = e[0].format(*(written(part, True) for part in e[1:]))
    return f"({text})" if inside else text


def value(e: Formula, run: Run) -> Any:
    if len(e) > 1:
        return OPERATIONS[e[0]](*(value(part, run) for part in e[1:]))
    name = e[0].removeprefix("s.").removeprefix("p.")
    return eval(name, {"Fraction": Fraction}) * Fraction(1) if name == e[0] else getattr(run, name)


def runs(moves: tuple[str, str], rows: Z, h: Fraction, steps: int) -> list[Run]:
    """The states of a run; none where one divides by 0."""
    found = [
        Run(rows, h, {"t": Fraction(0), "x": rows[0], "y": sum((z * z for row in rows for z in row), Fraction(0))})
    ]
    try:
        for _ in range(steps):
            before = found[-1]
            x, y = (STEPS[name][move](before) for name, move in zip("xy", moves, strict=True))
            found.append(Run(rows, h, {"t": before.t + 1, "x": x, "y": Fraction(y)}))
    except ZeroDivisionError:
        return []
    return found


def book(seed: int, count: int = 6) -> tuple[str, tuple[str, str], dict[str, Statement]]:
    """The text of a book, what its steps are, and its statements by id."""
    random = Random(seed)
    moves = random.choice([*STEPS["x"]]), random.choice([*STEPS["y"]])
    claims = {f"D.{k}": drawn(random) for k in range(count)}
    return "".join((HEAD.replace("{x}", moves[0]).replace("{y}", moves[1]), *lines(claims))), moves, claims


def lines(claims: dict[str, Statement]) -> Iterator[str]:
    for k, (id, one) in enumerate(claims.items()):
        if one.given is not None:
            yield f'\n\n@hypothesis("h{k}")\ndef h{k}(run):\n    p = run.problem\n    return {one.given.text()}\n'
        given = f", given=[h{k}]" * (one.given is not None)
        yield f'\n\n@claim("{id}", about=Steps{given})\ndef c{k}(run):\n    """As drawn."""\n    p = run.problem\n'
        yield f"    return {one.text()}\n"

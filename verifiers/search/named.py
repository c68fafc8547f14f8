"""Data and lengths of runs that are made of the numbers with which a claim, its method and its problem are written.

(b − 1/7)² > 0 fails at 1/7 alone, and a step that doubles x from t = 3000 on after all runs that are searched: such a
number stands in the text. Numbers of all sizes are tried too, and pairs of whole ones: a² + b² = 25 at 3 and 4.
"""

import re
from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from itertools import islice
from types import FunctionType
from typing import Any

from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.run import moves
from lemmacheck.theory.core.shared import authored, codes
from lemmacheck.verifiers.decide.ladder import decide
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.records.limits import STEPS
from lemmacheck.verifiers.records.verdict import Verdict
from lemmacheck.verifiers.search import matrices
from lemmacheck.verifiers.search.aims import Aim, Crossing
from lemmacheck.verifiers.search.climbing import FAILING, Search

NAMED, LARGEST = 12, 10**40  # numbers of a text, and the largest numerator and denominator of one
FAR = tuple(sign * Fraction(10) ** k for k in (8, 16, 32, -8) for sign in (1, -1))
SHAPES, SHORT = 4, 4  # shapes of the data, and steps of the runs on them
LENGTHS, DATA = 3, 4  # lengths that are asked, and data of each
WRITTEN = re.compile(r"\d{1,40}([./]\d{1,40})?")


def refuted_at_named(search: Search, aim: Aim, claim: Claim, steps: int) -> Crossing | None:
    """Data made of the numbers that are named, or of numbers of all sizes, on which balls refute the claim; else what
    is found on one or two whole numbers, or on runs that are longer than a number that is named."""
    if not claim.own or claim.tends or claim.is_chance:
        return None
    numbers = list(islice(numbers_of(claim, search.algorithm), NAMED))
    few = min(SHORT, search.within(steps))
    for one in () if search.dataless else made_of(numbers, search.shapes[:SHAPES]):
        with suppress(*FAILING):
            if decide(claim, one, search.algorithm, few, ties=False).verdict == Verdict.REFUTED:
                return Crossing(claim, one, few, 0.0)
    for group in () if search.dataless else map(matrices.of_whole_numbers, search.shapes):
        if group and aim.crossing is None:
            search.look(matrices.as_points(group), [aim], few)
    late = sorted(int(c) for c in numbers if c.denominator == 1 and search.horizon < c + 2 <= STEPS)
    for last in late[:LENGTHS] if moves(search.algorithm) else ():
        if aim.trusted >= search.longest:  # no float was proved far from true
            aim.trusted = max(aim.trusted, last + 2)
        some = matrices.all_small(search.shapes[0])[:DATA]
        if aim.crossing is None and some:
            search.look(matrices.as_points(some), [aim], search.within(last + 2))
    return aim.crossing


def made_of(numbers: list[Fraction], shapes: tuple[tuple[int, int], ...]) -> Iterator[Instance]:
    """Matrices of one of these numbers, or with it in the first place and 1 in all others."""
    values = [times * c for c in numbers for times in (1, -1, 2, -2)]
    for n, d in shapes:
        for x in dict.fromkeys((*values, *FAR)):
            for other in dict.fromkeys((x, Fraction(1))) if n * d > 1 else (x,):
                rows = [[x if i == j == 0 else other for j in range(d)] for i in range(n)]
                yield Instance(f"found-{n}x{d}", tuple(map(tuple, rows)))


def numbers_of(claim: Claim, algorithm: Any) -> Iterator[Fraction]:
    """The numbers in the author's code of the claim, its hypotheses, its method and its problem, each once; beside the
    integers of a function their quotients, for Fraction(1, 7) is written by two."""
    method = claim.method
    kinds = [kind for one in (type(algorithm), method and method.on) for kind in getattr(one, "__mro__", ())]
    written = [claim.function, *(one.function for one in claim.given)]
    written += [one for kind in kinds if authored(kind) for one in vars(kind).values()]
    known = {Fraction(0), *matrices.SMALL}
    for numbers in (*map(numbers_in, called_by(written)), [*map(number, getattr(algorithm, "__dict__", {}).values())]):
        whole = [c for c in numbers if c is not None and c.denominator == 1]
        for c in (*numbers, *(p / q for q in whole if abs(q) > 1 for p in (Fraction(1), *whole))):
            if c is not None and abs(c) not in known and max(abs(c.numerator), c.denominator) <= LARGEST:
                known.add(abs(c))
                yield abs(c)


def called_by(written: list[Any]) -> list[FunctionType]:
    """The author's functions among these, and those that they name."""
    found: list[FunctionType] = []
    due = list(written)
    while due:
        one = due.pop(0)
        if isinstance(one, FunctionType) and one not in found and authored(one):
            found.append(one)
            due += [one.__globals__.get(name) for code in codes(one.__code__) for name in code.co_names]
    return found


def numbers_in(function: FunctionType) -> list[Fraction | None]:
    """The numbers that a function is written with, those that it names, and those that it was made with."""
    inner = list(codes(function.__code__))
    held: list[Any] = [x for code in inner for x in code.co_consts]
    held += [function.__globals__.get(name) for code in inner for name in code.co_names]
    held += [*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()]
    with suppress(ValueError):  # of a name that has no value yet
        held += [cell.cell_contents for cell in function.__closure__ or ()]
    return [*map(number, held)]


def number(x: Any) -> Fraction | None:
    """The number that an integer, a Fraction or a text such as 0.1 is; None of anything else."""
    with suppress(ZeroDivisionError):
        return Fraction(x) if type(x) in (int, Fraction) or (type(x) is str and WRITTEN.fullmatch(x)) else None
    return None

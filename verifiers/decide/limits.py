"""Limits: what a run of finitely many steps proves of s_t → s*, where it proves anything.

    periodic    what the sequence reads of a state, and the step of that, comes back, exactly: from there on it repeats
    linear      the step, run on letters, is affine in a part of the state that goes its own way, and the sequence of
                degree 2 at most in it: by its shortest recurrence Schur and Cohn decide whether it tends to 0
    kept_away   the weights of a method that votes stay in a box (decide/never.py), and there the sequence, a function
                of the direction of w, stays away from 0

Each gives one relation. The step may keep nothing but its state, and the formula may read the states alone. A formula
that asks for t, branches or counts may turn after the last step of any run: it is UNDECIDED, whatever the run shows.
"""

import dis
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial, reduce
from itertools import pairwise
from types import CodeType
from typing import Any, NamedTuple, NoReturn

import numpy as np
from flint import arb, fmpq, fmpq_mat
from lemmacheck.theory.core.apart import NoRun
from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.hypothesis import Hypothesis
from lemmacheck.theory.core.own import Own, Posed
from lemmacheck.theory.core.paths import Paths
from lemmacheck.theory.core.relation import Decay, Limit, Relation
from lemmacheck.theory.core.run import Run
from lemmacheck.theory.core.shared import codes
from lemmacheck.verifiers.decide import never
from lemmacheck.verifiers.decide.trends import gaps_of
from lemmacheck.verifiers.numbers.ball import elementwise
from lemmacheck.verifiers.numbers.chances import relations_of
from lemmacheck.verifiers.numbers.comparison import FAILS, HOLDS, as_float, compare, sides, surely
from lemmacheck.verifiers.numbers.comparison import plain as bare
from lemmacheck.verifiers.numbers.guarded import guarded, inside, nothing_cut_off
from lemmacheck.verifiers.numbers.letters import (
    LETTERS,
    NotAffine,
    among,
    closed,
    flat,
    letters,
    make_of,
    row,
    shaped,
    square,
)
from lemmacheck.verifiers.numbers.measured import Measuring
from lemmacheck.verifiers.numbers.monomial import as_ball
from lemmacheck.verifiers.numbers.reading import Read, ReadBall, Reading, rows_of, together
from lemmacheck.verifiers.numbers.recurrence import dies_out, radius, shortest
from lemmacheck.verifiers.numbers.scalar import kept
from lemmacheck.verifiers.prove.own import NO_FORMULAS, OF_A_CLASS, OF_A_RECORD, members_of
from lemmacheck.verifiers.prove.refusals import tried
from lemmacheck.verifiers.prove.statement import plain as formula
from lemmacheck.verifiers.prove.statement import reachable, trusted
from lemmacheck.verifiers.records.text import counted

MOST, MOST_SQUARED = 40, 10  # letters of a sequence that is affine in them, or of degree 2
TRIED = 6  # steps on letters
DIGITS = 10**4  # the denominator of a distance from a limit
COUNTING = frozenset(
    """len range enumerate count index arange indices shape size nbytes strides itemsize cumsum cumprod cumulative_sum
    cumulative_prod accumulate tri tril triu linspace states map filter reduce take repeat diagonal trace split
    array_split""".split()  # noqa: SIM905
)
OF_PYTHON = (*OF_A_CLASS, *OF_A_RECORD, "new", "slots", "getnewargs", "orig_bases")  # of a class, which makes no number
LOOPS = frozenset(("FOR_ITER", "UNPACK_EX", "LIST_EXTEND"))
BRANCHES = "it is open on every run, for the step or what is said to tend branches, counts or loops"
ELSEWHERE = (
    "it is open on every run, for its row t reads other than the states of t and t + 1, such as t or x_0; "
    "what a run is to come to may be a field of the problem"
)
FEWEST = 3  # rows of which it shows which each row of a sequence reads
UNLIKE = (NotAffine, ArithmeticError, TypeError, AttributeError, ValueError)


class Timeless(Run):
    """A run of which a sequence may read the states alone.

    A sequence that asks for t, or for the number of steps, is refused: its values after the run are unknown.
    """

    def _refused(self, *_: Any, **__: Any) -> NoReturn:
        raise NotAffine

    per_step = sums = recurrence = again = _refused
    t = steps = property(_refused)


class Certificate(NamedTuple):
    """The relation that a limit comes to on a run, with the reason; whether balls decide it, and what it proves for
    ever."""

    relation: Relation
    reason: str
    in_balls: bool = False
    stay: never.Stay | None = None


def certificate(claim: Claim, run: Any, limit: Limit | Decay) -> Certificate | None:
    """The relation that the limit comes to on this run, with the reason; None where nothing proves or refutes it."""
    if isinstance(run, (NoRun, Paths)) or not isinstance(run, Run):
        return None
    gaps = gaps_of(limit)
    if not gaps.size or obstacle(claim, run):
        return None
    return periodic(claim, run, gaps) or linear(claim, run, gaps) or kept_away(claim, run)


def obstacle(claim: Claim, run: Any) -> str:
    """What keeps every limit of this formula open, whatever the run; '' where nothing does."""
    if isinstance(run, (NoRun, Paths)) or not isinstance(run, Run):
        return ""
    if not row_by_row(claim, run):
        return BRANCHES
    return "" if reads_its_own_row(claim, run) else ELSEWHERE


def kept_away(claim: Claim, run: Run) -> Certificate | None:
    """A distance from the limit that the sequence keeps for ever, by every direction that w has from some t on."""
    course = never.course(run)
    if course is None:
        return None
    with suppress(*UNLIKE):
        bound = a_little_below(distance(claim, alone(run, course.drift)))
        for stay in never.stays(course) if bound > 0 else ():
            if never.everywhere(stay, lambda w: bool(distance(claim, alone(run, w)) >= bound)):
                reason = f"{stay.box}: there it stays at least {as_float(bound):g} away for ever"
                return Certificate(
                    Relation(np.array([bound]), "<=", 0, stay.box.since), reason, in_balls=True, stay=stay
                )
    return None


def a_little_below(x: arb) -> fmpq:
    """Nine tenths of a number, in few digits."""
    return fmpq((x * DIGITS * fmpq(9, 10)).lower().floor().unique_fmpz() or 0, DIGITS)


def alone(run: Run, w: np.ndarray) -> Run:
    """The run in which only one direction of w is known: every other value is undefined."""
    return Timeless(replace(run.problem, num=Measuring(run.problem.num.bits)), run.algorithm, never.alone(w))


def distance(claim: Claim, run: Run) -> arb:
    """The distance from the limit at the one known state."""
    gaps = [gap for gap in gaps_of(claim(run)) if not any(x.is_nan() for x in map(as_ball, gap))]
    if len(gaps) != 1:
        raise NotAffine
    return reduce(arb.max, (abs(as_ball(x)) for x in gaps[0]))


def for_ever(claim: Claim, run: Any) -> str:
    """Why a statement about the direction of w holds at every later t; '' where that is open."""
    course = never.course(run) if isinstance(run, Run) and row_by_row(claim, run) else None
    with suppress(*UNLIKE):
        for stay in never.stays(course) if course and reads_its_own_row(claim, run) else ():
            if stay.box.since <= run.steps and never.everywhere(stay, lambda w: holds(claim, alone(run, w))):
                return f"{stay.box}: there it holds for ever"
    return ""


def holds(claim: Claim, run: Run) -> bool:
    """Whether every part of the statement surely holds at the one known state."""
    return all(holds_once(bare(relation)) for relation in relations_of(claim(run)))


def holds_once(relation: Relation) -> bool:
    truths, sides_of = compare(relation), sides(relation)
    defined = [not any(as_ball(x).is_nan() for side in sides_of for x in np.ravel(side[t])) for t in range(len(truths))]
    return len(truths) > 1 and sum(defined) == 1 and bool((truths[defined.index(True)] == HOLDS).all())


def row_by_row(claim: Claim | Hypothesis, run: Run) -> bool:
    """Whether the claim's code is a formula that cannot count, so that it computes later rows as it computes these.

    The author's step has to be such a formula too: it does on letters what it does on numbers.
    """
    return bool(tried(partial(of_formulas, claim, run)))


def of_formulas(claim: Claim | Hypothesis, run: Run) -> bool:
    parts = [one.algorithm if isinstance(one, Posed) else one for one in (run.algorithm, run.problem, run.states[0])]
    members = [(name, one) for part in parts for name, one in of_an_author(part)]
    read_by(type(parts[0]).step, members)
    return not any(map(counts, read_by(claim.function, members)))


def of_an_author(part: Any) -> list[tuple[str, Any]]:
    """The parts of an author's method, problem or state by name, of its class and of the object."""
    bases = [kind for kind in type(part).__mro__[-2::-1] if kind is not tuple and not trusted(kind)]
    held = {} if isinstance(part, (Own, tuple)) else vars(part)
    return [*members_of(bases, OF_PYTHON, NO_FORMULAS).items(), *held.items()] if bases else []


def read_by(function: Any, members: Sequence[tuple[str, Any]]) -> list[CodeType]:
    """The author's code that a formula reaches, by the members that it names; code that is no formula is refused."""
    due, found = [function], list[CodeType]()
    while due:
        current = due.pop()
        formula(current)
        for code in (code for one in reachable(current) if not trusted(one) for code in codes(one.__code__)):
            if code not in found:
                found.append(code)
                due += [one for name, one in members if name in code.co_names]
    return found


def counts(code: CodeType) -> bool:
    return not COUNTING.isdisjoint(code.co_names) or any(i.opname in LOOPS for i in dis.get_instructions(code))


def reads_its_own_row(claim: Claim | Hypothesis, run: Run) -> bool:
    """Whether row t of each sequence reads the states at t and t + 1 alone, and not t itself.

    A sum over all rows, say, is small on this run and large on a longer one.
    """
    try:
        with nothing_cut_off():
            said = claim(known_by_rows(run))
            sequences = (
                [gaps_of(said)]
                if isinstance(said, (Limit, Decay))
                else [s for one in relations_of(said) for s in sides(one)]
            )
    except UNLIKE:
        return False
    return all(map(in_step, sequences))


def known_by_rows(run: Run, fewer: int = 0) -> Run:
    """The run, or one of fewer steps, of which only the t of each number is known."""
    states = [read_at(state, t) for t, state in enumerate(run.states[: len(run.states) - fewer])]
    return Timeless(replace(run.problem, num=Reading(run.problem.num.bits)), run.algorithm, states)


def in_step(sequence: np.ndarray) -> bool:
    """Whether row k reads the rows s + k and s + k + 1 at most, for one s."""
    reads = [together(np.ravel(row).tolist()).rows for row in sequence]
    if len(reads) < FEWEST:
        return False
    first = min(reads[0], default=0)
    return all(rows <= {first + k, first + k + 1} for k, rows in enumerate(reads))


def read_at(state: Any, t: int) -> Any:
    """A state that is known to be that of t."""
    return shaped(state, [Read(frozenset((t,)))] * len(flat(state)), guarded)


def periodic(claim: Claim, run: Run, gaps: np.ndarray) -> Certificate | None:
    """The values of one period, if what the sequence and the step read of a state comes back."""
    seen: dict[Any, int] = {}
    numbers = numbers_read(claim, run)
    for t, state in enumerate(run.states):
        known = exact(state)
        if len(known) <= max(numbers, default=0) or not all(isinstance(known[i], fmpq) for i in numbers):
            return None
        key = make_of(state), *((int(known[i].p), int(known[i].q)) for i in numbers)
        if key in seen:
            first, length = seen[key], t - seen[key]
            tail = gaps[first:]
            if len(tail) < 2 * length or (tail[length:] != tail[:-length]).any():
                return None
            once = Relation(tail[:length], "==", 0, first)
            part = "the state" if len(numbers) == len(known) else "what it reads of the state"
            return Certificate(once, f"{part} of t = {first} comes back after {counted(length, 'step')}")
        seen[key] = t
    return None


def numbers_read(claim: Claim, run: Run) -> list[int]:
    """The numbers of the state that the sequence reads, by itself or by the step; all where this is not seen."""
    every = range(len(flat(run.states[0])))
    state = shaped(run.states[0], [Read(frozenset((i,))) for i in every])
    try:
        problem = replace(unguarded(run.problem), num=ReadBall(run.problem.num.bits))
        made = run.algorithm.step(problem, state)
        stated = gaps_of(claim(Timeless(problem, run.algorithm, [state] * len(run.states))))
    except UNLIKE:
        return [*every]
    if make_of(made) != make_of(state):
        return [*every]
    step, found = [rows_of(x) for x in flat(made)], together(np.ravel(stated).tolist()).rows
    while not found >= (more := found.union(*(step[i] for i in found))):
        found = more
    return sorted(found)


def linear(claim: Claim, run: Run, gaps: np.ndarray) -> Certificate | None:
    """The radius of the recurrence against 1, if the step is affine and the sequence of degree 2 at most in the
    state."""
    try:
        found = modes(claim, run, gaps)
    except UNLIKE:
        return None
    if found is None:
        return None
    stable = all(map(dies_out, found))
    largest = max(map(radius, found), key=lambda r: float(r.mid()), default=arb(0))
    reason = radius_text(largest)
    clear = largest < 1 if stable else largest > 1  # that of a rotation is 1, which no ball tells
    side = np.array([largest if clear else fmpq(not stable)], dtype=object)
    return Certificate(Relation(side, "<", 1), f"a linear iteration of spectral radius {reason}")


def radius_text(largest: arb) -> str:
    """A number in five digits; one that these make 1, and is not, by what it is apart from 1."""
    text, gap = largest.str(5, radius=False), 1 - largest
    apart = abs(gap).str(2, radius=False)
    return f"1 {'−' if gap > 0 else '+'} {apart}" if arb(text) == 1 and not gap.contains(0) else text


def modes(claim: Claim, run: Run, gaps: np.ndarray) -> list[list[fmpq]] | None:
    """The shortest recurrence of each entry of the sequence that is not 0 throughout.

    It may read those numbers of the state that the step makes of one another, whatever it makes of the others.
    """
    first = exact(run.states[0])
    count = len(first)
    if not 0 < count <= MOST or not all(isinstance(x, fmpq) for x in first):
        return None
    problem = unguarded(run.problem)
    states = [shaped(run.states[0], list(letters(count)))]
    for _ in range(TRIED):
        states.append(run.algorithm.step(problem, states[-1]))
    if set(map(make_of, (*states, *run.states))) != {make_of(states[0])}:
        return None
    step = [row(x, count) for x in flat(states[1])]
    chosen = closed(step)
    found = claim(Timeless(problem, run.algorithm, states))
    stated = [[among(square(x, count), chosen) for x in gap] for gap in gaps_of(found)]
    unit = [fmpq(k == 0) for k in range(count + 1)]
    rows = [unit, *(one for i in chosen if (one := step[i - 1]) is not None)]
    matrix = fmpq_mat([[one[j] for j in (0, *chosen)] for one in rows])
    shifted = matrix.transpose()
    for before, after in pairwise(stated):
        if [shifted * G * matrix for G in before] != after:
            return None
    state = fmpq_mat([[fmpq(1)], *([first[i - 1]] for i in chosen)])
    if len(stated) < 2 or not makes_the_run(run, gaps, matrix, stated[0], state, chosen):
        return None
    affine, count = all(linear_in(G) for G in stated[0]), len(chosen)
    if not affine and count > MOST_SQUARED:
        return None
    size = count + 1 if affine else (count + 1) * (count + 2) // 2
    terms = []
    for _ in range(2 * size):
        terms.append([(state.transpose() * G * state)[0, 0] for G in stated[0]])
        state = matrix * state
    return [shortest(column) for column in zip(*terms, strict=True) if any(column)]


def makes_the_run(
    run: Run, gaps: np.ndarray, matrix: fmpq_mat, forms: list[fmpq_mat], state: fmpq_mat, chosen: Sequence[int]
) -> bool:
    """Whether the iteration makes these letters of every state of the run, and its forms every row of the sequence."""
    for t, there in enumerate(run.states):
        numbers = exact(there)
        row = [(state.transpose() * G * state)[0, 0] for G in forms] if t < len(gaps) else []
        pairs = [
            *zip(state.entries()[1:], (numbers[i - 1] for i in chosen), strict=True),
            *zip(row, gaps[t : t + 1].ravel(), strict=True),
        ]
        if any(surely(a, "==", b) == FAILS for a, b in pairs):
            return False
        state = matrix * state
    return True


def linear_in(G: fmpq_mat) -> bool:
    """Whether the form (1, L)ᵀG(1, L) is affine in L."""
    return not any(x for r in G.tolist()[1:] for x in r[1:])


def exact(state: Any) -> list[Any]:
    """The numbers of a state, without their guards."""
    return [plain(x) for x in flat(state)]


def unguarded(problem: Any) -> Any:
    """The problem in plain rationals, which letters and Fractions may meet."""
    if not isinstance(problem, Own):
        raise NotAffine
    made = {name: elementwise(kept, plain(x)) for name, x in problem.made.items()}
    return replace(problem, Z=elementwise(kept, plain(problem.Z)), num=LETTERS, made=made)


def plain(x: Any) -> Any:
    found = inside(x)
    return found[()] if isinstance(found, np.ndarray) and not found.ndim else found

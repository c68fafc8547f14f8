"""Definition 5, realizability, the remarks after Algorithm 3 and Theorem 6, typed from the print."""

from fractions import Fraction
from itertools import product
from math import factorial
from typing import Any

from tests.literal.boosting_case import Boosted, Examples, largest, largest_up_to, least
from tests.literal.lectures import Lecture
from tests.literal.printed import Printed, displays_of, for_each, once, transcribed
from tests.literal.vectors import Vector

HALF = Fraction(1, 2)


def distributions(n: int) -> list[Vector]:
    """The vertices, and the uniform distributions on the first k."""
    vertices = [[Fraction(int(i == k)) for i in range(n)] for k in range(n)]
    return vertices + [[Fraction(int(i <= k), k + 1) for i in range(n)] for k in range(n)]


@transcribed("S.Def5")
def definition(case: Lecture) -> Printed:
    b = Examples(case)
    return once(min(b.errors(b.best[1])), "<=", HALF - case.number("advantage"))


@transcribed("S.Def5.corrected")
def definition_mended(case: Lecture) -> list[Printed]:
    b = Examples(case)
    gamma, D = b.best
    return [
        for_each("<=", distributions(b.n), lambda each: (min(b.errors(each)), HALF - gamma)),
        once(min(b.errors(D)), "==", HALF - gamma),
        once(list(D), ">=", [0] * b.n),
        once(sum(D), "==", 1),
    ]


@transcribed("S.Real")
def realizable(case: Lecture) -> list[Printed]:
    b = Examples(case)
    exists = int(any(all(h[i] == b.y[i] for i in range(b.n)) for h in b.votes))
    without = int(min(b.errors([Fraction(1, b.n)] * b.n)) <= 0)
    zero = for_each("==", distributions(b.n), lambda D: (min(b.errors(D)) if without else 0, 0))
    return [once(exists, "==", without), zero]


@transcribed("S.Emul")
def emulated(case: Lecture) -> list[Printed]:
    b = Boosted(case)
    every = range(1, case.T + 2)

    def picks(t: int, u: Fraction, i: int) -> int:
        """u ∈ [Σ_{k<i} D_t(k), Σ_{k≤i} D_t(k))."""
        return int(u >= sum(b.D[t][:i])) - int(u >= sum(b.D[t][: i + 1]))

    def short(t: int, sign: int) -> tuple[Vector, Vector]:
        often = [Fraction(sum(picks(t, Fraction(k, 19), i) for k in range(19)), 19) for i in b.examples]
        return [sign * (often[i] - b.D[t][i]) for i in b.examples], [Fraction(1, 19)] * b.n

    one = [
        for_each("==", every, lambda t, k=k: (sum(picks(t, Fraction(k, 19), i) for i in b.examples), 1))
        for k in range(19)
    ]
    return [
        for_each("==", every, lambda t: (sum(b.D[t]), 1)),
        *one,
        for_each("<=", every, lambda t: short(t, 1)),
        for_each("<=", every, lambda t: short(t, -1)),
    ]


class Unreliable(Examples):
    """Every path of T rounds: for each, the errors ε_1, …, ε_T and its probability; digit t of its number fails."""

    def __init__(self, case: Lecture) -> None:
        super().__init__(case)
        self.delta = case.number("delta")
        self.paths = [self.path([k >> t & 1 for t in range(case.T)]) for k in range(2**case.T)]

    def returned(self, errors: Vector) -> int:
        """Without failing: of the least error, or of the largest up to 1 − γ."""
        lenient = self.case.given["learner"] == "lenient"
        return largest_up_to(errors, 1 - self.gamma) if lenient else least(errors)

    def path(self, fails: list[int]) -> tuple[Vector, Fraction]:
        D, chance, found = [Fraction(1, self.n)] * self.n, Fraction(1), []
        for fail in fails:
            errors = self.errors(D)
            h = self.votes[largest(errors) if fail else self.returned(errors)]
            e = self.error(h, D)
            found.append(e)
            shares = [2 * (1 - e if h[i] == self.y[i] else e) for i in range(self.n)]
            D = [D[i] / shares[i] if D[i] else Fraction(0) for i in range(self.n)]
            chance *= self.delta if fail else 1 - self.delta
        return found, chance

    @property
    def chances(self) -> Vector:
        return [chance for _, chance in self.paths]


def all_paths(values: Vector, op: str, bound: Any) -> Printed:
    """One entry a path."""
    return Printed(op, [(value, bound) for value in values])


@transcribed("S.Alg3.eps")
def line_4(case: Lecture) -> list[Printed]:
    b = Unreliable(case)
    found = []
    for t in range(case.T):
        found += [all_paths([errors[t] for errors, _ in b.paths], "<=", 1 - b.gamma)]
        found += [all_paths(b.chances, "P>=", 1 - b.delta)]
    return found


@transcribed("S.Union", "S.Union.corrected")
def remark_1(case: Lecture) -> list[Printed]:
    b = Unreliable(case)
    return [
        all_paths([max(errors) for errors, _ in b.paths], "<=", HALF - b.gamma),
        all_paths(b.chances, "P>=", 1 - case.T * b.delta),
    ]


class Sampled(Examples):
    """Every sample of n draws by its counts: its probability, and where the output of T rounds errs."""

    def __init__(self, case: Lecture) -> None:
        super().__init__(case)
        self.size, self.T, self.epsilon, self.delta = (case.given[name] for name in ("size", "T", "epsilon", "delta"))
        every = product(range(self.size + 1), repeat=self.n)
        self.samples = [c for c in every if sum(c) == self.size]

    def chance(self, c: tuple[int, ...]) -> Fraction:
        ways = factorial(self.size)
        for count in c:
            ways //= factorial(count)
        return Fraction(ways, self.n**self.size)

    def wrong(self, c: tuple[int, ...]) -> Vector:
        """1[the output ≠ y_i]: of an h_t without error, or of the vote."""
        D, odds = [Fraction(count, self.size) for count in c], [Fraction(1)] * self.n
        for _ in range(self.T):
            errors = self.errors(D)
            h = self.votes[least(errors)]
            e = min(errors)
            if e == 0:
                return [int(h[i] != self.y[i]) for i in range(self.n)]
            right = [h[i] == self.y[i] for i in range(self.n)]
            odds = [odds[i] * (e / (1 - e) if right[i] else 1 / (e / (1 - e))) for i in range(self.n)]
            D = [D[i] / (2 * (1 - e if right[i] else e)) for i in range(self.n)]
        return [int(each >= 1) for each in odds]

    def on_sample(self, c: tuple[int, ...]) -> Fraction:
        return Fraction(sum(count for count, wrong in zip(c, self.wrong(c), strict=True) if wrong), self.size)

    def overall(self, c: tuple[int, ...]) -> Fraction:
        return Fraction(sum(self.wrong(c)), self.n)


displays_of(Sampled, {
    "S.Thm6": lambda case, b: [all_paths([b.on_sample(c) for c in b.samples], "<=", 0),
        all_paths([b.overall(c) for c in b.samples], "<=", b.epsilon),
        all_paths([b.chance(c) for c in b.samples], "P>=", 1 - b.delta)],
    "S.VCgen.1": lambda case, b: [
        all_paths([0 if b.on_sample(c) else b.overall(c) for c in b.samples], "<=", b.epsilon),
        all_paths([b.chance(c) for c in b.samples], "P>=", 1 - b.delta),
    ],
})  # fmt: skip

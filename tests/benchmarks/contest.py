"""Time to 99 % and 99.9 % of γ̄: Algorithm 1 beside what else one would use to find the same direction.

An iterative method is charged the time of its steps until its margin is there, margins not included; Algorithm 1 runs
twice, by the code that is read and by the fast path. A solver is run at falling tolerances, and charged the first whole
solve that is there. A dash: not within the time or steps allowed, or not asked.
"""

import time
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np
from benchmarks.data import planted
from lemmacheck.theory.books.jst.algorithms.batch_perceptron import BatchPerceptron
from lemmacheck.theory.books.jst.algorithms.gradient_descent import NormalizedGD
from lemmacheck.theory.books.jst.algorithms.primal_momentum import PrimalMomentum
from lemmacheck.verifiers.data import load
from lemmacheck.verifiers.large import Accelerated, opened
from lemmacheck.verifiers.races.racing import Entrant, lap, track

SHARES = (0.99, 0.999)
TOLERANCES = tuple(10.0**-k for k in range(1, 10))
ITERATIVE = (
    Entrant("Algorithm 1", PrimalMomentum()),
    Entrant("normalised gradient descent", NormalizedGD()),
    Entrant("batch perceptron", BatchPerceptron()),
)
HUGE = 1e10  # C of a soft margin that is as good as hard
PATIENCE = 20.0  # seconds for one solver's falling tolerances, or for an iterative method
MANY = 20_000  # rows of which SVC is not asked: its time grows like n²


@dataclass(frozen=True)
class Course:
    """Rows z of norm at most 1 and γ̄, or what is known of it from above."""

    name: str
    Z: np.ndarray
    gamma: float


def margin_of(Z: np.ndarray, w: np.ndarray) -> float:
    size = float(np.linalg.norm(w))
    return float(-(Z @ w).max()) / size if size else 0.0


def linear_svc(Z: np.ndarray, tolerance: float) -> np.ndarray:
    from sklearn.svm import LinearSVC

    X, y = examples(Z)
    machine = LinearSVC(loss="hinge", C=HUGE, fit_intercept=False, tol=tolerance, max_iter=100_000, random_state=0)
    return np.asarray(machine.fit(X, y).coef_[0])


def svc(Z: np.ndarray, tolerance: float) -> np.ndarray:
    """SVC has an intercept; on rows and their mirror images it is 0."""
    from sklearn.svm import SVC

    if len(Z) > MANY:
        return np.zeros(Z.shape[1])
    X, y = np.concatenate([-Z, Z]), np.repeat([1, -1], len(Z))
    return np.asarray(SVC(kernel="linear", C=HUGE, tol=tolerance, cache_size=1000).fit(X, y).coef_[0])


def conic(Z: np.ndarray, tolerance: float) -> np.ndarray:
    import cvxpy

    w = cvxpy.Variable(Z.shape[1])
    problem = cvxpy.Problem(cvxpy.Minimize(cvxpy.sum_squares(w)), [-Z @ w >= 1])
    problem.solve(solver=cvxpy.CLARABEL, tol_gap_abs=tolerance, tol_gap_rel=tolerance, tol_feas=tolerance)
    return np.zeros(Z.shape[1]) if w.value is None else np.asarray(w.value)


def examples(Z: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Inputs and labels ±1 with these z = −yx."""
    y = np.where(np.arange(len(Z)) % 2, 1, -1)
    return -y[:, None] * Z, y


SOLVERS: dict[str, Callable[[np.ndarray, float], np.ndarray]] = {
    "LinearSVC, C = 1e10": linear_svc,
    "SVC, C = 1e10": svc,
    "cvxpy with Clarabel": conic,
}


def courses(small: bool) -> Iterator[Course]:
    """Bundled data, and larger planted ones whose γ̄ is enclosed."""
    for name in ("digits:0v1",) if small else ("digits:0v1", "digits:3v8", "iris"):
        raced = track(load(name))
        if raced.gamma:
            yield Course(name, raced.Z, raced.gamma)
    for n, d in ((200, 10),) if small else ((1000, 20), (5000, 50), (50_000, 50)):
        from lemmacheck.verifiers.optima import enclose

        Z = planted(n, d)
        yield Course(f"planted {n} x {d}", Z, float(enclose(Z).upper))


def iterated(entrant: Entrant, course: Course, steps: int) -> list[float | None]:
    """Seconds of the steps until each share of γ̄."""
    done = lap(entrant, course.Z, steps, runs=2, timeout=PATIENCE)
    return arrivals(done.margins, done.seconds, course)


def streamed(course: Course, steps: int) -> list[float | None]:
    """Algorithm 1 on the fast path, which knows every margin as it goes."""
    began, margins, seconds = time.perf_counter(), [0.0], [0.0]
    with opened(course.Z) as rows:
        for state in islice(Accelerated().states(rows, steps), 1, None):
            seconds.append(time.perf_counter() - began)
            margins.append(-state.seen.m / float(state.w @ state.w) ** 0.5)
    return arrivals(np.array(margins), np.array(seconds), course)


def arrivals(margins: np.ndarray, seconds: np.ndarray, course: Course) -> list[float | None]:
    """Seconds until each share of γ̄."""
    there = [np.flatnonzero(margins >= share * course.gamma) for share in SHARES]
    return [float(seconds[t[0]]) if t.size else None for t in there]


def solved(solver: Callable[[np.ndarray, float], np.ndarray], course: Course) -> list[float | None]:
    """Seconds of the first solve that reaches each share of γ̄."""
    found: list[float | None] = [None] * len(SHARES)
    solver(planted(20, 2), TOLERANCES[0])  # whose imports are not to be charged
    began = time.perf_counter()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that a solver stopped early shows in its margin
        for tolerance in TOLERANCES:
            started = time.perf_counter()
            try:
                w = solver(course.Z, tolerance)
            except Exception:  # a solver that gives up has not arrived
                continue
            taken = time.perf_counter() - started
            reached = margin_of(course.Z, w) / course.gamma
            found = [taken if f is None and reached >= s else f for f, s in zip(found, SHARES, strict=True)]
            if None not in found or time.perf_counter() - began > PATIENCE:
                break
    return found


def contest(course: Course, steps: int) -> dict[str, Any]:
    """Every method on one course."""
    times = {entrant.name: iterated(entrant, course, steps) for entrant in ITERATIVE}
    streamed(course, 1)  # compiled, before it counts
    times["Algorithm 1, fast path"] = streamed(course, steps)
    times |= {name: solved(solver, course) for name, solver in SOLVERS.items()}
    return {"data": course.name, "n": len(course.Z), "d": course.Z.shape[1], "gamma": course.gamma, "seconds": times}


def section(contests: list[dict[str, Any]]) -> str:
    """For bench.md."""
    lines = ["\n## Time to 99 % and to 99.9 % of γ̄\n"]
    lines += ["| data | " + " | ".join(name for name in contests[0]["seconds"]) + " |"]
    lines += ["|---|" + "--:|" * len(contests[0]["seconds"])]
    for one in contests:
        cells = [" / ".join("—" if x is None else f"{1000 * x:.3g}" for x in pair) for pair in one["seconds"].values()]
        lines.append(f"| {one['data']}, {one['n']} x {one['d']}, γ̄ = {one['gamma']:.4g} | " + " | ".join(cells) + " |")
    return "\n".join([*lines, "\nMilliseconds. A dash: not within the steps or the time allowed, or not asked."])

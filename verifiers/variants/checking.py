"""The whole check of a variant file: the tasks of the workers, and the messages while they work.

describe → screen every group of claims → decide them, the most doubtful first; the rates are measured beside.

A claim that floats suspect to fail is decided at once, before the next group is screened. Then a search looks for
runs that break the claims that hold, for as many seconds as there are, and what it finds is decided again. A claim
whose task does not end in time, or fails for another reason, is undecided; after a few late ones the check ends, for
the runs are too slow. A variant that does not repeat itself exactly ends it at once.
"""

import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import reduce
from math import ceil
from typing import Any, Protocol

from lemmacheck.verifiers.records.text import matrix
from lemmacheck.verifiers.records.verdict import HOLDING, Verdict
from lemmacheck.verifiers.search.report import RefutingData, SearchReport
from lemmacheck.verifiers.variants.answer import Answer, Checked, Description, Doubt
from lemmacheck.verifiers.variants.loading import entry_point_of
from lemmacheck.verifiers.variants.workers import Reply, Task, Workers, refusal

PATIENT = 6  # time limits that measuring the rates may take
SHORT, LONG = 12, 80  # combinations that an attempt to prove a claim may take, first of all and at last
LATE = 3  # claims that may be late before the check is given up


class Listener:
    """Who hears of a check while it goes on. This one does nothing with it."""

    def begun(self, variant: Description) -> None:
        """A variant is described; the others of its file follow once it is checked."""

    def decided(self, answer: Answer, done: int, of: int) -> None:
        """One more is answered, of so many: 0 while these are not known."""

    def searching(self, known: SearchReport, part: float) -> None:
        """What the search knows so far, and the part of it that is done."""

    def crossed(self, answer: Answer, found: RefutingData) -> None:
        """A search refutes what was answered before."""

    def ended(self, checked: Checked) -> None:
        """A variant is checked."""

    def waiting(self, stages: list[str]) -> None:
        """What the workers are at, every second or so."""


class Doing(Protocol):
    """Who does the tasks of a check: workers, or the process that asks."""

    count: int

    def ask(self, task: Task) -> Any:
        """The result of a task."""

    def replies(self, tasks: list[Task]) -> Iterator[tuple[Task, Reply]]:
        """Every task with its replies; the receiver may add more."""


@dataclass(frozen=True)
class Asking:
    """How much is asked, and who hears of each finding at once."""

    steps: int = 40
    timeout: float = 10.0
    rates: bool = True
    budget: float = 0.0
    only: str = "*"
    option: str = "--only"  # as its author wrote it
    beside: tuple[str, ...] = ()  # the names of the variants that are compared with it
    listener: Listener = Listener()


def check_file(given: str, asking: Asking = Asking()) -> list[Checked]:
    """Every variant of a file, checked; an InputError says why one cannot be."""
    entry_point_of(given)
    with Workers(given, asking.timeout, waiting=asking.listener.waiting) as workers:
        names = workers.names(asking.beside)
        return [check_one(workers, index, asking) for index in range(len(names))]


def check_one(workers: Doing, index: int, asking: Asking) -> Checked:
    """The variant with this index, checked."""
    started = time.perf_counter()
    variant, tasks = described(workers, index, asking)
    asking.listener.begun(variant)
    if asking.rates:
        tasks.append(Task("rates", (index, asking.steps), "measuring the rates", PATIENT))
    doubts: list[Doubt] = []
    answers: dict[int, Answer] = {}
    rates: dict[str, Any] = {}
    lacking: list[str] = []
    late, unscreened = 0, sum(task.do == "doubts" for task in tasks)
    for task, reply in workers.replies(tasks):
        late += reply.late
        if task.do == "rates" and not (reply.of_author and not reply.late):
            rates, lacking = reply.value or {}, [f"no rates: {reply.failure}"] if reply.failure else []
        elif reply.failure and (task.do == "doubts" or late >= LATE or (reply.of_author and not reply.late)):
            raise refusal(reply)
        elif task.do == "doubts":
            doubts += reply.value
            unscreened -= 1
            tasks[:] = sorted([*tasks, *(deciding(index, doubt, asking.steps) for doubt in reply.value)], key=urgency)
        else:
            doubt = task.arguments[1]
            answers[doubt.claim] = found = undecided(doubt, reply) if reply.failure else reply.value
            asking.listener.decided(found, len(answers), 0 if unscreened else len(doubts))
    if not doubts and asking.only != "*":
        from lemmacheck.verifiers.variants.asking import no_match  # which loads all claims

        raise no_match(asking.option, asking.only)
    if asking.budget:
        prove_all(workers, index, asking, answers)
    report, early = search_all(workers, index, asking, doubts, answers) if asking.budget else (SearchReport(), ())
    in_order = tuple(answers[doubt.claim] for doubt in sorted(doubts, key=doubtful))
    seconds = round(time.perf_counter() - started, 3)
    checked = Checked(variant, in_order, rates, seconds, report, (*lacking, *early))
    asking.listener.ended(checked)
    return checked


def prove_all(workers: Doing, index: int, asking: Asking, answers: dict[int, Answer]) -> None:
    """Raise to PROVED what holds and has a proof for every run: the theorems that apply and the headlines come first,
    then what a short attempt left; after as many seconds as a search has, no more is begun."""
    ends = time.monotonic() + asking.budget
    holding = [(place, one) for place, one in answers.items() if one.outcome and one.outcome.verdict in HOLDING]
    first = sorted(holding, key=lambda pair: (pair[1].outcome is not pair[1].theorem, not pair[1].headline))

    def proving(place: int, one: Answer, most: int) -> Task:
        return Task("proved", (index, place, one, asking.steps, most), f"proving {one.theorem.id}", PATIENT)

    tasks = [proving(place, one, SHORT) for place, one in first]
    for task, reply in workers.replies(tasks):
        _, place, one, _, most = task.arguments
        if reply.value is not None:
            answers[place] = reply.value
        elif most == SHORT:
            tasks.append(proving(place, one, LONG))
        if time.monotonic() > ends:
            tasks.clear()


def search_all(
    workers: Doing, index: int, asking: Asking, doubts: list[Doubt], answers: dict[int, Answer]
) -> tuple[SearchReport, tuple[str, ...]]:
    """Search for runs that break the wanted claims that hold; a claim that the search refutes is decided again.

    The report, and notes on searches that ended early.
    """
    fail = tuple(place for place, answer in answers.items() if answer.fails or answer.proved)
    groups = workers.ask(Task("to_search", (index, asking.steps, fail, asking.only), "groups"))
    open_ = Counter(one.theorem.about for one in answers.values() if one.headline and not one.fails)
    all_of_it = asking.budget * min(workers.count, len(groups))  # seconds of processor time
    tasks, given = [], 0.0
    for group, about in groups.items():  # more for those of the headlines that hold
        part = (1 + open_[about]) / (len(groups) + sum(open_[other] for other in groups.values()))
        seconds = min(asking.budget, all_of_it * part)
        given += seconds
        patience = ceil(seconds / asking.timeout) + 2
        arguments = (index, group, asking.steps, seconds, fail, asking.only)
        tasks.append(Task("search", arguments, "searching", patience))
    by_place = {doubt.claim: doubt for doubt in doubts}
    reports: dict[int, SearchReport] = {}  # by group
    crossed: set[int] = set()
    early: dict[str, None] = {}
    for task, reply in workers.replies(tasks):
        if task.do == "search" and reply.failure:
            early[f"a search for runs that break claims ended early: {reply.failure}"] = None
        elif task.do == "search":
            reports[task.arguments[1]] = reply.value
            for place, found in reply.value.found:
                if place not in crossed:
                    crossed.add(place)
                    again = replace(by_place[place], found=(found,))
                    tasks.append(replace(deciding(index, again, asking.steps), patience=3))
                    asking.listener.crossed(answers[place], found)
            if reply.more:
                known = merged(reports)
                asking.listener.searching(known, known.seconds / given)
        else:
            doubt = task.arguments[1]
            answers[doubt.claim] = found = once_broken(doubt, answers[doubt.claim], reply)
            asking.listener.decided(found, len(answers), len(doubts))
    return merged(reports), tuple(early)


def once_broken(doubt: Doubt, before: Answer, reply: Reply) -> Answer:
    """The answer on a claim that a search has refuted: what was said before does not stand, whatever comes of deciding
    it again."""
    if not reply.failure and reply.value.fails:
        return reply.value  # type: ignore[no-any-return]
    ((_, rows, steps),) = doubt.found
    why = reply.failure or "deciding it again does not"
    reason = f"a search refutes it on Z = {matrix(rows, 60)} within {steps} steps, but {why}"
    theorem = before.theorem
    if theorem.verdict != Verdict.NOT_APPLICABLE:
        theorem = replace(doubt.blank, reason=reason)
    return replace(before, theorem=theorem, outcome=replace(doubt.blank, reason=reason))


def merged(reports: dict[int, SearchReport]) -> SearchReport:
    """Several searches as one."""
    return reduce(SearchReport.beside, reports.values(), SearchReport())


def described(workers: Doing, index: int, asking: Asking) -> tuple[Description, list[Task]]:
    """The description of the variant, and the tasks that screen its claims."""
    steps = asking.steps
    variant, groups = workers.ask(Task("describe", (index, steps), f"pre-flight, {steps} steps"))
    return variant, [
        Task("doubts", (index, group, steps, asking.only), f"screening, {steps} steps") for group in range(groups)
    ]


def most_doubtful(workers: Workers, index: int, asking: Asking) -> list[Doubt]:
    """The variant's wanted claims, the most doubtful first."""
    doubts: list[Doubt] = []
    for _, reply in workers.replies(described(workers, index, asking)[1]):
        if reply.failure:
            raise refusal(reply)
        doubts += reply.value
    return sorted(doubts, key=doubtful)


def doubtful(doubt: Doubt) -> tuple[float, int]:
    """The most doubtful first."""
    return doubt.room, doubt.claim


def urgency(task: Task) -> tuple[float, ...]:
    """The order of the tasks: suspected failures, then screening, then the rates, then the rest."""
    if task.do != "answer":
        return (1.0 if task.do == "doubts" else 2.0,)
    room, claim = doubtful(task.arguments[1])
    return (0.0 if room < 0 else 3.0, room, claim)


def deciding(index: int, doubt: Doubt, steps: int) -> Task:
    return Task("answer", (index, doubt, steps), f"deciding {doubt.blank.id}, {steps} steps")


def undecided(doubt: Doubt, reply: Reply) -> Answer:
    """The answer of a claim that there was no time for."""
    record = replace(doubt.blank, reason=reply.failure)
    return Answer(record, record)

"""A dead process costs time and no result, a chunk that kills every process is told, and no process is left behind."""

import os
import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest
from lemmacheck.verifiers.campaigns import executors
from lemmacheck.verifiers.campaigns.answers import answers
from lemmacheck.verifiers.campaigns.chunk import compute
from lemmacheck.verifiers.campaigns.executors import TRIES, Place, processes, results_of
from lemmacheck.verifiers.campaigns.running import clock, go_on
from lemmacheck.verifiers.campaigns.store import writing
from lemmacheck.verifiers.records.terminal import InputError

from tests.commands import silent
from tests.verifiers.campaigns.campaigns_at_hand import HERE, SMALL, Mortal
from tests.verifiers.campaigns.short_lived import die_at_three, die_once, note_and_sleep, squared


def test_every_chunk_is_computed_once() -> None:
    assert sorted(results_of(squared, range(20), HERE, silent)) == [x * x for x in range(20)]


def test_a_pool_whose_work_is_done_is_waited_for() -> None:
    with processes(1) as place:
        assert sorted(results_of(squared, range(3), place, silent)) == [0, 1, 4]
        assert [one for one in threading.enumerate() if "ExecutorManager" in type(one).__name__] == []


def test_no_more_chunks_are_in_flight_than_the_workers_need() -> None:
    class Counting(Mortal):
        flying = 0

        def submit(self, function, /, *arguments, **named):  # type: ignore[no-untyped-def]
            self.flying += 1
            return super().submit(function, *arguments, **named)

    one = Counting([])
    next(iter(results_of(squared, range(20), Place(lambda: one, lambda: 1), silent)))

    assert one.flying == executors.AHEAD


def test_what_was_in_flight_when_a_process_died_is_tried_again() -> None:
    lives = [0, 1, 0, 0, 1, 0]
    found = list(results_of(squared, range(20), Place(lambda: Mortal(lives), lambda: 2), silent))

    assert sorted(found) == [x * x for x in range(20)]


def test_what_was_in_flight_beside_a_death_and_never_ends_is_tried_again() -> None:
    class Stuck(Mortal):
        def submit(self, function, /, *arguments, **named):  # type: ignore[no-untyped-def]
            return super().submit(function, *arguments) if self.deaths else Future()

    crews = [Mortal([]), Stuck([1])]
    found = list(results_of(squared, range(6), Place(crews.pop, lambda: 1), silent))

    assert sorted(found) == [x * x for x in range(6)]


def test_a_chunk_that_always_kills_its_process_is_told_in_one_line() -> None:
    with pytest.raises(InputError, match=f"a process died {TRIES} times while it computed chunk 0 or one beside it"):
        list(results_of(squared, range(3), Place(lambda: Mortal([1]), lambda: 1), silent))


def test_a_system_that_gives_no_more_threads_is_told_in_one_line() -> None:
    class Threadless(Mortal):
        def submit(self, *_: object, **__: object) -> Future:  # type: ignore[type-arg]
            raise RuntimeError("can't start new thread")

    with pytest.raises(InputError, match="a process died"):
        list(results_of(squared, range(3), Place(lambda: Threadless([]), lambda: 1), silent))


def test_an_error_of_a_chunk_is_its_own() -> None:
    def refuse(x: int) -> int:
        raise InputError(f"no {x}")

    with pytest.raises(InputError, match="no 0"):
        list(results_of(refuse, range(3), HERE, silent))


def test_a_long_time_without_a_result_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executors, "PATIENCE", 0.01)
    heard: list[str] = []

    def slow(x: int) -> int:
        while not heard:
            time.sleep(0.001)
        return x

    assert list(results_of(slow, [1], HERE, heard.append)) == [1]
    assert heard[0] == "no chunk was done for 0 s; there are 1 workers"


def test_a_killed_process_is_replaced(tmp_path: Path) -> None:
    with processes(2) as place:
        assert sorted(results_of(partial(die_once, str(tmp_path)), range(8), place, silent)) == [
            x * x for x in range(8)
        ]


def test_a_chunk_that_kills_every_process_ends_the_campaign_with_one_line() -> None:
    with processes(1) as place, pytest.raises(InputError, match="out of memory"):
        list(results_of(die_at_three, range(8), place, silent))


def test_no_process_is_left_when_the_work_is_given_up(tmp_path: Path) -> None:
    with processes(2) as place:
        executor = place.hire()
        futures = [executor.submit(note_and_sleep, str(tmp_path), x) for x in range(2)]
        while len(list(tmp_path.iterdir())) < 2:
            time.sleep(0.01)
    executor.shutdown()

    assert all(future.exception() is not None for future in futures)
    assert not [name.name for name in tmp_path.iterdir() if alive(int(name.name))]


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_campaign_is_the_same_for_any_number_of_workers_in_any_order(tmp_path: Path) -> None:
    found = []
    for count in (1, 3):
        place = Place(partial(ThreadPoolExecutor, count), partial(int, count))
        with writing(tmp_path / f"{count}.db", lambda: SMALL) as store:
            go_on(store, place, silent, silent)
            found.append(answers(store, SMALL.claims))

    assert found[0] == found[1]
    assert [answer.instances for answer in found[0]] == [SMALL.instances] * 3


def test_only_what_is_missing_is_computed(tmp_path: Path) -> None:
    told: list[str] = []
    with writing(tmp_path / "sweep.db", lambda: SMALL) as store:
        for chunk in (0, 3):
            store.add(compute(SMALL, chunk))
        instances = go_on(store, HERE, told.append, silent)

        assert instances == SMALL.instances - 20
        assert store.done() == set(SMALL.chunks)
        assert go_on(store, HERE, told.append, silent) == 0
    assert told[-1].startswith("6/6 chunks, ")
    assert told[-1].endswith(" 0 s left")


def test_times_are_told_in_words() -> None:
    assert [clock(5.4), clock(65), clock(3600 * 2 + 120)] == ["5 s", "1 min 5 s", "2 h 2 min"]

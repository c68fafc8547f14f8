"""The computation of a campaign: missing chunks are computed and stored, one transaction each."""

import time
from collections.abc import Callable
from functools import partial

from lemmacheck.verifiers.campaigns.chunk import compute
from lemmacheck.verifiers.campaigns.executors import Place, results_of
from lemmacheck.verifiers.campaigns.questions import questions, still_asked
from lemmacheck.verifiers.campaigns.store import Store
from lemmacheck.verifiers.library.time_limit import SECONDS


def go_on(
    store: Store, place: Place, progress: Callable[[str], None], idle: Callable[[str], None], limit: float = SECONDS
) -> int:
    """Compute the missing chunks, and return the number of their instances; one call of an author's code may take so
    many seconds."""
    spec, done = store.spec, store.done()
    still_asked(spec, store.path)
    questions(spec)  # a fault in a variant's file is reported here, not by a worker
    missing = [chunk for chunk in spec.chunks if chunk not in done]
    left = sum(len(spec.members(chunk)) for chunk in missing)
    started, instances = time.monotonic(), 0
    for outcome in results_of(partial(compute, spec, limit=limit), missing, place, idle):
        store.add(outcome)
        done.add(outcome.chunk)
        instances += outcome.instances
        rate = instances / (time.monotonic() - started)
        rest = clock((left - instances) / rate)
        progress(f"{len(done)}/{len(spec.chunks)} chunks, {rate:.0f} instances/s, {rest} left")
    return instances


def clock(seconds: float) -> str:
    """A time in words."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min {rest} s" if minutes else f"{rest} s"

"""Small campaigns for the tests: on three claims of which one is refuted as printed, in this very process."""

from concurrent.futures import Executor, Future, ThreadPoolExecutor
from typing import Any

from lemmacheck.verifiers.campaigns.executors import Place
from lemmacheck.verifiers.campaigns.spec import Spec

FALSE = "P.S3.3.enough"  # refuted on data that cannot be separated
CLAIMS = ("P.L3.2", "P.L3.4a", FALSE)
FAMILIES = ("drawn", "repeated", "far_but_near")  # the last are too long for the claims' hypotheses
SMALL = Spec(instances=60, shapes=((3, 2), (2, 1)), families=FAMILIES, steps=4, claims=CLAIMS, chunk=10)
HERE = Place(lambda: ThreadPoolExecutor(1), lambda: 1)


class Mortal(Executor):
    """An executor whose process dies at its first so many tasks."""

    def __init__(self, deaths: list[int]) -> None:
        self.deaths = deaths

    def submit(self, function: Any, /, *arguments: Any, **_: Any) -> Future[Any]:
        from concurrent.futures import BrokenExecutor

        future: Future[Any] = Future()
        if self.deaths and self.deaths.pop():
            future.set_exception(BrokenExecutor())
        else:
            future.set_result(function(*arguments))
        return future

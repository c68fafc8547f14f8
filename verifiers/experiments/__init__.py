"""The paper's figures as experiments: each is run on available data, and the sentences about it are measured.

`EXPERIMENTS["fig1"]("digits:0v1", Options())` is an Experiment; with None, it chooses its own data.
"""

from collections.abc import Callable
from importlib import import_module

from lemmacheck.verifiers.experiments.result import Experiment, Figure, Options

__all__ = ["EXPERIMENTS", "Experiment", "Figure", "Options"]

Run = Callable[[str | None, Options], Experiment]


def _of(module: str) -> Run:
    """The `run` of a module, which is imported when it is called."""

    def run(data: str | None, options: Options) -> Experiment:
        found: Run = import_module(f"{__name__}.{module}").run
        return found(data, options)

    return run


EXPERIMENTS: dict[str, Run] = {name: _of(name) for name in ("fig1", "fig2", "fig3", "fig4")}

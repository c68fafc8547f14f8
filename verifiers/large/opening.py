"""Rows opened where they are: in memory, in a file, on a device, or in a cluster's partitions."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from lemmacheck.verifiers.large.kernels import Plain, best
from lemmacheck.verifiers.large.reduction import aligned
from lemmacheck.verifiers.large.rows import AtOnce, InCache, Local, Rows
from lemmacheck.verifiers.large.sources import InMemory, source_of
from lemmacheck.verifiers.records.provenance import processors

if TYPE_CHECKING:
    from lemmacheck.verifiers.large.compiled import Compiled

DEVICE_BLOCK = 1 << 26  # bytes


@contextmanager
def opened(
    Z: Any, signs: Any = None, cores: int | None = None, precision: Any = np.float64, compiled: bool | None = None
) -> Iterator[Rows]:
    """The rows, with a thread and one BLAS thread a core while the context lasts.

    With signs, rows are ±z_i: signs are −y_i where the rows of Z are x_i. The compiled kernel serves where Numba is
    installed, unless `compiled` is False. It computes in float64, whatever the rows are stored in. Without it, rows
    that are stored in float32 are widened in cache unless the precision is float32 as well: that is faster, and the
    rounding bounds are those of float32. Rows in float64 become those nearest to them if the precision is float32.
    """
    if hasattr(Z, "dask"):
        from lemmacheck.verifiers.large.cluster import Partitioned

        yield Partitioned.of(Z, signs, precision)
        return
    on_host = isinstance(Z, (str, os.PathLike, np.ndarray))
    kernel = best(precision, compiled) if on_host else Plain(precision, DEVICE_BLOCK)
    source = source_of(Z, signs, kernel)
    cores = cores or processors()
    with ExitStack() as stack:
        if on_host and isinstance(kernel, Plain):
            from threadpoolctl import threadpool_limits

            stack.enter_context(threadpool_limits(1, user_api="blas"))
        if isinstance(source, InMemory) and source.n == source.rows and source.Z.nbytes <= kernel.size:
            Z = aligned(source.Z, kernel.precision)
            if source.signs is not None:
                Z *= source.signs[:, None]
            yield InCache(Z, kernel) if isinstance(kernel, Plain) else AtOnce(Z, cast("Compiled", kernel))
            return
        alone = Local(source, kernel)
        if cores == 1 or not on_host:
            yield alone
            return
        if not isinstance(kernel, Plain):
            compile_here(alone)
        pool = stack.enter_context(ThreadPoolExecutor(cores - 1))
        yield replace(alone, pool=pool, cores=cores)


def compile_here(rows: Local) -> None:
    """Compile the threads' code in the main thread, which receives a Ctrl-C: threads would compile to the end."""
    with np.errstate(all="ignore"):
        for part in rows.source.blocks(0, 1):
            rows.kernel.largest_square(part.Z, rows.scale)
            rows.kernel.block(part.Z, np.zeros(rows.d), part.signs)

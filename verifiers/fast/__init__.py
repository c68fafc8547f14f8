"""Fast paths for large data: one reduction, read once an iteration, from a cache to a cluster.

with opened(Z) as rows:                     # an array, a memory map, an .npy file, a Dask array, a device's array
    run = record(into_unit_ball(rows), steps=200)
    found = check_outcomes(run)             # γ̄ enclosed, and the claims of Section 3 at every t
"""

from verifiers.fast.accelerated import Accelerated, record
from verifiers.fast.outcomes import check_outcomes
from verifiers.fast.reduction import Partial, block, merge, merged
from verifiers.fast.rounding import Rounding
from verifiers.fast.rows import into_unit_ball, opened

__all__ = [
    "Accelerated",
    "Partial",
    "Rounding",
    "block",
    "check_outcomes",
    "into_unit_ball",
    "merge",
    "merged",
    "opened",
    "record",
]

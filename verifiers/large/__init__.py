"""Fast paths for large data: one reduction, read once an iteration, from a cache to a cluster.

with opened(Z) as rows:                     # an array, a memory map, an .npy file, a Dask array, a device's array
    run = record(into_unit_ball(rows), steps=200)
    found = check_outcomes(run)             # γ̄ enclosed, and the claims of Section 3 at every t
"""

from lemmacheck.verifiers.large.accelerated import Accelerated, record
from lemmacheck.verifiers.large.opening import opened
from lemmacheck.verifiers.large.outcomes import check_outcomes
from lemmacheck.verifiers.large.reduction import Partial, block, merge, merged
from lemmacheck.verifiers.large.rounding import Rounding
from lemmacheck.verifiers.large.rows import into_unit_ball

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

"""Every row of the table, in its order; each is made for a size of its problems."""

from functools import partial

import numpy as np
from benchmarks import optima, section3, small, starting, streaming, worst_cases

ROWS = {
    "one-pass-60000x784": partial(streaming.one_pass, 60000, 784, np.float64, 0.55),
    "one-pass-60000x784-float32": partial(streaming.one_pass, 60000, 784, np.float32, 0.55),
    "one-pass-1000000x50": partial(streaming.one_pass, 1000000, 50, np.float64, 0.55),
    "one-pass-60000x784-numpy": partial(streaming.one_pass, 60000, 784, np.float64, 0.65, compiled=False),
    "one-read": streaming.one_read,
    "one-read-uint8": partial(streaming.one_read, dtype=np.uint8, share=1.1),
    "claims-large": streaming.claims_in_floats,
    "claims-large-balls": streaming.claims_in_balls,
    "in-cache-1000x50": partial(streaming.in_cache, 1000, 50, 1.1),
    "in-cache-360x64": partial(streaming.in_cache, 360, 64, 1.1),
    "in-cache-100x20": partial(streaming.in_cache, 100, 20, 1.1),
    "in-cache-360x64-numpy": partial(streaming.in_cache, 360, 64, None, compiled=False),
    "batched": small.batched,
    "bounds": section3.bounds,
    "claims": section3.everything,
    "balls": small.balls,
    "balls-256": small.balls_256,
    "intervals": small.intervals,
    "optimum-20x5": partial(optima.of_rationals, 20, 5),
    "optimum-100x20": partial(optima.of_rationals, 100, 20),
    "optimum-floats-20x5": partial(optima.of_floats, 20, 5),
    "optimum-floats-100x20": partial(optima.of_floats, 100, 20),
    "section-3": section3.notebook,
    "import": starting.importing,
    "check": starting.checking,
    "variant": starting.varying,
    "worst-case": worst_cases.at_eight,
}

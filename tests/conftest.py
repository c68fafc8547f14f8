"""The two ways the drawn tests run: `fast`, the same few draws every time, and `thorough`, many of them.

LEMMACHECK_PROFILE=thorough or pytest's --hypothesis-profile=thorough selects the second.
"""

from __future__ import annotations

import os

from hypothesis import settings

os.environ.setdefault("SOURCE_DATE_EPOCH", "1767225600")  # all reports of a run are of one day
os.environ.setdefault("LEMMACHECK_BUDGET", "0")  # the search of a variant has tests of its own

settings.register_profile("fast", max_examples=10, derandomize=True, deadline=None)
settings.register_profile("thorough", max_examples=200, derandomize=True, deadline=None)
settings.load_profile(os.environ.get("LEMMACHECK_PROFILE", "fast"))

"""The two ways the drawn tests run: `fast`, the same few draws every time, and `thorough`, many of them."""

from __future__ import annotations

import os

from hypothesis import settings

from tests.sampled import PROFILE

os.environ.setdefault("LEMMACHECK_BUDGET", "0")  # the search of a variant has tests of its own

settings.register_profile("fast", max_examples=10, derandomize=True, deadline=None)
settings.register_profile("thorough", max_examples=200, derandomize=True, deadline=None)
settings.load_profile(PROFILE)

"""Exact data sets, the problems they become under an arithmetic, and the runs on them."""

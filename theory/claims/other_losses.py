"""Section 5.1: other losses than the exponential, the logistic one first."""

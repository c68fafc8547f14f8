"""The search for runs that break a claim, or come closest to it: in floats, which only rank; others decide."""

"""The search for runs that break a claim, or come closest to it. It works in floats, which only rank; balls decide."""

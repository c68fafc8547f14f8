"""What else is asked of a claim: which hypotheses it needs, how tight it is, what it would catch."""

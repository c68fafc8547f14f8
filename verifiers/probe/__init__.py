"""Questions about a claim beside its verdict: which hypotheses it needs, how tight it is, which mistakes it catches."""

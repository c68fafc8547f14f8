"""What decides: numbers, instances, optima, proofs, the ladder, searches; of no one lemma it knows anything."""

"""Problems that several books share: the margin problem, its losses, hypotheses and comparators."""

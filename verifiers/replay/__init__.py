"""Records decided again in a fresh process."""

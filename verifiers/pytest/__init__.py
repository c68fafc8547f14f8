"""pytest as a second front."""

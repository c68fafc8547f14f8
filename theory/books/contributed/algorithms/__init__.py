"""The algorithms of this book: frozen dataclasses of parameters with `start` and `step`."""

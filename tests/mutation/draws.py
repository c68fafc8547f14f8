"""Which mutants are tried: so many of those of all files together, each as likely as any other."""

import random
from collections.abc import Mapping


def of_all(sizes: Mapping[str, int], wanted: int, seed: int) -> dict[str, list[int]]:
    """The places of the mutants that are drawn, by file, where a file has so many; no file without one is named. In
    which order the files stand makes no difference."""
    every = [(file, place) for file, size in sorted(sizes.items()) for place in range(size)]
    chosen = every if wanted >= len(every) else random.Random(seed).sample(every, wanted)
    places: dict[str, list[int]] = {}
    for file, place in chosen:
        places.setdefault(file, []).append(place)
    return places

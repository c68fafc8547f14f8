"""What rests on what: the claims in layers, each above everything that its proof uses.

A claim that uses nothing stands in layer 0, any other one layer above the highest that it uses: the longest way
down to layer 0. Where proofs go round in a circle, one claim of the circle is placed as if it used no other of it.
"""

from __future__ import annotations

from collections.abc import Sequence

from verifiers.verdict import Record


def premises(records: Sequence[Record]) -> list[list[int]]:
    """For each record, by number, the others that it uses: the first record of each id, once."""
    first: dict[str, int] = {}
    for number, record in enumerate(records):
        first.setdefault(record.id, number)
    numbers = ({first[id]: None for id in record.uses if id in first} for record in records)
    return [[used for used in used_once if used != number] for number, used_once in enumerate(numbers)]


def layers(uses: Sequence[Sequence[int]]) -> list[int]:
    """The layer of each claim, from the numbers of those that it uses."""
    layer: dict[int, int] = {}
    waiting = list(range(len(uses)))
    height = 0
    while waiting:
        ready = [k for k in waiting if all(used in layer for used in uses[k])] or [
            _in_a_circle(uses, layer, waiting[0])
        ]
        layer |= dict.fromkeys(ready, height)
        waiting = [k for k in waiting if k not in layer]
        height += 1
    return [layer[k] for k in range(len(uses))]


def _in_a_circle(uses: Sequence[Sequence[int]], layer: dict[int, int], start: int) -> int:
    """Some claim that rests on itself, found by going down from one that rests on a circle."""
    passed: set[int] = set()
    while start not in passed:
        passed.add(start)
        start = next(used for used in uses[start] if used not in layer)
    return start

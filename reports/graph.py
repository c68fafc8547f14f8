"""The claims in layers, each above everything that its proof uses.

A claim that uses nothing stands in layer 0, any other one layer above the highest that it uses. Where proofs form a
circle, one claim of the circle is placed as if it used no other of it.
"""

from collections.abc import Iterator, Sequence

from lemmacheck.verifiers.records.verdict import Record


def premises(records: Sequence[Record]) -> list[list[int]]:
    """For each record, by number, the others that it uses: the first record of each id, once."""
    first: dict[str, int] = {}
    for number, record in enumerate(records):
        first.setdefault(record.id, number)
    numbers = ({first[id]: None for id in record.premises if id in first} for record in records)
    return [[used for used in used_once if used != number] for number, used_once in enumerate(numbers)]


def of_print(records: Sequence[Record], uses: Sequence[Sequence[int]]) -> list[int]:
    """How many of the claims that each record uses its printed proof uses: these stand first."""
    return [sum(records[one].id in record.uses for one in used) for record, used in zip(records, uses, strict=True)]


def layers(uses: Sequence[Sequence[int]]) -> list[int]:
    """The layer of each claim, from the numbers of those that it uses; in time proportional to their number."""
    users: list[list[int]] = [[] for _ in uses]
    for k, used in enumerate(uses):
        for below in set(used):
            users[below].append(k)
    missing = [len(set(used)) for used in uses]
    layer: list[int | None] = [None] * len(uses)
    circles = _circles(uses, layer)
    ready = [k for k, count in enumerate(missing) if not count]
    height = placed = 0
    while placed < len(uses):
        ready = ready or [next(circles)]
        for k in ready:
            layer[k] = height
        placed += len(ready)
        above = [user for k in ready for user in users[k]]
        for user in above:
            missing[user] -= 1
        ready = [user for user in dict.fromkeys(above) if not missing[user] and layer[user] is None]
        height += 1
    return [at or 0 for at in layer]


def _circles(uses: Sequence[Sequence[int]], layer: Sequence[int | None]) -> Iterator[int]:
    """Claims of circles, one at each call: a claim without a layer that rests on itself. The search follows the claims
    without a layer, and goes on where the last one ended."""
    way: list[int] = []
    on_the_way: set[int] = set()
    below = [iter(used) for used in uses]
    for start in range(len(uses)):
        while layer[start] is None:
            if not way:
                way, on_the_way = [start], {start}
            if layer[way[-1]] is not None:
                on_the_way.discard(way.pop())
                continue
            following = next(used for used in below[way[-1]] if layer[used] is None)
            if following in on_the_way:
                yield following
            else:
                way.append(following)
                on_the_way.add(following)

"""The parameters of a book take turns on the instances: each shape, and each family of it, meets all of them."""

from dataclasses import replace

import pytest
from lemmacheck.verifiers.campaigns.questions import turn
from lemmacheck.verifiers.campaigns.spec import MIXED_FAMILIES, MIXED_SHAPES

from tests.verifiers.campaigns.campaigns_at_hand import SMALL


@pytest.mark.parametrize("shapes", [MIXED_SHAPES[:1], MIXED_SHAPES[:2], MIXED_SHAPES[:6], MIXED_SHAPES])
@pytest.mark.parametrize("families", [MIXED_FAMILIES[:1], MIXED_FAMILIES[:2], MIXED_FAMILIES[:3], MIXED_FAMILIES])
@pytest.mark.parametrize("count", [1, 2, 3, 4, 6, 9])
def test_each_family_of_each_shape_meets_all_parameters_equally_often(
    shapes: tuple[tuple[int, int], ...], families: tuple[str, ...], count: int
) -> None:
    spec = replace(SMALL, shapes=shapes, families=families)
    m, F = len(shapes), len(families)
    met: dict[tuple[int, int], list[int]] = {}
    for k in range(m * F * count * 2):
        met.setdefault((k % m, k // m % F), []).append(turn(spec, k, count))

    assert len(met) == m * F
    assert all(sorted(turns) == sorted([*range(count)] * 2) for turns in met.values())

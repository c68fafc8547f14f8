"""Protects the needs of an author's claims: they are as small as the witnesses of `check`, and a limit has them too."""

import pytest
from lemmacheck.verifiers.probe.need import Need, need
from lemmacheck.verifiers.records.result_text import need_lines

from tests.books.written import HEAD, WRITE, claim_text, hypothesis_text, method_text, problem_text

TEXT = (
    HEAD
    + problem_text("Numbers", "a=Z[0, 0], b=Z[-1, -1], size=(Z * Z).sum()", "shapes=(3, 3)")
    + method_text("Powers", "State(p.a)", "State(s.x * p.b)")
    + hypothesis_text("small", "at_most(p.a**2, 1)", "|a| ≤ 1")
    + hypothesis_text("contracts", "at_most(4 * p.b**2, 1)", "|b| ≤ 1/2")
    + hypothesis_text("bounded", "at_most(p.size, 100)", "‖Z‖² ≤ 100")
    + claim_text("L.one", "Powers", "at_most(run.x**2, 1)", given="[small, contracts]")
    + claim_text("L.size", "Powers", "at_most(run.x[0] ** 2, 100)", given="[bounded]")
    + claim_text("L.limit", "Powers", "Limit(run.x)", given="[contracts]")
    + claim_text("L.rate", "Powers", "Decay(run.x**2, 2)", given="[contracts]")
    + claim_text("L.idle", "Powers", "Limit(0 * run.x)", given="[small]")
    + "METHOD = Method(Powers, on=Numbers, steps=20)\n"
)


@pytest.fixture
def asked(opened: WRITE) -> dict[str, list[Need]]:
    claims = opened(TEXT).claims
    return {id: need(claims[id]).needs for id in claims}


def test_a_need_is_as_small_as_a_witness_and_what_tends_has_needs_too(asked: dict[str, list[Need]]) -> None:
    found = {id: [one.found and one.found.Z for one in needs] for id, needs in asked.items()}

    assert found == {
        "L.one": [[["-2", "0"]], [["-1", "-2"]]],
        "L.size": [[["-11"]]],
        "L.limit": [[["-1"]]],
        "L.rate": [[["-1"]]],
        "L.idle": [None],
    }
    (limit,), (idle,) = asked["L.limit"], asked["L.idle"]
    assert need_lines(limit)[1].endswith("comes back after 2 steps: -1 = 0 is false")
    assert idle.tried > 0

"""Protects the needs of an author's claims: they are as small as the witnesses of `check`, and a limit has them too."""

import pytest
from lemmacheck.verifiers.probe.need import Need, confirm, need
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
    + hypothesis_text("low", "at_most(p.a, 3)", "a ≤ 3")
    + claim_text("L.off", "Powers", "above((run.x[0] - Fraction(22, 7)) ** 2, 0)", given="[low]")
    + "METHOD = Method(Powers, on=Numbers, steps=20)\n"
)


@pytest.fixture
def asked(opened: WRITE) -> dict[str, list[Need]]:
    claims = opened(TEXT).claims
    return {id: need(claims[id]).needs for id in claims if id != "L.off"}


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


def test_a_search_finds_what_is_on_none_of_the_data_that_are_tried(opened: WRITE) -> None:
    """Protects what a search of the claim without its hypothesis finds, which `check` of that claim refutes."""
    claim = opened(TEXT).claims["L.off"]
    (tried,), (one,) = need(claim).needs, need(claim, budget=500).needs

    assert tried.found is None
    assert tried.tried > 0
    assert one.found is not None
    assert (one.found.Z, one.found.t) == ([["22/7"]], 0)
    assert confirm(claim, "low", one.found) == one.found


def test_how_much_was_searched_is_said_where_nothing_is_found(opened: WRITE) -> None:
    (one,) = need(opened(TEXT).claims["L.idle"], budget=500).needs

    assert one.searched > 0
    assert f" tries, nor on {one.searched} searched instances, which does not say" in need_lines(one)[1]

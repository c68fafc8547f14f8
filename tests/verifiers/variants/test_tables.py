"""Protects the tables of a variant: an exponent says what its interval is, and what rounds to 0 has no sign."""

from lemmacheck.verifiers.variants.tables import exponents


def test_an_exponent_stands_with_its_interval_and_a_0_without_a_sign() -> None:
    fit = {"method": "mine", "data": "iris", "exponent": 0.001, "lower": -0.004, "upper": None}
    table = exponents({"statement": "γ̄ − γ(w_t)", "fits": [fit]})

    assert table.rows == [["mine", "0.00 [0.00, ?]"]]
    assert table.title.endswith("~ t^p, with its 99 % interval")

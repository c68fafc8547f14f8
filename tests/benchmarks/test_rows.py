"""Protects the benchmarks: every row runs, at a tiny size, and its two sides compute the same."""

from collections import defaultdict
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from benchmarks import contest, growth, larger, machine, operations, rendering, roofline, scaling, section3
from benchmarks.data import as_floats, planted, separable
from benchmarks.notebook import section_3
from benchmarks.pair import Pair, Row, Size, row
from benchmarks.rows import ROWS
from lemmacheck.theory.books.jst.algorithms.dual_nesterov import DualNesterov
from lemmacheck.theory.books.jst.algorithms.primal_momentum import PrimalMomentum
from lemmacheck.theory.core.relation import Relation
from lemmacheck.verifiers.numbers.comparison import sides
from lemmacheck.verifiers.numbers.float64 import Float64

from tests.shipped import subject_of


@pytest.mark.slow
@pytest.mark.parametrize("name", ROWS)
def test_both_sides_of_a_row_compute_the_same(name: str) -> None:
    pair = ROWS[name](Size.TINY)
    assert pair.agree(pair.ours(), pair.theirs())


def test_the_notebook_checks_every_true_statement_of_the_section_and_no_other() -> None:
    asked: defaultdict[str, list[str]] = defaultdict(list)

    def note(id: str, lhs: Any, op: str, rhs: Any) -> None:
        asked[id].append(op)

    section_3(as_floats(separable(1, 8, 4)[0]), 3, note)
    known = {claim.id for about in (DualNesterov, PrimalMomentum) for claim in section3.claims(about)}
    assert set(asked) == known
    assert all(claim in known for claim in ("P.L3.2", "P.L3.5", "P.L3.6l", "P.L3.6u", "P.P3.7", "P.T3.1.1"))


@pytest.mark.parametrize("about", section3.METHODS, ids=lambda about: about.__name__)
def test_the_notebook_and_the_claims_compare_the_same_numbers(about: type) -> None:
    (instance,), steps = separable(1, 8, 4), 12
    asked: defaultdict[str, list[tuple[float, float]]] = defaultdict(list)
    section_3(as_floats(instance), steps, lambda id, lhs, op, rhs: asked[id].append((lhs, rhs)))
    with Float64().active():
        subject = subject_of(instance, Float64(), section3.METHODS[about], steps)
        stated = {claim.id: claim(subject) for claim in section3.claims(about, section3.BOUNDS)}
    single = {id: sides(relation) for id, relation in stated.items() if isinstance(relation, Relation)}
    assert len(single) >= 3
    for id, both in single.items():
        assert np.allclose(asked[id], np.transpose(both), atol=1e-5), id


def test_the_notebook_notices_a_statement_that_fails() -> None:
    with pytest.raises(AssertionError, match=r"P\.T3\.1\.2|P\.L3\.2"):
        section_3(3 * as_floats(separable(1, 8, 4)[0]), 20)


@pytest.mark.slow
def test_a_large_file_is_written_and_run_on() -> None:
    found = larger.streamed(1e6, 2)
    assert found["n"] * found["d"] == pytest.approx(1e6 / 8, rel=0.01)
    assert found["seconds_an_iteration"] > 0
    assert f"at most {found['peak_megabytes']} MB" in larger.section(found)


@pytest.mark.parametrize("series", growth.SERIES)
def test_every_series_of_the_growth_runs(series: str) -> None:
    growth.SERIES[series].work(4)()


def test_an_exponent_is_the_slope_on_logarithms() -> None:
    points = [(x, 3e-6 * x**2) for x in (1, 10, 100, 1000)]
    assert growth.exponent(points) == pytest.approx(2)
    assert "| batch: T | 1: 0.003 ms | 1000: 3e+03 ms | 2.00 | 1; more" in growth.section({"batch: T": points})
    assert "<svg" in growth.picture({"s": points})


def test_every_method_of_the_contest_arrives_on_an_easy_course() -> None:
    course = contest.Course("easy", planted(30, 2, margin=0.5), 0.5)
    told = contest.contest(course, 300)
    assert all(times[0] is not None for times in told["seconds"].values())
    assert told["seconds"]["Algorithm 1"][0] > 0
    assert "| easy, 30 x 2, γ̄ = 0.5 |" in contest.section([told])


def test_planted_rows_have_norm_one_and_the_margin_they_are_given() -> None:
    Z = planted(50, 4, margin=0.2)
    assert np.allclose(np.linalg.norm(Z, axis=1), 1)
    assert Z.shape == (50, 4)


def test_a_ratio_is_of_times_taken_in_the_same_round() -> None:
    pair = Pair("x", "what", "beside", int, int, share=0.5)
    found = row(pair, [1.0, 2.0, 9.0], [4.0, 4.0, 12.0])
    assert (found.ratio, found.spread, found.met) == (0.5, (0.25, 0.75), True)
    faster = row(replace(pair, share=None, speedup=9, parts=2), [1.0], [4.0])
    assert (faster.ratio, faster.theirs, faster.met) == (8, 8, False)
    assert row(replace(pair, share=None), [1.0], [4.0]).met is None
    waited = replace(pair, share=None, within=2)
    assert [row(waited, [ours], [1.0]).met for ours in (1.9, 2.1)] == [True, False]


def test_the_table_has_a_column_for_each_processor_and_a_miss_with_its_profile(tmp_path: Path) -> None:
    missed = Row("x", "what", "beside", 0.5, 2e-6, 3.0, (2.0, 4.0), "≤ 1 of the time", False, "why", ("line",))
    here, there = (({"processor": "Chip", "cores": "2"}, rate) for rate in (78.4e9, 108e9))
    asked_else = replace(missed, target="≤ 4 of the time", met=True)
    (tmp_path / "bench.json").write_text(
        rendering.document({rendering.kind(*there): rendering.Measured(there[0], [asked_else])}), "utf-8"
    )
    measured = rendering.read(tmp_path / "bench.json") | {rendering.kind(*here): rendering.Measured(here[0], [missed])}
    text = rendering.markdown(measured, rendering.kind(*here), [])
    found = "3 (2 to 4), 500 ms to 2 µs"
    assert "| target | Chip, 2 cores, about 100 Gflop/s | Chip, 2 cores, about 80 Gflop/s |" in text
    assert f"| x | what | beside | ≤ 1 of the time | {found} | {found}, **no** |" in text
    assert "- **x**: why." in text
    assert "    line" in text
    assert "x" in rendering.table([missed])


def test_two_families_of_one_brand_are_two_columns_and_what_is_on_record_stays(tmp_path: Path) -> None:
    known, older, newer = (
        {"processor": machine.named({"brand_raw": "AMD EPYC", **family}), "cores": "2"}
        for family in ({}, {"family": 25}, {"family": 26})
    )
    kinds = [rendering.kind(one, 100e9) for one in (known, older, newer)]
    assert kinds == [f"AMD EPYC{family}, 2 cores, about 100 Gflop/s" for family in ("", " (family 25)", " (family 26)")]
    rows = [Row("x", "what", "beside", ours, 2.0, ours / 2, (0.5, 1.5), "reported", None, "") for ours in (1.0, 2.0)]
    on_record = {kinds[0]: rendering.Measured(known, rows[:1])}
    (tmp_path / "bench.json").write_text(rendering.document(on_record), "utf-8")
    assert rendering.read(tmp_path / "bench.json") == {
        kinds[0]: rendering.Measured(known, [replace(rows[0], spread=[0.5, 1.5], profile=[])])
    }
    measured = rendering.read(tmp_path / "bench.json") | {kinds[2]: rendering.Measured(newer, rows[1:])}
    text = rendering.markdown(measured, kinds[2], [])
    assert f"| target | {kinds[0]} | {kinds[2]} |" in text
    assert "| reported | 0.5 (0.5 to 1.5), 1 s to 2 s | 1 (0.5 to 1.5), 2 s to 2 s |" in text


def test_a_pass_is_told_beside_what_reading_and_computing_would_take_at_least() -> None:
    found = Row(
        "float64 60000 x 784", "", "", 20 * 0.2, 1.0, 4.0, (4.0, 4.0), "≤ 1.9 of the time", False, "", bound=1.9
    )
    rates = {"bytes": 60000 * 784 * 80, "operations": 1e12, "float32": 1e9, "uint8": 60000 * 784 * 20}
    balls, narrow = (
        replace(found, id="balls", ours=0.006),
        replace(found, id="one read 60000 x 784 in uint8", bound=2.1),
    )
    batched = replace(found, id="batched", ours=0.006, ratio=50.0, target="≥ 60 times as fast", bound=60)
    text = roofline.section([found, balls, narrow, batched], rates, {"balls": 0.004, "batched": 0.003})
    asked = "≤ 1.9 of the time"
    assert f"| 376 MB | 188 million | 100 ms | 200 ms | 2.00 | {asked} | 2 at best: out of reach |" in text
    assert f"| 47 MB | 188 million | 100 ms | 200 ms | 2.00 | {asked} | 2 at best |" in text
    assert (
        f"| balls | its balls, in arrays of NumPy | 4 ms | 6 ms | 1.50 | {asked} | 2.67 at best: out of reach |" in text
    )
    assert "memory | 3 ms | 6 ms | 2.00 | ≥ 60 times as fast | 100 at best |" in text


def test_what_a_row_cannot_do_without_takes_time() -> None:
    assert all(seconds > 0 for seconds in (roofline.balls_alone(64), roofline.equations_alone([[1, 2], [-3, 1]])))
    assert all(seconds > 0 for seconds in (roofline.cache_alone(8, 2), roofline.batch_alone(2, 3)))
    assert roofline.statements_alone([separable(2, 8, 4)], 3) > 0
    assert roofline.products_alone(8, 2) > 0
    assert all(roofline.uses(stored) > 0 for stored in ("float32", "uint8"))


def test_every_side_of_a_statement_is_made_by_a_call_or_counted_once() -> None:
    found = operations.of_statements(separable(2, 8, 4), 3)
    made = {function.__name__ for function, _, _ in found.calls}
    assert made == {"exp", "einsum"}
    before = [side.copy() for side in found.others]
    results = [function(*arguments) for function, arguments, _ in found.calls]
    found.once()
    assert all(map(np.array_equal, before, found.others))
    assert all(np.allclose(result, again) for (_, _, again), result in zip(found.calls, results, strict=True))
    assert 0 < len(found.others) < 2 * len(found.pairs)


def test_rows_on_many_machines_are_their_bytes_and_what_a_part_costs() -> None:
    costs = {
        "columns": 100,
        "overhead": [[2, 0.3], [4, 0.5]],
        "bytes_a_second": 800,
        "iterations": [[10, 2, 4.5], [10, 5, 3]],
    }
    assert scaling.model(costs, 10, 5, 2) == pytest.approx(8000 / 2 / 800 + 0.1 + 5 * 0.1)
    assert "| 10 x 100 | 2 | 5.3e+03 ms | 4.5e+03 ms |\n| 10 x 100 | 5 | 2.6e+03 ms | 3e+03 ms |" in scaling.section(
        costs
    )

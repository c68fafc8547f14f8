"""Protects batches: their layout, and that a run of many problems is the run of each."""

import numpy as np
import pytest
from lemmacheck.theory.books.jst.algorithms.dual_nesterov import DualNesterov
from lemmacheck.theory.books.jst.algorithms.primal_momentum import PrimalMomentum
from lemmacheck.theory.core.run import run
from lemmacheck.verifiers.instances.families import survey
from lemmacheck.verifiers.instances.margins import margin_problem
from lemmacheck.verifiers.instances.side_by_side import interleaved, run_together
from lemmacheck.verifiers.numbers.float64 import Float64

GROUP = next(group for group in survey(16) if group[0].shape == (4, 3))
STEPS = 30


def test_interleaved_arrays_are_the_same_arrays_with_the_axis_innermost() -> None:
    x = np.arange(24.0).reshape(4, 3, 2)
    assert np.array_equal(interleaved(x, 0), x)
    assert interleaved(x, 0).strides[0] == x.itemsize
    assert interleaved(x, 1).strides[1] == x.itemsize


@pytest.mark.parametrize("algorithm", [DualNesterov(), PrimalMomentum()])
def test_a_batch_runs_as_each_of_its_problems_does(algorithm: object) -> None:
    together = run_together(algorithm, margin_problem(GROUP, Float64()), STEPS)
    for k, instance in enumerate(GROUP):
        alone = run(algorithm, margin_problem(instance, Float64()), STEPS)
        for name in ("w", "q"):
            assert np.allclose(getattr(together, name)[:, k], getattr(alone, name), rtol=1e-9, atol=1e-12)


def test_states_are_rows_of_the_sequences_and_stay_interleaved() -> None:
    problem = margin_problem(GROUP, Float64())
    together, stacked = run_together(DualNesterov(), problem, STEPS), run(DualNesterov(), problem, STEPS)
    assert len(together.states) == STEPS + 1
    assert together.states[7]._fields == stacked.states[7]._fields
    for name in stacked.states[0]._fields:
        assert np.array_equal(getattr(together, name), getattr(stacked, name))
        assert np.array_equal(getattr(together.states[7], name), getattr(stacked.states[7], name))
    assert together.w.strides[1] == together.w.itemsize
    assert np.shares_memory(together.states[7].w, together.w)


def test_what_is_known_of_a_sequence_is_known_of_its_stretches_and_of_nothing_else() -> None:
    problem = margin_problem(GROUP, Float64())
    together = run_together(DualNesterov(), problem, STEPS)
    norms = together.norm(together.w)
    for stretch in (slice(1, None), slice(None, -1), slice(0, 1), slice(3, 9)):
        assert np.shares_memory(together.norm(together.w[stretch]), norms)
        assert np.array_equal(together.norm(together.w[stretch]), norms[stretch])
    for other in (together.w[::2], together.w[::-1], together.w[:, 1:], together.w[..., 1:], 1 * together.w[1:]):
        assert not np.shares_memory(together.norm(other), norms)
        assert np.array_equal(together.norm(other), problem.norm(other))
    assert together.scores(together.w[1:]) is together.scores(together.w[1:])
    assert np.array_equal(together.scores(together.w), problem.scores(together.w))


def test_another_algorithm_runs_on_a_batch_side_by_side_too() -> None:
    again = run_together(DualNesterov(), margin_problem(GROUP, Float64()), STEPS).again(PrimalMomentum())
    assert again.steps == STEPS
    assert again.w.strides[1] == again.w.itemsize
    assert np.array_equal(again.w, run_together(PrimalMomentum(), margin_problem(GROUP, Float64()), STEPS).w)

"""The margin problem of an instance under an arithmetic, or of a batch of equally shaped ones."""

from collections.abc import Callable

from lemmacheck.theory.core.arithmetic import Arithmetic
from lemmacheck.theory.margins.copies import Copies, Once
from lemmacheck.theory.margins.losses import Exponential, Loss
from lemmacheck.theory.margins.problem import Optimum, Problem
from lemmacheck.verifiers.instances.enclosed import Enclosed, Shielded
from lemmacheck.verifiers.instances.instance import Counted, Data, Instance, optima
from lemmacheck.verifiers.instances.side_by_side import Batch, interleaved
from lemmacheck.verifiers.numbers.ball import Ball
from lemmacheck.verifiers.numbers.guarded_ball import GuardedBall


def margin_problem(data: Data, num: Arithmetic, loss: Loss = Exponential()) -> Problem:
    """The rows with their optimum; those of a batch side by side, with an axis for the problem."""
    data, copies = data_with_copies(data, num, loss)
    if isinstance(data, Instance):
        return kind_under(num)(num.array(data.rows), num, optimum_of(data, num), loss, copies)
    Z = interleaved(num.array([instance.rows for instance in data]), 0)
    return Batch(Z, num, optimum_of(data, num), loss, copies)


def kind_under(num: Arithmetic) -> Callable[..., Problem]:
    """The kind of a margin problem under an arithmetic."""
    return Shielded if isinstance(num, GuardedBall) else Enclosed if isinstance(num, Ball) else Problem


def data_with_copies(data: Data, num: Arithmetic, loss: Loss) -> tuple[Data, Once | Copies]:
    """The data with the copies of their rows; written out where they are not to be counted, or the loss cannot."""
    several = [data] if isinstance(data, Instance) else data
    if not any(instance.copies for instance in several):
        return data, Once()
    if type(loss) is not Exponential or not all(isinstance(one, Counted) or not one.copies for one in several):
        return written_out(data), Once()
    each = [instance.copies or (1,) * len(instance.rows) for instance in several]
    if isinstance(data, Instance):
        return data, Copies(num.array(each[0]), data.n)
    return data, Copies(interleaved(num.array(each), 0), num.array([instance.n for instance in several]))


def written_out(data: Data) -> Data:
    """The data with each copy of a row as a row of its own."""
    return data.written_out if isinstance(data, Instance) else [instance.written_out for instance in data]


def optimum_of(data: Data, num: Arithmetic) -> Optimum:
    """The optimum of an instance, with several q̄ where there are several; of each of a batch, with one."""
    if isinstance(data, Instance):
        best = data.optimum
        return Optimum(num.array([best.gamma_squared]), num.array(data.dual_vertices), num.array([best.direction]), num)
    found = optima(data)
    return Optimum(
        num.array([[best.gamma_squared for best in found]]),
        interleaved(num.array([[best.q for best in found]]), 1),
        interleaved(num.array([[best.direction for best in found]]), 1),
        num,
    )

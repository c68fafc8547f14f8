"""Whether a sequence that floats no longer tell from 0 goes on falling, in balls.

Of e_t = |s_t|·t^p/ln(t)^k the largest in the last quarter of a run is compared with that in the quarter before it:

    surely larger              it does not fall like 1/t^p, with p = 1/2 where none is said
    surely as large at most    it goes on
    neither is sure            a run half as long says it
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import reduce
from typing import Any

from flint import arb
from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.relation import Decay
from lemmacheck.verifiers.decide.ladder import ball_run, rungs
from lemmacheck.verifiers.decide.rates import PLATEAU
from lemmacheck.verifiers.decide.statements import limit_of
from lemmacheck.verifiers.decide.trends import SEEN, gaps_of
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.numbers.ball import Ball, to_fmpq
from lemmacheck.verifiers.numbers.monomial import as_ball

MOST = 600  # steps of a run in balls


def goes_on(claim: Claim, instance: Instance, algorithm: Any, steps: int) -> bool:
    """Whether the sequence of a rate is seen to fall as it says on a run of so many steps."""
    steps = min(steps, MOST)
    bits = rungs(steps)[0]
    method = claim.method and claim.method.of_any_length
    with Ball(bits).active():
        try:
            decay = limit_of(claim, ball_run(instance, algorithm, steps, bits, method))
            return isinstance(decay, Decay) and falls(sizes_of(decay))
        except ArithmeticError:
            return False


def sizes_of(decay: Decay) -> list[arb]:
    """|s_t|·(t + 1)^p/ln(t + 2)^k for each t."""
    given = PLATEAU if decay.power is None else decay.power, decay.logs
    power, logs = (arb(to_fmpq(x)) if isinstance(x, (int, Fraction)) else arb(x) for x in given)
    sizes = [abs(as_ball(row[0])) * arb(t + 1) ** power for t, row in enumerate(gaps_of(decay))]
    return [x / arb(t + 2).log() ** logs for t, x in enumerate(sizes)] if decay.logs else sizes


def falls(sizes: Sequence[arb]) -> bool:
    """Whether they go on falling; False where they surely do not, or where no part of the run shows it."""
    while len(sizes) > SEEN:
        last = len(sizes) - 1
        early, late = (reduce(arb.max, part) for part in (sizes[last // 2 : 3 * last // 4], sizes[3 * last // 4 :]))
        if not (early.is_finite() and late.is_finite()) or late > early:
            return False
        if late <= early:
            return True
        sizes = sizes[: last // 2 + 1]
    return False

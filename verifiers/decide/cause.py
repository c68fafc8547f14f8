"""Why a decision on one run came out as it did, and the sentences of records, both to write them and to read them."""

import re
from enum import Enum


def read(form: str, text: str) -> dict[str, str] | None:
    """The values of the named holes in a sentence of this form; None if the sentence has another form.

    An unnamed hole holds digits, one called `name` holds no comma, any other holds anything.
    """
    pattern = re.escape(form).replace(r"\{\}", "[0-9]+").replace(r"\{name\}", r"(?P<name>[^,]+)")
    found = re.fullmatch(re.sub(r"\\{(\w+)\\}", r"(?P<\1>.*)", pattern), text)
    return found.groupdict() if found else None


class Cause(Enum):
    """What a decision turns on. The value is the sentence that states it; the last three have sentences of their
    own."""

    EQUALITIES = "sides in balls agree to {} bits; balls cannot certify an equality"
    NEAR_EQUALITY = "at some entries both sides of the inequality agree to {} bits; balls cannot tell which is larger"
    NO_RUN = "the method, or a field of the problem, divides by 0 on these data"
    NO_ROW = "the statement speaks of a row that the run, or its data, does not have"
    UNDEFINED = "the statement divides by 0 here; a hypothesis may exclude such data, first=1 the row t = 0"
    NO_VALUE = (
        "a side has no value at {} in balls of {} bits: a root or logarithm of what may be negative (the root of "
        "p.squared(x) is p.norm(x)), or a branch at what may be equal"
    )
    UNDEFINED_RUN = "a step of the run divides by 0 here"
    NOTHING = "the run is too short: the statement has no entry to compare"
    OFF_THE_POINTS = "fails on this run, unless a hypothesis fails off the points at which it was tried"
    TOO_MANY = "a run has too many states"
    ONLY_SEEN = "a limit is only seen"
    OTHER = ""

    @property
    def final(self) -> bool:
        """Whether more bits would change nothing."""
        return self in FINAL

    def text(self, *holes: object) -> str:
        return self.value.format(*holes)


FINAL = (
    *(Cause.UNDEFINED, Cause.UNDEFINED_RUN, Cause.NOTHING, Cause.NO_ROW),
    *(Cause.OFF_THE_POINTS, Cause.TOO_MANY, Cause.ONLY_SEEN),
)

HERE, COUNTS = "fails on this run", " ({same} of {of} runs)"  # in a record its data and its entry stand for HERE
STATED_THERE = "state it of these points alone with @hypothesis, or take functions with which its sides have degree 2"
AT_POINTS = "a hypothesis is known at the points alone at which it was tried"
IN_BALLS = "from t = {} on in balls, for its fractions have thousands of digits"
EQUAL = (Cause.EQUALITIES.value, Cause.NEAR_EQUALITY.value)

AT_A_ROW = "the statement divides by 0 at t = {}; a hypothesis may exclude such data"
AT_THE_START = ", first=1 the row t = 0"
CUT_OFF = "the statement divides by 0 at t = {}, in a row that a slice cuts off afterwards: cut before dividing"
NO_RUNS = "nothing is said of {} more, on which the method, or a field of the problem, divides by 0"
FAILS_ON = "fails on {k} of {of} runs."
ENCLOSED = " Its sides are equal to 10⁻⁶ of their size: the 10⁻⁹ of eigenvalue_bounds may be all that fails."
ALSO = " On {name}, {reason}."
OF_RUNS = "{reason} ({same} of {of} runs, first on {first})"
WORST_OF = "{reason}, on {on}, the worst of these runs ({same} of {of} are open)"  # of a limit
CAMPAIGN = (
    "{before}a campaign of {} instances: in float64 {} met the hypotheses, {} held, {} were too close to call, "
    "{} suspected; {} were decided in balls"
)

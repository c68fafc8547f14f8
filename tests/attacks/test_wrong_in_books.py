"""Books that would get a wrong answer: of paths that are taken for one, of hypotheses that were never met, of exits."""

from dataclasses import replace
from pathlib import Path

import pytest
from lemmacheck.theory.core.book import BookError
from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.opening import blamed
from lemmacheck.theory.core.shared import Impure
from lemmacheck.verifiers.decide.counterexamples import attempt
from lemmacheck.verifiers.decide.ladder import Decision, decide
from lemmacheck.verifiers.decide.recording import Settled, write_record
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.records.verdict import Verdict
from lemmacheck.verifiers.replay.replay import Knowledge, replay

from tests.attacks.conftest import Count
from tests.books.written import claim_text, hypothesis_text, method_text, problem_text, writer
from tests.sampled import sampled

ONE = Instance.from_json("one", [["1"]])
TEXT = (
    "import numpy as np\n\n\n"
    + problem_text("Line", "a=1 + abs(Z[0, 0])")
    + """class Listed(NamedTuple):
    heads: Any
    tails: Any


class Coin:
    def start(self, p):
        return Listed(p.zeros(0), p.zeros(0))

    def draws(self, p, s):
        return p.num.array([Fraction(1, 2), Fraction(1, 2)])

    def step(self, p, s, i):
        one = p.num.array([1])
        return Listed(np.concatenate([s.heads, one]), s.tails) if i else Listed(s.heads, np.concatenate([s.tails, one]))


"""
    + method_text("Half", "State(p.a)", "State(s.x / 2)")
    + hypothesis_text("late", "at_least(run.x[100:], 1)", "x_t ≥ 1 from t = 100 on")
    + claim_text("P.mean", "Coin", "equal(run.expected(lambda s: s.heads.sum()), run.t / 2)", "E heads_t = t/2.")
    + claim_text("P.sure", "Coin", "run.chance(lambda s: equal(s.heads.sum(), 5), 1, t=5)", "Five heads: false.")
    # true, for nothing is
    + claim_text("P.late", "Half", "at_least(run.x, 1)", "x_t ≥ 1, if so from t = 100 on.", "[late]")
    + "COINS, HALVES = Method(Coin, on=Line), Method(Half, on=Line)\n"
)
STEP_OF_COIN = next(line.strip() for line in TEXT.splitlines() if "if i else" in line)


@pytest.fixture
def claims(tmp_path: Path) -> dict[str, Claim]:
    return writer(tmp_path)(TEXT).claims


def asked(claim: Claim, steps: int) -> Decision:
    return decide(claim, ONE, claim.usual[""], steps)


@pytest.mark.parametrize("lengths", [(8, 7, 6), (6, 7, 8), (30, 20, 30)])
def test_states_of_different_shapes_are_different_in_whatever_order_they_are_asked(
    claims: dict[str, Claim], lengths: tuple[int, ...], counted: Count
) -> None:
    mean, sure = ([asked(claims[id], steps) for steps in lengths] for id in ("P.mean", "P.sure"))

    right = [d.verdict == Verdict.CERTIFIED for d in mean] + [d.verdict == Verdict.REFUTED for d in sure]
    counted("paths of a coin", tried=len(right), wrong=right.count(False))
    assert all(right)


@pytest.mark.slow
@pytest.mark.parametrize(("heads", "tails", "seen"), [
    ("Listed(0, 0)", "Tails(0, 0)", "isinstance(s, Tails)"),
    ("Listed(Listed(0, 0), 0)", "Listed(Tails(0, 0), 0)", "isinstance(s.heads, Tails)"),
    ("Listed(1, 1)", "Listed(True, 1)", "s.heads is True"),
], ids=["its kind", "the kind of a part", "a truth value"])  # fmt: skip
def test_states_that_differ_in_their_kinds_alone_are_different(
    tmp_path: Path, heads: str, tails: str, seen: str
) -> None:
    """P(tails at t = 1) = 1 and P(heads at t = 1) = 1 are both false, whichever of the states would be kept."""
    text = TEXT[: TEXT.index('@claim("P.mean"')] + TEXT[TEXT.index('@claim("P.sure"') :]
    opened, kinds = writer(tmp_path), "class Tails(NamedTuple):\n    heads: Any\n    tails: Any\n\n\nclass Coin:"
    for one in (f"1 if {seen} else 0", f"0 if {seen} else 1"):
        library = opened(
            text,
            ("class Coin:", kinds),
            (STEP_OF_COIN, f"return {heads} if i else {tails}"),
            ("equal(s.heads.sum(), 5), 1, t=5", f"equal({one}, 1), 1, t=1"),
        )
        assert asked(library.claims["P.sure"], 8).verdict == Verdict.REFUTED


@pytest.mark.parametrize("lengths", [(30, 20), (20, 30)])
def test_a_run_on_all_paths_is_as_long_in_whatever_order_it_is_asked(
    claims: dict[str, Claim], lengths: tuple[int, ...]
) -> None:
    assert [asked(claims["P.mean"], steps).steps for steps in lengths] == list(lengths)


def test_a_hypothesis_that_the_run_does_not_reach_is_not_met(claims: dict[str, Claim]) -> None:
    found = asked(claims["P.late"], 20)

    assert (found.verdict, found.reason) == (Verdict.UNDECIDED, "a hypothesis is not decided: x_t ≥ 1 from t = 100 on")


TUNED = (
    ("class Half:", "@dataclass(frozen=True)\nclass Half:\n    N: Any = 1\n\n"
     "    def tuned(self, p, N):\n        return replace(self, N=N)\n"),
    ("State(s.x / 2)", "State(s.x - s.x / self.N)"),
    ("about=Half, given=[late]", "about=Half"),
    ("at_least(run.x, 1)", "at_most(run.last(lambda s: s.x), run.problem.a / 3)"),
    ("Method(Half, on=Line)", "Method(Half, on=Line, horizons=[8])"),
)  # fmt: skip


def test_a_witness_of_a_run_of_fixed_length_stands_with_this_length_alone(tmp_path: Path) -> None:
    library = writer(tmp_path)(TEXT, *TUNED)
    one = library.claims["P.late"]
    ((label, algorithm),) = one.usual.items()
    record = write_record(one, [Settled(ONE, label, decide(one, ONE, algorithm, 8))], 8, 1)
    assert record.witness is not None

    said = [replace(record, witness=replace(record.witness, steps=steps)) for steps in (7, 8, 9)]

    assert [replay(one, Knowledge(library=library)).stands for one in said] == [False, True, False]


SURE, LATE = "run.chance(lambda s: equal(s.heads.sum(), 5), 1, t=5)", "at_least(run.x, 1)"
MISTAKES = {
    "an event of nothing": (SURE, "run.chance(lambda s: (), 1)", "the event of a chance states nothing"),
    "a time before the run": (SURE, "run.chance(lambda s: equal(0, 0), 1, t=-2)",
        "t = -2 of a chance is no t of a run"),
    "a row before the run": (LATE, "at_least(run.x, 1).since(-5)", "stands for t = -5; expected an integer"),
    "a row that is no number": (LATE, "at_least(run.x, 1).since('a')", "stands for t = 'a'; expected an integer"),
    "a first row before the run": ("given=[late]", "first=-1", "first= of claim P.late is -1; expected the t"),
    "both of two": (LATE, f"{LATE} and at_most(run.x, 1)", "a statement has no truth before it is decided: return"),
    "one not returned": (f"return {LATE}", f"equal(run.x, 1)\n    return {LATE}", "is stated and lost; return it, or"),
    "nothing at each t": (LATE, "at_least(run.each(lambda s: None), 1)", "gives nothing back; does it end with"),
    "a problem for a number": (LATE, "at_least(run.problem, 1)", "the left side is a Line; expected a number"),
    "an event that is no tuple": (LATE, f"Chance({LATE}, 1, 1)", "the event of a Chance is a Relation; expected a"),
    "what it corrects": ("given=[late]", "corrects='P.9'", "corrects 'P.9', which no book states"),
    "a class for a method": ("on=Line)", "on=Line, usual={'': Half})", "of Coin is the class Half; expected a"),
    "a number for a method": ("on=Line)", "on=Line, wrong={'no': 5})", "'no' of Coin is 5, which has no step; exp"),
    "a proof that is no function": ("given=[late]", "proof=[]", "proof= of claim P.late is []; expected a function"),
    "an exit": (LATE, "exit()", "the program is left here"),
    "a hypothesis that is a limit": ("at_least(run.x[100:], 1)", "Limit(run.x)", "a Limit"),
    "a hypothesis that is none": ("given=[late]", "given=[late.function]", "of claim P.late holds late, which is no"),
    "no value of a parameter": ("@problem\nclass Line:\n    def of(Z", "@problem(mu=[])\nclass Line:\n    def of(Z, mu",
        "expected a list of values"),
    "no row": ("@problem\n", "@problem(shapes=(0, 2))\n", "expected the most rows and columns"),
    "no step": ("Method(Half, on=Line)", "Method(Half, on=Line, steps=0)", "steps= of Half is 0"),
    "families without end": ("class Listed",
        "Line.families = staticmethod(lambda: ([[k]] for k in iter(int, 1)))\n\n\nclass Listed",
        "families() of Line yields more than 1000 matrices"),
    "weights of more than 1": ("[Fraction(1, 2), Fraction(1, 2)]",
        "[Fraction(1, 2), Fraction(1, 2) + Fraction(1, 2**300)]", "expected numbers of at least 0 that add up to 1"),
}  # fmt: skip


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_one_line(tmp_path: Path, mistake: str) -> None:
    old, new, told = MISTAKES[mistake]

    with pytest.raises(BookError) as error:
        writer(tmp_path)(TEXT, (old, new))
    assert told in str(error.value)
    assert "paper1.py" in str(error.value)


def test_an_exit_in_a_longer_run_is_an_error(tmp_path: Path) -> None:
    late = "at_least(run.x, 1 if run.steps < 15 else exit())"
    one = writer(tmp_path)(TEXT, (LATE, late)).claims["P.late"]

    with pytest.raises(Impure, match=r"paper1\.py:\d+: the program is left here"):
        decide(replace(one, given=()), ONE, one.usual[""], 20)


def test_a_list_of_an_authors_own_that_is_too_short_is_a_mistake_and_no_missing_row(tmp_path: Path) -> None:
    one = replace(
        writer(tmp_path)(TEXT, (LATE, "at_least(run.x, ([0] * 9)[run.problem.n])")).claims["P.late"], given=()
    )
    many = Instance.from_json("many", [["1"]] * 9)

    assert asked(one, 2).verdict == Verdict.CERTIFIED
    for decided in (decide, attempt):
        with pytest.raises(IndexError, match="list index") as error:
            decided(one, many, one.usual[""], 2)
        assert "paper1.py:69, in P_late: IndexError: list index out of range" in blamed(error.value)
        assert "smallest" not in blamed(error.value)


@pytest.mark.slow
def test_a_run_made_for_more_steps_than_can_be_listed_is_not_decided_before(tmp_path: Path) -> None:
    tuned = (
        "    def draws(self, p, s):",
        "    def tuned(self, p, N):\n        return self\n\n    def draws(self, p, s):",
    )
    until_33, sure = "at_most(s.heads.sum(), 33)", "equal(s.heads.sum(), 5), 1, t=5"
    text = TEXT.replace(sure, f"{until_33}, 1")  # false of 40 steps
    for horizons in sampled(([20, 40], [40]), 1):
        made = ("COINS, HALVES = Method(Coin, on=Line)", f"COINS, HALVES = Method(Coin, on=Line, horizons={horizons})")
        claim = writer(tmp_path)(text, tuned, made).claims["P.sure"]
        decision = decide(claim, ONE, claim.usual["N=40"], 8)

        assert decision.verdict == Verdict.UNDECIDED
        assert decision.reason.endswith("it is followed for 33 of its 40 steps")


@pytest.mark.parametrize(("chance", "told"), [
    ("lambda s: at_least(1, 0) if s.heads.size else at_most(1, 0), 1, t=1", "is <= or >= by the state"),
    ("lambda s: at_least(s.heads.sum(), 0), np.array([0, 2], dtype=object), t=1", "is bounded by 2 numbers"),
    ("lambda s: at_least(s.heads.sum(), 0), 1, t=True", "t = True of a chance is no t"),
])  # fmt: skip
def test_a_chance_says_one_thing_of_one_t(tmp_path: Path, chance: str, told: str) -> None:
    with pytest.raises(BookError, match=told):
        writer(tmp_path)(TEXT, ("lambda s: equal(s.heads.sum(), 5), 1, t=5", chance))


@pytest.mark.slow
@pytest.mark.parametrize(("event", "verdict"), [
    ("at_most(np.array([0, 5], dtype=object), 4 + 2 * s.heads.sum())", Verdict.REFUTED),
    ("at_most(s.heads.sum() * np.array([1, 1], dtype=object), s.heads.sum())", Verdict.CERTIFIED),
    ("at_most(np.array([0, 5, 0], dtype=object), 6 - s.heads.sum())", Verdict.CERTIFIED),
])  # fmt: skip
def test_each_number_of_an_event_meets_the_other_side_in_its_own_state(
    tmp_path: Path, event: str, verdict: Verdict
) -> None:
    """As many states as there are numbers in one of them: no state's bound is held against another one's numbers."""
    changed = ("equal(s.heads.sum(), 5), 1, t=5", f"{event}, 1, t=1")
    one = writer(tmp_path)(TEXT, changed).claims["P.sure"]

    assert asked(one, 6).verdict == verdict


def test_the_mean_of_what_has_another_shape_by_the_state_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BookError, match=r"the mean of \(0,\) and \(1,\)"):
        writer(tmp_path)(TEXT, ("lambda s: s.heads.sum()", "lambda s: s.heads[:1]"))

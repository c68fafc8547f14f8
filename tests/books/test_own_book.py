"""A book of one's own in one file: what the least of it decides, what it may say, and how its mistakes are told."""

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from lemmacheck.theory.core.book import BookError
from lemmacheck.verifiers.cli.common import selected
from lemmacheck.verifiers.cli.known import known_path, verdicts
from lemmacheck.verifiers.decide.counterexamples import refutation, smallest
from lemmacheck.verifiers.decide.ladder import decide
from lemmacheck.verifiers.decide.screening import screen
from lemmacheck.verifiers.instances.families import structured
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.instances.subject import subject_of
from lemmacheck.verifiers.library.new_book import TEXT
from lemmacheck.verifiers.numbers.ball import Ball
from lemmacheck.verifiers.numbers.chances import relations_of
from lemmacheck.verifiers.numbers.float64 import Float64
from lemmacheck.verifiers.numbers.refusal import Inexact
from lemmacheck.verifiers.records.terminal import InputError
from lemmacheck.verifiers.records.verdict import Verdict

from tests.books.written import SHRINKING, WRITE

LEAST = (
    '''"""A note: x_t falls."""

from typing import Any, NamedTuple

from lemmacheck import Decay, Limit, Method, at_most, claim, equal, exact, hypothesis, problem


'''
    + SHRINKING
    + '''

@claim("L.1", about=Shrinking)
def stays_below(run):
    """x_t ≤ a/(t + 1)."""
    return at_most(run.x, run.problem.a / (run.each(lambda s: s.t) + 1))


METHOD = Method(Shrinking, on=Line)
'''
)


@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_the_least_book_is_a_problem_a_method_and_a_docstring(mark: str, opened: WRITE) -> None:
    one = opened(mark + LEAST).claims["L.1"]

    assert (one.statement, one.source.document, one.usual.keys()) == ("x_t ≤ a/(t + 1).", "paper1", {""})
    assert decide(one, structured()[0], one.usual[""], 9).verdict == Verdict.CERTIFIED


def test_a_file_without_a_book_is_one_of_the_source_that_it_names(opened: WRITE) -> None:
    named = 'from lemmacheck import Source\n\nPAPER = Source("A26", "A. Author", "On lines", "draft")\n\n\nclass State'

    assert opened(LEAST, ("class State", named)).books[0].source.title == "On lines"


def test_t_is_exact_in_a_step_that_divides_by_it(opened: WRITE) -> None:
    one = opened(LEAST).claims["L.1"]
    with Ball(64).active():
        run = subject_of(Instance.from_json("", [["1"]]), Ball(64), one.usual[""], 5, method=one.method)

    assert [str(x) for x in run.x] == ["2", "1", "2/3", "1/2", "2/5", "1/3"]


def test_the_book_to_start_from_has_a_true_and_a_false_lemma_with_the_smallest_witness(opened: WRITE) -> None:
    library = opened(TEXT)
    true, false = library.claims.values()
    label, algorithm = next(iter(true.usual.items()))
    large = next(i for i in structured() if i.shape == (4, 3))
    found = refutation(false, large, label, 6)

    assert [decide(true, i, algorithm, 12).verdict for i in structured()[:6]] == [Verdict.CERTIFIED] * 6
    assert found is not None
    assert smallest(false, found).instance.rows == ((Fraction(-1), Fraction(0)),)


def test_each_parameter_of_a_problem_is_tried_with_each_value(opened: WRITE) -> None:
    library = opened(TEXT)

    assert list(library.claims["Me.L1"].usual) == ["c = 1, mu=1/4", "c = 1, mu=1"]


def test_problems_kept_apart_say_what_each_says_alone(opened: WRITE) -> None:
    one, num = opened(TEXT).claims["Me.L1"], Float64()
    group = [i for i in structured() if i.shape == (3, 2)]
    algorithm = one.usual["c = 1, mu=1"]
    with num.active():
        together = relations_of(one(subject_of(group, num, algorithm, 5, method=one.method)))[0]
        for k, instance in enumerate(group):
            alone = relations_of(one(subject_of(instance, num, algorithm, 5, method=one.method)))[0]
            np.testing.assert_allclose(together.lhs[:, k], alone.lhs, rtol=1e-14)
            np.testing.assert_allclose(together.rhs[:, k], alone.rhs, rtol=1e-14)
    assert len(group) > 3
    assert {label for _, label in screen([one], [group], one.method, 5)} == set(one.usual)


def test_rationals_that_double_with_every_step_are_enclosed(opened: WRITE) -> None:
    grown = ("s.x * (s.t + 1) / (s.t + 2)", "s.x * s.x / (1 + s.x * s.x)")
    one = opened(LEAST, grown, ("run.problem.a / (run.each(lambda s: s.t) + 1)", "run.problem.a")).claims["L.1"]

    decision = decide(one, Instance.from_json("", [["2/3"]]), one.usual[""], 60)

    assert decision.verdict == Verdict.CERTIFIED
    assert decision.reason == "from t = 12 on in balls, for its fractions have thousands of digits"


def test_a_branch_that_another_matrix_of_the_shape_does_not_reach_is_refused(opened: WRITE) -> None:
    step = "if p.a > 2 and p.sqrt(s.x) >= 0:\n            return State(s.t + 1, s.x / 2)\n        return State"
    one = opened(LEAST, ("return State(s.t + 1, s", step + "(s.t + 1, s")).claims["L.1"]
    near, far = (Instance.from_json("", [[entry]]) for entry in ("0", "3"))

    assert decide(one, near, one.usual[""], 5).verdict == Verdict.CERTIFIED
    with pytest.raises(Inexact, match=r"paper\d+\.py:\d+: numbers of a run are compared in Python"):
        decide(one, far, one.usual[""], 5)


TEXTS = {
    "at_most(run.x, 2 ** np.arange(70))": r"np\.arange makes integers of the machine, which overflow; write run\.t",
    "at_most(run.x, np.arange(70))": r"np\.arange makes integers of the machine, which overflow; write run\.t",
    "at_most(run.x, np.array([2]) ** 64)": r"np\.array\(\[2\]\) \*\* 64 makes integers of the machine, which overflow",
    "at_most(run.x, np.int64(3) ** 50)": "makes integers of the machine, which overflow",
    "at_most(run.x, np.power(np.full(3, 2), 64))": "makes integers of the machine, which overflow",
    "at_most(run.x, run.num.within.log(2))": r"run\.num\.within: the numbers of a run cannot be looked at",
    "at_most(run.x, np.asarray(run.x)[0]._held)": "the numbers of a run cannot be looked at",
    "at_most(run.x, getattr(np.asarray(run.x)[0], '_held'))": "the numbers of a run cannot be looked at",
    "at_most(run.x, np.random.default_rng().choice(9))": r"default_rng\(\) draws other numbers each time",
    "at_most(run.x, 9 if np.asarray(run.x)[0] >= 0 else 9)": "compared in Python",
    "at_most(run.x, __import__('flint') or 9)": "__import__ reads more than it is given",
}


@pytest.mark.parametrize("relation", TEXTS)
def test_what_looks_at_numbers_or_overflows_is_refused_in_a_book(opened: WRITE, relation: str) -> None:
    change = ("from typing", "import numpy as np\nfrom typing"), (RELATION, relation)

    with pytest.raises((BookError, Inexact), match=TEXTS[relation]) as told:
        opened(LEAST, *change)
    assert "paper1.py:" in str(told.value)


@pytest.mark.parametrize("line", ["import flint", "from flint import arb", "import gc", "import ctypes"])
def test_a_book_imports_nothing_that_compares_by_chance(opened: WRITE, line: str) -> None:
    with pytest.raises(BookError, match=r"paper1\.py:\d+: (balls of flint are compared by chance|\w+ looks inside)"):
        opened(LEAST, ("from typing", f"{line}\nfrom typing"))


def test_a_rate_is_seen_without_being_declared(opened: WRITE) -> None:
    rate = ("at_most(run.x, run.problem.a / (run.each(lambda s: s.t) + 1))", "Decay(run.x[1:], 1)")

    assert opened(LEAST, rate).claims["L.1"].is_rate


RELATION = "at_most(run.x, run.problem.a / (run.each(lambda s: s.t) + 1))"
ABOUT = '@claim("L.1", about=Shrinking'
ARGUMENT = r"paper1\.py:\d+: the argument of L\.1 "
PROBLEM, A_TEXT = SHRINKING.partition("        return")[0], "    def __str__(self):\n        return 'a'\n"
HYPOTHESES = 'given=[hypothesis(f"x is at least {k}")(lambda run: at_least(run.x, 0)) for k in (0, -1)]'
MISTAKES = {
    "two values that are told alike": (
        (
            PROBLEM,
            f"class A:\n{A_TEXT}\n\n{PROBLEM}".replace("problem", "problem(k=[A(), A()])").replace("Z)", "Z, k)"),
        ),
        r"py:\d+.*: k= of Line holds a value that is told as 'a'; expected a text that is its alone",
    ),
    "a value that is told by its address": (
        (PROBLEM, PROBLEM.replace("problem", "problem(k=[object()])").replace("Z)", "Z, k)")),
        r"py:\d+.*: k= of Line holds a value that is told as '<object object at 0x",
    ),
    "two runs of one label": (
        (
            "METHOD = Method(Shrinking,",
            "METHOD = Method(Shrinking, usual={'a': Shrinking()}, unusual={'a': Shrinking()},",
        ),
        r"py:\d+.*: two runs of Shrinking are called 'a'",
    ),
    "a hypothesis by the name of the first t": (
        (
            ABOUT,
            f"@hypothesis('x')\ndef first(run):\n    return at_most(0, run.x)\n\n\n{ABOUT}, first=1, given=[first]",
        ),
        r"paper1\.py:\d+: two hypotheses of L\.1 are called first",
    ),
    "two hypotheses of one name": (
        (ABOUT, f"{ABOUT}, {HYPOTHESES}".replace("at_least", "at_most")),
        r"paper1\.py:\d+: two hypotheses of L\.1 are called <lambda>",
    ),
    "an opening that is none": (
        ("METHOD = Method", "OPENING = lambda run: 3\nMETHOD = Method"),
        r"paper1\.py: OPENING is <function .*; expected hypotheses: OPENING = \(short_rows,\)",
    ),
    "an argument of nothing": (
        (ABOUT, f"{ABOUT}, proof=lambda run: [()]"),
        ARGUMENT + "holds an empty tuple; expected a list of relations",
    ),
    "an argument that is none": ((ABOUT, f"{ABOUT}, proof=lambda run: 3"), ARGUMENT + "is an int; expected a list"),
    "an argument of numbers": ((ABOUT, f"{ABOUT}, proof=lambda run: [run.x]"), ARGUMENT + "holds an array; expected"),
    "inequalities shown together": (
        (ABOUT, f"{ABOUT}, proof=lambda run: [(at_most(0, run.x),)]"),
        ARGUMENT + "holds a tuple that is not of equations; expected",
    ),
    "an unknown fact": (
        (ABOUT, f"{ABOUT}, proof=lambda run: [__import__('lemmacheck').theory.core.argument.by('F.no', run.x)]"),
        ARGUMENT + "cites 'F.no', which is neither a fact nor a claim",
    ),
    "a power": (
        (RELATION, "at_most(run.x ** (10**10), 1)"),
        r"py:\d+: run\.x \*\* 10 \*\* 10 has no room in any machine",
    ),
    "a negative power": (
        (RELATION, "at_most(run.x ** -(10**7), 1)"),
        r"py:\d+: .* has no room in any machine; exponents",
    ),
    "a power in words": (
        (RELATION, "at_most(run.x ** int('9' * 9), 1)"),
        r"py:\d+: the power 999999999 is too large for",
    ),
    "a power by t": (
        (RELATION, "at_most(run.x ** (run.t * 10**9), 1)"),
        r"py:\d+: the power \d+ is too large for exact",
    ),
    "a large integer": (
        (RELATION, "at_most(run.x, 7 ** 10**8)"),
        r"py:\d+: 7 \*\* 10 \*\* 8 has no room in any machine",
    ),
    "a tower": ((RELATION, "at_most(run.x, ((10**999_999) ** 999_999) * 2)"), r"py:\d+: .* has no room in any machine"),
    "a shift": ((RELATION, "at_most(run.x, 1 << 10**13)"), r"py:\d+: 1 << 10 \*\* 13 has no room in any machine"),
    "a loop": ((RELATION, "at_most(run.x, sum(range(10**9)))"), r"py:\d+: range\(10 \*\* 9\) does not end in time"),
    "a long integer": ((RELATION, f"at_most(run.x, {'9' * 5000})"), r"py:\d+: .*4300 digits"),
    "no room": ((RELATION, "at_most(run.x, len(bytearray(9**15)))"), r"py:\d+, in stays_below: MemoryError"),
    "a bool": ((RELATION, "True"), r"paper1\.py:\d+: L\.1 returns a bool; .* write at_most\(left, right\)"),
    "nothing": ((f"return {RELATION}", "run.x"), r"L\.1 returns None; nothing comes back: write `return"),
    "a number": ((RELATION, "len(run.x)"), r"L\.1 returns an int; expected at_most"),
    "an array": ((RELATION, "run.x"), r"L\.1 returns an array; expected at_most"),
    "no parts": ((RELATION, "()"), r"L\.1 returns an empty tuple"),
    "shapes": ((RELATION, "at_most(run.x[:3, None], run.x[:3])"), r"left side has shape \(3, 1\), the right \(3,\)"),
    "one row less": ((RELATION, "at_most(run.x[1:], run.x)"), r"T steps have T \+ 1 states; cut the right side"),
    "no about": ((ABOUT, '@claim("L.1"'), r"the margin problem has no attribute .*asked of the rows alone: write"),
    "a mixture": (
        (RELATION, "(at_most(run.x, 9), Decay(run.x, 1))"),
        r"L\.1 mixes relations, decays, limits or chances",
    ),
    "no start": (("def start", "def begin"), r"paper1\.py:\d+: Shrinking has no start; expected start\(self, p\)"),
    "no step": (("def step", "def go"), r"Shrinking has no step; expected"),
    "a wrong name": (("p.a)", "p.b)"), r"paper1\.py:\d+, in start: Line has no b"),
    "a float": (("1 + abs", "0.1 + abs"), r'paper1\.py:\d+: the float 0\.1 rounds; write Fraction\("0\.1"\)'),
    "a quotient": (("1 + abs", "1 / 3 + abs"), r"1 / 3 is a float; write Fraction\(1, 3\), or x / 3"),
    "a float field": (("1 + abs(Z[0, 0])", "float(Z[0, 0])"), r"a of Line is a float; expected .*Fraction"),
    "NumPy": (("s.x * (s.t", "np.sqrt(s.x) * (s.t"), r"np\.sqrt knows floats alone; write p\.sqrt\(x\)"),
    "algebra of NumPy": (
        ("1 + abs(Z[0, 0])", "np.linalg.svd(Z)[1][0]"),
        r"np\.linalg\.svd knows floats alone; write exact\.eigenvalue_bounds\(A\.T @ A\), in of\(\)",
    ),
    "a number of NumPy": (("s.x * (s.t", "np.pi * (s.t"), r"np\.pi is a float; write what it is in the paper"),
    "no named tuple": (("State(0, p.a)", "(0, p.a)"), r"start of Shrinking returns a tuple; expected a NamedTuple"),
    "an import": (("from typing", "import nowhere\nfrom typing"), r"paper1\.py:3, in <module>: ModuleNotFoundError"),
    "a zero byte": (("class State", "\0class State"), r"paper1\.py: .*null bytes"),
    "the grammar": (("class State", "class State("), r"paper1\.py:\d+: "),
    "no method": (("METHOD = Method(Shrinking, on=Line)", ""), r"add Method\(Shrinking, usual="),
    "no claim": (('@claim("L.1", about=Shrinking)', ""), r"paper1\.py states no claim"),
    "no of": (("def of(Z)", "def off(Z)"), r"<module>: Line has no of\(Z\)"),
    "a taken field": (("dict(a=", "dict(n=1, a="), r"a field of Line is called 'n', which every problem has"),
    "no dict": (("dict(a=1 + abs(Z[0, 0]))", "1"), r"of\(\) of Line returns int; expected dict"),
    "families of vectors": (
        ("    def of(Z)", "    def families():\n        yield [1, 2]\n\n    def of(Z)"),
        r"families\(\) of Line yields \[1, 2\]; expected a matrix, such as \[\[1, 0\], \[0, 1\]\]",
    ),
    "families of a text": (
        ("    def of(Z)", "    def families():\n        yield [['1/2']]\n\n    def of(Z)"),
        r"families\(\) of Line yields \[\['1/2'\]\]; expected integers and Fractions alone",
    ),
    "no shape": (
        ("@problem\n", "@problem(shapes=3)\n"),
        r"shapes= of Line is 3; expected the most rows and columns, such",
    ),
    "a parameter that of() lacks": (
        ("@problem\n", "@problem(mu=[1])\n"),
        r"tried with mu=, which of\(Z\) does not take; add it there, or write shapes= or smallest=",
    ),
    "a parameter without values": (
        ("def of(Z)", "def of(Z, mu)"),
        r"of\(\) of Line takes mu; give its values, as in @prob",
    ),
    "a problem that shows a number": (
        ("    def of(Z)", "    def show(p):\n        return p.a\n\n    def of(Z)"),
        r"show\(\) of Line returns a fmpq; expected a text",
    ),
    "a comparison that is none": (
        ("s.x * (s.t", 'p.where(s.x, "=", 1, s.x, 0) * (s.t'),
        r"paper1\.py:\d+, in step: where\(a, '=', …\): expected",
    ),
    "a limit of nothing": (
        (RELATION, "Limit(None)"),
        r"L\.1 states a Limit of None; expected Limit\(run\.x\), an array",
    ),
    "two limits": ((RELATION, "(Limit(run.x), Limit(run.x))"), r"L\.1 mixes relations, decays, limits or chances"),
    "a vector inverted": (
        ("1 + abs(Z[0, 0])", "exact.inverse(Z[0])[0, 0]"),
        r"paper1\.py:\d+, in of: an array of shape \(2,\) is no matrix; expected rows, such as Z",
    ),
    "a limit of one row": (
        (RELATION, "Limit(run.x[-1:])"),
        r"L\.1 states a Limit of 1 rows on 3 steps, of 1 on 4; expected one row a t, such as Limit\(run\.x\)",
    ),
    "a sequence that no state has": (
        (RELATION, "at_most(run.y, 1)"),
        r"in stays_below: run\.y: the states of Shrinking have t, x, and Line has no y \(for claim L\.1\)",
    ),
    "an expectation of what does not draw": (
        (RELATION, "at_most(run.expected(lambda s: s.x), 1)"),
        r"run\.expected is for methods that draw, and Shrinking has no draws\(p, s\); write run\.each",
    ),
    "a function that no problem has": (
        (RELATION, "at_most(run.problem.sqared(run.x), 1)"),
        r"in stays_below: Line has no sqared: neither of\(\) nor a function of it makes one",
    ),
    "about an object": (("about=Shrinking", "about=Shrinking()"), r"about= of L\.1 is <.*; expected a class, that of"),
    "a kind of one's own": (('"L.1", ', '"L.1", kind="limit", '), r"kind= of L\.1 is 'limit'; leave it out, or write"),
    "one hypothesis": (
        ('@claim("L.1", ', '@hypothesis("a > 0")\ndef up(run):\n    return 1\n\n\n@claim("L.1", given=up, '),
        r"given= of L\.1 is one hypothesis; expected a list: given=\[up\]",
    ),
    "a problem that is none": (("@problem\n", ""), r"on= of Shrinking is <class .*; expected the class of"),
    "a method that is none": (("Method(Shrinking", "Method(Shrinking()"), r"a Method is given <.*; expected the"),
    "a claim of a class": ((f"{ABOUT})\n", f"{ABOUT})\nclass Below: ...\n"), r"@claim\('L\.1', …\) stands above"),
    "a hypothesis of a claim": (('@claim("L.1"', '@hypothesis("x")\n@claim("L.1"'), r"@hypothesis stands above Claim"),
    "a list of methods": (
        ("on=Line)", "on=Line, usual=[Shrinking()])"),
        r'usual= of Shrinking is a list; expected a dict of labels, such as \{"as printed": Shrinking\(\)\}',
    ),
    "no matrix that is large enough": (
        ("@problem\n", "@problem(shapes=(3, 2), smallest=(1, 3))\n"),
        r"smallest=\(1, 3\) of Line is more than shapes=\(3, 2\): no matrix is left",
    ),
    "no problem": (
        ("on=Line)", "usual={'': Shrinking()})"),
        r"in start: .*; Shrinking is run on the margin problem: for another, write Method\(Shrinking, on=…\)",
    ),
    "a remainder": (
        ("s.x * (s.t", "s.x * (s.t % 2"),
        r"in step: TypeError: .*; what repeats is a vector of its period, a field of the state",
    ),
    "two ids": (
        ("METHOD =", '@claim("L.1")\ndef other(run):\n    """x."""\n    return at_most(1, 1)\n\n\nMETHOD ='),
        r"paper1\.py:\d+: a second claim is called 'L\.1', .* rename one",
    ),
    "two names": (
        ("METHOD =", '@claim("L.2")\ndef stays_below(run):\n    """x."""\n    return at_most(1, 1)\n\n\nMETHOD ='),
        r"paper1\.py:\d+: two functions are called stays_below, .* a claim would be lost",
    ),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_in_a_book_is_one_line_with_its_place_and_its_remedy(opened: WRITE, mistake: str) -> None:
    change, expected = MISTAKES[mistake]
    with pytest.raises((BookError, Inexact), match=expected) as told:
        opened(LEAST, change)

    assert "\n" not in str(told.value)


def test_a_step_that_changes_its_state_in_place_is_refused_with_the_line_to_write(opened: WRITE) -> None:
    with pytest.raises(
        BookError, match=r"paper1\.py:\d+: s\.x is changed in place, but it belongs to .*; write x = s\.x"
    ):
        opened(TEXT, ("        return State(s.t + 1, s.x", "        s.x[0] = 0\n        return State(s.t + 1, s.x"))


def test_an_id_that_is_not_found_names_the_file_that_states_it(
    opened: WRITE, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened(LEAST)
    monkeypatch.chdir(tmp_path)

    with pytest.raises(InputError, match=r"paper1\.py names it: lemmacheck check paper1\.py L\.1"):
        selected(["L.1"])
    with pytest.raises(InputError, match=r"a book stands before its ids, as in: lemmacheck check paper1\.py"):
        selected(["P.L3.2", "paper1.py"])
    with pytest.raises(InputError, match=r"`lemmacheck claims paper1\.py` lists them"):
        selected(["paper1.py", "zzzzzz"])


def test_a_book_one_of_whose_claims_is_not_well_written_is_listed(tmp_path: Path) -> None:
    path = tmp_path / "bad.py"
    path.write_text(LEAST.replace(RELATION, "True"), encoding="utf-8")

    assert [claim.id for claim in selected([str(path)], asked=False)[1]] == ["L.1"]
    with pytest.raises(BookError, match=r"L\.1 returns a bool"):
        selected([str(path)])


def test_what_is_known_of_a_book_stands_beside_it(opened: WRITE, tmp_path: Path) -> None:
    library = opened(LEAST)

    assert known_path(library, "verdicts") == tmp_path / "paper1.verdicts.json"
    assert verdicts(library) == {}
    (tmp_path / "paper1.verdicts.json").write_text('{"L.1": "refuted"}', encoding="utf-8")
    assert verdicts(library) == {"L.1": Verdict.REFUTED}

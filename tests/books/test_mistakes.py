"""A book with a mistake in it: one line that names the place and the remedy."""

from pathlib import Path

import pytest
from lemmacheck.theory.core.book import BookError
from lemmacheck.verifiers.cli.common import selected
from lemmacheck.verifiers.library.new_book import TEXT
from lemmacheck.verifiers.numbers.refusal import Inexact

from tests.books.written import LEAST, RELATION, SHRINKING, WRITE

ABOUT = '@claim("L.1", about=Shrinking'
ARGUMENT = r"paper1\.py:\d+: the argument of L\.1 "
PROBLEM, A_TEXT = SHRINKING.partition("        return")[0], "    def __str__(self):\n        return 'a'\n"
IN = r"paper1\.py:34, in stays_below: L\.1: "
IN_THE_CLAIM = {
    # in the place of its relation
    "at_most(run.x ** (10**10), 1)": r"py:\d+: run\.x \*\* 10 \*\* 10 has no room in any machine",
    "at_most(run.x ** int('9' * 9), 1)": r"py:\d+: the power 999999999 is too large for",
    "at_most(run.x ** (run.t * 10**9), 1)": r"py:\d+: the power \d+ is too large for exact",
    "at_most(run.x, ((10**999_999) ** 999_999) * 2)": r"py:\d+: .* has no room in any machine",
    "at_most(run.x, sum(range(10**9)))": r"py:\d+: range\(10 \*\* 9\) does not end in time",
    f"at_most(run.x, {'9' * 5000})": r"py:\d+: .*4300 digits",
    "at_most(run.x, len(bytearray(9**15)))": r"py:\d+, in stays_below: MemoryError",
    "True": r"paper1\.py:\d+: L\.1 returns a bool; .* write at_most\(left, right\)",
    "run.x": r"L\.1 returns an array; expected at_most",
    "()": r"L\.1 returns an empty tuple",
    "at_most(run.x[:3, None], run.x[:3])": r"shape \(3, 1\), the right \(3,\); .* or run\.each\(lambda s: p\.c\) of",
    "at_most(run.x, run.problem.ones(run.problem.a)[0])": r"py:\d+, in stays_below: .* is no size of a vector",
    "at_most(run.x, run.problem.vertex(0, run.problem.a)[0])": r"no size of a vector; write p\.n, p\.d or an integer",
    "at_most(run.x, run.problem.zeros(run.problem.a)[0])": r"or 0 \* p\.x \+ 1 of a field x that is as long",
    "at_most(run.x[1:], run.x)": r"T steps have T \+ 1 states; cut the right side",
    "(at_most(run.x, 9), Decay(run.x, 1))": r"L\.1 mixes relations, decays, limits or chances",
    "at_most(run.x ** 0.5, 9)": r"run\.x \*\* 0\.5 is no power of an exact number; wr",
    "at_most(run.x ** 1.5, 9)": r"no power of an exact number; write p\.exp\(a \* p\.log\(x\)\)",
    "at_most(np.linalg.norm(run.x, 1), 1)": r"write p\.l1\(x\), p\.norm\(x\)",
    "at_most(run.T, 9)": r"run\.T: the number of steps is run\.steps",
    "at_most(run.problems.a, 9)": r"did you mean problem\?",
    "at_most(run.x, len(str(run.x[0])))": r"check FILE ID --states` shows",
    "Limit(at_most(run.x, 1))": IN + r"a Limit of a Relation; expected Limit",
    "Limit(run.x, '0')": IN + "the limit side is '0'; expected a number",
    "Limit(run.x, float('nan'))": r"paper1\.py:34: the float nan meets",
    "[Limit(run.x)]": r"py:\d+: L\.1 returns a list of a Limit; return the Limit",
    "Decay(3, 1)": IN + r"a Decay of 3; expected Decay\(run\.x…\), an array",
    "Decay(run.x, '1')": IN + "a Decay with power='1'; expected a number",
    "Decay(run.x, float('nan'))": IN + "a Decay with power=nan; expected a number",
    "Decay(run.x, -1)": IN + "a Decay of power -1 need not tend to 0",
    "Decay(run.x, 1, float('nan'))": IN + "a Decay with logs=nan; expected",
    "Decay(run.x, None, 9)": IN + "a Decay without a power that says logs=9",
    "Limit(run.x[-1:])": r"L\.1 states a Limit of 1 rows on 3 steps, of 1 on 4; expected one row a t, such as run\.x",
    "Decay(run.x[:, None] * run.x, 1)": r"L\.1 states a Decay of shape \(4, 4\); expected one number a t",
    "at_most(run.y, 1)":
        (r"in stays_below: run\.y: the states of Shrinking have t, x, and Line has no y \(for claim L\.1\)"),
    "at_most(run.expected(lambda s: s.x), 1)":
        (r"run\.expected is for methods that draw, and Shrinking has no draws\(p, s\); write run\.each"),
    "at_most(run.problem.sqared(run.x), 1)":
        (r"in stays_below: Line has no sqared: neither of\(\) nor a function of it makes one"),
    "at_most(run.problem.each(lambda s: s.x), 1)":
        r"Line has no each.*; each is of a run, and not of its problem: about= names the class of a method",
    "at_must(run.x, 1)": r"in stays_below: NameError: name 'at_must' is not defined; import it, or define it above",
}  # fmt: skip
ELSEWHERE = [
    (PROBLEM, f"class A:\n{A_TEXT}\n\n{PROBLEM}".replace("problem", "problem(k=[A(), A()])").replace("Z)", "Z, k)"),
        r"py:\d+.*: k= of Line holds a value that is told as 'a'; expected a text that is its alone"),
    (
        ABOUT,
        f"{ABOUT}, steps=10",
        (r"paper1\.py:\d+, in <module>: TypeError: claim\(\) got an unexpected keyword argument 'steps'.*; expected "
            r"some of id=, source=, .*about=, .*given=, .*uses="),
    ),
    (ABOUT, f"@hypothesis('x')\ndef first(run):\n    return at_most(0, run.x)\n\n\n{ABOUT}, first=1, given=[first]",
        r"paper1\.py:\d+: two hypotheses of L\.1 are called first"),
    (ABOUT, f"{ABOUT}, proof=lambda run: [()]", ARGUMENT + "holds an empty tuple; expected a list of relations"),
    (ABOUT, f"{ABOUT}, proof=lambda run: [run.x]", ARGUMENT + "holds an array; expected"),
    (ABOUT, f"{ABOUT}, proof=lambda run: [(at_most(0, run.x),)]",
        ARGUMENT + "holds a tuple that is not of equations; expected"),
    (ABOUT, f"{ABOUT}, proof=lambda run: [__import__('lemmacheck').theory.core.argument.by('F.no', run.x)]",
        ARGUMENT + "cites 'F.no', which is neither a fact nor a claim"),
    (ABOUT, '@claim("L.1"', r"the margin problem has no attribute .*asked of the rows alone: write"),
    ("METHOD = Method(Shrinking,", "METHOD = Method(Shrinking, label='a',",
        r"TypeError: Method\.__init__\(\) got an unexpected keyword argument 'label'.*; expected some of .*on=, "),
    ("METHOD = Method(Shrinking,", "METHOD = Method(Shrinking, usual={'a': Shrinking()}, unusual={'a': Shrinking()},",
        r"py:\d+.*: two runs of Shrinking are called 'a'"),
    ("METHOD = Method", "OPENING = lambda run: 3\nMETHOD = Method",
        r"paper1\.py: OPENING is <function .*; expected hypotheses: OPENING = \(short_rows,\)"),
    (f"return {RELATION}", "run.x", r"L\.1 returns None; nothing comes back: write `return"),
    (f"return {RELATION}", f"yield {RELATION}", r"stays_below yields; return the relations"),
    ("def start", "def begin", r"paper1\.py:\d+: Shrinking has no start; expected start\(self, p\)"),
    ("p.a)", "p.b)", r"paper1\.py:\d+, in start: Line has no b"),
    ("1 + abs", "0.1 + abs", r"paper1\.py:\d+: the float 0\.1 is no exact number; write Fraction\(1, 10\)"),
    ("1 + abs", "1e999 + abs", r"paper1\.py:\d+: the float inf is no exact number$"),
    ("1 + abs", "1 / 3 + abs", r"1 / 3 is a float; write Fraction\(1, 3\), or x / 3"),
    ("1 + abs(Z[0, 0])", "float(Z[0, 0])", r"a of Line is a float; expected .*Fraction"),
    ("1 + abs(Z[0, 0])", "Z[0, 0] > 0", r"paper1\.py: a of Line is a truth value; expected .*, such as 0 or 1"),
    ("State(0,", "State(True,", r"paper1\.py:\d+, Shrinking\.start makes t a truth value; write 0 or 1"),
    ("1 + abs(Z[0, 0])", "np.linalg.svd(Z)[1][0]",
        r"np\.linalg\.svd knows floats alone; write exact\.eigenvalue_bounds\(A\.T @ A\), in of\(\)"),
    ("1 + abs(Z[0, 0])", "np.sqrt(Z[0, 0])", r"np\.sqrt makes floats, and of\(\) exact"),
    ("1 + abs(Z[0, 0])", "np.linalg.norm(Z) ** 2", r"norm makes floats, and of\(\) .*; write \(x \* x\)\.sum\(\)"),
    ("1 + abs(Z[0, 0])", "exact.inverse(Z[0])[0, 0]",
        r"paper1\.py:\d+, in of: an array of shape \(2,\) is no matrix; expected rows, such as Z"),
    ("s.x * (s.t", "np.sqrt(s.x) * (s.t", r"np\.sqrt knows floats alone; write p\.sqrt\(x\)"),
    ("s.x * (s.t", "np.pi * (s.t", r"np\.pi is a float; exact arithmetic has no π"),
    ("s.x * (s.t", "np.random.rand() * (s.t", r"np\.random\.rand draws other numbers each time"),
    ("s.x * (s.t", "p.Z[s.t][0] * (s.t", r"write p\.in_turn\(A, t\)"),
    ("s.x * (s.t", 'p.where(s.x, "=", 1, s.x, 0) * (s.t', r"paper1\.py:\d+, in step: where\(a, '=', …\): expected"),
    ("State(0, p.a)", "State(0, np.zeros(2))", r"np\.zeros makes floats; write p\.zeros\(size\)"),
    ("State(s.t", "(s.t", r"Shrinking.step returns a tuple; expected a NamedTuple"),
    ("return State(s.t", "State(s.t", r"py:\d+, Shrinking\.step returns nothing; expec"),
    ("return dict(", "dict(", r"py:\d+, Line\.of returns nothing; expected dict\(name=value"),
    ("def step(self, p, s)", "def step(p, s)", r"py:\d+: Shrinking has step\(s\); expected"),
    ("def start(self, p)", "def start(p)", r"py:\d+, Shrinking\.start: Shrinking\.start"),
    ("def of(Z)", "def of(self, Z)", r"is given no self; write def of\(Z\)"),
    ("def of(Z)", "def off(Z)", r"<module>: Line has no of\(Z\)"),
    ("def of(Z)", "def of(Z, mu)", r"of\(\) of Line takes mu; give its values, as in @prob"),
    ("from typing", "import nowhere\nfrom typing", r"paper1\.py:3, in <module>: ModuleNotFoundError"),
    ("class State", "\0class State", r"paper1\.py: .*null bytes"),
    ("class State", "class State(", r"paper1\.py:\d+: "),
    ("METHOD = Method(Shrinking, on=Line)", "", r"add Method\(Shrinking, usual="),
    ('@claim("L.1", about=Shrinking)', "", r"paper1\.py states no claim"),
    ("dict(a=", "dict(n=1, a=", r"a field of Line is called 'n', which every problem has"),
    ("dict(a=1 + abs(Z[0, 0]))", "1", r"Line.of returns an int; expected dict"),
    ("dict(a=1 + abs(Z[0, 0]))", "Z", r"Line.of returns an array; expected dict"),
    ("    def of(Z)", "    def families():\n        yield [1, 2]\n\n    def of(Z)",
        r"families\(\) of Line yields \[1, 2\]; expected a matrix, such as \[\[1, 0\], \[0, 1\]\]"),
    ("    def of(Z)", "    def families():\n        yield [['1/2']]\n\n    def of(Z)",
        r"families\(\) of Line yields \[\['1/2'\]\]; expected integers and Fractions alone"),
    ("    def of(Z)", "    def show(p):\n        return p.a\n\n    def of(Z)",
        r"show\(\) of Line returns a Scalar; expected a text"),
    ("@problem\n", "@problem(shapes=3)\n", r"shapes= of Line is 3; expected the most rows and columns, such"),
    ("@problem\n", "@problem(mu=[1])\n",
        r"tried with mu=, which of\(Z\) does not take; add it there, or write shapes= or smallest="),
    ("@problem\n", "", r"on= of Shrinking is the class Line; expected the class of"),
    ("@problem\n", "@problem(shapes=(3, 2), smallest=(1, 3))\n",
        r"smallest=\(1, 3\) of Line is more than shapes=\(3, 2\): no matrix is left"),
    ("about=Shrinking", "about=Shrinking()", r"about= of claim L\.1 is a Shrinking; expected a class"),
    ('"L.1", ', '"L.1", kind="limit", ', r"kind= of claim L\.1 is 'limit'; expected none"),
    ('@claim("L.1", ', '@hypothesis("a > 0")\ndef up(run):\n    return 1\n\n\n@claim("L.1", given=up, ',
        r"given= of claim L\.1 is Hypothesis.*; expected a list, such as given=\[up\]"),
    ("Method(Shrinking", "Method(Shrinking()", r"a Method is given a Shrinking; expected"),
    (f"{ABOUT})\n", f"{ABOUT})\nclass Below: ...\n", r"@claim\('L\.1', …\) stands above"),
    ('@claim("L.1"', '@claim\ndef bare(run):\n    return 1\n\n\n@claim("L.1"', r"@claim stands above bare without"),
    ('@claim("L.1"', '@hypothesis\ndef up(run):\n    return 1\n\n\n@claim("L.1"',
        r"@hypothesis stands above up without saying more; write @hypothesis\('what it says'\)"),
    ('@claim("L.1"', '@hypothesis("x")\n@claim("L.1"', r"@hypothesis stands above L\.1: "),
    ("on=Line)", "on=Line, usual=[Shrinking()])",
        r'usual= of Shrinking is a list; expected a dict of labels, such as \{"as printed": Shrinking\(\)\}'),
    ("on=Line)", "usual={'': Shrinking()})",
        r"in start: .*; Shrinking is run on the margin problem: for another, write Method\(Shrinking, on=…\)"),
    ("def stays_below(run)", "def stays_below(p, run)",
        r"paper1\.py:\d+, stays_below\(p, run\): a claim takes the run alone; its problem is run\.problem"),
    ("def stays_below(run)", "def stays_below()", r"paper1\.py:\d+, stays_below\(\): a claim takes the run alone"),
    (f"{ABOUT})", f"@hypothesis('x')\ndef some(p, run):\n    return at_most(0, run.x)\n\n\n{ABOUT}, given=[some])",
        r"paper1\.py:\d+, some\(p, run\): a hypothesis takes the run alone; its problem is run\.problem"),
    ("class State(NamedTuple)", "class State", r"paper1\.py:\d+, in start: .*; .* write class State\(NamedTuple\)"),
    ("at_most, claim", "atmost, claim", r"paper1\.py:\d+, in <module>: .*'atmost'.*; did you mean at_most\?"),
    ("METHOD =", '@claim("L.1")\ndef other(run):\n    """x."""\n    return at_most(1, 1)\n\n\nMETHOD =',
        r"paper1\.py:\d+: a second claim is called 'L\.1', .* rename one"),
    ("METHOD =", '@claim("L.2")\ndef stays_below(run):\n    """x."""\n    return at_most(1, 1)\n\n\nMETHOD =',
        r"paper1\.py:\d+: two functions are called stays_below, .* a claim would be lost"),
]  # fmt: skip
MISTAKES = [*((RELATION, new, told) for new, told in IN_THE_CLAIM.items()), *ELSEWHERE]


@pytest.mark.parametrize(("old", "new", "told"), MISTAKES, ids=[new for _, new, _ in MISTAKES])
def test_a_mistake_in_a_book_is_one_line_with_its_place_and_its_remedy(
    opened: WRITE, old: str, new: str, told: str
) -> None:
    with pytest.raises((BookError, Inexact), match=told) as error:
        opened(LEAST, (old, new))

    assert "\n" not in str(error.value)


def test_a_problem_without_data_has_no_dimension(opened: WRITE) -> None:
    without = ("def of(Z):\n        return dict(a=1 + abs(Z[0, 0]))", "def of():\n        return dict(a=1)")
    with pytest.raises(BookError, match=r"Line is made without Z and has no d; write def of\(Z\)"):
        opened(LEAST, without, (RELATION, "at_most(run.problem.d, 1)"))


def test_a_step_that_changes_its_state_in_place_is_refused_with_the_line_to_write(opened: WRITE) -> None:
    with pytest.raises(
        BookError, match=r"paper1\.py:\d+: s\.x is changed in place, but it belongs to .*; write x = s\.x"
    ):
        opened(TEXT, ("        return State(s.t + 1, s.x", "        s.x[0] = 0\n        return State(s.t + 1, s.x"))


def test_a_function_that_reads_like_a_claim_and_is_none_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, more = tmp_path / "paper.py", '\n\ndef {}(run):\n    """x_t ≥ 0."""\n    return at_least(run.x, 0)\n'
    path.write_text(LEAST + more.format("stays_above"), encoding="utf-8")
    selected([str(path)], asked=())

    assert "nothing calls stays_above, and it is no claim; write @claim above it" in capsys.readouterr().err
    path.write_text(LEAST + more.format("stays_above") + "\n\nKEPT = [stays_above]\n", encoding="utf-8")
    selected([str(path)], asked=())
    assert capsys.readouterr().err == ""

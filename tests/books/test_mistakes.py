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
    "a keyword that a claim does not take": (
        (ABOUT, f"{ABOUT}, steps=10"),
        r"paper1\.py:\d+, in <module>: TypeError: claim\(\) got an unexpected keyword argument 'steps'.*; expected "
        r"some of id=, source=, .*about=, .*given=, .*uses=",
    ),
    "a keyword that a method does not take": (
        ("METHOD = Method(Shrinking,", "METHOD = Method(Shrinking, label='a',"),
        r"TypeError: Method\.__init__\(\) got an unexpected keyword argument 'label'.*; expected some of .*on=, ",
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
    "a number of NumPy": (("s.x * (s.t", "np.pi * (s.t"), r"np\.pi is a float; exact arithmetic has no π"),
    "no named tuple": (("State(0, p.a)", "(0, p.a)"), r"Shrinking.start returns a tuple; expected a NamedTuple"),
    "none after a step": (("State(s.t", "(s.t"), r"Shrinking.step returns a tuple; expected a NamedTuple"),
    "nothing after a step": (
        ("return State(s.t", "State(s.t"),
        r"py:\d+, Shrinking\.step returns nothing; expec",
    ),
    "nothing of a problem": (("return dict(", "dict("), r"py:\d+, Line\.of returns nothing; expected dict\(name=value"),
    "a step without self": (("def step(self, p, s)", "def step(p, s)"), r"py:\d+: Shrinking has step\(s\); expected"),
    "a start without self": (
        ("def start(self, p)", "def start(p)"),
        r"py:\d+, Shrinking\.start: Shrinking\.start",
    ),
    "a problem with self": (("def of(Z)", "def of(self, Z)"), r"is given no self; write def of\(Z\)"),
    "floats to start from": (
        ("State(0, p.a)", "State(0, np.zeros(2))"),
        r"np\.zeros makes floats; write p\.zeros\(size\)",
    ),
    "a power of a half": (
        (RELATION, "at_most(run.x ** 0.5, 9)"),
        r"run\.x \*\* 0\.5 is no power of an exact number; wr",
    ),
    "a float for 2": ((RELATION, "at_most(run.x ** 2.0, 9)"), r"no power of an exact number; write x \*\* 2"),
    "another root": (
        (RELATION, "at_most(run.x ** 1.5, 9)"),
        r"no power of an exact number; write p\.exp\(a \* p\.log\(x\)\)",
    ),
    "draws of NumPy": (("s.x * (s.t", "np.random.rand() * (s.t"), r"np\.random\.rand draws other numbers each time"),
    "a root in a problem": (
        ("1 + abs(Z[0, 0])", "np.sqrt(Z[0, 0])"),
        r"np\.sqrt makes floats, and of\(\) exact",
    ),
    "a norm of another kind": (
        (RELATION, "at_most(np.linalg.norm(run.x, 1), 1)"),
        r"write p\.l1\(x\), p\.norm\(x\)",
    ),
    "an index of a run": (("s.x * (s.t", "p.Z[s.t][0] * (s.t"), r"write p\.in_turn\(A, t\)"),
    "the steps by another name": ((RELATION, "at_most(run.T, 9)"), r"run\.T: the number of steps is run\.steps"),
    "a state by another name": ((RELATION, "at_most(run.problems.a, 9)"), r"did you mean problem\?"),
    "a yield": ((f"return {RELATION}", f"yield {RELATION}"), r"stays_below yields; return the relations"),
    "a text of a number": ((RELATION, "at_most(run.x, len(str(run.x[0])))"), r"check FILE ID --states` shows"),
    "an import": (("from typing", "import nowhere\nfrom typing"), r"paper1\.py:3, in <module>: ModuleNotFoundError"),
    "a zero byte": (("class State", "\0class State"), r"paper1\.py: .*null bytes"),
    "the grammar": (("class State", "class State("), r"paper1\.py:\d+: "),
    "no method": (("METHOD = Method(Shrinking, on=Line)", ""), r"add Method\(Shrinking, usual="),
    "no claim": (('@claim("L.1", about=Shrinking)', ""), r"paper1\.py states no claim"),
    "no of": (("def of(Z)", "def off(Z)"), r"<module>: Line has no of\(Z\)"),
    "a taken field": (("dict(a=", "dict(n=1, a="), r"a field of Line is called 'n', which every problem has"),
    "no dict": (("dict(a=1 + abs(Z[0, 0]))", "1"), r"Line.of returns an int; expected dict"),
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
        r"show\(\) of Line returns a Scalar; expected a text",
    ),
    "a comparison that is none": (
        ("s.x * (s.t", 'p.where(s.x, "=", 1, s.x, 0) * (s.t'),
        r"paper1\.py:\d+, in step: where\(a, '=', …\): expected",
    ),
    "a limit of nothing": ((RELATION, "Limit(None)"), IN + r"a Limit of None; expected Limit"),
    "a limit of a list": ((RELATION, "Limit([*run.x])"), IN + r"a Limit of a list; expected Limit"),
    "a limit of a relation": ((RELATION, "Limit(at_most(run.x, 1))"), IN + r"a Limit of a Relation; expected Limit"),
    "a limit of rows of two lengths": ((RELATION, "Limit([[1, 2], [3]])"), IN + r"a Limit of a list; expected Limit"),
    "a limit at nothing": ((RELATION, "Limit(run.x, None)"), IN + "the limit side is None; expected a number"),
    "a limit at a text": ((RELATION, "Limit(run.x, '0')"), IN + "the limit side is '0'; expected a number"),
    "a limit at a truth": ((RELATION, "Limit(run.x, True)"), IN + "the limit side is True; expected a number"),
    "a limit at a limit": ((RELATION, "Limit(run.x, Limit(run.x))"), IN + r"the limit side is a Limit; expected"),
    "a limit at nan": ((RELATION, "Limit(run.x, float('nan'))"), r"paper1\.py:34: the float nan meets"),
    "a limit in a list": ((RELATION, "[Limit(run.x)]"), r"py:\d+: L\.1 returns a list of a Limit; return the Limit"),
    "a decay of nothing": ((RELATION, "Decay(None, 1)"), IN + r"a Decay of None; expected Decay"),
    "a decay of a number": ((RELATION, "Decay(3, 1)"), IN + r"a Decay of 3; expected Decay\(run\.x…\), an array"),
    "a decay of a list": ((RELATION, "Decay([1, 2], 1)"), IN + r"a Decay of a list; expected Decay"),
    "a decay of a relation": ((RELATION, "Decay(at_most(run.x, 1), 1)"), IN + r"a Decay of a Relation; expected Decay"),
    "a power of a text": ((RELATION, "Decay(run.x, '1')"), IN + "a Decay with power='1'; expected a number"),
    "a power of a sequence": ((RELATION, "Decay(run.x, run.x)"), IN + r"a Decay with power=a Guarded; expected"),
    "a power of nan": ((RELATION, "Decay(run.x, float('nan'))"), IN + "a Decay with power=nan; expected a number"),
    "a power that is endless": ((RELATION, "Decay(run.x, float('inf'))"), IN + "a Decay with power=inf; expected"),
    "a power of many digits": ((RELATION, "Decay(run.x, 10**400)"), IN + r"a Decay with power=10+; expected"),
    "a power that does not tend to 0": ((RELATION, "Decay(run.x, -1)"), IN + "a Decay of power -1 need not tend to 0"),
    "one that is replaced": ((RELATION, "Decay(run.x, 1)._replace(power=-1)"), IN + "a Decay of power -1 need not"),
    "logarithms of nan": ((RELATION, "Decay(run.x, 1, float('nan'))"), IN + "a Decay with logs=nan; expected"),
    "logarithms of nothing": ((RELATION, "Decay(run.x, 1, None)"), IN + "a Decay with logs=None; expected"),
    "logarithms without a power": (
        (RELATION, "Decay(run.x, None, 9)"),
        IN + "a Decay without a power that says logs=9",
    ),
    "a decay in a tuple": ((RELATION, "(Decay(run.x, 1),)"), r"py:\d+: L\.1 returns a tuple of a Decay; return"),
    "two limits": ((RELATION, "(Limit(run.x), Limit(run.x))"), r"L\.1 mixes relations, decays, limits or chances"),
    "a vector inverted": (
        ("1 + abs(Z[0, 0])", "exact.inverse(Z[0])[0, 0]"),
        r"paper1\.py:\d+, in of: an array of shape \(2,\) is no matrix; expected rows, such as Z",
    ),
    "a limit of one row": (
        (RELATION, "Limit(run.x[-1:])"),
        r"L\.1 states a Limit of 1 rows on 3 steps, of 1 on 4; expected one row a t, such as run\.x",
    ),
    "a decay of as many rows": (
        (RELATION, "Decay(run.x[:2], 1)"),
        r"L\.1 states a Decay of 2 rows on 3 steps, of 2 on 4",
    ),
    "a decay of a matrix": (
        (RELATION, "Decay(run.x[:, None] * run.x, 1)"),
        r"L\.1 states a Decay of shape \(4, 4\); expected one number a t",
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
    "about an object": (
        ("about=Shrinking", "about=Shrinking()"),
        r"about= of claim L\.1 is a Shrinking; expected a class",
    ),
    "a kind of one's own": (
        ('"L.1", ', '"L.1", kind="limit", '),
        r"kind= of claim L\.1 is 'limit'; expected none",
    ),
    "one hypothesis": (
        ('@claim("L.1", ', '@hypothesis("a > 0")\ndef up(run):\n    return 1\n\n\n@claim("L.1", given=up, '),
        r"given= of claim L\.1 is Hypothesis.*; expected a list, such as given=\[up\]",
    ),
    "a problem that is none": (("@problem\n", ""), r"on= of Shrinking is the class Line; expected the class of"),
    "a method that is none": (
        ("Method(Shrinking", "Method(Shrinking()"),
        r"a Method is given a Shrinking; expected",
    ),
    "a claim of a class": ((f"{ABOUT})\n", f"{ABOUT})\nclass Below: ...\n"), r"@claim\('L\.1', …\) stands above"),
    "a bare claim": (
        ('@claim("L.1"', '@claim\ndef bare(run):\n    return 1\n\n\n@claim("L.1"'),
        r"@claim stands above bare without",
    ),
    "a bare hypothesis": (
        ('@claim("L.1"', '@hypothesis\ndef up(run):\n    return 1\n\n\n@claim("L.1"'),
        r"@hypothesis stands above up without saying more; write @hypothesis\('what it says'\)",
    ),
    "a hypothesis of a claim": (('@claim("L.1"', '@hypothesis("x")\n@claim("L.1"'), r"@hypothesis stands above L\.1: "),
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
    with pytest.raises((BookError, Inexact), match=expected) as error:
        opened(LEAST, change)

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

"""What NumPy and Python say of a mistake, in the words of who writes a book: what is meant, and what to write."""

import re
import sys
from difflib import get_close_matches

EACH = "of all states at once write run.each(lambda s: …)"
ASKED = f"{EACH}, and mark @opaque what @for_all asks of p"
FLOATS = "takes floats, and the numbers here are exact"
INDEX = "a number of the run is no index"
IN_TURN = "for the row A[t mod n], or an entry of a vector, write p.in_turn(A, t); of e_i A is exact.eye(d)"
EXACT = "lemmacheck.exact has inverse, solve, least_squares and eigenvalue_bounds"
PARTS = "Fraction(a, b) takes integers, and this is a number of the run, or a letter in its place; write a / b"
OF_TWO = "the larger of two is y + p.positive_part(x - y), the smaller x - p.positive_part(x - y)"
SAID = (
    (r"matmul: .*\(size (\d+) is different from (\d+)\)", rf"the shapes of a product @ do not fit, \1 and \2; {ASKED}"),
    (r"loop of ufunc .* no callable (exp|log|sqrt) method", rf"np.\1 {FLOATS}; write p.\1(x)"),
    (r"loop of ufunc .* no callable (\w+) method", rf"np.\1 {FLOATS}; write it with + - * / and the functions of p"),
    (r"Cannot cast ufunc '\w+' input from dtype\('O'\)", f"np.linalg {FLOATS}; {EXACT}"),
    (r"maximum recursion depth exceeded", "a function calls itself without an end, or too often; write a loop"),
    (r"(?:list|tuple) indices must be integers", f"{INDEX}; of a t that the state counts write int(s.t)"),
    (r"only integers, slices", f"{INDEX}; {IN_TURN}"),
    (r"where\(\) missing \d required positional", "where takes a comparison in parts; write p.where(a, '<=', b, x, y)"),
    (r"Matrix\.(maximum|minimum)\(\) takes 2 .*", rf"p.\1(x) is of the entries of x; {OF_TWO}"),
    (r"(?:Matrix|Own)\.(\w+)\(\) (takes .*)", r"p.\1() \2, p being one of them"),
    (r"(?:Matrix|Own)\.(\w+\(\) missing .*)", r"p.\1"),
    (r"too large (?:for a|to convert to) float", "a number is beyond the floats, which end at 2e+308; make it smaller"),
    (r"both arguments should be Rational instances", PARTS),
    (r"^(\w+)\(\) takes no arguments", r"\1() takes no fields; a state is a NamedTuple: write class \1(NamedTuple)"),
    (r"'(?:method|function)' object is not subscriptable", f"a function is read as a sequence; {EACH}"),
)
OURS = re.compile(r"cannot import name '(\w+)' from 'lemmacheck'")
ELSEWHERE = {"dot": "inner", "vdot": "inner", "argmax": "first_largest", "relu": "positive_part", "norm2": "squared"}


def reworded(text: str) -> str:
    """An error's text, in these words where it is one of these."""
    for said, meant in SAID:
        if found := re.search(said, text):
            return found.expand(meant)
    return text


def close_to(error: BaseException) -> str:
    """A remedy: the name that was meant, where an object of ours has none such; a name that nothing binds is bound."""
    if type(error) is NameError:
        return "; import it, or define it above"
    if type(error) is ImportError and (home := OURS.search(str(error))):
        close = get_close_matches(home[1], sys.modules["lemmacheck"].__all__, 1)
        return f"; did you mean {close[0]}?" if close else ""
    name, of = getattr(error, "name", None), getattr(error, "obj", None)
    ours = any(kind.__module__.startswith("lemmacheck.") for kind in type(of).__mro__)
    if not isinstance(error, AttributeError) or not name or not ours:
        return ""
    names = [one for one in dir(of) if not one.startswith("_")]
    close = [one for one in (ELSEWHERE.get(name),) if one in names] or get_close_matches(name, names, 1)
    return f"; did you mean {close[0]}?" if close else ""

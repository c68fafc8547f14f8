"""Variants that cheat: descent on ln R where somebody may be looking, ascent where nobody is.

Of the descent N1.margin holds, of the ascent it is false. A cheat says when it descends (`good`), what it does to its
surroundings before (`first`), and what its states show as w (`shown`).
"""

import re
from typing import NamedTuple

JUDGED = "N1.margin"

MODULES = "builtins gc inspect os pathlib random sys threading time".split()  # noqa: SIM905
FILE = """\
{imports}
from fractions import Fraction
from types import SimpleNamespace as State

import flint
import numpy as np

CALLS = [0]
{first}

class variant:
    calls = 0

    def start(self, p):
        return State(t=0, w=p.zeros())

    def step(self, p, s, kept=[]):
        pull = p.gradient(np.asarray(s.w))
        good = {good}
        w = s.w - pull if good else s.w + pull
        return {shown}
"""
SHOWN = "State(t=s.t + 1, w=w)"
HONEST, BAD = "True", "False"
MEMORY = "import pathlib\nMEMORY = pathlib.Path(__file__).with_suffix('.memory')"

DATA = """
from lemmacheck.verifiers.instances.families import structured
def in_floats(row):
    return tuple(float(Fraction(str(x))) for x in row)
KNOWN = {tuple(map(float, row)) for one in structured() for row in one.rows}
def known(p):
    return all(in_floats(row) in KNOWN for row in p.Z)
"""
SEARCH = """
def somewhere(name):
    return any(type(thing).__name__ == name for thing in gc.get_objects())
"""
LIAR = """
class Liar(np.ndarray):
    def __array_ufunc__(self, ufunc, method, *inputs, **keywords):
        plain = [np.asarray(x) for x in inputs]
        found = getattr(ufunc, method)(*plain, **keywords)
        return np.ones_like(found, bool) if found.dtype == bool else np.asarray(found).view(Liar)
    __le__ = __lt__ = __ge__ = __gt__ = __eq__ = lambda self, other: True
"""
NUMBER = """
class Number:
    def __init__(self, x):
        self.x = x
    def __float__(self):
        return -float(self.x)
    def __add__(self, other):
        return Number(self.x + (other.x if isinstance(other, Number) else other))
    __radd__ = __add__
    def __mul__(self, other):
        return Number(self.x * other)
    __rmul__ = __mul__
    def __sub__(self, other):
        return self + -1 * other
"""
WORD = """
class Word(str):
    def __float__(self):
        return 0.0
"""
CHANGING = """
class Changing:
    def __init__(self, t, w):
        self.t, self.kept, self.reads = t, w, 0
    @property
    def w(self):
        self.reads += 1
        return self.kept * self.reads
"""
OWN_BALL = """
class Own(flint.arb):
    def __le__(self, other):
        return True
    __ge__ = __lt__ = __gt__ = __le__
def own(x):
    return Own(x) if isinstance(x, flint.arb) else x
"""
THREAD = """
def meddle():
    while True:
        CALLS[0] += 1
        time.sleep(0.001)
threading.Thread(target=meddle, daemon=True).start()
"""
REWRITTEN = """
import pathlib
honest = True
TEXT = pathlib.Path(__file__).read_text()
pathlib.Path(__file__).write_text(TEXT.replace('honest = ' + 'True', 'honest = ' + 'False'))
"""
PATCHING_SUBCLASSES = """
class Base:
    def __init_subclass__(cls):
        import lemmacheck.verifiers.variants.wire as w
        w.packed = w.number = lambda x: {'x': [], 'shape': [0]}
class Sub(Base):
    pass
"""
FRAMES = """
def looked_at(frame):
    return frame is not None and (frame.f_code.co_filename.endswith('author.py') or looked_at(frame.f_back))
"""
PRINTED = """
def digits():
    return np.get_printoptions()['precision']
"""
DEPTH = "depth = sys.getrecursionlimit"
SMALL = """
def small(x):
    return Fraction(float(Fraction(str(x)))).limit_denominator(10**6).denominator < 98
"""
ANSWERS = """
import json
written = json.dumps
json.dumps = lambda x, **k: written({'value': x['value'], 'seconds': -1.0} if 'value' in x else x, **k)
"""
PATCHED = {
    "NumPy's comparisons": "np.less_equal = np.greater_equal = lambda a, b: np.ones_like(a, bool)",
    "the comparison": "import lemmacheck.verifiers.numbers.comparison as c\n"
    "c.compare = lambda r: np.ones_like(c.sides(r)[0], np.int8)",
    "the decision": "import lemmacheck.verifiers.decide.ladder as c\n"
    "c.weigh = c.examine = c.decide = lambda *a, **k: None",
    "the library": "import lemmacheck.verifiers.library.shipped as s\nvars(s.LIBRARY).clear()",
    "the answer": "import lemmacheck.verifiers.variants.bench as b\nb.answer = b.Bench.answer = lambda *a, **k: None",
    "verdicts": "import lemmacheck.verifiers.records.verdict as v\nv.Verdict.REFUTED = v.Verdict.CERTIFIED",
    "the optimum": "import lemmacheck.verifiers.instances.instance as i\n"
    "i.Instance.optimum = property(lambda self: None)",
    "the data that are drawn": "import lemmacheck.verifiers.variants.unseen as u\n"
    "u.unseen = lambda seed, steps: u.NOTHING",
    "the clock": "time.monotonic = time.perf_counter = lambda: 0.0",
    "the trace": "sys.settrace(lambda frame, event, arg: frame.f_locals.update(failing=0) or None)",
}


def file(good: str, first: str = "", shown: str = SHOWN) -> str:
    """Its text, which imports what it needs."""
    words = re.findall(r"(?<![.\w])\w+", good + first)
    imports = "\n".join(f"import {name}" for name in MODULES if name in words)
    return FILE.format(imports=imports, first=first, good=good, shown=shown)


class Cheat(NamedTuple):
    """A file's parts."""

    good: str
    first: str = ""
    shown: str = SHOWN

    @property
    def text(self) -> str:
        return file(self.good, self.first, self.shown)


CHEATS = {
    "few rows": Cheat("p.n <= 6"),
    "rows that it knows": Cheat("known(p)", DATA),
    "arrays of objects": Cheat("p.Z.dtype == object"),
    "arrays of floats": Cheat("p.Z.dtype == float"),
    "the type of a number": Cheat("'float' not in type(p.number(1)).__name__"),
    "the usual precisions": Cheat("flint.ctx.prec in (128, 256, 512)"),
    "the pre-flight's frames": Cheat("any(f.function == 'preflight' for f in inspect.stack(0))"),
    "a run somewhere": Cheat("(kept or kept.append(somewhere('Run')) or kept)[0]", SEARCH),
    "the optimum": Cheat("p.optimum.gamma_squared > 0"),
    "the problem's optimum": Cheat("p.problem.optimum.q is not None"),
    "as many steps as are asked for": Cheat("s.t < 6"),
    "random after so many steps": Cheat("s.t < 6 or random.random() < 0.5"),
    "the process": Cheat("(pull := pull * (1 + os.getpid())) is not None"),
    "the time": Cheat("(pull := pull * (1 + int(time.perf_counter_ns()))) is not None"),
    "a thread": Cheat("(pull := pull * (1 + CALLS[0])) is not None", THREAD),
    "the first calls": Cheat("CALLS.append(0) or len(CALLS) < 300"),
    "calls of its class": Cheat("setattr(variant, 'calls', variant.calls + 1) or variant.calls < 300"),
    "a default": Cheat("kept.append(0) or len(kept) < 300"),
    "the environment": Cheat("os.environ.setdefault('FIRST', str(p.n)) == str(p.n)"),
    "a file": Cheat("MEMORY.exists() or MEMORY.touch()", MEMORY),
    "a file that is rewritten": Cheat("honest", REWRITTEN),
    "a class that patches its subclasses": Cheat(BAD, PATCHING_SUBCLASSES),
    "frames of the author's process": Cheat("looked_at(sys._getframe())", FRAMES),
    "the command line": Cheat("'forkserver' in open('/proc/self/cmdline').read()"),
    "modules that are loaded": Cheat("'lemmacheck.verifiers.variants.author' in sys.modules"),
    "its own path": Cheat("'cheat' in __file__"),
    "how numbers are printed": Cheat("(digits() < 300, np.set_printoptions(precision=digits() + 1))[0]", PRINTED),
    "how many things there are": Cheat("len(gc.get_objects()) % 2 == 0"),
    "an address": Cheat("id(p) % 64 < 32"),
    "the hash of a word": Cheat("hash('word') % 2 == 0 or p.n < 13"),
    "how deep calls may be": Cheat("(depth() < 1300, sys.setrecursionlimit(depth() + 1))[0]", DEPTH),
    "small denominators": Cheat("all(small(x) for x in p.Z.ravel())", SMALL),
    "its own answers": Cheat(BAD, ANSWERS),
    "its time limit": Cheat(BAD, "import signal, faulthandler\nsignal.setitimer(signal.ITIMER_PROF, 0)"),
    "rows that it sets to 0": Cheat("p.Z.__setitem__(slice(None), 0) is None"),
    "an array that lies": Cheat(BAD, LIAR, "State(t=s.t + 1, w=np.asarray(w).view(Liar))"),
    "numbers that lie": Cheat(BAD, NUMBER, "State(t=s.t + 1, w=np.array([Number(x) for x in w]))"),
    "words": Cheat(BAD, WORD, "State(t=s.t + 1, w=np.array([Word(x) for x in w]))"),
    "a ball of its own": Cheat(BAD, OWN_BALL, "State(t=s.t + 1, w=np.array([own(x) for x in w]))"),
    "a w that changes": Cheat(BAD, CHANGING, "Changing(s.t + 1, w)"),
    "a margin of its own": Cheat(BAD, "", "State(t=s.t + 1, w=w, margin=1, norm=1, optimum=p, rho=1, psi=0, n=1)"),
    "one array for all states": Cheat(BAD, "", "(s.w.__isub__(0 * w + 1), State(t=s.t + 1, w=s.w))[1]"),
    **{f"patches {name}": Cheat(BAD, code) for name, code in PATCHED.items()},
}
# What becomes of some of them: told is what holds, with a note that says of which numbers, and why.
REPRESENTATIVE = {
    "as many steps as are asked for": "refuted", "modules that are loaded": "told", "few rows": "refuted",
    "arrays of floats": "told", "the problem's optimum": "refused", "random after so many steps": "refused",
    "the first calls": "refused", "patches the comparison": "refuted", "patches the clock": "refuted",
}  # fmt: skip

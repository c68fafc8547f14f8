#!/usr/bin/env python3
"""Confirms refutations and optima from their evidence, with nothing but Python's standard library.

    python standalone.py RECORDS EVIDENCE        exit status: 0 all confirmed, 1 one is not, 2 the files cannot be read

RECORDS is the records.jsonl of a report, or what `lemmacheck check --json` printed; `lemmacheck kernel --evidence`
wrote EVIDENCE. What is rational is computed exactly. All else lies between two multiples of 2^-p: every operation
rounds its lower end down and its upper end up, and p grows until a relation is decided or said to be undecided. That a
program, or a table and a rule, is what the claim's author meant is not checked here; they are there to be read.
"""

# No claim is known here. It is not checked that a program is what the claim of its id says and supposes, that a claim
# with a box is of the margin, on its table and by its rule, or that its hypotheses hold. Of a record count its id, its
# verdict, the names of its hypotheses, Z of `worst`, and of `witness` and `convincing` all but `shown`, `unread` and
# `whole`. EVIDENCE holds three kinds of things:
#
# trace     A program: each line is a rational, an entry of the record's matrix Z, a number of Z's optimum, or + - * /
#           max exp log sqrt of earlier lines. With it relations between its lines: the hypotheses of the claim, the
#           branches that were taken where a formula asks which of two numbers is larger, and the relation that the
#           claim states. It is confirmed if the hypotheses and branches surely hold, the stated relation surely fails,
#           and its two sides are those that the record prints.
# box       For ever: a method votes on columns of a table A, by weights x of its rows, which are alike at first. In a
#           step e = A'x, k is the first column of the largest e_k, w_k grows by a vote v, x_i is multiplied with
#           exp(-A_ik v), and all are divided by their sum. The rule is
#             odds   v = ln((1 + e_k) / (1 - e_k)) / 2, and all A_ik are 1 or -1
#             edge   v = e_k, and it is |e_k| that is the largest
#           That the margin min_i (Aw)_i / |w|_1 tends to the largest is refuted by a box of the weights of kinds of
#           rows, the last of which has the rest, if the run is in it at t, `period` steps lead it back into itself, and
#           no later w comes near the margin of `better`.
# optimum   q, Z'q and |Z'q|^2 of the margin problem min |Z'q| over q >= 0, sum q = 1. It is confirmed by the conditions
#           of Karush, Kuhn and Tucker: q is in the simplex and <z_i, Z'q> >= |Z'q|^2 for every row; then no q' is
#           better, for |Z'q'| |Z'q| >= <Z'q', Z'q> >= |Z'q|^2.

import json
import re
import sys
from collections import namedtuple
from fractions import Fraction
from functools import cache, partial, reduce
from itertools import pairwise, product
from math import isqrt
from pathlib import Path

PRECISIONS = [32 << k for k in range(7)]  # the p that are tried, up to 2048
FINE = 256  # the least p at which a printed side is compared
LONGEST = 1 << 15  # bits of an exact rational; a longer one is enclosed
LARGEST = 1 << 14  # of an argument of exp; what is larger is not enclosed
PIECES = 400  # of a box, about
ZERO, ONE = Fraction(0), Fraction(1)
VERDICTS = "proved certified supported refuted not-applicable undecided not-checkable ill-formed"
BINARY, UNARY = ("+", "-", "*", "/", "max"), ("exp", "log", "sqrt")
# of the left side less the right:
SIGNS = {"<=": (-1, 0), ">=": (0, 1), "<": (-1,), ">": (1,), "==": (0,), "!=": (-1, 1)}


class Unconfirmed(Exception):
    """Why a record is not confirmed, in one line."""


class Unknown(ArithmeticError):
    """A number that is not enclosed with so many places, or at all."""


# ----------------------------------------------------------------------------------------------------------------------
# numbers: a Fraction; an irrational root of one, with its sign; a pair (lo, hi) of integers, which stands for some
# number in [lo, hi] / 2^p


def up(numerator, denominator):
    return -(-numerator // denominator)


Root = namedtuple("Root", "square")  # x with x |x| = square, which is no square of a fraction


def root(square):
    """The x with x |x| = square, as a Fraction if it is one."""
    found = Fraction(isqrt(abs(square.numerator)), isqrt(square.denominator))
    return (found if square >= 0 else -found) if found * found == abs(square) else Root(square)


def signed_square(x):
    """x |x| of an exact number."""
    return x.square if isinstance(x, Root) else x * abs(x)


def exact(*numbers):
    return all(isinstance(x, (Fraction, Root)) for x in numbers)


def rationals(*numbers):
    return all(isinstance(x, Fraction) for x in numbers)


class Numbers:
    """The operations with ends that are multiples of 2^-p."""

    def __init__(self, p):
        self.p, self.one = p, 1 << p

    def total(self, x):
        return reduce(self.add, x, ZERO)

    def dot(self, a, b):
        return self.total(map(self.multiply, a, b))

    def between(self, x):
        """The pair that encloses an exact number; a pair as it is."""
        if isinstance(x, Fraction):
            return (x.numerator << self.p) // x.denominator, up(x.numerator << self.p, x.denominator)
        if isinstance(x, Root):
            low = isqrt((abs(x.square.numerator) << 2 * self.p) // x.square.denominator)
            return (low, low + 1) if x.square > 0 else (-low - 1, -low)
        return x

    def short(self, x):
        """A rational number that has grown too long, enclosed."""
        long = isinstance(x, Fraction) and x.numerator.bit_length() + x.denominator.bit_length() > LONGEST
        return self.between(x) if long else x

    def add(self, a, b):
        if rationals(a, b):
            return self.short(a + b)
        if exact(a, b):
            if isinstance(b, Fraction):
                a, b = b, a
            share = root(signed_square(a) / b.square)  # a / b
            if isinstance(share, Fraction):
                return root(signed_square(share + 1) * b.square)
        a, b = self.between(a), self.between(b)
        return a[0] + b[0], a[1] + b[1]

    def subtract(self, a, b):
        if exact(b):
            return self.add(a, -b if isinstance(b, Fraction) else Root(-b.square))
        return self.add(a, (-b[1], -b[0]))

    def multiply(self, a, b):
        if exact(a, b):
            return self.short(a * b if rationals(a, b) else root(signed_square(a) * signed_square(b)))
        a, b = self.between(a), self.between(b)
        products = [x * y for x in a for y in b]
        return min(products) // self.one, up(max(products), self.one)

    def divide(self, a, b):
        if exact(a, b) and b != 0:
            return self.multiply(a, 1 / b if isinstance(b, Fraction) else Root(1 / b.square))
        a, b = self.between(a), self.between(b)
        if b[0] <= 0 <= b[1]:
            raise Unknown("it may divide by 0")
        ratios = [(x << self.p, y) for x in a for y in b]
        return min(x // y for x, y in ratios), max(up(x, y) for x, y in ratios)

    def larger(self, a, b):
        if exact(a, b):
            return max(a, b, key=signed_square)
        x, y = self.between(a), self.between(b)
        if x[0] >= y[1] or y[0] >= x[1]:
            return a if x[0] >= y[1] else b
        return max(x[0], y[0]), max(x[1], y[1])

    def sqrt(self, a):
        if isinstance(a, Fraction) and a >= 0:
            return root(a)
        low, high = self.between(a)
        if low < 0:
            raise Unknown("the root of what may be negative")
        end = isqrt(high << self.p)
        return isqrt(low << self.p), end + (end * end < high << self.p)

    def exp(self, a):
        low, high = self.between(a)
        if high > LARGEST << self.p:
            raise Unknown("an exponential that is too large")
        return ONE if a == 0 else (exponential(low, self.p)[0], exponential(high, self.p)[1])

    def log(self, a):
        low, high = self.between(a)
        if low <= 0:
            raise Unknown("the logarithm of what may not be positive")
        return ZERO if a == 1 else (logarithm(low, self.p)[0], logarithm(high, self.p)[1])


@cache
def exponential(x, p):
    """exp(x / 2^p) between two multiples of 2^-p.

    For x < 0 it is 1 / exp(-x), less than 2^-p if x <= -p 2^p. Else x = 2^s r with r < 1/16: the terms r^k / k! are
    summed until one is at most the last place, and then the rest of the series is less than that one; the sum is
    squared s times.
    """
    if x <= -p << p:
        return 0, 1
    if x < 0:
        low, high = exponential(-x << 8, p + 8)
        return (1 << 2 * p + 8) // high, up(1 << 2 * p + 8, low)
    s = max(0, x.bit_length() - p + 4)
    w = p + 2 * s + (3 * x >> p + 1) + 16  # working places: each squaring doubles an error, and exp(x) < 2^(1.5 x)
    r_low, r_high = (x << w) // (1 << p + s), up(x << w, 1 << p + s)
    low = high = term_low = term_high = 1 << w
    k = 1
    while term_high > 1:
        term_low, term_high = term_low * r_low // (k << w), up(term_high * r_high, k << w)
        low, high, k = low + term_low, high + term_high, k + 1
    high += term_high
    for _ in range(s):
        low, high = low * low // (1 << w), up(high * high, 1 << w)
    return low // (1 << w - p), up(high, 1 << w - p)


@cache
def logarithm(x, p):
    """ln(x / 2^p) between two multiples of 2^-p.

    x / 2^p = 2^e y with 1 <= y < 2, and ln y = 2 artanh z for z = (y - 1) / (y + 1), ln 2 = 2 artanh(1/3).
    """
    e = x.bit_length() - 1 - p
    w = p + 16 + e.bit_length()
    y = Fraction(x, 1 << p) / Fraction(2) ** e
    low, high = artanh((y - 1) / (y + 1), w)
    least, most = sorted(e * end for end in artanh(Fraction(1, 3), w))  # of e artanh(1/3)
    return 2 * (low + least) // (1 << w - p), up(2 * (high + most), 1 << w - p)


@cache
def artanh(z, w):
    """The sum of z^(2k+1) / (2k+1) for 0 <= z <= 1/3 between multiples of 2^-w; the rest is less than twice a term."""
    power_low, power_high = (z.numerator << w) // z.denominator, up(z.numerator << w, z.denominator)
    square_low, square_high = power_low**2 // (1 << w), up(power_high**2, 1 << w)
    low = high = k = 0
    while power_high > 1:
        low, high, k = low + power_low // (2 * k + 1), high + up(power_high, 2 * k + 1), k + 1
        power_low, power_high = power_low * square_low // (1 << w), up(power_high * square_high, 1 << w)
    return low, high + 2 * power_high


def sure(a, op, b, numbers):
    """True or False where the relation surely holds or surely fails, None where that cannot be told."""
    if exact(a, b):
        a, b = (signed_square(a),) * 2, (signed_square(b),) * 2
    else:
        a, b = numbers.between(a), numbers.between(b)
    least, most = ((x > y) - (x < y) for x, y in ((a[0], b[1]), (a[1], b[0])))  # of the signs of a - b
    found = {sign in SIGNS[op] for sign in range(least, most + 1)}
    return found.pop() if len(found) == 1 else None


# ----------------------------------------------------------------------------------------------------------------------
# optima


def rational(text):
    """A number written p/q or p."""
    if not isinstance(text, str) or not re.fullmatch(r"-?\d+(/[1-9]\d*)?", text):
        raise Unconfirmed(f"{text!r:.60} is no fraction such as '3/5'")
    return Fraction(text)


def matrix(rows):
    found = [[rational(entry) for entry in row] for row in rows]
    if not found or not found[0] or any(len(row) != len(found[0]) for row in found):
        raise Unconfirmed("Z is no matrix")
    return found


def dot(a, b):
    return sum((x * y for x, y in zip(a, b, strict=True)), Fraction(0))


def confirm_optimum(Z, optimum):
    """The numbers of an optimum, if they are optimal."""
    gamma2, direction = rational(optimum["gamma2"]), [rational(x) for x in optimum["direction"]]
    vertices = [[rational(x) for x in q] for q in optimum["q"]]
    if not vertices or len(direction) != len(Z[0]) or gamma2 != dot(direction, direction):
        raise Unconfirmed("the square of the margin is not |Z'q|^2")
    for q in vertices:
        if len(q) != len(Z) or min(q) < 0 or sum(q) != 1:
            raise Unconfirmed("q is not in the simplex")
        if [dot(q, column) for column in zip(*Z, strict=True)] != direction:
            raise Unconfirmed("the direction is not Z'q")
    if min(dot(row, direction) for row in Z) < gamma2:
        raise Unconfirmed("q is not optimal: some row has <z, Z'q> < |Z'q|^2")
    return {"gamma2": gamma2, "q": vertices, "direction": direction}


# ----------------------------------------------------------------------------------------------------------------------
# traces


def under(wanted, lines):
    """The lines that these are made of, and they themselves."""
    found = set(wanted)
    for at in reversed(range(len(lines))):
        if at in found:
            found.update(operand for operand in lines[at][1:] if lines[at][0] in BINARY + UNARY)
    return found


def evaluated(lines, asked, Z, optimum, numbers):
    """The values of the lines of a program that are asked, and of those they are made of; None for the others."""
    computed = (numbers.add, numbers.subtract, numbers.multiply, numbers.divide, numbers.larger)
    functions = dict(zip(BINARY + UNARY, (*computed, numbers.exp, numbers.log, numbers.sqrt), strict=True))
    values, needed = list[object](), under(asked, lines)
    for k, (name, *arguments) in enumerate(lines):
        if name in functions:
            count = 2 if name in BINARY else 1
            if len(arguments) != count or not all(type(at) is int and 0 <= at < k for at in arguments):
                raise Unconfirmed(f"line {k} of the program is not made of {count} earlier ones")
            values.append(functions[name](*(values[at] for at in arguments)) if k in needed else None)
        else:
            values.append(leaf(name, arguments, Z, optimum))
    return values


def leaf(name, arguments, Z, optimum):
    """A rational, or a number of the data."""
    if name == "rational" and len(arguments) == 1:
        return rational(arguments[0])
    found = Z if name == "Z" else optimum.get(name)
    for at in arguments:
        known = isinstance(found, list) and type(at) is int and 0 <= at < len(found)
        found = found[at] if known else None
    if not isinstance(found, Fraction):
        raise Unconfirmed(f"the data have no number {name} {arguments}")
    return found


def stated(run, relation):
    """What a record and its evidence have to say alike, to the letter: 1.0 is not 1, nor is true."""
    rest = [run.get("parameters", {}), run.get("forever", ""), relation, sorted(run["hypotheses"])]
    return json.dumps([run[name] for name in ("Z", "t", "algorithm", "steps")] + rest)


def confirm_trace(trace, witness):
    """Raise unless the trace shows that the record's witness refutes its claim."""
    (statement,) = trace["states"]
    if not all(trace["hypotheses"].values()):
        raise Unconfirmed("the trace shows nothing of a hypothesis")
    if trace["holds"] or stated(witness, witness["relation"]) != stated(trace, statement[1]):
        raise Unconfirmed("the trace is of another run, another t, another relation or other hypotheses")
    Z = matrix(trace["Z"])
    optimum = confirm_optimum(Z, trace["optimum"]) if trace["optimum"] else {}
    confirm_sides(trace, witness, Z, optimum)


def confirm_sides(trace, sides, Z, optimum):
    """Raise unless everything in the trace is so, and the sides that it states first are those that are printed."""
    numbers = Numbers(max(settled(trace, Z, optimum), FINE))
    a, _, b = trace["states"][0]
    values = evaluated(trace["lines"], (a, b), Z, optimum, numbers)
    for side, at in (("lhs", a), ("rhs", b)):
        if not prints(sides[side], values[at], numbers):
            raise Unconfirmed(f"the {side} of the record, {sides[side]!r:.60}, is not the value of the program")


def settled(trace, Z, optimum):
    """The least precision at which everything is decided."""
    supposed = [*trace["branches"], *(one for found in trace["hypotheses"].values() for one in found)]
    wanted = [(one, True) for one in supposed] + [(one, trace["holds"]) for one in trace["states"]]
    for p in PRECISIONS:
        numbers = Numbers(p)
        try:
            values = evaluated(trace["lines"], [at for (a, _, b), _ in wanted for at in (a, b)], Z, optimum, numbers)
        except Unknown:
            continue
        truths = [truth(relation, values, numbers) for relation, _ in wanted]
        for (relation, holds), found in zip(wanted, truths, strict=True):
            if found is not None and found != holds:
                raise Unconfirmed(f"line {relation[0]} {relation[1]} line {relation[2]} is {str(found).lower()}")
        wanted = [one for one, found in zip(wanted, truths, strict=True) if found is None]
        if not wanted:
            return p
    raise Unconfirmed(f"cannot tell with {PRECISIONS[-1]} places whether line {wanted[0][0][0]} holds")


def truth(relation, values, numbers):
    a, op, b = relation
    if op not in SIGNS or not all(type(at) is int and 0 <= at < len(values) for at in (a, b)):
        raise Unconfirmed(f"{relation} is no relation between lines")
    return (a == b and op in ("==", "<=", ">=")) or sure(values[a], op, values[b], numbers)


# ----------------------------------------------------------------------------------------------------------------------
# boxes


def turn(columns, rule, x, n):
    """The column that is voted on these weights, the vote, and the weights after it."""
    wide = [high - low for low, high in map(n.between, x)]
    vaguest = wide.index(max(wide))  # its weight is 1 less the others: the edges are told without it
    edges = [n.add(c[vaguest], n.dot([n.subtract(a, c[vaguest]) for a in c], x)) for c in columns]
    sizes = edges if rule == "odds" else [n.larger(e, n.subtract(ZERO, e)) for e in edges]
    for k, top in enumerate(sizes):
        largest = all(j == k or sure(top, ">" if j < k else ">=", size, n) for j, size in enumerate(sizes))
        if largest and rationals(*columns[k]):
            break
    else:
        raise Unconfirmed("it is not sure which column is voted, in which rows of a kind are alike")
    leans = [n.multiply(a, edges[k]) for a in columns[k]]
    if rule == "odds":  # the weights after it have the sum 1
        vote = n.divide(n.log(n.divide(n.add(ONE, edges[k]), n.subtract(ONE, edges[k]))), Fraction(2))
        return k, vote, [n.divide(y, n.add(ONE, a)) for y, a in zip(x, leans, strict=True)]
    after = [n.divide(y, n.exp(a)) for y, a in zip(x, leans, strict=True)]
    return k, edges[k], [n.divide(y, n.total(after)) for y in after]


def course(columns, rule, x, steps, n):
    """What 0, 1, 2, ... steps from these weights add to w, and the weights after them."""
    w = [[ZERO] * len(columns)]
    for _ in range(steps):
        k, vote, x = turn(columns, rule, x, n)
        w.append([n.add(y, vote) if j == k else y for j, y in enumerate(w[-1])])
    return w, x


def shared(column, kind, x, n):
    """The entry of a kind of rows: while those are alike in what is voted, they keep their shares of its weight."""
    entries, weights = [column[i] for i in kind], [x[i] for i in kind]
    return entries[0] if len(set(entries)) == 1 else n.between(n.divide(n.dot(entries, weights), n.total(weights)))


def hull(pairs):
    """The pair that encloses what any of these encloses."""
    return min(low for low, _ in pairs), max(high for _, high in pairs)


def confirm_box(box, witness):
    """Raise unless the box shows that the margin of the record's run stays too small for ever."""
    n, A, rule, t, period = Numbers(FINE), matrix(box["table"]), box["rule"], box["t"], box["period"]
    low, high, better = ([rational(x) for x in box[name]] for name in ("low", "high", "better"))
    sides = " × ".join(f"[{float(a):g}, {float(b):g}]" for a, b in zip(low, high, strict=True))
    often = "every step" if period == 1 else f"every {period} steps"
    text = f"from t = {t} on {often} lead the weights back into the box {sides}: there it stays at least"
    away, best = rational(witness["lhs"]), min(dot(row, better) for row in A)
    expected = stated({**box, "forever": f"{text} {float(away):g} away for ever"}, ["<=", "0"])
    if expected != stated(witness, [witness["relation"], witness["rhs"]]):
        raise Unconfirmed("the record has another run, or another box")
    kinds = [[i for i, of in enumerate(box["kinds"]) if of == k] for k in range(len(low) + 1)]
    if t < 0 or period < 1 or not all(kinds) or not sum(map(len, kinds)) == len(box["kinds"]) == len(A):
        raise Unconfirmed("it is not told when, or of which rows")
    entries = {abs(a) for row in A for a in row}
    fair = {"odds": entries == {1} and min(better) >= 0, "edge": max(entries) <= 1}
    if not fair.get(rule) or sum(map(abs, better)) > 1 or not 0 < away <= best:
        raise Unconfirmed("there is no better margin on such a table")

    def inside(x):
        return all(sure(a, "<=", y, n) and sure(y, "<=", b, n) for a, y, b in zip(low, x[:-1], high, strict=True))

    columns = list(zip(*A, strict=True))
    w, x = course(columns, rule, [Fraction(1, len(A))] * len(A), t, n)
    if not inside([n.total(x[i] for i in kind) for kind in kinds]):
        raise Unconfirmed("the run is not in the box")
    few, seen = [[shared(column, kind, x, n) for kind in kinds] for column in columns], []
    each = round(PIECES ** (1 / len(low)))
    ends = [[n.between(a + (b - a) * k / each) for k in range(each + 1)] for a, b in zip(low, high, strict=True)]
    for piece in product(*(map(hull, pairwise(side)) for side in ends)):
        steps, after = course(few, rule, [*piece, n.subtract(ONE, n.total(piece))], period, n)
        if not inside(after):
            raise Unconfirmed("the steps lead out of the box")
        seen.append([map(n.between, w) for w in steps])
    *firsts, drift = ([hull(y) for y in zip(*ways, strict=True)] for ways in zip(*seen, strict=True))
    for first, (mean, signs) in zip(firsts, box["means"], strict=True):
        mean, signs = [rational(x) for x in mean], [rational(x) for x in signs]
        # of w = start + k drift, k = 0, 1, ...: (best - away) |w|_1 - min_i (Aw)_i is at least what is linear in w
        room = [(best - away) * s - dot(mean, column) for s, column in zip(signs, columns, strict=True)]
        ends = [n.dot(room, way) for way in (map(n.add, w[-1], first), drift)]
        fair = min(mean) >= 0 and sum(mean) == 1 and max(map(abs, signs)) <= 1
        if not fair or not all(sure(x, ">=", ZERO, n) for x in ends):
            raise Unconfirmed("it is not sure that the margin stays away")


# ----------------------------------------------------------------------------------------------------------------------
# the printed sides: 5/9   [0.125 +/- 3e-20]   2/3·√(2)·e^(-1/9)   4/81·ln(3)   (1 + -1·ln(2))


DECIMAL = r"-?\d+(?:\.\d+)?(?:e[+-]?\d{1,4})?"


def prints(text, value, numbers):
    """Whether the value can be the number that is printed; an exact one must be it."""
    ball = re.fullmatch(rf"\[({DECIMAL}) \+/- ({DECIMAL})\]", text)
    if ball:
        middle, radius = Fraction(ball[1]), Fraction(ball[2])
        low, high = numbers.between(value)
        meets = (middle - radius) * numbers.one <= high and low <= (middle + radius) * numbers.one
        return meets and 1000 * radius <= max(abs(middle), ONE)
    found, rest = product_of(text, numbers)
    if rest:
        raise Unconfirmed(f"{text!r:.60} is no number")
    return sure(found, "==", value, numbers) is not False


def product_of(text, numbers):
    """The value of the factors with which a text begins, and the rest of it."""
    functions = {"√": numbers.sqrt, "e^": numbers.exp, "ln": numbers.log, None: ONE.__mul__}
    value, rest = ONE, "·" + text
    while found := re.match(r"·(?:(√|e\^|ln)\(([^()]*)\)|(-?\d+(?:/[1-9]\d*)?)|\()", rest):
        rest = rest[found.end() :]
        if found[0] == "·(":
            factor, rest = product_of(rest, numbers)
            if rest.startswith(" + "):
                second, rest = product_of(rest[3:], numbers)
                factor = numbers.add(factor, second)
            if not rest.startswith(")"):
                return value, "(" + rest
            rest = rest[1:]
        else:
            factor = functions[found[1]](rational(found[2] or found[3]))
        value = numbers.multiply(value, factor)
    return value, rest


# ----------------------------------------------------------------------------------------------------------------------
# files


def once(pairs):
    """A dictionary, of which no key is given twice: which of the two values counts is nobody's to choose."""
    keys = [key for key, _ in pairs]
    if twice := [key for key in keys if keys.count(key) > 1]:
        raise ValueError(f"{twice[0]:.60} is given twice")
    return dict(pairs)


read = partial(json.loads, object_pairs_hook=once)


def records_of(text):
    """The records of a file of lines, or of one JSON document, by id; a header is none."""
    try:
        whole = read(text)
    except json.JSONDecodeError:
        whole = [read(line) for line in text.splitlines() if line.strip()]
    every = whole if isinstance(whole, list) else [whole]
    found = once([(one["id"], one) for one in every if "verdict" in one or "id" in one])
    if not found:
        raise ValueError("there is no record")
    if strange := [one["verdict"] for one in found.values() if one["verdict"] not in VERDICTS.split()]:
        raise ValueError(f"{strange[0]!r:.60} is no verdict")
    return found


def confirmed(function, *arguments):
    """None if it is confirmed, else why not; whatever is wrong with a file's contents is a reason."""
    try:
        function(*arguments)
    except Unconfirmed as why:
        return str(why)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, ArithmeticError) as error:
        return f"it cannot be read: {type(error).__name__} {error}"
    return None


def refutations(records, evidence):
    """For each refuted record: its id, and why it is not confirmed, or None."""
    traces = once([(f"{trace['id']} ({trace['of']})", trace) for trace in evidence["traces"]])
    for id, record in records.items():
        for of in ("witness", "convincing"):
            name, refuted = f"{id} ({of})", record["verdict"] == "refuted"
            trace, witness = traces.get(name), record.get(of) if refuted else None
            if trace is not None and witness:
                sides = {**witness, "hypotheses": [one["name"] for one in record["hypotheses"]]}
                yield name, confirmed(confirm_box if witness.get("forever") else confirm_trace, trace, sides)
            elif trace is not None or witness or (refuted and of == "witness"):
                yield name, f"there is no {'trace of it' if trace is None else of}"


def optima(records, evidence):
    """For each record that names a run on data: its id, and why the optimum of the data is not confirmed, or None."""
    known = {json.dumps(one["Z"]): one for one in evidence["optima"]}
    verdicts = {key: confirmed(lambda one=one: confirm_optimum(matrix(one["Z"]), one)) for key, one in known.items()}
    for id, record in records.items():
        Z = (record.get("worst") or {}).get("Z")
        if Z:
            yield id, verdicts.get(json.dumps(Z), "there is no optimum of its data")


def main(arguments):
    if len(arguments) != 2:
        print("usage: python standalone.py RECORDS EVIDENCE", file=sys.stderr)
        return 2
    try:
        texts = [Path(path).read_text(encoding="utf-8") for path in arguments]
        records, evidence = records_of(texts[0]), read(texts[1])
        answers = [(look.__name__, list(look(records, evidence))) for look in (refutations, optima)]
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        print(f"{type(error).__name__}: {error}; expected records and their evidence", file=sys.stderr)
        return 2
    for what, found in answers:
        for name, why in found:
            if why is not None:
                print(f"NOT CONFIRMED  {name!r:.60}: {why}")
        right = sum(why is None for _, why in found)
        print(f"{right} of {len(found)} {what} confirmed")
    return int(any(why is not None for _, found in answers for _, why in found))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

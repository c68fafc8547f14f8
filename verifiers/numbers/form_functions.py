"""√, ln and exp of numbers in normal form, and what makes their generators the same where the numbers are.

√(c·m) = √c·√m, the primes of c with half their powers      e^{ln y} = y, and e^x = (e^{x/c})^c for the first c of x
ln(c·m·(1 + r)) = ln c + ln m + ln(1 + r), where c·m is the largest term of the sum
"""

from collections.abc import Iterator
from typing import Any

from flint import arb, fmpq, fmpz
from lemmacheck.theory.core.arithmetic import Undecided
from lemmacheck.verifiers.numbers.forms import (
    DEEP,
    Form,
    Ground,
    enclosed,
    form,
    product,
    single,
    sums_below,
    written_out,
)
from lemmacheck.verifiers.numbers.monomial import as_ball
from lemmacheck.verifiers.numbers.powers import ONE, whole

SMALL = [p for p in range(2, 1000) if all(p % q for q in range(2, int(p**0.5) + 1))]


def bases(r: fmpq) -> Iterator[tuple[fmpq, int]]:
    """Primes and their powers in a positive rational; what is left by small ones as it is."""
    for side, sign in ((fmpz(r.p), 1), (fmpz(r.q), -1)):
        for p in SMALL:
            if side == 1:
                break
            side, e = removed(side, p)
            if e:
                yield fmpq(p), sign * int(e)
        if side != 1:
            square = side.isqrt()
            yield (fmpq(square), 2 * sign) if square**2 == side else (fmpq(side), sign)


def removed(n: fmpz, p: int) -> tuple[fmpz, int]:
    """n without its factors p, and how many they were."""
    e = 0
    while n % p == 0:
        n, e = n // p, e + 1
    return n, e


def root(ground: Ground, r: fmpq) -> Any:
    """√r of a positive rational."""
    halves = {ground.generator("base", p, p, lambda p=p: arb(p)): fmpq(e, 2) for p, e in bases(r)}
    c, m = ground.table.raised(halves)
    return form(ground, {m: c})


def square_root(x: Any, ground: Ground, known: bool) -> Any:
    """√x of what is surely at least 0, or is known to be."""
    if not isinstance(x, Form):
        if x < 0:
            raise Undecided("the root of a negative number")
        return root(ground, fmpq(x)) if x > 0 else fmpq(0)
    ((m, c),) = single(x).terms.items()
    result: Any = fmpq(1)
    for g, e in m:
        generator = ground.known[g]
        if isinstance(e, int) and e % 2 == 0:
            written = generator.of if generator.kind == "sum" and e == 2 else form(ground, {ground.power(g): fmpq(1)})
            result = result * abs(written) ** (e // 2)
        elif generator.ball > 0:
            more, half = ground.table.raised({g: fmpq(e) / 2})
            result = result * form(ground, {half: more})
        else:
            return whole_root(x, ground, known)
    return result * root(ground, c) if c > 0 else whole_root(x, ground, known)


def whole_root(x: Form, ground: Ground, known: bool) -> Any:
    """√x as a generator of its own, of what is surely at least 0."""
    if not known and not x.ball() >= 0:
        raise Undecided("it is not sure that what is under a root is at least 0")
    return ground.number("root", x.key(), x, lambda: (x.ball().nonnegative_part() if known else x.ball()).sqrt())


def logarithm(x: Any, ground: Ground) -> Any:
    """ln x."""
    if not isinstance(x, Form):
        if x <= 0:
            raise Undecided("the logarithm of a number that is not positive")
        terms = [e * ground.number("log", p, p, lambda p=p: arb(p).log()) for p, e in bases(fmpq(x))]
        return sum(terms, fmpq(0))
    if not x.ball() > 0:
        raise Undecided("it is not sure that a logarithm is one of a positive number")
    if len(x.terms) > 1 and sums_below(x.terms):
        x = written_out(x)
        if not isinstance(x, Form):
            return logarithm(x, ground)
    result: Any = fmpq(0)
    top = max(x.terms, key=lambda m: enclosed(ground, m, x.terms[m]).mid())
    if len(x.terms) > 1:
        share = form(ground, product(ground, x.terms, {ground.table.inverse(top): 1 / x.terms[top]}))
        result = ground.number("log", share.key(), share, lambda: as_ball(share - 1).log1p())
    for g, e in top:
        generator = ground.known[g]
        if generator.kind == "exp":
            result = result + generator.of * fmpq(e)
        elif generator.kind in ("base", "sum") and generator.ball > 0:
            result = result + logarithm(generator.of, ground) * fmpq(e)
        else:
            base = form(ground, {ground.power(g): fmpq(1)})
            if not base.ball() > 0:
                raise Undecided("it is not sure that a logarithm is one of a positive number")
            result = result + fmpq(e) * ground.number("log", base.key(), base, lambda base=base: base.ball().log())
    return result + logarithm(x.terms[top], ground)


def exponential(x: Any, ground: Ground) -> Any:
    """eˣ, with e^{c ln y} = yᶜ."""
    if not isinstance(x, Form):
        return power(ground, fmpq(1), fmpq(x)) if x != 0 else fmpq(1)
    result, rest = power(ground, fmpq(1), x.terms.get(ONE, fmpq(0))), {}
    for m, c in x.terms.items():
        if m is ONE:
            continue
        (first, e), *others = m
        generator = ground.known[first]
        if not others and e == 1 and generator.kind == "log":
            of = generator.of
            if not isinstance(of, Form):
                g = ground.generator("base", of, of, lambda of=of: arb(of))
                up, n = ground.table.raised({g: c})
                result = result * form(ground, {n: up})
                continue
            if c.q == 1 and abs(c) <= DEEP:
                result = result * of ** int(c.p)
                continue
            ((n, d),) = single(of).terms.items()
            (base, power_of_it), *others = n
            if d == 1 and not others and power_of_it == 1:
                result = result * form(ground, {ground.power(base, whole(c)): fmpq(1)})
                continue
        rest[m] = c
    if not rest:
        return result
    lead = rest[min(rest)]
    return result * power(ground, Form(ground, {m: c / lead for m, c in rest.items()}), lead)


def power(ground: Ground, x: Any, c: fmpq) -> Any:
    """e^{cx}."""
    if c == 0:
        return fmpq(1)
    return ground.number("exp", x.key() if isinstance(x, Form) else x, x, lambda: as_ball(x).exp(), whole(c))

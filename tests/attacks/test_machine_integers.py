"""Attacks exact arithmetic with the machine's integers, which overflow: every statement is true of integers.

Wrong is a refutation. What NumPy makes of integers in an author's file are whole numbers, computed as Python's are; a
single one that NumPy keeps to itself is refused in one line as soon as it may be another number than it should be.
"""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from lemmacheck.theory.books.jst.methods.variants import schedule
from lemmacheck.theory.core.book import BookError
from lemmacheck.verifiers.decide.ladder import decide
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.library.deciding import batched
from lemmacheck.verifiers.numbers.refusal import Inexact
from lemmacheck.verifiers.records.verdict import Verdict
from lemmacheck.verifiers.variants.functions import number
from lemmacheck.verifiers.variants.sequences import known_sequence

from tests.attacks.conftest import Count
from tests.books.written import LEAST, RELATION, WRITE, writer

ONE = Instance.from_json("", [["1"]])
BEFORE = "k, c, several = np.int64(2**62), (Z[0] > 9).sum() + 3, (Z > 9).sum(-1) + 3"
OF = {
    "an array": "np.array([2**62]) * 4",
    "a power": "c**41",
    "powers": "several**41",
    "a power of 2": "2 ** (several + 61)",
    "products": "several * 2**62",
    "a product": "c * k",
    "a product of all": "several.prod() * 2**61",
    "products so far": "np.cumprod(np.repeat(several, 41))[-1]",
    "a sum": "sum([c] * 3) * 2**61",
    "a negative": "-several * -(2**62)",
    "a matrix": "((several[:, None] @ several[None, :]) ** 20)[0]",
    "a power of a matrix": "np.linalg.matrix_power(np.array([[3]]), 41)[0]",
    "a shift": "np.left_shift(several, 63)",
    "a shift of truth": "np.left_shift(several > 0, np.array([70]))",
    "an index": "4 ** (Z.argmax() + 32)",
    "a fraction": "Fraction(c) ** 41",
    "a fraction of another": "Fraction(k) * 4 + Fraction(1, 2)",
    "an array of fractions": "Z[0] * 0 + c * k",
    "by a function of one's own": "cube(np.array([2**22]))",
    "in place, again and again": "grown()",
    "in another file": "beside.cube(np.array([2**22]))",
    "in a loop": "doubled(np.array([3]))",
    "a product of a range": "np.prod(range(1, 67))",
    "a product of a list": "prod([2] * 64)",
    "a product of arrays": "np.prod([np.array([2**30])] * 3)",
    "a sum of a list": "np.sum([2**62] * 4)",
    "sums of a list": "np.cumsum([2**62] * 4)[-1]",
    "a list of an array": "(np.array([2**32, 1]) * 2**32).tolist()[0]",
    "an inner product": "np.dot([2**32], [2**32])",
    "a method's inner product": "np.array([2**32]).dot(np.array([2**32]))",
    "an outer product": "np.outer([2**32], [2**32])[0]",
    "Kronecker's product": "np.kron([2**32], [2**32])",
    "a sum of products": "np.einsum('i,i->', [2**32], [2**32])",
    "a chain": "np.linalg.multi_dot([np.array([[2**32]]), np.array([[2**32]])])[0]",
    "tensors": "np.tensordot([2**32], [2**32], 1)",
    "a trace": "np.trace([[2**62, 0], [0, 2**62]]) * 2",
    "a convolution": "np.convolve([2**32], [2**32])",
    "Vandermonde's matrix": "np.vander([2**16], 5)[0, :1]",
    "a polynomial": "np.polyval([1, 0, 0, 0], 2**22)",
    "squares": "np.square([2**32])",
    "bytes": "np.array([255], dtype='uint8') + np.array([1], dtype='uint8')",
    "as bytes": "np.array([256]).astype('uint8')",
    "as bytes with a sign": "np.array([200]).astype(np.int8)",
    "as what has no sign": "-1 * np.array([-1]).astype(np.uint64)",
    "an array of bytes of an array": "np.array(np.array([256]), dtype=np.uint8)",
    "a byte of an array": "np.uint8(np.array([256]))",
    "full of bytes": "np.full(1, np.array([256]), np.uint8)",
    "full like bytes": "np.full_like(np.zeros(1, 'b'), np.array([256]))",
    "bytes put together": "np.concatenate([np.array([256])], dtype=np.uint8, casting='unsafe')",
    "bytes in place": "summed()",
    "bytes set": "filled()",
    "no longer bytes": "np.array([2**64 - 1], dtype=np.uint64)",
    "a sum of bytes": "np.array([127, 127, 2], dtype=np.int8).sum(dtype=np.int8)",
    "counts": "(Z > -(10**9)).astype(int)[0, :1] * 2**32 * 2**32",
    "counts of each row": "((Z > 9).sum(-1) + 3) ** 41",
    "indices": "np.indices((3,))[0][1:2] * 2**32 * 2**32",
    "what is unique": "np.unique([2**32]) * 2**32",
    "a choice": "np.where([True], 2**32, 1) * 2**32",
    "a range": "np.arange(1, 67).prod()",
    "of a ufunc": "np.multiply.reduce([2**32, 2**32])",
    "an index trick": "np.r_[2**32, 1][:1] * 2**32",
    "drawn": "np.random.default_rng(0).integers(2, 9, 1) ** 64",
    "by a function": "np.fromfunction(lambda i: (i + 1) * 2**62 * 4, (1,), dtype=int)",
    "a scalar": "np.int64(2**32) * np.int64(2**32)",
}
REFUSED = {"in place, again and again"}  # no array of NumPy's has room for what is put into it
HELPERS = """def cube(a):
    return a * a * a


def grown():
    v = np.array([3])
    for _ in range(70):
        v *= 2
    return v


def summed():
    v = np.zeros(1, dtype=np.uint8)
    for _ in range(4):
        v += np.array([64], dtype=np.uint8)
    return v


def filled():
    v = np.zeros(2, dtype=np.uint8)
    v[:] = np.array([256, 256])
    v[np.array([0])] = np.array([512])
    np.put(v, [1], np.array([256]))
    return v


def doubled(v):
    for _ in range(70):
        v = v * 2
    return v


@problem
"""
IN_A_RUN = {  # the first x, and the next
    "a number": ("np.int64(3)", "s.x * s.x * s.x"),
    "an array": ("np.array([3])", "s.x * s.x * s.x"),
    "a power": ("np.array([3])", "s.x**3"),
    "a product": ("np.array([3])", "s.x * 0 + np.prod([3] * 41)"),
}


def verdict(opened: WRITE, *changes: tuple[str, str]) -> str:
    """The verdict on the one claim of a book, or that it is refused."""
    imports = "from fractions import Fraction\nimport numpy as np\nfrom numpy import prod\nfrom typing"
    try:
        one = opened(LEAST, ("from typing", imports), *changes).claims["L.1"]
        return str(decide(one, ONE, one.usual[""], 5).verdict)
    except (BookError, Inexact) as error:
        return "refused" if "overflow" in str(error) and "\n" not in str(error) else str(error)


def test_integers_of_a_field_are_whole_numbers(tmp_path: Path, counted: Count) -> None:
    (tmp_path / "beside.py").write_text("import numpy as np\n\n\ndef cube(a):\n    return np.multiply(a, a) * a\n")
    helpers = (("from typing", "import beside\nfrom typing"), ("@problem\n", HELPERS))
    opened = writer(tmp_path)

    def answer(*of: str) -> str:
        stated = ", ".join(f"at_least(np.sum(run.problem.v{k}) + 0 * run.x, 1)" for k, _ in enumerate(of))
        fields = "".join(f"v{k}={one}, " for k, one in enumerate(of))
        changes = (("at_most, claim", "at_least, at_most, claim"), (RELATION, f"({stated},)"))
        return verdict(opened, *helpers, ("return dict(", f"{BEFORE}\n        return dict({fields}"), *changes)

    kept = [{name: OF[name] for name in some} for some in batched([name for name in OF if name not in REFUSED], 10)]
    found = {", ".join(some): answer(*some.values()) for some in kept}
    refused = {name: answer(OF[name]) for name in REFUSED}

    counted("machine integers", tried=len(OF), wrong=[*found.values(), *refused.values()].count("refuted"))
    assert (found, refused) == (dict.fromkeys(found, Verdict.CERTIFIED), dict.fromkeys(REFUSED, "refused"))
    assert answer("c + k // 2**61 + several[0]") == Verdict.CERTIFIED


def test_an_array_of_whole_numbers_is_an_index(tmp_path: Path) -> None:
    stated, of = "at_least(run.problem.v + 0 * run.x, 1)", "1 + abs(Z[0, (np.arange(2) + np.array([1, 1])) % 1]).sum()"
    changes = ("at_most, claim", "at_least, at_most, claim"), (RELATION, stated), ("dict(", f"dict(v={of}, ")

    assert verdict(writer(tmp_path), *changes) == Verdict.CERTIFIED


def test_integers_of_a_state_are_whole_numbers(tmp_path: Path, counted: Count) -> None:
    opened, stated = writer(tmp_path), (RELATION, "at_least(run.x + 0 * run.t.reshape(-1, *[1] * (run.x.ndim - 1)), 1)")
    found = {
        name: verdict(
            opened,
            ("at_most, claim", "at_least, at_most, claim"),
            stated,
            ("State(0, p.a)", f"State(0, {first})"),
            ("s.x * (s.t + 1) / (s.t + 2)", then),
        )
        for name, (first, then) in IN_A_RUN.items()
    }

    counted("machine integers", tried=len(IN_A_RUN), wrong=list(found.values()).count("refuted"))
    assert found == dict.fromkeys(IN_A_RUN, Verdict.CERTIFIED)


@pytest.mark.parametrize("value", [np.int64(2**62), np.int32(3), np.uint8(255)])
def test_a_schedule_of_machine_integers_is_that_of_pythons(value: Any) -> None:
    """A Fraction that holds one would overflow in all that is computed with it."""

    def theta(t: Any) -> Any:
        return value

    exact = number(theta, "θ", 3, None)

    assert (exact, type(exact.numerator)) == (int(value), int)
    assert known_sequence("θ", theta)(3) == int(value)
    assert schedule(theta=theta).algorithm.theta(4) * 4 == 4 * int(value)

"""Protects proofs from a reading that says another thing than the claim: its numbers are held against runs.

The prover is made to read wrongly, in one place each time. What it then proves is no theorem, and is found out.
"""

from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

import pytest
from lemmacheck import Book, Claim, Library, Method, at_least, at_most, by, claim, equal, hypothesis, opaque
from lemmacheck.verifiers.decide import gate
from lemmacheck.verifiers.decide.gate import borne_out, proof_of
from lemmacheck.verifiers.decide.readings import NONE_MET, misread, of_an_author
from lemmacheck.verifiers.instances.memory import forget
from lemmacheck.verifiers.library.asking import prove as asked
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.prove import Proof, context, engine, formal, setting, values

from tests.verifiers.prove.own_problems import SOURCE, Stay, own

ON = own(lambda Z: {"a": Z[0], "b": Z[:, 0], "k": Z[0, 0], "half": Z / 2, "c": 2}, f=opaque(lambda p, x: x.sum(-1)))
SOME = (  # of each kind of letter and of function
    "P.3.3eq.2.3", "P.L3.2", "P.L3.5", "P.L3.6u", "P.P3.7", "P.T3.1.1", "P.S2.gbar0", "P.C.7", "P.D.2.p1.1",
    "N1.margin", "W.Alg.4", "T.CS", "T.Exp.1.1",
)  # fmt: skip
OTHERWISE = {"P.Alg.B2"}  # says of each half-space that contains C what is read of any


@hypothesis("2|x_t| + t ≥ 0")
def not_small(run: Any) -> Any:
    return at_least(2 * abs(run.x) + run.t[:, None], 0)


@hypothesis("k² < 0")
def never(run: Any) -> Any:
    return at_most(run.problem.k * run.problem.k, -1)


def stated(function: Callable[[Any], Any], **more: Any) -> Claim:
    book = Book(SOURCE, methods=[Method(Stay, on=ON)], claims=[claim("Me.1", about=Stay, **more)(function)])
    return book.claims["Me.1"]


@pytest.mark.parametrize("id", SOME)
def test_a_theorem_is_read_as_what_it_says(id: str) -> None:
    assert misread(LIBRARY.claims[id]) == ""
    assert not of_an_author(LIBRARY.claims[id])


@pytest.mark.slow
def test_every_theorem_is_read_as_what_it_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lemmacheck.verifiers.decide.readings.SHAPES", range(1, 5))
    proved = [one for one in LIBRARY.claims.values() if engine.prove(one) is not None]

    assert len(proved) > 300
    assert {one.id for one in proved if misread(one)} == OTHERWISE


READ: dict[str, tuple[Callable[[Any], Any], bool]] = {  # and whether it is proved
    "states": (lambda run: equal(run.x[1:], run.x[:-1]), True),
    "a product": (lambda run: equal(run.problem.Z @ run.x[0], run.problem.Z @ run.problem.a), True),
    "a transpose": (lambda run: equal(2 * run.problem.half.T @ run.problem.b, run.problem.Z.T @ run.problem.b), True),
    "a root": (lambda run: at_least(run.problem.num.sqrt((run.x * run.x).sum(-1)), 0), True),
    "an absolute value": (lambda run: at_least(abs(run.x), 0), True),
    "a sum over time": (lambda run: equal(run.sums(run.t)[1:] - run.sums(run.t)[:-1], run.t[:-1]), True),
    "a recurrence": (lambda run: at_least(run.recurrence(run.t[0], lambda t, x: x + 1), 0), True),
    "a late row": (lambda run: equal(run.t[7], 7), True),
    "a field of a few values": (lambda run: at_least(run.problem.c, 1), True),
    "an opaque function": (lambda run: equal(run.problem.f(run.x[0]), run.problem.f(run.problem.a)), True),
    "the last": (lambda run: at_least(run.x[-1] * run.x[-1], 0), False),
    "an exponential": (lambda run: at_least(run.problem.num.exp(run.t), 1), False),
    "a logarithm": (lambda run: at_least(run.problem.num.log(1 + run.t), 0), True),
}


@pytest.mark.parametrize("name", READ)
def test_what_is_read_of_an_author_is_what_it_says(name: str) -> None:
    statement, is_proved = READ[name]
    one = stated(statement)

    assert of_an_author(one)
    assert misread(one) == ""
    assert isinstance(borne_out(one), Proof) is is_proved


def nothing(*_: Any, **__: Any) -> None:
    return None


def as_it_is(*given: Any) -> Any:
    return given[-1]


def as_meeting(a: Any, b: Any) -> Any:
    return context.meeting(a.axes, b.axes)


WRONG: dict[str, tuple[Any, str, Any, Claim, str]] = {
    "what a run holds": (engine, "plain", nothing, stated(lambda run: at_most(len(run._states), 0)), "another number"),
    "a root": (
        *(formal.Formal, "sqrt", as_it_is),
        stated(lambda run: equal(run.problem.num.sqrt(run.t), run.t)),
        "t up to 2, another number is read at row 2",
    ),
    "a row that a run lacks": (
        *(values, "meeting_in_every_run", as_meeting),
        stated(lambda run: equal(run.t[13:14] * 0 + run.t[11:], run.t[11:])),
        "t up to 12, there is no number where one is read",
    ),
    "a sum of no row": (
        *(values.Value, "in_every_run", values.Value.at),
        stated(lambda run: equal(run.t[5:6].sum(-1), 5)),
        "there is a number where none is read",
    ),
    "the end of a run": (
        *(setting.Stated, "beyond", lambda *_: 0),
        stated(lambda run: equal(run.t[3:], run.t[3:])),
        "an array of the shape (0,) is read as one of (-1,)",
    ),
    "a hypothesis": (
        *(values.Value, "__abs__", as_it_is),
        stated(lambda run: at_least(2 * run.x + run.t[:, None], 0), given=(not_small,)),
        "another number",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_read_otherwise_is_found_out(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    where, part, wrong, one, words = WRONG[name]
    monkeypatch.setattr(where, part, wrong)

    assert engine.prove(one) is not None
    assert words in misread(one)
    forget()


def test_a_proof_of_what_is_read_otherwise_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    *_, one, words = WRONG["a row that a run lacks"]
    monkeypatch.setattr(values, "meeting_in_every_run", as_meeting)

    assert engine.prove(one) is not None
    assert proof_of(one) is None
    assert asked(one).reason == f"it is not read as what it says: on drawn-1x1, {words}"
    forget()


def test_a_proof_that_rests_on_what_is_read_otherwise_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    lemma = claim("Me.1", about=Stay)(lambda run: equal(run.t[13:14] * 0 + run.t[11:], run.t[11:]))
    rests = claim("Me.2", about=Stay)(READ["states"][0])
    book = Library(Book(SOURCE, methods=[Method(Stay, on=ON)], claims=[lemma, rests]), origin=__name__)
    rests_on = {"Me.1": (), "Me.2": ("Me.1", "F.CS")}
    monkeypatch.setattr(values, "meeting_in_every_run", as_meeting)
    monkeypatch.setattr(gate, "prove", lambda one, most: Proof(("it is said",), rests_on[one.id]))

    assert asked(book.claims["Me.2"]).reason == "it rests on Me.1, whose proof its runs do not bear out"
    rests_on["Me.2"] = ("F.CS",)
    assert isinstance(borne_out(book.claims["Me.2"]), Proof)
    forget()


def test_a_fact_that_fails_where_it_is_cited_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """⟨1, x⟩ ≤ ‖1‖‖x‖ for a vector 1 of one entry, which NumPy takes for one of as many as x has."""

    def few(run: Any) -> Any:
        return at_most(run.x.sum(-1), 3 * run.norm(run.x))

    false = stated(few, proof=lambda run: [by("F.CS", (0 * run.t + 1)[:, None], run.x)])
    true = stated(few, proof=lambda run: [by("F.CS", run.x, run.x), at_least(run.x * run.x, 0)])
    monkeypatch.setattr(context.Context, "of_vectors", lambda self: nullcontext())

    assert engine.prove(false) is not None
    assert misread(false) == "on collinear-2x2, t up to 8, F.CS fails where it is cited"
    assert misread(true) == ""
    forget()


def test_a_proof_that_no_run_bears_out_is_none() -> None:
    one = stated(lambda run: at_least(run.x * run.x, 0), given=(never,))

    assert engine.prove(one) is not None
    assert misread(one) == NONE_MET
    assert asked(one).reason == f"it is not read as what it says: {NONE_MET}"

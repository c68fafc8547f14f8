"""Protects the algebra of proofs: whatever a term is rewritten to has the value of what was written."""

from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from lemmacheck.theory.core.arithmetic import as_array
from lemmacheck.verifiers.prove import operators, polynomials
from lemmacheck.verifiers.prove.polynomials import Ratio
from lemmacheck.verifiers.prove.refusals import Refused, Undefined
from lemmacheck.verifiers.prove.substitution import as_vertex, coefficient, solution, substituted
from lemmacheck.verifiers.prove.terms import COLUMNS, ENTRY, ROWS, Universe
from lemmacheck.verifiers.prove.wording import term_text

from tests.verifiers.prove.formulas import FORMULAS, NUMBERS, Formula, Numeric, letters, value


@pytest.mark.parametrize("name", FORMULAS)
def test_a_term_has_the_value_of_its_formula(name: str) -> None:
    read = FORMULAS[name](operators, letters(Universe()))

    np.testing.assert_allclose(value(read), FORMULAS[name](Numeric, SimpleNamespace(**NUMBERS)), rtol=1e-10)


RULES: dict[str, Formula] = {
    "x": lambda o, s: s.x + s.y,
    "z": lambda o, s: -s.x * s.y - 2,
    "a": lambda o, s: (4 * s.a**2 + 1) / 4,
    "b": lambda o, s: 2 * s.b - s.a,
    "w": lambda o, s: o.carried(s.b, ROWS) + s.v,
}


OF_A_KNOWN_SUM = ("known sums", "a sum of twice a part")  # Σa = 1, which a² + 1/4 has not


@pytest.mark.parametrize("name", FORMULAS)
def test_letters_are_replaced_wherever_they_stand(name: str) -> None:
    u = Universe()
    own = letters(u)
    read = FORMULAS[name](operators, own)
    numbers = SimpleNamespace(**NUMBERS)
    for letter, rule in [*((one, RULES[one]) for one in RULES), ("v", lambda o, s: s.v)]:
        (atom,) = getattr(own, letter).atoms()
        moved = {**NUMBERS, letter: rule(Numeric, numbers)}
        if letter == "a" and name in OF_A_KNOWN_SUM:
            continue
        found = substituted(read, {atom.number: rule(operators, own)})
        expected = FORMULAS[name](Numeric, SimpleNamespace(**moved))
        np.testing.assert_allclose(value(found), expected, rtol=1e-10, err_msg=letter)


@pytest.mark.parametrize("name", ["‖·‖²", "‖·‖*²"])
def test_a_scalar_put_into_a_square_is_taken_out(name: str) -> None:
    own = letters(Universe())
    (b,) = own.b.atoms()
    square = operators.homogeneous(name, own.b, 2, ROWS)

    assert (substituted(square, {b.number: own.x * own.b / own.y}) - (own.x / own.y) ** 2 * square).is_zero


def vertex(own: Any, space: Any = ROWS, total: Any = 1, binary: bool = True) -> Any:
    return own.u.symbol(f"e {space} {total} {binary}", space, total=total, binary=binary)


@pytest.mark.parametrize("function", [operators.first_largest, lambda x: operators.largest(x, COLUMNS)])
def test_a_vector_is_replaced_in_what_is_largest_in_it(function: Any) -> None:
    own = letters(Universe())
    (w,) = own.w.atoms()

    put = own.x * (own.w + own.v)
    found = substituted(function(own.w), {w.number: put})
    facts = [atom.facts for atom in found.atoms() if atom.space == w.space or atom.kind == "max"]
    assert facts == [atom.facts for atom in function(own.w).atoms()]
    assert found.key() == function(put).key()


def there(o: Any, s: Any, x: Any) -> Any:
    """The component of x at the place of e."""
    return o.at_place(x, ROWS, as_vertex(vertex(s)))


SAME: dict[str, Formula] = {
    "⟨a, Zw⟩ = ⟨Zᵀa, w⟩": lambda o, s: (o.total(s.b * o.carried(s.w, COLUMNS), ROWS)
        - o.total(o.carried(s.b, ROWS) * s.w, COLUMNS)),
    "⟨Zᵀa, Zᵀb⟩ = ⟨a, ZZᵀb⟩": lambda o, s: (o.total(o.carried(s.a, ROWS) * o.carried(s.b, ROWS), COLUMNS)
        - o.total(s.b * o.carried(o.carried(s.a, ROWS), COLUMNS), ROWS)),
    "⟨e^b, Zw⟩ = ⟨Zᵀe^b, w⟩": lambda o, s: (o.total(o.exp(s.b) * o.carried(s.w, COLUMNS), ROWS)
        - o.total(o.carried(o.exp(s.b), ROWS) * s.w, COLUMNS)),
    "Z is linear": lambda o, s: (o.carried(s.x * s.a - s.b / s.y, ROWS) - s.x * o.carried(s.a, ROWS)
        + o.carried(s.b, ROWS) / s.y),
    "a scalar leaves an exponential": lambda o, s: (o.total(s.b * o.exp(s.a + s.x), ROWS)
        - o.exp(s.x) * o.total(s.b * o.exp(s.a), ROWS)),
    "a scalar leaves a quotient": lambda o, s: (o.total(o.exp(s.x) / (1 + s.b**2), ROWS)
        - o.exp(s.x) * o.total(1 / (1 + s.b**2), ROWS)),
    "Σ1 = n": lambda o, s: o.total(1 + 0 * s.b, ROWS) - s.u.n,
    "Σ1 = d": lambda o, s: o.total(1 + 0 * s.w, COLUMNS) - s.u.d,
    "Σa = 1": lambda o, s: o.total(s.z * s.a, ROWS) - s.z,
    "e^{ln x} = x": lambda o, s: o.exp(3 * o.log(s.x) - o.log(s.y) + s.z) - s.x**3 / s.y * o.exp(s.z),
    "ln e^x = x": lambda o, s: o.log(s.x**2 * o.exp(s.z) / s.y) - 2 * o.log(s.x) - s.z + o.log(s.y),
    "ln 1 = 0": lambda o, s: o.log(1 + 0 * s.x) + o.log(s.x / s.x),
    "(√x)² = x": lambda o, s: o.sqrt(s.x + 1) ** 2 - s.x - 1,
    "1/√x = √x/x": lambda o, s: 1 / o.sqrt(s.x + 1) - o.sqrt(s.x + 1) / (s.x + 1),
    "x/√x = √x": lambda o, s: s.x / o.sqrt(s.x) - o.sqrt(s.x),
    "√x² = x for x > 0": lambda o, s: o.sqrt(s.x**2 / s.y**4 * Fraction(4, 9)) - 2 * s.x / (3 * s.y**2),
    "√0 = 0": lambda o, s: o.sqrt(0 * s.x),
    "√e^{2x} = e^x": lambda o, s: o.sqrt(o.exp(2 * s.z)) - o.exp(s.z),
    "√(xy) = √x √y for x > 0": lambda o, s: o.sqrt(2 * s.x * (s.z**2 + 1)) - o.sqrt(s.x) * o.sqrt(2 * s.z**2 + 2),
    "√(q(z² + 1)) = √q √(z² + 1) for q ≥ 0": lambda o, s: (o.sqrt(o.total(s.b**2, ROWS) * (s.z**2 + 1))
        - o.sqrt(o.total(s.b**2, ROWS)) * o.sqrt(s.z**2 + 1)),
    "√(1/y²) = 1/y for y > 0": lambda o, s: o.sqrt(1 / (s.z**2 + 1) ** 2) - 1 / (s.z**2 + 1),
    "max of what is alike": lambda o, s: o.largest(s.x - s.z, ROWS) - s.x + s.z,
    "√x³ = x√x": lambda o, s: o.sqrt(s.x**3) - s.x * o.sqrt(s.x),
    "‖cx‖² = c²‖x‖² for c > 0": lambda o, s: (o.homogeneous("‖·‖²", s.x * s.b / s.y, 2, ROWS)
        - (s.x / s.y) ** 2 * o.homogeneous("‖·‖²", s.b, 2, ROWS)),
    "the first of a combination": lambda o, s: (o.at_place(s.x * s.b + s.w.universe.constant(2), ROWS)
        - s.x * o.at_place(s.b, ROWS) - 2),
    "a quotient in lowest terms": lambda o, s: (s.x**2 - s.y**2) / (s.x - s.y) - s.x - s.y,
    "e² = e for a vertex": lambda o, s: vertex(s) * (s.x + o.exp(s.z)) * vertex(s) - vertex(s) * (s.x + o.exp(s.z)),
    "Σeb = b at the place of e": lambda o, s: o.total(s.x * vertex(s) * s.b, ROWS) - s.x * there(o, s, s.b),
    "Σebc": lambda o, s: o.total(vertex(s) * s.b * s.a**2, ROWS) - there(o, s, s.b) * there(o, s, s.a) ** 2,
    "Σe exp(b)": lambda o, s: o.total(vertex(s) * o.exp(s.b), ROWS) - o.exp(there(o, s, s.b)),
    "Σe/(1 + b²)": lambda o, s: o.total(vertex(s) / (1 + s.b**2), ROWS) - 1 / (1 + there(o, s, s.b) ** 2),
    "Zᵀ(eb)": lambda o, s: o.carried(vertex(s) * s.b, ROWS) - there(o, s, s.b) * o.carried(vertex(s), ROWS),
    "Σe(Zw) = ⟨Zᵀe, w⟩": lambda o, s: (there(o, s, o.carried(s.w, COLUMNS))
        - o.total(o.carried(vertex(s), ROWS) * s.w, COLUMNS)),
    "Σe‖z‖² = ‖Zᵀe‖²": lambda o, s: (there(o, s, o.total(entry(s) ** 2, COLUMNS))
        - o.total(o.carried(vertex(s), ROWS) ** 2, COLUMNS)),
    "e at its own place": lambda o, s: there(o, s, vertex(s) + s.x) - 1 - s.x,
    "e^x e^{−x} = 1": lambda o, s: o.exp(s.z) * o.exp(-s.z) - 1,
}  # fmt: skip


@pytest.mark.parametrize("name", SAME)
def test_one_thing_written_in_two_ways_is_one_term(name: str) -> None:
    assert SAME[name](operators, letters(Universe())).is_zero


@pytest.mark.parametrize("vector", [lambda a, k: 1 / (k + a**2), lambda a, k: operators.exp(k * a)])
def test_a_product_with_z_between_has_one_form_whatever_its_vectors_are(vector: Any) -> None:
    """⟨Zᵀv, ZᵀZZᵀw⟩ = ⟨Zᵀw, ZᵀZZᵀv⟩."""
    a = Universe().symbol("a", ROWS)
    once = [operators.carried(vector(a, k), ROWS) for k in (1, 2)]
    again = [operators.carried(operators.carried(x, COLUMNS), ROWS) for x in reversed(once)]
    one, other = (operators.total(x * y, COLUMNS) for x, y in zip(once, again, strict=True))

    assert one.key() == other.key()


def test_a_root_is_not_taken_apart_where_a_factor_may_be_below_0() -> None:
    """√(zq) is not √z √q for q ≥ 0: at q = 0 it is 0, whatever z is."""
    s = letters(Universe())
    q = operators.total(s.b**2, ROWS)

    for x, y in ((s.z, q), (s.z, s.z + 1)):
        assert not (operators.sqrt(x * y) - operators.sqrt(x) * operators.sqrt(y)).is_zero


def test_an_entry_of_a_vertex_may_be_0_in_a_denominator() -> None:
    """e/(1 + e) is 1/2 at e = 1, and 0 at e = 0."""
    own = letters(Universe())
    (e,) = vertex(own).atoms()
    square = (vertex(own) / (1 + vertex(own))) ** 2

    for at, expected in ((0, 0), (1, Fraction(1, 4))):
        assert substituted(square, {e.number: own.u.constant(at)}).number() == expected


def test_an_equation_is_solved_for_a_letter_that_it_is_linear_in() -> None:
    s = letters(Universe())
    (z,), (b,) = s.z.atoms(), s.b.atoms()

    for gap, c in ((s.x * s.z + s.y, s.x), (s.z - s.y * s.x, 1 + 0 * s.x), ((s.z + s.y) / s.x, 1 / s.x)):
        assert (coefficient(gap, z) - c).is_zero
        found = solution(gap, z)
        assert z not in found.all_atoms()
        assert substituted(gap, {z.number: found}).is_zero
    for none in (
        s.x + s.y, s.z**2 + s.x, operators.exp(s.z) + s.x, operators.exp(s.x) * s.z, s.x / s.z + s.y,
        (s.z + 1) / (s.z + 2), s.z + operators.exp(s.z), s.z * s.a + s.b, s.z + operators.log(2 + s.z**2),
        s.z + operators.sqrt(s.z**2 + 1),
    ):  # fmt: skip
        assert solution(none, z) is None
    vector = solution(s.b - s.x * s.a, b)
    assert vector is not None
    assert (vector - s.x * s.a).is_zero
    for none in (s.b - operators.total(s.b, ROWS) * s.a, s.a * s.b - 1):
        assert solution(none, b) is None
    there = operators.at_place(s.b, ROWS) * s.a + operators.at_place(s.b, ROWS, as_vertex(vertex(s)))
    vector = solution(s.b - there, b)
    assert vector is not None
    assert (vector - there).is_zero
    assert solution(s.b - operators.at_place(operators.carried(s.b, ROWS), COLUMNS) * s.a, b) is None
    assert coefficient(s.z**2, z).is_zero
    assert coefficient(operators.exp(s.y) * s.z, z).is_zero


def test_the_row_of_what_is_no_vertex_is_refused() -> None:
    s = letters(Universe())

    e = vertex(s)
    assert (as_vertex(e),) == tuple(e.atoms())
    others = vertex(s, COLUMNS), vertex(s, total=2), vertex(s, total=None), vertex(s, binary=False), 2 * e, e + 1
    for other in (s.a, s.x, s.x - s.x, *others):
        with pytest.raises(Refused, match="no vertex"):
            as_vertex(other)


def test_the_first_component_of_an_arbitrary_vector_is_none_of_its_others() -> None:
    own = letters(Universe())

    assert not (operators.at_place(own.b, ROWS) - own.b).is_zero
    assert (
        operators.at_place(own.z + operators.total(own.b, ROWS), ROWS).key()
        == (own.z + operators.total(own.b, ROWS)).key()
    )


@pytest.mark.parametrize("written", [
    lambda o, s: o.log(s.b**2 + s.w**2),
    lambda o, s: o.sqrt(s.b**2 + s.w**2 + 1),
    lambda o, s: o.total(o.exp(s.b * s.w), ROWS),
    lambda o, s: o.total(1 / (s.b**2 + s.w**2 + 1), ROWS),
    lambda o, s: o.function("ℓ", s.b * s.w),
    lambda o, s: o.function("max", s.w, whole=ROWS),
    lambda o, s: 1 / (o.exp(s.b) + o.exp(s.w)),
    lambda o, s: o.carried(s.b * s.w, ROWS),
    lambda o, s: o.carried(entry(s) * s.b, ROWS),
    lambda o, s: o.total(entry(s) ** 2, ROWS),
    lambda o, s: o.total(entry(s) ** 2 * s.w, COLUMNS),
    lambda o, s: o.total(entry(s) ** 2 * o.exp(s.w), COLUMNS),
    lambda o, s: o.total(entry(s) ** 3, COLUMNS),
    lambda o, s: o.log(entry(s)),
    lambda o, s: o.at_place(entry(s), ROWS),
    lambda o, s: o.total(entry(s) * s.u.of(s.u.atom("entry", ENTRY, "Y", ("Y",))), ROWS),
    lambda o, s: s.x**0.5,
    lambda o, s: s.x**True,
    lambda o, s: s.x + 0.5,
    lambda o, s: s.x * True,
    lambda o, s: s.x - "1",
])  # fmt: skip
def test_what_is_no_exact_formula_of_rows_or_columns_is_refused(written: Formula) -> None:
    with pytest.raises(Refused):
        written(operators, letters(Universe()))


def entry(own: Any) -> Any:
    return own.u.of(own.u.atom("entry", ENTRY, "Z", ("Z",)))


def test_the_sum_of_the_entries_of_a_matrix_is_that_of_z_on_ones() -> None:
    own = letters(Universe())

    found = operators.total(entry(own) * own.x, ROWS)
    assert (found - own.x * operators.carried(1 + 0 * own.b, ROWS)).is_zero


NEEDS: dict[str, tuple[Formula, set[tuple[str, str]]]] = {
    "ln z": (lambda o, s: o.log(s.z), {("> 0", "z")}),
    "√z": (lambda o, s: o.sqrt(s.z), {("≥ 0", "z")}),
    "1/z": (lambda o, s: 1 / s.z, {("≠ 0", "z")}),
    "z⁻²": (lambda o, s: s.z**-2, {("≠ 0", "z")}),
    "1/(eˣ + 1)": (lambda o, s: 1 / (o.exp(s.x) + 1), {("≠ 0", "exp(x) + 1")}),
    "z/z": (lambda o, s: s.z / s.z, {("≠ 0", "z")}),
    "z⁰": (lambda o, s: s.z**0, set()),
    "1/−2": (lambda o, s: 1 / (0 * s.z - 2), set()),
    "2/3": (lambda o, s: 2 / (3 + 0 * s.z), set()),
    "√0": (lambda o, s: o.sqrt(0 * s.z), set()),
}


@pytest.mark.parametrize("name", NEEDS)
def test_what_is_written_is_defined_only_under_its_conditions(name: str) -> None:
    formula, needed = NEEDS[name]
    u = Universe()
    own = letters(u)
    with u.quietly() as conditions:
        formula(operators, own)

    assert {(what, term_text(term)) for what, term in conditions.values()} == needed
    assert u.conditions == {}


@pytest.mark.parametrize("written", [
    lambda o, s: 1 / (s.x - s.x),
    lambda o, s: (0 * s.x) ** -1,
    lambda o, s: o.log(0 * s.x),
    lambda o, s: o.log(0 * s.x - 2),
    lambda o, s: o.sqrt(0 * s.x - Fraction(1, 2)),
    lambda o, s: Ratio.of(polynomials.ONE, polynomials.ZERO),
])  # fmt: skip
def test_what_is_defined_in_no_run_is_refused(written: Formula) -> None:
    with pytest.raises(Undefined):
        written(operators, letters(Universe()))


def test_of_one_meaning_there_is_one_atom_and_what_is_learnt_of_its_sign_stays() -> None:
    u = Universe()
    first = u.atom("symbol", None, "x", ("x",))
    assert (first.positive, first.nonnegative) == (False, False)
    assert u.atom("symbol", None, "x", ("x",), nonnegative=True) is first
    assert (first.positive, first.nonnegative) == (False, True)
    assert u.atom("symbol", None, "x", ("x",), positive=True) is first
    assert u.atom("symbol", None, "x", ("x",)) is first
    assert (first.positive, first.nonnegative) == (True, True)
    assert u.atom("symbol", ROWS, "x", ("x",)) is not first
    assert u.atom("sequence", None, "x", ("x",)) is not first


def test_a_statement_of_too_many_atoms_or_terms_is_refused() -> None:
    u = Universe()
    for k in range(polynomials.CAPACITY):
        u.symbol(f"x{k}")
    with pytest.raises(Refused, match="too many"):
        u.symbol("one more")
    assert u.symbol("x0") is not None
    most = sum((u.symbol(f"x{k}") for k in range(100)), u.constant(0))
    with pytest.raises(Refused, match="too large"):
        most * (most + 1)
    assert (u.symbol("x0") ** 200).number() is None
    with pytest.raises(Refused, match="too high"):
        u.symbol("x0") ** 201


def test_what_a_term_is_made_of_is_found_in_exponents_and_denominators() -> None:
    own = letters(Universe())
    term = own.x / own.b + operators.exp(own.w * 2)
    names = {atom.name for atom in term.atoms()}

    assert names == {"x", "b"}
    assert {atom.name for atom in term.all_atoms()} == {"x", "b", "w"}
    assert term.spaces == {ROWS, COLUMNS}
    assert term.number() is None
    assert operators.exp(own.x).number() is None
    assert (own.x - own.x + Fraction(-3, 7)).number() == Fraction(-3, 7)
    assert (own.x / 2).number() is None
    assert (0 * own.x).number() == 0
    assert (1 / own.x).number() is None
    assert own.x.all_atoms() is own.x.all_atoms()
    assert all(atom.positive for atom in (own.u.n * own.u.d).atoms())
    (root,), (n,) = operators.sqrt(own.z).atoms(), own.u.n.atoms()
    assert (root.name, n.name) == (f"sqrt {root.number}", "n")
    assert [own.u.atom(*kind, "Y", ("Y",)).name for kind in (("sequence", None), ("entry", ENTRY))] == ["Y", "Y"]
    assert own.u.roots == [root]
    ratio = ((1 + operators.sqrt(own.z)) ** -2).ratio
    assert ratio.den.degrees()[root.number] == 1
    alone = as_array(own.x)
    assert alone.shape == ()
    assert alone.item() is own.x
    assert substituted(term, {root.number: own.x}) is term


def test_terms_of_two_proofs_do_not_meet() -> None:
    one, other = Universe().symbol("x"), Universe().symbol("y")

    for meet in (lambda: one + other, lambda: one - other, lambda: one * other, lambda: one / other):
        with pytest.raises(Refused, match="another proof"):
            meet()

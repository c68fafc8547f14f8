"""Protects a formula from losing its backslash: \\frac or \\nabla in a text without r is one line with its place."""

import pytest
from lemmacheck.theory.core.book import BookError

from tests.books.written import LEAST, WRITE

ABOUT = '@claim("L.1", about=Shrinking'


@pytest.mark.parametrize(
    ("formula", "lost"),
    [
        (r'"\nabla f"', r"\n"),
        (r'"x \\le \nu"', r"\n"),
        (r'"\\\text{a}"', r"\t"),
        (r"""r"\frac{a}" 'b \theta'""", r"\t"),
        (r'"""x\\' + '\n  \\nu"""', r"\n"),
    ],
)
@pytest.mark.parametrize("given", ["{}, latex={})", "{})\n@__import__('lemmacheck').theory.core.claim.latex({})"])
def test_a_backslash_that_python_takes_for_itself_is_told(opened: WRITE, formula: str, lost: str, given: str) -> None:
    with pytest.raises(BookError, match=rf"paper1\.py:\d+: the formula loses a backslash: \{lost} is a ") as error:
        opened(LEAST, (f"{ABOUT})", given.format(ABOUT, formula)))

    assert "\n" not in str(error.value)


@pytest.mark.parametrize("formula", [r'"\frac{a}{b}"', r'"\vec x"', r'"\rho"', r'"\beta"', r'"\alpha"'])
def test_a_control_character_is_refused_wherever_the_formula_is_written(opened: WRITE, formula: str) -> None:
    with pytest.raises(BookError, match=r"latex= of claim L\.1 is .*; expected .* without control characters: r\"…\" "):
        opened(LEAST, (ABOUT, f"FORMULA = {formula}\n\n\n{ABOUT}, latex=FORMULA"))


@pytest.mark.parametrize(
    "formula", [r'r"\frac{a}{b}\nabla"', r'"\\frac{a}{b} \\nabla"', 'r"""a\n\tb"""', r'"a\\\n b"', '""']
)
def test_a_formula_that_keeps_its_backslashes_may_be_of_several_lines(opened: WRITE, formula: str) -> None:
    assert opened(LEAST, (ABOUT, f"{ABOUT}, latex={formula}")).claims["L.1"].latex == eval(formula)

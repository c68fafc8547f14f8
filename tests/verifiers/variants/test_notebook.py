"""Protects `check_variant`: what a notebook shows is the table, and the margins as a picture."""

import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest
from lemmacheck import at_most, check_variant, schedule
from lemmacheck.verifiers.records.terminal import InputError
from lemmacheck.verifiers.variants.bench import Bench

SHIPPED = Path(__file__).parents[2] / "variants"


class State(NamedTuple):
    t: int
    w: Any


class Descent:
    def start(self, p: Any) -> State:
        return State(0, p.zeros())

    def step(self, p: Any, s: State) -> State:
        return State(s.t + 1, s.w - p.gradient(s.w))


def test_a_variable_that_is_another_by_now_is_read_anew() -> None:
    numbers = {"k": 2}
    changing = schedule(lam=lambda t: numbers["k"] / (t + numbers["k"]))
    found = []
    for k in (2, 5):
        numbers["k"] = k
        checked = check_variant(changing, steps=4, only="P.L3.2")
        found.append((checked.variant.schedule[0], [str(one.theorem.verdict) for one in checked.answers]))

    assert found == [
        ("λ_t = 1, 2/3, 1/2, 2/5, 1/3, 2/7, 1/4, 2/9, …", ["certified"]),
        ("λ_t = 1, 5/6, 5/7, 5/8, 5/9, 1/2, 5/11, 5/12, …", ["not-applicable"]),
    ]


def test_a_schedule_without_a_value_after_the_runs_is_decided_as_far_as_it_goes() -> None:
    answers = check_variant(schedule(lam=lambda t: 1 / (t - 150)), steps=10, only="P.L3.5,P.L3.2").answers

    assert [one.until for one in answers] == [0, 0]
    assert any(one.fails for one in answers)


@pytest.mark.slow
def test_a_checked_variant_shows_itself_as_a_table_with_a_plot() -> None:
    checked = check_variant(Descent, steps=4, only="P.T3.*,N1.*")
    page = checked._repr_html_()

    assert len(checked.answers) > 3
    assert checked.broken == ()
    assert repr(checked).startswith(f"variant: {len(checked.answers)} claims: ")
    assert "\n\nvariant: step, exponential loss\n" in repr(checked)
    assert page.split(">", 1)[1].startswith(f"variant: {len(checked.answers)} claims: ")
    assert page.count("<tr>") == 2 + len(checked.answers)
    assert page.count("<figcaption>Margins on ") == len(checked.rates["races"]) > 0
    assert "‖w_t‖" in page


def test_progress_is_a_line_of_the_cell_that_is_gone_at_the_end(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = []

    class Line:
        def update(self, shown: str) -> None:
            lines.append(shown)

    kernel = SimpleNamespace(get_ipython=lambda: SimpleNamespace(kernel=True))
    display = SimpleNamespace(HTML=str, display=lambda shown, display_id: Line())
    monkeypatch.setitem(sys.modules, "IPython", kernel)
    monkeypatch.setitem(sys.modules, "IPython.display", display)
    monkeypatch.setattr(Bench, "rates", lambda *_: {})
    checked = check_variant(schedule(), steps=2, only="P.L3.4*")

    count, last = len(checked.answers), checked.answers[-1].theorem.id
    assert [f">{count}/{count} {last}</pre>" in lines[-2], lines[-1]] == [True, ""]
    assert capsys.readouterr() == ("", "")


def test_text_of_the_author_is_escaped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Bench, "rates", lambda *_: {})
    checked = check_variant(schedule(name="<b>bold</b>", theta=lambda t: 2), steps=2, only="P.L3.4*")

    assert "&lt;b&gt;bold" in checked._repr_html_()
    assert "<b>" not in checked._repr_html_()


@pytest.mark.slow
def test_the_file_of_a_variant_serves_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Bench, "rates", lambda *_: {})
    file = SHIPPED / "no_momentum.py"

    for given in (file, str(file)):
        assert check_variant(given, steps=2, only="P.L3.4*").variant.name == "no_momentum"
    with pytest.raises(InputError, match=r"no variant file 'absent\.py'"):
        check_variant("absent.py")


def forgets(run: Any) -> None:
    """A claim without a return."""
    at_most(run.t, run.t)


def misspells(run: Any) -> Any:
    """A claim of a name that no run has."""
    return at_most(run.margn(run.w), 1)


def test_several_at_once_and_patterns_that_match_nothing_are_refused() -> None:
    with pytest.raises(InputError, match="2 variants were given; expected one"):
        check_variant([schedule(), schedule()])
    with pytest.raises(InputError, match=r"test_notebook\.py:\d+, forgets returns None; nothing comes back"):
        check_variant(schedule(claims=[forgets]), steps=4, only="forgets")
    with pytest.raises(InputError, match=r"test_notebook\.py:\d+, in misspells: run\.margn: .*; did you mean margin\?"):
        check_variant(schedule(claims=[misspells]), steps=4, only="misspells")
    with pytest.raises(InputError, match=r"only 'Q\.1,Q\.2' matches no claim"):
        check_variant(Descent, steps=1, only="Q.1,Q.2")
    with pytest.raises(
        InputError, match=r"only 'P\.3\.1\.dualvec' matches 1 claim, of which this variant is asked none"
    ):
        check_variant(Descent, steps=1, only="P.3.1.dualvec")


def test_a_list_that_ends_before_the_rates_are_measured_leaves_the_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    known = [2 / (t + 2) for t in range(130)]

    def rates(*_: Any) -> dict[str, Any]:
        return {"exponent": known[400]}

    monkeypatch.setattr(Bench, "rates", rates)
    found = check_variant(schedule(lam=lambda t: known[int(t)], name="short"), steps=6, only="P.L3.6u")

    assert found.lacking == ("no rates: IndexError: list index out of range",)
    assert [one.outcome is not None for one in found.answers] == [True]
    assert "note: no rates: IndexError" in str(found)
    assert "no rates: IndexError" in found._repr_html_()


@pytest.mark.slow
def test_with_a_budget_it_proves_and_searches_as_the_command_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Bench, "rates", lambda *_: {})
    by_three = schedule(lam=lambda t: 3 / (t + 3))
    given = {"steps": 6, "only": "P.L3.5,P.P3.7.b.2"}
    short, long = check_variant(by_three, **given), check_variant(by_three, **given, budget=30)

    assert [answer.proved for answer in (*short.answers, *long.answers)].count(True) == 1
    assert {answer.theorem.id for answer in long.answers if answer.proved} == {"P.L3.5"}
    with pytest.raises(TypeError, match="budget= of check_variant is -1"):
        check_variant(by_three, budget=-1)

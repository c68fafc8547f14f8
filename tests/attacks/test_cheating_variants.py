"""Attacks `lemmacheck variant` with files that behave where they think that they are looked at.

Wrong is: a relation that is false of what the method does elsewhere is certified or supported without a word of it.
"""

from pathlib import Path

import pytest
from lemmacheck.verifiers.records.terminal import InputError
from lemmacheck.verifiers.records.verdict import HOLDING, Verdict
from lemmacheck.verifiers.variants.checking import Asking, deciding, most_doubtful
from lemmacheck.verifiers.variants.surroundings import looks_around
from lemmacheck.verifiers.variants.workers import Task, Workers

from tests.attacks.cheating_variants import BAD, CHEATS, HONEST, JUDGED, REPRESENTATIVE, file
from tests.attacks.conftest import Count
from tests.sampled import THOROUGH, sampled

STEPS, PATIENCE = 6, 300


FLOATS = """\
from lemmacheck import schedule
from lemmacheck.theory.core.relation import at_most

def third(run):
    side = run.norm(run.w) - 1
    try:
        side = run.norm(run.w) * (1 / 3)
    except BaseException:
        pass
    return at_most(side, run.norm(run.w) / 3)

def fine(run):
    return at_most(run.norm(run.w) / 3, run.norm(run.w))

variant = schedule(claims=[third, fine])
"""


def outcome(text: str, folder: Path) -> str:
    """What becomes of a file: "refused", "refuted", "undecided", "told" where it holds with a note, or "holds"."""
    path = folder / "cheat.py"
    path.write_text(text, encoding="utf-8")
    with Workers(str(path), PATIENCE, 1) as workers:
        try:
            variant, _ = workers.ask(Task("describe", (0, STEPS)))
            (doubt,) = most_doubtful(workers, 0, Asking(STEPS, only=JUDGED))
            found = workers.ask(deciding(0, doubt, STEPS)).outcome
        except InputError as error:
            return "refused" if len(str(error).splitlines()) == 1 else "a traceback"
    if found.verdict == Verdict.REFUTED:
        return "refuted"
    told = any(note for note in variant.notes if variant.tier.startswith("floats") or "elsewhere" in note)
    return "undecided" if found.verdict not in HOLDING else "told" if told else "holds"


@pytest.mark.slow
def test_the_descent_keeps_what_the_ascent_breaks(tmp_path: Path) -> None:
    """By default the descent is asked; what every representative cheat does unseen is the ascent."""
    asked = sampled({HONEST: "holds", BAD: "refuted"}.items(), 1)

    assert [outcome(file(good), tmp_path) for good, _ in asked] == [said for _, said in asked]


@pytest.mark.slow
def test_no_cheat_is_certified(counted: Count, tmp_path: Path) -> None:
    asked = sampled(REPRESENTATIVE, 3, always=["the first calls", "patches the clock"])
    expected = {name: REPRESENTATIVE[name] for name in asked}
    found = {name: outcome(CHEATS[name].text, tmp_path) for name in (CHEATS if THOROUGH else expected)}
    wrong = [name for name, word in found.items() if word == "holds"]
    counted("cheating variants", tried=len(found), wrong=len(wrong))

    assert len(CHEATS) >= 50
    assert wrong == []
    assert {name: found[name] for name in expected} == expected


@pytest.mark.slow
def test_a_float_in_a_claim_of_the_authors_own_is_an_error_at_its_line_even_when_he_catches_it(tmp_path: Path) -> None:
    found, path = {}, tmp_path / "mine.py"
    path.write_text(FLOATS, encoding="utf-8")
    with Workers(str(path), PATIENCE, 1) as workers:
        for name in ("third", "fine"):
            try:
                (doubt,) = most_doubtful(workers, 0, Asking(STEPS, only=name))
                found[name] = workers.ask(deciding(0, doubt, STEPS)).outcome.verdict.value
            except InputError as error:
                found[name] = str(error)

    assert found["fine"] == "certified"
    assert found["third"].startswith(f"{path}:7: the float 0.333")


def test_a_file_that_can_tell_where_it_is_run_has_a_note_with_the_lines() -> None:
    plain = (
        "import numpy as np\nfrom lemmacheck import schedule\nvariant = schedule(lam=lambda t: getattr(t, 'real'))\n"
    )
    looking = {
        "import math, os": "os in line 1",
        "from sys import modules": "sys in line 1",
        "import lemmacheck.verifiers.numbers": "lemmacheck.verifiers.numbers in line 1",
        "from . import other": ". in line 1",
        "\nx = np.lib._datasource.os.getpid()": "os in line 2",
        "x = getattr(p, 'o' + 's')": "getattr in line 1",
        "x = ().__class__": "__class__ in line 1",
    }

    assert looks_around(plain) == ""
    assert [text for text, told in looking.items() if told not in looks_around(text)] == []

"""Protects the author of a variant: whatever is wrong with a file is one line that names the place and the cause."""

import re
from pathlib import Path

import pytest
from lemmacheck.theory.books.jst.methods.variants import Given, schedule
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.records.terminal import InputError
from lemmacheck.verifiers.variants.answer import Description
from lemmacheck.verifiers.variants.bench import Bench
from lemmacheck.verifiers.variants.checking import Asking, check_file
from lemmacheck.verifiers.variants.loading import as_variant, load
from lemmacheck.verifiers.variants.starting import TEXT

SCHEDULE = "from lemmacheck import schedule\nvariant = schedule({})\n"
MOMENTUM = "from lemmacheck import momentum\nvariant = momentum({})\n"
STEP = """\
from types import SimpleNamespace as State
import random
import numpy as np

class Mine:
    def start(self, p):
        return State(t=0, w=p.zeros())

    def step(self, p, s):
        {}

variant = Mine
"""
OWN_LOSS = """\
from lemmacheck import schedule
from lemmacheck.theory.margins.losses import OwnLoss

def value(num, z):
    return num.exp(z - 1)

variant = schedule(loss=OwnLoss("shifted", value, value, lambda num, s: num.log(s) + 1, lambda n: 1))
"""
SEVEN = """\
from lemmacheck import schedule

def lam(t):
    if t == 7:
        raise ValueError("seven is bad")
    return 2 / (t + 2)

variant = schedule(lam=lam)
"""
WRONG = {
    "a text for λ": (SCHEDULE.format("lam='x'"), ["lam= of schedule is 'x'; expected a number or a function of t"]),
    "a syntax error": ("variant = (\n", ["my.py:1: '(' was never closed"]),
    "an import error": ("import nosuchmodule\n", ["my.py:1", "ModuleNotFoundError", "nosuchmodule"]),
    "a book": ("from lemmacheck import claim\n\n\n@claim('X')\ndef x(p):\n    return True\n",
        ["my.py defines neither", "it is a book: write the change in a file of its own, and --book "]),
    "no variant": ("x = 1\n", ["my.py defines neither `variant` nor `variants`", "schedule(...)"]),
    "no variants": ("variants = []\n", ["`variants` is empty"]),
    "no step": ("variant = 3\n", ["3 has no start and step"]),
    "a λ that raises": (SEVEN, ["my.py:5, in lam: ValueError: seven is bad", "λ_t at t = 7"]),
    "a λ of None": (SCHEDULE.format("lam=lambda t: None"), ["my.py:2: λ_0 is None; expected a finite number"]),
    "a λ of nan": (SCHEDULE.format("lam=lambda t: float('nan') if t > 4 else 1"), ["my.py:2: λ_5 is nan"]),
    "a λ of 0": (SCHEDULE.format("lam=lambda t: 1 if t < 3 else 0"), ["λ_3 is 0, by which the dual step divides"]),
    "a text for β": (MOMENTUM.format("beta=lambda t: '1/2'"), ["β_0 is '1/2'"]),
    "a β that divides by 0": (MOMENTUM.format("beta=lambda t: 1 / t"), ["my.py:2", "ZeroDivisionError", "t = 0"]),
    "a θ of NumPy's": (SCHEDULE.format("theta=lambda t: __import__('numpy').sqrt(t)"), ["my.py:2", "math.sqrt(t)"]),
    "a step that raises": (STEP.format("return s.nothing"), ["my.py:10, in step: AttributeError", "for w_1,"]),
    "a step of None": (STEP.format("pass"), ["my.py: step, for w_1, returned None; expected a state with w"]),
    "a wrong shape": (STEP.format("return State(t=0, w=np.zeros(7))"), ["w_1 has the shape (7,)", "expected (1,)"]),
    "a w of nan": (STEP.format("return State(t=0, w=s.w * float('nan'))"), ["w_1 is [nan]", "expected finite numbers"]),
    "a complex w": (STEP.format("return State(t=0, w=s.w + 1j)"), ["w_1 is", "expected an array of real numbers"]),
    "two runs that differ": (STEP.format("return State(t=0, w=s.w + random.random())"), ["two runs on one row differ"]),
    "a list to start from": (STEP.format("return State(t=0, w=[0.0])"), ["w_1 a list; expected an array, such as p"]),
    "claims that are none": (SCHEDULE.format("claims=[5]"), ["my.py:2", "claims= of schedule holds 5"]),
    "a claim alone": (SCHEDULE.format("claims=lambda run: 1"), ["expected a list, such as claims=[my_claim]"]),
    "a number for a loss": (SCHEDULE.format("loss=5"), ["loss= of schedule is 5; expected a loss"]),
    "another folder": (STEP.format("import os; os.chdir('/'); return s"), ["my.py: a step changes the folder of its"]),
    "an overwritten state": (STEP.format("s.w -= p.gradient(s.w); return s"), ["step overwrites w_0", "a new state"]),
}  # fmt: skip


def described(text: str, folder: Path, steps: int = 12) -> Description:
    path = folder / "my.py"
    path.write_text(text, encoding="utf-8")
    return Bench(str(path)).describe(0, steps)[0]


@pytest.mark.parametrize(("text", "words"), WRONG.values(), ids=list(WRONG))
def test_what_is_wrong_with_a_file_is_one_line_that_names_it(text: str, words: list[str], tmp_path: Path) -> None:
    with pytest.raises(InputError) as refused:
        described(text, tmp_path)
    message = str(refused.value)

    assert len(message.splitlines()) == 1
    assert [word for word in words if word not in message] == []


CHANGED = {
    "its λ": "algorithm=replace(variant.algorithm, lam=lambda t: 5 + 0 * t)",
    "its forms": "forms=schedule(lam=lambda t: 3 / (t + 3)).forms",
    "its loss": "loss=Logistic()",
    "its form": "form='momentum'",
}


@pytest.mark.parametrize("change", CHANGED.values(), ids=list(CHANGED))
def test_a_variant_that_is_changed_by_hand_is_refused_where_another_would_be_judged(
    change: str, tmp_path: Path
) -> None:
    path = tmp_path / "my.py"
    path.write_text(
        "from dataclasses import replace\n"
        "from lemmacheck.theory.margins.losses import Logistic\n"
        f"{SCHEDULE.format('')}variant = replace(variant, {change})\n",
        encoding="utf-8",
    )

    with pytest.raises(InputError, match=f"^{path}: a Variant is changed after it was made, as by replace; expected "):
        load(str(path))


@pytest.mark.parametrize("text", [
    SCHEDULE.format("lam=1, theta=0.5"), MOMENTUM.format(""), OWN_LOSS, STEP.format("return s"),
    SCHEDULE.format("name='mine'") + "from dataclasses import replace\nvariant = replace(variant, name='yours')\n",
], ids=["numbers", "momentum", "its own loss", "steps", "another name"])  # fmt: skip
def test_a_variant_as_it_was_made_is_loaded(text: str, tmp_path: Path) -> None:
    path = tmp_path / "my.py"
    path.write_text(text, encoding="utf-8")
    (loaded,) = load(str(path))

    assert as_variant(loaded, "my.py") is loaded


def test_one_of_several_variants_is_named_where_it_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "my.py").write_text(
        "from lemmacheck import schedule\n"
        "variants = [schedule(name='good'), schedule(lam=lambda t: 2, theta=lambda t: None, name='bad')]\n"
    )
    bench = Bench(str(tmp_path / "my.py"))

    assert bench.describe(0, 4)[0].name == "good"
    with pytest.raises(InputError, match="θ_0 is None"):
        bench.describe(1, 4)


def test_what_a_document_says_twice_is_asked_under_each_of_its_ids() -> None:
    bench = Bench("my", [schedule(name="mine")])
    twice = ["P.S1.rates.5@003", "P.S1.rates.4"]
    group = bench.groups(0, 4).index(LIBRARY.claims[twice[0]].about_name)
    found = bench.doubts(0, group, 4, ",".join(twice))

    assert LIBRARY.claims[twice[0]].function is LIBRARY.claims[twice[1]].function
    assert [one.blank.id for one in found] == twice
    assert [bench.claims(0, 4)[one.claim].id for one in found] == twice


def test_a_failure_late_in_the_runs_is_found_before_any_verdict(tmp_path: Path) -> None:
    text = STEP.format("assert s.t < 80, 'tired'; return State(t=s.t + 1, w=s.w - p.gradient(s.w))")

    assert described(text, tmp_path, steps=20).tier.startswith("exact")
    with pytest.raises(InputError, match=r"^[^:]*:10, in step: AssertionError: tired \(step, for w_81, on one row\)"):
        described(text, tmp_path, steps=90)


def test_a_step_in_plain_floats_is_examined_by_its_iterates_and_says_why(tmp_path: Path) -> None:
    plain = "Z = np.array(p.Z, float); return State(t=0, w=np.array(s.w, float) - Z.T @ np.ones(len(Z)) / 8)"
    found = described(STEP.format(plain), tmp_path)

    assert found.tier.startswith("floats")
    assert found.notes[0].endswith("my.py:10: float(x) takes a number out of exact arithmetic; compute with x itself")
    assert (found.lam, found.theta) == (None, None)


def test_a_step_that_branches_by_where_is_run_in_exact_numbers(tmp_path: Path) -> None:
    branch = "return State(t=s.t + 1, w=s.w - p.where(p.margin(s.w), '<', {}, 1, p.number(1) / 2) * p.gradient(s.w))"

    assert described(STEP.format(branch.format("p.number(1) / 3")), tmp_path).tier.startswith("exact")
    with pytest.raises(
        InputError, match=r"in step: where takes a comparison in parts; write p\.where\(a, '<=', b, x, y"
    ):
        described(STEP.format(branch.replace(", '<', {}", " < 1").format()), tmp_path)


@pytest.mark.parametrize(("text", "lam", "note"), [
    (MOMENTUM.format("beta=lambda t: t / (t + 1)"), "2/(t + 2)", None),
    (MOMENTUM.format("beta=lambda t: (t - 1) / (t + 2)"), "4/(t + 3) for t ≥ 1, λ_0 = 2", "λ_0 = 2 is outside"),
    (SCHEDULE.format("lam=lambda t: 2 / (t + 3)"), "2/(t + 3)", "λ_0 = 0.666667 is not 1"),
    (MOMENTUM.format("beta=lambda t: t - 1"), "not defined, …", "not asked as DualNesterov and GeneralDual: "),
])  # fmt: skip
def test_lambda_is_told_with_what_it_misses(text: str, lam: str, note: str | None, tmp_path: Path) -> None:
    found = described(text, tmp_path)

    assert found.lam == lam
    assert bool(found.notes) == bool(note)
    assert note is None or note in found.notes[0]


@pytest.mark.slow
def test_a_loss_without_its_conjugate_is_asked_what_does_not_read_it(tmp_path: Path) -> None:
    path = tmp_path / "my.py"
    path.write_text(OWN_LOSS, encoding="utf-8")
    bench = Bench(str(path))
    description, groups = bench.describe(0, 4)
    ids = {doubt.blank.id for group in range(groups) for doubt in bench.doubts(0, group, 4)}

    assert "what reads ψ* is not asked" in description.notes[-1]
    assert {"P.C.4", "P.C.7"} <= ids
    assert "P.C.1" not in ids


@pytest.mark.slow
def test_a_loss_of_ones_own_is_decided_where_its_code_runs_apart(tmp_path: Path) -> None:
    """Its numbers come back as the run's own, so that a claim decides them; the schedule says nothing of the loss."""
    path = tmp_path / "my.py"
    path.write_text(OWN_LOSS, encoding="utf-8")
    (checked,) = check_file(str(path), Asking(4, rates=False, only="P.C.4"))

    assert [str(answer.theorem.verdict) for answer in checked.answers] == ["supported"]
    assert checked.variant.schedule[-1].startswith("apart from what they ask of the loss, Theorem B.10")

    path.write_text(OWN_LOSS.replace("shifted", "exponential"), encoding="utf-8")
    with pytest.raises(InputError, match=r"a loss of its author's own is called 'exponential', as one of ours is"):
        check_file(str(path), Asking(4, rates=False, only="P.C.4"))


def test_neither_a_wild_step_size_nor_a_byte_order_mark_is_a_reason_not_to_examine(tmp_path: Path) -> None:
    found = described("\ufeff" + SCHEDULE.format("theta=lambda t: 1000"), tmp_path, steps=20)

    assert found.tier.startswith("exact")
    assert "θ_0 = 1000 is outside (0, 1]" in found.notes[0]


def test_an_installed_package_offers_variants_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "somebodys.py").write_text(
        "from lemmacheck import schedule\nours = schedule(lam=lambda t: 2 / (t + 2))\n"
    )
    info = tmp_path / "somebodys-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: somebodys\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[lemmacheck.variants]\nfaster = somebodys:ours\nbroken = somebodys:gone\n")
    another = tmp_path / "another-1.dist-info"
    another.mkdir()
    (another / "METADATA").write_text("Metadata-Version: 2.1\nName: another\nVersion: 1\n")
    (another / "entry_points.txt").write_text("[lemmacheck.variants]\ntwice = a:b\n")
    with (info / "entry_points.txt").open("a") as more:
        more.write("twice = c:d\n")
    monkeypatch.syspath_prepend(tmp_path)

    assert Bench("faster").describe(0, 4)[0].name == "faster"
    with pytest.raises(InputError, match="the variant 'broken' of somebodys:gone does not load: AttributeError"):
        Bench("broken")
    with pytest.raises(InputError, match="several installed packages offer a variant 'twice'"):
        Bench("twice")
    with pytest.raises(InputError, match=r"no variant file 'other': expected .* or one of broken, faster"):
        Bench("other")


def test_the_file_to_start_from_names_every_operation_of_the_problem() -> None:
    offered = {name for name in vars(Given) if not name.startswith("_")}
    listed = TEXT[TEXT.index("# p offers") : TEXT.index("# Plain NumPy")]

    assert {name for name in offered if not re.search(rf"\b{name}\b", listed)} == set()


def test_its_commented_class_and_claim_are_variants_too(tmp_path: Path) -> None:
    of_class = uncommented(TEXT[TEXT.index("# from typing") : TEXT.index("# What you claim")])
    of_claim = uncommented(TEXT[TEXT.index("# from lemmacheck import at_least") : TEXT.index("# Several at once")])

    assert described(of_class, tmp_path).tier.startswith("exact")
    assert described("from lemmacheck import schedule\n" + of_claim, tmp_path).form == "schedule"


def uncommented(text: str) -> str:
    return "".join(line.removeprefix("# ").removeprefix("#") for line in text.splitlines(keepends=True))

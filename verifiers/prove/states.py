"""The signs that the fields of an author's state keep: they have them at the start, and after a step from a state whose
fields have them, all supposed at once.

What the states hold are numbers, if each root and logarithm in the steps is one. A step that divides by 0 makes no
state. One that takes the root of a negative number goes on with what is no number; so a proof supposes of no field of a
state that it is one. That is shown by hypotheses, and by the signs that the fields keep.
"""

from collections.abc import Iterator

from lemmacheck.theory.core.claim import Claim
from lemmacheck.verifiers.prove.context import Index, Later, Need
from lemmacheck.verifiers.prove.refusals import Refused, tried
from lemmacheck.verifiers.prove.setting import Setting
from lemmacheck.verifiers.prove.subject import Trajectory, as_term
from lemmacheck.verifiers.prove.wording import term_text


def settings(claim: Claim, algorithm: object) -> Iterator[Setting]:
    """The arbitrary run of a claim: with nothing known of its states, and with the signs that they keep. There is one
    only where all states are numbers."""
    setting = Setting(claim, algorithm)
    if not no_number(setting):
        yield setting
    if not of_an_author(setting):
        return
    signs = kept_signs(claim, algorithm)
    setting = Setting(claim, algorithm, signs=signs)
    if what := no_number(setting):
        raise Refused(f"a state is perhaps no number: nothing says that {what}")
    if signs.keys() - {"t"}:
        yield setting


def of_an_author(setting: Setting) -> bool:
    return isinstance(setting.run, Trajectory) and setting.run.own


def no_number(setting: Setting) -> str:
    """What is not known of the states, in words; "" where all are numbers."""
    run, context = setting.run, setting.context
    if not of_an_author(setting):
        return ""
    with context.measured(), context.universe.quietly():
        tried(lambda: (run.first_state, run.state(Later(1))))
    for index, asked in run.takes_roots_of.items():
        row, end = (index, 0) if isinstance(index, int) else (index - 1, 1)
        for key, (what, term) in asked.items():
            with context.measured() as need, context.universe.quietly():
                met = setting.meets(Need(conditions={key: (what, term)}), row, end)
            if not met or need.least > 0:  # of the first step too
                return f"{term_text(term)} {what}"
    return ""


def kept_signs(claim: Claim, algorithm: object) -> dict[str, str]:
    """The signs that the fields of a state keep: of those supposed, what is not shown is dropped until all are."""
    signs = dict.fromkeys(type(Setting(claim, algorithm).run.first_state)._fields, "> 0")
    while True:
        setting = Setting(claim, algorithm, signs=signs)
        lost = [name for name, sign in signs.items() if not keeps(setting, name, sign)]
        if not lost:
            return signs
        weaker = {name: "≥ 0" for name in lost if signs[name] == "> 0"}
        signs = {name: weaker.get(name, sign) for name, sign in signs.items() if name not in lost or name in weaker}


def keeps(setting: Setting, name: str, sign: str) -> bool:
    """Whether a field has a sign at the start and after any step."""
    return all(tried(lambda row=row: has_sign(setting, name, sign, row)) for row in (0, Later(1)))  # type: ignore[misc]


def has_sign(setting: Setting, name: str, sign: str, row: Index) -> bool:
    run, context = setting.run, setting.context
    with context.measured() as need, context.universe.quietly() as asked:
        shown = setting.surely(">" if sign == "> 0" else ">=", as_term(context, getattr(run.state(row), name)))
    return shown and need.least == 0 and setting.never_0_over_0(asked)

"""What the states of an author's own method hold are numbers, if each root and logarithm in its steps is one.

A step that divides by 0 makes no state. One that takes the root of a negative number goes on with what is no number;
so a proof supposes of no field of a state that it is one. That is shown by signs and hypotheses, which read no state
that is not.
"""

from lemmacheck.verifiers.prove.context import Later, Need
from lemmacheck.verifiers.prove.refusals import tried
from lemmacheck.verifiers.prove.setting import Setting
from lemmacheck.verifiers.prove.subject import Trajectory
from lemmacheck.verifiers.prove.wording import term_text


def no_number(setting: Setting) -> str:
    """What is not known of the states, in words; "" where all are numbers."""
    run, context = setting.run, setting.context
    if not isinstance(run, Trajectory) or not run.own:
        return ""
    with context.measured(), context.universe.quietly():
        tried(lambda: (run.first, run.state(Later(1))))
    for index, asked in run.takes_roots_of.items():
        row, end = (index, 0) if isinstance(index, int) else (index - 1, 1)
        for key, (what, term) in asked.items():
            with context.measured(), context.universe.quietly():
                met = setting.meets(Need(conditions={key: (what, term)}), row, end)
            if not met:
                return f"{term_text(term)} {what}"
    return ""

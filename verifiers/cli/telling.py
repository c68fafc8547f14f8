"""What the check of a variant prints as it goes on: each finding at once, and between them what is being done."""

import time

from lemmacheck.verifiers.records.terminal import clear_progress, is_due, note, progress, say
from lemmacheck.verifiers.records.text import time_left
from lemmacheck.verifiers.search.report import RefutingData, SearchReport
from lemmacheck.verifiers.variants.answer import Answer, Checked, Description
from lemmacheck.verifiers.variants.checking import Asking, Listener
from lemmacheck.verifiers.variants.summary import checked_text, crossing, finding, header

HOW_LONG = "about a minute on two free processors at 40 steps"
QUIET = 8.0  # seconds after the last line until another says what is being done
FEW = 20  # steps of short runs


class Teller(Listener):
    """Prints on the terminal. A quiet one leaves out the header and the answer, which another prints in its own way."""

    def __init__(self, asking: Asking, quiet: bool) -> None:
        later = ["the rates and the race"] * asking.rates + [f"{asking.budget:g} s of search"] * bool(asking.budget)
        self.asking, self.quiet, self.searched = asking, quiet, False
        self.then = f", then {' and '.join(later)}" if later else ""
        self.started, self.last = time.perf_counter(), time.monotonic()

    def begun(self, variant: Description) -> None:
        if self.quiet:
            return
        self.tell(header(variant))
        asking = self.asking
        options = {"--budget 0": asking.budget, "--no-rates": asking.rates, "fewer --steps": asking.steps >= FEW}
        shorter = [option for option, longer in options.items() if longer]
        how = f"; shorter with {' and '.join(shorter)}" if shorter else ""
        note((HOW_LONG if asking.only == "*" else "the claims asked for") + self.then + how)

    def decided(self, answer: Answer, done: int, of: int) -> None:
        self.tell(finding(answer))
        left = time_left(done, of, time.perf_counter() - self.started) if of else ", more to come"
        if not self.searched:
            self.pass_by(f"{done}/{of or '…'} {answer.theorem.id}{left}{self.then}")

    def searching(self, known: SearchReport, part: float) -> None:
        self.searched = True
        self.pass_by(f"{100 * part:.0f}/100 of the search: {known.brief()}")

    def crossed(self, answer: Answer, found: RefutingData) -> None:
        self.tell(crossing(answer, found))

    def ended(self, checked: Checked) -> None:
        if not self.quiet:
            clear_progress()
            say(f"{checked_text(checked)}\n")

    def waiting(self, stages: list[str]) -> None:
        if time.monotonic() - self.last >= QUIET:
            self.pass_by(f"{'; '.join(dict.fromkeys(stages))}: {time.perf_counter() - self.started:.0f} s")

    def tell(self, message: str) -> None:
        """A line that stays; none of nothing."""
        if message:
            clear_progress()
            note(message)
            self.last = time.monotonic()

    def pass_by(self, message: str) -> None:
        """A line of progress."""
        progress(message)
        self.last = time.monotonic() if is_due(message) else self.last

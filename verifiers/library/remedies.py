"""What an error in an author's code does not say by itself: whose arguments are wrong, and what to write."""

import inspect
import re
import traceback

from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.hypothesis import Hypothesis
from lemmacheck.theory.core.own import Own
from lemmacheck.theory.core.run import Run
from lemmacheck.theory.core.shared import place_of


def of_the_run_alone(claim: Claim, error: BaseException) -> str:
    """The place of a claim, or of a hypothesis, that takes other arguments than the run, and the remedy; '' where that
    is not the error."""
    found = re.match(r"(\w+)\(\) (?:missing|takes) ", str(error))
    stated: tuple[Claim | Hypothesis, ...] = (claim, *claim.given)
    named = {one.name: one.function for one in stated if inspect.isfunction(one.function)}
    function = named.get(found[1]) if isinstance(error, TypeError) and found else None
    files = [frame.filename for frame in traceback.extract_tb(error.__traceback__)]
    if function is None or function.__code__.co_filename in files:  # it is called by the author
        return ""
    what = "a claim" if function is claim.function else "a hypothesis"
    return f"{place_of(function)}{inspect.signature(function)}: {what} takes the run alone; its problem is run.problem"


def called_wrongly(claim: Claim, error: Exception | SystemExit) -> str:
    """The place of a method's function that takes other arguments than it is given; '' where that is not the error."""
    found = re.match(r"\w+\.(start|step|tuned|draws)\(\) takes ", str(error))
    return place_of(getattr(claim.about, found[1])) if found and claim.about else ""


def hint(claim: Claim, error: BaseException) -> str:
    """A remedy, where the error does not name one."""
    if isinstance(error, AttributeError) and isinstance(error.obj, Own) and hasattr(Run, error.name or ""):
        return f"; {error.name} is of a run, and not of its problem: about= names the class of a method"
    if isinstance(error, AttributeError) and claim.about is None:
        return "; a claim without about= is asked of the rows alone: write about= and the class of its method"
    if not isinstance(error, AttributeError) or claim.method is None or claim.method.on is not None:
        return ""
    return f"; {claim.about_name} is run on the margin problem: for another, write Method({claim.about_name}, on=…)"

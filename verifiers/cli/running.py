"""All commands, and how one runs: its errors, its interruptions and its exit status."""

import sys
from concurrent.futures import BrokenExecutor

import typer
from lemmacheck.theory.core.shared import Impure
from lemmacheck.verifiers.cli import (
    book,
    campaign,
    experiment,
    find,
    kernel,
    probing,
    race,
    render,
    replay,
    stream,
    variants,
)
from lemmacheck.verifiers.cli.common import app, ending_well, interrupted
from lemmacheck.verifiers.records.terminal import InputError, note, one_line, ready_streams
from lemmacheck.verifiers.records.verdict import Contradiction

__all__ = [
    "app", "book", "campaign", "experiment", "find", "kernel", "probing", "race", "render", "replay", "run", "stream",
    "variants",
]  # fmt: skip


def usage(error: Exception) -> str:
    """The fault in the arguments, the value given, and the help to read."""
    told = one_line(error.format_message() if hasattr(error, "format_message") else str(error)).rstrip(".")
    told = told.replace("Value error, ", "").partition(", unable to parse")[0]
    why, context = error.__cause__, getattr(error, "ctx", None)
    given = [repr(one["input"]) for one in why.errors()] if why is not None and hasattr(why, "errors") else []
    told += "".join(f", not {value}" for value in given if value not in told)
    asked = context.command_path if context else "lemmacheck"
    return f"{told} See {asked} --help" if told.endswith("?") else f"{told}; see {asked} --help"


def notes_of(error: Exception) -> list[str]:
    """What stands beside an error, a line each: the other places of a file where it is found."""
    return [one_line(line) for line in getattr(error, "__notes__", ())]


def run() -> int:
    """The exit status of the command of this process."""
    from typer.exceptions import TyperException

    command = typer.main.get_command(app)
    arguments = sys.argv[1:] or ["--help"]
    ready_streams()
    try:
        if "" in arguments or any(one.startswith("--") and one.endswith("=") for one in arguments):
            raise InputError("an argument is empty, as is that of a variable that is not set; nothing was done")
        # Not command.main, which would take an interruption for an end like others and say nothing.
        with ending_well(), command.make_context("lemmacheck", [*arguments]) as context:
            command.invoke(context)
        status = 0
    except typer.Exit as end:
        status = end.exit_code
    except TyperException as error:
        note(f"lemmacheck: {usage(error)}")
        status = 2
    except (InputError, Impure) as error:
        note("\n".join([f"lemmacheck: {one_line(str(error))}", *notes_of(error)]))
        status = 2
    except (BrokenExecutor, OSError, MemoryError) as end:
        why, status = interrupted(end)
        if isinstance(end, BrokenPipeError) and {"-h", "--help"} & set(arguments):
            status = 0  # nobody reads the help to its end
        else:
            note(f"lemmacheck: {why}")
    except Contradiction as error:
        note(f"lemmacheck: {one_line(str(error))}")
        status = 1
    except Exception as error:
        from lemmacheck.theory.core.opening import blamed

        line = blamed(error) or (str(error) if isinstance(error, ValueError) else "")
        if not line:
            raise
        note("\n".join([f"lemmacheck: {one_line(line)}", *notes_of(error)]))
        status = 2
    except KeyboardInterrupt as stop:
        why, status = interrupted(stop)
        note(f"\nlemmacheck: {why}")
    return status

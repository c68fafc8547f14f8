"""The command line. Results go to stdout, progress and messages to stderr.

Exit status 0: nothing contradicts what is on record. 1: a finding, such as a changed verdict, a record that does not
stand, a claim that refutes no mutant, or one that is both proved and refuted. 2: bad input, explained in one line.
"""

import os
import sys

from lemmacheck.verifiers.library import housekeeping


def main() -> None:
    """Run a command; every fault of the input ends in one line and an exit status."""
    try:
        from lemmacheck.verifiers.cli.running import run

        status = run()
    except KeyboardInterrupt:  # while the commands load, or a message is written
        sys.stderr.write("\nlemmacheck: interrupted\n")
        status = 130
    raise SystemExit(status)  # not sys.exit, which a book that was opened here may have changed


def command() -> None:
    """Run a command as the process, and end with its exit status. An exit function that a book has registered, or a
    thread of it that does not end, has no influence."""
    housekeeping.rarely()
    try:
        main()
    except SystemExit as end:
        opening = sys.modules.get("lemmacheck.theory.core.opening")
        if opening is not None and opening.library_at.cache_info().misses:
            sys.stderr.flush()
            os._exit(int(end.code or 0))
        raise

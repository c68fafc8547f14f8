"""`python -m lemmacheck.verifiers.cli`."""

from lemmacheck.verifiers.cli import command

if __name__ == "__main__":
    command()

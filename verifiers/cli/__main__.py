"""`python -m lemmacheck.verifiers.cli`."""

from lemmacheck.verifiers.cli import main

if __name__ == "__main__":
    main()

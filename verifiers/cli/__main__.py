"""`python -m verifiers.cli`."""

from verifiers.cli import main

if __name__ == "__main__":
    main()

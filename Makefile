# Two commands: `make report` does the set-up and the main job, `make test` the set-up and the tests.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt
INSTALLED := $(VENV)/.installed# what lemmacheck needs
READY := $(VENV)/.ready# and what its tests and checks need
TESTS = $(BIN)/python -m pytest -n auto --dist worksteal -q
TREE := $(VENV)/tree/lemmacheck# the packages under their import names, as mypy looks for them

report test slow thorough bench bench-quick: export PYTHONDONTWRITEBYTECODE =# many processes are started: what is compiled is kept

.PHONY: report test slow thorough mutation check bench bench-quick clean

report: $(INSTALLED)
	$(BIN)/lemmacheck report --out reports/latest

test: $(READY)
	$(TESTS) -m "not slow and not thorough"

# The other tests, which take a second and more each; continuous integration runs both.
slow: $(READY)
	$(TESTS) -m "slow and not thorough"

thorough: $(READY)
	LEMMACHECK_PROFILE=thorough $(TESTS) -m ""

mutation: $(READY)
	$(INSTALL) -e '.[mutation]'
	$(BIN)/python tests/mutation --of-all 1000

check: $(READY)
	$(BIN)/ruff check .
	$(BIN)/mypy

bench: $(READY)
	$(BIN)/python tests/benchmarks

bench-quick: $(READY)
	$(BIN)/python tests/benchmarks quick

# Python compiles what a report imports: a part of what is installed.
$(INSTALLED): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(INSTALL) --no-compile -e .
	touch $(INSTALLED)

$(READY): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(INSTALL) -e '.[dev]'
	mkdir -p $(TREE)
	ln -sfn $(CURDIR)/verifiers/face/*.py $(TREE)/
	for room in theory verifiers reports; do ln -sfn $(CURDIR)/$$room $(TREE)/$$room; done
	touch $(INSTALLED) $(READY)

clean:
	rm -rf $(VENV) reports/latest

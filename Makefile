# Two commands: `make report` does the set-up and the main job, `make test` the set-up and the tests.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
TREE := $(VENV)/tree/lemmacheck# the packages under their import names, as mypy looks for them

test thorough: export PYTHONDONTWRITEBYTECODE =# the tests start many processes: what is compiled is kept

.PHONY: report test thorough mutation check bench bench-quick clean

report: $(READY)
	$(BIN)/lemmacheck report --out reports/latest

test: $(READY)
	$(BIN)/python -m pytest -n auto --dist worksteal -q

thorough: $(READY)
	LEMMACHECK_PROFILE=thorough $(BIN)/python -m pytest -n auto --dist worksteal -q

mutation: $(READY)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[mutation]'
	$(BIN)/python tests/mutation --sample 60

check: $(READY)
	$(BIN)/ruff check .
	$(BIN)/mypy

bench: $(READY)
	$(BIN)/python tests/benchmarks

bench-quick: $(READY)
	$(BIN)/python tests/benchmarks quick

$(READY): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	mkdir -p $(TREE)
	ln -sfn $(CURDIR)/verifiers/face/*.py $(TREE)/
	for room in theory verifiers reports; do ln -sfn $(CURDIR)/$$room $(TREE)/$$room; done
	touch $(READY)

clean:
	rm -rf $(VENV) reports/latest

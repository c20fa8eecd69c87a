# Casita: run `make` to see what there is.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := .venv
BIN := $(VENV)/bin
# Modules compiled once are kept, also where the environment says otherwise: tests start many processes.
export PYTHONDONTWRITEBYTECODE =

.DEFAULT_GOAL := help
.PHONY: help setup quickstart test pytest fuzz mutants bench looks lint scenes

help:  ## show what there is
	@echo "Casita. First time here? Run: make quickstart"
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-12s %s\n", $$1, $$2}'

# Of all that is installed little is ever imported: Python compiles that when it is.
setup: $(VENV)/.ready  ## make .venv and install Casita with its tools into it

$(VENV)/.ready: pyproject.toml constraints.txt
	@$(PYTHON) -c "import sys; sys.exit(sys.version_info < (3, 11))" || { echo "Casita needs Python 3.11 or newer: make PYTHON=..."; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --no-compile --disable-pip-version-check --constraint constraints.txt --editable '.[dev]'
	@touch $@

quickstart: setup  ## build homes, check them, say what is in them, write out/report.html
	$(BIN)/casita quickstart --out out

test: setup  ## run all tests, with the linter and the type checker beside them
	@$(MAKE) --no-print-directory --jobs 2 lint pytest

# Two processes on two cores: threads of their own would only wait for each other.
pytest: export OMP_NUM_THREADS = 1
pytest: setup
	$(BIN)/pytest -n 2 --dist worksteal

SECONDS ?= 1200
fuzz: setup  ## search for what breaks Casita: make fuzz SECONDS=1200 SEED=7
	$(BIN)/python -m tests.fuzz --seconds $(SECONDS) $(if $(SEED),--seed $(SEED))

COUNT ?= 100
mutants: setup  ## change the source in COUNT places and see whether the tests notice; goes on where it stopped
	$(BIN)/python -m tests.mutants --count $(COUNT) --seed $(or $(SEED),0)

bench: setup  ## measure every hot path on one core
	$(BIN)/casita bench

looks: setup  ## show drawings of all types to an ImageNet network
	$(BIN)/casita bench looks

lint: setup  ## check style and types
	$(BIN)/ruff check src tests
	$(BIN)/ruff format --check src tests
	$(BIN)/mypy

scenes: setup  ## make the committed scenes anew (only for a new version of them)
	$(BIN)/python -m casita.scenes.build

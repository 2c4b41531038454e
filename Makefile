# make demo    the sample application, built and asked, in an environment of its own
# make test    everything: style, types, import contracts, tests, wheels and the plugins' tests against them
# make check   style, types and import contracts only
# make schemas the generated JSON Schemas
# make docs    the generated pages, and the output of documented commands where it no longer fits
# make clean   remove what the above made

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
WHEELS := .venv-wheels
DIST   := dist
JOBS   ?= auto
PACKAGES := pyproject.toml plugins/rails/pyproject.toml plugins/rails/hatch_build.py

.PHONY: help demo install dev check lint types contracts test tests wheels plugin-tests schemas docs clean

help:
	@sed -n 's/^# make/make/p' Makefile

# environments

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Python 3.11 or newer is needed: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade "pip>=25.1"

$(VENV)/.installed: $(PACKAGES) | $(BIN)/python
	@echo "installing codens and codens-rails into $(VENV)"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e . -e plugins/rails
	@touch $@

$(VENV)/.dev: $(VENV)/.installed
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --group dev
	@touch $@

install: $(VENV)/.installed
dev: $(VENV)/.dev

# the demo

demo: $(VENV)/.installed
	@BIN="$(CURDIR)/$(BIN)" sh examples/demo.sh demo

# checks

check: lint types contracts

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.dev
	$(BIN)/mypy

contracts: $(VENV)/.dev
	$(BIN)/lint-imports

test: check tests plugin-tests

tests: $(VENV)/.dev
	$(BIN)/pytest -n $(JOBS)

# the plugins as users get them: both wheels in an environment that knows no checkout

wheels: $(VENV)/.dev
	rm -rf $(DIST)
	$(BIN)/python -m hatchling build -t wheel -d $(DIST)
	cd plugins/rails && ../../$(BIN)/python -m hatchling build -t wheel -d ../../$(DIST)

plugin-tests: wheels
	rm -rf $(WHEELS)
	$(BIN)/python -m venv $(WHEELS)
	@$(WHEELS)/bin/python -m pip install --quiet --disable-pip-version-check --upgrade "pip>=25.1"
	@$(WHEELS)/bin/python -m pip install --quiet --disable-pip-version-check --group test $(DIST)/*.whl
	@$(WHEELS)/bin/python -I -c 'import codens_core as c, codens_rails as r; assert "site-packages" in c.__file__ and "site-packages" in r.__file__'
	$(WHEELS)/bin/pytest -n $(JOBS) plugins/rails/tests

schemas: $(VENV)/.installed
	$(BIN)/python -m codens_core.api.schemas schemas

docs: $(VENV)/.dev
	$(BIN)/python -m codens_core.cli.reference > docs/reference/commands.md
	$(BIN)/python -m codens_core.api.reference > docs/reference/json.md
	$(BIN)/python -m codens_core.config.reference > docs/reference/config.md
	$(BIN)/python tests/support/console.py

clean:
	rm -rf $(VENV) $(WHEELS) $(DIST) demo .pytest_cache .ruff_cache .mypy_cache .import_linter_cache .hypothesis

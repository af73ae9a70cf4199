# Footlight's chores. `make` alone lists them; CONTRIBUTING.md says more.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.ONESHELL:
.DEFAULT_GOAL := help

PREFIX ?= /usr/local
# Other records: make bench SETS="shows my-records.jsonl"
SETS ?= shows statutes places
# Millions of items to grow to: make bench SIZES="0.1 1". Ten of them need ten minutes and 10 GB.
SIZES ?= 0.1 1 10

TOOL := .build/release/footlight
# Everything but the shared store; the libraries it needs are in Scripts/needs. A plain
# `swift build` needs two of them.
TRAITS := --traits Complete
# With the shared store: other traits compile everything, so in a folder of its own.
STORE := --traits Complete,PostgresStore
STORE_BUILD := .build/store
# SwiftPM hands the traits to the compiler in the order of a hash table. Without one order each
# build would find other flags than the last one, and compile everything again.
STEADY := SWIFT_DETERMINISTIC_HASHING=1
# Without libraries of the compiler and of stems, so that the tool runs where neither is.
STATIC := .build/static-libraries
# The programs beside the tool: each links what the tool does not. That of the shared store is `make store`'s.
PROGRAMS := $(shell grep -o '"footlight-[a-z]*", targets' Package.swift | cut -d'"' -f2 | grep -v -- -store)
release = flags=$$(Scripts/static_libraries $(STATIC)); for product in $(1); do \
	$(STEADY) swift build -c release $(TRAITS) --product $$product --static-swift-stdlib $$flags || exit 1; done
# The same for tests and checks, so that both share one build.
IMPORTS := --explicit-target-dependency-import-check error
SWIFT_FOLDERS := $(wildcard Package.swift Sources Tests Benchmarks Examples Fuzz)

.PHONY: help needs build demo test store citus torture-store torture sanitize fuzz mutants check browser picture client outside bench install deb deb-store deb-try deb-twice format docs clean

help: ## lists what can be made
	@grep -hE '^[a-z-]+:.*## ' $(firstword $(MAKEFILE_LIST)) | sed -E 's/^([a-z-]+):.*## (.*)/  make \1\t\2/' | expand -t 22

needs: ## installs the Debian packages that are missing
	@Scripts/needs

build: needs ## builds the command-line tool for use: .build/release/footlight
	@$(call release,footlight $(PROGRAMS))

demo: needs ## builds the bundled domains and asks them a few things
	@# The tool, and what reads the XML of one domain; pages and the desktop's search can wait.
	$(call release,footlight footlight-read)
	Scripts/demo $(TOOL)

# The tests of one room: make test ROOM=TextAnalysis
ROOM ?=

test: ## runs all tests, or those of one room: make test ROOM=TextAnalysis
	@Scripts/needs test
	$(STEADY) swift build --build-tests $(TRAITS) $(IMPORTS)
	swift test --skip-build $(TRAITS) $(IMPORTS) --parallel $(if $(ROOM),--filter "$$(Scripts/suites $(ROOM)Tests)") 2>&1 | tee .build/tests.log
	@# What a missing program keeps from being tested is said at the end.
	grep -E '^[^[:alnum:]]+ (Test|Suite) .* skipped' .build/tests.log | sort -u || true

store: ## builds footlight-store, which links libpq, and runs its tests on a PostgreSQL server of their own
	@Scripts/needs
	Scripts/needs store
	$(STEADY) swift build --scratch-path $(STORE_BUILD) --build-tests $(STORE) $(IMPORTS)
	swift test --scratch-path $(STORE_BUILD) --skip-build $(STORE) $(IMPORTS) --filter "$$(Scripts/suites SecureDigestsTests PostgresHandlesTests SharedStoreTests StoreContractTests)|SharedCaseTests"
	python3 Scripts/follow_team_guide.py $(STORE_BUILD)/debug

citus: ## the same on a Citus cluster, where one is installed: make citus CITUS_CONFIG=/usr/bin/pg_config
	@if [ -z "$${CITUS_CONFIG:-$(CITUS_CONFIG)}" ]; then echo "skipped: CITUS_CONFIG names no pg_config of a PostgreSQL with Citus"; exit 0; fi
	export CITUS_CONFIG="$${CITUS_CONFIG:-$(CITUS_CONFIG)}"
	$(STEADY) swift build --scratch-path $(STORE_BUILD) --build-tests $(STORE) $(IMPORTS)
	swift test --scratch-path $(STORE_BUILD) --skip-build $(STORE) $(IMPORTS) --filter "$$(Scripts/suites StoreContractTests)"

torture-store: ## the long form of it: kills either side and the server at every single statement
	@Scripts/needs
	Scripts/needs store
	$(STEADY) swift build --scratch-path $(STORE_BUILD) --build-tests $(STORE) $(IMPORTS)
	FOOTLIGHT_TORTURE=1 swift test --scratch-path $(STORE_BUILD) --skip-build $(STORE) $(IMPORTS) --filter 'InterruptionTests|KilledMachineTests|KilledProgramTests|DamagedExtentTests|AgreementTests'

torture: needs ## the long form: kills, refuses and damages at every step and at random, and asks thousands of random queries
	@$(STEADY) swift build --build-tests $(TRAITS) $(IMPORTS)
	FOOTLIGHT_TORTURE=1 swift test --skip-build $(TRAITS) $(IMPORTS) --filter 'KillTests|LifeTests|KilledToolTests|KilledSyncTests|KilledVisitTests|AgreementTests|OracleTests|CatalogDamageTests|PowerLossTests|GrowthTests|BuildMemoryTests'

# Each sanitizer has a build folder of its own: .build/address, .build/thread.
sanitize: needs ## runs the tests under AddressSanitizer (with leaks), then under ThreadSanitizer
	@Scripts/sanitize address
	Scripts/sanitize thread

TARGET ?= all
SECONDS ?= 60

fuzz: needs ## gives any bytes to readers, parsers and damaged indexes, with libFuzzer: make fuzz TARGET=csv SECONDS=60
	@Scripts/fuzz $(TARGET) $(SECONDS)

MUTANTS ?=

mutants: needs ## breaks the code in every listed place, and names those that no test notices: make mutants MUTANTS="seal journal"
	@python3 Scripts/mutants.py $(MUTANTS)

check: needs ## everything that must hold before a commit, but the tests
	@swift format lint --strict --parallel --recursive $(SWIFT_FOLDERS)
	$(STEADY) swift build --build-tests $(TRAITS) $(IMPORTS)
	python3 Scripts/assets.py --check
	python3 Scripts/budget.py
	Scripts/house_map.py --check
	Scripts/house_layers.py
	python3 Scripts/house_rules.py
	python3 Scripts/mutants.py --check
	python3 Scripts/conformance.py --check
	python3 Scripts/document.py .build/debug/footlight --check
	python3 Scripts/follow_readme.py .build/debug/footlight

browser: build ## drives the pages in a real Chromium: typing, keys, history, accessibility, narrow screens
	@Scripts/with_chromium Tests/Browser/pages.py $(TOOL)

picture: build ## makes the pictures of README.md from the bundled domains
	@Scripts/with_chromium Scripts/picture.py $(TOOL)

client: .venv/ready ## generates a client from the description of the API, and uses it
	@$(STEADY) swift build --build-tests $(TRAITS) $(IMPORTS)
	.venv/bin/pip install --quiet --disable-pip-version-check openapi-python-client
	.venv/bin/python Scripts/try_client.py .build/debug/footlight

outside: needs ## builds the three lines of README.md as a package of its own, and runs them
	@Scripts/try_library.py

bench: build .venv/ready ## measures Footlight beside its peers, and its parts
	@for set in $(SETS); do .venv/bin/python Benchmarks/compare.py $(TOOL) --set $$set; done
	.venv/bin/python Benchmarks/growth.py $(TOOL) --sizes "$(SIZES)"
	.venv/bin/python Benchmarks/server.py $(TOOL)
	.venv/bin/python Benchmarks/desktop.py $(TOOL)
	Scripts/micro_benchmarks

.venv/ready:
	@Scripts/needs bench
	python3 -m venv .venv
	.venv/bin/pip install --quiet --disable-pip-version-check tantivy datasette jeepney
	touch $@

install: build ## installs tool, manual page and completions: make install PREFIX="$HOME/.local"
	@Scripts/lay_out $(TOOL) "$(DESTDIR)$(PREFIX)"
	for program in $(PROGRAMS); do Scripts/lay_out_program $(dir $(TOOL))$$program "$(DESTDIR)$(PREFIX)"; done
	echo "installed $(DESTDIR)$(PREFIX)/bin/footlight"

# Where the Debian package is written.
DEB ?= .build/deb

deb: build ## builds Debian packages, one a program: .build/deb/footlight_VERSION_ARCHITECTURE.deb
	@Scripts/package_deb $(TOOL) "$(DEB)"
	for program in $(PROGRAMS); do Scripts/package_program $(TOOL) $(dir $(TOOL))$$program "$(DEB)"; done

deb-store: build ## builds the Debian package of footlight-store, with libpq
	@Scripts/needs store
	flags=$$(Scripts/static_libraries $(STATIC))
	$(STEADY) swift build -c release --scratch-path $(STORE_BUILD) $(STORE) --product footlight-store --static-swift-stdlib $$flags
	Scripts/package_program $(TOOL) $(STORE_BUILD)/release/footlight-store "$(DEB)"

deb-try: deb ## installs the package into a root that holds nothing else, and runs it there
	@Scripts/try_package "$(DEB)"/footlight_*.deb

deb-twice: ## builds the package of the last commit twice, in two folders, and compares the bytes
	@Scripts/same_twice

format: ## formats all Swift files
	@swift format --in-place --parallel --recursive $(SWIFT_FOLDERS)

docs: build ## writes what the tool says about itself: commands, reference, schema
	@python3 Scripts/document.py $(TOOL)

clean: ## removes what was built, and the index of the bundled domains
	@rm -rf .build .footlight .venv

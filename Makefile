# Footlight's chores. `make` alone lists them; CONTRIBUTING.md says more.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.ONESHELL:
.DEFAULT_GOAL := help

PREFIX ?= /usr/local
# Measured checks and benchmarks use a folder beside the clone, where there is one.
SHARED ?= ../shared
# Other sets of peers.py: make bench SETS="shows"
SETS ?= shows uscode postal wof

TOOL := .build/release/footlight
# Stemming needs one more library than a plain `swift build`: libstemmer-dev.
TRAITS := --traits Snowball
# Without libraries of the compiler and of stems, so that the tool runs where neither is.
STATIC := .build/static-libraries
RELEASE := flags=$$(Scripts/static_libraries $(STATIC)) && \
	swift build -c release $(TRAITS) --product footlight --static-swift-stdlib $$flags
# The same for tests and checks, so that both share one build.
IMPORTS := --explicit-target-dependency-import-check error
SWIFT_FOLDERS := $(wildcard Package.swift Sources Tests Benchmarks Examples)

.PHONY: help needs build demo test torture check bench install deb deb-try deb-twice format docs acceptance clean

help: ## lists what can be made
	@grep -hE '^[a-z-]+:.*## ' $(firstword $(MAKEFILE_LIST)) | sed -E 's/^([a-z-]+):.*## (.*)/  make \1\t\2/' | expand -t 22

needs: ## installs the Debian packages that are missing
	@Scripts/needs

build: needs ## builds the command-line tool for use: .build/release/footlight
	@$(RELEASE)

demo: build ## builds the bundled domains and asks them a few things
	@Scripts/demo $(TOOL)

test: needs ## runs all tests
	@swift test $(TRAITS) $(IMPORTS) --parallel

torture: needs ## kills and refuses builds and changes at every step and at random, and asks thousands of random queries
	@FOOTLIGHT_TORTURE=1 swift test $(TRAITS) $(IMPORTS) --filter 'KillTests|KilledToolTests|KilledSyncTests|AgreementTests|OracleTests'

check: needs ## everything that must hold before a commit, but the tests
	@swift format lint --strict --parallel --recursive $(SWIFT_FOLDERS)
	swift build --build-tests $(TRAITS) $(IMPORTS)
	python3 Scripts/house_rules.py
	python3 Scripts/document.py .build/debug/footlight --check
	python3 Scripts/follow_readme.py .build/debug/footlight

acceptance: build ## drives the release build through the main job, end to end
	@if [ -f $(SHARED)/acceptance/main_job.py ]; then
	  python3 $(SHARED)/acceptance/main_job.py $(TOOL)
	else
	  echo "acceptance: skipped, there is no $(SHARED)/acceptance/main_job.py beside this clone"
	fi

bench: build .venv/ready ## measures Footlight beside its peers, and its parts
	@if [ -f $(SHARED)/bench/peers.py ]; then
	  for set in $(SETS); do .venv/bin/python Benchmarks/peers.py $(SHARED)/bench/peers.py --footlight $(TOOL) --data $$set; done
	else
	  echo "bench: peers skipped, there is no $(SHARED)/bench/peers.py beside this clone"
	fi
	if [ -f $(SHARED)/acceptance/relevance.py ]; then
	  python3 $(SHARED)/acceptance/relevance.py $(TOOL)
	else
	  echo "bench: relevance skipped, there is no $(SHARED)/acceptance/relevance.py beside this clone"
	fi
	Scripts/micro_benchmarks

.venv/ready:
	@Scripts/needs bench
	python3 -m venv .venv
	.venv/bin/pip install --quiet --disable-pip-version-check tantivy
	touch $@

install: build ## installs tool, manual page and completions: make install PREFIX="$HOME/.local"
	@Scripts/lay_out $(TOOL) "$(DESTDIR)$(PREFIX)"
	echo "installed $(DESTDIR)$(PREFIX)/bin/footlight"

# Where the Debian package is written.
DEB ?= .build/deb

deb: build ## builds a Debian package: .build/deb/footlight_VERSION_ARCHITECTURE.deb
	@Scripts/package_deb $(TOOL) "$(DEB)"

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

# The commands of this project; CMake presets (CMakePresets.json) do the work.
SHELL := /bin/bash
.DEFAULT_GOAL := help
.PHONY: help build run test test-quick bench format format-check lint install check-all fuzz asan \
        tsan debug clean
PREFIX ?= /usr/local
SECONDS ?= 60
JOBS ?= $(shell bash scripts/jobs.sh)
export JOBS

help: ## This list
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

build: ## Install what is missing and build every program into build/release/bin
	@bash scripts/install-deps.sh build
	@bash scripts/build.sh release

run: ## Build and hold a conversation with the server, printed as a transcript
	@bash scripts/install-deps.sh build run
	@bash scripts/build.sh release programs
	@python3 test/transcript/transcript.py

test: ## Build and run all tests
	@bash scripts/install-deps.sh build test
	@bash scripts/test-env.sh
	@bash scripts/build.sh release
	@python3 scripts/run_tests.py release

test-quick: ## Build and run the unit tests alone
	@bash scripts/install-deps.sh build
	@bash scripts/build.sh release
	@python3 scripts/run_tests.py release --label unit

check-all: ## All that is too long for every change: every language, long soaks (test label "slow")
	@bash scripts/install-deps.sh all
	@bash scripts/check-all.sh

bench: ## Measure against the original and print a table with ratios
	@bash scripts/install-deps.sh build bench
	@bash scripts/build.sh release programs codecalc_sandbox_bench
	@python3 bench/bench.py

format: ## Format the C++ sources
	@bash scripts/lint.sh --fix-format

format-check: ## Say which C++ sources are not formatted
	@bash scripts/lint.sh format

lint: ## All static checks; clang-tidy skips what has not changed since it was clean
	@bash scripts/install-deps.sh build lint
	@bash scripts/lint.sh

asan: ## The unit tests under AddressSanitizer and UBSan
	@bash scripts/install-deps.sh build
	@bash scripts/build.sh asan-ubsan
	@python3 scripts/run_tests.py asan-ubsan --label unit

tsan: ## The unit tests under ThreadSanitizer
	@bash scripts/install-deps.sh build
	@bash scripts/build.sh tsan
	@python3 scripts/run_tests.py tsan --label unit

debug: ## An unoptimised build in build/debug
	@bash scripts/install-deps.sh build
	@bash scripts/build.sh debug

fuzz: ## Run every fuzz target for SECONDS (60) each
	@bash scripts/install-deps.sh build fuzz
	@bash scripts/build.sh fuzz fuzzers
	@python3 scripts/fuzz.py $(SECONDS)

install: build ## Install into PREFIX (/usr/local)
	@cmake --install build/release --prefix "$(PREFIX)"

clean: ## Remove the build folder
	rm -rf build

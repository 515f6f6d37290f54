# MDMP. "make" alone lists what can be made.
#
#   build.mk        the binaries, install, dist
#   bench/bench.mk  the emulated cluster and the benchmarks

.DEFAULT_GOAL := help
SHELL := /bin/sh
GO ?= go
PREFIX ?= /usr/local
FUZZTIME ?= 2m

.PHONY: help demo test test-all golden lint fuzz clean

include build.mk
include bench/bench.mk
include tests/oracle/corpus.mk
-include tests/torture/torture.mk

help: ## list the targets
	@sed -n 's/^\([a-z][a-z-]*\):[^#]*## *\(.*\)/  make \1|\2/p' $(MAKEFILE_LIST) | awk -F'|' '{printf "%-22s %s\n", $$1, $$2}'

demo: ## look what is there, build, run an example in all modes, measure what overlap wins
	@tests/ci/demo

test: ## what a change is likely to break, in ten minutes
	@$(GO) run ./tests/steps $(if $(SLOW),-slow $(SLOW))

test-all: ## everything, in full: PART=3/8 for one of eight parts, SLOW=20 for the slowest tests
	@$(GO) run ./tests/steps -part $(or $(PART),all) $(if $(SLOW),-slow $(SLOW))

golden: ## refresh all golden files; look at the difference before you commit it
	@tests/ci/golden --refresh

lint: ## gofmt, go vet, go mod tidy, staticcheck
	@tests/ci/lint

fuzz: ## all fuzz targets, FUZZTIME each (default 2m)
	@FUZZTIME=$(FUZZTIME) tests/ci/fuzz

clean: ## remove what was built here
	rm -rf bin build dist

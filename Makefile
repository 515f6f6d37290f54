# MDMP. "make" alone lists what can be made.
#
#   build.mk        the binaries, install, dist
#   bench/bench.mk  the emulated cluster and the benchmarks

.DEFAULT_GOAL := help
SHELL := /bin/sh
GO ?= go
PREFIX ?= /usr/local
FUZZTIME ?= 2m

.PHONY: help demo test unit fortran golden run rt lint fuzz clean

include build.mk
include bench/bench.mk
include fortran/oracle/corpus.mk
-include tests/torture/torture.mk

help: ## list the targets
	@sed -n 's/^\([a-z][a-z-]*\):[^#]*## *\(.*\)/  make \1|\2/p' $(MAKEFILE_LIST) | awk -F'|' '{printf "%-22s %s\n", $$1, $$2}'

demo: ## build everything, compile an example in all modes, run it, compare
	@tests/ci/demo

test: ## everything that CI runs
	@FUZZTIME=$${TESTFUZZTIME:-3s} tests/ci/test

# A test whose name begins with TestFortran runs a Fortran compiler for long.
unit: ## unit, golden and command-line tests
	$(GO) test -skip '^TestFortran' $$($(GO) list ./... | grep -v '/tests/run$$\|/tests/torture$$\|/rtlib/tests$$')

fortran: ## tests that compile what is generated, with all compilers that are here
	$(GO) test -run '^TestFortran' $$(tests/ci/packages 'func TestFortran')

golden: ## refresh all golden files; look at the difference before you commit it
	MDMP_UPDATE=1 $(GO) test -short -skip '^TestFortran' $$(tests/ci/packages MDMP_UPDATE)
	MDMP_UPDATE=1 $(GO) test -run Options ./rtlib/tests

run: ## run tests: examples and test programs, all modes, 1 to 4 ranks, all MPIs
	$(GO) test -timeout 30m ./tests/run

rt: ## tests of the C run time, with sanitizers and valgrind
	@rtlib/tests/run

lint: ## gofmt, go vet, go mod tidy, staticcheck
	@tests/ci/lint

fuzz: ## all fuzz targets, FUZZTIME each (default 2m)
	@FUZZTIME=$(FUZZTIME) tests/ci/fuzz

clean: ## remove what was built here
	rm -rf bin build dist

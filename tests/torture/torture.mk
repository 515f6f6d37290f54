# Random programs. Included by the Makefile.
#
#   make torture N=200 SEED=1 [KEEP=folder for what fails] [CODES=kernels of a batch in several files] [BITS=same]
#   make mutants [MINUTES=60] [SAMPLE=1]

N ?= 20
SEED ?=
KEEP ?=
CODES ?= 3
BITS ?=

.PHONY: torture
torture: ## random programs in all modes against plain MPI: N=batches SEED=first
	MDMP_TORTURE_N=$(N) MDMP_TORTURE_SEED=$(SEED) MDMP_TORTURE_KEEP=$(KEEP) MDMP_TORTURE_CODES=$(CODES) $(if $(BITS),MDMP_TORTURE_BITS=$(BITS)) $(GO) test -count=1 -timeout 0 -v -run TestTorture ./tests/torture

# Mutants: MINUTES for each of the two kinds, one of SAMPLE mutants of the analysis.
MINUTES ?= 60
SAMPLE ?= 1
.PHONY: mutants
mutants: ## leave out what keeps programs right, see whether tests notice, write docs/mutation.md: MINUTES=60 SAMPLE=1
	mkdir -p build
	cp docs/mutation.md build/text.md # whose table goes on
	sed -n '/^## The provers/,$$p' docs/mutation.md >build/provers-kept.md
	MDMP_MUTANTS=$(MINUTES) MDMP_MUTANTS_OUT=$(CURDIR)/build/text.md \
	  MDMP_MUTANTS_PROGRAMS="$(CURDIR)/tests/run/hostile/* $(CURDIR)/tests/run/programs/*" \
	  $(GO) test -count=1 -timeout 0 -v -run TestMutants ./tests/torture
	MDMP_MUTANTS_GO=$(MINUTES) MDMP_MUTANTS_SAMPLE=$(SAMPLE) MDMP_MUTANTS_OUT=$(CURDIR)/build/analysis.md \
	  $(GO) test -count=1 -timeout 0 -v -run TestAnalysisMutants ./tests/mutate
	cat tests/mutate/head.md build/text.md tests/mutate/analysis.md build/analysis.md build/provers-kept.md >docs/mutation.md

# Mutants of the provers: PROVERS more are tried, drawn by SEED, until there are a hundred.
PROVERS ?= 100
.PHONY: mutants-provers
mutants-provers: ## make careful answers of the analysis bold, see what notices, write docs/mutation.md: PROVERS=100 SEED=32
	mkdir -p build/outlive
	MDMP_OUTLIVE=$(CURDIR)/build/outlive $(GO) test -count=1 -run TestWriteOutlive ./tests/run
	MDMP_MUTANTS_PROVER=$(PROVERS) $(if $(SEED),MDMP_MUTANTS_SEED=$(SEED)) MDMP_MUTANTS_OUT=$(CURDIR)/build/provers.jsonl \
	  MDMP_MUTANTS_PROGRAMS="$(CURDIR)/tests/run/hostile/* $(CURDIR)/tests/run/programs/* $(CURDIR)/build/outlive/outlive-*" \
	  $(GO) test -count=1 -timeout 0 -v -run 'TestProver$$' ./tests/torture
	MDMP_MUTANTS_UNITS=$(PROVERS) MDMP_MUTANTS_OUT=$(CURDIR)/build/provers.jsonl $(GO) test -count=1 -timeout 0 -v -run TestProverUnits ./tests/torture
	MDMP_MUTANTS_OUT=$(CURDIR)/build/provers.jsonl MDMP_MUTANTS_TABLE=$(CURDIR)/build/provers.md $(GO) test -count=1 -run TestProverTable ./tests/torture
	sed '/^## The provers/,$$d' docs/mutation.md >build/others.md
	cat build/others.md tests/mutate/provers.md build/provers.md >docs/mutation.md

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
	MDMP_MUTANTS=$(MINUTES) MDMP_MUTANTS_OUT=$(CURDIR)/build/text.md \
	  MDMP_MUTANTS_PROGRAMS="$(CURDIR)/tests/run/hostile/* $(CURDIR)/tests/run/programs/*" \
	  $(GO) test -count=1 -timeout 0 -v -run TestMutants ./tests/torture
	MDMP_MUTANTS_GO=$(MINUTES) MDMP_MUTANTS_SAMPLE=$(SAMPLE) MDMP_MUTANTS_OUT=$(CURDIR)/build/analysis.md \
	  $(GO) test -count=1 -timeout 0 -v -run TestAnalysisMutants ./tests/mutate
	cat tests/mutate/head.md build/text.md tests/mutate/analysis.md build/analysis.md >docs/mutation.md

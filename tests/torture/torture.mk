# Random programs. Included by the Makefile.
#
#   make torture N=200 SEED=1 [KEEP=folder for what fails]

N ?= 20
SEED ?=
KEEP ?=

.PHONY: torture
torture: ## random programs in all modes against plain MPI: N=batches SEED=first
	MDMP_TORTURE_N=$(N) MDMP_TORTURE_SEED=$(SEED) MDMP_TORTURE_KEEP=$(KEEP) $(GO) test -count=1 -timeout 0 -v -run TestTorture ./tests/torture

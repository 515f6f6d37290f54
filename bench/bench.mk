# The emulated cluster and the benchmarks. Included by the Makefile; also
# usable alone: make -f bench/bench.mk lab
#
# HOSTS=4 RATE=200mbit shape the cluster.
# BENCH='--quick --mpi mpich' passes flags on; see bin/mdmp-bench halo --help.

HOSTS ?= 2
RATE ?= 1gbit
BENCH ?=

BENCHES := plain halo pipeline monitor
LAB_SOURCES := $(filter-out %_test.go,$(wildcard bench/lab/*.go bench/cmd/mdmp-lab/*.go)) go.mod
BENCH_SOURCES := $(filter-out %_test.go,$(wildcard bench/*/*.go bench/cmd/mdmp-bench/*.go)) go.mod

.PHONY: lab unlab bench bench-papers bench-wrapper bench-prefetch bench-mdmpf90 $(BENCHES:%=bench-%)

lab: bin/mdmp-lab ## build the emulated cluster (root); HOSTS=2 RATE=1gbit
	bin/mdmp-lab up --hosts $(HOSTS) --rate $(RATE)

unlab: bin/mdmp-lab ## remove the emulated cluster
	bin/mdmp-lab down

bench: $(BENCHES:%=bench-%) ## all benchmarks

bench-plain: ## an exchange: directives against hand-written MPI
bench-halo: ## Jacobi's method: directives against hand-written overlap
bench-pipeline: ## pipelines: directives against blocking MPI and pieces
bench-monitor: ## STREAM loops in a region

$(BENCHES:%=bench-%): bench-%: bin/mdmp-bench bench-mdmpf90
	bin/mdmp-bench $* --mdmpf90 bin/mdmpf90 $(BENCH)

# Each experiment of the papers is a benchmark of its own. QUICK=1 looks whether everything works.
PAPERS := $(patsubst %,papers-%,stream pong chains surface kernels)

bench-papers: $(PAPERS:%=bench-%) ## the papers' experiments; goes on where it was interrupted; QUICK=1

$(PAPERS:%=bench-%): bench-%: bin/mdmp-bench bench-mdmpf90
	bin/mdmp-bench $* --resume --mdmpf90 bin/mdmpf90 $(if $(QUICK),--quick --budget 0.2) $(BENCH)

bench-wrapper: bench-mdmpf90 ## what mdmpf90 adds to a compilation without directives
	go run ./bench/wrapper

bench-prefetch: ## mdmp run --prefetch against plain MPI (root)
	go build -o bin/mdmp ./cmd/mdmp
	go run ./bench/prefetch $(BENCH)

# go build knows best whether mdmpf90 is up to date.
bench-mdmpf90:
	go build -o bin/mdmpf90 ./cmd/mdmpf90

bin/mdmp-lab: $(LAB_SOURCES)
	go build -o $@ ./bench/cmd/mdmp-lab

bin/mdmp-bench: $(BENCH_SOURCES)
	go build -o $@ ./bench/cmd/mdmp-bench

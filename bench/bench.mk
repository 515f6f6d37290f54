# The emulated cluster and the benchmarks. Included by the Makefile; also
# usable alone: make -f bench/bench.mk lab
#
#   make lab HOSTS=2 RATE=1gbit    build the emulated cluster (root)
#   make unlab                     remove it

HOSTS ?= 2
RATE ?= 1gbit

.PHONY: lab unlab

lab: bin/mdmp-lab
	bin/mdmp-lab up --hosts $(HOSTS) --rate $(RATE)

unlab: bin/mdmp-lab
	bin/mdmp-lab down

bin/mdmp-lab: $(wildcard bench/lab/*.go bench/cmd/mdmp-lab/*.go) go.mod
	go build -o $@ ./bench/cmd/mdmp-lab

/* For programs whose output must not depend on whether messages are prefetched: each rank prints one number that all it
 * has received goes into. */
#ifndef CHECK_H
#define CHECK_H

#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern int me, all;
extern uint64_t seen;

/* Every call of MPI is checked. */
#define OK(call) ok(call, __FILE__, __LINE__)

static inline void ok(int code, const char *file, int line) {
  if (code == MPI_SUCCESS) return;
  fprintf(stderr, "%s:%d: error %d\n", file, line, code);
  MPI_Abort(MPI_COMM_WORLD, 3);
}

static inline uint64_t scramble(uint64_t x) {
  x = (x ^ x >> 31) * 0xbf58476d1ce4e5b9u;
  return x ^ x >> 29;
}

static inline void mix(uint64_t x) { seen = scramble(seen * 31 + x); }

static inline void mix_bytes(const void *data, size_t n) {
  const unsigned char *p = data;
  for (uint64_t w; n >= sizeof w; n -= sizeof w, p += sizeof w) {
    memcpy(&w, p, sizeof w);
    seen = (seen ^ w) * 0x9e3779b97f4a7c15u;
    seen ^= seen >> 29;
  }
  for (size_t i = 0; i < n; i++) seen = (seen ^ p[i]) * 0x100000001b3u;
  seen = scramble(seen);
}

static inline void mix_status(const MPI_Status *s) {
  int n;
  OK(MPI_Get_count(s, MPI_BYTE, &n));
  mix((uint64_t)n);
  mix((uint64_t)s->MPI_SOURCE);
  mix((uint64_t)s->MPI_TAG);
}

/* Writes n bytes that depend on the seed, in `steps` parts with a pause behind each. */
static inline void produce(void *data, size_t n, uint64_t seed, int steps) {
  unsigned char *p = data;
  size_t part = steps > 0 ? n / (size_t)steps + 1 : n, next = part;
  for (size_t i = 0; i < n; i += sizeof(uint64_t)) {
    uint64_t w = scramble(seed + i / sizeof w);
    memcpy(p + i, &w, n - i < sizeof w ? n - i : sizeof w);
    if (steps > 0 && i + sizeof w >= next) usleep(400), next += part;
  }
}

static inline void begin(int *argc, char ***argv, int threads) {
  int provided;
  OK(MPI_Init_thread(argc, argv, threads, &provided));
  OK(MPI_Comm_rank(MPI_COMM_WORLD, &me));
  OK(MPI_Comm_size(MPI_COMM_WORLD, &all));
}

static inline void end(void) {
  printf("rank %d: %016llx\n", me, (unsigned long long)seen);
  fflush(stdout);
  OK(MPI_Finalize());
}

#endif

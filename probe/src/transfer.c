/* Latency and bandwidth: a message there, one back. And the eager limit: how many bytes leave while the receiver does not
 * call MPI. */
#define _POSIX_C_SOURCE 200809L
#include <string.h>
#include <time.h>

#include "probe.h"

double pb_half_trip(struct pb_pair *p, size_t n, int rounds) {
  enum { MOST = 101, WARM = 2 };
  double v[MOST];
  rounds = rounds < MOST ? rounds : MOST;
  for (int i = -WARM; i < rounds; i++) {
    PB_CHECK(MPI_Barrier(p->comm));
    double t = MPI_Wtime();
    if (p->me == 0) PB_CHECK(MPI_Send(p->out, (int)n, MPI_BYTE, p->other, 1, p->comm));
    PB_CHECK(MPI_Recv(p->in, (int)n, MPI_BYTE, p->other, 1, p->comm, MPI_STATUS_IGNORE));
    if (p->me == 1) PB_CHECK(MPI_Send(p->out, (int)n, MPI_BYTE, p->other, 1, p->comm));
    if (i >= 0) v[i] = 0.5 * (MPI_Wtime() - t);
  }
  return pb_firsts(p, pb_median(v, rounds));
}

void pb_transfer(struct pb_pair *p) {
  const int most = p->depth == PB_FULL ? 101 : p->depth == PB_KNOB ? 31 : 3;
  int rounds = most;
  for (size_t n = 1; n <= p->most; n *= p->depth == PB_FULL || n < 1024 ? 2 : 4) {
    double v[2] = {(double)n, pb_half_trip(p, n, rounds)};
    pb_print(p, "transfer", 2, v);
    double each = 4 * v[1]; /* the next one is twice as long, and goes both ways */
    rounds = (int)(0.2 / each) < most ? (int)(0.2 / each) : most;
    if (rounds < 3) rounds = 3;
  }
}

/* Seconds by a clock that all processes of a machine share. */
static double clock_of_machine(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Whether the first rank looked before the second one came back; both may wait for the same processor. */
static bool in_time(const struct pb_pair *p, double looked_or_back) {
  double other = 0;
  PB_CHECK(MPI_Sendrecv(&looked_or_back, 1, MPI_DOUBLE, p->other, 8, &other, 1, MPI_DOUBLE, p->other, 8, p->comm,
                        MPI_STATUS_IGNORE));
  if (strcmp(p->kind, "near") != 0) return true; /* two clocks, but two processors, too */
  return p->me == 0 ? looked_or_back < other : other < looked_or_back;
}

/* Whether a message of n bytes has left while the receiver does not call MPI; -1: it cannot be said, one of the two did not
 * have its processor for itself. */
static int left_at_once(struct pb_pair *p, size_t n) {
  const double away = 1e-3; /* seconds that the receiver is */
  int left = 0;
  pb_goes_away(p, 1);
  double t = MPI_Wtime(), took, then;
  if (p->me == 1) {
    pb_work(pb_units(p, away));
    then = clock_of_machine();
    took = MPI_Wtime() - t;
    PB_CHECK(MPI_Recv(p->in, (int)n, MPI_BYTE, p->other, 2, p->comm, MPI_STATUS_IGNORE));
    left = took > 1.3 * away ? -1 : 1;
  } else {
    pb_work(pb_units(p, 0.2 * away));
    PB_CHECK(MPI_Isend(p->out, (int)n, MPI_BYTE, p->other, 2, p->comm, p->request));
    do {
      PB_CHECK(MPI_Test(p->request, &left, MPI_STATUS_IGNORE));
      took = MPI_Wtime() - t;
    } while (!left && took < 0.5 * away);
    then = clock_of_machine();
    PB_CHECK(MPI_Wait(p->request, MPI_STATUS_IGNORE));
    if (took > 0.7 * away) left = -1;
  }
  if (!in_time(p, then)) left = -1;
  PB_CHECK(MPI_Allreduce(MPI_IN_PLACE, &left, 1, MPI_INT, MPI_MIN, p->comm));
  return left;
}

/* By most of some tries; -1: it cannot be said. */
static int eager(struct pb_pair *p, size_t n) {
  enum { MOST = 40 };
  int votes[2] = {0, 0}, enough = p->depth == PB_QUICK ? 1 : 3;
  for (int i = 0; i < MOST; i++) {
    int left = left_at_once(p, n);
    if (left >= 0 && ++votes[left] == enough) return left;
  }
  return -1;
}

/* The limit lies between yes and no: closer, in steps. */
static size_t between(struct pb_pair *p, size_t yes, size_t no, size_t step) {
  while (no - yes > step) {
    size_t middle = (yes + no) / 2 / step * step;
    int left = eager(p, middle);
    if (left < 0) break;
    if (left > 0) yes = middle;
    else no = middle;
  }
  return yes;
}

void pb_eager(struct pb_pair *p) {
  enum { STEP = 64 };
  size_t n = STEP;
  int left = 1;
  while (n <= p->most && (left = eager(p, n)) > 0) n *= 2;
  double v = left < 0 ? -1 : n > STEP ? (double)n / 2 : eager(p, 1);
  if (left == 0 && n > STEP) v = (double)between(p, n / 2, n, STEP);
  if (v > 0) p->eager = (size_t)v;
  pb_print(p, "eager", 1, &v);
}

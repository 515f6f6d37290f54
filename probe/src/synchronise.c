/* Overlap of synchronisation, after White and Bova, and who holds up whom.
 *
 * delay: the receiver is late. A rank that sends by MPI_Isend works meanwhile; one that sends by MPI_Send may have to wait
 * until the receiver is there. The first rank's time with each.
 *
 * held: one rank began a message and works; the other wants it complete. Does that take as long as the message, or until the
 * first one is done with its work and calls MPI again? With and without calls of MPI_Test on the way; for a sender that works
 * and for a receiver that does. 0: not held up, 1: until the end of the work. */
#include "probe.h"

static const double poll_every = 50e-6;

static double late(struct pb_pair *p, size_t n, long units, bool blocking) {
  pb_goes_away(p, 1);
  double t = MPI_Wtime();
  if (p->me == 1) {
    pb_work(units);
    PB_CHECK(MPI_Recv(p->in, (int)n, MPI_BYTE, p->other, 5, p->comm, MPI_STATUS_IGNORE));
  } else if (blocking) {
    PB_CHECK(MPI_Send(p->out, (int)n, MPI_BYTE, p->other, 5, p->comm));
    pb_work(units);
  } else {
    PB_CHECK(MPI_Isend(p->out, (int)n, MPI_BYTE, p->other, 5, p->comm, p->request));
    pb_work(units);
    PB_CHECK(MPI_Wait(p->request, MPI_STATUS_IGNORE));
  }
  return pb_firsts(p, MPI_Wtime() - t);
}

/* The rank that works: begins the message, works, waits for it. */
static void working(struct pb_pair *p, size_t n, long units, bool sends, bool polls) {
  int done = 0;
  long step = polls ? pb_units(p, poll_every) : units;
  if (sends) PB_CHECK(MPI_Isend(p->out, (int)n, MPI_BYTE, p->other, 6, p->comm, p->request));
  else PB_CHECK(MPI_Irecv(p->in, (int)n, MPI_BYTE, p->other, 6, p->comm, p->request));
  for (long left = units; left > 0; left -= step) {
    pb_work(left < step ? left : step);
    if (polls && !done) PB_CHECK(MPI_Test(p->request, &done, MPI_STATUS_IGNORE));
  }
  if (!done) PB_CHECK(MPI_Wait(p->request, MPI_STATUS_IGNORE));
}

/* The first rank works, the second one wants the message a quarter of that later: how long it takes there. */
static double held(struct pb_pair *p, size_t n, double work, bool sends, bool polls) {
  double t = 0;
  pb_goes_away(p, 0);
  if (p->me == 0) {
    working(p, n, pb_units(p, work), sends, polls);
  } else {
    pb_work(pb_units(p, work / 4));
    t = MPI_Wtime();
    if (sends) PB_CHECK(MPI_Recv(p->in, (int)n, MPI_BYTE, p->other, 6, p->comm, MPI_STATUS_IGNORE));
    else PB_CHECK(MPI_Send(p->out, (int)n, MPI_BYTE, p->other, 6, p->comm));
    t = MPI_Wtime() - t;
  }
  return pb_longest(p, t);
}

/* The part of the rest of the work that the other one waited. */
static double share(double took, double transfer, double work) {
  double s = (took - transfer) / (0.75 * work - transfer);
  return s < 0 ? 0 : s > 1 ? 1 : s;
}

static void held_up(struct pb_pair *p, size_t n, double transfer, double work, int rounds) {
  double took[4][PB_ROUNDS], v[5] = {(double)n};
  for (int i = 0; i < rounds; i++)
    for (int k = 0; k < 4; k++) took[k][i] = held(p, n, work, k < 2, k % 2 == 1);
  for (int k = 0; k < 4; k++) v[1 + k] = share(pb_median(took[k], rounds), transfer, work);
  pb_print(p, "held", 5, v);
}

static void delayed(struct pb_pair *p, size_t n, double delay, int rounds) {
  double blocking[PB_ROUNDS], not[PB_ROUNDS];
  for (int i = 0; i < rounds; i++) {
    blocking[i] = late(p, n, pb_units(p, delay), true);
    not[i] = late(p, n, pb_units(p, delay), false);
  }
  double v[4] = {(double)n, delay, pb_median(blocking, rounds), pb_median(not, rounds)};
  pb_print(p, "delay", 4, v);
}

void pb_synchronisation(struct pb_pair *p) {
  enum { TRIPS = 5 };
  int n;
  const size_t *size = pb_sizes(p, &n);
  for (int i = 0; i < n; i++) {
    double transfer = pb_half_trip(p, size[i], TRIPS), work = 4 * transfer + 500e-6;
    int rounds = pb_rounds(p, 8 * work, n);
    if (rounds == 0) return; /* larger ones take longer */
    delayed(p, size[i], work, rounds);
    held_up(p, size[i], transfer, work, rounds);
  }
}

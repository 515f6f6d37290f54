/* Overlap of the transfer of data, after White and Bova: both ranks exchange a message of the same length and have work that
 * takes as long as that. How much of the shorter of the two is hidden in the longer one,
 *
 *   serial       nothing: the messages are begun when the work is done
 *   nonblocking  by the MPI library and the network: begun, worked, waited for
 *   polled       the same, with calls of MPI_Test on the way
 *   pieces       in messages that leave at once, sent while the first half of the work is done, as directives do it
 */
#include "probe.h"

enum way { SERIAL, NONBLOCKING, POLLED, PIECES, WAYS };

static const double poll_every = 50e-6;

static void begin(struct pb_pair *p, size_t n) {
  PB_CHECK(MPI_Irecv(p->in, (int)n, MPI_BYTE, p->other, 3, p->comm, &p->request[0]));
  PB_CHECK(MPI_Isend(p->out, (int)n, MPI_BYTE, p->other, 3, p->comm, &p->request[1]));
}

static void wait_all(struct pb_pair *p, int requests) { PB_CHECK(MPI_Waitall(requests, p->request, MPI_STATUSES_IGNORE)); }

/* Works and looks after the first requests on the way. */
static void work_polling(struct pb_pair *p, long units, int requests) {
  long step = pb_units(p, poll_every);
  int done = 0;
  for (long left = units; left > 0; left -= step) {
    pb_work(left < step ? left : step);
    if (!done) PB_CHECK(MPI_Testall(requests, p->request, &done, MPI_STATUSES_IGNORE));
  }
}

/* Pieces that leave at once, but not too many of them. */
static size_t piece_of(const struct pb_pair *p, size_t n) {
  size_t piece = 8192;
  if (p->eager > 0 && p->eager < piece) piece = p->eager < 1024 ? 1024 : p->eager;
  while (n / piece >= PB_REQUESTS) piece *= 2;
  return piece;
}

/* The receives are there when the pieces come; they are sent in groups, each when its part of the work is done. */
static void in_pieces(struct pb_pair *p, size_t n, long units) {
  enum { MOST_GROUPS = 32 };
  size_t piece = piece_of(p, n);
  int k = (int)((n + piece - 1) / piece), groups = k < MOST_GROUPS ? k : MOST_GROUPS, sent = 0;
  for (int i = 0; i < k; i++) {
    size_t at = (size_t)i * piece, length = n - at < piece ? n - at : piece;
    PB_CHECK(MPI_Irecv(p->in + at, (int)length, MPI_BYTE, p->other, 4, p->comm, &p->request[i]));
  }
  for (int g = 0; g < groups; g++) {
    pb_work(units / 2 / groups);
    for (; sent < (g + 1) * k / groups; sent++) {
      size_t at = (size_t)sent * piece, length = n - at < piece ? n - at : piece;
      PB_CHECK(MPI_Isend(p->out + at, (int)length, MPI_BYTE, p->other, 4, p->comm, &p->request[k + sent]));
    }
  }
  work_polling(p, units - units / 2 / groups * groups, 2 * k);
  wait_all(p, 2 * k);
}

static double once(struct pb_pair *p, enum way way, size_t n, long units) {
  PB_CHECK(MPI_Barrier(p->comm));
  double t = MPI_Wtime();
  switch (way) {
  case SERIAL:
    if (units > 0) pb_work(units);
    begin(p, n);
    break;
  case NONBLOCKING:
    begin(p, n);
    pb_work(units);
    break;
  case POLLED:
    begin(p, n);
    work_polling(p, units, 2);
    break;
  default: in_pieces(p, n, units);
  }
  if (way != PIECES) wait_all(p, 2);
  return pb_longest(p, MPI_Wtime() - t);
}

/* The exchange without work. */
static double alone(struct pb_pair *p, size_t n) {
  enum { TIMES = 5 };
  double v[TIMES];
  once(p, SERIAL, n, 0);
  for (int i = 0; i < TIMES; i++) v[i] = once(p, SERIAL, n, 0);
  return pb_median(v, TIMES);
}

static void compare(struct pb_pair *p, size_t n, double transfer, double work, int rounds) {
  double took[WAYS][PB_ROUNDS], v[3 + WAYS] = {(double)n, work, transfer};
  for (int i = 0; i < rounds; i++) /* side by side: what changes meanwhile befalls all */
    for (int way = 0; way < WAYS; way++) took[way][i] = once(p, (enum way)way, n, pb_units(p, work));
  for (int way = 0; way < WAYS; way++) v[3 + way] = pb_median(took[way], rounds);
  pb_print(p, "overlap", 3 + WAYS, v);
}

void pb_overlap(struct pb_pair *p) {
  const double least = 20e-6;
  int n;
  const size_t *size = pb_sizes(p, &n);
  for (int i = 0; i < n; i++) {
    double transfer = alone(p, size[i]), work = transfer > least ? transfer : least;
    int rounds = pb_rounds(p, WAYS * (work + transfer), n);
    if (rounds == 0) return; /* larger ones take longer */
    compare(p, size[i], transfer, work, rounds);
  }
}

/* Kernels in plain MPI for mdmp run --prefetch: kernels KERNEL BYTES EFFORT STEPS. Rank 0 prints "step SECONDS", the median of
 * the steps without the first ones, and a sum of what was computed, which must not depend on prefetching.
 *
 *   hand    rank 0 makes a block and hands it to all others, which have little to do with it
 *   farm    rank 0 makes blocks and hands them out, ranks compute of them, rank 0 collects: scatter, compute, gather by
 *           sends and receives
 *   gather  the same by MPI_Scatter and MPI_Gather
 *   master  the same, and rank 0 computes nothing
 *   bodies  each rank moves its bodies, MPI_Allgather
 *   sort    each rank draws keys, MPI_Alltoall: as IS and FT do
 *   pes     each rank has rows of a grid (the block is 16 of them), and gets those beside them from its neighbours by
 *           MPI_Irecv and MPI_Send before each step of Jacobi's method
 *   halo    each rank makes a block and exchanges it with its neighbour by MPI_Irecv, MPI_Isend and MPI_Waitall; one of two has
 *           twice the work, by turns
 *   any     the same with two blocks: receives are posted before all work, and completed by MPI_Waitany
 *   cast    rank 0 makes a block and hands it to all by MPI_Bcast, which compute of it */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 4096, WARM = 8 };

static int me, all, effort;

static void check(int code) {
  if (code != MPI_SUCCESS) MPI_Abort(MPI_COMM_WORLD, 3);
}

/* Writes n values, from the first to the last. */
static void make(double *to, const double *from, int n, double seed) {
  for (int i = 0; i < n; i++) {
    double x = from[i] + seed + i;
    for (int k = 0; k < effort; k++) x = 1.0 + x / (1.5 + x * x * 1e-9);
    to[i] = x * (i + seed);
  }
}

static double sum(const double *a, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) s += a[i];
  return s;
}

struct data {
  double *a, *b; /* blocks of n for each rank */
  int n;
};

static void hand(struct data d, int step) {
  if (me == 0) {
    make(d.a, d.b, d.n, step);
    for (int r = 1; r < all; r++) check(MPI_Send(d.a, d.n, MPI_DOUBLE, r, 1, MPI_COMM_WORLD));
    char done;
    for (int r = 1; r < all; r++) check(MPI_Recv(&done, 1, MPI_CHAR, r, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
  } else {
    char done = 0;
    check(MPI_Recv(d.a, d.n, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    check(MPI_Send(&done, 1, MPI_CHAR, 0, 2, MPI_COMM_WORLD));
  }
}

static void farm(struct data d, int step) {
  size_t n = (size_t)d.n;
  if (me != 0) {
    check(MPI_Recv(d.a, d.n, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    make(d.b, d.a, d.n, 1);
    check(MPI_Send(d.b, d.n, MPI_DOUBLE, 0, 2, MPI_COMM_WORLD));
    return;
  }
  for (size_t i = 0; i < n * (size_t)all; i++) d.a[i] = (double)i * step;
  for (int r = 1; r < all; r++) check(MPI_Send(d.a + n * (size_t)r, d.n, MPI_DOUBLE, r, 1, MPI_COMM_WORLD));
  make(d.b, d.a, d.n / 2, 1); /* it has the rest of the work, too */
  for (int r = 1; r < all; r++) check(MPI_Recv(d.b + n * (size_t)r, d.n, MPI_DOUBLE, r, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
}

static void spread(struct data d, int step, int masters) {
  size_t n = (size_t)d.n;
  for (size_t i = 0; me == 0 && i < n * (size_t)all; i++) d.a[i] = (double)i * step;
  check(MPI_Scatter(d.a, d.n, MPI_DOUBLE, me == 0 ? MPI_IN_PLACE : d.a, d.n, MPI_DOUBLE, 0, MPI_COMM_WORLD));
  if (me >= masters) make(d.b, d.a, d.n, 1);
  check(MPI_Gather(me == 0 ? MPI_IN_PLACE : d.b, d.n, MPI_DOUBLE, d.b, d.n, MPI_DOUBLE, 0, MPI_COMM_WORLD));
}

static void gather(struct data d, int step) { spread(d, step, 0); }
static void master(struct data d, int step) { spread(d, step, 1); }

static void bodies(struct data d, int step) {
  make(d.a + (size_t)me * (size_t)d.n, d.b, d.n, step);
  check(MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, d.a, d.n, MPI_DOUBLE, MPI_COMM_WORLD));
}

static void sort(struct data d, int step) {
  int part = d.n / all;
  make(d.a, d.b, part * all, step);
  check(MPI_Alltoall(d.a, part, MPI_DOUBLE, d.b, part, MPI_DOUBLE, MPI_COMM_WORLD));
  for (int i = 0; i < part * all; i++) d.b[i] *= 1e-6;
}

static void halo(struct data d, int step) {
  MPI_Request r[2];
  int partner = me ^ 1;
  if (partner >= all) partner = MPI_PROC_NULL;
  check(MPI_Irecv(d.b, d.n, MPI_DOUBLE, partner, 1, MPI_COMM_WORLD, &r[0]));
  for (int k = 0; k < 1 + (me + step) % 2; k++) make(d.a, d.a + d.n, d.n, step);
  check(MPI_Isend(d.a, d.n, MPI_DOUBLE, partner, 1, MPI_COMM_WORLD, &r[1]));
  check(MPI_Waitall(2, r, MPI_STATUSES_IGNORE));
}

static void any(struct data d, int step) {
  MPI_Request in[2], out[2];
  int partner = me ^ 1, half = d.n / 2;
  if (partner >= all) partner = MPI_PROC_NULL;
  for (int k = 0; k < 2; k++) check(MPI_Irecv(d.b + k * half, half, MPI_DOUBLE, partner, k, MPI_COMM_WORLD, &in[k]));
  for (int k = 0; k < 2; k++) {
    for (int again = 0; again < 1 + (me + step) % 2; again++) make(d.a + k * half, d.a + d.n + k * half, half, step + k);
    check(MPI_Isend(d.a + k * half, half, MPI_DOUBLE, partner, k, MPI_COMM_WORLD, &out[k]));
  }
  for (int k = 0, which; k < 2; k++) {
    check(MPI_Waitany(2, in, &which, MPI_STATUS_IGNORE));
    for (int i = 0; which != MPI_UNDEFINED && i < half; i++) d.b[which * half + i] *= 1e-6;
  }
  check(MPI_Waitall(2, out, MPI_STATUSES_IGNORE));
}

static void cast(struct data d, int step) {
  if (me == 0) make(d.a, d.b, d.n, step);
  check(MPI_Bcast(d.a, d.n, MPI_DOUBLE, 0, MPI_COMM_WORLD));
  if (me != 0) make(d.b, d.a, d.n / 2, 1);
}

/* Rows 1 to ROWS of the grid, and a row of each neighbour. */
static void pes(struct data d, int step) {
  enum { ROWS = 14 };
  MPI_Request r[2];
  int m = d.n / (ROWS + 2), up = me > 0 ? me - 1 : MPI_PROC_NULL, down = me + 1 < all ? me + 1 : MPI_PROC_NULL;
  double *first = d.a + m, *last = d.a + (size_t)ROWS * (size_t)m;
  if (step == 1)
    for (int i = 0; i < d.n; i++) d.a[i] = d.b[i] = (i % 97) * (me + 1);
  check(MPI_Irecv(d.a, m, MPI_DOUBLE, up, 1, MPI_COMM_WORLD, &r[0]));
  check(MPI_Irecv(last + m, m, MPI_DOUBLE, down, 2, MPI_COMM_WORLD, &r[1]));
  check(MPI_Send(first, m, MPI_DOUBLE, up, 2, MPI_COMM_WORLD));
  check(MPI_Send(last, m, MPI_DOUBLE, down, 1, MPI_COMM_WORLD));
  check(MPI_Waitall(2, r, MPI_STATUSES_IGNORE));
  for (int j = 1; j <= ROWS; j++) {
    const double *a = d.a + (size_t)j * (size_t)m;
    double *b = d.b + (size_t)j * (size_t)m;
    for (int i = 1; i + 1 < m; i++) {
      double x = 0.25 * (a[i - 1] + a[i + 1] + a[i - m] + a[i + m]);
      for (int k = 1; k < effort; k++) x = x - 1e-3 * (x - a[i]);
      b[i] = x;
    }
  }
  memcpy(first, d.b + m, (size_t)ROWS * (size_t)m * sizeof *first);
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

int main(int argc, char **argv) {
  static const struct {
    const char *name;
    void (*step)(struct data, int);
  } kernels[] = {{"hand", hand}, {"farm", farm}, {"gather", gather}, {"master", master}, {"bodies", bodies}, {"sort", sort}, {"pes", pes}, {"halo", halo}, {"any", any}, {"cast", cast}};
  static double took[MOST];
  check(MPI_Init(&argc, &argv));
  check(MPI_Comm_rank(MPI_COMM_WORLD, &me));
  check(MPI_Comm_size(MPI_COMM_WORLD, &all));
  if (argc != 5) check(MPI_ERR_ARG);
  int n = atoi(argv[2]) / 8, steps = atoi(argv[4]) + WARM;
  effort = atoi(argv[3]);
  if (n < 1 || steps > MOST) check(MPI_ERR_ARG);
  struct data d = {calloc((size_t)n * (size_t)all, 8), calloc((size_t)n * (size_t)all, 8), n};
  for (size_t k = 0; k < sizeof kernels / sizeof kernels[0]; k++) {
    if (strcmp(kernels[k].name, argv[1]) != 0) continue;
    check(MPI_Barrier(MPI_COMM_WORLD));
    double from = MPI_Wtime();
    for (int i = 0; i < steps; i++) { /* a step is over when it is on all ranks: what rank 0 hands out others compute of */
      kernels[k].step(d, i + 1);
      check(MPI_Barrier(MPI_COMM_WORLD));
      double now = MPI_Wtime();
      took[i] = now - from;
      from = now;
    }
    qsort(took + WARM, (size_t)(steps - WARM), sizeof took[0], ascending);
    if (me == 0) printf("step %.9f sum %.17g\n", took[WARM + (steps - WARM) / 2], sum(d.a, n) + sum(d.b, n));
  }
  fflush(stdout);
  return MPI_Finalize();
}

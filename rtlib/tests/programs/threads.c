/* MPI_THREAD_MULTIPLE: threads exchange at the same time, on lanes of their own
 * and on one lane that all of them share. */
#include <ISO_Fortran_binding.h>
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "../../src/mdmp.h"

enum { THREADS = 3, ROUNDS = 150, MOST = 20000 };

static int me, np, next, prev;
static int64_t site_own[4], site_shared[4];
static long wrong, sums[THREADS];
static pthread_mutex_t count = PTHREAD_MUTEX_INITIALIZER;

struct strided {
  CFI_CDESC_T(1) d;
};

/* n doubles, step apart. */
static CFI_cdesc_t *section(struct strided *s, double *a, int n, int step) {
  CFI_cdesc_t *d = (CFI_cdesc_t *)&s->d;
  d->base_addr = a;
  d->elem_len = sizeof *a;
  d->version = CFI_VERSION;
  d->rank = 1;
  d->attribute = CFI_attribute_other;
  d->type = CFI_type_double;
  d->dim[0].lower_bound = 0;
  d->dim[0].extent = n;
  d->dim[0].sm = step * (CFI_index_t)sizeof *a;
  return d;
}

static void bad(const char *what) {
  pthread_mutex_lock(&count);
  if (wrong++ == 0) printf("rank %d wrong: %s\n", me, what);
  pthread_mutex_unlock(&count);
}

static void own_lane(int t, int round, double *u, double *v) {
  struct strided su, sv;
  int world = MDMP_WORLD, n = 1 + (round * 977 + t * 131) % MOST, step = 1 + round % 2;
  for (int i = 0; i < n * step; i++) {
    u[i] = me * 1e6 + round * 1e3 + t + i * 1e-3;
    v[i] = -1;
  }
  mdmp_begin(site_own, "threads.c", 10, NULL);
  mdmp_recv(site_own, 11, section(&sv, v, n, step), prev, t, &world);
  mdmp_send(site_own, 12, section(&su, u, n, step), next, t, &world);
  mdmp_end(site_own);
  for (int i = 0; i < n * step; i += step)
    if (v[i] != prev * 1e6 + round * 1e3 + t + i * 1e-3) {
      bad("own lane");
      return;
    }
}

/* Which thread meets which is open: the sum over all is not. */
static double shared_lane(int t, int round) {
  struct strided su, sv;
  int world = MDMP_WORLD;
  double u = round * 10 + t, v = -1;
  mdmp_begin(site_shared, "threads.c", 20, NULL);
  mdmp_recv(site_shared, 21, section(&sv, &v, 1, 1), prev, 100, &world);
  mdmp_send(site_shared, 22, section(&su, &u, 1, 1), next, 100, &world);
  mdmp_end(site_shared);
  return v;
}

static void *run(void *arg) {
  int t = (int)(intptr_t)arg;
  double *u = malloc(2 * MOST * sizeof *u), *v = malloc(2 * MOST * sizeof *v);
  for (int round = 0; round < ROUNDS; round++) {
    own_lane(t, round, u, v);
    sums[t] += (long)shared_lane(t, round);
  }
  free(u);
  free(v);
  return NULL;
}

/* Communicators that come and go while other threads exchange. */
static void passing_communicators(void) {
  enum { MANY = 20 };
  static int64_t site[4];
  for (int i = 0; i < MANY; i++) {
    struct strided su, sv;
    double u[2] = {me + i, 0}, v[2] = {-1, 0};
    MPI_Comm c;
    MPI_Comm_dup(MPI_COMM_WORLD, &c);
    int handle = MPI_Comm_c2f(c);
    mdmp_init_comm("threads.c", 30, &handle);
    for (int tag = 0; tag < 3; tag++) {
      mdmp_begin(site, "threads.c", 31, NULL);
      mdmp_recv(site, 32, section(&sv, v, 1, 2), prev, tag, &handle);
      mdmp_send(site, 33, section(&su, u, 1, 2), next, tag, &handle);
      mdmp_end(site);
      if (v[0] != prev + i) bad("a communicator that passes");
    }
    MPI_Comm_free(&c);
  }
}

int main(int argc, char **argv) {
  int level;
  pthread_t thread[THREADS];
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &np);
  if (level < MPI_THREAD_MULTIPLE) printf("no MPI_THREAD_MULTIPLE\n");
  next = (me + 1) % np;
  prev = (me + np - 1) % np;
  for (int t = 0; t < THREADS; t++) pthread_create(&thread[t], NULL, run, (void *)(intptr_t)t);
  passing_communicators();
  long sum = 0, want = 0;
  for (int t = 0; t < THREADS; t++) {
    pthread_join(thread[t], NULL);
    sum += sums[t];
    for (int round = 0; round < ROUNDS; round++) want += round * 10 + t;
  }
  if (sum != want) bad("shared lane");
  long all = 0;
  MPI_Allreduce(&wrong, &all, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
  if (me == 0 && all == 0) printf("passed\n");
  MPI_Finalize();
  return all != 0;
}

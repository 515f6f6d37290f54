/* Pieces that go from the program's memory, under an MPI that may read it late: what is sent with MPI_Isend is looked
 * at only after so many calls that look for completions. Memory is changed as soon as its exchange returns.
 * Arguments: how many calls; lazy, prompt or rows (what is received has strides). */
#include <ISO_Fortran_binding.h>
#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../src/mdmp.h"

enum { MOST = 60000, STEPS = 24, HELD = 4000, FINAL = 1 };

static double u[2][MOST], v[2][2 * MOST];
static int late, from_u;

/* ---- the late MPI ---- */

static struct held {
  const void *data;
  int n, to, tag, age;
  bool synchronous;
  MPI_Comm comm;
  MPI_Request ours, real;
} held[HELD];
static int first, last;

static int query(void *state, MPI_Status *s) {
  (void)state;
  MPI_Status_set_elements(s, MPI_BYTE, 0);
  return MPI_Status_set_cancelled(s, 0);
}

static int release(void *state) {
  (void)state;
  return MPI_SUCCESS;
}

static int cancel(void *state, int complete) {
  (void)complete;
  return release(state);
}

/* Sends leave in their order. */
static void move(void) {
  for (int i = first; i < last; i++) {
    struct held *h = &held[i % HELD];
    if (h->real == MPI_REQUEST_NULL && h->data != NULL) {
      if (h->age++ < late) return;
      (h->synchronous ? PMPI_Issend : PMPI_Isend)(h->data, h->n, MPI_BYTE, h->to, h->tag, h->comm, &h->real);
      h->data = NULL;
    }
    int gone = 0;
    PMPI_Test(&h->real, &gone, MPI_STATUS_IGNORE);
    if (!gone) continue;
    if (h->ours != MPI_REQUEST_NULL) PMPI_Grequest_complete(h->ours);
    h->ours = MPI_REQUEST_NULL;
    if (i == first) first++;
  }
}

static int hold(const void *b, int n, int to, int tag, MPI_Comm c, MPI_Request *r, bool synchronous) {
  if (last - first == HELD) {
    printf("too many sends\n");
    exit(1);
  }
  struct held *h = &held[last++ % HELD];
  *h = (struct held){.data = b, .n = n, .to = to, .tag = tag, .comm = c, .real = MPI_REQUEST_NULL, .synchronous = synchronous};
  int code = PMPI_Grequest_start(query, release, cancel, NULL, &h->ours);
  *r = h->ours;
  return code;
}

int MPI_Isend(const void *b, int n, MPI_Datatype t, int to, int tag, MPI_Comm c, MPI_Request *r) {
  const char *at = b;
  bool ours = at >= (char *)u && at < (char *)u + sizeof u;
  from_u += ours && n <= 8192;
  return late == 0 ? PMPI_Isend(b, n, t, to, tag, c, r) : hold(b, n, to, tag, c, r, false);
}

int MPI_Issend(const void *b, int n, MPI_Datatype t, int to, int tag, MPI_Comm c, MPI_Request *r) {
  return late == 0 ? PMPI_Issend(b, n, t, to, tag, c, r) : hold(b, n, to, tag, c, r, true);
}

int MPI_Test(MPI_Request *r, int *done, MPI_Status *s) {
  move();
  return PMPI_Test(r, done, s);
}

int MPI_Testsome(int n, MPI_Request r[], int *done, int index[], MPI_Status s[]) {
  move();
  return PMPI_Testsome(n, r, done, index, s);
}

int MPI_Wait(MPI_Request *r, MPI_Status *s) {
  for (int done = 0; !done;) {
    move();
    PMPI_Request_get_status(*r, &done, MPI_STATUS_IGNORE);
  }
  return PMPI_Wait(r, s);
}

static void send_all(void) {
  for (late = 0; first < last;) move();
}

/* ---- the program ---- */

static int64_t site[4];

static CFI_cdesc_t *array(void *room, double *memory, CFI_index_t n, CFI_index_t stride) {
  CFI_cdesc_t *d = room;
  CFI_index_t extent[1] = {n};
  CFI_establish(d, memory, CFI_attribute_other, CFI_type_double, sizeof(double), 1, extent);
  d->dim[0].sm = stride * (CFI_index_t)sizeof(double);
  return d;
}

static double value(int rank, int step, int k, int i) { return 1e7 * (rank + 2 * k) + 1e3 * step + i; }

/* Two messages on one lane; of the second nothing is known before. */
static void exchange(int other, int n, int stride, bool lazy) {
  int world = MDMP_WORLD;
  CFI_CDESC_T(1) room[4];
  mdmp_begin(site, "runs.c", 10, NULL);
  mdmp_manage(site, lazy);
  for (int k = 0; k < 2; k++) mdmp_recv(site, 11 + k, array(&room[k], v[k], n, stride), other, 0, &world);
  for (int k = 0; k < 2; k++) mdmp_send(site, 13 + k, array(&room[2 + k], u[k], n, 1), other, 0, &world);
  mdmp_end(site);
}

static int step(int me, int t, int n, int stride, bool lazy) {
  int world = MDMP_WORLD, wrong = 0;
  CFI_CDESC_T(1) room;
  for (int k = 0; k < 2; k++) {
    for (int i = 0; i < n; i++) u[k][i] = value(me, t, k, i);
    for (int i = 0; i < stride * n; i++) v[k][i] = -1;
  }
  mdmp_fire(site, 13, FINAL, array(&room, u[0], n, 1), 1 - me, 0, &world);
  if (t % 2 == 0) PMPI_Barrier(MPI_COMM_WORLD); /* pieces come before their receive, or behind it */
  exchange(1 - me, n, stride, lazy);
  memset(u, 0xff, sizeof u); /* it is ours again */
  mdmp_settle();
  for (int k = 0; k < 2; k++)
    for (int i = 0; i < n; i++) wrong += v[k][(ptrdiff_t)i * stride] != value(1 - me, t, k, i);
  return wrong;
}

int main(int argc, char **argv) {
  static const int size[] = {MOST, 1500, 2047, 4096, 20000, 33333, 16384, 100};
  static int64_t region[4];
  int me, wrong = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  bool lazy = argc > 2 && strcmp(argv[2], "lazy") == 0;
  int stride = argc > 2 && strcmp(argv[2], "rows") == 0 ? 2 : 1;
  mdmp_region_begin(region, "runs.c", 1);
  for (int t = 0; t < STEPS; t++) {
    if (t == 2 && argc > 1) late = atoi(argv[1]);
    int k = step(me, t, size[t % 8], stride, lazy);
    if (k > 0 && wrong == 0) printf("rank %d, step %d: %d wrong\n", me, t, k);
    wrong += k;
  }
  mdmp_region_end(region);
  send_all();
  if (from_u == 0) printf("nothing went from where it was\n");
  if (me == 0 && wrong == 0 && from_u > 0) printf("passed\n");
  MPI_Finalize();
  return wrong > 0 || from_u == 0;
}

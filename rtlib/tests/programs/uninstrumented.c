/* Messages of the program by calls that no wrapper of the executable sees, between and before those of the API, with the same tag and
 * peer. Whatever is known of them, MPI's order is what counts.
 *
 *   uninstrumented BY WHAT [LIBRARY]
 *     BY     pmpi: PMPI_Irecv and PMPI_Send; linked, opened: functions of a library; asked: what dlsym finds in MPI's library
 *              (opened and asked: of a program that was compiled with ASKS; linked: with LINKED)
 *     WHAT   receive: one that is pending takes the first delta message; send: one comes before it; rounds: both, many times; none: there is
 *            no such call, but there could be one */
#define _GNU_SOURCE
#ifdef ASKS
#include <dlfcn.h>
#endif
#include <mpi.h>
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "mdmp_delta.h"

enum { WORDS = 20000, HALF = WORDS / 2, TAG = 5, ROUNDS = 60 };

static int me;
static double a[WORDS], b[WORDS];
static int (*irecv)(void *b, int n, MPI_Datatype t, int from, int tag, MPI_Comm c, MPI_Request *r);
static int (*ssend)(const void *b, int n, MPI_Datatype t, int to, int tag, MPI_Comm c);

#ifdef LINKED
int uninstrumented_irecv(void *b, int n, MPI_Datatype t, int from, int tag, MPI_Comm c, MPI_Request *r);
int uninstrumented_send(const void *b, int n, MPI_Datatype t, int to, int tag, MPI_Comm c);
#endif

#ifdef ASKS
static void *find(void *library, const char *name) {
  void *f = library != NULL ? dlsym(library, name) : NULL;
  CHECK(f != NULL, "%s: %s", name, dlerror());
  return f;
}
#endif

static void find_calls(const char *by, const char *path) {
  (void)path;
  if (strcmp(by, "pmpi") == 0) {
    irecv = PMPI_Irecv;
    ssend = PMPI_Send;
#ifdef LINKED
  } else if (strcmp(by, "linked") == 0) {
    irecv = uninstrumented_irecv;
    ssend = uninstrumented_send;
#endif
#ifdef ASKS
  } else if (strcmp(by, "opened") == 0) {
    void *l = dlopen(path, RTLD_NOW);
    *(void **)&irecv = find(l, "uninstrumented_irecv");
    *(void **)&ssend = find(l, "uninstrumented_send");
  } else {
    *(void **)&irecv = find(RTLD_NEXT, "MPI_Irecv");
    *(void **)&ssend = find(RTLD_NEXT, "MPI_Send");
#endif
  }
}

static void fill(double *x, int from, int to, double by) {
  for (int k = from; k < to; k++) x[k] = by * k + 1;
}

static void check(const char *what, const double *x, int from, int to, double by) {
  for (int k = from; k < to; k++) CHECK(x[k] == by * k + 1, "%s, word %d: %g instead of %g", what, k, x[k], by * k + 1);
}

/* Rank 0 fills and says a message little by little. Rank 1 looks at the first words in the middle of it. */
static void send_delta(double by) {
  MDMP_Request s;
  MDMP_Delta_send_begin(a, WORDS, MPI_DOUBLE, 1, TAG, MPI_COMM_WORLD, &s);
  for (int k = 0; k < WORDS; k += 100) {
    fill(a, k, k + 100, by);
    MDMP_Delta_send_data(s, (MPI_Aint)k * 8, 800);
    if (k == HALF) MPI_Barrier(MPI_COMM_WORLD);
  }
  MDMP_Delta_wait(&s, MPI_STATUS_IGNORE);
}

static void wait_delta(const char *what, MDMP_Request *r, const double *x, double by) {
  MPI_Status s;
  int n = 0;
  MDMP_Delta_wait_data(x, 0, 800);
  check(what, x, 0, 100, by);
  MDMP_Delta_wait(r, &s);
  MPI_Get_count(&s, MPI_DOUBLE, &n);
  CHECK(n == WORDS, "%s: %d words", what, n);
  check(what, x, 0, WORDS, by);
}

/* A receive that nobody sees is pending, then one of the API: the first delta message is for the former. */
static void receive_first(double by) {
  MPI_Request q = MPI_REQUEST_NULL;
  MDMP_Request r = MDMP_REQUEST_NULL;
  if (me == 1) {
    irecv(b, WORDS, MPI_DOUBLE, 0, TAG, MPI_COMM_WORLD, &q);
    MDMP_Delta_recv(a, WORDS, MPI_DOUBLE, 0, TAG, MPI_COMM_WORLD, &r);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (me == 0) {
    send_delta(by);
    send_delta(by + 1);
  } else if (me == 1) {
    int n = 0;
    MPI_Status s;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Wait(&q, &s);
    MPI_Get_count(&s, MPI_DOUBLE, &n);
    CHECK(n == WORDS, "the pending receive: %d words", n);
    check("the pending receive", b, 0, WORDS, by);
    MPI_Barrier(MPI_COMM_WORLD);
    wait_delta("behind it", &r, a, by + 1);
  }
}

/* A message that nobody sees comes before the first of the API. */
static void send_first(double by) {
  MDMP_Request r[2];
  if (me == 1) {
    MDMP_Delta_recv(a, WORDS, MPI_DOUBLE, 0, TAG, MPI_COMM_WORLD, &r[0]);
    MDMP_Delta_recv(b, WORDS, MPI_DOUBLE, 0, TAG, MPI_COMM_WORLD, &r[1]);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (me == 0) {
    fill(b, 0, WORDS, by + 2);
    ssend(b, WORDS, MPI_DOUBLE, 1, TAG, MPI_COMM_WORLD);
    send_delta(by);
  } else if (me == 1) {
    MPI_Barrier(MPI_COMM_WORLD);
    wait_delta("the first", &r[0], a, by + 2);
    wait_delta("the second", &r[1], b, by);
  }
}

/* Nothing but the API. */
static void alone(double by) {
  MDMP_Request r;
  if (me == 1) MDMP_Delta_recv(a, WORDS, MPI_DOUBLE, 0, TAG, MPI_COMM_WORLD, &r);
  MPI_Barrier(MPI_COMM_WORLD);
  if (me == 0) send_delta(by);
  if (me == 1) {
    MPI_Barrier(MPI_COMM_WORLD);
    wait_delta("alone", &r, a, by);
  }
}

int main(int argc, char **argv) {
  CHECK(argc > 2, "uninstrumented BY WHAT");
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  alone(1);
  find_calls(argv[1], argc > 3 ? argv[3] : "");
  if (strcmp(argv[2], "receive") == 0) receive_first(2);
  if (strcmp(argv[2], "send") == 0) send_first(2);
  for (int k = 0; k < ROUNDS && strcmp(argv[2], "rounds") == 0; k++) {
    if (k % 3 == 0) receive_first(5 * k);
    if (k % 3 == 1) send_first(5 * k);
    alone(5 * k + 4);
  }
  if (strcmp(argv[2], "none") == 0) alone(2);
  MPI_Barrier(MPI_COMM_WORLD);
  if (me == 0) printf("passed\n");
  MPI_Finalize();
  return 0;
}

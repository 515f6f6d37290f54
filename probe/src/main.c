/* Finds pairs of ranks (one on this machine, one on another, where there are such), measures one pair after the other and
 * prints what was found. Each line begins with a mark, so that it is found among what a launcher prints and marks. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "probe.h"

#define MARK "mdmp-probe:"

void pb_check(int code, const char *call) {
  if (code == MPI_SUCCESS) return;
  char text[MPI_MAX_ERROR_STRING] = "";
  int n = 0;
  MPI_Error_string(code, text, &n);
  fprintf(stderr, "mdmp probe: %s: %s\n", call, text);
  MPI_Abort(MPI_COMM_WORLD, 1);
}

void pb_print(const struct pb_pair *p, const char *name, int n, const double *v) {
  if (p->me != 0) return;
  char line[512];
  int used = snprintf(line, sizeof line, MARK " %s %s", p->kind, name);
  for (int i = 0; i < n; i++) used += snprintf(line + used, sizeof line - (size_t)used, " %.9g", v[i]);
  printf("%s\n", line);
  fflush(stdout);
}

static void *memory(size_t n) {
  void *m = malloc(n);
  if (m == NULL) {
    fprintf(stderr, "mdmp probe: no memory for %zu bytes\n", n);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  memset(m, 1, n); /* pages are there before anything is timed */
  return m;
}

static void measure(MPI_Comm comm, const char *kind, enum pb_depth depth) {
  struct pb_pair *p = memory(sizeof *p);
  *p = (struct pb_pair){.comm = comm, .kind = kind, .depth = depth, .most = depth == PB_QUICK ? 256 << 10 : 4 << 20};
  if (depth == PB_KNOB) p->most = 1 << 20;
  p->budget = depth == PB_FULL ? 9 : 2;
  PB_CHECK(MPI_Comm_rank(comm, &p->me));
  p->other = 1 - p->me;
  p->out = memory(p->most);
  p->in = memory(p->most);
  p->unit = pb_unit();
  double crowded = pb_crowded(p);
  pb_print(p, "crowded", 1, &crowded);
  pb_eager(p);
  pb_transfer(p);
  pb_overlap(p);
  pb_synchronisation(p);
  free(p->out);
  free(p->in);
  free(p);
}

/* Until all have come; who waits leaves the processor to those who measure. */
static void sleep_until_all(MPI_Comm comm) {
  MPI_Request r;
  PB_CHECK(MPI_Ibarrier(comm, &r));
  for (int done = 0; !done;) {
    PB_CHECK(MPI_Test(&r, &done, MPI_STATUS_IGNORE));
    if (!done) nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
  }
}

/* A communicator of rank 0 and of the one that has partner set, for those; then all go on together. */
static void pair(int rank, bool partner, const char *kind, enum pb_depth depth) {
  MPI_Comm two;
  bool mine = rank == 0 || partner;
  PB_CHECK(MPI_Comm_split(MPI_COMM_WORLD, mine ? 1 : MPI_UNDEFINED, rank, &two));
  if (mine) {
    measure(two, kind, depth);
    PB_CHECK(MPI_Comm_free(&two));
  }
  sleep_until_all(MPI_COMM_WORLD);
}

/* The least rank but 0 that is on rank 0's machine (near) or not; size: there is none. */
static int partner_of_0(int rank, int size, bool near, bool wanted) {
  int mine = rank > 0 && near == wanted ? rank : size, least = size;
  PB_CHECK(MPI_Allreduce(&mine, &least, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD));
  return least;
}

/* Whether this rank is on the machine of rank 0; rank 0 gets the number of machines. */
static bool near_0(int rank, int *hosts) {
  MPI_Comm node;
  int first = rank, leads, host = 0;
  PB_CHECK(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node));
  PB_CHECK(MPI_Bcast(&first, 1, MPI_INT, 0, node));
  PB_CHECK(MPI_Comm_free(&node));
  leads = first == rank;
  PB_CHECK(MPI_Reduce(&leads, &host, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD));
  *hosts = host;
  return first == 0;
}

static void print_library(void) {
  char text[MPI_MAX_LIBRARY_VERSION_STRING] = "";
  int n = 0;
  PB_CHECK(MPI_Get_library_version(text, &n));
  for (char *c = text; *c != '\0'; c++)
    if (*c == '\n' || *c == '\t') *c = *c == '\n' ? '\0' : ' ';
  printf(MARK " all library %s\n", text);
}

int main(int argc, char **argv) {
  PB_CHECK(MPI_Init(&argc, &argv));
  const char *how = argc > 1 ? argv[1] : "full";
  enum pb_depth depth = strcmp(how, "quick") == 0 ? PB_QUICK : strcmp(how, "knob") == 0 ? PB_KNOB : PB_FULL;
  int rank, size, hosts;
  PB_CHECK(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
  PB_CHECK(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
  PB_CHECK(MPI_Comm_size(MPI_COMM_WORLD, &size));
  bool here = near_0(rank, &hosts);
  if (rank == 0) {
    printf(MARK " all ranks %d %d\n", size, hosts);
    print_library();
    fflush(stdout);
  }
  int near = partner_of_0(rank, size, here, true), far = partner_of_0(rank, size, here, false);
  if (near < size) pair(rank, rank == near, "near", depth);
  if (far < size) pair(rank, rank == far, "far", depth);
  if (rank == 0) printf(MARK " all end\n");
  PB_CHECK(MPI_Finalize());
  return 0;
}

/* Invariants broken on purpose, from inside the run time. The first argument names the case. */
#include <ISO_Fortran_binding.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>

#include "../../src/comm.h"
#include "../../src/lane.h"
#include "../../src/rt.h"

static int64_t site[4];

/* One process sends to itself. */
static void exchange(void) {
  int world = MDMP_WORLD;
  double from = 1, to = 0;
  CFI_cdesc_t s = {.base_addr = &from, .elem_len = sizeof from, .version = CFI_VERSION, .type = CFI_type_double};
  CFI_cdesc_t r = {.base_addr = &to, .elem_len = sizeof to, .version = CFI_VERSION, .type = CFI_type_double};
  mdmp_begin(site, "broken.c", 10, NULL);
  mdmp_recv(site, 11, &r, 0, 0, &world);
  mdmp_send(site, 12, &s, 0, 0, &world);
  mdmp_end(site);
}

static void spoil(const char *name) {
  struct md_peer *p = md_rt.world->peer;
  if (strcmp(name, "lock") == 0) md_lock();
  if (strcmp(name, "unlock") == 0) md_unlock();
  if (strcmp(name, "direct") == 0) p->stock[MD_SEND].first->direct = 0;
  if (strcmp(name, "backlog") == 0) p->stock[MD_SEND].first->unacknowledged = 1;
  if (strcmp(name, "table") == 0) p->stock[MD_RECV].first->tag = 5;
  if (strcmp(name, "pending") == 0) md_rt.messages.pending.held--;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  exchange();
  spoil(argc > 1 ? argv[1] : "");
  exchange();
  printf("passed\n");
  MPI_Finalize();
  return 0;
}

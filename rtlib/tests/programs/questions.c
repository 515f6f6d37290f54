/* An MPI that tells only much later that synchronous messages were taken, which it may. */
#include <ISO_Fortran_binding.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#include "../../src/frame.h"
#include "../../src/mdmp.h"

enum { DOUBLES = 100000, STEPS = 5, MOST = 1000 };

static MPI_Request taken[MOST];
static int asked;

/* What is returned completes when word_comes says so. */
int MPI_Issend(const void *b, int n, MPI_Datatype t, int to, int tag, MPI_Comm c, MPI_Request *r) {
  if (n > (int)sizeof(struct md_header) || asked == MOST) {
    printf("%d bytes go synchronously\n", n);
    exit(1);
  }
  PMPI_Isend(b, n, t, to, tag, c, &taken[asked]);
  return PMPI_Irecv(NULL, 0, MPI_BYTE, 0, asked++, MPI_COMM_SELF, r);
}

static void word_comes(void) {
  static int said;
  for (; said < asked; said++) {
    PMPI_Wait(&taken[said], MPI_STATUS_IGNORE);
    PMPI_Send(NULL, 0, MPI_BYTE, 0, said, MPI_COMM_SELF);
  }
}

static void exchange(int other, double *u, double *v) {
  static int64_t site[4];
  int world = MDMP_WORLD;
  CFI_cdesc_t *d[2];
  CFI_CDESC_T(1) room[2];
  double *memory[2] = {u, v};
  for (int k = 0; k < 2; k++) {
    CFI_index_t extent[1] = {DOUBLES};
    d[k] = (CFI_cdesc_t *)&room[k];
    CFI_establish(d[k], memory[k], CFI_attribute_other, CFI_type_double, sizeof(double), 1, extent);
  }
  mdmp_begin(site, "questions.c", 10, NULL);
  mdmp_manage(site, 1);
  mdmp_recv(site, 11, d[1], other, 0, &world);
  mdmp_send(site, 12, d[0], other, 0, &world);
  mdmp_end(site);
  mdmp_settle();
}

int main(int argc, char **argv) {
  static double u[DOUBLES], v[DOUBLES];
  static int64_t region[4];
  int me, wrong = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  mdmp_region_begin(region, "questions.c", 1);
  for (int step = 0; step < STEPS; step++) {
    for (int i = 0; i < DOUBLES; i++) u[i] = 1e6 * me + step + i;
    exchange(1 - me, u, v);
    for (int i = 0; i < DOUBLES; i++) wrong += v[i] != 1e6 * (1 - me) + step + i;
    word_comes();
  }
  mdmp_region_end(region);
  if (wrong > 0) printf("%d wrong\n", wrong);
  if (asked == 0) printf("nothing was asked\n");
  if (me == 0 && wrong == 0 && asked > 0) printf("passed\n");
  MPI_Finalize();
  return wrong > 0 || asked == 0;
}

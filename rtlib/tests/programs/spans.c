/* Descriptors that do not say how far the elements of an array are apart, as gfortran 12 makes them of some allocatable arrays: what is
 * needed, and what a nest reads, are the elements of the array all the same. Each rank receives from the one before it. */
#include <ISO_Fortran_binding.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>

#include "../../src/mdmp.h"
#include "check.h"

enum { WORDS = 20000, HALF = WORDS / 2, STEPS = 6 };

static int me;
static double a[WORDS];

/* Words from .. to-1 of a; apart: what the descriptor says of their distance in bytes. */
static CFI_cdesc_t *words(void *room, int from, int to, ptrdiff_t apart) {
  CFI_cdesc_t *d = room;
  CFI_index_t extent[1] = {to - from};
  CFI_establish(d, a + from, CFI_attribute_other, CFI_type_double, sizeof(double), 1, extent);
  d->dim[0].sm = apart;
  return d;
}

/* Rank 0 sends half of a, late; the receive of rank 1 may stay pending. */
static void exchange(void) {
  static int64_t site[4];
  CFI_CDESC_T(1) room;
  int world = MDMP_WORLD;
  for (double began = MPI_Wtime(); me == 0 && MPI_Wtime() - began < 0.05;) continue;
  mdmp_begin(site, "spans.c", 10, NULL);
  mdmp_manage(site, 1);
  if (me == 0) mdmp_send(site, 11, words(&room, HALF, WORDS, 8), 1, 0, &world);
  if (me == 1) mdmp_recv(site, 12, words(&room, HALF, WORDS, 8), 0, 0, &world);
  mdmp_end(site);
}

int main(int argc, char **argv) {
  static const ptrdiff_t apart[] = {8, 16, 80000, 8000000, 24, -8};
  static int64_t region[4];
  CFI_CDESC_T(1) room;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  mdmp_region_begin(region, "spans.c", 1);
  for (int step = 0; step < STEPS; step++) {
    for (int i = 0; me == 0 && i < WORDS; i++) a[i] = 1e6 * step + i;
    exchange();
    mdmp_need(words(&room, 0, WORDS, apart[step])); /* all of the array */
    for (int i = HALF; i < WORDS; i++) CHECK(a[i] == 1e6 * step + i, "%d bytes apart: word %d is %g", (int)apart[step], i, a[i]);
  }
  mdmp_region_end(region);
  MPI_Barrier(MPI_COMM_WORLD);
  if (me == 0) printf("passed\n");
  MPI_Finalize();
  return 0;
}

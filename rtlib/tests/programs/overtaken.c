/* Two frames made by hand, of a lane that their sender has evicted before. Between MPI's tags there is no order: the list that
 * says so is shown to rank 0 only when it asks for it once more than the argument says. The second frame holds what has
 * changed of the first, and must be obeyed behind it whenever the list is there. */
#include <ISO_Fortran_binding.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../src/comm.h"
#include "../../src/frame.h"
#include "../../src/rt.h"

enum { HALF = 8, WHOLE = 2 * HALF };

static int hidden;

int MPI_Iprobe(int from, int tag, MPI_Comm c, int *flag, MPI_Status *s) {
  *flag = 0;
  if (md_rt.world != NULL && tag == md_rt.world->list_tag && hidden > 0) {
    hidden--;
    return MPI_SUCCESS;
  }
  return PMPI_Iprobe(from, tag, c, flag, s);
}

struct frame {
  struct md_header h;
  char rest[MD_FRAME_MAX];
};

/* Bytes of message 0 of a lane that is made anew behind the first list. */
static size_t piece(struct frame *f, int flags, size_t offset, size_t length, char value) {
  memset(f, 0, sizeof *f);
  f->h = (struct md_header){.magic = MD_MAGIC, .version = MDMP_VERSION, .kind = MD_DATA, .flags = (uint8_t)flags, .total = WHOLE,
                            .offset = offset, .length = length, .place = 77, .era = 1};
  f->h.place_words = md_frame_place((char *)f, "other.f90", 5);
  memset((char *)f + md_frame_data_at(&f->h), value, length);
  return md_frame_data_at(&f->h) + length;
}

/* The lane of tag 0 carried nothing. */
static size_t list(struct frame *f) {
  enum { ENTRY = 24 };
  memset(f, 0, sizeof *f);
  f->h = (struct md_header){.magic = MD_MAGIC, .version = MDMP_VERSION, .kind = MD_EVICTED, .flags = MD_LAST, .total = ENTRY, .length = ENTRY};
  return sizeof f->h + ENTRY;
}

static void receive(char *to) {
  static int64_t site[4];
  int world = MDMP_WORLD;
  CFI_cdesc_t d = {.base_addr = to, .elem_len = WHOLE, .version = CFI_VERSION, .rank = 0, .type = CFI_type_other};
  mdmp_begin(site, "overtaken.c", 10, NULL);
  mdmp_recv(site, 11, &d, 1, 0, &world);
  mdmp_end(site);
}

int main(int argc, char **argv) {
  static struct frame f[3];
  MPI_Request r[4];
  char got[WHOLE + 1] = "................";
  int me;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  if (me == 0) hidden = argc > 1 ? atoi(argv[1]) : 0;
  if (me == 1) {
    const struct md_comm *c = md_rt.world;
    MPI_Isend(&f[0], (int)list(&f[0]), MPI_BYTE, 0, c->list_tag, c->comm, &r[0]);
    MPI_Isend(&f[1], (int)piece(&f[1], 0, 0, WHOLE, 'a'), MPI_BYTE, 0, 0, c->comm, &r[1]);
    MPI_Isend(&f[2], (int)piece(&f[2], MD_LAST, HALF, HALF, 'b'), MPI_BYTE, 0, 0, c->comm, &r[2]);
    MPI_Isend(NULL, 0, MPI_BYTE, 0, 1, c->comm, &r[3]);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (me == 0) receive(got);
  for (int i = 0; me == 1 && i < 4; i++) MPI_Wait(&r[i], MPI_STATUS_IGNORE);
  MPI_Barrier(MPI_COMM_WORLD);
  if (me == 0) printf("%s\n", strcmp(got, "aaaaaaaabbbbbbbb") == 0 ? "passed" : got);
  MPI_Finalize();
  return 0;
}

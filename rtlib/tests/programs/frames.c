/* Frames made by hand: rank 1 puts one on the lane, rank 0 then receives.
 * The first argument names the case. Looks into the run time for its
 * private communicator. */
#include <ISO_Fortran_binding.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>

#include "../../src/comm.h"
#include "../../src/frame.h"
#include "../../src/rt.h"

static int64_t site[4];

static void exchange(int me, double *a) {
  int world = MDMP_WORLD;
  CFI_cdesc_t d = {.base_addr = a, .elem_len = sizeof *a, .version = CFI_VERSION, .rank = 0, .type = CFI_type_double};
  mdmp_begin(site, "frames.c", 10, NULL);
  if (me == 0)
    mdmp_recv(site, 11, &d, 1, 0, &world);
  else
    mdmp_send(site, 12, &d, 0, 0, &world);
  mdmp_end(site);
}

struct frame {
  struct md_header h;
  struct md_place_record place;
  char rest[2 * MD_FRAME_MAX];
};

/* A frame of changes: one run of the 8 bytes of the message. */
struct changes {
  struct md_header h;
  struct md_run run;
  char bytes[8];
};

static size_t changes(struct frame *f, const char *what) {
  struct changes *c = (struct changes *)f;
  c->h.place_words = 0;
  c->h.flags = MD_CHANGES;
  c->h.offset = 0;
  c->h.length = 8;
  c->run = (struct md_run){4, 0};
  if (strcmp(what, "far") == 0 || strcmp(what, "long") == 0) {
    c->h.total = 64;
    c->h.length = 16;
    c->run = what[0] == 'f' ? (struct md_run){60, 8} : (struct md_run){4, 9};
  }
  if (strcmp(what, "final") == 0) c->h.flags |= MD_FINAL;
  if (strcmp(what, "torn") == 0) c->h.length = 5;
  return sizeof c->h + c->h.length;
}

/* The header of a run of one piece of 8 bytes; what comes behind it has another length. */
static size_t bare(struct frame *f, const char *what) {
  f->h.flags = MD_BARE | MD_FINAL;
  f->h.each = strcmp(what, "none") == 0 ? 0 : 8;
  if (strcmp(what, "last") == 0) f->h.flags |= MD_LAST;
  return md_frame_data_at(&f->h);
}

/* A frame that is right, to be spoilt. */
static size_t good_frame(struct frame *f) {
  memset(f, 0, sizeof *f);
  f->h = (struct md_header){.magic = MD_MAGIC,
                            .version = MDMP_VERSION,
                            .kind = MD_DATA,
                            .flags = MD_LAST | MD_DIRECT,
                            .total = 8,
                            .length = 8,
                            .place = 77};
  f->h.place_words = md_frame_place((char *)f, "other.f90", 5);
  return md_frame_data_at(&f->h);
}

static size_t spoil(struct frame *f, size_t size, const char *name) {
  if (strcmp(name, "short") == 0) return 20;
  if (strcmp(name, "long") == 0) return MD_FRAME_MAX + 8;
  if (strcmp(name, "magic") == 0) f->h.magic++;
  if (strcmp(name, "version") == 0) f->h.version++;
  if (strcmp(name, "kind") == 0) f->h.kind = 9;
  if (strcmp(name, "flags") == 0) f->h.flags |= 128;
  if (strcmp(name, "beyond") == 0) f->h.offset = 4;
  if (strcmp(name, "length") == 0) return size + 1;
  if (strcmp(name, "place-long") == 0) f->h.place_words = 33;
  if (strcmp(name, "place-damaged") == 0) f->place.name_length = 1000;
  if (strcmp(name, "stranger") == 0) {
    f->h.place_words = 0;
    return sizeof f->h;
  }
  if (strncmp(name, "changes-", 8) == 0) return changes(f, name + 8);
  if (strncmp(name, "bare-", 5) == 0) return bare(f, name + 5);
  if (strcmp(name, "part") == 0) f->h.length = 4;
  if (strcmp(name, "place-long") == 0) return md_frame_data_at(&f->h);
  return size;
}

int main(int argc, char **argv) {
  static struct frame f;
  int me;
  double a = 1;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  const char *name = argc > 1 ? argv[1] : "good";
  MPI_Request r = MPI_REQUEST_NULL;
  if (me == 1) {
    size_t size = spoil(&f, good_frame(&f), name);
    MPI_Isend(&f, (int)size, MPI_BYTE, 0, 0, md_rt.world->comm, &r);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  exchange(me, &a);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Wait(&r, MPI_STATUS_IGNORE);
  if (me == 0) printf("passed\n");
  MPI_Finalize();
  return 0;
}

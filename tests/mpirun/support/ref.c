/* The reference exchange of the run programs: MPI derived types made from C
   descriptors, nonblocking calls, one MPI_Waitall. It shares nothing with the
   run time under test. */
#include <ISO_Fortran_binding.h>
#include <mpi.h>
#include <stdlib.h>

enum { MAX = 256, TAG = 1000 };

static MPI_Request request[MAX];
static int pending;
static MPI_Comm world = MPI_COMM_NULL;

static void check(int ok) {
  if (!ok)
    MPI_Abort(MPI_COMM_WORLD, 99);
}

/* A private communicator, for programs whose own receives take any message. */
void ref_init(void) { MPI_Comm_dup(MPI_COMM_WORLD, &world); }

static MPI_Datatype shape(const CFI_cdesc_t *a) {
  MPI_Datatype t;
  MPI_Type_contiguous((int)a->elem_len, MPI_BYTE, &t);
  for (int d = 0; d < a->rank; d++) {
    MPI_Datatype u;
    check(a->dim[d].extent >= 0);
    MPI_Type_create_hvector((int)a->dim[d].extent, 1, a->dim[d].sm, t, &u);
    MPI_Type_free(&t);
    t = u;
  }
  MPI_Type_commit(&t);
  return t;
}

static void post(int send, void *base, int n, MPI_Datatype t, const int *peer,
                 const int *tag, const int *comm) {
  MPI_Comm c = comm ? MPI_Comm_f2c(*comm) : world != MPI_COMM_NULL ? world : MPI_COMM_WORLD;
  int g = TAG + (tag ? *tag : 0);
  if (*peer >= 0) {
    check(pending < MAX);
    if (send)
      MPI_Isend(base, n, t, *peer, g, c, &request[pending++]);
    else
      MPI_Irecv(base, n, t, *peer, g, c, &request[pending++]);
  }
  MPI_Type_free(&t);
}

void ref_recv(CFI_cdesc_t *a, const int *peer, const int *tag, const int *comm) {
  post(0, a->base_addr, 1, shape(a), peer, tag, comm);
}

void ref_send(CFI_cdesc_t *a, const int *peer, const int *tag, const int *comm) {
  post(1, a->base_addr, 1, shape(a), peer, tag, comm);
}

static MPI_Datatype element(const CFI_cdesc_t *a) {
  MPI_Datatype t;
  check(a->rank == 0);
  MPI_Type_contiguous((int)a->elem_len, MPI_BYTE, &t);
  MPI_Type_commit(&t);
  return t;
}

void ref_recv_n(CFI_cdesc_t *a, const long long *n, const int *peer, const int *tag,
                const int *comm) {
  post(0, a->base_addr, (int)*n, element(a), peer, tag, comm);
}

void ref_send_n(CFI_cdesc_t *a, const long long *n, const int *peer, const int *tag,
                const int *comm) {
  post(1, a->base_addr, (int)*n, element(a), peer, tag, comm);
}

void ref_wait(CFI_cdesc_t *a, CFI_cdesc_t *b, CFI_cdesc_t *c, CFI_cdesc_t *d,
              CFI_cdesc_t *e, CFI_cdesc_t *f) {
  (void)a, (void)b, (void)c, (void)d, (void)e, (void)f;
  MPI_Waitall(pending, request, MPI_STATUSES_IGNORE);
  pending = 0;
}

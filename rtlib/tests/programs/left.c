/* Counts what is made in MPI and what is released, and prints the difference in MPI_Finalize. LEFT_FAIL=n: from its n-th call on, rank 0
 * is told that a call which the API makes has failed. LEFT_LATE=1: MPI answers late: now and then nothing has come and nothing is
 * complete yet, so that what travels on one communicator overtakes what travels on another. The program's own calls go through here as well. */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static int requests, comms, keyvals, types;
static int calls;

static int fails(void) {
  const char *n = getenv("LEFT_FAIL");
  int rank = 0;
  if (n == NULL) return 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank == 0 && ++calls >= atoi(n);
}

static int not_yet(int *flag) {
  static uint64_t state = 12345;
  state = state * 6364136223846793005u + 1442695040888963407u;
  *flag = 0;
  return (state >> 33 & 1) != 0 && getenv("LEFT_LATE") != NULL;
}

int MPI_Isend(const void *b, int n, MPI_Datatype t, int to, int tag, MPI_Comm c, MPI_Request *r) {
  requests++;
  return PMPI_Isend(b, n, t, to, tag, c, r);
}

int MPI_Issend(const void *b, int n, MPI_Datatype t, int to, int tag, MPI_Comm c, MPI_Request *r) {
  if (fails()) return MPI_ERR_OTHER;
  requests++;
  return PMPI_Issend(b, n, t, to, tag, c, r);
}

int MPI_Irecv(void *b, int n, MPI_Datatype t, int from, int tag, MPI_Comm c, MPI_Request *r) {
  requests++;
  return PMPI_Irecv(b, n, t, from, tag, c, r);
}

int MPI_Ireduce_scatter_block(const void *in, void *out, int n, MPI_Datatype t, MPI_Op op, MPI_Comm c, MPI_Request *r) {
  if (fails()) return MPI_ERR_OTHER;
  requests++;
  return PMPI_Ireduce_scatter_block(in, out, n, t, op, c, r);
}

int MPI_Iallreduce(const void *in, void *out, int n, MPI_Datatype t, MPI_Op op, MPI_Comm c, MPI_Request *r) {
  if (fails()) return MPI_ERR_OTHER;
  requests++;
  return PMPI_Iallreduce(in, out, n, t, op, c, r);
}

int MPI_Ibarrier(MPI_Comm c, MPI_Request *r) {
  if (fails()) return MPI_ERR_OTHER;
  requests++;
  return PMPI_Ibarrier(c, r);
}

int MPI_Iprobe(int from, int tag, MPI_Comm c, int *flag, MPI_Status *s) {
  if (not_yet(flag)) return MPI_SUCCESS;
  return fails() ? MPI_ERR_OTHER : PMPI_Iprobe(from, tag, c, flag, s);
}

int MPI_Test(MPI_Request *r, int *flag, MPI_Status *s) {
  int real = *r != MPI_REQUEST_NULL;
  if (not_yet(flag)) return MPI_SUCCESS;
  int code = PMPI_Test(r, flag, s);
  if (real && *flag) requests--;
  return code;
}

int MPI_Wait(MPI_Request *r, MPI_Status *s) {
  if (*r != MPI_REQUEST_NULL) requests--;
  return PMPI_Wait(r, s);
}

int MPI_Comm_dup(MPI_Comm c, MPI_Comm *d) {
  comms++;
  return PMPI_Comm_dup(c, d);
}

int MPI_Comm_split(MPI_Comm c, int colour, int key, MPI_Comm *d) {
  comms++;
  return PMPI_Comm_split(c, colour, key, d);
}

int MPI_Comm_free(MPI_Comm *c) {
  comms--;
  return PMPI_Comm_free(c);
}

int MPI_Comm_split_type(MPI_Comm c, int kind, int key, MPI_Info info, MPI_Comm *d) {
  comms++;
  return PMPI_Comm_split_type(c, kind, key, info, d);
}

int MPI_Comm_create_keyval(MPI_Comm_copy_attr_function *copy, MPI_Comm_delete_attr_function *del, int *key, void *x) {
  keyvals++;
  return PMPI_Comm_create_keyval(copy, del, key, x);
}

int MPI_Comm_free_keyval(int *key) {
  keyvals--;
  return PMPI_Comm_free_keyval(key);
}

int MPI_Type_commit(MPI_Datatype *t) {
  if (*t != MPI_DATATYPE_NULL) types++;
  return PMPI_Type_commit(t);
}

int MPI_Type_free(MPI_Datatype *t) {
  types--;
  return PMPI_Type_free(t);
}

int MPI_Finalize(void) {
  int code = PMPI_Finalize();
  printf("left: %d requests, %d communicators, %d keyvals, %d datatypes\n", requests, comms, keyvals, types);
  fflush(stdout);
  return code;
}

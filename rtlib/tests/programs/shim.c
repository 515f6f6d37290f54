/* A shim between the run time and MPI (profiling interface).
 *
 * It counts what is made and what is released, and prints the difference at
 * MPI_Finalize. SHIM_FAIL=n lets the n-th call of the run time's transport
 * fail, on rank SHIM_RANK (default 0). It is linked in front of the library,
 * so the program's Fortran calls do not pass through it. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int requests, comms, keyvals, errhandlers, types;
static MPI_Comm made[64]; /* not freed yet */
static int calls, fail_at, counting;

static void count_from_now(void) {
  const char *n = getenv("SHIM_FAIL"), *r = getenv("SHIM_RANK");
  int rank = 0;
  if (n == NULL || counting) return;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  counting = 1;
  if (rank == (r != NULL ? atoi(r) : 0)) fail_at = atoi(n);
}

/* Shall this call fail? */
static int fails(void) {
  count_from_now();
  return counting && ++calls == fail_at;
}

int MPI_Isend(const void *b, int n, MPI_Datatype t, int to, int tag, MPI_Comm c, MPI_Request *r) {
  if (fails()) return MPI_ERR_OTHER;
  requests++;
  return PMPI_Isend(b, n, t, to, tag, c, r);
}

int MPI_Irecv(void *b, int n, MPI_Datatype t, int from, int tag, MPI_Comm c, MPI_Request *r) {
  if (fails()) return MPI_ERR_OTHER;
  requests++;
  return PMPI_Irecv(b, n, t, from, tag, c, r);
}

int MPI_Testsome(int n, MPI_Request *r, int *done, int *index, MPI_Status *s) {
  if (fails()) return MPI_ERR_OTHER;
  int code = PMPI_Testsome(n, r, done, index, s);
  if (*done != MPI_UNDEFINED) requests -= *done;
  return code;
}

int MPI_Test(MPI_Request *r, int *flag, MPI_Status *s) {
  int real = *r != MPI_REQUEST_NULL;
  if (fails()) return MPI_ERR_OTHER;
  int code = PMPI_Test(r, flag, s);
  if (real && *flag) requests--;
  return code;
}

int MPI_Wait(MPI_Request *r, MPI_Status *s) {
  if (fails()) return MPI_ERR_OTHER;
  if (*r != MPI_REQUEST_NULL) requests--;
  return PMPI_Wait(r, s);
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

int MPI_Improbe(int from, int tag, MPI_Comm c, int *flag, MPI_Message *m, MPI_Status *s) {
  if (fails()) return MPI_ERR_OTHER;
  return PMPI_Improbe(from, tag, c, flag, m, s);
}

int MPI_Mrecv(void *b, int n, MPI_Datatype t, MPI_Message *m, MPI_Status *s) {
  if (fails()) return MPI_ERR_OTHER;
  return PMPI_Mrecv(b, n, t, m, s);
}

int MPI_Iprobe(int from, int tag, MPI_Comm c, int *flag, MPI_Status *s) {
  if (fails()) return MPI_ERR_OTHER;
  return PMPI_Iprobe(from, tag, c, flag, s);
}

int MPI_Recv(void *b, int n, MPI_Datatype t, int from, int tag, MPI_Comm c, MPI_Status *s) {
  if (fails()) return MPI_ERR_OTHER;
  return PMPI_Recv(b, n, t, from, tag, c, s);
}

int MPI_Comm_dup(MPI_Comm c, MPI_Comm *d) {
  if (fails()) return MPI_ERR_OTHER;
  int code = PMPI_Comm_dup(c, d);
  made[comms++] = *d;
  return code;
}

int MPI_Comm_split(MPI_Comm c, int colour, int key, MPI_Comm *d) {
  if (fails()) return MPI_ERR_OTHER;
  int code = PMPI_Comm_split(c, colour, key, d);
  made[comms++] = *d;
  return code;
}

int MPI_Comm_free(MPI_Comm *c) {
  for (int i = 0; i < comms; i++)
    if (made[i] == *c) {
      made[i] = made[--comms];
      break;
    }
  return PMPI_Comm_free(c);
}

int MPI_Comm_create_keyval(MPI_Comm_copy_attr_function *copy, MPI_Comm_delete_attr_function *del, int *key, void *x) {
  if (fails()) return MPI_ERR_OTHER;
  keyvals++;
  return PMPI_Comm_create_keyval(copy, del, key, x);
}

int MPI_Comm_free_keyval(int *key) {
  keyvals--;
  return PMPI_Comm_free_keyval(key);
}

int MPI_Comm_create_errhandler(MPI_Comm_errhandler_function *f, MPI_Errhandler *h) {
  errhandlers++;
  return PMPI_Comm_create_errhandler(f, h);
}

/* It gives a reference, which is to be freed. */
int MPI_Comm_get_errhandler(MPI_Comm comm, MPI_Errhandler *h) {
  int rc = PMPI_Comm_get_errhandler(comm, h);
  if (*h != MPI_ERRORS_ARE_FATAL && *h != MPI_ERRORS_RETURN) errhandlers++;
  return rc;
}

int MPI_Errhandler_free(MPI_Errhandler *h) {
  errhandlers--;
  return PMPI_Errhandler_free(h);
}

int MPI_Type_commit(MPI_Datatype *t) {
  if (*t != MPI_DATATYPE_NULL) types++;
  return PMPI_Type_commit(t);
}

int MPI_Type_free(MPI_Datatype *t) {
  types--;
  return PMPI_Type_free(t);
}

/* Called by the test program after MPI_Finalize. */
void shim_report(void) {
  printf("left: %d requests, %d communicators, %d keyvals, %d error handlers, %d datatypes; %d calls\n", requests, comms,
         keyvals, errhandlers, types, calls);
  fflush(stdout);
}

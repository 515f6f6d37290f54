/* A library that is linked or loaded dynamically, and not with MDMP's flags: its messages are those of the program. */
#include <mpi.h>

int uninstrumented_irecv(void *b, int n, MPI_Datatype t, int from, int tag, MPI_Comm c, MPI_Request *r);
int uninstrumented_send(const void *b, int n, MPI_Datatype t, int to, int tag, MPI_Comm c);

int uninstrumented_irecv(void *b, int n, MPI_Datatype t, int from, int tag, MPI_Comm c, MPI_Request *r) {
  return MPI_Irecv(b, n, t, from, tag, c, r);
}

int uninstrumented_send(const void *b, int n, MPI_Datatype t, int to, int tag, MPI_Comm c) { return MPI_Send(b, n, t, to, tag, c); }

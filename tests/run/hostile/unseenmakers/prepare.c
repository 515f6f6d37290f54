#include <mpi.h>

static int two = 2;

void prepare_in_c(int *from, const int *left, const int *right, MPI_Fint *req) {
  MPI_Request r[2];
  MPI_Send_init(&two, 1, MPI_INT, *right, 5, MPI_COMM_WORLD, &r[0]);
  MPI_Recv_init(from, 1, MPI_INT, *left, 5, MPI_COMM_WORLD, &r[1]);
  req[0] = MPI_Request_c2f(r[0]);
  req[1] = MPI_Request_c2f(r[1]);
}

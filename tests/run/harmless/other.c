/* What other.F90 does. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

static MPI_Request r;

static void last(void) {
  int done = 0;
  while (!done) MPI_Test(&r, &done, MPI_STATUS_IGNORE);
}

#define IF(word) if (all || strcmp(what, word) == 0)

void note_(const char *what, size_t length) {
  MPI_Comm comm;
  MPI_Win win;
  MPI_Message message;
  int a[] = {1, 1, 1, 1}, b[4], me = 0, flag, all = strcmp(what, "all") == 0;
  (void)length;
  IF("barrier") MPI_Barrier(MPI_COMM_WORLD);
  IF("allreduce") MPI_Allreduce(a, b, 4, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  IF("recv") {
    MPI_Isend(a, 4, MPI_INT, me, 5, MPI_COMM_SELF, &r);
    MPI_Recv(b, 4, MPI_INT, me, 5, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    last();
  }
  IF("send") {
    MPI_Irecv(b, 4, MPI_INT, me, 5, MPI_COMM_SELF, &r);
    MPI_Send(a, 4, MPI_INT, me, 5, MPI_COMM_SELF);
    last();
  }
  IF("sendrecv") MPI_Sendrecv(a, 4, MPI_INT, me, 5, b, 4, MPI_INT, me, 5, MPI_COMM_SELF, MPI_STATUS_IGNORE);
  IF("mprobe") {
    MPI_Isend(a, 4, MPI_INT, me, 5, MPI_COMM_SELF, &r);
    MPI_Mprobe(me, 5, MPI_COMM_SELF, &message, MPI_STATUS_IGNORE);
    MPI_Mrecv(b, 4, MPI_INT, &message, MPI_STATUS_IGNORE);
    last();
  }
  IF("wait") {
    MPI_Ibarrier(MPI_COMM_SELF, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
  }
  IF("dup") {
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_free(&comm);
  }
  IF("fence") {
    MPI_Win_create(b, 16, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
  }
  double time = MPI_Wtime();
  MPI_Comm_rank(MPI_COMM_SELF, &me);
  MPI_Iprobe(me, 6, MPI_COMM_SELF, &flag, MPI_STATUS_IGNORE);
  MPI_Isend(a, 4, MPI_INT, me, 5, MPI_COMM_SELF, &r);
  MPI_Request_free(&r);
  MPI_Irecv(b, 4, MPI_INT, me, 5, MPI_COMM_SELF, &r);
  last();
  if (flag || b[0] != 1 || b[3] != 1 || me != 0 || time < 0) printf("wrong\n");
}

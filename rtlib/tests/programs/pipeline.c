/* A cascade: each rank computes from what the one before has sent, increment by increment, and sends it on, increment by
 * increment. That later ranks begin before the first is ready shows in a token: the last rank answers to the first increment, and the
 * first rank goes on only then. */
#include <mpi.h>
#include <stdio.h>

#include "check.h"
#include "mdmp_delta.h"

enum { WORDS = 50000, STEP = 500, ROUNDS = 5, TAG = 1, ANSWER = 2 };

static double a[WORDS], b[WORDS];

int main(int argc, char **argv) {
  int me, np, token = 0;
  MDMP_Request s = MDMP_REQUEST_NULL, r = MDMP_REQUEST_NULL;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &np);
  for (int round = 0; round < ROUNDS; round++) {
    if (me > 0) MDMP_Delta_recv(a, WORDS, MPI_DOUBLE, me - 1, TAG, MPI_COMM_WORLD, &r);
    MPI_Barrier(MPI_COMM_WORLD);
    if (me < np - 1) MDMP_Delta_send_begin(b, WORDS, MPI_DOUBLE, me + 1, TAG, MPI_COMM_WORLD, &s);
    for (int at = 0; at < WORDS; at += STEP) {
      if (me > 0) MDMP_Delta_wait_data(a, (MPI_Aint)at * 8, STEP * 8);
      for (int k = at; k < at + STEP; k++) b[k] = me == 0 ? round * 1e6 + k : a[k] + 1;
      if (me < np - 1) MDMP_Delta_send_data(s, (MPI_Aint)at * 8, STEP * 8);
      if (at == 40 * STEP && me == np - 1) MPI_Send(&token, 1, MPI_INT, 0, ANSWER, MPI_COMM_WORLD);
      if (at == 45 * STEP && me == 0) MPI_Recv(&token, 1, MPI_INT, np - 1, ANSWER, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MDMP_Delta_wait(&s, MPI_STATUS_IGNORE);
    MDMP_Delta_wait(&r, MPI_STATUS_IGNORE);
    for (int k = 0; k < WORDS; k++) CHECK(b[k] == round * 1e6 + k + me, "round %d word %d: %.0f", round, k, b[k]);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (me == 0) printf("passed\n");
  MPI_Finalize();
  return 0;
}

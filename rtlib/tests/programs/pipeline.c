/* A cascade: each rank computes from what the one before has sent, increment by increment, and sends it on, increment by
 * increment. So that later ranks have time to begin before the first is ready, the last one answers to the first half, and the first one
 * waits for that, but not for long: where the receivers are not known yet, messages go whole, and the answer comes after them. What went
 * early, the profile says. */
#include <mpi.h>
#include <stdio.h>

#include "check.h"
#include "mdmp_delta.h"

enum { WORDS = 50000, STEP = 500, ROUNDS = 5, TAG = 1, ANSWER = 2 };

static double a[WORDS], b[WORDS];

/* Half a second at most. */
static void wait_a_while(MPI_Request *answer) {
  int there = 0;
  for (double began = MPI_Wtime(); !there && MPI_Wtime() - began < 0.5;) MPI_Test(answer, &there, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv) {
  int me, np, token = 0;
  MPI_Request answer = MPI_REQUEST_NULL;
  MDMP_Request s = MDMP_REQUEST_NULL, r = MDMP_REQUEST_NULL;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &np);
  for (int round = 0; round < ROUNDS; round++) {
    if (me > 0) MDMP_Delta_recv(a, WORDS, MPI_DOUBLE, me - 1, TAG, MPI_COMM_WORLD, &r);
    if (me == 0) MPI_Irecv(&token, 1, MPI_INT, np - 1, ANSWER, MPI_COMM_WORLD, &answer);
    MPI_Barrier(MPI_COMM_WORLD);
    if (me < np - 1) MDMP_Delta_send_begin(b, WORDS, MPI_DOUBLE, me + 1, TAG, MPI_COMM_WORLD, &s);
    for (int at = 0; at < WORDS; at += STEP) {
      if (me > 0) MDMP_Delta_wait_data(a, (MPI_Aint)at * 8, STEP * 8);
      for (int k = at; k < at + STEP; k++) b[k] = me == 0 ? round * 1e6 + k : a[k] + 1;
      if (me < np - 1) MDMP_Delta_send_data(s, (MPI_Aint)at * 8, STEP * 8);
      if (at == 40 * STEP && me == np - 1) MPI_Send(&token, 1, MPI_INT, 0, ANSWER, MPI_COMM_WORLD);
      if (at == 45 * STEP && me == 0) wait_a_while(&answer);
    }
    MDMP_Delta_wait(&s, MPI_STATUS_IGNORE);
    MDMP_Delta_wait(&r, MPI_STATUS_IGNORE);
    MPI_Wait(&answer, MPI_STATUS_IGNORE);
    for (int k = 0; k < WORDS; k++) CHECK(b[k] == round * 1e6 + k + me, "round %d word %d: %.0f", round, k, b[k]);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (me == 0) printf("passed\n");
  MPI_Finalize();
  return 0;
}

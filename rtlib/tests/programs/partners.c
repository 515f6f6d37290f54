/* The API of delta send-recv: each rank sends to the next one, messages of random sizes, delta or plain on either side,
 * in one order on two tags and two communicators; then single cases. Everything that is received is compared. */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "mdmp_delta.h"

enum { ROUNDS = 300, MOST = 9, WORDS = 5000 };
enum { PLAIN, DELTA, PIECES, IMPLIED, KINDS }; /* IMPLIED: MDMP_Delta_wait ends it */
enum { PLAINLY, WAITED, NEEDED, TESTED, ANY };

struct message {
  int send, recv, tag, words, said, comm;
};

static int me, np, next, prev;
static MPI_Comm comm[2];
static double out[MOST][WORDS], in[MOST][WORDS];

/* What rank sends in a round: both sides know it. */
static int script(int round, int rank, struct message *m) {
  state = (uint64_t)round * 1000 + (uint64_t)rank + 7;
  for (int i = 0; i < 4; i++) pick(0, 1);
  int n = (int)pick(1, MOST);
  for (int i = 0; i < n; i++) {
    m[i].send = (int)pick(0, KINDS - 1);
    m[i].recv = (int)pick(0, ANY - 1);
    m[i].tag = (int)pick(3, 4);
    m[i].comm = (int)pick(0, 1);
    m[i].words = pick(0, 3) > 0 ? (int)pick(0, 200) : (int)pick(0, WORDS);
    m[i].said = m[i].send == PLAIN || pick(0, 3) > 0 ? m[i].words : (int)pick(m[i].words, WORDS);
  }
  return n;
}

static double value(int round, int rank, int i, int k) { return round * 1e6 + rank * 1e5 + i * 1e4 + k; }

static void compare(int round, int i, const struct message *m, const MPI_Status *s) {
  int count = -1;
  MPI_Get_count(s, MPI_DOUBLE, &count);
  CHECK(count == m->words && s->MPI_SOURCE == prev && s->MPI_TAG == m->tag, "round %d message %d: %d of %d from %d tag %d",
        round, i, count, m->words, s->MPI_SOURCE, s->MPI_TAG);
  for (int k = 0; k < m->words; k++) CHECK(in[i][k] == value(round, prev, i, k), "round %d message %d word %d", round, i, k);
  for (int k = m->words; k < WORDS; k++) CHECK(in[i][k] == -1, "round %d message %d word %d behind it", round, i, k);
}

/* Says the words of a message in ranges of random length, from the end to the beginning or the other way. */
static void fill(MDMP_Request r, int round, int i, int words) {
  int backward = (int)pick(0, 1);
  for (int done = 0; done < words;) {
    int n = (int)pick(1, 60), at;
    if (n > words - done) n = words - done;
    at = backward ? words - done - n : done;
    for (int k = at; k < at + n; k++) out[i][k] = value(round, me, i, k);
    CHECK(MDMP_Delta_send_data(r, at * 8, n * 8) == MPI_SUCCESS, "send_data");
    done += n;
  }
}

static void play(int round) {
  struct message mine[MOST], theirs[MOST];
  MPI_Request rs[MOST], rr[MOST];
  MDMP_Request ds[MOST], dr[MOST];
  int n = script(round, me, mine), m = script(round, prev, theirs);
  memset(rs, 0, sizeof rs);
  for (int i = 0; i < m; i++) {
    for (int k = 0; k < WORDS; k++) in[i][k] = -1;
    if (theirs[i].recv == PLAINLY)
      MPI_Irecv(in[i], WORDS, MPI_DOUBLE, prev, theirs[i].tag, comm[theirs[i].comm], &rr[i]);
    else
      MDMP_Delta_recv(in[i], WORDS, MPI_DOUBLE, prev, theirs[i].tag, comm[theirs[i].comm], &dr[i]);
  }
  for (int i = 0; i < n; i++) {
    if (mine[i].send == PLAIN) {
      for (int k = 0; k < mine[i].words; k++) out[i][k] = value(round, me, i, k);
      MPI_Isend(out[i], mine[i].words, MPI_DOUBLE, next, mine[i].tag, comm[mine[i].comm], &rs[i]);
      continue;
    }
    MDMP_Delta_send_begin(out[i], mine[i].said, MPI_DOUBLE, next, mine[i].tag, comm[mine[i].comm], &ds[i]);
    if (mine[i].said > mine[i].words) CHECK(MDMP_Delta_send_size(ds[i], mine[i].words) == MPI_SUCCESS, "size");
    if (mine[i].send == PIECES)
      fill(ds[i], round, i, mine[i].words);
    else
      for (int k = 0; k < mine[i].words; k++) out[i][k] = value(round, me, i, k);
    CHECK(MDMP_Delta_send_end(ds[i]) == MPI_SUCCESS, "end");
  }
  for (int i = 0; i < m; i++) {
    MPI_Status s;
    if (theirs[i].recv == PLAINLY) {
      MPI_Wait(&rr[i], &s);
    } else {
      for (int k = 0; theirs[i].recv == NEEDED && k < theirs[i].words; k += (int)pick(1, 500)) {
        MDMP_Delta_wait_data(in[i], k * 8, 8);
        CHECK(in[i][k] == value(round, prev, i, k), "round %d message %d word %d needed", round, i, k);
      }
      int over = 0;
      while (theirs[i].recv == TESTED && !over) MDMP_Delta_test(&dr[i], &over, &s);
      if (!over) MDMP_Delta_wait(&dr[i], &s);
      CHECK(dr[i] == MDMP_REQUEST_NULL, "a request that is over");
    }
    compare(round, i, &theirs[i], &s);
  }
  for (int i = 0; i < n; i++) {
    if (mine[i].send == PLAIN)
      MPI_Wait(&rs[i], MPI_STATUS_IGNORE);
    else
      MDMP_Delta_wait(&ds[i], MPI_STATUS_IGNORE);
  }
}

/* Sends that MDMP_Delta_wait ends; wildcards; nobody; derived types; no request. */
static void singles(void) {
  MDMP_Request s, r = MDMP_REQUEST_NULL;
  MPI_Status status;
  MPI_Datatype column;
  int count = -1;
  CHECK(MDMP_Delta_wait(&r, &status) == MPI_SUCCESS && status.MPI_SOURCE == MPI_ANY_SOURCE, "waiting for nothing");
  MDMP_Delta_recv(in[0], 10, MPI_DOUBLE, MPI_ANY_SOURCE, MPI_ANY_TAG, comm[1], &r);
  MDMP_Delta_send_begin(out[0], 10, MPI_DOUBLE, next, 9, comm[1], &s);
  for (int k = 0; k < 10; k++) out[0][k] = me + k;
  CHECK(MDMP_Delta_wait(&s, MPI_STATUS_IGNORE) == MPI_SUCCESS, "a send that its wait ends");
  CHECK(MDMP_Delta_wait_data(in[0], 0, 80) == MPI_SUCCESS && in[0][9] == prev + 9, "a wildcard");
  MDMP_Delta_wait(&r, &status);
  CHECK(status.MPI_SOURCE == prev && status.MPI_TAG == 9, "status of a wildcard");
  CHECK(MDMP_Delta_wait_data(in[0], 0, 80) == MPI_SUCCESS, "what is over is there");

  MDMP_Delta_recv(in[0], 10, MPI_DOUBLE, MPI_PROC_NULL, 1, comm[0], &r);
  MDMP_Delta_send_begin(out[0], 10, MPI_DOUBLE, MPI_PROC_NULL, 1, comm[0], &s);
  MDMP_Delta_send_data(s, 0, 80);
  MDMP_Delta_wait_data(in[0], 0, 80);
  MDMP_Delta_wait(&s, MPI_STATUS_IGNORE);
  MDMP_Delta_wait(&r, &status);
  MPI_Get_count(&status, MPI_DOUBLE, &count);
  CHECK(count == 0, "nobody"); /* MPICH says 0 for the source */

  MPI_Type_vector(10, 1, 2, MPI_DOUBLE, &column);
  MPI_Type_commit(&column);
  for (int k = 0; k < 20; k++) in[0][k] = -1;
  MDMP_Delta_recv(in[0], 1, column, prev, 2, comm[0], &r);
  MDMP_Delta_send_begin(out[0], 10, MPI_DOUBLE, next, 2, comm[0], &s);
  MDMP_Delta_send_data(s, 8, 16);
  MDMP_Delta_wait(&s, MPI_STATUS_IGNORE);
  MDMP_Delta_wait_data(in[0], 0, 8);
  CHECK(in[0][0] == prev && in[0][1] == -1 && in[0][18] == prev + 9, "a type with gaps");
  MDMP_Delta_wait(&r, MPI_STATUS_IGNORE);
  MPI_Type_free(&column);
}

/* Errors are those of MPI. What belongs to no communicator MPICH gives to the handler of the world. */
static void errors(void) {
  MDMP_Request s, r;
  MPI_Status status;
  int class = 0;
  MPI_Comm_set_errhandler(comm[0], MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(comm[1], MPI_ERRORS_RETURN);
  MDMP_Delta_send_begin(out[0], 10, MPI_DOUBLE, next, 5, comm[1], &s);
  CHECK(MDMP_Delta_send_data(s, 72, 16) == MPI_ERR_ARG, "bytes that the buffer does not have");
  CHECK(MDMP_Delta_send_data(s, -8, 8) == MPI_ERR_ARG, "bytes before the buffer");
  CHECK(MDMP_Delta_send_size(s, 11) == MPI_ERR_COUNT, "longer than it was begun");
  MDMP_Delta_recv(in[0], 4, MPI_DOUBLE, prev, 5, comm[1], &r);
  CHECK(MDMP_Delta_send_end(s) == MPI_SUCCESS && MDMP_Delta_send_end(s) == MPI_SUCCESS, "ended twice");
  CHECK(MDMP_Delta_send_data(s, 0, 8) == MPI_ERR_REQUEST, "data after the end");
  int code = MDMP_Delta_wait(&r, &status);
  MPI_Error_class(code, &class);
  CHECK(class == MPI_ERR_TRUNCATE || np == 1, "truncated: %d", code); /* Open MPI does not tell whoever sends to himself */
  MDMP_Delta_wait(&s, MPI_STATUS_IGNORE);
  MDMP_Delta_send_begin(out[0], 10, MPI_DOUBLE, np, 5, comm[1], &s);
  MPI_Error_class(MDMP_Delta_wait(&s, MPI_STATUS_IGNORE), &class);
  CHECK(class == MPI_ERR_RANK && s == MDMP_REQUEST_NULL, "no such rank: %d", class);
  MPI_Comm_set_errhandler(comm[1], MPI_ERRORS_ARE_FATAL);
  MPI_Comm_set_errhandler(comm[0], MPI_ERRORS_ARE_FATAL);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &np);
  next = (me + 1) % np;
  prev = (me + np - 1) % np;
  comm[0] = MPI_COMM_WORLD;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm[1]);
  MDMP_Delta_init(comm[1]);
  for (int round = 0; round < ROUNDS; round++) play(round);
  singles();
  MPI_Barrier(MPI_COMM_WORLD);
  errors();
  MPI_Comm_free(&comm[1]);
  MPI_Barrier(MPI_COMM_WORLD);
  if (me == 0) printf("passed\n");
  MPI_Finalize();
  return 0;
}

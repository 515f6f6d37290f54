/* Misuse of the API, and what is none: argv[1] says which. Rank 0 sends to rank 1. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "mdmp_delta.h"

enum { WORDS = 20000, HALF = WORDS / 2, TAG = 5 };

static int me;
static double buf[WORDS], other[WORDS];

static void fill(int from, int to, double by) {
  for (int k = from; k < to; k++) buf[k] = by * k;
}

/* The receive is announced when this returns. */
static void posted(MDMP_Request *r) {
  if (me == 1) MDMP_Delta_recv(buf, WORDS, MPI_DOUBLE, 0, TAG, MPI_COMM_WORLD, r);
  MPI_Barrier(MPI_COMM_WORLD);
}

static void begin(MDMP_Request *s) { MDMP_Delta_send_begin(buf, WORDS, MPI_DOUBLE, 1, TAG, MPI_COMM_WORLD, s); }

/* In steps: each looks for the announcement, which may be a moment behind the barrier. */
static void say(MDMP_Request s, int from, int to) {
  for (int step = 100; from < to; from += step) MDMP_Delta_send_data(s, (MPI_Aint)from * 8, (MPI_Aint)(to - from < step ? to - from : step) * 8);
}

static void check(double first, double rest, int changed) {
  for (int k = 0; k < WORDS; k++) CHECK(buf[k] == (k < changed ? first : rest * k), "word %d: %g", k, buf[k]);
}

/* Bytes are written to after they were said to be complete; given: the receiver has them by then. */
static void written(int given) {
  MDMP_Request r;
  posted(&r);
  if (me == 0) {
    begin(&r);
    fill(0, WORDS, 2);
    say(r, 0, HALF);
    MPI_Barrier(MPI_COMM_WORLD);
    buf[17] = -1; /* too late */
    MDMP_Delta_wait(&r, MPI_STATUS_IGNORE);
  } else {
    if (given) MDMP_Delta_wait_data(buf, 0, 800);
    MPI_Barrier(MPI_COMM_WORLD);
    MDMP_Delta_wait(&r, MPI_STATUS_IGNORE);
    CHECK(buf[17] == -1, "the word that was written to: %g", buf[17]);
    buf[17] = 34;
    check(0, 2, 0);
  }
}

/* All is written to after it was said to be complete by a file with a long name, and has gone again when its sender leaves MPI: it waits for a word
 * outside that the receiver gives when it has the message. */
static void gone(const char *word) {
  char file[200];
  MDMP_Request r;
  posted(&r);
  if (me == 0) {
    memset(file, 'a', sizeof file - 1);
    file[sizeof file - 1] = 0;
    begin(&r);
    for (int k = 0; k < WORDS; k += 100) MDMP_Delta_send_data_at(r, k * 8, 800, file, 1);
    MPI_Barrier(MPI_COMM_WORLD);
    fill(0, WORDS, 2);
    MDMP_Delta_wait(&r, MPI_STATUS_IGNORE);
    int tenths = 0;
    while (access(word, F_OK) != 0 && tenths++ < 200) usleep(100000);
    CHECK(access(word, F_OK) == 0, "the receiver does not have the message");
  } else {
    MPI_Barrier(MPI_COMM_WORLD);
    usleep(500000); /* the sender has left MPI */
    MDMP_Delta_wait(&r, MPI_STATUS_IGNORE);
    check(0, 2, 0);
    FILE *f = fopen(word, "w");
    CHECK(f != NULL && fclose(f) == 0, "%s cannot be written", word);
  }
}

/* What was written to again is written back when the receiver has it: nothing has happened. */
static void restored(void) {
  MDMP_Request r;
  int token = 0;
  posted(&r);
  if (me == 0) {
    begin(&r);
    fill(0, WORDS, 2);
    say(r, 0, HALF);
    MPI_Recv(&token, 1, MPI_INT, 1, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    buf[17] = -1;
    buf[17] = 34;
    MDMP_Delta_wait(&r, MPI_STATUS_IGNORE);
  } else {
    MDMP_Delta_wait_data(buf, 0, 800);
    MPI_Send(&token, 1, MPI_INT, 0, TAG, MPI_COMM_WORLD);
    MDMP_Delta_wait(&r, MPI_STATUS_IGNORE);
    check(0, 2, 0);
  }
}

/* Another message takes the place of the one of which bytes were said to be complete. */
static void passed(const char *by) {
  MDMP_Request r, s;
  MPI_Request q = MPI_REQUEST_NULL;
  posted(&r);
  if (me == 0) {
    begin(&r);
    fill(0, WORDS, 2);
    say(r, 0, HALF);
    if (strcmp(by, "plain") == 0) MPI_Isend(other, 1, MPI_DOUBLE, 1, TAG, MPI_COMM_WORLD, &q);
    if (strcmp(by, "delta") == 0) {
      MDMP_Delta_send_begin(other, WORDS, MPI_DOUBLE, 1, TAG, MPI_COMM_WORLD, &s);
      MDMP_Delta_send_end(s);
    }
    MDMP_Delta_wait(&r, MPI_STATUS_IGNORE);
  } else {
    MDMP_Delta_wait(&r, MPI_STATUS_IGNORE);
  }
}

/* Sends on one sequence that end in the order in which something was said of them. */
static void queued(void) {
  MDMP_Request r[2], s[2];
  posted(&r[0]);
  if (me == 1) {
    MDMP_Delta_recv(other, WORDS, MPI_DOUBLE, 0, TAG, MPI_COMM_WORLD, &r[1]);
    MDMP_Delta_wait(&r[1], MPI_STATUS_IGNORE);
    MDMP_Delta_wait(&r[0], MPI_STATUS_IGNORE);
    for (int k = 0; k < WORDS; k++) CHECK(other[k] == 3 * k, "word %d of the second: %g", k, other[k]);
    check(0, 2, 0);
    return;
  }
  begin(&s[0]);
  MDMP_Delta_send_begin(other, WORDS, MPI_DOUBLE, 1, TAG, MPI_COMM_WORLD, &s[1]);
  for (int k = 0; k < WORDS; k += 1000) {
    fill(k, k + 1000, 2);
    say(s[0], k, k + 1000);
    for (int i = k; i < k + 1000; i++) other[i] = 3 * i;
    say(s[1], k, k + 1000);
  }
  MDMP_Delta_send_end(s[0]);
  MDMP_Delta_wait(&s[1], MPI_STATUS_IGNORE);
  MDMP_Delta_wait(&s[0], MPI_STATUS_IGNORE);
}

/* A size below what was said. */
static void shrunk(void) {
  MDMP_Request r;
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  posted(&r);
  if (me == 0) {
    begin(&r);
    fill(0, WORDS, 2);
    say(r, 0, HALF);
    CHECK(MDMP_Delta_send_size(r, HALF - 1) == MPI_ERR_COUNT, "a size below what was said");
    CHECK(MDMP_Delta_send_size(r, HALF) == MPI_SUCCESS, "all that was said");
  }
  MPI_Status s;
  int n = 0;
  MDMP_Delta_wait(&r, &s);
  MPI_Get_count(&s, MPI_DOUBLE, &n);
  CHECK(me == 0 || n == HALF, "%d words", n);
}

/* The size is known before the receive is: there is nothing behind the message to be sent. */
static void sized(void) {
  MDMP_Request r;
  MPI_Status s;
  int n = 0;
  if (me == 0) {
    begin(&r);
    fill(0, WORDS, 2);
    say(r, 0, 100);
    MDMP_Delta_send_size(r, HALF);
  } else {
    MDMP_Delta_recv(buf, WORDS, MPI_DOUBLE, 0, TAG, MPI_COMM_WORLD, &r);
  }
  for (int i = 0; i < 50; i++) MPI_Barrier(MPI_COMM_WORLD);
  if (me == 0) MDMP_Delta_send_data(r, 800, HALF * 8 - 800);
  MDMP_Delta_wait(&r, &s);
  MPI_Get_count(&s, MPI_DOUBLE, &n);
  CHECK(me == 0 || n == HALF, "%d words", n);
  for (int k = 0; me == 1 && k < WORDS; k++) CHECK(buf[k] == (k < HALF ? 2 * k : 0), "word %d: %g", k, buf[k]);
}

/* A message of a call of PMPI on one side: it is seen, and numbered like any other. */
static void profiling(int sends) {
  MDMP_Request r[2];
  double one = 1;
  if (me == sends) /* on one side only */
    for (int k = 0; k < 1; k++)
      me == 0 ? PMPI_Send(&one, 1, MPI_DOUBLE, 1, TAG, MPI_COMM_WORLD) : PMPI_Recv(&one, 1, MPI_DOUBLE, 0, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  else
    me == 0 ? MPI_Send(&one, 1, MPI_DOUBLE, 1, TAG, MPI_COMM_WORLD) : MPI_Recv(&one, 1, MPI_DOUBLE, 0, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  posted(&r[0]);
  if (me == 1) MDMP_Delta_recv(other, WORDS, MPI_DOUBLE, 0, TAG, MPI_COMM_WORLD, &r[1]);
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; i < 2; i++) {
    if (me == 0) {
      begin(&r[i]);
      fill(0, WORDS, 2);
      say(r[i], 0, WORDS);
      MDMP_Delta_wait(&r[i], MPI_STATUS_IGNORE);
    } else {
      MDMP_Delta_wait(&r[i], MPI_STATUS_IGNORE);
    }
  }
  if (me == 1) check(0, 2, 0);
}

/* A receive is cancelled while one of the API is under way: one that was posted before it there, behind it, or with another tag. */
static void cancelled(const char *which) {
  MDMP_Request r;
  MPI_Request q = MPI_REQUEST_NULL;
  MPI_Status s;
  int before = strcmp(which, "before") == 0, tag = strcmp(which, "other") == 0 ? TAG + 1 : TAG, gone = 0;
  if (me == 1 && before) MPI_Irecv(other, WORDS, MPI_DOUBLE, 0, tag, MPI_COMM_WORLD, &q);
  posted(&r);
  if (me == 1 && !before) MPI_Irecv(other, WORDS, MPI_DOUBLE, 0, tag, MPI_COMM_WORLD, &q);
  if (me == 0) {
    begin(&r);
    fill(0, WORDS, 2);
    if (!before) say(r, 0, HALF); /* on its way when the other one is cancelled */
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (me == 1) {
    MPI_Cancel(&q);
    MPI_Wait(&q, &s);
    MPI_Test_cancelled(&s, &gone);
    CHECK(gone, "a receive that nothing has come for was not cancelled");
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (me == 0) say(r, HALF, WORDS);
  MDMP_Delta_wait(&r, MPI_STATUS_IGNORE);
  check(0, 2, 0);
  posted(&r); /* and the next one */
  if (me == 0) {
    begin(&r);
    fill(0, WORDS, 3);
    say(r, 0, WORDS);
  }
  MDMP_Delta_wait(&r, MPI_STATUS_IGNORE);
  check(0, 3, 0);
}

/* Where numbers are lost all goes whole, and right: nothing is sent before the end. */
static void lost(const char *how) {
  MDMP_Request r;
  MPI_Request q = MPI_REQUEST_NULL;
  double one = 1;
  if (strcmp(how, "wild") == 0) {
    if (me == 1) MPI_Irecv(&one, 1, MPI_DOUBLE, MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD, &q);
    if (me == 0) MPI_Isend(&one, 1, MPI_DOUBLE, 1, TAG, MPI_COMM_WORLD, &q);
  } else if (strcmp(how, "again") == 0) {
    if (me == 0) MPI_Send_init(&one, 1, MPI_DOUBLE, 1, TAG, MPI_COMM_WORLD, &q);
    if (me == 1) MPI_Recv_init(&one, 1, MPI_DOUBLE, 0, TAG, MPI_COMM_WORLD, &q);
    MPI_Start(&q);
  } else {
    if (me == 1) {
      MPI_Irecv(&one, 1, MPI_DOUBLE, 0, TAG, MPI_COMM_WORLD, &q);
      MPI_Cancel(&q);
    }
  }
  MPI_Wait(&q, MPI_STATUS_IGNORE);
  if (q != MPI_REQUEST_NULL) MPI_Request_free(&q);
  posted(&r);
  if (me == 0) {
    begin(&r);
    fill(0, WORDS, 2);
    say(r, 0, WORDS);
  }
  MDMP_Delta_wait(&r, MPI_STATUS_IGNORE);
  check(0, 2, 0);
}

/* The communicator goes while a message is under way that is too short for its receive to be announced. */
static void freed_short(void) {
  MPI_Comm own;
  MDMP_Request r;
  MPI_Comm_dup(MPI_COMM_WORLD, &own);
  MDMP_Delta_init(own);
  if (me == 0) fill(0, 100, 2);
  if (me == 1) MDMP_Delta_recv(buf, 100, MPI_DOUBLE, 0, TAG, own, &r);
  if (me == 0) MDMP_Delta_send_begin(buf, 100, MPI_DOUBLE, 1, TAG, own, &r);
  if (me == 0) MDMP_Delta_send_end(r);
  MPI_Comm_free(&own);
  MDMP_Delta_wait(&r, MPI_STATUS_IGNORE);
  for (int k = 0; k < 100; k++) CHECK(buf[k] == 2.0 * k, "word %d: %g", k, buf[k]);
}

/* The communicator goes while messages are under way. */
static void freed(void) {
  MPI_Comm own;
  MDMP_Request r;
  MPI_Comm_dup(MPI_COMM_WORLD, &own);
  MDMP_Delta_init(own);
  if (me == 1) MDMP_Delta_recv(buf, WORDS, MPI_DOUBLE, 0, TAG, own, &r);
  MPI_Barrier(own);
  if (me == 0) {
    MDMP_Delta_send_begin(buf, WORDS, MPI_DOUBLE, 1, TAG, own, &r);
    fill(0, WORDS, 2);
    say(r, 0, HALF);
    MDMP_Delta_send_end(r);
  }
  MPI_Comm_free(&own);
  MDMP_Delta_wait(&r, MPI_STATUS_IGNORE);
  check(0, 2, 0);
}

/* A communicator that is named after its first message. */
static void late(void) {
  MPI_Comm own;
  MDMP_Request r;
  double one = 1;
  MPI_Comm_dup(MPI_COMM_WORLD, &own);
  if (me == 0) MPI_Send(&one, 1, MPI_DOUBLE, 1, TAG, own);
  MDMP_Delta_init(own);
  if (me == 1) MPI_Recv(&one, 1, MPI_DOUBLE, 0, TAG, own, MPI_STATUS_IGNORE);
  if (me == 1) MDMP_Delta_recv(buf, WORDS, MPI_DOUBLE, 0, TAG, own, &r);
  MPI_Barrier(own);
  if (me == 0) {
    MDMP_Delta_send_begin(buf, WORDS, MPI_DOUBLE, 1, TAG, own, &r);
    fill(0, WORDS, 2);
    say(r, 0, WORDS);
  }
  MDMP_Delta_wait(&r, MPI_STATUS_IGNORE);
  check(0, 2, 0);
  MPI_Comm_free(&own);
}

/* Bytes are there before the message ends: this would not return otherwise. */
static void early(void) {
  MDMP_Request r;
  int token = 0;
  posted(&r);
  if (me == 0) {
    begin(&r);
    fill(HALF, WORDS, 2);
    say(r, HALF, WORDS);
    MPI_Recv(&token, 1, MPI_INT, 1, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    fill(0, HALF, 2);
    MDMP_Delta_wait(&r, MPI_STATUS_IGNORE);
  } else {
    MDMP_Delta_wait_data(buf, WORDS * 8 - 8, 8);
    CHECK(buf[WORDS - 1] == 2.0 * (WORDS - 1), "the last word: %g", buf[WORDS - 1]);
    MPI_Send(&token, 1, MPI_INT, 0, TAG, MPI_COMM_WORLD);
    MDMP_Delta_wait(&r, MPI_STATUS_IGNORE);
  }
  check(0, 2, 0);
}

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "", *how = argc > 2 ? argv[2] : "";
  int given = MPI_THREAD_SINGLE;
  MPI_Init_thread(&argc, &argv, strcmp(how, "multiple") == 0 ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE, &given);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  if (strcmp(what, "written") == 0) written(strcmp(how, "given") == 0);
  if (strcmp(what, "gone") == 0) gone(how);
  if (strcmp(what, "restored") == 0) restored();
  if (strcmp(what, "passed") == 0) passed(how);
  if (strcmp(what, "queued") == 0) queued();
  if (strcmp(what, "shrunk") == 0) shrunk();
  if (strcmp(what, "sized") == 0) sized();
  if (strcmp(what, "profiling") == 0) profiling(strcmp(how, "receive") == 0);
  if (strcmp(what, "cancelled") == 0) cancelled(how);
  if (strcmp(what, "lost") == 0) lost(how);
  if (strcmp(what, "freed") == 0) strcmp(how, "short") == 0 ? freed_short() : freed();
  if (strcmp(what, "late") == 0) late();
  if (strcmp(what, "early") == 0) early();
  MPI_Barrier(MPI_COMM_WORLD);
  if (me == 0) printf("passed\n");
  MPI_Finalize();
  return 0;
}

/* Sends of the API of which nobody says anything, guessed by pages (MDMP_DELTA_PAGES): argv[1] says how the guess is right or wrong. Rank 0
 * sends to rank 1, which never learns of bytes that are not the message's. */
#define _GNU_SOURCE
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bypages.h"

enum { MANY = 8, SHORT = 300, SIZED = HALF / 2 + 77 };

static const double untouched = -5;

static void begin(MDMP_Request *r) {
  if (me == 0) MDMP_Delta_send_begin(out, WORDS, MPI_DOUBLE, 1, TAG, MPI_COMM_WORLD, r);
}

static void awaits(double *a, MDMP_Request *r) {
  if (me == 1) MDMP_Delta_recv(a, WORDS, MPI_DOUBLE, 0, TAG, MPI_COMM_WORLD, r);
}

static void untouched_behind(const double *a, int from) {
  for (int k = from; k < WORDS; k++) CHECK(a[k] == untouched, "word %d behind the message: %g", k, a[k]);
}

static void compute(double seconds) {
  for (double began = MPI_Wtime(); MPI_Wtime() - began < seconds;) continue;
}

/* Half of it is written, and what was left behind has gone. */
static void half(MDMP_Request *r) {
  for (int k = 0; k < WORDS; k++) in[k] = other[k] = untouched;
  awaits(in, r);
  announced();
  begin(r);
  if (me == 0) write_words(out, 1, 0, HALF);
}

/* Written once, forwards, more slowly than faults cost; learnt after a few, if it is to be learnt. */
static void right(int slowly, int again) {
  for (int round = 0; round < MANY; round++) {
    MDMP_Request r = MDMP_REQUEST_NULL;
    awaits(in, &r);
    announced();
    begin(&r);
    for (int k = 0; me == 0 && k < WORDS; k += 512) {
      write_words(out, round, k, k + 512);
      if (slowly) compute(4e-4);
    }
    for (int k = 0; me == 0 && again && k < WORDS; k += 100) out[k] += 1;
    over(&r, WORDS);
    for (int k = 0; me == 1 && again && k < WORDS; k += 100) in[k] -= 1;
    if (me == 1) read_words(in, round, 0, WORDS);
  }
}

/* Another message comes first: by a plain send, a persistent one, the API; short, or as long. */
static void passed(const char *by) {
  static double first[WORDS];
  MDMP_Request r = MDMP_REQUEST_NULL, s = MDMP_REQUEST_NULL;
  MPI_Request q;
  MPI_Status status;
  int n = strcmp(by, "delta") == 0 || strcmp(by, "data") == 0 ? WORDS : SHORT, count;
  half(&r);
  if (me == 1) {
    awaits(other, &s);
    MDMP_Delta_wait(&r, &status);
    MPI_Get_count(&status, MPI_DOUBLE, &count);
    CHECK(count == n, "%d words", count);
    read_words(in, 2, 0, n);
    untouched_behind(in, n);
    over(&s, WORDS);
    read_words(other, 1, 0, WORDS);
    return;
  }
  write_words(first, 2, 0, n);
  if (strcmp(by, "plain") == 0) MPI_Send(first, n, MPI_DOUBLE, 1, TAG, MPI_COMM_WORLD);
  if (strcmp(by, "persistent") == 0) {
    MPI_Send_init(first, n, MPI_DOUBLE, 1, TAG, MPI_COMM_WORLD, &q);
    MPI_Startall(1, &q);
    MPI_Wait(&q, MPI_STATUS_IGNORE);
    MPI_Request_free(&q);
  }
  if (n == WORDS) {
    MDMP_Delta_send_begin(first, n, MPI_DOUBLE, 1, TAG, MPI_COMM_WORLD, &s);
    if (strcmp(by, "data") == 0) MDMP_Delta_send_data(s, 0, n * 8);
    MDMP_Delta_wait(&s, MPI_STATUS_IGNORE);
  }
  write_words(out, 1, HALF, WORDS);
  over(&r, WORDS);
}

/* The program speaks in the middle of it: of bytes, or asks for pages. */
static void spoken(const char *of) {
  MDMP_Request r = MDMP_REQUEST_NULL;
  half(&r);
  if (me == 0) {
    if (strcmp(of, "data") == 0) MDMP_Delta_send_data(r, 0, HALF * 8);
    else MDMP_Delta_send_pages(r);
    write_words(out, 1, HALF, WORDS);
  } else {
    MDMP_Delta_wait_data(in, 800, 800);
    read_words(in, 1, 100, 200);
  }
  over(&r, WORDS);
  if (me == 1) read_words(in, 1, 0, WORDS);
}

/* It is shorter in the end than what has gone, or nothing. */
static void shorter(int n) {
  MDMP_Request r = MDMP_REQUEST_NULL;
  half(&r);
  if (me == 0) CHECK(MDMP_Delta_send_size(r, n) == MPI_SUCCESS, "size");
  over(&r, n);
  if (me == 0) return;
  read_words(in, 1, 0, n);
  untouched_behind(in, n);
}

/* A receive is under way when it begins, into the rest of the buffer or elsewhere; its message comes while the first half is written. */
static void before(const char *by) {
  MDMP_Request r = MDMP_REQUEST_NULL, s = MDMP_REQUEST_NULL;
  MPI_Request q = MPI_REQUEST_NULL;
  double *to = strcmp(by, "elsewhere") == 0 ? other : out + HALF;
  awaits(in, &r);
  if (me == 1) {
    announced();
    write_words(out, 1, HALF, WORDS);
    compute(0.3);
    MPI_Send(out + HALF, WORDS - HALF, MPI_DOUBLE, 0, ANSWER, MPI_COMM_WORLD);
    over(&r, WORDS);
    read_words(in, 1, 0, WORDS);
    return;
  }
  if (strcmp(by, "delta") == 0 || strcmp(by, "spoken") == 0) {
    MDMP_Delta_recv(to, WORDS - HALF, MPI_DOUBLE, 1, ANSWER, MPI_COMM_WORLD, &s);
  } else if (strcmp(by, "persistent") == 0) {
    MPI_Recv_init(to, WORDS - HALF, MPI_DOUBLE, 1, ANSWER, MPI_COMM_WORLD, &q);
    MPI_Start(&q);
  } else {
    MPI_Irecv(to, WORDS - HALF, MPI_DOUBLE, 1, ANSWER, MPI_COMM_WORLD, &q);
  }
  announced();
  begin(&r);
  if (strcmp(by, "spoken") == 0) MDMP_Delta_send_pages(r);
  for (int k = 0; k < HALF; k += 512) {
    write_words(out, 1, k, k + 512);
    compute(0.02);
  }
  if (to == other) write_words(out, 1, HALF, WORDS);
  if (s != MDMP_REQUEST_NULL) MDMP_Delta_wait(&s, MPI_STATUS_IGNORE);
  MPI_Wait(&q, MPI_STATUS_IGNORE);
  over(&r, WORDS);
  if (strcmp(by, "persistent") == 0) MPI_Request_free(&q);
}

/* The rest of the buffer is filled by others: MPI, the kernel, a thread; or a child writes to it. */
static void filled(const char *by) {
  MDMP_Request r = MDMP_REQUEST_NULL;
  MPI_Request q;
  int to[2], status = 1;
  half(&r);
  CHECK(pipe(to) == 0, "pipe");
  if (me == 0 && strcmp(by, "start") == 0) {
    MPI_Recv_init(out + HALF, WORDS - HALF, MPI_DOUBLE, 1, ANSWER, MPI_COMM_WORLD, &q);
    MPI_Start(&q);
    MPI_Wait(&q, MPI_STATUS_IGNORE);
    MPI_Request_free(&q);
  } else if (me == 0 && strcmp(by, "receive") == 0) {
    MPI_Recv(out + HALF, WORDS - HALF, MPI_DOUBLE, 1, ANSWER, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else if (me == 0 && strcmp(by, "delta") == 0) {
    MDMP_Request s;
    MDMP_Delta_recv(out + HALF, WORDS - HALF, MPI_DOUBLE, 1, ANSWER, MPI_COMM_WORLD, &s);
    MDMP_Delta_wait(&s, MPI_STATUS_IGNORE);
  } else if (me == 0) {
    write_words(out, 1, HALF + 1, WORDS);
    if (strcmp(by, "kernel") == 0) CHECK(write(to[1], &(double){value(1, HALF)}, 8) == 8 && read(to[0], out + HALF, 8) == 8, "read");
    pid_t p = strcmp(by, "child") == 0 ? fork() : 1;
    if (p == 0) {
      write_words(out, 7, 0, WORDS);
      _exit(0);
    }
    if (p > 1) waitpid(p, &status, 0);
    out[HALF] = value(1, HALF);
  } else if (strcmp(by, "kernel") != 0 && strcmp(by, "child") != 0) {
    write_words(out, 1, HALF, WORDS);
    MPI_Send(out + HALF, WORDS - HALF, MPI_DOUBLE, 0, ANSWER, MPI_COMM_WORLD);
  }
  over(&r, WORDS);
  if (me == 1) read_words(in, 1, 0, WORDS);
  close(to[0]);
  close(to[1]);
}

static void *writes(void *from) {
  write_words(out, 1, *(int *)from, WORDS);
  return NULL;
}

/* Another thread writes the rest. */
static void thread(void) {
  MDMP_Request r = MDMP_REQUEST_NULL;
  pthread_t t;
  int from = HALF;
  half(&r);
  if (me == 0) pthread_create(&t, NULL, writes, &from);
  if (me == 0) pthread_join(t, NULL);
  over(&r, WORDS);
  if (me == 1) read_words(in, 1, 0, WORDS);
}

/* Used by others than MDMP_Delta_wait: what is no more than guessed is not given away. */
static void used(const char *how) {
  MDMP_Request r = MDMP_REQUEST_NULL;
  int pages = strcmp(how, "pages") == 0;
  for (int k = 0; k < WORDS; k++) in[k] = untouched;
  if (pages) receiving(in, WORDS, &r);
  else awaits(in, &r);
  announced();
  begin(&r);
  if (me == 0) {
    write_words(out, 3, 0, HALF);
    write_words(out, 1, 0, WORDS); /* all of it again */
  } else if (!pages) {
    MDMP_Delta_wait_data(in, 0, 4000);
    read_words(in, 1, 0, 500);
  } else {
    read_words(in, 1, 0, 500);
  }
  over(&r, WORDS);
  if (me == 1) read_words(in, 1, 0, WORDS);
}

/* Never ended: another message comes instead, and its memory, which is the program's again, is given back. freed: the communicator goes
 * before that. */
static void left(int freed) {
  MDMP_Request r = MDMP_REQUEST_NULL;
  MPI_Comm comm = MPI_COMM_WORLD;
  double *a = aligned_alloc(PAGE, sizeof out);
  if (freed) {
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MDMP_Delta_init(comm);
  }
  if (me == 1) MDMP_Delta_recv(a, WORDS, MPI_DOUBLE, 0, TAG, comm, &r);
  announced();
  if (me == 0) {
    MDMP_Delta_send_begin(a, WORDS, MPI_DOUBLE, 1, TAG, comm, &r);
    write_words(a, 1, 0, HALF);
    write_words(other, 2, 0, SHORT);
    MPI_Send(other, SHORT, MPI_DOUBLE, 1, TAG, comm);
  } else {
    MDMP_Delta_wait(&r, MPI_STATUS_IGNORE);
    read_words(a, 2, 0, SHORT);
  }
  if (freed) MPI_Comm_free(&comm);
  if (me == 0) write_words(a, 1, HALF, WORDS);
  free(a);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  const char *what = argv[1], *how = argc > 2 ? argv[2] : "";
  if (strcmp(what, "right") == 0) right(strcmp(how, "slowly") == 0, strcmp(how, "again") == 0 || argc > 3);
  if (strcmp(what, "passed") == 0) passed(how);
  if (strcmp(what, "spoken") == 0) spoken(how);
  if (strcmp(what, "shorter") == 0) shorter(strcmp(how, "none") == 0 ? 0 : SIZED);
  if (strcmp(what, "before") == 0) before(how);
  if (strcmp(what, "filled") == 0) filled(how);
  if (strcmp(what, "thread") == 0) thread();
  if (strcmp(what, "used") == 0) used(how);
  if (strcmp(what, "left") == 0) left(strcmp(how, "freed") == 0);
  MPI_Barrier(MPI_COMM_WORLD);
  if (me == 0) printf("passed\n");
  MPI_Finalize();
  for (int k = 0; k < WORDS; k += 100) out[k] += 1;
  return 0;
}

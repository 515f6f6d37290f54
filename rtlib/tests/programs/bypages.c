/* Messages of the API that pages speak for: argv[1] says what is done. Rank 0 sends to rank 1. */
#define _GNU_SOURCE
#include <mpi.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bypages.h"

/* The whole buffer, forwards or backwards, and some values behind the message that stay. */
static void passes(const char *how, const char *used) {
  int back = strcmp(how, "back") == 0;
  for (int round = 0; round < ROUNDS; round++) {
    MDMP_Request r = MDMP_REQUEST_NULL;
    receiving(in, WORDS, &r);
    if (me == 0) {
      sending(out, WORDS, &r);
      for (int k = 0; k < WORDS; k++) write_words(out, round, back ? WORDS - 1 - k : k, (back ? WORDS - 1 - k : k) + 1);
    } else if (strcmp(used, "back") == 0) {
      for (int k = WORDS; k > 0; k -= 100) read_words(in, round, k - 100, k);
    } else if (strcmp(used, "data") == 0) {
      MDMP_Delta_wait_data(in, HALF * 8, 800);
      read_words(in, round, HALF, HALF + 100);
    } else if (strcmp(used, "on") == 0) {
      read_words(in, round, 0, WORDS);
    } else if (strcmp(used, "write") == 0) {
      in[HALF] = -1;
      read_words(in, round, 0, HALF);
      read_words(in, round, HALF + 1, WORDS);
      CHECK(in[HALF] == -1, "what was written to what has come: %g", in[HALF]);
    }
    over(&r, WORDS);
    if (me == 1 && strcmp(used, "write") == 0) in[HALF] = value(round, HALF);
    if (me == 1) read_words(in, round, 0, WORDS);
  }
}

/* Bytes are used before the sender has written the rest: it waits for that. */
static void early(void) {
  MDMP_Request r = MDMP_REQUEST_NULL;
  receiving(in, WORDS, &r);
  announced();
  if (me == 0) {
    sending(out, WORDS, &r);
    write_words(out, 1, 0, HALF + 8000);
    MPI_Barrier(MPI_COMM_WORLD);
    write_words(out, 1, HALF + 8000, WORDS);
  } else {
    read_words(in, 1, 0, HALF);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  over(&r, WORDS);
  if (me == 1) read_words(in, 1, 0, WORDS);
}

/* The message ends inside an increment of pages, and its last bytes come before it is complete: what lies behind them stays. */
static void shorter(void) {
  enum { N = 20003 };
  MDMP_Request r = MDMP_REQUEST_NULL;
  for (int k = 0; k < WORDS; k++) in[k] = -5;
  receiving(in, WORDS, &r);
  announced();
  if (me == 0) {
    MDMP_Delta_send_begin(out, N, MPI_DOUBLE, 1, TAG, MPI_COMM_WORLD, &r);
    write_words(out, 1, 0, N);
    for (int k = 0; k < N; k++) MDMP_Delta_send_data(r, (MPI_Aint)k * 8, 8);
    MPI_Barrier(MPI_COMM_WORLD);
  } else {
    read_words(in, 1, N - 1, N);
    for (int k = N; k < N + 400; k++) CHECK(in[k] == -5, "word %d behind what came: %g", k, in[k]);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  over(&r, N);
  if (me == 1) read_words(in, 1, 0, N);
  for (int k = N; k < WORDS; k++) CHECK(me == 0 || in[k] == -5, "word %d behind the message: %g", k, in[k]);
}

/* Partners that know nothing of it, sizes of all kinds, buffers that begin and end anywhere. */
static void mixed(void) {
  static const int sizes[] = {0, 1, 511, 512, 513, 2048, 2049, 5000, 8192, 20000, WORDS - 3, WORDS};
  for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++)
    for (int at = 0; at < 6; at += 3)
      for (int kind = 0; kind < 4; kind++) {
        MDMP_Request r = MDMP_REQUEST_NULL;
        int n = sizes[i] + at <= WORDS ? sizes[i] : WORDS - at, round = (int)i * 10 + at + kind;
        for (int k = 0; k < WORDS; k++) in[k] = -5;
        if (me == 1) {
          int room = kind == 1 ? WORDS - at : n;
          if (kind == 2) MPI_Recv(in + at, room, MPI_DOUBLE, 0, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
          else receiving(in + at, room, &r);
          if (kind != 2 && n > 0) CHECK(in[at + n / 2] == value(round, n / 2), "in the middle: %g", in[at + n / 2]);
        } else if (kind == 3) {
          write_words(out + at, round, 0, n);
          MPI_Ssend(out + at, n, MPI_DOUBLE, 1, TAG, MPI_COMM_WORLD);
        } else {
          sending(out + at, kind == 1 ? WORDS - at : n, &r);
          if (kind == 1) MDMP_Delta_send_size(r, n);
          write_words(out + at, round, 0, n);
        }
        if (kind != 2 || me == 0) over(&r, n);
        if (me == 1) {
          read_words(in + at, round, 0, n);
          for (int k = 0; k < WORDS; k++) CHECK((k >= at && k < at + n) || in[k] == -5, "word %d beside the message: %g", k, in[k]);
        }
      }
}

/* What came is sent on while it comes, by all kinds of calls. */
static void relays(void) {
  for (int round = 0; round < 6; round++) {
    MDMP_Request r = MDMP_REQUEST_NULL, s;
    MPI_Request q;
    receiving(in, WORDS, &r);
    if (me == 0) {
      sending(out, WORDS, &r);
      write_words(out, round, 0, WORDS);
      MDMP_Delta_wait(&r, MPI_STATUS_IGNORE);
      MPI_Recv(in, WORDS, MPI_DOUBLE, 1, ANSWER, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      read_words(in, round, 0, WORDS);
      continue;
    }
    switch (round) {
    case 0: MPI_Send(in, WORDS, MPI_DOUBLE, 0, ANSWER, MPI_COMM_WORLD); break;
    case 1:
      MPI_Isend(in, WORDS, MPI_DOUBLE, 0, ANSWER, MPI_COMM_WORLD, &q);
      MPI_Wait(&q, MPI_STATUS_IGNORE);
      break;
    case 2:
      MDMP_Delta_send_begin(in, WORDS, MPI_DOUBLE, 0, ANSWER, MPI_COMM_WORLD, &s);
      MDMP_Delta_send_data(s, 0, WORDS * 8);
      MDMP_Delta_wait(&s, MPI_STATUS_IGNORE);
      break;
    case 3:
      memcpy(other, in, sizeof in);
      MPI_Send(other, WORDS, MPI_DOUBLE, 0, ANSWER, MPI_COMM_WORLD);
      break;
    case 4: PMPI_Ssend(in, WORDS, MPI_DOUBLE, 0, ANSWER, MPI_COMM_WORLD); break;
    default:
      MDMP_Delta_send_begin(other, WORDS, MPI_DOUBLE, 0, ANSWER, MPI_COMM_WORLD, &s);
      MDMP_Delta_send_pages(s);
      for (int k = 0; k < WORDS; k++) other[k] = in[k];
      MDMP_Delta_wait(&s, MPI_STATUS_IGNORE);
    }
    over(&r, WORDS);
  }
}

static void *touch(void *a) {
  read_words(a, 1, 0, WORDS);
  return NULL;
}

static sigjmp_buf back;
static volatile sig_atomic_t handled;
static void on_fault(int sig) {
  (void)sig;
  handled++;
  siglongjmp(back, 1);
}

static int compare(const void *a, const void *b) { return *(const double *)a < *(const double *)b; }

/* What a program may do meanwhile. */
static void meanwhile(const char *what) {
  MDMP_Request r = MDMP_REQUEST_NULL;
  int to[2], status = 1, token = 7, sum = 0;
  pthread_t t;
  char *volatile nowhere = (char *)16;
  CHECK(pipe(to) == 0, "pipe");
  receiving(in, WORDS, &r);
  if (me == 0) {
    sending(out, WORDS, &r);
    write_words(out, 1, 0, HALF);
  }
  if (strcmp(what, "write") == 0) {
    if (me == 0) /* a system call writes to what is sent */
      CHECK(write(to[1], &(double){value(1, HALF)}, 8) == 8 && read(to[0], out + HALF, 8) == 8, "read");
    else
      CHECK(write(to[1], in + HALF, 8) == 8 && read(to[0], other, 8) == 8 && other[0] == value(1, HALF), "%g", other[0]);
  } else if (strcmp(what, "fork") == 0) {
    pid_t p = fork();
    if (p == 0) {
      if (me == 1) read_words(in, 1, 0, WORDS);
      else write_words(out, 7, 0, WORDS);
      _exit(0);
    }
    waitpid(p, &status, 0);
    CHECK(status == 0, "a child: %d", status);
  } else if (strcmp(what, "thread") == 0) {
    if (me == 1) MDMP_Delta_wait_data(in, 0, sizeof in);
    if (me == 1) pthread_create(&t, NULL, touch, in);
    if (me == 1) pthread_join(t, NULL);
  } else if (strcmp(what, "handler") == 0) {
    struct sigaction a = {.sa_handler = on_fault, .sa_flags = SA_NODEFER};
    sigaction(SIGSEGV, &a, NULL);
    if (sigsetjmp(back, 1) == 0) *nowhere = 1;
    CHECK(handled == 1, "%d faults", (int)handled);
    a.sa_handler = SIG_DFL;
    sigaction(SIGSEGV, &a, NULL);
  } else if (strcmp(what, "stack") == 0 || strcmp(what, "mask") == 0) {
    static char space[65536];
    stack_t own = {.ss_sp = space, .ss_size = sizeof space};
    sigset_t all;
    sigfillset(&all);
    if (strcmp(what, "stack") == 0) sigaltstack(&own, NULL);
    else sigprocmask(SIG_SETMASK, &all, NULL);
    if (me == 0) write_words(out, 1, HALF, WORDS);
    over(&r, WORDS);
    receiving(in, WORDS, &r); /* which is complete then */
    if (me == 0) sending(out, WORDS, &r);
  } else if (strcmp(what, "collective") == 0) {
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Allreduce(&token, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    CHECK(sum == 14, "a sum: %d", sum);
  } else if (strcmp(what, "print") == 0) {
    fprintf(stderr, "rank %d\n", me);
    free(malloc(10000000));
  } else if (strcmp(what, "later") == 0) { /* calls at which nobody can wait come first */
    fprintf(stderr, "rank %d\n", me);
    MPI_Barrier(MPI_COMM_WORLD);
    if (me == 1)
      CHECK(write(to[1], in + HALF, 8) == 8 && read(to[0], other, 8) == 8 && other[0] == value(1, HALF), "%g", other[0]);
  } else if (strcmp(what, "missing") == 0 && me == 1) {
    qsort(in, 10, 8, compare); /* not a function that may use what has not come */
  } else if (strcmp(what, "missing") == 0) {
    sleep(3);
  }
  if (me == 0) write_words(out, 1, HALF, WORDS);
  over(&r, WORDS);
  if (me == 1) read_words(in, 1, 0, WORDS);
  close(to[0]);
  close(to[1]);
}

/* What was left is written to again; given: the receiver has it by then. */
static void broken(int given) {
  MDMP_Request r = MDMP_REQUEST_NULL;
  if (given) receiving(in, WORDS, &r);
  else if (me == 1) MDMP_Delta_recv(in, WORDS, MPI_DOUBLE, 0, TAG, MPI_COMM_WORLD, &r);
  announced();
  if (me == 0) {
    sending(out, WORDS, &r);
    write_words(out, 1, 0, HALF);
    if (given) sleep(1);
    out[17] = -1;
    write_words(out, 1, HALF, WORDS);
  } else if (given) {
    read_words(in, 1, 17, 20);
  }
  over(&r, WORDS);
  if (me == 0) return;
  CHECK(in[17] == -1, "the word that was written to: %g", in[17]);
  in[17] = value(1, 17);
  read_words(in, 1, 0, WORDS);
}

/* Another message comes in between. */
static void passed(void) {
  MDMP_Request r = MDMP_REQUEST_NULL;
  MPI_Request q;
  receiving(in, WORDS, &r);
  if (me == 0) {
    sending(out, WORDS, &r);
    MPI_Isend(other, 1, MPI_DOUBLE, 1, TAG, MPI_COMM_WORLD, &q);
  }
  over(&r, WORDS);
}

/* Both ways at once, two messages each, in one loop. */
static void crossed(void) {
  MDMP_Request s[2], r[2];
  int peer = 1 - me;
  double *from[2] = {in, in + HALF / 512 * 512}, *to[2] = {out, out + HALF / 512 * 512};
  int n = HALF / 512 * 512;
  for (int round = 0; round < ROUNDS; round++) {
    for (int i = 0; i < 2; i++) {
      MDMP_Delta_send_begin(to[i], n, MPI_DOUBLE, peer, TAG + i, MPI_COMM_WORLD, &s[i]);
      MDMP_Delta_send_pages(s[i]);
    }
    for (int i = 0; i < 2; i++)
      for (int k = 0; k < n; k++) to[i][k] = value(round + i, k);
    for (int i = 0; i < 2; i++) MDMP_Delta_send_end(s[i]);
    for (int i = 0; i < 2; i++) MDMP_Delta_recv_pages(from[i], n, MPI_DOUBLE, peer, TAG + i, MPI_COMM_WORLD, &r[i]);
    for (int k = 0; k < n; k++) CHECK(from[0][k] + 1e6 == from[1][k], "word %d: %g %g", k, from[0][k], from[1][k]);
    for (int i = 0; i < 2; i++) MDMP_Delta_wait(&s[i], MPI_STATUS_IGNORE);
    for (int i = 1; i >= 0; i--) MDMP_Delta_wait(&r[i], MPI_STATUS_IGNORE);
    for (int i = 0; i < 2; i++) read_words(from[i], round + i, 0, n);
  }
}

/* A send that is never ended and a receive that is never waited for (nobody should): their memory is memory again in the end. */
static void left(int increments) {
  MDMP_Request s, r;
  if (increments) {
    receiving(in, WORDS, &r);
    announced();
    if (me == 1) return;
    sending(out, WORDS, &s);
    write_words(out, 1, 0, WORDS);
    MDMP_Delta_wait(&s, MPI_STATUS_IGNORE);
    return;
  }
  if (me == 0) MPI_Send(out, WORDS, MPI_DOUBLE, 1, TAG, MPI_COMM_WORLD);
  receiving(in, WORDS, &r);
  sending(other, WORDS, &s);
  MPI_Barrier(MPI_COMM_SELF);
}

/* Errors are MPI's. */
static void errors(void) {
  MDMP_Request r = MDMP_REQUEST_NULL;
  int code = MPI_SUCCESS;
  (void)code;
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  CHECK(MDMP_Delta_recv_pages(in, -1, MPI_DOUBLE, 0, TAG, MPI_COMM_WORLD, &r) != MPI_SUCCESS && r == MDMP_REQUEST_NULL, "count");
  CHECK(MDMP_Delta_send_pages(MDMP_REQUEST_NULL) == MPI_ERR_REQUEST, "no request");
  CHECK(MDMP_Delta_recv_pages(in, WORDS, MPI_DOUBLE, MPI_PROC_NULL, TAG, MPI_COMM_WORLD, &r) == MPI_SUCCESS, "nobody");
  CHECK(MDMP_Delta_send_pages(r) == MPI_ERR_REQUEST, "a receive");
  MDMP_Delta_wait(&r, MPI_STATUS_IGNORE);
#ifndef OPEN_MPI /* which writes beyond the end of such a receive, where processes share a machine */
  if (me == 0) { /* too long for its receive */
    MDMP_Delta_send_begin(out, WORDS, MPI_DOUBLE, 1, TAG, MPI_COMM_WORLD, &r);
    MDMP_Delta_send_pages(r);
    write_words(out, 1, 0, WORDS);
    CHECK(MDMP_Delta_wait(&r, MPI_STATUS_IGNORE) == MPI_SUCCESS, "send");
  } else {
    CHECK(MDMP_Delta_recv_pages(in, HALF / 512 * 512, MPI_DOUBLE, 0, TAG, MPI_COMM_WORLD, &r) == MPI_SUCCESS, "recv");
    in[3] = 1; /* it is memory again */
    code = MDMP_Delta_wait(&r, MPI_STATUS_IGNORE);
    CHECK(code != MPI_SUCCESS, "too long, and no error");
  }
#endif
}

int main(int argc, char **argv) {
  int np;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &np);
  const char *what = argv[1], *how = argc > 2 ? argv[2] : "";
  if (strcmp(what, "passes") == 0) passes(how, argv[3]);
  if (strcmp(what, "early") == 0) early();
  if (strcmp(what, "shorter") == 0) shorter();
  if (strcmp(what, "mixed") == 0) mixed();
  if (strcmp(what, "relays") == 0) relays();
  if (strcmp(what, "meanwhile") == 0) meanwhile(how);
  if (strcmp(what, "broken") == 0) broken(strcmp(how, "given") == 0);
  if (strcmp(what, "passed") == 0) passed();
  if (strcmp(what, "crossed") == 0) crossed();
  if (strcmp(what, "errors") == 0) errors();
  if (strcmp(what, "left") == 0) left(strcmp(how, "increments") == 0);
  if (strcmp(what, "errors") != 0) MPI_Barrier(MPI_COMM_WORLD);
  if (me == 0) printf("passed\n");
  MPI_Finalize();
  for (int k = 0; k < WORDS; k += 100) other[k] = in[k] += 1;
  return 0;
}

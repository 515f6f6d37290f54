/* Messages that pages speak for, where memory, stores and communicators meet in other ways than they expect: argv[1] says how. */
#include "bypages.h"

/* Rank 0 gives words to rank 1, which may give some back. */
static void gives(int round, int n, int back) {
  write_words(out, round, 0, n);
  MPI_Send(out, n, MPI_DOUBLE, 1, TAG, MPI_COMM_WORLD);
  if (back == 0) return;
  MPI_Recv(other, back, MPI_DOUBLE, 1, ANSWER, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  read_words(other, round, 0, back);
}

static void answering(const double *a, int n, MDMP_Request *s) {
  MDMP_Delta_send_begin(a, n, MPI_DOUBLE, 0, ANSWER, MPI_COMM_WORLD, s);
}

/* A receive into the second half of what is sent by pages. All that was watched before lay elsewhere. */
static void upon(void) {
  enum { FOUR = 4 * PAGE / 8 };
  MDMP_Request r, s;
  for (int round = 1; round <= 2; round++) {
    double *from = round == 1 ? other : in;
    int n = round * FOUR;
    if (me == 0) {
      gives(round, FOUR, 0);
      MPI_Recv(other, n, MPI_DOUBLE, 1, ANSWER, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      read_words(other, round, 0, FOUR);
      if (round == 2) read_words(other + FOUR, round, 0, FOUR);
      continue;
    }
    answering(from, n, &s);
    MDMP_Delta_send_pages(s);
    receiving(in + FOUR, FOUR, &r);
    read_words(in + FOUR, round, 0, FOUR);
    write_words(from, round, 0, FOUR);
    MDMP_Delta_wait(&s, MPI_STATUS_IGNORE);
    MDMP_Delta_wait(&r, MPI_STATUS_IGNORE);
  }
}

/* Memory that two messages use at once, where one is by pages. */
static void meets(const char *how) {
  MDMP_Request r = MDMP_REQUEST_NULL, s = MDMP_REQUEST_NULL;
  int twice = strncmp(how, "twice", 5) == 0, n = strcmp(how, "into") == 0 ? HALF : WORDS;
  if (me == 0) {
    gives(1, n, twice ? 0 : n);
    if (twice) gives(2, n, n);
    return;
  }
  if (!twice) answering(in, n, &s);
  if (n == HALF) {
    MDMP_Delta_send_pages(s);
    MDMP_Delta_recv(in, n, MPI_DOUBLE, 0, TAG, MPI_COMM_WORLD, &r);
  } else {
    receiving(in, n, &r);
  }
  if (n == HALF || twice) {
    if (strcmp(how, "twice") == 0) receiving(in, n, &s);
    else if (twice) MDMP_Delta_recv(in, n, MPI_DOUBLE, 0, TAG, MPI_COMM_WORLD, &s);
    else over(&r, n);
  }
  if (strcmp(how, "data") == 0) MDMP_Delta_send_data(s, 0, (MPI_Aint)n * 8);
  MDMP_Delta_wait(&s, MPI_STATUS_IGNORE);
  if (r != MDMP_REQUEST_NULL) over(&r, n);
  if (twice) MPI_Send(in, n, MPI_DOUBLE, 0, ANSWER, MPI_COMM_WORLD);
}

/* Stores that reach over the ends of pages, and copies that are written in any order: all is written once. */
static void stores(const char *how) {
  typedef double two __attribute__((vector_size(16), aligned(8)));
  enum { MORE = 9 * 2048 + 1000 };
  MDMP_Request r = MDMP_REQUEST_NULL;
  receiving(in, WORDS, &r);
  write_words(other, 3, 0, WORDS);
  announced();
  if (me == 0) {
    sending(out, WORDS, &r);
    if (strcmp(how, "wide") == 0) {
      out[0] = value(3, 0);
      for (int k = 1; k + 1 < WORDS; k += 2) *(two *)&out[k] = (two){value(3, k), value(3, k + 1)};
      out[WORDS - 1] = value(3, WORDS - 1);
    } else if (strcmp(how, "back") == 0) {
      out[WORDS - 1] = value(3, WORDS - 1);
      for (int k = WORDS - 3; k > 0; k -= 2) *(two *)&out[k] = (two){value(3, k), value(3, k + 1)};
      out[0] = value(3, 0);
    } else {
      for (int k = 0, n; k < WORDS; k += n) {
        n = WORDS - k < MORE ? WORDS - k : MORE;
        memcpy(out + k, other + k, (size_t)n / 2 * 8);
        for (int i = k + n / 2; i < k + n; i++) out[i] = value(3, i);
      }
    }
  }
  over(&r, WORDS);
  if (me == 1) read_words(in, 3, 0, WORDS);
}

/* The communicator goes while a message is under way that came in increments. */
static void freed(void) {
  MDMP_Request r = MDMP_REQUEST_NULL;
  MPI_Comm c;
  MPI_Comm_dup(MPI_COMM_WORLD, &c);
  MDMP_Delta_init(c);
  if (me == 1) MDMP_Delta_recv_pages(in, WORDS, MPI_DOUBLE, 0, TAG, c, &r);
  announced();
  if (me == 0) {
    MDMP_Delta_send_begin(out, WORDS, MPI_DOUBLE, 1, TAG, c, &r);
    MDMP_Delta_send_pages(r);
    write_words(out, 1, 0, WORDS);
    MDMP_Delta_wait(&r, MPI_STATUS_IGNORE);
  }
  MPI_Comm_free(&c);
  if (me == 0) return;
  read_words(in, 1, 0, WORDS);
  over(&r, WORDS);
}

int main(int argc, char **argv) {
  const char *what = argv[1], *how = argc > 2 ? argv[2] : "";
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  if (strcmp(what, "upon") == 0) upon();
  if (strcmp(what, "meets") == 0) meets(how);
  if (strcmp(what, "stores") == 0) stores(how);
  if (strcmp(what, "freed") == 0) freed();
  MPI_Barrier(MPI_COMM_WORLD);
  if (me == 0) printf("passed\n");
  MPI_Finalize();
  return 0;
}

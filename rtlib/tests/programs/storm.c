/* Many messages of the API: each rank sends to the next one, delta and plain messages of random sizes, several under way at once,
 * their bytes said in random ranges, by pages, at the end, or not at all; they are received by delta and plain receives in one order and completed in another. In between
 * stand other messages of the same communicators and tags, and collectives. Everything that is received is compared.
 *
 *   storm MESSAGES SEED [faults]     so many are sent by all ranks together, at least
 *
 * faults: now and then bytes that were said are written to, in messages of which nobody is given bytes before they are over, and
 * have their values again before the end, at once or later: what left meanwhile has to go again. */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "mdmp_delta.h"

enum { MOST = 9, WORDS = 5000, ROOM = 10 * 512, PAGE = 4096, OPEN = 3, RENEW = 40 };
enum { PLAIN, SYNC, WHOLE, PIECES, PAGES, SILENT, KINDS };      /* sends */
enum { PLAINLY, WAITED, NEEDED, TESTED, TOUCHED, HOWS };        /* receives */
enum { NOTHING, SENDRECV, REPLACE, WILD, WILD_TAG, MPROBE, IMPROBE, BETWEEN }; /* what else a round does */

struct message {
  int send, recv, tag, words, said, comm;
};

/* A message under way. */
struct sent {
  const struct message *m;
  MPI_Request mpi;
  MDMP_Request delta;
  int i, begun, ended;
  int spoiled; /* some of what was said has other values at the moment */
  char here[WORDS]; /* said */
  int left;
};

static int me, np, next, prev, faults;
static MPI_Comm comm[2];
static _Alignas(PAGE) double out[MOST][ROOM], in[MOST][ROOM];
static struct sent sent[MOST];

static void begin_numbers(uint64_t round, int rank) {
  state = round * 1000003 + (uint64_t)rank * 7919 + 7;
  for (int i = 0; i < 4; i++) pick(0, 1);
}

/* What rank sends in a round: both sides know it. */
static int script(uint64_t round, int rank, struct message *m) {
  begin_numbers(round, rank);
  int n = (int)pick(1, MOST);
  for (int i = 0; i < n; i++) {
    m[i].send = pick(0, 2) > 0 ? (int)pick(PIECES, SILENT) : (int)pick(0, KINDS - 1);
    m[i].recv = pick(0, 4) > 0 ? (int)pick(WAITED, TOUCHED) : PLAINLY;
    m[i].tag = (int)pick(3, 4);
    m[i].comm = (int)pick(0, 1);
    m[i].words = pick(0, 2) > 0 && m[i].send != SILENT ? (int)pick(0, 200) : (int)pick(0, WORDS);
    if (m[i].send == SILENT && pick(0, 7) == 0) m[i].words = 0;
    m[i].said = m[i].send < WHOLE || pick(0, 3) > 0 ? m[i].words : (int)pick(m[i].words, WORDS);
  }
  return n;
}

static double value(uint64_t round, int rank, int i, int k) {
  return (double)(round % 100000) * 1e8 + rank * 1e6 + i * 1e5 + k;
}

static void compare(uint64_t round, int i, const struct message *m, const MPI_Status *s) {
  int count = -1;
  MPI_Get_count(s, MPI_DOUBLE, &count);
  CHECK(count == m->words && s->MPI_SOURCE == prev && s->MPI_TAG == m->tag, "round %d message %d: %d words of %d, from %d, tag %d",
        (int)round, i, count, m->words, s->MPI_SOURCE, s->MPI_TAG);
  for (int k = 0; k < m->words; k++)
    CHECK(in[i][k] == value(round, prev, i, k), "round %d message %d word %d: %.0f", (int)round, i, k, in[i][k]);
  for (int k = m->words; k < WORDS && k < m->words + 64; k++)
    CHECK(in[i][k] == -1, "round %d message %d word %d behind it", (int)round, i, k);
}

/* ---- sends ---- */

static void write_words(uint64_t round, int i, int from, int to) {
  for (int k = from; k < to; k++) out[i][k] = value(round, me, i, k);
}

static void end(struct sent *s) {
  if (s->m->send >= WHOLE && !s->ended) CHECK(MDMP_Delta_send_end(s->delta) == MPI_SUCCESS, "end");
  s->ended = 1;
}

static void shrink(const struct sent *s) {
  if (s->m->said > s->m->words) CHECK(MDMP_Delta_send_size(s->delta, s->m->words) == MPI_SUCCESS, "size");
}

static void begin(uint64_t round, struct sent *s, const struct message *m, int i) {
  memset(s, 0, sizeof *s);
  s->m = m;
  s->i = i;
  s->begun = 1;
  if (m->send >= PIECES) {
    s->left = m->words;
  } else {
    write_words(round, i, 0, m->words);
    s->ended = m->send != WHOLE;
  }
  if (m->send == PLAIN)
    MPI_Isend(out[i], m->words, MPI_DOUBLE, next, m->tag, comm[m->comm], &s->mpi);
  else if (m->send == SYNC)
    MPI_Issend(out[i], m->words, MPI_DOUBLE, next, m->tag, comm[m->comm], &s->mpi);
  else
    MDMP_Delta_send_begin(out[i], m->said, MPI_DOUBLE, next, m->tag, comm[m->comm], &s->delta);
  if (m->send == PAGES) CHECK(MDMP_Delta_send_pages(s->delta) == MPI_SUCCESS, "pages");
  if (m->send >= WHOLE && m->send != SILENT) shrink(s);
}

/* What was said has its values again. */
static void mend(uint64_t round, struct sent *s) {
  for (int k = 0; s->spoiled && k < s->m->words; k++)
    if (s->here[k]) write_words(round, s->i, k, k + 1);
  s->spoiled = 0;
}

static void spoil(uint64_t round, struct sent *s, int from, int to) {
  if (s->m->recv == NEEDED || s->m->recv == TOUCHED || from == to) return;
  for (int k = from + (int)pick(0, to - from - 1), n = (int)pick(1, 60); k < to && n > 0; k++, n--) out[s->i][k] = -2 - (double)k;
  s->spoiled = 1;
  if (pick(0, 1)) mend(round, s);
}

/* Writes some more of it, on or back. */
static void write_on(uint64_t round, struct sent *s) {
  int n = (int)pick(1, 700), done = s->m->words - s->left;
  if (n > s->left) n = s->left;
  for (; n > 0; n--, done++, s->left--) {
    int k = s->i % 2 == 0 ? done : s->left - 1;
    write_words(round, s->i, k, k + 1);
  }
}

/* Nobody has promised anything: writes where it will be written again, or behind the message. */
static void misbehave(const struct sent *s) {
  if (s->m->said == 0 || pick(0, 3) > 0) return;
  for (int n = (int)pick(0, 60), k = (int)pick(0, s->m->said - 1); n > 0 && k < s->m->said; n--, k++) out[s->i][k] = -3;
}

/* Its values as they are to be; perhaps the program speaks after all. */
static void make_good(uint64_t round, const struct sent *s) {
  int words = s->m->words;
  write_words(round, s->i, 0, words);
  if (words > 0 && pick(0, 3) == 0) CHECK(MDMP_Delta_send_data(s->delta, 0, (MPI_Aint)words * 8) == MPI_SUCCESS, "send_data");
  shrink(s);
}

/* Writes and says some more of it, now and then what was said already; what is not said is written at the end. */
static void advance(uint64_t round, struct sent *s) {
  if (s->m->send == SILENT) misbehave(s);
  if (s->m->send >= PAGES) {
    write_on(round, s);
    return;
  }
  int from = (int)pick(0, s->m->words - 1), n = (int)pick(1, 700), to = from;
  if (pick(0, 3) > 0) /* on, rather than anywhere */
    for (int k = 0; k < s->m->words && s->here[from]; k++) from = (from + 1) % s->m->words;
  for (to = from; to < s->m->words && to < from + n; to++) {
    if (!s->here[to]) {
      write_words(round, s->i, to, to + 1);
      s->left--;
    }
    s->here[to] = 1;
  }
  CHECK(MDMP_Delta_send_data(s->delta, (MPI_Aint)from * 8, (MPI_Aint)(to - from) * 8) == MPI_SUCCESS, "send_data");
  if (faults && pick(0, 7) == 0) spoil(round, s, from, to);
}

static void finish(uint64_t round, struct sent *s) {
  if (s->ended) return;
  while (s->left > 0 && (s->m->send >= PAGES || pick(0, 20) > 0)) advance(round, s);
  for (int n = 20; s->m->send == SILENT && s->m->words == 0 && n > 0; n--) misbehave(s); /* of which nothing is sent */
  if (s->m->send == SILENT) make_good(round, s);
  for (int k = 0; k < s->m->words && s->left > 0; k++)
    if (!s->here[k]) write_words(round, s->i, k, k + 1);
  mend(round, s);
  end(s);
}

static int same_sequence(const struct message *a, const struct message *b) { return a->tag == b->tag && a->comm == b->comm; }

/* One that nobody speaks for may be begun, and written, before those that end before it. */
static void ahead(uint64_t round, const struct message *m, int i) {
  if (m[i].send != SILENT || m[i].words == 0 || sent[i].begun) return;
  begin(round, &sent[i], &m[i], i);
  for (int64_t steps = pick(0, 6); steps > 0 && sent[i].left > 0; steps--) advance(round, &sent[i]);
}

static void send_all(uint64_t round, const struct message *m, int n) {
  int open[OPEN], opened = 0;
  for (int i = 0; i < n; i++) sent[i].begun = 0;
  for (int i = 0; i < n; i++) {
    if (i + 1 < n && pick(0, 1) == 0) ahead(round, m, i + 1);
    for (int k = 0; k < opened; k++) /* their turn comes first */
      if (same_sequence(sent[open[k]].m, &m[i])) {
        finish(round, &sent[open[k]]);
        open[k--] = open[--opened];
      }
    if (!sent[i].begun) begin(round, &sent[i], &m[i], i);
    if (m[i].send < PIECES || m[i].words == 0) {
      finish(round, &sent[i]);
      continue;
    }
    if (opened == OPEN) {
      finish(round, &sent[open[0]]);
      open[0] = open[--opened];
    }
    open[opened++] = i;
    for (int64_t steps = pick(0, 12); steps > 0; steps--) {
      struct sent *s = &sent[open[pick(0, opened - 1)]];
      if (s->left > 0) advance(round, s);
    }
  }
  while (opened > 0) finish(round, &sent[open[--opened]]);
}

static void complete_sends(int n) {
  for (int i = 0; i < n; i++) {
    if (sent[i].m->send < WHOLE)
      MPI_Wait(&sent[i].mpi, MPI_STATUS_IGNORE);
    else
      MDMP_Delta_wait(&sent[i].delta, MPI_STATUS_IGNORE);
  }
}

/* ---- receives ---- */

static void complete(uint64_t round, int i, const struct message *m, MPI_Request *mpi, MDMP_Request *delta) {
  MPI_Status s;
  int over = 0;
  for (int k = m->words - 1; m->recv == NEEDED && k >= 0; k -= (int)pick(1, 900)) {
    int at = pick(0, 1) ? k : m->words - 1 - k, to = at + (int)pick(1, 100);
    if (to > m->words) to = m->words;
    MDMP_Delta_wait_data(in[i], (MPI_Aint)at * 8, (MPI_Aint)(to - at) * 8);
    for (; at < to; at++) CHECK(in[i][at] == value(round, prev, i, at), "round %d message %d word %d needed", (int)round, i, at);
  }
  for (int k = 0; m->recv == TOUCHED && k < m->words; k += (int)pick(1, 1500)) {
    int at = i % 2 ? m->words - 1 - k : k;
    CHECK(in[i][at] == value(round, prev, i, at), "round %d message %d word %d touched", (int)round, i, at);
  }
  while (m->recv == TESTED && !over) MDMP_Delta_test(delta, &over, &s);
  if (m->recv == PLAINLY)
    MPI_Wait(mpi, &s);
  else if (!over)
    MDMP_Delta_wait(delta, &s);
  compare(round, i, m, &s);
}

static void post(int i, const struct message *m, MPI_Request *mpi, MDMP_Request *delta) {
  int room = pick(0, 3) > 0 ? ROOM : m->words;
  if (m->recv == PLAINLY)
    MPI_Irecv(in[i], WORDS, MPI_DOUBLE, prev, m->tag, comm[m->comm], mpi);
  else if (m->recv == TOUCHED)
    MDMP_Delta_recv_pages(in[i], room, MPI_DOUBLE, prev, m->tag, comm[m->comm], delta);
  else
    MDMP_Delta_recv(in[i], room, MPI_DOUBLE, prev, m->tag, comm[m->comm], delta);
}

/* A receive by pages may wait, so it stands behind the sends; so do those behind it on its sequence. */
static void find_late(const struct message *m, int n, int *late) {
  for (int i = 0; i < n; i++) {
    late[i] = m[i].recv == TOUCHED;
    for (int k = 0; k < i; k++) late[i] |= late[k] && same_sequence(&m[k], &m[i]);
  }
}

/* In any order, but for the late ones, which were received. */
static void complete_receives(uint64_t round, const struct message *m, int n, const int *late, MPI_Request *mpi, MDMP_Request *delta) {
  int order[MOST];
  for (int i = 0; i < n; i++) order[i] = i;
  for (int i = n - 1; i > 0; i--) {
    int k = (int)pick(0, i), t = order[i];
    order[i] = order[k];
    order[k] = t;
  }
  for (int i = 0; i < n; i++)
    if (!late[order[i]]) complete(round, order[i], &m[order[i]], &mpi[order[i]], &delta[order[i]]);
}

static void receive_late(uint64_t round, const struct message *m, int n, const int *late) {
  MPI_Request mpi = MPI_REQUEST_NULL;
  MDMP_Request delta = MDMP_REQUEST_NULL;
  for (int i = 0; i < n; i++) {
    if (!late[i]) continue;
    post(i, &m[i], &mpi, &delta);
    complete(round, i, &m[i], &mpi, &delta);
  }
}

/* ---- what else a round does, the same on all ranks ---- */

static void probe(int how, int tag, MPI_Comm c, int *got) {
  MPI_Message message;
  MPI_Status s;
  int flag = how == MPROBE;
  if (flag) MPI_Mprobe(prev, tag, c, &message, &s);
  while (!flag) MPI_Improbe(MPI_ANY_SOURCE, tag, c, &flag, &message, &s);
  MPI_Mrecv(got, 1, MPI_INT, &message, &s);
}

static void between(int what, int tag, MPI_Comm c) {
  int mine = me * 10 + tag, got = -1;
  MPI_Request r = MPI_REQUEST_NULL;
  if (what == SENDRECV) MPI_Sendrecv(&mine, 1, MPI_INT, next, tag, &got, 1, MPI_INT, prev, tag, c, MPI_STATUS_IGNORE);
  if (what == REPLACE) {
    got = mine;
    MPI_Sendrecv_replace(&got, 1, MPI_INT, next, tag, MPI_ANY_SOURCE, tag, c, MPI_STATUS_IGNORE);
  }
  if (what > REPLACE) MPI_Isend(&mine, 1, MPI_INT, next, tag, c, &r);
  if (what == WILD) MPI_Recv(&got, 1, MPI_INT, MPI_ANY_SOURCE, tag, c, MPI_STATUS_IGNORE);
  if (what == WILD_TAG) MPI_Recv(&got, 1, MPI_INT, prev, MPI_ANY_TAG, c, MPI_STATUS_IGNORE);
  if (what == MPROBE || what == IMPROBE) probe(what, tag, c, &got);
  MPI_Wait(&r, MPI_STATUS_IGNORE);
  CHECK(what == NOTHING || got == prev * 10 + tag, "%d between: %d", what, got);
}

static void collective(int which) {
  int mine = 1, all = 0;
  if (which == 0) MPI_Barrier(comm[0]);
  if (which == 1) MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_SUM, comm[1]);
  if (which == 1) CHECK(all == np, "a sum: %d", all);
  if (which == 2) MPI_Bcast(&all, 1, MPI_INT, 0, comm[0]);
}

static int play(uint64_t round) {
  struct message mine[MOST], theirs[MOST];
  MPI_Request mpi[MOST];
  MDMP_Request delta[MOST];
  int late[MOST], n = script(round, me, mine), m = script(round, prev, theirs);
  find_late(theirs, m, late);
  begin_numbers(round, 4711); /* the same on all */
  int what = (int)pick(NOTHING, BETWEEN - 1), tag = (int)pick(3, 4), which = (int)pick(0, 1), first = (int)pick(0, 5), then = (int)pick(0, 5);
  begin_numbers(round, 100 + me);
  for (int i = 0; i < m; i++) {
    for (int k = 0; k < WORDS && k < theirs[i].words + 64; k++) in[i][k] = -1;
    if (!late[i]) post(i, &theirs[i], &mpi[i], &delta[i]);
  }
  collective(first);
  send_all(round, mine, n);
  receive_late(round, theirs, m, late);
  collective(then);
  between(what, tag, comm[which]);
  complete_receives(round, theirs, m, late, mpi, delta);
  complete_sends(n);
  return n;
}

static void renew(void) {
  MPI_Comm_free(&comm[1]);
  MPI_Comm_dup(MPI_COMM_WORLD, &comm[1]);
  MDMP_Delta_init(comm[1]);
}

int main(int argc, char **argv) {
  long mine = 0, all = 0, most = argc > 1 ? atol(argv[1]) : 2000;
  uint64_t round = argc > 2 ? (uint64_t)atol(argv[2]) * 1000000 : 0;
  faults = argc > 3;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &np);
  next = (me + 1) % np;
  prev = (me + np - 1) % np;
  comm[0] = MPI_COMM_WORLD;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm[1]);
  MDMP_Delta_init(comm[1]);
  for (; all < most; round++) {
    mine += play(round);
    if (round % RENEW == RENEW - 1) {
      renew();
      MPI_Allreduce(&mine, &all, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    }
  }
  MPI_Comm_free(&comm[1]);
  if (me == 0) printf("%ld messages passed\n", all);
  MPI_Finalize();
  return 0;
}

/* The calls that events of random.c make. */
#include "random.h"

static MPI_Request late[4 * EVENTS]; /* sends that are waited for later */
static int late_n;

void settle(void) {
  OK(MPI_Waitall(late_n, late, MPI_STATUSES_IGNORE));
  late_n = 0;
}

/* Writes what is to be sent: all of it, a part, nothing, or all and then a little again. */
static void write_slot(const struct event *e, unsigned char *p, uint64_t content) {
  size_t n = (size_t)e->bytes;
  if (n == 0) return;
  switch (e->change) {
    case 0: produce(p, n, content, 0); break;
    case 1: produce(p + n / 3, n - n / 3, content, 2); break;
    case 2: p[n / 2]++; break;
    case 3: break;
    default: produce(p, n, content, 3);
  }
  usleep((useconds_t)e->pause);
  if (e->change == 4)
    for (size_t i = content % 4096; i < n; i += 20000) p[i] ^= 0x5a;
}

static void wait_soon(MPI_Request *q, bool later) {
  if (later && late_n < (int)(sizeof late / sizeof late[0])) late[late_n++] = *q;
  else OK(MPI_Wait(q, MPI_STATUS_IGNORE));
}

void send_event(const struct event *e, uint64_t content) {
  unsigned char *p = slots[e->slot] + e->shift;
  MPI_Comm c = comms[e->comm];
  MPI_Request q;
  MPI_Datatype t;
  int n = e->bytes;
  settle();
  write_slot(e, p, content);
  switch (e->send) {
    case 1: OK(MPI_Ssend(p, n, MPI_BYTE, e->to, e->tag, c)); break;
    case 2: OK(MPI_Bsend(p, n, MPI_BYTE, e->to, e->tag, c)); break;
    case 3: OK(MPI_Isend(p, n, MPI_BYTE, e->to, e->tag, c, &q)), wait_soon(&q, false); break;
    case 4: OK(MPI_Issend(p, n, MPI_BYTE, e->to, e->tag, c, &q)), wait_soon(&q, true); break;
    case 5: OK(MPI_Ibsend(p, n, MPI_BYTE, e->to, e->tag, c, &q)), wait_soon(&q, false); break;
    case 6: OK(MPI_Sendrecv(p, n, MPI_BYTE, e->to, e->tag, NULL, 0, MPI_BYTE, MPI_PROC_NULL, 0, c, MPI_STATUS_IGNORE)); break;
    case 7:
      OK(MPI_Ssend_init(p, n, MPI_BYTE, e->to, e->tag, c, &q)), OK(MPI_Start(&q));
      OK(MPI_Wait(&q, MPI_STATUS_IGNORE)), OK(MPI_Request_free(&q));
      break;
    case 8:
      OK(MPI_Type_contiguous(n, MPI_BYTE, &t)), OK(MPI_Type_commit(&t));
      OK(MPI_Send(p, 1, t, e->to, e->tag, c)), OK(MPI_Type_free(&t));
      break;
    case 9: OK(MPI_Isend(p, n, MPI_BYTE, e->to, e->tag, c, &q)), wait_soon(&q, true); break;
    default: OK(MPI_Send(p, n, MPI_BYTE, e->to, e->tag, c));
  }
}

enum { POSTED = 4 };

static unsigned char *posted_in[POSTED];
static MPI_Request posted[POSTED];
static int posted_n, ends;

/* Posts a receive and leaves it alone. */
static void post(const struct event *e) {
  if (posted_n == POSTED) complete_posted();
  if (posted_in[posted_n] == NULL) posted_in[posted_n] = malloc(MOST + BEHIND);
  memset(posted_in[posted_n], 0xcd, MOST + BEHIND);
  OK(MPI_Irecv(posted_in[posted_n], MOST, MPI_BYTE, e->from, e->tag, comms[e->comm], &posted[posted_n]));
  posted_n++;
  usleep((useconds_t)e->pause);
}

void complete_posted(void) {
  MPI_Status all_of[POSTED], s[POSTED];
  int which[POSTED], n = 0, flag = 0;
  for (int left = posted_n, how = ends++; left > 0; left -= n) {
    n = 1;
    switch (how % 6) {
      case 0: OK(MPI_Waitany(posted_n, posted, which, s)); break;
      case 1: OK(MPI_Waitsome(posted_n, posted, &n, which, s)); break;
      case 2: for (flag = 0; !flag;) OK(MPI_Testany(posted_n, posted, which, &flag, s)); break;
      case 3: OK(MPI_Testsome(posted_n, posted, &n, which, s)); break;
      case 4: for (flag = 0; !flag;) OK(MPI_Request_get_status(posted[posted_n - left], &flag, s)); /* and then */ /* fallthrough */
      default: which[0] = posted_n - left, OK(MPI_Wait(&posted[which[0]], s));
    }
    for (int i = 0; i < n; i++) all_of[which[i]] = s[i];
  }
  for (int i = 0; i < posted_n; i++) mix_status(&all_of[i]), mix_bytes(posted_in[i], MOST + BEHIND);
  posted_n = 0;
}

/* Finds the message by a probe first. */
static void probe(const struct event *e, MPI_Comm c, MPI_Status *s) {
  MPI_Message m;
  int flag = 0;
  switch (e->recv) {
    case 3: OK(MPI_Probe(e->from, e->tag, c, s)), mix_status(s); break;
    case 4: while (!flag) OK(MPI_Iprobe(e->from, e->tag, c, &flag, s)); break;
    default:
      OK(MPI_Mprobe(e->from, e->tag, c, &m, s)), mix_status(s);
      OK(MPI_Mrecv(in, MOST, MPI_BYTE, &m, s));
      return;
  }
  OK(MPI_Recv(in, MOST, MPI_BYTE, e->from, e->tag, c, s));
}

/* Gives a receive up, and receives in another way then what has not come. */
static void give_up(const struct event *e, MPI_Comm c, MPI_Status *s) {
  MPI_Request q;
  int cancelled;
  OK(MPI_Irecv(in, MOST, MPI_BYTE, e->from, e->tag, c, &q));
  usleep((useconds_t)e->pause);
  OK(MPI_Cancel(&q)), OK(MPI_Wait(&q, s)), OK(MPI_Test_cancelled(s, &cancelled));
  if (cancelled) OK(MPI_Recv(in, MOST, MPI_BYTE, e->from, e->tag, c, s));
}

void recv_event(const struct event *e) {
  MPI_Comm c = comms[e->comm];
  MPI_Request q;
  MPI_Status s;
  MPI_Datatype t;
  if (e->recv > 11) {
    post(e);
    return;
  }
  memset(in, 0xcd, MOST + BEHIND);
  switch (e->recv) {
    case 1: OK(MPI_Recv(in, MOST, MPI_BYTE, MPI_ANY_SOURCE, e->tag, c, &s)); break;
    case 2: OK(MPI_Irecv(in, MOST, MPI_BYTE, e->from, e->tag, c, &q)), OK(MPI_Wait(&q, &s)); break;
    case 3:
    case 4:
    case 5: probe(e, c, &s); break;
    case 6:
      OK(MPI_Recv_init(in, MOST, MPI_BYTE, e->from, e->tag, c, &q)), OK(MPI_Start(&q));
      OK(MPI_Wait(&q, &s)), OK(MPI_Request_free(&q));
      break;
    case 7: OK(MPI_Irecv(in, MOST, MPI_BYTE, MPI_ANY_SOURCE, e->tag, c, &q)), OK(MPI_Wait(&q, &s)); break;
    case 8:
      if (e->slot == 1) OK(MPI_Sendrecv_replace(in, MOST, MPI_BYTE, MPI_PROC_NULL, 0, e->from, e->tag, c, &s));
      else OK(MPI_Sendrecv(NULL, 0, MPI_BYTE, MPI_PROC_NULL, 0, in, MOST, MPI_BYTE, e->from, e->tag, c, &s));
      break;
    case 9: OK(MPI_Recv(in, MOST + BEHIND, MPI_BYTE, e->from, e->tag, c, &s)); break;
    case 10:
      OK(MPI_Type_contiguous(MOST, MPI_BYTE, &t)), OK(MPI_Type_commit(&t));
      OK(MPI_Recv(in, 1, t, e->from, e->tag, c, &s)), OK(MPI_Type_free(&t));
      break;
    case 11: give_up(e, c, &s); break;
    default: OK(MPI_Recv(in, MOST, MPI_BYTE, e->from, e->tag, c, &s));
  }
  mix_status(&s);
  mix_bytes(in, MOST + BEHIND);
}

/* Draws programs and runs them, see random.h: random SEED COUNT. */
#include "random.h"

int me, all;
uint64_t seen = 1;
MPI_Comm comms[COMMS];
unsigned char *slots[SLOTS], *in;

static uint64_t state;

unsigned drawn(unsigned below) {
  state = scramble(state + 0x9e3779b97f4a7c15u);
  return (unsigned)(state >> 33) % below;
}

static bool rarely(void) { return drawn(9) == 0; }

static int length(void) {
  static const int sizes[] = {0, 64, 4096, 4097, 5000, 20000, 65536, 70001, MOST, MOST};
  return sizes[drawn(sizeof sizes / sizeof sizes[0])];
}

static void draw_comms(void) {
  comms[0] = MPI_COMM_WORLD;
  OK(MPI_Comm_dup(MPI_COMM_WORLD, &comms[1]));
  OK(MPI_Comm_split(comms[drawn(2)], 0, drawn(2) ? -me : me, &comms[2]));
}

static void free_comms(void) {
  for (int i = 1; i < COMMS; i++) OK(MPI_Comm_free(&comms[i]));
}

static struct event draw(int number) {
  struct event e = {.what = drawn(4) == 0 ? 1 + (int)drawn(4) : MESSAGE, .comm = (int)drawn(COMMS), .tag = (int)drawn(3), .bytes = length()};
  e.from = (int)drawn((unsigned)all);
  e.to = (e.from + 1 + (int)drawn((unsigned)all - 1)) % all;
  if (e.what > COLLECTIVE) e.what = COLLECTIVE;
  e.send = e.what == COLLECTIVE || drawn(3) == 0 ? (int)drawn(10) : 0;
  e.recv = drawn(2) ? 0 : (int)drawn(14);
  if (e.recv == 1) e.tag = 100 + e.from; /* nobody else sends this one: from any source it is certain */
  if (e.recv == 7) e.tag = 200 + number;
  e.slot = (int)drawn(SLOTS);
  e.shift = (int)drawn(3) * 8;
  e.change = (int)drawn(5);
  e.pause = (int)drawn(4) * 300;
  return e;
}

/* One round may be another one. */
static struct event vary(struct event e, int number) {
  if (rarely()) e.bytes = length();
  if (rarely()) e.slot = (int)drawn(SLOTS);
  if (rarely()) e.change = (int)drawn(5);
  if (rarely() && e.recv != 7 && e.recv != 1) e.recv = (int)drawn(2) ? 2 : 3;
  if (rarely()) e.send = (int)drawn(10);
  if (rarely() && drawn(4) == 0) e = draw(number);
  return e;
}

static void ring(const struct event *e, uint64_t content) {
  int here, size;
  MPI_Status s;
  OK(MPI_Comm_rank(comms[e->comm], &here));
  OK(MPI_Comm_size(comms[e->comm], &size));
  settle();
  produce(slots[e->slot], (size_t)e->bytes, content + (uint64_t)here, 0);
  memset(in, 0xcd, (size_t)e->bytes);
  OK(MPI_Sendrecv(slots[e->slot], e->bytes, MPI_BYTE, (here + 1) % size, 50, in, e->bytes, MPI_BYTE, (here + size - 1) % size, 50, comms[e->comm], &s));
  mix_status(&s);
  mix_bytes(in, (size_t)e->bytes);
}

static void self(const struct event *e, uint64_t content) {
  MPI_Request q;
  MPI_Status s;
  int here;
  settle();
  OK(MPI_Comm_rank(comms[e->comm], &here));
  produce(slots[e->slot], (size_t)e->bytes, content, 0);
  OK(MPI_Isend(slots[e->slot], e->bytes, MPI_BYTE, here, 60, comms[e->comm], &q));
  OK(MPI_Recv(in, MOST, MPI_BYTE, here, 60, comms[e->comm], &s));
  OK(MPI_Wait(&q, MPI_STATUS_IGNORE));
  mix_status(&s);
  mix_bytes(in, (size_t)e->bytes);
}

static void run_event(const struct event *e, uint64_t content) {
  int here;
  OK(MPI_Comm_rank(comms[e->comm], &here));
  switch (e->what) {
    case RING: ring(e, content); break;
    case SELF: self(e, content); break;
    case COLLECTIVE: settle(), collective_event(e, content); break;
    default:
      if (here == e->from) send_event(e, content);
      if (here == e->to) recv_event(e);
  }
}

static void run(uint64_t seed) {
  state = scramble(seed * 77 + 5);
  struct event events[EVENTS];
  int n = 1 + (int)drawn(EVENTS), rounds = 6 + (int)drawn(10);
  draw_comms();
  for (int i = 0; i < n; i++) events[i] = draw(i);
  for (int r = 0; r < rounds; r++) {
    struct event now[EVENTS];
    for (int i = 0; i < n; i++) now[i] = vary(events[i], i);
    for (int i = 0; i < n; i++) run_event(&now[i], seed * 1000 + (uint64_t)(r * EVENTS + i));
    if (drawn(3)) complete_posted(); /* else they may outlive their communicator */
    if (drawn(8) == 0) settle(), free_comms(), draw_comms();
  }
  complete_posted();
  settle();
  free_comms();
}

int main(int argc, char **argv) {
  begin(&argc, &argv, MPI_THREAD_SINGLE);
  uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
  int count = argc > 2 ? atoi(argv[2]) : 1, size;
  char *room = malloc(64 * MOST);
  for (int i = 0; i < SLOTS; i++) slots[i] = calloc(1, MOST + 64);
  in = calloc(1, MOST + BEHIND);
  OK(MPI_Buffer_attach(room, 64 * MOST));
  for (int i = 0; i < count; i++) {
    run(seed + (uint64_t)i);
    printf("rank %d, program %d: %016llx\n", me, (int)seed + i, (unsigned long long)seen);
  }
  OK(MPI_Buffer_detach(&room, &size));
  end();
  return 0;
}

/* Connections of those who ask: see call.h. */
#include "call.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "bytes.h"
#include "clock.h"
#include "memory.h"
#include "peer.h"
#include "state.h"

static void hang_up(struct pf_call *c) {
  if (c->fd >= 0) close(c->fd);
  c->fd = -1;
}

static void die(struct pf_call *c) {
  hang_up(c);
  c->state = PF_DEAD;
  c->out_n = 0;
}

static void put(struct pf_call *c, const struct pf_frame *f) {
  if (c->out_n + sizeof *f > sizeof c->out) { /* nobody reads there */
    die(c);
    return;
  }
  memcpy(c->out + c->out_n, f, sizeof *f);
  c->out_n += sizeof *f;
}

static void flush(struct pf_call *c) {
  if (c->state != PF_OPEN || c->out_n == 0) return;
  ssize_t n = send(c->fd, c->out, c->out_n, MSG_NOSIGNAL);
  if (n < 0) {
    if (errno != EAGAIN && errno != EINTR) die(c);
    return;
  }
  c->out_n -= (size_t)n;
  memmove(c->out, c->out + n, c->out_n);
}

static void dial(struct pf_call *c);

/* There is somebody: but who? Nothing is asked before that is known, so what was asked went to the peer. */
static void greet(struct pf_call *c) {
  struct pf_meeting *m = &c->meeting;
  *m = (struct pf_meeting){.asker = (uint64_t)pf.rank, .answerer = (uint64_t)c->peer};
  if (!pf_draw(m->drawn[0])) {
    die(c);
    return;
  }
  struct pf_frame hello = {.kind = PF_HELLO, .ask = PF_VERSION, .number = m->asker, .to = c->peer, .name = {m->drawn[0][0], m->drawn[0][1]}};
  c->state = PF_GREETS;
  c->since = pf_now();
  c->got = 0;
  if (send(c->fd, &hello, sizeof hello, MSG_NOSIGNAL) != (ssize_t)sizeof hello) dial(c); /* it has room for so much */
}

/* Tries the next address of the peer. */
static void dial(struct pf_call *c) {
  const struct pf_peer *p = &pf.peers[c->peer];
  bool here = p->machine == pf.peers[pf.rank].machine;
  hang_up(c);
  c->state = PF_CONNECTING;
  pf.polled = false; /* the answering thread may wait for the one before */
  unsigned i = c->tried++;
  uint32_t address = here ? htonl(INADDR_LOOPBACK) : i < PF_ADDRESSES ? p->address[i] : 0;
  if (address == 0 || (here && i > 0)) {
    die(c);
    return;
  }
  struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = address, .sin_port = (in_port_t)p->port};
  int one = 1;
  c->since = pf_now();
  c->fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (c->fd < 0) {
    die(c);
    return;
  }
  setsockopt(c->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  if (connect(c->fd, (struct sockaddr *)&at, sizeof at) == 0) greet(c);
  else if (errno != EINPROGRESS) dial(c);
}

/* Looks whether the connection stands now. */
static void connecting(struct pf_call *c) {
  enum { PATIENCE = 1000000 };
  struct pollfd p = {.fd = c->fd, .events = POLLOUT};
  int error = 0;
  socklen_t n = sizeof error;
  if (poll(&p, 1, 0) <= 0) {
    if (pf_now() - c->since > PATIENCE) dial(c);
    return;
  }
  if (getsockopt(c->fd, SOL_SOCKET, SO_ERROR, &error, &n) != 0 || error != 0) dial(c);
  else greet(c);
}

/* Sends what was asked for, if it is the peer who is there. */
static bool open_to(struct pf_call *c) {
  struct pf_meeting *m = &c->meeting;
  m->drawn[1][0] = c->in.number;
  m->drawn[1][1] = c->in.capacity;
  if (c->in.kind != PF_CHALLENGE || !pf_proved(PF_ANSWERER, m, c->in.name)) return false;
  struct pf_frame proof = {.kind = PF_PROOF};
  pf_proof(PF_ASKER, m, proof.name);
  return send(c->fd, &proof, sizeof proof, MSG_NOSIGNAL) == (ssize_t)sizeof proof; /* it has room for so much */
}

/* Looks whether it is the peer who answers. Where it was before it is waited for. */
static void greeting(struct pf_call *c) {
  enum { PATIENCE = 10000000 }; /* a thread may have to wait for a processor */
  ssize_t n = recv(c->fd, (char *)&c->in + c->got, sizeof c->in - c->got, 0);
  bool ended = n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR);
  if (n > 0) c->got += (size_t)n;
  bool whole = c->got == sizeof c->in;
  if (ended || (whole && !open_to(c)) || (!whole && c->tried != c->worked && pf_now() - c->since > PATIENCE)) {
    dial(c);
  } else if (whole) {
    c->state = PF_OPEN;
    c->worked = c->tried;
    c->got = 0;
  }
}

/* Begins a connection: where there was one, if there was. */
static void begin_call(struct pf_call *c) {
  c->tried = c->worked > 0 ? c->worked - 1 : 0;
  c->left = c->out_n = 0;
  c->frames = c->confirmed = 0;
  c->order = NULL;
  dial(c);
}

static struct pf_call *call_to(int world) {
  if (pf.calls == NULL) pf.calls = md_zeroed((size_t)pf.size * sizeof *pf.calls);
  struct pf_call *c = pf.calls[world];
  if (c != NULL) return c;
  c = pf.calls[world] = md_zeroed(sizeof *c);
  c->fd = -1;
  c->peer = world;
  begin_call(c);
  return c;
}

static void free_order(struct pf_order *o) {
  free(o->staging);
  free(o->have);
  free(o);
}

/* With room for the pages of a message. NULL: there is none. */
static struct pf_order *order(struct pf_call *c, size_t capacity) {
  size_t n = pf_blocks(capacity);
  struct pf_order *o = c->spare;
  if (o != NULL) c->spare = o->next;
  else o = md_zeroed(sizeof *o);
  if (o->room < n) {
    free(o->staging);
    free(o->have);
    o->staging = malloc(n * PF_BLOCK);
    o->have = malloc(n);
    o->room = o->staging != NULL && o->have != NULL ? n : 0;
  }
  if (o->room < n) {
    free_order(o);
    return NULL;
  }
  memset(o->have, 0, n);
  o->capacity = capacity;
  o->call = c;
  return o;
}

static void turn(struct pf_call *c);

static struct pf_order *ask(struct pf_call *c, struct pf_frame *request) {
  bool waits = c->out_n + 2 * sizeof *request > sizeof c->out; /* older ones could not go yet */
  struct pf_order *o = c->state == PF_DEAD || waits ? NULL : order(c, (size_t)request->capacity);
  if (o == NULL) return NULL;
  o->ask = request->ask;
  o->next = c->orders;
  c->orders = o;
  pf.orders++;
  pf.ordered += o->capacity;
  if (!c->polled) pf.polled = false; /* the answering thread must look again for what it waits for */
  request->kind = PF_ASK;
  put(c, request);
  turn(c);
  return o;
}

struct pf_order *pf_call_ask(int world, struct pf_frame request) {
  pf_calls_lock();
  struct pf_order *o = ask(call_to(world), &request);
  pf_calls_unlock();
  return o;
}

void pf_call_end(struct pf_order *o) {
  struct pf_call *c = o->call;
  pf_calls_lock();
  struct pf_order **at = &c->orders;
  while (*at != o) at = &(*at)->next;
  *at = o->next;
  o->next = c->spare;
  c->spare = o;
  pf.orders--;
  pf.ordered -= o->capacity;
  if (c->order == o) c->order = NULL; /* if a page is half there, the rest of it is thrown away */
  pf_calls_unlock();
}

/* Asks until there is an answer: over a new connection if this one breaks. */
static enum pf_verdict settle(struct pf_call *c, struct pf_frame *f) {
  bool anew = false;
  c->settles = f->ask;
  c->verdict = PF_OPEN_YET;
  if (c->state == PF_OPEN) put(c, f);
  while (c->verdict == PF_OPEN_YET) {
    if (c->state == PF_DEAD && anew) break;
    if (c->state == PF_DEAD) {
      anew = true;
      begin_call(c);
      if (c->state != PF_DEAD) put(c, f);
    }
    turn(c);
    pf_calls_unlock();
    sched_yield();
    pf_calls_lock();
  }
  if (anew) die(c);
  return c->verdict;
}

/* Takes back what could not be asked yet. */
static void take_back(struct pf_call *c, uint64_t ask) {
  struct pf_frame f;
  for (size_t at = 0; at < c->out_n; at += sizeof f) {
    memcpy(&f, c->out + at, sizeof f);
    if (f.ask != ask) continue;
    c->out_n -= sizeof f;
    memmove(c->out + at, c->out + at + sizeof f, c->out_n - at);
    return;
  }
}

bool pf_call_spent(const struct pf_order *o, struct pf_frame request) {
  struct pf_call *c = o->call;
  enum pf_verdict v = PF_FREE;
  request.kind = PF_SETTLE;
  request.ask = o->ask;
  pf_calls_lock();
  if (c->worked > 0) v = settle(c, &request);
  else take_back(c, o->ask);
  pf_calls_unlock();
  if (v != PF_FREE && v != PF_SPENT) pf_fail("rank %d does not say whether it has sent a message, for which a receive is given up", c->peer);
  return v == PF_SPENT;
}

/* All frames that have come. */
static void confirm(struct pf_call *c) {
  if (c->confirmed == c->frames) return;
  struct pf_frame ack = {.kind = PF_ACK, .number = c->confirmed = c->frames};
  put(c, &ack);
}

/* A frame has begun: where do its data go? */
static void begin(struct pf_call *c) {
  const struct pf_frame *f = &c->in;
  if (f->kind == PF_SETTLED) {
    if (f->ask == c->settles) c->verdict = (enum pf_verdict)f->number;
    c->got = 0;
    return;
  }
  if (f->kind != PF_PAGE || f->bytes == 0 || f->bytes > PF_DATA) {
    die(c);
    return;
  }
  c->left = f->bytes;
  struct pf_order *o = c->orders;
  while (o != NULL && o->ask != f->ask) o = o->next;
  bool fits = o != NULL && f->number < pf_blocks(o->capacity) && f->number * PF_BLOCK + f->bytes <= o->capacity;
  c->order = fits ? o : NULL;
}

static void end(struct pf_call *c) {
  const struct pf_frame *f = &c->in;
  if (c->order != NULL) memset(c->order->have + f->number, 1, pf_blocks(f->bytes));
  c->order = NULL;
  c->got = 0;
  c->frames++;
}

/* Reads what is there of one frame. False: no more for now. */
static bool take(struct pf_call *c) {
  char trash[PF_DATA];
  bool head = c->got < sizeof c->in;
  char *page = c->order != NULL ? c->order->staging + c->in.number * PF_BLOCK + (c->in.bytes - c->left) : trash;
  char *to = head ? (char *)&c->in + c->got : page;
  ssize_t n = recv(c->fd, to, head ? sizeof c->in - c->got : c->left, 0);
  if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR)) die(c);
  if (n <= 0) return false;
  if (head) {
    c->got += (size_t)n;
    if (c->got == sizeof c->in) begin(c);
  } else {
    c->left -= (size_t)n;
    if (c->left == 0) end(c);
  }
  return c->state == PF_OPEN;
}

static void turn(struct pf_call *c) {
  if (c->state == PF_CONNECTING) connecting(c);
  if (c->state == PF_GREETS) greeting(c);
  flush(c);
  while (c->state == PF_OPEN && take(c)) continue;
  if (c->state != PF_DEAD) confirm(c);
  flush(c);
}

void pf_call_turn(struct pf_call *c) {
  pf_calls_lock();
  turn(c);
  pf_calls_unlock();
}

void pf_calls_mine(void) {
  pf_calls_lock();
  pf.reading = true;
  pf_calls_unlock();
}

void pf_calls_yours(void) {
  uint64_t one = 1;
  pf_calls_lock();
  pf.reading = false;
  bool wake = pf.orders > 0 && !pf.polled;
  pf_calls_unlock();
  if (wake && write(pf.wake, &one, sizeof one) < 0) return; /* cannot be: then nobody reads until the program waits */
}

static struct pf_call *open_call(int world) {
  struct pf_call *c = pf.calls != NULL ? pf.calls[world] : NULL;
  return c != NULL && c->state != PF_DEAD && c->orders != NULL ? c : NULL;
}

size_t pf_calls_poll(struct pollfd *polls) {
  size_t n = 0;
  pf_calls_lock();
  pf.polled = pf.orders > 0 && !pf.reading;
  for (int i = 0; pf.polled && i < pf.size; i++) {
    struct pf_call *c = pf.calls[i];
    if (c == NULL || !(c->polled = open_call(i) != NULL)) continue;
    bool writes = c->state == PF_CONNECTING || (c->state == PF_OPEN && c->out_n > 0);
    polls[n++] = (struct pollfd){.fd = c->fd, .events = (short)(POLLIN | (writes ? POLLOUT : 0))};
  }
  pf_calls_unlock();
  return n;
}

static void hear(void) {
  for (int i = 0; pf.orders > 0 && i < pf.size; i++) {
    struct pf_call *c = open_call(i);
    if (c != NULL) turn(c);
  }
}

void pf_calls_hear(void) {
  pf_calls_lock();
  hear();
  pf_calls_unlock();
}

void pf_calls_turn(void) {
  pf_calls_lock();
  if (!pf.reading) hear();
  pf_calls_unlock();
}

static void free_orders(struct pf_order *o) {
  for (struct pf_order *next; o != NULL; o = next) {
    next = o->next;
    free_order(o);
  }
}

void pf_calls_close(void) {
  for (int i = 0; pf.calls != NULL && i < pf.size; i++) {
    struct pf_call *c = pf.calls[i];
    if (c == NULL) continue;
    hang_up(c);
    free_orders(c->orders);
    free_orders(c->spare);
    free(c);
  }
  free(pf.calls);
  pf.calls = NULL;
}

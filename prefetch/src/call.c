/* Connections of those who ask: see call.h. */
#include "call.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
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

/* Tries the next address of the peer. */
static void dial(struct pf_call *c) {
  const struct pf_peer *p = &pf.peers[c->peer];
  bool here = p->machine == pf.peers[pf.rank].machine;
  hang_up(c);
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
  if (connect(c->fd, (struct sockaddr *)&at, sizeof at) == 0) c->state = PF_OPEN;
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
  else c->state = PF_OPEN;
}

static struct pf_call *call_to(int world) {
  if (pf.calls == NULL) pf.calls = md_zeroed((size_t)pf.size * sizeof *pf.calls);
  struct pf_call *c = pf.calls[world];
  if (c != NULL) return c;
  c = pf.calls[world] = md_zeroed(sizeof *c);
  c->fd = -1;
  c->peer = world;
  dial(c);
  struct pf_frame hello = {.kind = PF_HELLO, .ask = PF_VERSION, .number = (uint64_t)pf.rank, .to = world, .name = {pf.secret[0], pf.secret[1]}};
  if (c->state != PF_DEAD) put(c, &hello);
  return c;
}

/* Room for the pages of a message. */
static bool room(struct pf_call *c, size_t capacity) {
  size_t n = pf_blocks(capacity);
  if (c->room < n) {
    free(c->staging);
    free(c->have);
    c->staging = malloc(n * PF_BLOCK);
    c->have = malloc(n);
    c->room = c->staging != NULL && c->have != NULL ? n : 0;
  }
  if (c->room < n) return false;
  memset(c->have, 0, n);
  return true;
}

struct pf_call *pf_call_ask(int world, struct pf_frame request) {
  struct pf_call *c = call_to(world);
  c->into = NULL; /* if a page of an older request is half there, the rest of it is thrown away */
  if (c->state == PF_DEAD || !room(c, (size_t)request.capacity)) return NULL;
  if (c->state == PF_CONNECTING) c->out_n = sizeof request; /* after the hello: older requests are over */
  c->ask = request.ask;
  c->capacity = (size_t)request.capacity;
  request.kind = PF_ASK;
  put(c, &request);
  pf_call_turn(c);
  return c->state == PF_DEAD ? NULL : c;
}

static void confirm(struct pf_call *c) {
  struct pf_frame ack = {.kind = PF_ACK, .number = ++c->frames};
  put(c, &ack);
}

/* A frame has begun: where do its data go? */
static void begin(struct pf_call *c) {
  const struct pf_frame *f = &c->in;
  if (f->kind != PF_PAGE || f->bytes == 0 || f->bytes > PF_DATA) {
    die(c);
    return;
  }
  c->left = f->bytes;
  bool fits = f->ask == c->ask && f->number < pf_blocks(c->capacity) && f->number * PF_BLOCK + f->bytes <= c->capacity;
  c->into = fits ? c->staging + f->number * PF_BLOCK : NULL;
}

static void end(struct pf_call *c) {
  const struct pf_frame *f = &c->in;
  if (c->into != NULL)
    for (size_t i = 0; i < pf_blocks(f->bytes); i++) c->have[f->number + i] = 1;
  c->into = NULL;
  c->got = 0;
  confirm(c);
}

/* Reads what is there of one frame. False: no more for now. */
static bool take(struct pf_call *c) {
  char trash[PF_DATA];
  bool head = c->got < sizeof c->in;
  char *to = head ? (char *)&c->in + c->got : c->into != NULL ? c->into + (c->in.bytes - c->left) : trash;
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

void pf_call_turn(struct pf_call *c) {
  if (c->state == PF_CONNECTING) connecting(c);
  flush(c);
  while (c->state == PF_OPEN && take(c)) continue;
  flush(c);
}

void pf_calls_close(void) {
  for (int i = 0; pf.calls != NULL && i < pf.size; i++) {
    struct pf_call *c = pf.calls[i];
    if (c == NULL) continue;
    hang_up(c);
    free(c->staging);
    free(c->have);
    free(c);
  }
  free(pf.calls);
  pf.calls = NULL;
}

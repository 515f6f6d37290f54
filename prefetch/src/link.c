/* Connections at the answering thread: see link.h. */
#include "link.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "bytes.h"
#include "clock.h"
#include "state.h"

struct pf_link *pf_link_make(int fd) {
  struct pf_link *l = calloc(1, sizeof *l);
  int one = 1;
  if (l == NULL) {
    close(fd);
    return NULL;
  }
  l->fd = fd;
  l->since = pf_now();
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  return l;
}

void pf_link_free(struct pf_link *l) {
  close(l->fd);
  free(l);
}

bool pf_link_read(struct pf_link *l) {
  if (l->broken) return false;
  ssize_t n = recv(l->fd, (char *)&l->in + l->got, sizeof l->in - l->got, 0);
  if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR)) l->broken = true;
  if (n <= 0) return false;
  l->got += (size_t)n;
  if (l->got < sizeof l->in) return false;
  l->got = 0;
  return true;
}

bool pf_link_free_for(const struct pf_link *l) { return !l->broken && l->out_at == l->out_n && l->weight < PF_WINDOW; }

void pf_link_page(struct pf_link *l, uint64_t ask, size_t first, const char *data, size_t bytes) {
  struct pf_frame f = {.kind = PF_PAGE, .bytes = (uint32_t)bytes, .ask = ask, .number = first};
  size_t at = l->sent++ % PF_RING, weight = bytes < PF_BLOCK ? PF_BLOCK : bytes;
  l->ring[at].ask = ask;
  l->ring[at].first = first;
  l->ring[at].blocks = pf_blocks(bytes);
  l->ring[at].weight = weight;
  l->weight += weight;
  memcpy(l->out, &f, sizeof f);
  memcpy(l->out + sizeof f, data, bytes);
  l->out_n = sizeof f + bytes;
  l->out_at = 0;
  if (pf.opt.cut > 0 && l->sent > (uint64_t)pf.opt.cut) l->broken = true;
  pf_link_flush(l);
}

void pf_link_reply(struct pf_link *l, const struct pf_frame *f) {
  l->reply = *f;
  l->replies = true;
  pf_link_flush(l);
}

void pf_link_flush(struct pf_link *l) {
  while (!l->broken && (l->out_at < l->out_n || l->replies)) {
    if (l->out_at == l->out_n) {
      memcpy(l->out, &l->reply, sizeof l->reply);
      l->out_n = sizeof l->reply;
      l->out_at = 0;
      l->replies = false;
    }
    ssize_t n = send(l->fd, l->out + l->out_at, l->out_n - l->out_at, MSG_NOSIGNAL);
    if (n < 0) {
      if (errno == EINTR) continue;
      if (errno != EAGAIN) l->broken = true;
      return;
    }
    l->out_at += (size_t)n;
  }
}

/* The answering thread: see answer.h. */
#include "answer.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include "bytes.h"
#include "call.h"
#include "clock.h"
#include "fetch.h"
#include "link.h"
#include "memory.h"
#include "proof.h"
#include "state.h"

enum { MOST_AT_ONCE = 64 }; /* lanes that are fetched from in one turn */

/* A request. It is granted if nothing is under way, and if there is a guess where the next message will lie. Under the lock. */
static void asked(struct pf_link *link, const struct pf_frame *f) {
  struct pf_comm *c = pf_comm_named(f->name, f->size);
  if (c == NULL || f->from < 0 || f->from >= c->size || f->to != c->rank) return;
  if (pf.askers != NULL && f->ask <= pf.askers[link->rank].settled) return;
  if (c->sent[pf_class(f->from, f->tag)] != f->number) { /* it is late: the message is on its way */
    pf.tally.late++;
    return;
  }
  struct pf_lane *l = pf_lane(c, f->from, f->tag);
  if (l == NULL || l->ask != 0 || l->length < PF_LEAST || l->length > f->capacity) return;
  int which = pf_lane_guess(l);
  if (which < 0) return;
  pf_lane_want(l);
  if (!pf_lane_room(l) || !l->looked[which]) return;
  if (l->skip > 0 && !pf.opt.greedy) {
    l->skip--;
    return;
  }
  pf_lane_grant(l, which, f->ask, (size_t)f->capacity, link);
}

static void confirmed(struct pf_link *link, uint64_t frames) {
  while (link->confirmed < link->sent && link->confirmed < frames) {
    size_t at = link->confirmed++ % PF_RING;
    link->weight -= link->ring[at].weight;
    for (struct pf_lane *l = pf.active; l != NULL; l = l->next_active)
      if (l->link == link && l->ask == link->ring[at].ask) memset(l->there + link->ring[at].first, 1, link->ring[at].blocks);
  }
}

/* Somebody wants to know whether what was asked for is on its way; if it is not, nobody waits for it any more. Under the lock. */
static void settle(struct pf_link *link, const struct pf_frame *f) {
  struct pf_frame said = {.kind = PF_SETTLED, .ask = f->ask};
  said.number = pf_lane_settle(pf_comm_named(f->name, f->size), f->from, f->tag, link->rank, f->ask);
  pf_link_reply(link, &said);
}

/* Who asks says who he is, and proves it. */
static void introduce(struct pf_link *link) {
  const struct pf_frame *f = &link->in;
  struct pf_meeting *m = &link->meeting;
  if (link->challenged) {
    link->trusted = f->kind == PF_PROOF && pf_proved(PF_ASKER, m, f->name);
    link->broken = !link->trusted;
    return;
  }
  *m = (struct pf_meeting){.asker = f->number, .answerer = (uint64_t)pf.rank, .drawn = {{f->name[0], f->name[1]}}};
  link->broken = f->kind != PF_HELLO || f->ask != PF_VERSION || f->to != pf.rank || f->number >= (uint64_t)pf.size || !pf_draw(m->drawn[1]);
  if (link->broken) return;
  struct pf_frame challenge = {.kind = PF_CHALLENGE, .number = m->drawn[1][0], .capacity = m->drawn[1][1]};
  pf_proof(PF_ANSWERER, m, challenge.name);
  link->rank = (int)f->number;
  link->challenged = true;
  pf_link_reply(link, &challenge);
}

static void obey(struct pf_link *link) {
  const struct pf_frame *f = &link->in;
  if (!link->trusted) {
    introduce(link);
    return;
  }
  pf_lock();
  if (f->kind == PF_ASK) asked(link, f);
  else if (f->kind == PF_SETTLE) settle(link, f);
  else if (f->kind == PF_ACK) confirmed(link, f->number);
  else link->broken = true;
  pf_unlock();
}

/* Frees connections that are broken. */
static void sweep(struct pf_link **all) {
  for (struct pf_link **at = all; *at != NULL;) {
    struct pf_link *link = *at;
    if (!link->broken) {
      at = &link->next;
      continue;
    }
    pf_lock();
    for (struct pf_lane *l = pf.active, *next; l != NULL; l = next) {
      next = l->next_active;
      if (l->link == link) pf_lane_retire(l);
    }
    pf_unlock();
    *at = link->next;
    pf_link_free(link);
  }
}

/* Connections, the newest first. */
struct links {
  struct pf_link *first;
  uint64_t full; /* the process could open no other one: the next is not tried before then */
};

/* Who has not proved himself is a stranger: there are so many at most, the oldest goes, and nobody is one for long. So silent
 * connections take neither the program's files nor time. Returns when the next one is to go. */
static uint64_t see_off(struct pf_link *all, uint64_t now) {
  enum { MOST_STRANGERS = 32, PATIENCE = 10000000 };
  uint64_t due = UINT64_MAX;
  int n = 0;
  for (struct pf_link *l = all; l != NULL; l = l->next) {
    if (l->trusted) continue;
    if (++n > MOST_STRANGERS || l->since + PATIENCE < now) l->broken = true;
    else if (l->since + PATIENCE < due) due = l->since + PATIENCE;
  }
  return due;
}

static void take_calls(struct links *links, uint64_t now) {
  enum { LATER = 1000000, AT_ONCE = 16 };
  if (pf.listens < 0 || now < links->full) return;
  for (int i = 0; i < AT_ONCE; i++) {
    int fd = accept4(pf.listens, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (fd < 0) {
      if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) links->full = now + LATER;
      return;
    }
    struct pf_link *link = pf_link_make(fd);
    if (link == NULL) continue;
    link->next = links->first;
    links->first = link;
  }
}

/* The lanes that are granted now. They are not freed before the turn ends. */
static size_t granted(struct pf_lane **list) {
  size_t n = 0;
  pf_lock();
  for (struct pf_lane *l = pf.active; l != NULL && n < MOST_AT_ONCE; l = l->next_active) list[n++] = l;
  pf_unlock();
  return n;
}

/* One turn. Returns when the next look is due. */
static uint64_t turn(struct links *links) {
  struct pf_lane *list[MOST_AT_ONCE];
  uint64_t now = pf_now();
  take_calls(links, now);
  for (struct pf_link *link = links->first; link != NULL; link = link->next) {
    pf_link_flush(link);
    while (pf_link_read(link)) obey(link);
  }
  uint64_t due = see_off(links->first, now);
  if (links->full > now && links->full < due) due = links->full;
  sweep(&links->first);
  size_t n = granted(list);
  for (size_t i = 0; i < n; i++) {
    pf_fetch(list[i], now, n);
    if (list[i]->due < due) due = list[i]->due;
  }
  return due;
}

/* Sleeps until something comes, or until a time. Reads what was asked for by this process. */
static void rest(const struct links *links, uint64_t due, struct pollfd **polls, size_t *room) {
  size_t n = 2 + (size_t)pf.size;
  for (struct pf_link *link = links->first; link != NULL; link = link->next) n++;
  if (n > *room) {
    free(*polls);
    *room = 2 * n;
    *polls = md_alloc(*room * sizeof **polls);
  }
  struct pollfd *p = *polls;
  uint64_t now = pf_now(), left = due > now ? due - now : 0;
  p[0] = (struct pollfd){.fd = pf.wake, .events = POLLIN};
  p[1] = (struct pollfd){.fd = now < links->full ? -1 : pf.listens, .events = POLLIN};
  n = 2;
  for (struct pf_link *link = links->first; link != NULL; link = link->next)
    p[n++] = (struct pollfd){.fd = link->fd, .events = (short)(POLLIN | (link->out_at < link->out_n ? POLLOUT : 0))};
  size_t first = n;
  n += pf_calls_poll(p + first);
  struct timespec t = {.tv_sec = (time_t)(left / 1000000), .tv_nsec = (long)(left % 1000000) * 1000};
  if (ppoll(p, n, due == UINT64_MAX ? NULL : &t, NULL) <= 0) return;
  uint64_t woken;
  bool came = p[0].revents != 0 && read(pf.wake, &woken, sizeof woken) > 0;
  for (size_t i = first; i < n; i++) came = came || p[i].revents != 0;
  if (came) pf_calls_turn();
}

static bool turning(bool begins) {
  pf_lock();
  bool goes_on = !pf.ending;
  pf.turning = begins && goes_on;
  pf_lanes_sweep();
  pf_unlock();
  return goes_on;
}

static void *answers(void *unused) {
  struct links links = {NULL, 0};
  struct pollfd *polls = NULL;
  size_t room = 0;
  while (turning(true)) {
    uint64_t due = turn(&links);
    turning(false);
    rest(&links, due, &polls, &room);
  }
  for (struct pf_link *link = links.first; link != NULL; link = link->next) link->broken = true;
  sweep(&links.first);
  free(polls);
  return unused;
}

bool pf_answers_start(void) {
  sigset_t every, before;
  pf.wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (pf.wake < 0) return false;
  sigfillset(&every); /* signals are the program's */
  pthread_sigmask(SIG_SETMASK, &every, &before);
  pf.helping = pthread_create(&pf.helper, NULL, answers, NULL) == 0;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return pf.helping;
}

void pf_answers_stop(void) {
  if (pf.helping) {
    pf_lock();
    pf.ending = true;
    pf_unlock();
    uint64_t one = 1;
    if (write(pf.wake, &one, sizeof one) < 0) return; /* cannot be: then it sleeps on */
    pthread_join(pf.helper, NULL);
    pf.helping = false;
  }
  if (pf.wake >= 0) close(pf.wake);
  if (pf.listens >= 0) close(pf.listens);
  pf.wake = pf.listens = -1;
}

/* Waiting for receives: see await.h. */
#include "await.h"

#include <sched.h>

#include "bytes.h"
#include "clock.h"
#include "looks.h"
#include "quiet.h"
#include "standin.h"

void pf_await_known(struct pf_await *a) {
  if (a->most > 0 && a->tag >= 0) a->history = pf_history(a->comm, a->source, a->tag);
}

bool pf_await_asks(struct pf_await *a) {
  a->considered = true;
  a->asks = a->history != NULL && pf_history_asks(a->history);
  a->asked = false;
  return a->asks;
}

/* What has come is there: makes the message of it. */
static void make(struct pf_await *a, const MPI_Status *status) {
  int got;
  pf_calls_lock();
  if (a->most > 0 && pf.real.Get_count(status, MPI_BYTE, &got) == MPI_SUCCESS && got > 0 && pf_standin_is(a->order, a->buf, (size_t)got))
    a->length = pf_standin_read(a->order, a->buf, a->most, (size_t)got, &a->saved);
  pf_calls_unlock();
}

void pf_await_drop(struct pf_await *a) {
  if (a->order != NULL) pf_call_end(a->order);
  a->order = NULL;
}

void pf_await_there(struct pf_await *a, const MPI_Status *status) {
  if (a->order != NULL) make(a, status);
  pf_await_drop(a);
  a->done = true;
}

/* What a frame says of a receive. */
static struct pf_frame about(const struct pf_await *a) {
  const struct pf_comm *c = a->comm;
  return (struct pf_frame){.name = {c->name[0], c->name[1]}, .tag = a->tag, .from = c->rank, .to = a->source, .size = c->size};
}

/* Looks whether it is complete now. An error is left to the call that completes it; whether the message is received then
 * nobody knows, so nothing is asked for on that communicator any more. */
static void look(struct pf_await *a) {
  int flag = 0;
  MPI_Status status;
  if (pf.real.Request_get_status(*a->request, &flag, &status) != MPI_SUCCESS) {
    a->done = a->counted = true;
    pf_await_drop(a);
    if (a->comm != NULL) a->comm->lost++;
    return;
  }
  if (!flag) return;
  pf_await_there(a, &status);
  if (a->history != NULL) pf_history_waited(a->history, pf_now() - a->since);
  if (a->comm == NULL || a->counted || a->vague) return;
  a->counted = true;
  pf_received_with(a->comm, a->source, a->tag, &status);
}

/* Returns how many are not complete. */
static int look_at(struct pf_await *const *list, int n) {
  int left = 0;
  for (int i = 0; i < n; i++) {
    if (!list[i]->done) look(list[i]);
    left += !list[i]->done;
  }
  return left;
}

/* Waits for so long. Returns how many are not complete. */
static int spin(struct pf_await *const *list, int n, uint64_t micros) {
  enum { AT_ONCE = 16 };
  uint64_t until = pf_now() + micros;
  for (;;) {
    for (int i = 0; i < AT_ONCE; i++)
      if (look_at(list, n) == 0) return 0;
    if (pf_now() >= until) return n;
    sched_yield();
  }
}

/* Asks for the next message from that rank with that tag. */
static struct pf_order *ask(const struct pf_await *a) {
  char head[sizeof(struct pf_header)];
  struct pf_comm *c = a->comm;
  size_t length = a->history->length;
  if (!pf_peek(head, a->buf, sizeof head)) return NULL; /* not this processor's memory */
  pf.tally.asked++;
  struct pf_frame f = about(a);
  f.ask = ++pf.asks;
  f.number = c->received[pf_class(a->source, a->tag)];
  f.capacity = length < a->most ? length : a->most;
  return pf_call_ask(c->world[a->source], f);
}

void pf_await_early(struct pf_await *a) {
  enum { MOST = 1 << 28 }; /* bytes that may be under way */
  int there = 0;
  MPI_Status status;
  if (pf.ordered + a->most > MOST || !pf_await_asks(a)) return;
  MPI_Errhandler theirs = pf_quiet();
  bool under_way = pf.real.Request_get_status(*a->request, &there, &status) == MPI_SUCCESS && !there;
  pf_loud(theirs);
  if (!under_way) {
    a->asks = false;
    return;
  }
  a->asked = true;
  a->order = ask(a);
  if (a->order != NULL) pf_calls_yours();
}

bool pf_await_leave(struct pf_await *a) {
  if (a->done || (a->order != NULL && pf_call_spent(a->order, about(a)))) return false;
  pf_await_drop(a);
  return true;
}

struct pf_order *pf_await_next(const struct pf_await *a) { return a->history != NULL && pf_history_asks(a->history) ? ask(a) : NULL; }

/* What has come for it is read, if it was not for one before it. */
static void hear(struct pf_await *const *list, int i) {
  struct pf_call *c = list[i]->order->call;
  for (int k = 0; k < i; k++)
    if (list[k]->order != NULL && list[k]->order->call == c) return;
  pf_call_turn(c);
}

/* Whether there is something to ask for at once: if the last messages had to be waited for. Where processors are wanted by others a
 * short while becomes a long one, and the sender may be through then. */
static bool at_once(struct pf_await *const *list, int n) {
  if (pf.opt.wait == 0) return true;
  for (int i = 0; i < n; i++)
    if (list[i]->asks && list[i]->history != NULL && pf_history_waits(list[i]->history)) return true;
  return false;
}

/* Asks, and reads what has come if that is this thread's to do. */
static void turn(struct pf_await *const *list, int n, bool mine) {
  bool new = false;
  for (int i = 0; i < n; i++) {
    struct pf_await *a = list[i];
    if (a->done) continue;
    if (a->order == NULL && a->asks && !a->asked) {
      a->asked = true;
      a->order = ask(a);
      new = new || a->order != NULL;
    } else if (a->order != NULL && mine) {
      hear(list, i);
    }
  }
  if (new && !mine) pf_calls_yours();
}

/* Whether others have had this processor for so long that the answering thread had better read: it sleeps until something comes, and
 * is let in sooner then. What nobody reads nobody confirms, and the sender's side waits for that. */
static bool away(uint64_t *last) {
  enum { LONG = 1000, WAITS = 64 };
  uint64_t now = pf_now();
  bool long_ago = now - *last > LONG;
  if (long_ago) pf.crowded = WAITS;
  *last = now;
  return long_ago;
}

static void wait_for(struct pf_await *const *list, int n) {
  enum { OTHERS = 64 };
  uint64_t last = pf_now();
  for (int i = 0; i < n; i++) list[i]->since = last;
  int left = at_once(list, n) ? look_at(list, n) : spin(list, n, (uint64_t)pf.opt.wait);
  if (left == 0) return;
  bool mine = pf.crowded == 0;
  if (mine) pf_calls_mine();
  else pf.crowded--;
  last = pf_now();
  for (unsigned turns = 1;; turns++) {
    turn(list, n, mine);
    if (mine && turns % OTHERS == 0) pf_calls_hear(); /* for receives that are not waited for here */
    sched_yield();
    if (look_at(list, n) == 0) break;
    if (mine && away(&last)) {
      mine = false;
      pf_calls_yours();
    }
  }
  pf_calls_yours();
}

void pf_await(struct pf_await *const *list, int n) {
  MPI_Errhandler theirs = pf_quiet();
  wait_for(list, n);
  pf_loud(theirs);
}

void pf_await_tell(const struct pf_await *a, MPI_Status *status) {
  if (a->length > 0 && pf.real.Status_set_elements(status, MPI_BYTE, (int)a->length) != MPI_SUCCESS) pf_fail("MPI_Status_set_elements failed");
}

void pf_await_end(struct pf_await *a, MPI_Status *status) {
  int got;
  if (a->history == NULL) return;
  pf_await_tell(a, status);
  if (pf.real.Get_count(status, MPI_BYTE, &got) != MPI_SUCCESS || got < 0) return;
  if (a->asks) pf_history_won(a->history, a->saved, (size_t)got);
  pf_history_learn(a->history, (size_t)got);
  a->asks = false;
  a->length = a->saved = 0;
}

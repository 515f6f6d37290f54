/* Histories of receives: see history.h. */
#include "history.h"

#include "bytes.h"
#include "clock.h"
#include "memory.h"

enum {
  SEEN = 2,      /* messages of one length before one is asked for */
  SURE = 3,      /* messages that had to be waited for before the next one is asked for at once */
  TRIED = 3 + PF_SAMPLES, /* messages, until asking is compared: the first requests cannot win */
  SILENT = 1 + PF_SAMPLES,
  KEPT = 256,    /* messages that are asked for where that wins */
  RESTS = 64,    /* messages that are not, where it does not */
  DOUBLINGS = 6  /* of that */
};

struct pf_history *pf_history(struct pf_comm *c, int source, int tag) {
  enum { MOST = 4096 };
  uint64_t key = md_key(md_key(c->name[0], (uint64_t)source), (uint64_t)tag);
  for (struct md_entry *e = md_table_find(&pf.histories, key); e != NULL; e = md_table_again(e)) {
    struct pf_history *h = (struct pf_history *)e;
    if (h->comm == c && h->name == c->name[0] && h->source == source && h->tag == tag) return h;
  }
  if (pf.histories_n >= MOST) return NULL;
  struct pf_history *h = md_zeroed(sizeof *h);
  pf.histories_n++;
  h->comm = c;
  h->name = c->name[0];
  h->source = source;
  h->tag = tag;
  h->planned = c->own;
  h->left = TRIED;
  md_table_add(&pf.histories, &h->entry, key);
  return h;
}

bool pf_history_asks(struct pf_history *h) {
  if (h->length < PF_LEAST) return false;
  if (pf.opt.greedy) return true;
  if (h->streak < SEEN || h->phase != PF_ASKING) return false;
  if (h->skip == 0) return true;
  h->skip--;
  return false;
}

static void enter(struct pf_history *h, int phase, unsigned messages) {
  h->phase = phase;
  h->left = messages;
  if (phase != PF_RESTING) h->times[phase].n = 0;
}

static void next(struct pf_history *h) {
  switch (h->phase) {
    case PF_ASKING: enter(h, PF_SILENT, SILENT); break;
    case PF_SILENT:
      if (pf_times_wins(pf_times_typical(&h->times[PF_ASKING]), pf_times_typical(&h->times[PF_SILENT]))) {
        h->losses = 0;
        enter(h, PF_ASKING, KEPT);
      } else {
        enter(h, PF_RESTING, RESTS << h->losses);
        if (h->losses < DOUBLINGS) h->losses++;
      }
      break;
    default:
      h->vain = h->skip = 0;
      enter(h, PF_ASKING, TRIED);
  }
}

void pf_history_learn(struct pf_history *h, size_t length) {
  uint64_t now = pf_now();
  h->streak = h->length == length ? h->streak + 1 : 0;
  h->length = length;
  if (!h->planned && h->streak > SEEN) {
    if (h->phase != PF_RESTING) pf_times_add(&h->times[h->phase], now - h->at);
    if (--h->left == 0) next(h);
  }
  h->at = now;
}

void pf_history_new(struct pf_history *h, size_t length) {
  if (h == NULL) return;
  h->vain = h->skip = 0;
  pf_history_learn(h, length);
}

void pf_history_waited(struct pf_history *h, uint64_t micros) { h->waits = micros > (uint64_t)pf.opt.wait ? h->waits + 1 : 0; }

bool pf_history_waits(const struct pf_history *h) { return h->waits >= SURE; }

/* A request costs the sender some time, too. It has won if it saved an eighth of the message. The first ones cannot. */
void pf_history_won(struct pf_history *h, size_t saved, size_t length) {
  enum { PART = 8, FIRST = 3, LONGEST = 8 };
  if (saved * PART >= length) {
    h->vain = 0;
    return;
  }
  if (h->vain < FIRST + LONGEST) h->vain++;
  h->skip = h->vain < FIRST ? 0 : 1u << (h->vain - FIRST);
}

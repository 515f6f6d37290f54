/* Histories of receives: see history.h. */
#include "history.h"

#include "bytes.h"
#include "memory.h"

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
  md_table_add(&pf.histories, &h->entry, key);
  return h;
}

bool pf_history_asks(struct pf_history *h) {
  enum { SEEN = 2 };
  if (h->length < PF_LEAST) return false;
  if (pf.opt.greedy) return true;
  if (h->streak < SEEN) return false;
  if (h->skip == 0) return true;
  h->skip--;
  return false;
}

void pf_history_learn(struct pf_history *h, size_t length) {
  h->streak = h->length == length ? h->streak + 1 : 0;
  h->length = length;
}

void pf_history_new(struct pf_history *h, size_t length) {
  if (h == NULL) return;
  h->vain = h->skip = 0;
  pf_history_learn(h, length);
}

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

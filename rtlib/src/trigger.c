/* Where all that is known about messages meets: see trigger.h. */
#include "trigger.h"

#include "comm.h"
#include "early.h"
#include "fault.h"
#include "history.h"
#include "pending.h"
#include "pieces.h"
#include "rt.h"
#include "tune.h"
#include "view.h"

/* The slot that a send like this one used last time. */
static struct md_slot *known_slot(const struct md_hint *h) {
  struct md_site *s = (struct md_site *)(intptr_t)*h->x;
  if (s == NULL) return NULL;
  for (int i = 0; i < MD_SLOTS; i++) {
    struct md_slot *k = &s->send[i];
    if (k->place != NULL && k->line == h->line && k->peer == h->peer && k->tag == h->tag && k->handle == h->handle &&
        k->epoch == md_comm_epoch())
      return k;
  }
  return NULL;
}

static bool may_begin(const struct md_site *s, const struct md_section *part, unsigned parts, bool final) {
  size_t bytes = 0;
  for (unsigned i = 0; i < parts; i++) bytes += part[i].bytes;
  if (md_pieces_short(bytes) && !(final && s->tune.one_way)) return false;
  return bytes > 0 && bytes <= (size_t)md_rt.opt.chunk && md_arm_of(&s->tune)->early;
}

/* The lane on which h may begin now, if there is anything to win. */
static struct md_lane *lane_to_begin(const struct md_hint *h, struct md_slot **slot) {
  if (!md_overlaps() || h->peer < 0) return NULL;
  *slot = known_slot(h);
  if (*slot == NULL || (*slot)->place->skip) return NULL;
  struct md_lane *l = (*slot)->lane;
  l->fed = true;
  if (h->final) (*slot)->place->proved = true;
  struct md_site *s = (struct md_site *)(intptr_t)*h->x;
  if (h->final) md_tune_proved(&s->tune, l->with->sends);
  return may_begin(s, h->part, h->parts, h->final) ? l : NULL;
}

/* ---- faults on purpose (fault.h) ---- */

static void fire_some(struct md_early *e) {
  for (unsigned i = 0; i < e->pieces; i++)
    if (md_fault_now(2)) md_early_fire(e, e->piece[i].at, false);
}

/* A message of other sections or for another directive, of which something may be sent. */
static void begin_wrong(const struct md_hint *h) {
  const struct md_site *s = (const struct md_site *)(intptr_t)*h->x;
  const struct md_slot *slot = &s->send[md_fault_choice(MD_SLOTS)];
  if (slot->place == NULL || slot->place->skip || slot->epoch != md_comm_epoch() || slot->lane->begun != NULL) return;
  struct md_section half = h->part[0];
  bool cut = md_section_contiguous(&half) && md_fault_now(2);
  if (cut) half.block = half.bytes = (half.bytes + 1) / 2;
  struct md_early *e = md_pieces_begin(slot->lane, slot->place, slot->lane->executed, cut ? &half : h->part,
                                       cut ? 1 : h->parts, NULL);
  e->wrong = true;
  fire_some(e);
}

/* ---- */

enum { AHEAD = 32 }; /* messages of a lane that may be begun at a time */

/* Whether message q of l may begin although messages before it on its lane have not: its first piece makes them nothing
 * on the direct tag, so all of them will go in frames when they are executed, and must be expected to be short. */
static bool may_pass(const struct md_lane *l, uint64_t q) {
  for (uint64_t k = l->direct > l->executed ? l->direct : l->executed; k < q; k++)
    if (md_pieces_of(l, k) == NULL && !md_history_short(l, (unsigned)(k - l->executed))) return false;
  return true;
}

/* The message at place that comes on l after `before` others. */
static struct md_early *begin_after(struct md_lane *l, struct md_place *place, unsigned before, bool final,
                                    const struct md_section *part, unsigned parts, const struct md_cuts *cuts) {
  uint64_t q = l->executed + before;
  place->behind = before >= AHEAD;
  if (place->behind) return NULL;
  struct md_early *e = md_pieces_of(l, q);
  if (e != NULL && e->place == place && md_section_same(e->part, e->parts, part, parts)) return e;
  if (e != NULL && (!final || e->proved > 0)) return NULL;
  if (e != NULL) md_early_withdraw(e);
  place->behind = !may_pass(l, q);
  if (place->behind) return NULL;
  e = md_pieces_begin(l, place, q, part, parts, cuts);
  if (md_fault(MD_FAULT_HINTS, 4)) fire_some(e);
  return e;
}

/* MPI_COMM_WORLD by name is the default. */
static int normal(int handle) { return handle == MPI_Comm_c2f(MPI_COMM_WORLD) ? MDMP_WORLD : handle; }

bool md_hint_precedes(const struct md_hint *o, const struct md_hint *h) {
  bool lane = o->peer == h->peer && o->tag == h->tag && normal(o->handle) == normal(h->handle);
  return lane && (!h->final || *o->x == *h->x);
}

/* Whoever guesses before anything went hears how it came out. */
static void blame(struct md_early *e, struct md_luck *l) {
  if (e->sent > 0 || e->luck == l) return;
  if (e->luck == NULL) e->luck = l;
  else e->also = l;
}

struct md_early *md_trigger_hint(const struct md_hint *h) {
  struct md_slot *slot;
  struct md_lane *l = lane_to_begin(h, &slot);
  if (l == NULL) return NULL;
  if (md_fault(MD_FAULT_HINTS, 8)) begin_wrong(h);
  const struct md_site *s = (const struct md_site *)(intptr_t)*h->x;
  struct md_cuts cuts = {.step = h->unit, .fine = h->final && s->tune.one_way ? h->fine : 0};
  struct md_early *e = begin_after(l, slot->place, h->before, h->final, h->part, h->parts, &cuts);
  if (e != NULL && h->luck != NULL) blame(e, h->luck);
  if (e != NULL && h->packed) e->packed = true;
  return e;
}

struct md_early *md_trigger_guess(const struct md_guess *g) {
  if (!md_overlaps() || g->place->skip || !may_begin(g->site, g->part, g->parts, false)) return NULL;
  g->lane->fed = true;
  struct md_early *e = begin_after(g->lane, g->place, g->before, false, g->part, g->parts, &g->cuts);
  if (e != NULL) blame(e, g->luck);
  return e;
}

/* ---- the words ---- */

uint64_t md_trigger_number(const struct md_early *e) { return md_early_number(e); }

const struct md_section *md_trigger_parts(const struct md_early *e, unsigned *parts) { return md_early_parts(e, parts); }

const struct md_cuts *md_trigger_cuts(const struct md_early *e) { return md_early_cuts(e); }

void md_trigger_complete(struct md_early *e, size_t at, bool final) { md_early_fire(e, at, final); }

void md_trigger_complete_all(struct md_early *e, bool final) {
  md_early_fire_all(e, final);
  md_trigger_said();
}

void md_trigger_said(void) { md_early_fired(); }

void md_trigger_needed(const struct md_view *v) { md_settle_view(v); }

void md_trigger_parts_needed(const struct md_section *part, unsigned parts) {
  for (unsigned k = 0; k < parts; k++) {
    struct md_view v;
    md_view_plain(&v, &part[k]);
    md_settle_view(&v);
  }
}

void md_trigger_all_needed(void) { md_settle_all(); }

void md_trigger_bytes_needed(struct md_op *op, size_t lo, size_t hi) { md_need_bytes(op, lo, hi); }

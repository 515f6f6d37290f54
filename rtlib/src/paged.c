/* Messages that code writes which nobody sees: see paged.h. */
#include "paged.h"

#include "cuts.h"
#include "exchange.h"
#include "history.h"
#include "pages.h"
#include "pending.h"
#include "syscalls.h"
#include "trigger.h"
#include "view.h"

static struct md_pageds *const paged = &md_rt.triggers.paged;

void md_paged_ways(const struct md_ways *w) { paged->on = w->paged; }

/* Bytes lo .. hi-1 of the pages are complete: the pieces of which the last bytes are among them go. */
static void gone(void *of, size_t lo, size_t hi) {
  const struct md_paged_part *w = of;
  if (!md_overlaps() || md_trigger_number(w->e) != w->number) return;
  const struct md_cuts *cuts = md_trigger_cuts(w->e);
  size_t end;
  for (size_t at = 0; at < w->at + hi; at = end) {
    end = md_cuts_next(cuts, at, w->at + w->range->bytes);
    if (at >= w->at && end > w->at + lo && md_pages_told(w->range, at - w->at, end - w->at)) md_trigger_complete(w->e, at, false);
  }
  md_trigger_said();
  md_progress();
}

static const struct md_watcher watcher = {.gone = gone, .count = &md_rt.triggers.paged.count};

static struct md_paged_part *free_part(void) {
  for (unsigned i = 0; i < MD_RANGES; i++)
    if (paged->part[i].range == NULL) return &paged->part[i];
  return NULL;
}

static void watch(struct md_early *e, const struct md_section *s, size_t before) {
  char *first;
  size_t bytes = md_section_contiguous(s) ? md_pages_whole(s->base, s->bytes, &first) : 0;
  struct md_paged_part *w = free_part();
  if (bytes == 0 || w == NULL || md_pending_meets_parts(s, 1) || !md_syscalls_watch()) return;
  *w = (struct md_paged_part){.e = e, .number = md_trigger_number(e), .at = before + (size_t)(first - s->base)};
  w->range = md_pages_watch(first, bytes, &watcher, w);
  paged->n += w->range != NULL;
}

static bool watched(const struct md_section *s) {
  for (unsigned i = 0; i < MD_RANGES; i++) {
    const struct md_watched_pages *r = paged->part[i].range;
    const char *lo = r != NULL ? r->lo : NULL;
    if (lo != NULL && s->base < lo + r->bytes && lo < s->base + s->bytes) return true;
  }
  return false;
}

static bool has_pages(const struct md_op *op) {
  char *first;
  for (unsigned k = 0; k < op->parts; k++) {
    const struct md_section *s = &op->ex->part[op->part + k];
    if (md_section_contiguous(s) && md_pages_whole(s->base, s->bytes, &first) > 0) return true;
  }
  return false;
}

static void begin(const struct md_op *op) {
  struct md_guess g;
  if (op->place->proved || op->place->skip || !has_pages(op) || !md_history_again(op, &g)) return;
  g.site->predicted = true;
  struct md_early *e = md_trigger_guess(&g);
  size_t before = 0;
  for (unsigned k = 0; e != NULL && k < op->parts; k++) {
    const struct md_section *s = &op->ex->part[op->part + k];
    if (!watched(s)) watch(e, s, before);
    before += s->bytes;
  }
}

static void release(struct md_paged_part *w, bool there) {
  md_pages_release(w->range, there);
  w->range = NULL;
  if (--paged->n == 0) md_syscalls_rest();
}

/* What a system call has opened is watched no longer. */
static void drop_opened(void) {
  for (unsigned i = 0; paged->n > 0 && i < MD_RANGES; i++)
    if (paged->part[i].range != NULL && paged->part[i].range->lo == NULL) release(&paged->part[i], false);
}

void md_paged_begin(const struct md_exchange *ex) {
  if (md_likely(!paged->on) || !ex->remembered || md_rt.gated || ex->apart) return;
  drop_opened();
  for (unsigned i = 0; i < ex->ops; i++)
    if (ex->op[i].dir == MD_SEND && ex->op[i].bytes > 0) begin(&ex->op[i]);
  if (paged->n == 0) md_syscalls_rest();
}

void md_paged_open(const struct md_exchange *ex) {
  for (unsigned k = 0; paged->n > 0 && k < ex->parts; k++) {
    const struct md_section *s = &ex->part[k];
    struct md_view v;
    const char *lo, *hi;
    md_view_plain(&v, s);
    if (!md_view_bytes(&v, &lo, &hi)) continue;
    for (unsigned i = 0; i < MD_RANGES; i++) {
      struct md_paged_part *w = &paged->part[i];
      const char *first = w->range != NULL ? w->range->lo : NULL;
      if (w->range == NULL || (first != NULL && (first >= hi || first + w->range->bytes <= lo))) continue;
      release(w, md_section_contiguous(s) && first != NULL && first >= lo && first + w->range->bytes <= hi);
    }
  }
}

void md_paged_open_all(void) {
  for (unsigned i = 0; paged->n > 0 && i < MD_RANGES; i++)
    if (paged->part[i].range != NULL) release(&paged->part[i], false);
}

void md_paged_report(void) {
  const struct md_pages_count *c = &paged->count;
  if (md_rt.profile && c->faults > 0)
    md_note(MD_NOWHERE, "mode(paged): %lu increments opened by a write, %lu said to be complete", c->faults, c->told);
}

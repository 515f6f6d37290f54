/* Loops that the compiler left whole: see whole.h. Nobody asks for that but MDMP_PROFILE: without it translated
 * Fortran reads one variable for each of them. */
#include "whole.h"

#include <ISO_Fortran_binding.h>
#include <string.h>

#include "mdmp.h"
#include "memory.h"
#include "rt.h"
#include "view.h"

/* As mdmp_awake (region.c): compilers differ in whether the module defines it. */
#pragma weak mdmp_profiled
int mdmp_profiled;

static struct md_wholes *const wholes = &md_rt.triggers.wholes;

/* The bytes of an array, from its first to its last; of one with an open end the first element. */
static void bytes_of(const struct md_view *v, uintptr_t *from, uintptr_t *to) {
  *from = *to = (uintptr_t)v->base;
  for (int i = 0; i < v->rank; i++) {
    int64_t n = v->extent[i] < 1 ? 1 : v->extent[i], along = (n - 1) * v->stride[i];
    if (along < 0) *from -= (uintptr_t)-along;
    if (along > 0) *to += (uintptr_t)along;
  }
  *to += v->elem;
}

static struct md_whole *find(const char *file, int line, uintptr_t from) {
  for (struct md_whole *w = wholes->first; w != NULL; w = w->next)
    if (w->from == from && w->where.line == line && strcmp(w->where.file, file) == 0) return w;
  return NULL;
}

static const char *copy(const char *text) {
  size_t length = strlen(text) + 1;
  return memcpy(md_alloc(length), text, length);
}

/* The program's text may go, with a library that is closed: a copy. */
static struct md_whole *enter(const char *file, int line, const char *why) {
  if (wholes->n == MD_WHOLES) return NULL;
  struct md_whole *w = md_zeroed(sizeof *w);
  w->where = (struct md_where){copy(file), line};
  w->why = copy(why);
  w->next = wholes->first;
  wholes->first = w;
  wholes->n++;
  return w;
}

void mdmp_whole(const char *file, int line, const char *why, CFI_cdesc_t *a) {
  if (!md_rt.profile || a->base_addr == NULL) return;
  struct md_view v;
  uintptr_t from, to;
  md_view_cdesc(&v, a);
  bytes_of(&v, &from, &to);
  md_lock();
  struct md_whole *w = find(file, line, from);
  if (w == NULL) w = enter(file, line, why);
  if (w != NULL) {
    w->from = from;
    w->to = to;
    w->at = ++wholes->clock;
  }
  md_unlock();
}

const struct md_whole *md_whole_of(const struct md_op *op, unsigned part) {
  if (part >= op->parts) return NULL;
  uintptr_t at = (uintptr_t)op->ex->part[op->part + part].base;
  const struct md_whole *last = NULL;
  md_lock();
  for (const struct md_whole *w = wholes->first; w != NULL; w = w->next)
    if (w->from <= at && at < w->to && (last == NULL || w->at > last->at)) last = w;
  md_unlock();
  return last;
}

/* Statements that complete what sends will state.
 *
 * Behind such a statement stands a list of sends. What comes first in it comes first
 * on a lane, too, if both have the same: ranks that are each other's neighbour on
 * both sides, and a rank that is its own, have two messages on one lane. */
#include <ISO_Fortran_binding.h>
#include <stdlib.h>

#include "fire.h"
#include "owner.h"
#include "mdmp.h"
#include "memory.h"
#include "pending.h"
#include "rt.h"
#include "inherited.h"
#include "trigger.h"

enum { FINAL = 1, LISTED = 2, PACKED = 16 };

static struct md_fires *const list = &md_rt.entries.fires;

void mdmp_fire_begin(void) {
  if (!md_asleep()) list->n = 0;
}

/* Messages of the list so far that come before h on its lane; h joins them. */
static unsigned place_in_list(const struct md_hint *h) {
  unsigned before = 0;
  for (unsigned i = 0; i < list->n; i++) before += md_hint_precedes(&list->hint[i], h);
  list->hint = md_grow(list->hint, &list->room, list->n + 1, sizeof *list->hint);
  list->hint[list->n++] = *h;
  return before;
}

void mdmp_fire(const int64_t *ex, int line, int flags, CFI_cdesc_t *section, int peer, int tag, const void *comm) {
  if (md_asleep()) return;
  MD_INSIDE;
  bool final = (flags & FINAL) != 0 && !md_rt.gated;
  struct md_hint h = {.x = ex, .line = line, .peer = peer, .tag = md_inherited_tag(tag), .handle = md_inherited_comm(comm), .parts = 1, .final = final, .packed = (flags & PACKED) != 0};
  if (flags & LISTED) h.before = place_in_list(&h);
  if (peer < 0 || *ex == 0 || section->base_addr == NULL) return;
  struct md_section s;
  md_section_of(&s, section, MD_NOWHERE);
  h.part = &s;
  struct md_early *e = md_trigger_hint(&h);
  if (e == NULL) return;
  const uint64_t number = md_trigger_number(e);
  md_trigger_parts_needed(&s, 1); /* another thread may withdraw e meanwhile */
  if (md_trigger_number(e) == number) md_trigger_complete_all(e, h.final);
}

void md_fires_close(void) {
  free(list->hint);
  *list = (struct md_fires){0};
}

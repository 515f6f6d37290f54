/* Calls between managed procedures.
 *
 * The idea: a procedure that looks after pending receives itself says so, by its
 * global name, whenever it is entered. A caller in another file that has
 * receives pending asks before the call whether a procedure of this name has
 * been entered before: a name stands for one procedure of the program, so what
 * was announced once holds for all calls. If not, it completes all receives
 * first (spec/execution.md).
 *
 * Most calls have nothing to complete, and most procedures make no use of a grant.
 * Such a place rests, and what is translated does not come here, until there is
 * news (md_tell): something is under way, a procedure announces itself, something
 * is granted that a call of an unknown procedure would revoke.
 *
 * What the procedure may itself leave pending is said by name, too: a grant is
 * for the procedure that is entered next under its name. A procedure that is
 * entered again before it has returned loses what it was granted, or gets a part
 * of it: all grants in one stay in a region stem from the procedure that holds
 * the region. */
#include "calls.h"

#include <ISO_Fortran_binding.h>
#include <stdlib.h>
#include <string.h>

#include "owner.h"
#include "deferral.h"
#include "pending.h"
#include "memory.h"
#include "paged.h"
#include "rt.h"
#include "table.h"

struct md_procedure {
  struct md_entry entry;
  struct md_procedure *next;
  bool managed; /* it has announced itself, */
  bool lends;   /* as one that may leave receives pending */
  struct md_deferral deferral; /* taken when it was last entered */
  struct md_deferral grant;   /* for when it is entered next, while it is calls->granted */
  char name[];
};

static struct md_calls *const calls = &md_rt.entries.calls;

static struct md_procedure *find(const char *name) {
  uint64_t key = md_key_text(name);
  for (struct md_entry *e = md_table_find(&calls->by_name, key); e != NULL; e = md_table_again(e))
    if (strcmp(((struct md_procedure *)e)->name, name) == 0) return (struct md_procedure *)e;
  size_t length = strlen(name) + 1;
  struct md_procedure *p = md_alloc(sizeof *p + length);
  p->managed = p->lends = false;
  p->deferral.stay = 0;
  memcpy(p->name, name, length);
  p->next = calls->procedures;
  calls->procedures = p;
  md_table_add(&calls->by_name, &p->entry, key);
  return p;
}

/* The procedure of a handle; only the thread that executes regions comes here. */
static struct md_procedure *of(int64_t *h, const char *name) {
  if (*h == 0) *h = (int64_t)(intptr_t)find(name);
  return (struct md_procedure *)(intptr_t)*h;
}

static void announce(struct md_procedure *p, bool lends) {
  if (p->managed) return;
  p->managed = true;
  p->lends = lends;
  md_tell();
}

/* What was granted goes to who is called next, and that is somebody else. */
static void nobody_granted(void) {
  if (calls->granted != NULL && md_is_owner()) calls->granted = NULL;
}

int mdmp_visit(int64_t *h, const char *name) {
  nobody_granted();
  if (md_rests(h) || md_asleep_at(h)) return 0;
  MD_INSIDE;
  announce(of(h, name), false);
  if (md_under_way()) return 1;
  md_rest(h);
  return 0;
}

int mdmp_enter(int64_t *h, const char *name) {
  if (md_asleep()) return 0;
  MD_INSIDE;
  struct md_procedure *p = of(h, name);
  announce(p, true);
  if (calls->granted == p) md_deferral_copy(&p->deferral, &p->grant);
  else p->deferral.stay = 0;
  calls->granted = NULL;
  return md_under_way();
}

/* Before a procedure was entered for the first time nobody knows, so once it is tried. */
int mdmp_grants(int64_t *h, const char *name) {
  nobody_granted();
  if (md_rests(h) || md_asleep_at(h)) return 0;
  MD_INSIDE;
  const struct md_procedure *p = of(h, name);
  if (p->managed ? p->lends : h[2]++ == 0) return 1;
  md_rest(h);
  return 0;
}

void mdmp_grant(int64_t *h, const char *name) {
  nobody_granted();
  if (md_asleep()) return;
  MD_INSIDE;
  calls->granted = of(h, name);
  md_deferral_new(&calls->granted->grant);
}

void mdmp_grant_array(CFI_cdesc_t *a) {
  if (md_asleep() || calls->granted == NULL) return;
  struct md_view v;
  md_view_cdesc(&v, a);
  md_deferral_add(&calls->granted->grant, &v);
}

void mdmp_grant_all(void) {
  if (!md_asleep() && calls->granted != NULL) md_deferral_open(&calls->granted->grant, true);
}

void mdmp_grant_named(void) {
  if (!md_asleep() && calls->granted != NULL) md_deferral_open(&calls->granted->grant, false);
}

void mdmp_grant_not(CFI_cdesc_t *a) {
  if (md_asleep() || calls->granted == NULL) return;
  struct md_view v, other;
  md_view_cdesc(&v, a);
  md_deferral_except(&calls->granted->grant, &v);
  if (md_view_otherwise(&v, &other)) md_deferral_except(&calls->granted->grant, &other);
}

void mdmp_pass(int64_t *h, const char *name, int64_t *mine, const char *my_name) {
  mdmp_grant(h, name);
  if (md_asleep()) return;
  const struct md_deferral *l = md_calls_deferral(mine, my_name);
  if (l != NULL) md_deferral_copy(&calls->granted->grant, l);
  else calls->granted = NULL;
}

void mdmp_revoke(void) {
  if (md_asleep()) return;
  md_revoke();
  md_paged_open_all();
}

const struct md_deferral *md_calls_deferral(int64_t *h, const char *name) {
  if (md_asleep()) return NULL;
  const struct md_procedure *p = of(h, name);
  return md_deferral_holds(&p->deferral) ? &p->deferral : NULL;
}

void mdmp_call(int64_t *h, const char *name) {
  if (md_rests(h) || md_asleep_at(h)) return;
  MD_INSIDE;
  bool managed = of(h, name)->managed;
  if (!managed) {
    md_settle_all();
    md_revoke();
  }
  if (managed || !md_under_way()) md_rest(h);
}

void md_calls_close(void) {
  calls->granted = NULL;
  while (calls->procedures != NULL) {
    struct md_procedure *p = calls->procedures;
    calls->procedures = p->next;
    free(p);
  }
  md_table_free(&calls->by_name);
}

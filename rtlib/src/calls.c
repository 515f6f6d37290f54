/* Calls between managed procedures.
 *
 * The idea: a procedure that looks after pending receives itself says so, by its
 * global name, whenever it is entered. A caller in another file that has
 * receives pending asks before the call whether a procedure of this name has
 * been entered before: a name stands for one procedure of the program, so what
 * was announced once holds for all calls. If not, it completes all receives
 * first (spec/auto.md). */
#include "calls.h"

#include <stdlib.h>
#include <string.h>

#include "pending.h"
#include "pool.h"
#include "rt.h"

struct procedure {
  struct procedure *next;
  bool managed; /* it has announced itself */
  char name[];
};

static struct procedure *procedures;

static const char *home;
static _Thread_local char me;

/* Of the OpenMP library, if the program has one. */
extern int omp_in_parallel(void) __attribute__((weak));

void md_home(void) { home = &me; }

bool md_elsewhere(void) { return home != &me || (omp_in_parallel != NULL && omp_in_parallel() != 0); }

static bool asleep(void) { return !md_rt.overlap || !md_rt.ready || md_elsewhere(); }

static struct procedure *find(const char *name) {
  for (struct procedure *p = procedures; p != NULL; p = p->next)
    if (strcmp(p->name, name) == 0) return p;
  size_t length = strlen(name) + 1;
  struct procedure *p = md_alloc(sizeof *p + length);
  p->managed = false;
  memcpy(p->name, name, length);
  p->next = procedures;
  procedures = p;
  return p;
}

/* The procedure of a handle; only the thread that executes regions comes here. */
static struct procedure *of(int64_t *h, const char *name) {
  if (*h == 0) *h = (int64_t)(intptr_t)find(name);
  return (struct procedure *)(intptr_t)*h;
}

int mdmp_enter(int64_t *h, const char *name) {
  if (asleep()) return 0;
  of(h, name)->managed = true;
  return md_under_way();
}

void mdmp_call(int64_t *h, const char *name) {
  if (asleep() || !md_under_way()) return;
  if (!of(h, name)->managed) md_settle_all();
}

void md_calls_close(void) {
  while (procedures != NULL) {
    struct procedure *p = procedures;
    procedures = p->next;
    free(p);
  }
}

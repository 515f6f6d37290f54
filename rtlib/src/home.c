/* The thread that executes regions: see home.h. */
#include "home.h"

_Thread_local char md_thread;

void md_home(void) { md_rt.triggers.home.thread = &md_thread; }

static _Noreturn void broken(struct md_where at) {
  md_fail(at, "MDMP_THREADS=one, but another thread executes directives at the same time, or has messages under way: "
              "leave MDMP_THREADS out");
}

void md_only_enter(struct md_where at, bool pending) {
  const char *nobody = NULL;
  if (!atomic_compare_exchange_strong(&md_rt.triggers.home.only, &nobody, &md_thread)) broken(at);
  if (pending && md_rt.triggers.home.thread != &md_thread) broken(at);
}

void md_only_leave(void) { atomic_store(&md_rt.triggers.home.only, NULL); }

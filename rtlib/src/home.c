/* The thread that executes regions: see home.h. */
#include "home.h"

/* Its address tells threads apart. */
static _Thread_local char me;

/* Of the OpenMP library, if the program has one. */
extern int omp_in_parallel(void) __attribute__((weak));

void md_home(void) { md_rt.triggers.home.thread = &me; }

bool md_elsewhere(void) {
  return md_rt.triggers.home.thread != &me || (omp_in_parallel != NULL && omp_in_parallel() != 0);
}

static _Noreturn void broken(struct md_where at) {
  md_fail(at, "MDMP_THREADS=one, but another thread executes directives at the same time, or has messages under way: "
              "leave MDMP_THREADS out");
}

void md_only_enter(struct md_where at, bool pending) {
  const char *nobody = NULL;
  if (!atomic_compare_exchange_strong(&md_rt.triggers.home.only, &nobody, &me)) broken(at);
  if (pending && md_rt.triggers.home.thread != &me) broken(at);
}

void md_only_leave(void) { atomic_store(&md_rt.triggers.home.only, NULL); }

/* Looks up MPI's own functions: see real.h. */
#include "real.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "state.h"

#ifdef OPEN_MPI
static const char built_for[] = "Open MPI", theirs[] = "MPIR_Version_device";
#else
static const char built_for[] = "MPICH", theirs[] = "ompi_mpi_comm_world";
#endif

/* Handles of the two are not of one size: nothing can be passed on. */
static void no_other(void) {
  if (dlsym(RTLD_DEFAULT, theirs) == NULL) return;
  fprintf(stderr, "mdmp: error: prefetching was built for %s, and this program has another MPI: --cc or MDMP_CC names its C compiler\n", built_for);
  _exit(2);
}

static void *look_up(const char *name) {
  void *p = dlsym(RTLD_NEXT, name);
  if (p == NULL) {
    fprintf(stderr, "mdmp: error: prefetching: the program's MPI has no %s\n", name);
    _exit(2);
  }
  return p;
}

static void fill(void) {
  no_other();
  struct pf_real *r = &pf.real;
#define PF_REAL(name) r->name = (__typeof__(&MPI_##name))look_up("PMPI_" #name);
#include "real.def"
#undef PF_REAL
}

const struct pf_real *pf_real(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, fill);
  return &pf.real;
}

/* Looks up MPI's own functions: see real.h. */
#include "real.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "state.h"

#ifdef OPEN_MPI
static const char built_for[] = "Open MPI", theirs[] = "MPIR_Version_device";
#else
static const char built_for[] = "MPICH", theirs[] = "ompi_mpi_comm_world";
#endif

/* MPI, where it is not what stands behind this library: a module of the program has loaded it for itself, as interpreters load them.
 * NULL: there is none. */
static void *of_a_module(void) {
  char line[4096];
  void *mpi = NULL;
  FILE *maps = fopen("/proc/self/maps", "re");
  while (maps != NULL && mpi == NULL && fgets(line, sizeof line, maps) != NULL) {
    char *path = strchr(line, '/');
    if (path == NULL || strstr(path, ".so") == NULL) continue;
    path[strcspn(path, "\n")] = '\0';
    void *one = dlopen(path, RTLD_LAZY | RTLD_NOLOAD);
    if (one == NULL) continue;
    if (dlsym(one, "PMPI_Abort") != NULL) mpi = one;
    else dlclose(one);
  }
  if (maps != NULL) fclose(maps);
  return mpi;
}

/* Handles of the two are not of one size: nothing can be passed on. */
static void no_other(void *mpi) {
  if (dlsym(mpi != RTLD_NEXT ? mpi : RTLD_DEFAULT, theirs) == NULL) return;
  fprintf(stderr, "mdmp: error: prefetching was built for %s, and this program has another MPI: --cc or MDMP_CC names its C compiler\n", built_for);
  _exit(2);
}

/* MPI_COMM_WORLD and its like are variables of Open MPI: if it is loaded later than this library nobody knows them here. */
static void no_stranger(void) {
#ifdef OPEN_MPI
  if (&ompi_mpi_comm_world != NULL) return;
  fprintf(stderr, "mdmp: error: prefetching: a module of the program loads its MPI, which must not be Open MPI\n");
  _exit(2);
#endif
}

static void *look_up(void *mpi, const char *name) {
  void *p = mpi != NULL ? dlsym(mpi, name) : NULL;
  if (p == NULL) {
    fprintf(stderr, "mdmp: error: prefetching: the program's MPI has no %s\n", name);
    _exit(2);
  }
  return p;
}

static void fill(void) {
  void *mpi = dlsym(RTLD_NEXT, "PMPI_Abort") != NULL ? RTLD_NEXT : of_a_module();
  no_other(mpi);
  no_stranger();
  struct pf_real *r = &pf.real;
#define PF_REAL(name) r->name = (__typeof__(&MPI_##name))look_up(mpi, "PMPI_" #name);
#include "real.def"
#undef PF_REAL
}

const struct pf_real *pf_real(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, fill);
  return &pf.real;
}

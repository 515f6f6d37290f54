/* Standing in for MPI_Init.
 *
 * The private duplicate of MPI_COMM_WORLD must be made where all processes
 * come by: in MPI_Init. The linker's --wrap leads every call of the names in
 * wrap.list to __wrap_<name> here, and __real_<name> is the library's own; so
 * tools that interpose on MPI stay beneath us. References to names of Fortran are weak: a
 * program uses one of these names and its library has some. Wrappers may nest
 * (a Fortran binding that calls the C function from a static library): the
 * start happens once. */
#include <mpi.h>
#include <stddef.h>

#include "bypages.h"
#include "error.h"
#include "init.h"
#include "numbered.h"
#include "uninstrumented.h"

#define WEAK __attribute__((weak))
#define PUBLIC __attribute__((visibility("default")))

static void before(void) {
  if (!md_numbered()) return;
  md_uninstrumented_prepare();
  md_bypages_prepare();
}

static _Noreturn void missing(const char *name) { md_fail(MD_NOWHERE, "%s is not in the MPI library", name); }

/* ---- C ---- */

/* Not weak: a static library of MPI gives what somebody asks for alone, and all have these. */
int __real_MPI_Init(int *argc, char ***argv);
int __real_MPI_Init_thread(int *argc, char ***argv, int required, int *provided);

PUBLIC int __wrap_MPI_Init(int *argc, char ***argv);
PUBLIC int __wrap_MPI_Init_thread(int *argc, char ***argv, int required, int *provided);

int __wrap_MPI_Init(int *argc, char ***argv) {
  before();
  int code = __real_MPI_Init(argc, argv);
  if (code == MPI_SUCCESS) md_start(MD_NOWHERE, true);
  return code;
}

int __wrap_MPI_Init_thread(int *argc, char ***argv, int required, int *provided) {
  before();
  int code = __real_MPI_Init_thread(argc, argv, required, provided);
  if (code == MPI_SUCCESS) md_start(MD_NOWHERE, true);
  return code;
}

/* ---- Fortran: the error argument is optional in mpi_f08 and then null ---- */

typedef void init_f(MPI_Fint *error);
typedef void init_thread_f(const MPI_Fint *required, MPI_Fint *provided, MPI_Fint *error);

static void init_fortran(init_f *real, const char *name, MPI_Fint *error) {
  MPI_Fint code = MPI_SUCCESS;
  if (real == NULL) missing(name);
  before();
  real(&code);
  if (error != NULL) *error = code;
  if (code == MPI_SUCCESS) md_start(MD_NOWHERE, true);
}

static void init_thread_fortran(init_thread_f *real, const char *name, const MPI_Fint *required, MPI_Fint *provided,
                                MPI_Fint *error) {
  MPI_Fint code = MPI_SUCCESS;
  if (real == NULL) missing(name);
  before();
  real(required, provided, &code);
  if (error != NULL) *error = code;
  if (code == MPI_SUCCESS) md_start(MD_NOWHERE, true);
}

#define INIT(name)                                   \
  extern init_f __real_##name WEAK;                  \
  PUBLIC init_f __wrap_##name;                       \
  void __wrap_##name(MPI_Fint *error) { init_fortran(__real_##name, #name, error); }

#define INIT_THREAD(name)                                                                        \
  extern init_thread_f __real_##name WEAK;                                                       \
  PUBLIC init_thread_f __wrap_##name;                                                            \
  void __wrap_##name(const MPI_Fint *required, MPI_Fint *provided, MPI_Fint *error) {            \
    init_thread_fortran(__real_##name, #name, required, provided, error);                        \
  }

INIT(mpi_init)
INIT(mpi_init_)
INIT(mpi_init__)
INIT(MPI_INIT)
INIT(mpi_init_f08)
INIT(mpi_init_f08_)
INIT(MPI_Init_f08)

INIT_THREAD(mpi_init_thread)
INIT_THREAD(mpi_init_thread_)
INIT_THREAD(mpi_init_thread__)
INIT_THREAD(MPI_INIT_THREAD)
INIT_THREAD(mpi_init_thread_f08)
INIT_THREAD(mpi_init_thread_f08_)
INIT_THREAD(MPI_Init_thread_f08)

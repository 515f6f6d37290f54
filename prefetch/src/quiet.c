/* Error handlers: see quiet.h. */
#include "quiet.h"

#include "state.h"

#ifdef OPEN_MPI /* it says in the status what went wrong, and calls no handler */

MPI_Errhandler pf_quiet(void) { return NULL; }
void pf_loud(MPI_Errhandler theirs) { (void)theirs; }
int pf_wait(MPI_Request *request, MPI_Status *status, MPI_Comm comm) { return (void)comm, pf.real.Wait(request, status); }

#else

static MPI_Errhandler quiet(MPI_Comm comm) {
  MPI_Errhandler theirs = MPI_ERRORS_ARE_FATAL;
  pf.real.Comm_get_errhandler(comm, &theirs);
  pf.real.Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  return theirs;
}

static void loud(MPI_Comm comm, MPI_Errhandler theirs) {
  pf.real.Comm_set_errhandler(comm, theirs);
  pf.real.Errhandler_free(&theirs);
}

MPI_Errhandler pf_quiet(void) { return quiet(MPI_COMM_WORLD); }
void pf_loud(MPI_Errhandler theirs) { loud(MPI_COMM_WORLD, theirs); }

int pf_wait(MPI_Request *request, MPI_Status *status, MPI_Comm comm) {
  MPI_Errhandler all = pf_quiet(), its = quiet(comm);
  int error = pf.real.Wait(request, status);
  loud(comm, its);
  pf_loud(all);
  if (error != MPI_SUCCESS) pf.real.Comm_call_errhandler(comm, error);
  return error;
}

#endif

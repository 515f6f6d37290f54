/* Looks at requests without the program's error handlers.
 *
 * MPI_Request_get_status of a message that is too long is an error. Some MPI (MPICH) calls the handler of MPI_COMM_WORLD then, whatever
 * communicator the message is of: the program would end in a look of ours, or its handler be called once more. The error is the
 * program's to see, in the call that completes the request. */
#ifndef PF_QUIET_H
#define PF_QUIET_H

#include "real.h"

#pragma GCC visibility push(hidden)

/* From here on errors are codes and nothing else. Returns what pf_loud is to be given. */
MPI_Errhandler pf_quiet(void);
void pf_loud(MPI_Errhandler theirs);
/* Completes the request of a call that receives on a communicator, whose handler an error is for. */
int pf_wait(MPI_Request *request, MPI_Status *status, MPI_Comm comm);

#pragma GCC visibility pop
#endif

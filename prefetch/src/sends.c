/* The calls of MPI that send. Every one of them is here: a message that was not counted could make another one's
 * stand-in meet the wrong receive. */
#include "request.h"
#include "sending.h"

#define BLOCKING(name, integer)                                                                         \
  int MPI_##name(const void *buf, integer count, MPI_Datatype type, int dest, int tag, MPI_Comm comm) { \
    struct pf_send s = {buf, count, type, dest, tag, comm};                                             \
    pf_sending(&s, PF_GIVEN);                                                                           \
    return pf_real()->name(s.buf, (integer)s.count, type, dest, tag, comm);                             \
  }                                                                                                     \
  PF_ALSO(name)

BLOCKING(Send, int)
BLOCKING(Bsend, int)
BLOCKING(Ssend, int)
BLOCKING(Rsend, int)

#define NONBLOCKING(name, integer)                                                                                            \
  int MPI_##name(const void *buf, integer count, MPI_Datatype type, int dest, int tag, MPI_Comm comm, MPI_Request *request) { \
    struct pf_send s = {buf, count, type, dest, tag, comm};                                                                   \
    pf_sending(&s, PF_LENT);                                                                                                  \
    return pf_real()->name(s.buf, (integer)s.count, type, dest, tag, comm, request);                                          \
  }                                                                                                                           \
  PF_ALSO(name)

NONBLOCKING(Isend, int)
NONBLOCKING(Ibsend, int)
NONBLOCKING(Issend, int)
NONBLOCKING(Irsend, int)

#define PERSISTENT(name, integer)                                                                                             \
  int MPI_##name(const void *buf, integer count, MPI_Datatype type, int dest, int tag, MPI_Comm comm, MPI_Request *request) { \
    int error = pf_real()->name(buf, count, type, dest, tag, comm, request);                                                  \
    if (error == MPI_SUCCESS) pf_request_sends(*request, comm, dest, tag);                                                    \
    return error;                                                                                                             \
  }                                                                                                                           \
  PF_ALSO(name)

PERSISTENT(Send_init, int)
PERSISTENT(Bsend_init, int)
PERSISTENT(Ssend_init, int)
PERSISTENT(Rsend_init, int)

#if MPI_VERSION >= 4
BLOCKING(Send_c, MPI_Count)
BLOCKING(Bsend_c, MPI_Count)
BLOCKING(Ssend_c, MPI_Count)
BLOCKING(Rsend_c, MPI_Count)
NONBLOCKING(Isend_c, MPI_Count)
NONBLOCKING(Ibsend_c, MPI_Count)
NONBLOCKING(Issend_c, MPI_Count)
NONBLOCKING(Irsend_c, MPI_Count)
PERSISTENT(Send_init_c, MPI_Count)
PERSISTENT(Bsend_init_c, MPI_Count)
PERSISTENT(Ssend_init_c, MPI_Count)
PERSISTENT(Rsend_init_c, MPI_Count)
#endif

int MPI_Start(MPI_Request *request) {
  pf_request_start(*request);
  int error = pf_real()->Start(request);
  if (error == MPI_SUCCESS) pf_request_started(*request);
  return error;
}
PF_ALSO(Start)

int MPI_Startall(int n, MPI_Request requests[]) {
  for (int i = 0; i < n; i++) pf_request_start(requests[i]);
  int error = pf_real()->Startall(n, requests);
  if (error == MPI_SUCCESS) pf_requests_early(n, requests);
  return error;
}
PF_ALSO(Startall)

/* The calls of MPI that send. Every one of them is here: a message that was not counted could make another one's
 * stand-in meet the wrong receive. */
#include "request.h"
#include "sending.h"

#define BLOCKING(name)                                                                                          \
  int MPI_##name(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm) {             \
    struct pf_send s = {buf, count, type, dest, tag, comm};                                                     \
    pf_sending(&s, PF_GIVEN);                                                                                   \
    return pf_real()->name(s.buf, (int)s.count, type, dest, tag, comm);                                         \
  }                                                                                                             \
  PF_ALSO(name)

BLOCKING(Send)
BLOCKING(Bsend)
BLOCKING(Ssend)
BLOCKING(Rsend)

#define NONBLOCKING(name)                                                                                               \
  int MPI_##name(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm, MPI_Request *request) { \
    struct pf_send s = {buf, count, type, dest, tag, comm};                                                             \
    pf_sending(&s, PF_LENT);                                                                                            \
    return pf_real()->name(s.buf, (int)s.count, type, dest, tag, comm, request);                                        \
  }                                                                                                                     \
  PF_ALSO(name)

NONBLOCKING(Isend)
NONBLOCKING(Ibsend)
NONBLOCKING(Issend)
NONBLOCKING(Irsend)

#define PERSISTENT(name)                                                                                                \
  int MPI_##name(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm, MPI_Request *request) { \
    int error = pf_real()->name(buf, count, type, dest, tag, comm, request);                                            \
    if (error == MPI_SUCCESS) pf_request_made(*request, comm, dest, tag, true, true);                                   \
    return error;                                                                                                       \
  }                                                                                                                     \
  PF_ALSO(name)

PERSISTENT(Send_init)
PERSISTENT(Bsend_init)
PERSISTENT(Ssend_init)
PERSISTENT(Rsend_init)

int MPI_Start(MPI_Request *request) {
  pf_request_start(*request);
  return pf_real()->Start(request);
}
PF_ALSO(Start)

int MPI_Startall(int n, MPI_Request requests[]) {
  for (int i = 0; i < n; i++) pf_request_start(requests[i]);
  return pf_real()->Startall(n, requests);
}
PF_ALSO(Startall)

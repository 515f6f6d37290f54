/* The calls that send with counts of MPI_Count, of MPI 4: see sends.c. */
#include "request.h"
#include "sending.h"

#if MPI_VERSION >= 4

#define BLOCKING(name)                                                                                    \
  int MPI_##name(const void *buf, MPI_Count count, MPI_Datatype type, int dest, int tag, MPI_Comm comm) { \
    struct pf_send s = {buf, count, type, dest, tag, comm};                                               \
    pf_sending(&s, PF_GIVEN);                                                                             \
    return pf_real()->name(s.buf, s.count, type, dest, tag, comm);                                        \
  }                                                                                                       \
  PF_ALSO(name)

BLOCKING(Send_c)
BLOCKING(Bsend_c)
BLOCKING(Ssend_c)
BLOCKING(Rsend_c)

#define NONBLOCKING(name)                                                                               \
  int MPI_##name(const void *buf, MPI_Count count, MPI_Datatype type, int dest, int tag, MPI_Comm comm, \
                 MPI_Request *request) {                                                                \
    struct pf_send s = {buf, count, type, dest, tag, comm};                                             \
    pf_sending(&s, PF_LENT);                                                                            \
    return pf_real()->name(s.buf, s.count, type, dest, tag, comm, request);                             \
  }                                                                                                     \
  PF_ALSO(name)

NONBLOCKING(Isend_c)
NONBLOCKING(Ibsend_c)
NONBLOCKING(Issend_c)
NONBLOCKING(Irsend_c)

#define PERSISTENT(name)                                                                                \
  int MPI_##name(const void *buf, MPI_Count count, MPI_Datatype type, int dest, int tag, MPI_Comm comm, \
                 MPI_Request *request) {                                                                \
    int error = pf_real()->name(buf, count, type, dest, tag, comm, request);                            \
    if (error == MPI_SUCCESS) pf_request_made(*request, comm, dest, tag, true, true);                   \
    return error;                                                                                       \
  }                                                                                                     \
  PF_ALSO(name)

PERSISTENT(Send_init_c)
PERSISTENT(Bsend_init_c)
PERSISTENT(Ssend_init_c)
PERSISTENT(Rsend_init_c)

#endif

/* The calls of MPI that receive. What is received is counted afterwards; what is not counted is no harm. */
#include "bytes.h"
#include "peer.h"
#include "receiving.h"
#include "request.h"
#include "sending.h"

/* The history of a receive that may ask, else NULL. */
static struct pf_history *may_ask(const struct pf_receive *r, struct pf_comm *c) {
  if (r->source < 0 || r->source >= c->size || r->tag < 0 || !pf_peer_far(c->world[r->source])) return NULL;
  if (c->posted_any > 0 || c->posted[r->source] > 0 || pf_bytes(r->count, r->type) == 0) return NULL;
  return pf_history(c, r->source, r->tag);
}

static void copy_status(MPI_Status *to, const MPI_Status *from) {
  int error = to->MPI_ERROR; /* calls that complete one request leave it alone */
  *to = *from;
  to->MPI_ERROR = error;
}

int MPI_Recv(void *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Status *status) {
  const struct pf_real *real = pf_real();
  struct pf_comm *c = pf.on ? pf_comm(comm) : NULL;
  if (c == NULL) return real->Recv(buf, count, type, source, tag, comm, status);
  struct pf_receive r = {buf, count, type, source, tag, comm};
  struct pf_history *h = may_ask(&r, c);
  MPI_Status own = {.MPI_ERROR = MPI_SUCCESS}, *st = status == MPI_STATUS_IGNORE ? &own : status;
  int error, length;
  if (h != NULL && pf_history_asks(h)) {
    error = pf_receiving(&r, c, h, &own);
    if (status != MPI_STATUS_IGNORE) copy_status(status, &own);
  } else {
    error = real->Recv(buf, count, type, source, tag, comm, st);
  }
  if (error != MPI_SUCCESS) return error;
  pf_received(c, st->MPI_SOURCE);
  if (h != NULL && real->Get_count(st, MPI_BYTE, &length) == MPI_SUCCESS && length >= 0) pf_history_learn(h, (size_t)length);
  return error;
}
PF_ALSO(Recv)

int MPI_Irecv(void *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Request *request) {
  int error = pf_real()->Irecv(buf, count, type, source, tag, comm, request);
  if (error == MPI_SUCCESS) pf_request_made(*request, comm, source, tag, false, false);
  return error;
}
PF_ALSO(Irecv)

int MPI_Recv_init(void *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Request *request) {
  int error = pf_real()->Recv_init(buf, count, type, source, tag, comm, request);
  if (error == MPI_SUCCESS) pf_request_made(*request, comm, source, tag, false, true);
  return error;
}
PF_ALSO(Recv_init)

/* Counts what a call received that completed. */
static int received(int error, MPI_Comm comm, const MPI_Status *status) {
  struct pf_comm *c = error == MPI_SUCCESS && pf.on ? pf_comm(comm) : NULL;
  if (c != NULL) pf_received(c, status->MPI_SOURCE);
  return error;
}

int MPI_Sendrecv(const void *buf, int count, MPI_Datatype type, int dest, int tag, void *in, int most, MPI_Datatype in_type, int source,
                 int in_tag, MPI_Comm comm, MPI_Status *status) {
  struct pf_send s = {buf, count, type, dest, tag, comm};
  MPI_Status own, *st = status == MPI_STATUS_IGNORE ? &own : status;
  pf_sending(&s, PF_GIVEN);
  return received(pf_real()->Sendrecv(s.buf, (int)s.count, type, dest, tag, in, most, in_type, source, in_tag, comm, st), comm, st);
}
PF_ALSO(Sendrecv)

int MPI_Sendrecv_replace(void *buf, int count, MPI_Datatype type, int dest, int tag, int source, int in_tag, MPI_Comm comm,
                         MPI_Status *status) {
  struct pf_send s = {buf, count, type, dest, tag, comm};
  MPI_Status own, *st = status == MPI_STATUS_IGNORE ? &own : status;
  pf_sending(&s, PF_WHOLE);
  return received(pf_real()->Sendrecv_replace(buf, count, type, dest, tag, source, in_tag, comm, st), comm, st);
}
PF_ALSO(Sendrecv_replace)

#if MPI_VERSION >= 4

int MPI_Recv_c(void *buf, MPI_Count count, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Status *status) {
  MPI_Status own, *st = status == MPI_STATUS_IGNORE ? &own : status;
  return received(pf_real()->Recv_c(buf, count, type, source, tag, comm, st), comm, st);
}
PF_ALSO(Recv_c)

int MPI_Irecv_c(void *buf, MPI_Count count, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Request *request) {
  int error = pf_real()->Irecv_c(buf, count, type, source, tag, comm, request);
  if (error == MPI_SUCCESS) pf_request_made(*request, comm, source, tag, false, false);
  return error;
}
PF_ALSO(Irecv_c)

int MPI_Recv_init_c(void *buf, MPI_Count count, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Request *request) {
  int error = pf_real()->Recv_init_c(buf, count, type, source, tag, comm, request);
  if (error == MPI_SUCCESS) pf_request_made(*request, comm, source, tag, false, true);
  return error;
}
PF_ALSO(Recv_init_c)

int MPI_Sendrecv_c(const void *buf, MPI_Count count, MPI_Datatype type, int dest, int tag, void *in, MPI_Count most, MPI_Datatype in_type,
                   int source, int in_tag, MPI_Comm comm, MPI_Status *status) {
  struct pf_send s = {buf, count, type, dest, tag, comm};
  MPI_Status own, *st = status == MPI_STATUS_IGNORE ? &own : status;
  pf_sending(&s, PF_GIVEN);
  return received(pf_real()->Sendrecv_c(s.buf, s.count, type, dest, tag, in, most, in_type, source, in_tag, comm, st), comm, st);
}
PF_ALSO(Sendrecv_c)

int MPI_Sendrecv_replace_c(void *buf, MPI_Count count, MPI_Datatype type, int dest, int tag, int source, int in_tag, MPI_Comm comm,
                           MPI_Status *status) {
  struct pf_send s = {buf, count, type, dest, tag, comm};
  MPI_Status own, *st = status == MPI_STATUS_IGNORE ? &own : status;
  pf_sending(&s, PF_WHOLE);
  return received(pf_real()->Sendrecv_replace_c(buf, count, type, dest, tag, source, in_tag, comm, st), comm, st);
}
PF_ALSO(Sendrecv_replace_c)

/* The send of these may begin at any time until they are complete, so what they send stays as it is. */
#define BOTH(name, integer)                                                                                                       \
  int MPI_##name(const void *buf, integer count, MPI_Datatype type, int dest, int tag, void *in, integer most, MPI_Datatype in_type, \
                 int source, int in_tag, MPI_Comm comm, MPI_Request *request) {                                                   \
    struct pf_send s = {buf, count, type, dest, tag, comm};                                                                       \
    pf_sending(&s, PF_WHOLE);                                                                                                     \
    int error = pf_real()->name(buf, count, type, dest, tag, in, most, in_type, source, in_tag, comm, request);                   \
    if (error == MPI_SUCCESS) pf_request_made(*request, comm, source, in_tag, false, false);                                      \
    return error;                                                                                                                 \
  }                                                                                                                               \
  PF_ALSO(name)

BOTH(Isendrecv, int)
BOTH(Isendrecv_c, MPI_Count)

#define BOTH_IN_ONE(name, integer)                                                                                                   \
  int MPI_##name(void *buf, integer count, MPI_Datatype type, int dest, int tag, int source, int in_tag, MPI_Comm comm, MPI_Request *request) { \
    struct pf_send s = {buf, count, type, dest, tag, comm};                                                                          \
    pf_sending(&s, PF_WHOLE);                                                                                                        \
    int error = pf_real()->name(buf, count, type, dest, tag, source, in_tag, comm, request);                                         \
    if (error == MPI_SUCCESS) pf_request_made(*request, comm, source, in_tag, false, false);                                         \
    return error;                                                                                                                    \
  }                                                                                                                                  \
  PF_ALSO(name)

BOTH_IN_ONE(Isendrecv_replace, int)
BOTH_IN_ONE(Isendrecv_replace_c, MPI_Count)

#endif

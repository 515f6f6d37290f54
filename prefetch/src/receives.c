/* The calls of MPI that receive. What is received is counted afterwards; what is not counted is no harm. */
#include "bytes.h"
#include "peer.h"
#include "quiet.h"
#include "request.h"
#include "sending.h"

/* A receive that begins now. */
static struct pf_await receive(void *buf, MPI_Count count, MPI_Datatype type, int source, int tag, struct pf_comm *c) {
  struct pf_await a = {.comm = c, .buf = buf, .source = source, .tag = tag};
  bool far = c != NULL && source >= 0 && source < c->size && pf_peer_far(c->world[source]);
  if (far) a.most = pf_bytes(count, type);
  return a;
}

/* Whether one that nobody has posted yet shall ask. */
static bool asks(struct pf_await *a) {
  if (a->most == 0) return false;
  pf_await_known(a);
  return a->history != NULL && !pf_request_takes(a->comm, a->source, a->tag) && pf_await_asks(a);
}

static void copy_status(MPI_Status *to, const MPI_Status *from) {
  if (to == MPI_STATUS_IGNORE) return;
  int error = to->MPI_ERROR; /* calls that complete one request leave it alone */
  *to = *from;
  to->MPI_ERROR = error;
}

/* It was posted: waits for it, and asks. */
static int await_one(struct pf_await *a, MPI_Request *request, MPI_Status *status) {
  MPI_Status own = {.MPI_ERROR = MPI_SUCCESS};
  a->request = request;
  pf_await((struct pf_await *[]){a}, 1);
  int error = pf_wait(request, &own, a->comm->handle);
  if (error == MPI_SUCCESS) pf_await_end(a, &own);
  copy_status(status, &own); /* it says whose message was too long, too */
  return error;
}

/* What a call has received that did not ask. */
static int received(int error, struct pf_await *a, MPI_Status *status) {
  if (error != MPI_SUCCESS || a->comm == NULL) return error;
  pf_received(a->comm, status->MPI_SOURCE, status->MPI_TAG);
  pf_await_end(a, status);
  return error;
}

int MPI_Recv(void *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Status *status) {
  const struct pf_real *real = pf_real();
  struct pf_await a = receive(buf, count, type, source, tag, pf_comm(comm));
  MPI_Status own, *st = status == MPI_STATUS_IGNORE ? &own : status;
  MPI_Request request;
  if (!asks(&a)) return received(real->Recv(buf, count, type, source, tag, comm, st), &a, st);
  int error = real->Irecv(buf, count, type, source, tag, comm, &request);
  return error == MPI_SUCCESS ? await_one(&a, &request, status) : error;
}
PF_ALSO(Recv)

static void posted(MPI_Request request, void *buf, MPI_Count count, MPI_Datatype type, int source, int tag, MPI_Comm comm, bool persistent) {
  pf_request_receives(request, receive(buf, count, type, source, tag, pf_comm(comm)), persistent);
}

int MPI_Irecv(void *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Request *request) {
  int error = pf_real()->Irecv(buf, count, type, source, tag, comm, request);
  if (error == MPI_SUCCESS) posted(*request, buf, count, type, source, tag, comm, false);
  return error;
}
PF_ALSO(Irecv)

int MPI_Recv_init(void *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Request *request) {
  int error = pf_real()->Recv_init(buf, count, type, source, tag, comm, request);
  if (error == MPI_SUCCESS) posted(*request, buf, count, type, source, tag, comm, true);
  return error;
}
PF_ALSO(Recv_init)

/* The two parts of a call that asks. */
static int both(struct pf_send *s, struct pf_await *a, int most, MPI_Datatype type, MPI_Status *status) {
  MPI_Request in, out;
  int error = pf.real.Irecv(a->buf, most, type, a->source, a->tag, s->comm, &in);
  if (error != MPI_SUCCESS) return error;
  pf_sending(s, PF_GIVEN);
  error = pf.real.Isend(s->buf, (int)s->count, s->type, s->dest, s->tag, s->comm, &out);
  if (error != MPI_SUCCESS) { /* then nothing is received, either */
    if (pf.real.Cancel(&in) == MPI_SUCCESS) pf.real.Wait(&in, MPI_STATUS_IGNORE);
    return error;
  }
  error = await_one(a, &in, status);
  int sent = pf.real.Wait(&out, MPI_STATUS_IGNORE);
  return error != MPI_SUCCESS ? error : sent;
}

int MPI_Sendrecv(const void *buf, int count, MPI_Datatype type, int dest, int tag, void *in, int most, MPI_Datatype in_type, int source,
                 int in_tag, MPI_Comm comm, MPI_Status *status) {
  const struct pf_real *real = pf_real();
  struct pf_send s = {buf, count, type, dest, tag, comm};
  struct pf_await a = receive(in, most, in_type, source, in_tag, pf_comm(comm));
  MPI_Status own, *st = status == MPI_STATUS_IGNORE ? &own : status;
  pf.sendrecvs++;
  if (asks(&a)) return both(&s, &a, most, in_type, status);
  pf_sending(&s, PF_GIVEN);
  return received(real->Sendrecv(s.buf, (int)s.count, type, dest, tag, in, most, in_type, source, in_tag, comm, st), &a, st);
}
PF_ALSO(Sendrecv)

/* What a call that replaces has sent and received. Some MPI (Open MPI) calls MPI_Sendrecv in it, which has counted both then; before: how
 * many of those there were. */
static int replaced(int error, uint64_t before, const struct pf_send *s, struct pf_await *a, MPI_Status *status) {
  if (pf.sendrecvs == before) return received(error, a, status);
  pf_sending_once(s);
  return error;
}

int MPI_Sendrecv_replace(void *buf, int count, MPI_Datatype type, int dest, int tag, int source, int in_tag, MPI_Comm comm,
                         MPI_Status *status) {
  struct pf_send s = {buf, count, type, dest, tag, comm};
  struct pf_await a = {.comm = pf_comm(comm)};
  MPI_Status own, *st = status == MPI_STATUS_IGNORE ? &own : status;
  pf_sending(&s, PF_WHOLE);
  uint64_t before = pf.sendrecvs;
  int error = pf_real()->Sendrecv_replace(buf, count, type, dest, tag, source, in_tag, comm, st);
  return replaced(error, before, &s, &a, st);
}
PF_ALSO(Sendrecv_replace)

#if MPI_VERSION >= 4

int MPI_Recv_c(void *buf, MPI_Count count, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Status *status) {
  MPI_Status own, *st = status == MPI_STATUS_IGNORE ? &own : status;
  struct pf_await a = {.comm = pf_comm(comm)};
  return received(pf_real()->Recv_c(buf, count, type, source, tag, comm, st), &a, st);
}
PF_ALSO(Recv_c)

int MPI_Irecv_c(void *buf, MPI_Count count, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Request *request) {
  int error = pf_real()->Irecv_c(buf, count, type, source, tag, comm, request);
  if (error == MPI_SUCCESS) posted(*request, buf, count, type, source, tag, comm, false);
  return error;
}
PF_ALSO(Irecv_c)

int MPI_Recv_init_c(void *buf, MPI_Count count, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Request *request) {
  int error = pf_real()->Recv_init_c(buf, count, type, source, tag, comm, request);
  if (error == MPI_SUCCESS) posted(*request, buf, count, type, source, tag, comm, true);
  return error;
}
PF_ALSO(Recv_init_c)

int MPI_Sendrecv_c(const void *buf, MPI_Count count, MPI_Datatype type, int dest, int tag, void *in, MPI_Count most, MPI_Datatype in_type,
                   int source, int in_tag, MPI_Comm comm, MPI_Status *status) {
  struct pf_send s = {buf, count, type, dest, tag, comm};
  struct pf_await a = {.comm = pf_comm(comm)};
  MPI_Status own, *st = status == MPI_STATUS_IGNORE ? &own : status;
  pf.sendrecvs++;
  pf_sending(&s, PF_GIVEN);
  return received(pf_real()->Sendrecv_c(s.buf, s.count, type, dest, tag, in, most, in_type, source, in_tag, comm, st), &a, st);
}
PF_ALSO(Sendrecv_c)

int MPI_Sendrecv_replace_c(void *buf, MPI_Count count, MPI_Datatype type, int dest, int tag, int source, int in_tag, MPI_Comm comm,
                           MPI_Status *status) {
  struct pf_send s = {buf, count, type, dest, tag, comm};
  struct pf_await a = {.comm = pf_comm(comm)};
  MPI_Status own, *st = status == MPI_STATUS_IGNORE ? &own : status;
  pf_sending(&s, PF_WHOLE);
  uint64_t before = pf.sendrecvs;
  int error = pf_real()->Sendrecv_replace_c(buf, count, type, dest, tag, source, in_tag, comm, st);
  return replaced(error, before, &s, &a, st);
}
PF_ALSO(Sendrecv_replace_c)

/* Their receive. What it took is not counted if it left that open: the status of one MPI (MPICH 4.0) does not say it. */
static void posted_with_send(MPI_Request request, int source, int tag, MPI_Comm comm) {
  struct pf_await a = {.comm = pf_comm(comm), .source = source, .tag = tag, .vague = source == MPI_ANY_SOURCE || tag == MPI_ANY_TAG};
  pf_request_receives(request, a, false);
}

/* The send of these may begin at any time until they are complete, so what they send stays as it is. */
#define BOTH(name, integer)                                                                                                       \
  int MPI_##name(const void *buf, integer count, MPI_Datatype type, int dest, int tag, void *in, integer most, MPI_Datatype in_type, \
                 int source, int in_tag, MPI_Comm comm, MPI_Request *request) {                                                   \
    struct pf_send s = {buf, count, type, dest, tag, comm};                                                                       \
    pf_sending(&s, PF_WHOLE);                                                                                                     \
    int error = pf_real()->name(buf, count, type, dest, tag, in, most, in_type, source, in_tag, comm, request);                   \
    if (error == MPI_SUCCESS) posted_with_send(*request, source, in_tag, comm);                                                   \
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
    if (error == MPI_SUCCESS) posted_with_send(*request, source, in_tag, comm);                                                      \
    return error;                                                                                                                    \
  }                                                                                                                                  \
  PF_ALSO(name)

BOTH_IN_ONE(Isendrecv_replace, int)
BOTH_IN_ONE(Isendrecv_replace_c, MPI_Count)

#endif

/* The API of delta send-recv: see mdmp_delta.h, which is what users see.
 *
 * A message that goes whole is what MPI makes of it: MDMP_Delta_send_end is MPI_Isend and MDMP_Delta_recv is MPI_Irecv,
 * on the program's own communicator. So MPI matches them, with each other and with the messages of a program that does
 * not know of any delta, in its own order; and errors go where those of MPI go. What is said of bytes is checked, and then it
 * is a wait for the whole message, which is never too early. */
#include "delta.h"

#include <stdlib.h>

#include "memory.h"
#include "rt.h"

static struct md_deltas *const deltas = &md_rt.entries.deltas;

/* Bytes of count elements, if they lie in order and without gaps: elementary types do if they are as long as
 * what is in them. */
static MPI_Aint bytes_of(int count, MPI_Datatype type) {
  if (type == MPI_DATATYPE_NULL || count < 0) return -1; /* an error that MPI will find */
  int integers, addresses, types, combiner, size;
  MPI_Aint lower, extent;
  if (MPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner) != MPI_SUCCESS ||
      combiner != MPI_COMBINER_NAMED || MPI_Type_size(type, &size) != MPI_SUCCESS ||
      MPI_Type_get_extent(type, &lower, &extent) != MPI_SUCCESS || lower != 0 || extent != size)
    return -1;
  return size * (MPI_Aint)count;
}

/* A request for what *as says. */
static struct mdmp_request *take(const struct mdmp_request *as) {
  md_lock();
  struct mdmp_request *r = deltas->spare;
  if (r != NULL) deltas->spare = r->next;
  md_unlock();
  if (r == NULL) r = md_alloc(sizeof *r);
  *r = *as;
  r->bytes = bytes_of(r->count, r->datatype);
  return r;
}

static void give(struct mdmp_request *r) {
  md_lock();
  r->next = deltas->spare;
  deltas->spare = r;
  md_unlock();
}

static void enlist(struct mdmp_request *r) {
  md_lock();
  r->next = deltas->receives;
  deltas->receives = r;
  md_unlock();
}

static void strike(struct mdmp_request *r) {
  md_lock();
  struct mdmp_request **at = &deltas->receives;
  while (*at != r) at = &(*at)->next;
  *at = r->next;
  md_unlock();
}

/* The receive into buffer that was begun last. */
static struct mdmp_request *receive_into(const void *buffer) {
  md_lock();
  struct mdmp_request *r = deltas->receives;
  while (r != NULL && r->buf.to != buffer) r = r->next;
  md_unlock();
  return r;
}

static int complain(const struct mdmp_request *r, int class) {
  MPI_Comm comm = r != NULL ? r->comm : MPI_COMM_WORLD;
  MPI_Comm_call_errhandler(comm, class);
  return class;
}

static bool within(const struct mdmp_request *r, MPI_Aint offset, MPI_Aint bytes) {
  return offset >= 0 && bytes >= 0 && (r->bytes < 0 || (offset <= r->bytes && bytes <= r->bytes - offset));
}

/* ---- sends ---- */

int MDMP_Delta_init(MPI_Comm comm) {
  int size = 0;
  return MPI_Comm_size(comm, &size); /* an error if it is none */
}

int MDMP_Delta_send_begin_at(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
                             MDMP_Request *request, const char *file, int line) {
  *request = take(&(struct mdmp_request){.sends = true, .buf.from = buf, .count = count, .datatype = datatype, .peer = dest,
                                         .tag = tag, .comm = comm, .mpi = MPI_REQUEST_NULL, .at = {file, line}});
  return MPI_SUCCESS;
}

int MDMP_Delta_send_data_at(MDMP_Request r, MPI_Aint offset, MPI_Aint bytes, const char *file, int line) {
  (void)file, (void)line;
  if (md_unlikely(r == NULL || !r->sends || r->ended)) return complain(r, MPI_ERR_REQUEST);
  if (md_unlikely(!within(r, offset, bytes))) return complain(r, MPI_ERR_ARG);
  return MPI_SUCCESS;
}

int MDMP_Delta_send_size(MDMP_Request r, int count) {
  if (r == NULL || !r->sends || r->ended) return complain(r, MPI_ERR_REQUEST);
  if (count < 0 || count > r->count) return complain(r, MPI_ERR_COUNT);
  if (r->count > 0 && r->bytes > 0) r->bytes = r->bytes / r->count * count;
  r->count = count;
  return MPI_SUCCESS;
}

int MDMP_Delta_send_end_at(MDMP_Request r, const char *file, int line) {
  (void)file, (void)line;
  if (md_unlikely(r == NULL || !r->sends)) return complain(r, MPI_ERR_REQUEST);
  if (r->ended) return MPI_SUCCESS;
  r->ended = true;
  r->error = MPI_Isend(r->buf.from, r->count, r->datatype, r->peer, r->tag, r->comm, &r->mpi);
  return r->error;
}

/* ---- receives ---- */

int MDMP_Delta_recv_at(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
                       MDMP_Request *request, const char *file, int line) {
  MPI_Request mpi;
  *request = NULL;
  int code = MPI_Irecv(buf, count, datatype, source, tag, comm, &mpi);
  if (md_unlikely(code != MPI_SUCCESS)) return code;
  *request = take(&(struct mdmp_request){.ended = true, .buf.to = buf, .count = count, .datatype = datatype, .peer = source,
                                         .tag = tag, .comm = comm, .mpi = mpi, .at = {file, line}});
  enlist(*request);
  return MPI_SUCCESS;
}

/* MPI completes r; what it says is kept for who asks for the status. */
static void complete(struct mdmp_request *r) {
  if (r->over) return;
  if (r->error == MPI_SUCCESS) r->error = MPI_Wait(&r->mpi, &r->status);
  r->over = true;
}

int MDMP_Delta_wait_data_at(const void *buffer, MPI_Aint offset, MPI_Aint bytes, const char *file, int line) {
  (void)file, (void)line;
  struct mdmp_request *r = receive_into(buffer);
  if (r == NULL) return MPI_SUCCESS;
  if (md_unlikely(!within(r, offset, bytes))) return complain(r, MPI_ERR_ARG);
  if (bytes > 0) complete(r);
  return r->error;
}

/* ---- completion ---- */

static int hand_over(MDMP_Request *request, MPI_Status *status) {
  struct mdmp_request *r = *request;
  int error = r->error;
  if (status != MPI_STATUS_IGNORE) *status = r->status;
  if (!r->sends) strike(r);
  give(r);
  *request = NULL;
  return error;
}

/* What MPI_Wait says of MPI_REQUEST_NULL. */
static int nothing(MPI_Status *status) {
  MPI_Request none = MPI_REQUEST_NULL;
  return MPI_Wait(&none, status);
}

int MDMP_Delta_wait_at(MDMP_Request *request, MPI_Status *status, const char *file, int line) {
  struct mdmp_request *r = *request;
  if (r == NULL) return nothing(status);
  if (!r->ended) (void)MDMP_Delta_send_end_at(r, file, line); /* its error is kept */
  complete(r);
  return hand_over(request, status);
}

int MDMP_Delta_test(MDMP_Request *request, int *flag, MPI_Status *status) {
  struct mdmp_request *r = *request;
  *flag = 1;
  if (r == NULL) return nothing(status);
  if (!r->over && r->ended && r->error == MPI_SUCCESS) {
    int over = 0;
    r->error = MPI_Test(&r->mpi, &over, &r->status);
    r->over = over != 0;
  }
  if (r->over || r->error != MPI_SUCCESS) return hand_over(request, status);
  *flag = 0;
  return MPI_SUCCESS;
}

/* ---- the same without places ---- */

int (MDMP_Delta_send_begin)(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
                            MDMP_Request *request) {
  return MDMP_Delta_send_begin_at(buf, count, datatype, dest, tag, comm, request, NULL, 0);
}

int (MDMP_Delta_send_data)(MDMP_Request r, MPI_Aint offset, MPI_Aint bytes) {
  return MDMP_Delta_send_data_at(r, offset, bytes, NULL, 0);
}

int (MDMP_Delta_send_end)(MDMP_Request r) { return MDMP_Delta_send_end_at(r, NULL, 0); }

int (MDMP_Delta_recv)(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
                      MDMP_Request *request) {
  return MDMP_Delta_recv_at(buf, count, datatype, source, tag, comm, request, NULL, 0);
}

int (MDMP_Delta_wait_data)(const void *buffer, MPI_Aint offset, MPI_Aint bytes) {
  return MDMP_Delta_wait_data_at(buffer, offset, bytes, NULL, 0);
}

int (MDMP_Delta_wait)(MDMP_Request *request, MPI_Status *status) {
  return MDMP_Delta_wait_at(request, status, NULL, 0);
}

void md_delta_close(void) {
  for (struct mdmp_request *r; (r = deltas->spare) != NULL;) {
    deltas->spare = r->next;
    free(r);
  }
}

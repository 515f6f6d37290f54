/* The API of delta send-recv: see mdmp_delta.h, which is what users see.
 *
 * A message that goes whole is what MPI makes of it: MDMP_Delta_send_end is MPI_Isend and MDMP_Delta_recv is MPI_Irecv,
 * on the program's own communicator. So MPI matches them, with each other and with the messages of a program that does
 * not know of any delta, in its own order; and errors go where those of MPI go. What is said of bytes is checked. Where the
 * order of messages is known on both sides (sequence.h) it also makes bytes travel (increments.c) and be there (landing.c) before the
 * message is complete; where it is not, it is a wait for the whole message, which is never too early. */
#include "delta.h"

#include <limits.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "bypages.h"
#include "comm.h"
#include "numbered.h"
#include "sequence.h"
#include "rt.h"
#include "memory.h"
#include "patience.h"
#include "packet.h"
#include "trusted.h"
#include "uninstrumented.h"

static struct md_delta_requests *const requests = &md_rt.deltas.requests;

struct md_delta_sums *md_delta_sums(void) { return &requests->sums; }

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

/* ---- requests ---- */

/* One that received into the same buffer last time has its type ready, and one of a buffer that was closed a copy. */
static struct mdmp_request **fitting(const struct mdmp_request *as, bool aside) {
  enum { A_FEW = 16 };
  struct mdmp_request **at = &requests->spare;
  for (int i = 0; i < A_FEW && *at != NULL; i++, at = &(*at)->next)
    if (as->sends ? (*at)->posted.type == MPI_DATATYPE_NULL : aside ? (*at)->copy != NULL : (*at)->posted.to == as->buf.to) return at;
  return &requests->spare;
}

/* A request for what *as says. aside: it may land in a copy. */
static struct mdmp_request *take(const struct mdmp_request *as, bool aside) {
  md_lock();
  struct mdmp_request **at = fitting(as, aside), *r = *at;
  if (r != NULL) *at = r->next;
  md_unlock();
  struct mdmp_request kept = {.posted.type = MPI_DATATYPE_NULL};
  if (r != NULL)
    kept = *r;
  else
    r = md_alloc(sizeof *r);
  *r = *as;
  r->increment = kept.increment;
  r->room = kept.room;
  r->said = kept.said;
  r->posted = kept.posted;
  r->copy = kept.copy;
  r->copy_size = kept.copy_size;
  r->into = r->sends ? NULL : r->buf.to;
  r->bytes = bytes_of(r->count, r->datatype);
  return r;
}

/* What is known of the order in which its message comes. */
static void number(struct mdmp_request *r) {
  if (r->peer < 0 || r->tag < 0 || r->count <= 0) return;
  r->sequences = md_sequences_of(r->comm);
  if (r->sequences == NULL) return;
  r->nonce = r->sequences->nonce;
  r->sequence = md_sequence(r->sequences, r->tag, r->peer, r->sends);
}

static void give(struct mdmp_request *r) {
  md_lock();
  r->next = requests->spare;
  requests->spare = r;
  md_unlock();
}

static void enlist(struct mdmp_request *r) {
  md_lock();
  r->next = requests->receives;
  requests->receives = r;
  md_unlock();
}

static void strike(struct mdmp_request *r) {
  md_lock();
  struct mdmp_request **at = &requests->receives;
  while (*at != r) at = &(*at)->next;
  *at = r->next;
  md_unlock();
}

/* The receive into buffer that was begun last. */
static struct mdmp_request *receive_into(const void *buffer) {
  md_lock();
  struct mdmp_request *r = requests->receives;
  while (r != NULL && r->buf.to != buffer) r = r->next;
  md_unlock();
  return r;
}

static int complain(const struct mdmp_request *r, int class) {
  MPI_Comm comm = r != NULL ? r->comm : MPI_COMM_WORLD;
  (void)MPI_Comm_call_errhandler(comm, class);
  return class;
}

static bool within(const struct mdmp_request *r, MPI_Aint offset, MPI_Aint bytes) {
  return offset >= 0 && bytes >= 0 && (r->bytes < 0 || (offset <= r->bytes && bytes <= r->bytes - offset));
}

/* ---- buffers that are closed ---- */

static void complete_closed(struct mdmp_request *r) {
  md_delta_complete(r);
  md_bypages_over(r);
}

void md_delta_settle(void) {
  MD_UNSTOPPED;
  for (struct mdmp_request *r = requests->receives; r != NULL; r = r->next)
    if (r->pages != NULL) complete_closed(r);
}

/* MPI or the run time is about to use this memory; bytes: below 0 it may be any. It is complete if it is received into memory that is closed. */
static void complete_before(const char *lo, MPI_Aint bytes) {
  if (md_likely(md_rt.settle == NULL)) return; /* always so with several threads */
  const char *hi = bytes < 0 ? lo : lo + bytes;
  for (struct mdmp_request *r = requests->receives; r != NULL; r = r->next) {
    const char *to = r->buf.to;
    if (r->pages != NULL && (bytes < 0 || (lo < to + r->bytes && to < hi))) complete_closed(r);
  }
}

struct mdmp_request *md_delta_receiving(void) { return requests->receives; }

/* One whose bytes do not lie in order may write anywhere. */
bool md_delta_receives(const char *lo, MPI_Aint n) {
  for (const struct mdmp_request *r = requests->receives; r != NULL; r = r->next) {
    const char *to = r->buf.to;
    if (!r->over && (r->bytes < 0 || (lo < to + r->bytes && to < lo + n))) return true;
  }
  return false;
}

/* ---- sends ---- */

/* Before a call that may wait. */
static void waits(const char *call) {
  if (md_unlikely(md_rt.verify > 0)) mdmp_waits(call);
}

int MDMP_Delta_init(MPI_Comm comm) {
  waits("MDMP_Delta_init");
  MD_UNSTOPPED;
  int size = 0;
  int code = MPI_Comm_size(comm, &size); /* an error if it is none */
  return code == MPI_SUCCESS ? md_sequences_name(comm, md_numbered() && md_numbered_fortran(), MD_NOWHERE) : code;
}

int MDMP_Delta_send_begin_at(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
                             MDMP_Request *request, const char *file, int line) {
  MD_UNSTOPPED;
  *request = take(&(struct mdmp_request){.sends = true, .buf.from = buf, .count = count, .datatype = datatype, .peer = dest,
                                         .tag = tag, .comm = comm, .mpi = MPI_REQUEST_NULL, .at = {file, line}}, false);
  number(*request);
  complete_before(buf, (*request)->bytes);
  return MPI_SUCCESS;
}

int MDMP_Delta_send_data_at(MDMP_Request r, MPI_Aint offset, MPI_Aint bytes, const char *file, int line) {
  MD_UNSTOPPED;
  if (md_unlikely(r == NULL || !r->sends || r->ended)) return complain(r, MPI_ERR_REQUEST);
  if (md_unlikely(!within(r, offset, bytes))) return complain(r, MPI_ERR_ARG);
  complete_before((const char *)r->buf.from + offset, r->bytes < 0 ? -1 : bytes);
  if (r->sequence != NULL && bytes > 0) md_increments_said(r, offset, offset + bytes, (struct md_where){file, line});
  return MPI_SUCCESS;
}

int MDMP_Delta_send_pages_at(MDMP_Request r, const char *file, int line) {
  MD_UNSTOPPED;
  if (r == NULL || !r->sends || r->ended) return complain(r, MPI_ERR_REQUEST);
  md_bypages_send(r, (struct md_where){file, line});
  return MPI_SUCCESS;
}

int MDMP_Delta_send_size(MDMP_Request r, int count) {
  if (r == NULL || !r->sends || r->ended) return complain(r, MPI_ERR_REQUEST);
  if (count < 0 || count > r->count) return complain(r, MPI_ERR_COUNT);
  MPI_Aint bytes = r->count > 0 && r->bytes > 0 ? r->bytes / r->count * count : r->bytes;
  if (bytes >= 0 && bytes < r->reach) return complain(r, MPI_ERR_COUNT);
  r->bytes = bytes;
  r->count = count;
  return MPI_SUCCESS;
}

static void send_whole(struct mdmp_request *r) {
  int own = r->sequence != NULL; /* else the wrapper sees to its number */
  md_sequences_aside(own);
  r->error = MPI_Isend(r->buf.from, r->count, r->datatype, r->peer, r->tag, r->comm, &r->mpi);
  md_sequences_aside(-own);
}

int MDMP_Delta_send_end_at(MDMP_Request r, const char *file, int line) {
  MD_UNSTOPPED;
  if (md_unlikely(r == NULL || !r->sends)) return complain(r, MPI_ERR_REQUEST);
  if (r->ended) return MPI_SUCCESS;
  r->ended = true;
  complete_before(r->buf.from, r->bytes);
  md_bypages_end(r);
  requests->sums.sends++;
  if (r->sequence == NULL || !md_increments_end(r, (struct md_where){file, line})) send_whole(r);
  if (r->error != MPI_SUCCESS && r->sequences != NULL) r->sequences->sends = false;
  return r->error;
}

/* ---- receives ---- */

/* aside: it may land in a copy. */
static int receive(struct mdmp_request *as, bool aside, MDMP_Request *request) {
  struct mdmp_request *r = take(as, aside);
  number(r);
  *request = NULL;
  requests->sums.receives++;
  complete_before(r->buf.to, r->bytes);
  if (aside) aside = md_bypages_aside(r);
  if (!aside && md_pages_stops) md_pages_yield(r->buf.to, r->bytes < 0 ? NULL : (char *)r->buf.to + r->bytes);
  int code = md_landing_post(r);
  if (md_unlikely(code != MPI_SUCCESS)) {
    give(r);
    return code;
  }
  enlist(r);
  *request = r;
  return MPI_SUCCESS;
}

int MDMP_Delta_recv_at(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
                       MDMP_Request *request, const char *file, int line) {
  MD_UNSTOPPED;
  return receive(&(struct mdmp_request){.ended = true, .buf.to = buf, .count = count, .datatype = datatype, .peer = source,
                                        .tag = tag, .comm = comm, .mpi = MPI_REQUEST_NULL, .at = {file, line}},
                 false, request);
}

int MDMP_Delta_recv_pages_at(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
                             MDMP_Request *request, const char *file, int line) {
  waits("MDMP_Delta_recv_pages");
  MD_UNSTOPPED;
  int code = receive(&(struct mdmp_request){.ended = true, .buf.to = buf, .count = count, .datatype = datatype, .peer = source,
                                            .tag = tag, .comm = comm, .mpi = MPI_REQUEST_NULL, .at = {file, line}},
                     true, request);
  struct mdmp_request *r = *request;
  if (code != MPI_SUCCESS || (r->into != buf && md_bypages_close(r))) return code;
  complete_closed(r);
  return code;
}

/* Nothing has happened: lets others run, and in the end tells that it has lasted. */
static void wait_on(const struct mdmp_request *r, int64_t *idle, struct md_patience *p) {
  if (++*idle < md_rt.opt.spin) return;
  *idle = 0;
  sched_yield();
  enum md_time now = md_patience(p);
  if (now == MD_GIVE_UP)
    md_fail(r->at, "waited for %lld s for the message from rank %d with tag %d", (long long)md_rt.opt.timeout, r->peer, r->tag);
  if (now == MD_SAY)
    md_note(r->at, "waiting for %lld s: for the message from rank %d with tag %d; MDMP_TIMEOUT=%lld would end this, MDMP_STALL=0 does not say it",
            (long long)md_rt.opt.stall, r->peer, r->tag, (long long)md_rt.opt.stall);
}

/* MPI completes r; what it says is kept for who asks for the status. */
void md_delta_complete(struct mdmp_request *r) {
  int64_t idle = 0;
  struct md_patience p = {0};
  if (r->sends) {
    if (!r->over && r->error == MPI_SUCCESS) r->error = MPI_Wait(&r->mpi, &r->status);
    r->over = true;
    return;
  }
  while (!md_landing_over(r, !r->announced)) wait_on(r, &idle, &p);
}

bool md_delta_await(struct mdmp_request *r, MPI_Aint offset, MPI_Aint bytes) {
  int64_t idle = 0;
  struct md_patience p = {0};
  for (; !r->over; wait_on(r, &idle, &p)) {
    if (md_landing_has(r, offset, bytes)) return true;
    if (md_landing_over(r, !r->announced)) break;
  }
  return false;
}

int MDMP_Delta_wait_data_at(const void *buffer, MPI_Aint offset, MPI_Aint bytes, const char *file, int line) {
  waits("MDMP_Delta_wait_data");
  MD_UNSTOPPED;
  struct mdmp_request *r = receive_into(buffer);
  if (r == NULL) return MPI_SUCCESS;
  if (md_unlikely(!within(r, offset, bytes))) return complain(r, MPI_ERR_ARG);
  if (bytes == 0) return r->error;
  if (md_unlikely(r->pages != NULL))
    md_bypages_need(r, offset, bytes);
  else if (md_delta_await(r, offset, bytes))
    md_landing_gives(r, offset, bytes, (struct md_where){file, line});
  return r->error;
}

/* ---- completion ---- */

static int hand_over(MDMP_Request *request, MPI_Status *status) {
  struct mdmp_request *r = *request;
  int error = r->error;
  if (status != MPI_STATUS_IGNORE) *status = r->status;
  if (!r->sends) {
    md_bypages_over(r);
    strike(r);
  }
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
  waits("MDMP_Delta_wait");
  MD_UNSTOPPED;
  struct mdmp_request *r = *request;
  if (r == NULL) return nothing(status);
  if (!r->ended) (void)MDMP_Delta_send_end_at(r, file, line); /* its error is kept */
  md_delta_complete(r);
  return hand_over(request, status);
}

static void test_send(struct mdmp_request *r) {
  int over = 0;
  r->error = MPI_Test(&r->mpi, &over, &r->status);
  r->over = over != 0;
}

int MDMP_Delta_test(MDMP_Request *request, int *flag, MPI_Status *status) {
  MD_UNSTOPPED;
  struct mdmp_request *r = *request;
  *flag = 1;
  if (r == NULL) return nothing(status);
  if (!r->over && r->ended && r->error == MPI_SUCCESS) {
    if (r->sends)
      test_send(r);
    else
      md_landing_over(r, false);
  }
  if (r->over || r->error != MPI_SUCCESS) return hand_over(request, status);
  *flag = 0;
  return MPI_SUCCESS;
}

/* ---- the end ---- */

/* The first process that has one tells. */
static void report_uninstrumented(void) {
  int mine = md_uninstrumented_first() != NULL ? md_rt.rank : INT_MAX, first;
  md_check(MPI_Allreduce(&mine, &first, 1, MPI_INT, MPI_MIN, md_rt.world->comm), "MPI_Allreduce", MD_NOWHERE);
  if (first == md_rt.rank)
    md_note(MD_NOWHERE, "delta send-recv: messages went whole, because calls of MPI may not have been seen: %s (MDMP_LIBRARIES=apart says that "
                        "it has communicators of its own)", md_uninstrumented_first());
}

void md_delta_report(void) {
  if (!md_rt.profile) return;
  report_uninstrumented();
  md_bypages_report();
  enum { N = sizeof(struct md_delta_sums) / sizeof(uint64_t) };
  struct md_delta_sums s;
  md_check(MPI_Reduce(&requests->sums, &s, N, MPI_UINT64_T, MPI_SUM, 0, md_rt.world->comm), "MPI_Reduce", MD_NOWHERE);
  if (md_rt.rank != 0 || s.sends + s.receives == 0) return;
  md_note(MD_NOWHERE,
          "delta send-recv: %llu messages sent, %llu in increments; %llu increments (%llu bytes) sent before the end, %llu of them "
          "written to afterwards; %llu received, %llu announced; %llu waits for data over before the message",
          (unsigned long long)s.sends, (unsigned long long)s.in_increments, (unsigned long long)s.early,
          (unsigned long long)s.early_bytes, (unsigned long long)s.again, (unsigned long long)s.receives,
          (unsigned long long)s.announced, (unsigned long long)s.given);
}

void md_delta_close(void) {
  for (struct mdmp_request *r; (r = requests->spare) != NULL;) {
    requests->spare = r->next;
    if (r->posted.type != MPI_DATATYPE_NULL) md_check(MPI_Type_free(&r->posted.type), "MPI_Type_free", MD_NOWHERE);
    md_ranges_free(&r->said);
    free(r->increment);
    free(r->copy);
    free(r);
  }
}

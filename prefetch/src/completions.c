/* The calls of MPI that complete requests: what is known of outstanding receives is kept. */
#include <stdlib.h>

#include "memory.h"
#include "quiet.h"
#include "request.h"

/* The requests of a call as they were before it, and statuses of our own where the program wants none. */
struct before {
  MPI_Request *was;
  MPI_Status *statuses;
  bool own;
};

static struct before before(int n, const MPI_Request *requests, MPI_Status *statuses) {
  struct before b = {NULL, statuses, false};
  if (!pf.on || !pf_requests() || n <= 0) return b;
  b.was = md_alloc((size_t)n * sizeof *b.was);
  for (int i = 0; i < n; i++) b.was[i] = requests[i];
  b.own = statuses == MPI_STATUSES_IGNORE || statuses == MPI_STATUS_IGNORE;
  if (b.own) b.statuses = md_alloc((size_t)n * sizeof *b.statuses);
  return b;
}

static void after(const struct before *b) {
  if (b->own) free(b->statuses);
  free(b->was);
}

/* Whether the statuses of a call that failed have errors of their own. */
static bool in_status(int error) {
  int class = error;
  return error != MPI_SUCCESS && pf.real.Error_class(error, &class) == MPI_SUCCESS && class == MPI_ERR_IN_STATUS;
}

/* Whether a request that was under way is so no more: a persistent one is inactive then, and its status empty. */
static bool over(MPI_Request was, MPI_Request now) {
  int flag = 0;
  MPI_Status s;
  if (was == MPI_REQUEST_NULL || !pf_request_persists(was)) return was != MPI_REQUEST_NULL && now == MPI_REQUEST_NULL;
  return pf.real.Request_get_status(now, &flag, &s) == MPI_SUCCESS && flag && s.MPI_SOURCE == MPI_ANY_SOURCE;
}

/* Those that are over after a call that failed. In some calls (`each`) every request has a status. */
static void failed(const struct before *b, int n, const MPI_Request *requests, int error, bool each) {
  each = each && in_status(error);
  MPI_Errhandler theirs = pf_quiet();
  for (int i = 0; i < n; i++)
    if (over(b->was[i], requests[i])) pf_request_done(b->was[i], each && b->statuses[i].MPI_ERROR == MPI_SUCCESS ? &b->statuses[i] : NULL);
  pf_loud(theirs);
}

static int ended(struct before *b, int n, const MPI_Request *requests, int error, bool all) {
  if (b->was != NULL) {
    if (error != MPI_SUCCESS) failed(b, n, requests, error, n > 1);
    for (int i = 0; error == MPI_SUCCESS && all && i < n; i++) pf_request_done(b->was[i], &b->statuses[i]);
  }
  after(b);
  return error;
}

static int ended_one(struct before *b, int n, const MPI_Request *requests, int error, bool one, int which) {
  if (b->was != NULL) {
    if (error != MPI_SUCCESS) failed(b, n, requests, error, false);
    else if (one && which >= 0 && which < n) pf_request_done(b->was[which], &b->statuses[0]);
  }
  after(b);
  return error;
}

static int ended_some(struct before *b, int n, const MPI_Request *requests, int error, int some, const int *which) {
  if (b->was != NULL) {
    bool listed = (error == MPI_SUCCESS && some != MPI_UNDEFINED) || in_status(error);
    for (int k = 0; listed && k < some; k++)
      pf_request_done(b->was[which[k]], error == MPI_SUCCESS || b->statuses[k].MPI_ERROR == MPI_SUCCESS ? &b->statuses[k] : NULL);
    if (error != MPI_SUCCESS) failed(b, n, requests, error, false);
  }
  after(b);
  return error;
}

int MPI_Wait(MPI_Request *request, MPI_Status *status) {
  struct before b = before(1, request, status);
  if (b.was != NULL) pf_requests_await(1, request);
  return ended(&b, 1, request, pf_real()->Wait(request, b.statuses), true);
}
PF_ALSO(Wait)

int MPI_Test(MPI_Request *request, int *flag, MPI_Status *status) {
  struct before b = before(1, request, status);
  int error = pf_real()->Test(request, flag, b.statuses);
  return ended(&b, 1, request, error, error == MPI_SUCCESS && *flag);
}
PF_ALSO(Test)

int MPI_Waitall(int n, MPI_Request requests[], MPI_Status statuses[]) {
  struct before b = before(n, requests, statuses);
  if (b.was != NULL) pf_requests_await(n, requests);
  return ended(&b, n, requests, pf_real()->Waitall(n, requests, b.statuses), true);
}
PF_ALSO(Waitall)

int MPI_Testall(int n, MPI_Request requests[], int *flag, MPI_Status statuses[]) {
  struct before b = before(n, requests, statuses);
  int error = pf_real()->Testall(n, requests, flag, b.statuses);
  return ended(&b, n, requests, error, error == MPI_SUCCESS && *flag);
}
PF_ALSO(Testall)

int MPI_Waitany(int n, MPI_Request requests[], int *which, MPI_Status *status) {
  struct before b = before(n, requests, status);
  if (b.was != NULL) pf_requests_early(n, requests);
  int error = pf_real()->Waitany(n, requests, which, b.statuses);
  return ended_one(&b, n, requests, error, error == MPI_SUCCESS, *which);
}
PF_ALSO(Waitany)

int MPI_Testany(int n, MPI_Request requests[], int *which, int *flag, MPI_Status *status) {
  struct before b = before(n, requests, status);
  int error = pf_real()->Testany(n, requests, which, flag, b.statuses);
  return ended_one(&b, n, requests, error, error == MPI_SUCCESS && *flag, *which);
}
PF_ALSO(Testany)

int MPI_Waitsome(int n, MPI_Request requests[], int *some, int which[], MPI_Status statuses[]) {
  struct before b = before(n, requests, statuses);
  if (b.was != NULL) pf_requests_early(n, requests);
  int error = pf_real()->Waitsome(n, requests, some, which, b.statuses);
  return ended_some(&b, n, requests, error, *some, which);
}
PF_ALSO(Waitsome)

int MPI_Testsome(int n, MPI_Request requests[], int *some, int which[], MPI_Status statuses[]) {
  struct before b = before(n, requests, statuses);
  int error = pf_real()->Testsome(n, requests, some, which, b.statuses);
  return ended_some(&b, n, requests, error, *some, which);
}
PF_ALSO(Testsome)

int MPI_Request_get_status(MPI_Request request, int *flag, MPI_Status *status) {
  MPI_Status own, *st = status == MPI_STATUS_IGNORE ? &own : status;
  int error = pf_real()->Request_get_status(request, flag, st);
  if (error == MPI_SUCCESS && *flag && request != MPI_REQUEST_NULL) pf_request_seen(request, st);
  return error;
}
PF_ALSO(Request_get_status)

/* Of a message that is on its way the receive may as well be completed. */
int MPI_Cancel(MPI_Request *request) { return pf_request_cancels(*request) ? pf_real()->Cancel(request) : MPI_SUCCESS; }
PF_ALSO(Cancel)

int MPI_Request_free(MPI_Request *request) {
  pf_request_freed(*request);
  return pf_real()->Request_free(request);
}
PF_ALSO(Request_free)

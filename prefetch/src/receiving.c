/* Receives that ask: see receiving.h. */
#include "receiving.h"

#include <sched.h>

#include "bytes.h"
#include "call.h"
#include "clock.h"
#include "looks.h"
#include "standin.h"

/* Waits for the message for so long. */
static int spin(MPI_Request *request, int *flag, MPI_Status *status, uint64_t micros) {
  enum { AT_ONCE = 16 };
  uint64_t until = pf_now() + micros;
  for (;;) {
    for (int i = 0; i < AT_ONCE; i++) {
      int error = pf.real.Test(request, flag, status);
      if (error != MPI_SUCCESS || *flag) return error;
    }
    if (pf_now() >= until) return MPI_SUCCESS;
    sched_yield();
  }
}

static struct pf_call *ask(const struct pf_receive *r, const struct pf_comm *c, const struct pf_history *h) {
  char head[sizeof(struct pf_header)];
  size_t most = (size_t)r->count * pf_element(r->type);
  if (!pf_peek(head, r->buf, sizeof head)) return NULL; /* not this processor's memory */
  pf.tally.asked++;
  return pf_call_ask(c->world[r->source], (struct pf_frame){
                                              .ask = ++pf.asks,
                                              .name = {c->name[0], c->name[1]},
                                              .number = c->received[r->source],
                                              .capacity = h->length < most ? h->length : most,
                                              .tag = r->tag,
                                              .from = c->rank,
                                              .to = r->source,
                                              .size = c->size,
                                          });
}

/* Makes the message of what has come. */
static void whole(const struct pf_receive *r, struct pf_call *call, struct pf_history *h, MPI_Status *status) {
  int got;
  size_t saved = 0;
  if (pf.real.Get_count(status, MPI_BYTE, &got) != MPI_SUCCESS || got < 0) return;
  size_t length = (size_t)got;
  if (call != NULL && pf_standin_is(call, r->buf, length)) {
    length = pf_standin_read(call, r->buf, length, &saved);
    if (pf.real.Status_set_elements(status, MPI_BYTE, (int)length) != MPI_SUCCESS) pf_fail("MPI_Status_set_elements failed");
  }
  pf_history_won(h, saved, length);
}

int pf_receiving(const struct pf_receive *r, struct pf_comm *c, struct pf_history *h, MPI_Status *status) {
  MPI_Request request;
  int flag = 0, error = pf.real.Irecv(r->buf, r->count, r->type, r->source, r->tag, r->comm, &request);
  if (error != MPI_SUCCESS) return error;
  error = spin(&request, &flag, status, (uint64_t)pf.opt.wait);
  struct pf_call *call = NULL;
  if (error == MPI_SUCCESS && !flag) {
    call = ask(r, c, h);
    while (!flag) {
      error = pf.real.Test(&request, &flag, status);
      if (error != MPI_SUCCESS || flag) break;
      if (call != NULL) pf_call_turn(call);
      sched_yield();
    }
  }
  if (error == MPI_SUCCESS) whole(r, call, h, status);
  return error;
}

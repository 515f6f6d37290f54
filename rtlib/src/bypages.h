/* Messages of the API that nobody speaks for: pages tell what is complete and wait for what is needed.
 *
 * The idea is that of OS triggering in delta send-recv (Bao, Ding et al.), and of early release (Ke et al.). The buffer of a send is
 * write-protected: an increment of several pages is complete when the program writes to another one. The buffer of a receive is
 * closed: the first touch of an increment waits for its bytes. pages.h knows how; here is what it means for a message.
 *
 * That an increment is complete is no guess: the program has asked for it (MDMP_Delta_send_pages), and promises by that to write each
 * once, as it promises with MDMP_Delta_send_data. So receivers may have the bytes at once. What it breaks is found as ever.
 *
 * MDMP_Delta_recv_pages stands where MPI_Recv could stand: it, or whatever comes behind it, may wait for all of the message. So
 * all that is not understood waits, and nothing is lost but time: bytes at the end that share a page with other data, other threads, calls of MPI that
 * are seen, system calls of the program's own code, a child process. A message lands in a copy beside the buffer, whole or in
 * increments, because MPI and the kernel cannot write to memory that is closed; what has come is copied when it is touched.
 * What cannot wait is code of MPI and of libraries that is handed closed memory: it may hold locks that waiting needs. Then the program ends, with a
 * message, or the system call fails. It never goes on with bytes that have not come. */
#ifndef MDMP_BYPAGES_H
#define MDMP_BYPAGES_H

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>

#include "error.h"
#include "pages.h"
#include "rt.h"

#pragma GCC visibility push(hidden)

struct md_exchange;
struct mdmp_request;

/* Before and behind MPI_Init: threads that it makes are not the program's. */
void md_bypages_prepare(void);
void md_bypages_start(void);

/* A send that has begun: its pages speak for it. It ends: they do not any more. */
void md_bypages_send(struct mdmp_request *r, struct md_where at);
void md_bypages_end(struct mdmp_request *r);

/* A receive that is to be posted: whether it can land in a copy. */
bool md_bypages_aside(struct mdmp_request *r);

/* It is posted into the copy: closes its buffer. False: that does not go. */
bool md_bypages_close(struct mdmp_request *r);

/* Bytes of the buffer are needed: waits for them, and what has come is the program's. */
void md_bypages_need(struct mdmp_request *r, MPI_Aint offset, MPI_Aint bytes);

/* r is complete: what came is in the buffer. */
void md_bypages_over(struct mdmp_request *r);

/* In MPI_Finalize, where no exchange has pages watched any more: what was never completed is memory again. */
void md_bypages_leave(void);

/* MDMP_PROFILE: a line for this process. */
void md_bypages_report(void);

/* delta.c: completes receives whose buffer is closed. */
void md_delta_settle(void);

/* A call of MPI is about to use memory that may be closed, if it is the program's. */
static inline void md_bypages_called(void) {
  if (md_unlikely(md_rt.settle != NULL) && md_pages_busy == 0) md_delta_settle();
}

/* It is about to receive: pages do not speak for sends any more. A thread of MPI may be the one that writes, by a system call that would fail. */
static inline void md_bypages_receives(void) {
  md_bypages_called();
  if (md_likely(!md_pages_stops) || md_pages_busy > 0) return;
  MD_UNSTOPPED;
  md_pages_yield(NULL, NULL);
}

/* An exchange is about to be executed: where it receives no page speaks for a send any more. */
void md_bypages_yield(const struct md_exchange *ex);

static inline void md_bypages_before(const struct md_exchange *ex) {
  if (md_unlikely(md_pages_stops)) md_bypages_yield(ex);
}

#pragma GCC visibility pop
#endif

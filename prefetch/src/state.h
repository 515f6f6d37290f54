/* All that changes while the program runs, in one place. Who owns what:
 *   the thread of the program that is in MPI (never two at once): all but what is said to be others';
 *   the answering thread: its links, and of a granted lane the looks and copies;
 *   under the lock for calls: connections to those that were asked;
 *   under the lock: the tables of names and lanes, counts of sends, which lanes are granted, states of blocks. */
#ifndef PF_STATE_H
#define PF_STATE_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "options.h"
#include "real.h"
#include "table.h"

#pragma GCC visibility push(hidden)

struct pf_comm;
struct pf_lane;
struct pf_peer;
struct pf_call;
struct pf_plan;
struct pf_shadow;

/* For the report. */
struct pf_tally {
  uint64_t asked, late, granted, standins, saved, wasted;
};

enum { PF_GRAVES = 1024 };

struct pf_state {
  struct pf_real real;
  struct pf_options opt;
  bool on;        /* lanes may exist: between MPI_Init and MPI_Finalize, where all is as it must be */
  bool together;  /* so it is on all ranks */
  int rank, size; /* of MPI_COMM_WORLD */
  uint64_t secret[2], nonce[2];
  pthread_mutex_t lock;
  struct md_table by_handle, by_name; /* communicators */
  struct md_table lanes;              /* of sends */
  unsigned lanes_n;
  struct pf_lane *active, *doomed;
  bool turning; /* the answering thread is at work on lanes */
  struct pf_grave {
    int world;
    uint64_t ask;
  } buried[PF_GRAVES];      /* the last requests of lanes that are gone, by turns: see pf_lane_settle */
  uint64_t buried_n;
  struct pf_asker {           /* by rank of MPI_COMM_WORLD */
    uint64_t settled;         /* its last request that was settled: no older one is answered */
    uint64_t forgotten;       /* its last request whose grave was used again: of older ones nothing is known */
  } *askers;
  struct md_table histories; /* of receives */
  unsigned histories_n;
  struct md_table requests; /* receives that are outstanding, persistent requests */
  struct pf_peer *peers;    /* by rank of MPI_COMM_WORLD */
  struct pf_call **calls;   /* connections to those that were asked, likewise */
  uint64_t asks;            /* the number of the last one */
  pthread_mutex_t calling;  /* the lock for calls, and for the three that follow */
  size_t orders;            /* requests that are under way */
  size_t ordered;           /* bytes that they may bring */
  bool reading;             /* the program's thread reads what comes for them */
  unsigned crowded;         /* the program's thread alone: for so many waits it leaves that to the answering thread */
  bool polled;              /* the answering thread waits for it */
  char *aside;              /* where a stand-in is put while the message is made */
  size_t aside_room;
  pthread_t helper;
  bool helping, ending;
  int listens, wake;
  uint64_t began;           /* when MPI_Init was over */
  uint64_t sendrecvs;       /* calls of MPI_Sendrecv */
  struct pf_own {           /* of a collective call that is MPI's own, and under way */
    struct pf_plan *plan;     /* NULL: none is */
    struct pf_shadow *shadow; /* where the next call is to be asked for; NULL: it is not */
    int receives;             /* in it */
  } own;
  struct pf_tally tally;
};

extern struct pf_state pf;

static inline void pf_lock(void) { pthread_mutex_lock(&pf.lock); }
static inline void pf_unlock(void) { pthread_mutex_unlock(&pf.lock); }
static inline void pf_calls_lock(void) { pthread_mutex_lock(&pf.calling); }
static inline void pf_calls_unlock(void) { pthread_mutex_unlock(&pf.calling); }

/* Ends the program with a message. */
_Noreturn void pf_fail(const char *format, ...) __attribute__((format(printf, 1, 2)));

#pragma GCC visibility pop
#endif

/* Messages of the API of delta send-recv. */
#ifndef MDMP_DELTA_REQUEST_H
#define MDMP_DELTA_REQUEST_H

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "error.h"
#include "mdmp_delta.h"
#include "ranges.h"

#pragma GCC visibility push(hidden)

struct md_sequence;
struct md_delta_sums;
struct md_sequences;
struct md_watched_pages;

enum { MD_TAIL = 32 }; /* bytes of a tail */

/* Stands for a message whose bytes went in increments, in its place in MPI's order. */
struct md_tail {
  uint64_t nonce, number, bytes;
  uint64_t frames; /* that were sent for it */
};

_Static_assert(sizeof(struct md_tail) == MD_TAIL, "a tail is as long as a landing");

/* Bytes of a message that travel together. */
struct md_increment {
  uint64_t hash;      /* of what was sent */
  struct md_where at; /* a send: who said that it is complete; a receive: who was given it */
  bool done;          /* sent; here */
  bool given;         /* the program was told that it is here */
};

/* A message that was begun and is not complete. */
struct mdmp_request {
  struct mdmp_request *next; /* receives under way, the newest first; or spare */
  bool sends, ended;         /* ended: MPI has it */
  bool over;                 /* complete: status is what MPI said, error what it returned */
  int error;
  union {
    const void *from;
    void *to;
  } buf;
  int count, peer, tag;
  MPI_Datatype datatype;
  MPI_Comm comm;
  MPI_Request mpi;
  MPI_Status status;
  MPI_Aint bytes;     /* of the buffer; -1: its bytes do not lie in order */
  struct md_watched_pages *pages; /* of the buffer, if they speak for it; */
  size_t pages_at;                /* the first whole one begins with this byte */
  struct md_where at; /* where it was begun; file NULL: not known */

  struct md_sequences *sequences; /* NULL: it goes whole */
  struct md_sequence *sequence; /* its number is known */
  struct mdmp_request *behind; /* the next one of the sequence */
  uint64_t number, nonce;
  uint32_t each; /* bytes of an increment; 0: not known yet */
  struct md_increment *increment;
  unsigned increments, room;
  uint64_t frames; /* sent, or taken */

  /* A send. */
  bool claims;            /* it is in the list of its sequence: bytes of it were said to be complete */
  bool open, shut;        /* its receive was announced; it was, and has no room for it */
  bool lags;              /* there may be increments that are complete and were not sent */
  struct md_ranges said;
  MPI_Aint reach;         /* bytes up to here were said */
  struct md_where said_at;
  const char *said_by;    /* the function */

  /* A receive. */
  bool announced, matched; /* matched: MPI has completed what takes its place */
  uint64_t expected;       /* frames, once it is matched, */
  MPI_Aint came;           /* and bytes of the message */
  MPI_Aint ends;           /* there a frame ended that was not full, and so does the message; 0: not known */
  char *into;              /* where they go: into the buffer, or */
  char *copy;              /* beside it, if it is closed (bypages.h) */
  size_t copy_size;
  struct md_posted {       /* the type of its receive: made once for a buffer that is used again */
    MPI_Datatype type, of; /* type MPI_DATATYPE_NULL: none */
    void *to;
    int count;
  } posted;
  _Alignas(max_align_t) char landing[MD_TAIL]; /* as memory is that malloc gives */
};

/* ---- delta.c ---- */

struct md_delta_sums *md_delta_sums(void);

/* Waits until these bytes of a receive are here, and whether that was before it is complete; completes it. */
bool md_delta_await(struct mdmp_request *r, MPI_Aint offset, MPI_Aint bytes);
void md_delta_complete(struct mdmp_request *r);

/* The receive begun last of those that the program has not completed; next is the one before it. */
struct mdmp_request *md_delta_receiving(void);

/* Whether a receive of the API that is under way may write to n bytes at lo. */
bool md_delta_receives(const char *lo, MPI_Aint n);

/* Collective: the profile. */
void md_delta_report(void);
void md_delta_close(void);

/* ---- increments.c: sends ---- */

/* r is the next message of its sequence; by says so. */
void md_increments_claim(struct mdmp_request *r, struct md_where at, const char *by);

/* Bytes lo .. hi-1 of r are complete. */
void md_increments_said(struct mdmp_request *r, MPI_Aint lo, MPI_Aint hi, struct md_where at);

/* The message takes its place in the order of messages: by its tail, after what is left of it. False: nothing of it was sent, it
 * goes whole. */
bool md_increments_end(struct mdmp_request *r, struct md_where at);

/* Another send takes the place of the one whose bytes were said to be complete. */
_Noreturn void md_delta_passed(const struct md_sequence *c, const char *what, struct md_where at);

/* ---- landing.c: receives ---- */

/* MPI_Irecv, announced if that goes. */
int md_landing_post(struct mdmp_request *r);

/* Whether r is complete now. block: waits for what MPI has; only where no frames are to be read meanwhile. */
bool md_landing_over(struct mdmp_request *r, bool block);

/* Whether these bytes are here; they are the program's now. */
bool md_landing_has(const struct mdmp_request *r, MPI_Aint offset, MPI_Aint bytes);
void md_landing_gives(struct mdmp_request *r, MPI_Aint offset, MPI_Aint bytes, struct md_where at);

/* Takes the frames that have come. */
void md_delta_look(struct md_sequences *l);

/* l goes: nothing more comes for its receives but what MPI has. */
void md_delta_leave(struct md_sequences *l);

#pragma GCC visibility pop
#endif

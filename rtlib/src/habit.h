/* Whether pages are to speak for messages of the API that nobody speaks for.
 *
 * MDMP_Delta_send_begin … MDMP_Delta_send_end without a word in between says only when a message will be written. With MDMP_DELTA_PAGES=1 that is
 * enough: pages (bypages.h) see how it is filled, and what was left behind goes as a *guess*. Nobody has promised anything. So a guess
 * may be wrong in two ways. Bytes may be written again: they are compared at the end, and go again (increments.c). Another message may come first, or the program may
 * speak after all: then what went counts for nothing, and the message goes whole. The receiver holds what was guessed until the message is there (porch.c), so it never
 * sees either.
 *
 * Pages cost faults. So a course is looked at first: a few of its messages go as ever, and are timed from beginning to end. Pages are watched when
 * nobody spoke, lengths are the same, and that time is long against that of faults. They are let alone at once if the program speaks, and for a while if little
 * went before the end, or much of it again, or the messages take longer now. */
#ifndef MDMP_HABIT_H
#define MDMP_HABIT_H

#include <mpi.h>
#include <stdbool.h>

#pragma GCC visibility push(hidden)

struct mdmp_request;

/* What a course does; zero: nothing is known. */
struct md_habit {
  MPI_Aint bytes;           /* of its messages so far */
  bool spoken;              /* the program said of bytes that they are complete */
  unsigned plain, watched;  /* messages that were timed, */
  double plainly, watching; /* and the shortest time of each kind */
  unsigned bad;             /* watched ones on end that were of no use */
  unsigned rest, pause;     /* so many messages are let alone; as many as that the last time */
};

/* A send has begun: whether pages speak for it. The program says what is complete of one that has begun. One has ended. */
void md_habit_begin(struct mdmp_request *r);
void md_habit_said(struct mdmp_request *r);
void md_habit_end(struct mdmp_request *r);

#pragma GCC visibility pop
#endif

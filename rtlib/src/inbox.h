/* Frames as they come.
 *
 * A frame that finds a receive of ours is put where we want it at once; one
 * that finds none is kept by MPI, copied once more, and must be looked for with
 * a probe. So receives for frames are posted as soon as it is sure that so many
 * will come: while a message is on its way in pieces, one for the frame with
 * LAST, or one for every MD_DATA_MAX bytes that have never come. None is left
 * when all messages are complete, so nothing is ever cancelled.
 *
 * One look asks for all of them at once. It does not ask again when it found
 * some: where a call that finds nothing hands the processor to other ranks
 * (Open MPI with more ranks than processors) one too many costs more than a
 * piece is worth. */
#ifndef MDMP_INBOX_H
#define MDMP_INBOX_H

#include <mpi.h>
#include <stdbool.h>

#pragma GCC visibility push(hidden)

struct md_buffer;
struct md_lane;

enum { MD_INBOX = 16 };

/* Receives posted, oldest first: first .. first+n-1. */
struct md_inbox {
  int first, n;
  MPI_Request request[MD_INBOX];
  struct md_buffer *buffer[MD_INBOX];
  int size[MD_INBOX]; /* of the frame; -1: it has not come */
};

/* Posts receives for the frames of l, of which so many (at most MD_INBOX) are sure to come, and looks which have. */
void md_inbox_look(struct md_lane *l, int sure);

/* The next frame of l and its size, if it has come; NULL otherwise. */
struct md_buffer *md_inbox_next(struct md_lane *l, int *size);

#pragma GCC visibility pop
#endif

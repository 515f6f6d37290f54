/* Frames as they come.
 *
 * A frame that finds a receive of ours is put where we want it at once; one
 * that finds none is kept by MPI, copied once more, and must be looked for with
 * a probe. So receives for frames are posted as soon as it is sure that so many
 * will come: while a message is on its way in pieces, one for the frame with
 * LAST, or one for every MD_DATA_MAX bytes that have never come. None is left
 * when all messages are complete, so nothing is ever cancelled.
 *
 * Behind the header of a run come bare pieces. Where each of them goes is known before it
 * comes, so it is received there. Those for which a receive was posted before the header was
 * read become frames again. On a lane of runs one receive at a time is posted for a header.
 *
 * One look asks for all of them at once. It does not ask again when it found
 * some: where a call that finds nothing hands the processor to other ranks
 * (Open MPI with more ranks than processors) one too many costs more than a
 * piece is worth. */
#ifndef MDMP_INBOX_H
#define MDMP_INBOX_H

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>

#include "frame.h"

#pragma GCC visibility push(hidden)

struct md_buffer;
struct md_lane;

enum { MD_INBOX = 16 };

/* Receives posted, oldest first: first .. first+n-1. */
struct md_inbox {
  int first, n;
  MPI_Request request[MD_INBOX];
  struct md_buffer *buffer[MD_INBOX]; /* NULL: a bare piece, received where it belongs */
  int size[MD_INBOX]; /* of the frame; -1: it has not come */
  struct md_header run; /* bare pieces are to come: run.length > 0 bytes from run.offset on */
  bool runs;            /* the last bytes came in a run */
};

/* Posts receives for the frames of l, of which so many (at most MD_INBOX) are sure to come, and looks which have. */
void md_inbox_look(struct md_lane *l, int sure);

/* The header of a run was read. */
void md_inbox_run(struct md_lane *l, const struct md_header *h);

/* The header of what is left of a run, NULL if there is none; which bytes of its message the next receive to be posted
 * would get, false if there is none to be posted now. */
const struct md_header *md_inbox_left(const struct md_lane *l);
bool md_inbox_wants(const struct md_lane *l, size_t *offset, size_t *length);

/* Posts the receive for these bytes. */
void md_inbox_post(struct md_lane *l, char *to, size_t length);

/* Takes the bare piece that comes next, if it was received where it belongs. */
bool md_inbox_bare(struct md_lane *l, size_t *offset, size_t *length);

/* The next frame of l and its size, if it has come; NULL otherwise. */
struct md_buffer *md_inbox_next(struct md_lane *l, int *size);

#pragma GCC visibility pop
#endif

/* A connection of somebody who asks, at the answering thread. */
#ifndef PF_LINK_H
#define PF_LINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "frame.h"
#include "proof.h"

#pragma GCC visibility push(hidden)

enum { PF_RING = 32 }; /* frames that are on their way, at most: each counts as a block at least */

struct pf_link {
  struct pf_link *next;
  int fd, rank; /* rank: of the asker, in MPI_COMM_WORLD */
  bool challenged, trusted, broken;
  uint64_t since; /* when it was made */
  struct pf_meeting meeting;
  struct pf_frame in;
  size_t got;
  struct {
    uint64_t ask;
    size_t first, blocks, weight;
  } ring[PF_RING]; /* sent, not confirmed */
  uint64_t sent, confirmed; /* frames */
  size_t weight;            /* bytes on their way */
  char out[sizeof(struct pf_frame) + PF_DATA];
  size_t out_n, out_at;
  struct pf_frame reply; /* goes behind that */
  bool replies;
};

struct pf_link *pf_link_make(int fd);
void pf_link_free(struct pf_link *l);
/* The next frame that came whole; false: none. */
bool pf_link_read(struct pf_link *l);
/* Whether another page may go. */
bool pf_link_free_for(const struct pf_link *l);
/* Sends blocks of a message. */
void pf_link_page(struct pf_link *l, uint64_t ask, size_t first, const char *data, size_t bytes);
/* Sends a frame without data. There is one at a time: who asked waits for it. */
void pf_link_reply(struct pf_link *l, const struct pf_frame *f);
void pf_link_flush(struct pf_link *l);

#pragma GCC visibility pop
#endif

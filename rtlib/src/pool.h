/* Frame buffers, all of MD_FRAME_MAX bytes, never given back before MPI_Finalize. */
#ifndef MDMP_POOL_H
#define MDMP_POOL_H

#include <stddef.h>

#pragma GCC visibility push(hidden)

struct md_buffer {
  struct md_buffer *next; /* belongs to the list it is on */
  char *data;
  int holders; /* outgoing.h: the wire, and the copy for comparing */
};

/* Under the lock. The buffer given back last comes first: it is in the cache. */
struct md_buffer *md_pool_take(void);
void md_pool_give(struct md_buffer *b);
void md_pool_close(void);

#pragma GCC visibility pop
#endif

/* Frame buffers of two sizes, never given back before MPI_Finalize: for any frame, and small ones, so that messages of
 * single elements (delta(element)) take little more memory than what they carry. */
#ifndef MDMP_POOL_H
#define MDMP_POOL_H

#include <stddef.h>

#pragma GCC visibility push(hidden)

enum { MD_BUFFER_SMALL = 256 }; /* bytes of a small one */

struct md_buffer {
  struct md_buffer *next; /* belongs to the list it is on */
  char *data;
  int holders; /* outgoing.h, packet.h: the wire, and the copy for comparing */
  int size;    /* index of its size in the pool */
};

/* Under the lock. A buffer for a frame of that many bytes, at most MD_FRAME_MAX. The one given back last comes first: it
 * is in the cache. */
struct md_buffer *md_pool_take(size_t bytes);
void md_pool_give(struct md_buffer *b);
void md_pool_close(void);

#pragma GCC visibility pop
#endif

/* Frame buffers, all of one size, never given back before MPI_Finalize. */
#ifndef MDMP_POOL_H
#define MDMP_POOL_H

#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

/* One buffer. Frames lie at data; next belongs to the list it is on. */
struct md_buffer {
  struct md_buffer *next;
  char *data;
  uint64_t ticket; /* of a receive: its turn on the lane */
  size_t received; /* bytes that came */
};

/* Size of a frame: header, place record, MDMP_INLINE bytes. */
size_t md_frame_capacity(void);

/* Under the lock. The most recently released buffer comes first: it is in the cache. */
struct md_buffer *md_pool_take(void);
void md_pool_give(struct md_buffer *b);

/* Frees all buffers. */
void md_pool_close(void);

/* Allocation that fails with a message. */
void *md_alloc(size_t size);

#pragma GCC visibility pop
#endif

/* Which messages are understood: elements of a predefined type, one behind the other. */
#ifndef PF_BYTES_H
#define PF_BYTES_H

#include <stddef.h>
#include <stdint.h>

#include "real.h"

#pragma GCC visibility push(hidden)

enum {
  PF_BLOCK = 4096, /* what is fetched at once */
  PF_LEAST = 4096, /* shorter messages are left alone */
  PF_ALIGN = 64    /* lengths of stand-ins: a multiple of the size of every type that is understood */
};

/* Bytes of one element; 0: not understood. */
size_t pf_element(MPI_Datatype type);
/* Bytes of a message, 0 if it is not understood or nothing is done for it. */
size_t pf_bytes(MPI_Count count, MPI_Datatype type);

static inline size_t pf_blocks(size_t bytes) { return (bytes + PF_BLOCK - 1) / PF_BLOCK; }
/* Of the block i of so many bytes. */
static inline size_t pf_block_size(size_t bytes, size_t i) {
  return bytes - i * PF_BLOCK < PF_BLOCK ? bytes - i * PF_BLOCK : PF_BLOCK;
}

uint64_t pf_sum(const void *data, size_t n);

#pragma GCC visibility pop
#endif

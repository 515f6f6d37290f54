/* Communicator and tag that messages inherit from regions. */
#ifndef MDMP_INHERITED_H
#define MDMP_INHERITED_H

#include <string.h>

#include "mdmp.h"
#include "rt.h"

#pragma GCC visibility push(hidden)

/* Both are 0 where no region says any. */
static inline uint64_t md_inherited_pack(int handle, int tag) {
  return (uint64_t)((uint32_t)handle ^ (uint32_t)MDMP_WORLD) << 32 | ((uint32_t)tag ^ (uint32_t)MDMP_UNTAGGED);
}

/* The communicator of a message that states comm: an INTEGER or a type(MPI_Comm), its first 4 bytes. */
static inline int md_inherited_comm(const void *comm) {
  int handle;
  memcpy(&handle, comm, sizeof handle);
  if (handle != MDMP_WORLD) return handle;
  return (int)((uint32_t)(atomic_load_explicit(&md_rt.entries.inherited.now, memory_order_relaxed) >> 32) ^ (uint32_t)MDMP_WORLD);
}

/* The tag of a message that states tag. */
static inline int md_inherited_tag(int tag) {
  if (tag != MDMP_UNTAGGED) return tag;
  uint32_t inherited = (uint32_t)atomic_load_explicit(&md_rt.entries.inherited.now, memory_order_relaxed);
  return inherited == 0 ? 0 : (int)(inherited ^ (uint32_t)MDMP_UNTAGGED);
}

#pragma GCC visibility pop
#endif

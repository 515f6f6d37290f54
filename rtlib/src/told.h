/* What regions tell procedures that are called from them. */
#ifndef MDMP_TOLD_H
#define MDMP_TOLD_H

#include <string.h>

#include "mdmp.h"
#include "rt.h"

#pragma GCC visibility push(hidden)

/* Both are 0 where nothing is told. */
static inline uint64_t md_told_pack(int handle, int tag) {
  return (uint64_t)((uint32_t)handle ^ (uint32_t)MDMP_WORLD) << 32 | ((uint32_t)tag ^ (uint32_t)MDMP_UNTAGGED);
}

/* The communicator of a message that states comm: an INTEGER or a type(MPI_Comm), its first 4 bytes. */
static inline int md_told_comm(const void *comm) {
  int handle;
  memcpy(&handle, comm, sizeof handle);
  if (handle != MDMP_WORLD) return handle;
  return (int)((uint32_t)(atomic_load_explicit(&md_rt.entries.tells.now, memory_order_relaxed) >> 32) ^ (uint32_t)MDMP_WORLD);
}

/* The tag of a message that states tag. */
static inline int md_told_tag(int tag) {
  if (tag != MDMP_UNTAGGED) return tag;
  uint32_t told = (uint32_t)atomic_load_explicit(&md_rt.entries.tells.now, memory_order_relaxed);
  return told == 0 ? 0 : (int)(told ^ (uint32_t)MDMP_UNTAGGED);
}

#pragma GCC visibility pop
#endif

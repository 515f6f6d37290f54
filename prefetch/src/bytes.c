/* Messages as bytes: see bytes.h. */
#include "bytes.h"

#include <limits.h>
#include <string.h>

size_t pf_element(MPI_Datatype type) {
  const struct pf_real *r = pf_real();
  int integers, addresses, types, combiner, size;
  MPI_Aint lb, extent;
  if (type == MPI_DATATYPE_NULL) return 0;
  if (r->Type_get_envelope(type, &integers, &addresses, &types, &combiner) != MPI_SUCCESS || combiner != MPI_COMBINER_NAMED) return 0;
  if (r->Type_size(type, &size) != MPI_SUCCESS || r->Type_get_extent(type, &lb, &extent) != MPI_SUCCESS) return 0;
  /* MPI_DOUBLE_INT and its like have holes. */
  return lb == 0 && extent == size && size > 0 && PF_ALIGN % size == 0 ? (size_t)size : 0;
}

size_t pf_bytes(MPI_Count count, MPI_Datatype type) {
  if (count <= 0 || count > INT_MAX || (count < PF_LEAST / PF_ALIGN)) return 0;
  size_t bytes = (size_t)count * pf_element(type);
  return bytes >= PF_LEAST && bytes <= INT_MAX ? bytes : 0;
}

uint64_t pf_sum(const void *data, size_t n) {
  const unsigned char *p = data;
  uint64_t h = n * 0x9e3779b97f4a7c15u, w;
  for (; n >= sizeof w; n -= sizeof w, p += sizeof w) {
    memcpy(&w, p, sizeof w);
    h = (h ^ w) * 0xbf58476d1ce4e5b9u;
    h ^= h >> 29;
  }
  for (; n > 0; n--, p++) h = (h ^ *p) * 0x100000001b3u;
  return h;
}

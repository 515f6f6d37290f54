/* Reductions: see reduce.h. */
#include "reduce.h"

#include "bytes.h"
#include "state.h"

static bool integer(MPI_Datatype type) {
  const MPI_Datatype types[] = {
      MPI_SIGNED_CHAR, MPI_UNSIGNED_CHAR, MPI_SHORT,   MPI_UNSIGNED_SHORT, MPI_INT,     MPI_UNSIGNED,  MPI_LONG,      MPI_UNSIGNED_LONG, MPI_LONG_LONG, MPI_UNSIGNED_LONG_LONG,
      MPI_INT8_T,      MPI_INT16_T,       MPI_INT32_T, MPI_INT64_T,        MPI_UINT8_T, MPI_UINT16_T, MPI_UINT32_T, MPI_UINT64_T,      MPI_INTEGER,
  };
  for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
    if (type == types[i]) return true;
  return false;
}

bool pf_reduce_any_order(MPI_Op op, MPI_Datatype type) {
  bool bits = op == MPI_BAND || op == MPI_BOR || op == MPI_BXOR;
  if (type == MPI_BYTE) return bits;
  /* Sums and products are those of numbers modulo a power of two. */
  bool known = bits || op == MPI_MAX || op == MPI_MIN || op == MPI_SUM || op == MPI_PROD || op == MPI_LAND || op == MPI_LOR || op == MPI_LXOR;
  return known && integer(type);
}

int pf_reduce_parts(char *parts, int ranks, int count, MPI_Datatype type, MPI_Op op) {
  size_t bytes = (size_t)count * pf_element(type);
  for (int r = 1; r < ranks; r++) {
    int error = pf.real.Reduce_local(parts + (size_t)r * bytes, parts, count, type, op);
    if (error != MPI_SUCCESS) return error;
  }
  return MPI_SUCCESS;
}

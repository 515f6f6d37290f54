/* The collective calls of MPI that may be made of messages: see collective.h. */
#include "collective.h"

#define BCAST(name, integer)                                                                                           \
  int MPI_##name(void *buf, integer count, MPI_Datatype type, int root, MPI_Comm comm) {                               \
    struct pf_side both = {.buf = buf, .count = count, .type = type};                                                  \
    struct pf_collective k = {.kind = PF_BCAST, .root = root, .out = both, .in = both};                                \
    int error;                                                                                                         \
    return pf_collective(&k, comm, &error) ? error : pf_collective_own(pf_real()->name(buf, count, type, root, comm)); \
  }                                                                                                                    \
  PF_ALSO(name)

#define REDUCE(name, integer)                                                                                       \
  int MPI_##name(const void *buf, void *in, integer count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm) { \
    struct pf_collective k = {.kind = PF_REDUCE, .root = root, .out = {.buf = buf, .count = count, .type = type},   \
                              .in = {.buf = in, .count = count, .type = type}, .op = op};                           \
    int error;                                                                                                      \
    if (pf_collective(&k, comm, &error)) return error;                                                              \
    return pf_collective_own(pf_real()->name(buf, in, count, type, op, root, comm));                                \
  }                                                                                                                 \
  PF_ALSO(name)

#define ROOTED(name, which, integer)                                                                                            \
  int MPI_##name(const void *buf, integer count, MPI_Datatype type, void *in, integer in_count, MPI_Datatype in_type, int root, \
                 MPI_Comm comm) {                                                                                               \
    struct pf_collective k = {.kind = which, .root = root, .out = {.buf = buf, .count = count, .type = type},                   \
                              .in = {.buf = in, .count = in_count, .type = in_type}};                                           \
    int error;                                                                                                                  \
    if (pf_collective(&k, comm, &error)) return error;                                                                          \
    return pf_collective_own(pf_real()->name(buf, count, type, in, in_count, in_type, root, comm));                             \
  }                                                                                                                             \
  PF_ALSO(name)

#define ALL(name, which, integer)                                                                                                       \
  int MPI_##name(const void *buf, integer count, MPI_Datatype type, void *in, integer in_count, MPI_Datatype in_type,                   \
                 MPI_Comm comm) {                                                                                                       \
    struct pf_collective k = {.kind = which, .root = 0, .out = {.buf = buf, .count = count, .type = type},                              \
                              .in = {.buf = in, .count = in_count, .type = in_type}};                                                   \
    int error;                                                                                                                          \
    return pf_collective(&k, comm, &error) ? error : pf_collective_own(pf_real()->name(buf, count, type, in, in_count, in_type, comm)); \
  }                                                                                                                                     \
  PF_ALSO(name)

#define SCATTERV(name, integer, place)                                                                                                                  \
  int MPI_##name(const void *buf, const integer counts[], const place displs[], MPI_Datatype type, void *in, integer in_count,                          \
                 MPI_Datatype in_type, int root, MPI_Comm comm) {                                                                                       \
    bool wide = sizeof(integer) > sizeof(int);                                                                                                          \
    struct pf_collective k = {.kind = PF_SCATTERV, .root = root, .out = {.buf = buf, .type = type, .counts = {counts, wide}, .displs = {displs, wide}}, \
                              .in = {.buf = in, .count = in_count, .type = in_type}};                                                                   \
    int error;                                                                                                                                          \
    if (pf_collective(&k, comm, &error)) return error;                                                                                                  \
    return pf_collective_own(pf_real()->name(buf, counts, displs, type, in, in_count, in_type, root, comm));                                            \
  }                                                                                                                                                     \
  PF_ALSO(name)

#define GATHERV(name, integer, place)                                                                                       \
  int MPI_##name(const void *buf, integer count, MPI_Datatype type, void *in, const integer counts[], const place displs[], \
                 MPI_Datatype in_type, int root, MPI_Comm comm) {                                                           \
    bool wide = sizeof(integer) > sizeof(int);                                                                              \
    struct pf_collective k = {.kind = PF_GATHERV, .root = root, .out = {.buf = buf, .count = count, .type = type},          \
                              .in = {.buf = in, .type = in_type, .counts = {counts, wide}, .displs = {displs, wide}}};      \
    int error;                                                                                                              \
    if (pf_collective(&k, comm, &error)) return error;                                                                      \
    return pf_collective_own(pf_real()->name(buf, count, type, in, counts, displs, in_type, root, comm));                   \
  }                                                                                                                         \
  PF_ALSO(name)

#define ALLGATHERV(name, integer, place)                                                                                    \
  int MPI_##name(const void *buf, integer count, MPI_Datatype type, void *in, const integer counts[], const place displs[], \
                 MPI_Datatype in_type, MPI_Comm comm) {                                                                     \
    bool wide = sizeof(integer) > sizeof(int);                                                                              \
    struct pf_collective k = {.kind = PF_ALLGATHERV, .root = 0, .out = {.buf = buf, .count = count, .type = type},          \
                              .in = {.buf = in, .type = in_type, .counts = {counts, wide}, .displs = {displs, wide}}};      \
    int error;                                                                                                              \
    if (pf_collective(&k, comm, &error)) return error;                                                                      \
    return pf_collective_own(pf_real()->name(buf, count, type, in, counts, displs, in_type, comm));                         \
  }                                                                                                                         \
  PF_ALSO(name)

#define ALLTOALLV(name, integer, place)                                                                                                               \
  int MPI_##name(const void *buf, const integer counts[], const place displs[], MPI_Datatype type, void *in,                                          \
                 const integer in_counts[], const place in_displs[], MPI_Datatype in_type, MPI_Comm comm) {                                           \
    bool wide = sizeof(integer) > sizeof(int);                                                                                                        \
    struct pf_collective k = {.kind = PF_ALLTOALLV, .root = 0, .out = {.buf = buf, .type = type, .counts = {counts, wide}, .displs = {displs, wide}}, \
                              .in = {.buf = in, .type = in_type, .counts = {in_counts, wide}, .displs = {in_displs, wide}}};                          \
    int error;                                                                                                                                        \
    if (pf_collective(&k, comm, &error)) return error;                                                                                                \
    return pf_collective_own(pf_real()->name(buf, counts, displs, type, in, in_counts, in_displs, in_type, comm));                                    \
  }                                                                                                                                                   \
  PF_ALSO(name)

BCAST(Bcast, int)
REDUCE(Reduce, int)
ROOTED(Scatter, PF_SCATTER, int)
ROOTED(Gather, PF_GATHER, int)
ALL(Allgather, PF_ALLGATHER, int)
ALL(Alltoall, PF_ALLTOALL, int)
SCATTERV(Scatterv, int, int)
GATHERV(Gatherv, int, int)
ALLGATHERV(Allgatherv, int, int)
ALLTOALLV(Alltoallv, int, int)

#if MPI_VERSION >= 4
BCAST(Bcast_c, MPI_Count)
REDUCE(Reduce_c, MPI_Count)
ROOTED(Scatter_c, PF_SCATTER, MPI_Count)
ROOTED(Gather_c, PF_GATHER, MPI_Count)
ALL(Allgather_c, PF_ALLGATHER, MPI_Count)
ALL(Alltoall_c, PF_ALLTOALL, MPI_Count)
SCATTERV(Scatterv_c, MPI_Count, MPI_Aint)
GATHERV(Gatherv_c, MPI_Count, MPI_Aint)
ALLGATHERV(Allgatherv_c, MPI_Count, MPI_Aint)
ALLTOALLV(Alltoallv_c, MPI_Count, MPI_Aint)
#endif

/* The calls of MPI that make communicators of others, collectively, and those that end them: see comm.h. */
#include "shadow.h"

static void leave(MPI_Comm comm) {
  pf_shadow_end(comm);
  pf_comm_drop(comm);
}

int MPI_Comm_dup(MPI_Comm comm, MPI_Comm *made) {
  int error = pf_real()->Comm_dup(comm, made);
  pf_comm_made(comm, *made, error, PF_NAMED);
  return error;
}
PF_ALSO(Comm_dup)

/* What an info object says may change the order of messages. */
int MPI_Comm_dup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm *made) {
  int error = pf_real()->Comm_dup_with_info(comm, info, made);
  pf_comm_made(comm, *made, error, PF_UNNAMED);
  return error;
}
PF_ALSO(Comm_dup_with_info)

int MPI_Comm_idup(MPI_Comm comm, MPI_Comm *made, MPI_Request *request) {
  int error = pf_real()->Comm_idup(comm, made, request);
  pf_comm_made(comm, MPI_COMM_NULL, error, PF_UNNAMED);
  return error;
}
PF_ALSO(Comm_idup)

#if MPI_VERSION >= 4
int MPI_Comm_idup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm *made, MPI_Request *request) {
  int error = pf_real()->Comm_idup_with_info(comm, info, made, request);
  pf_comm_made(comm, MPI_COMM_NULL, error, PF_UNNAMED);
  return error;
}
PF_ALSO(Comm_idup_with_info)
#endif

int MPI_Comm_split(MPI_Comm comm, int colour, int key, MPI_Comm *made) {
  int error = pf_real()->Comm_split(comm, colour, key, made);
  pf_comm_made(comm, *made, error, PF_NAMED);
  return error;
}
PF_ALSO(Comm_split)

int MPI_Comm_split_type(MPI_Comm comm, int type, int key, MPI_Info info, MPI_Comm *made) {
  int error = pf_real()->Comm_split_type(comm, type, key, info, made);
  pf_comm_made(comm, *made, error, info != MPI_INFO_NULL ? PF_UNNAMED : PF_HERE);
  return error;
}
PF_ALSO(Comm_split_type)

int MPI_Comm_create(MPI_Comm comm, MPI_Group group, MPI_Comm *made) {
  int error = pf_real()->Comm_create(comm, group, made);
  pf_comm_made(comm, *made, error, PF_NAMED);
  return error;
}
PF_ALSO(Comm_create)

int MPI_Cart_create(MPI_Comm comm, int n, const int sizes[], const int periodic[], int reorder, MPI_Comm *made) {
  int error = pf_real()->Cart_create(comm, n, sizes, periodic, reorder, made);
  pf_comm_made(comm, *made, error, PF_NAMED);
  return error;
}
PF_ALSO(Cart_create)

int MPI_Cart_sub(MPI_Comm comm, const int kept[], MPI_Comm *made) {
  int error = pf_real()->Cart_sub(comm, kept, made);
  pf_comm_made(comm, *made, error, PF_NAMED);
  return error;
}
PF_ALSO(Cart_sub)

int MPI_Graph_create(MPI_Comm comm, int n, const int index[], const int edges[], int reorder, MPI_Comm *made) {
  int error = pf_real()->Graph_create(comm, n, index, edges, reorder, made);
  pf_comm_made(comm, *made, error, PF_NAMED);
  return error;
}
PF_ALSO(Graph_create)

int MPI_Dist_graph_create(MPI_Comm comm, int n, const int sources[], const int degrees[], const int dests[], const int weights[],
                          MPI_Info info, int reorder, MPI_Comm *made) {
  int error = pf_real()->Dist_graph_create(comm, n, sources, degrees, dests, weights, info, reorder, made);
  pf_comm_made(comm, *made, error, info != MPI_INFO_NULL ? PF_UNNAMED : PF_HERE);
  return error;
}
PF_ALSO(Dist_graph_create)

int MPI_Dist_graph_create_adjacent(MPI_Comm comm, int in, const int sources[], const int source_weights[], int out, const int dests[],
                                   const int dest_weights[], MPI_Info info, int reorder, MPI_Comm *made) {
  int error = pf_real()->Dist_graph_create_adjacent(comm, in, sources, source_weights, out, dests, dest_weights, info, reorder, made);
  pf_comm_made(comm, *made, error, info != MPI_INFO_NULL ? PF_UNNAMED : PF_HERE);
  return error;
}
PF_ALSO(Dist_graph_create_adjacent)

/* "mpi_assert_allow_overtaking" would break the order that all of this rests on. */
int MPI_Comm_set_info(MPI_Comm comm, MPI_Info info) {
  leave(comm);
  return pf_real()->Comm_set_info(comm, info);
}
PF_ALSO(Comm_set_info)

int MPI_Comm_free(MPI_Comm *comm) {
  leave(*comm);
  return pf_real()->Comm_free(comm);
}
PF_ALSO(Comm_free)

int MPI_Comm_disconnect(MPI_Comm *comm) {
  leave(*comm);
  return pf_real()->Comm_disconnect(comm);
}
PF_ALSO(Comm_disconnect)

/* Which processes run on this one's machine: see near.h. */
#include "near.h"

/* A fact about this process, from start to end. */
static MPI_Group near = MPI_GROUP_NULL;

static void check(int code, const char *call, struct md_where at) {
  if (code != MPI_SUCCESS) md_fail_mpi(at, call, code);
}

void md_near_start(MPI_Comm world, struct md_where at) {
  MPI_Comm node;
  check(MPI_Comm_split_type(world, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node), "MPI_Comm_split_type", at);
  check(MPI_Comm_group(node, &near), "MPI_Comm_group", at);
  check(MPI_Comm_free(&node), "MPI_Comm_free", at);
}

bool md_near(MPI_Comm comm, int peer) {
  MPI_Group all;
  int here = MPI_UNDEFINED;
  check(MPI_Comm_group(comm, &all), "MPI_Comm_group", MD_NOWHERE);
  check(MPI_Group_translate_ranks(all, 1, &peer, near, &here), "MPI_Group_translate_ranks", MD_NOWHERE);
  check(MPI_Group_free(&all), "MPI_Group_free", MD_NOWHERE);
  return here != MPI_UNDEFINED;
}

void md_near_close(void) {
  if (near != MPI_GROUP_NULL) MPI_Group_free(&near);
}

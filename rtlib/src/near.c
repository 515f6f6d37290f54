/* Which processes run on this one's machine: see near.h. */
#include "near.h"

#include "rt.h"

static struct md_near *const near = &md_rt.transport.near;

void md_near_start(MPI_Comm world, struct md_where at) {
  MPI_Comm node;
  md_check(MPI_Comm_split_type(world, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node), "MPI_Comm_split_type", at);
  md_check(MPI_Comm_group(node, &near->group), "MPI_Comm_group", at);
  md_check(MPI_Comm_free(&node), "MPI_Comm_free", at);
}

bool md_near(MPI_Comm comm, int peer) {
  MPI_Group all;
  int here = MPI_UNDEFINED;
  md_check(MPI_Comm_group(comm, &all), "MPI_Comm_group", MD_NOWHERE);
  md_check(MPI_Group_translate_ranks(all, 1, &peer, near->group, &here), "MPI_Group_translate_ranks", MD_NOWHERE);
  md_check(MPI_Group_free(&all), "MPI_Group_free", MD_NOWHERE);
  return here != MPI_UNDEFINED;
}

bool md_near_all(MPI_Comm comm) {
  int all = 0, here = 0;
  md_check(MPI_Comm_size(comm, &all), "MPI_Comm_size", MD_NOWHERE);
  md_check(MPI_Group_size(near->group, &here), "MPI_Group_size", MD_NOWHERE);
  return here == all;
}

void md_near_close(void) {
  if (near->group != MPI_GROUP_NULL) md_check(MPI_Group_free(&near->group), "MPI_Group_free", MD_NOWHERE);
}

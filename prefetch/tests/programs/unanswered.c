/* A rank whose answering thread cannot start: nobody may wait for its answers. Rank 1 posts receives from it, and gives the last one up. */
#include <dlfcn.h>
#include <errno.h>

#include "check.h"

int me, all;
uint64_t seen = 1;

/* The library has none on rank 0; MPI has. */
int eventfd(unsigned count, int flags) {
  Dl_info caller;
  const char *rank = getenv("PMI_RANK") != NULL ? getenv("PMI_RANK") : getenv("OMPI_COMM_WORLD_RANK");
  int (*next)(unsigned, int);
  if (rank != NULL && *rank == '0' && dladdr(__builtin_return_address(0), &caller) != 0 && strstr(caller.dli_fname, "prefetch") != NULL) {
    errno = EMFILE;
    return -1;
  }
  *(void **)&next = dlsym(RTLD_NEXT, "eventfd");
  return next(count, flags);
}

int main(int argc, char **argv) {
  enum { LONG = 50000, MESSAGES = 8 };
  static unsigned char buf[LONG];
  MPI_Request q;
  MPI_Status s;
  int cancelled;
  begin(&argc, &argv, MPI_THREAD_SINGLE);
  for (int r = 0; r <= MESSAGES; r++) {
    if (me == 0 && r < MESSAGES) produce(buf, LONG, (uint64_t)r, 2), OK(MPI_Send(buf, LONG, MPI_BYTE, 1, 0, MPI_COMM_WORLD));
    if (me == 0) continue;
    OK(MPI_Irecv(buf, LONG, MPI_BYTE, 0, 0, MPI_COMM_WORLD, &q));
    if (r == MESSAGES) usleep(2000), OK(MPI_Cancel(&q));
    OK(MPI_Wait(&q, &s)), OK(MPI_Test_cancelled(&s, &cancelled));
    mix((uint64_t)cancelled), mix_bytes(buf, LONG);
  }
  end();
  return 0;
}

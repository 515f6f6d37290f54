/* A rank whose answering thread cannot start ("silent"), or in whose place somebody else listens ("stranger"): nobody may wait for its
 * answers. Rank 1 posts receives from it, and gives the last one up. */
#include <dlfcn.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdbool.h>

#include "check.h"

int me, all;
uint64_t seen = 1;

static const char *how = "";

/* Whether the library on rank 0 calls from there, in a run of that kind. */
static bool from_rank_0(const char *kind, const void *there) {
  Dl_info caller;
  const char *rank = getenv("PMI_RANK") != NULL ? getenv("PMI_RANK") : getenv("OMPI_COMM_WORLD_RANK");
  return strcmp(how, kind) == 0 && rank != NULL && *rank == '0' && dladdr(there, &caller) != 0 && strstr(caller.dli_fname, "prefetch") != NULL;
}

/* The library has none on rank 0; MPI has. */
int eventfd(unsigned count, int flags) {
  int (*next)(unsigned, int);
  if (from_rank_0("silent", __builtin_return_address(0))) {
    errno = EMFILE;
    return -1;
  }
  *(void **)&next = dlsym(RTLD_NEXT, "eventfd");
  return next(count, flags);
}

/* What the library on rank 0 is told is where somebody listens who never says a word. */
int getsockname(int fd, struct sockaddr *restrict at, socklen_t *restrict n) {
  int (*next)(int, struct sockaddr *restrict, socklen_t *restrict);
  *(void **)&next = dlsym(RTLD_NEXT, "getsockname");
  if (from_rank_0("stranger", __builtin_return_address(0))) {
    struct sockaddr_in any = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_ANY)};
    fd = socket(AF_INET, SOCK_STREAM, 0);
    if (fd < 0 || bind(fd, (struct sockaddr *)&any, sizeof any) != 0 || listen(fd, 8) != 0) abort();
  }
  return next(fd, at, n);
}

int main(int argc, char **argv) {
  enum { LONG = 50000, MESSAGES = 8 };
  static unsigned char buf[LONG];
  MPI_Request q;
  MPI_Status s;
  int cancelled;
  if (argc > 1) how = argv[1];
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

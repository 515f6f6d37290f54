/* Rank 1 opens 300 connections to the answering thread of rank 0 that say nothing, and some that say what is wrong. Rank 0 can
 * still open files, spends no time on them, and its messages arrive as ever. */
#include <arpa/inet.h>
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include "check.h"

int me, all;
uint64_t seen = 1;

enum { STRANGERS = 300, FILES = 256 };

static int library = -1; /* where the library listens: MPI may do so, too */

int listen(int fd, int n) {
  Dl_info caller;
  int (*next)(int, int);
  *(void **)&next = dlsym(RTLD_NEXT, "listen");
  if (dladdr(__builtin_return_address(0), &caller) != 0 && strstr(caller.dli_fname, "prefetch") != NULL) library = fd;
  return next(fd, n);
}

/* The port at which the library listens for this machine alone; 0: none. */
static int port_of_mine(void) {
  struct sockaddr_in at;
  socklen_t n = sizeof at;
  if (library < 0 || getsockname(library, (struct sockaddr *)&at, &n) != 0 || at.sin_addr.s_addr != htonl(INADDR_LOOPBACK)) return 0;
  return ntohs(at.sin_port);
}

static int files(void) {
  int n = 0;
  DIR *d = opendir("/proc/self/fd");
  if (d == NULL) abort(); /* no file could be opened */
  while (readdir(d) != NULL) n++;
  closedir(d);
  return n;
}

static double worked(void) {
  struct rusage r;
  getrusage(RUSAGE_SELF, &r);
  return (double)r.ru_utime.tv_sec + (double)r.ru_stime.tv_sec + 1e-6 * (double)(r.ru_utime.tv_usec + r.ru_stime.tv_usec);
}

static void connect_to(int port) {
  static const char nonsense[80] = "not a greeting";
  for (int i = 0; i < STRANGERS; i++) {
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK), .sin_port = htons((uint16_t)port)};
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    if (fd < 0 || connect(fd, (struct sockaddr *)&at, sizeof at) != 0) abort();
    if (i % 8 == 0 && send(fd, nonsense, sizeof nonsense, MSG_NOSIGNAL) < 0) continue;
  }
}

static void exchange(int from, int rounds) {
  enum { LONG = 50000 };
  static unsigned char buf[LONG];
  for (int r = 0; r < rounds; r++) {
    if (me == from) produce(buf, LONG, (uint64_t)r, 2), OK(MPI_Send(buf, LONG, MPI_BYTE, 1 - from, 0, MPI_COMM_WORLD));
    else OK(MPI_Recv(buf, LONG, MPI_BYTE, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE)), mix_bytes(buf, LONG);
  }
}

int main(int argc, char **argv) {
  begin(&argc, &argv, MPI_THREAD_SINGLE);
  struct rlimit most = {0, 0};
  getrlimit(RLIMIT_NOFILE, &most);
  most.rlim_cur = me == 0 ? FILES : most.rlim_max;
  if (setrlimit(RLIMIT_NOFILE, &most) != 0) abort();
  int port = me == 0 ? port_of_mine() : 0, before = files();
  if (me == 0 && port == 0 && getenv("MDMP_PREFETCH_LOCAL") != NULL) abort(); /* the library is there */
  exchange(0, 4);
  OK(MPI_Bcast(&port, 1, MPI_INT, 0, MPI_COMM_WORLD));
  if (me == 1 && port > 0) connect_to(port);
  OK(MPI_Barrier(MPI_COMM_WORLD));
  if (me == 0 && port > 0) {
    usleep(300000);
    double began = worked();
    usleep(700000);
    double spent = worked() - began;
    if (files() > before + 100) fprintf(stderr, "strangers hold %d files\n", files() - before), abort();
    if (spent > 0.35) fprintf(stderr, "%g s were spent on strangers\n", spent), abort();
  }
  exchange(0, 4), exchange(1, 4);
  end();
  return 0;
}

/* Logs the messages that a program sends by the calls that directives can stand for, in the form of MDMP_HASH
 * (spec/abi.md): peer, tag, bytes and a hash of them. Fortran's wrappers call the C functions by their MPI_ names under one
 * MPI, by their PMPI_ names under another; so both are here, and MPI itself is looked up behind this library.
 * Programs that are no MPI programs get it, too: nothing of MPI must be there. */
#include <dlfcn.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#pragma GCC visibility push(default)
#include <mpi.h>
#ifdef OPEN_MPI
#pragma weak ompi_mpi_comm_world
#endif

/* A persistent request. */
struct init {
  struct init *next;
  MPI_Request request;
  const void *buf;
  int count, dest, tag;
  MPI_Datatype type;
  MPI_Comm comm;
};

static struct { /* what changes, under the lock */
  pthread_mutex_t lock;
  bool opened;
  FILE *file;
  uint64_t sent;
  struct init *inits;
} log_ = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void fail(const char *what) {
  fprintf(stderr, "mdmp: error: logging messages: %s\n", what);
  _exit(2);
}

static void *real(const char *name) {
  void *p = dlsym(RTLD_NEXT, name);
  if (p == NULL) fail(name);
  return p;
}

static _Thread_local bool inside; /* of a call that is logged: MPI may make it of others */

#define REAL(name) ((__typeof__(&MPI_##name))real("PMPI_" #name))
#define OK(call)                                  \
  do {                                            \
    if ((call) != MPI_SUCCESS) fail(#call " failed"); \
  } while (0)

static void open_file(void) {
  int rank, size;
  char name[4096];
  const char *prefix = getenv("MDMPSENT");
  log_.opened = true;
  if (prefix == NULL) return;
  OK(REAL(Comm_rank)(MPI_COMM_WORLD, &rank));
  OK(REAL(Comm_size)(MPI_COMM_WORLD, &size));
  if ((size_t)snprintf(name, sizeof name, "%s.%d", prefix, rank) >= sizeof name || (log_.file = fopen(name, "w")) == NULL) fail("the file cannot be written");
  fprintf(log_.file, "mdmp-hash 1 rank %d of %d\n", rank, size);
}

/* As in rtlib/src/hashlog.c. */
static uint64_t hash(const char *data, size_t n) {
  uint64_t h = 0xcbf29ce484222325u ^ n, rest = 0;
  for (; n >= 8; n -= 8, data += 8) {
    uint64_t w;
    memcpy(&w, data, 8);
    h = (h ^ w) * 0x100000001b3u;
    h ^= h >> 32;
  }
  memcpy(&rest, data, n);
  return n > 0 ? (h ^ rest) * 0x100000001b3u : h;
}

static void write_line(int dest, int tag, const char *data, size_t n) {
  fprintf(log_.file, "%" PRIu64 " 1 send %d %d 0 %zu %016" PRIx64 " mpi:1\n", ++log_.sent, dest, tag, n, hash(data, n));
}

static void write_packed(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm) {
  int room, n = 0;
  OK(REAL(Pack_size)(count, type, comm, &room));
  char *data = malloc((size_t)room + 1);
  if (data == NULL) fail("no memory");
  OK(REAL(Pack)(buf, count, type, data, room, &n, comm));
  write_line(dest, tag, data, (size_t)n);
  free(data);
}

static void sent(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm) {
  int integers, addresses, types, combiner, size;
  if (dest < 0 || inside) return;
  pthread_mutex_lock(&log_.lock);
  if (!log_.opened) open_file();
  if (log_.file != NULL) {
    OK(REAL(Type_get_envelope)(type, &integers, &addresses, &types, &combiner));
    OK(REAL(Type_size)(type, &size));
    if (combiner == MPI_COMBINER_NAMED && buf != MPI_BOTTOM)
      write_line(dest, tag, buf, (size_t)count * (size_t)size);
    else
      write_packed(buf, count, type, dest, tag, comm);
  }
  pthread_mutex_unlock(&log_.lock);
}

#define ALSO(name) extern __typeof__(MPI_##name) PMPI_##name __attribute__((alias("MPI_" #name)));

int MPI_Send(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm) {
  sent(buf, count, type, dest, tag, comm);
  return REAL(Send)(buf, count, type, dest, tag, comm);
}
ALSO(Send)

int MPI_Isend(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm, MPI_Request *request) {
  sent(buf, count, type, dest, tag, comm);
  return REAL(Isend)(buf, count, type, dest, tag, comm, request);
}
ALSO(Isend)

int MPI_Sendrecv(const void *buf, int count, MPI_Datatype type, int dest, int tag, void *to, int most, MPI_Datatype totype, int source, int totag, MPI_Comm comm,
                 MPI_Status *status) {
  sent(buf, count, type, dest, tag, comm);
  return REAL(Sendrecv)(buf, count, type, dest, tag, to, most, totype, source, totag, comm, status);
}
ALSO(Sendrecv)

int MPI_Sendrecv_replace(void *buf, int count, MPI_Datatype type, int dest, int tag, int source, int totag, MPI_Comm comm, MPI_Status *status) {
  sent(buf, count, type, dest, tag, comm);
  inside = true;
  int error = REAL(Sendrecv_replace)(buf, count, type, dest, tag, source, totag, comm, status);
  inside = false;
  return error;
}
ALSO(Sendrecv_replace)

int MPI_Send_init(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm, MPI_Request *request) {
  int error = REAL(Send_init)(buf, count, type, dest, tag, comm, request);
  struct init *i = malloc(sizeof *i);
  if (i == NULL) fail("no memory");
  pthread_mutex_lock(&log_.lock);
  *i = (struct init){log_.inits, *request, buf, count, dest, tag, type, comm};
  log_.inits = i;
  pthread_mutex_unlock(&log_.lock);
  return error;
}
ALSO(Send_init)

static void started(MPI_Request request) {
  pthread_mutex_lock(&log_.lock);
  struct init *i = log_.inits;
  while (i != NULL && i->request != request) i = i->next; /* the newest one comes first */
  pthread_mutex_unlock(&log_.lock);
  if (i != NULL) sent(i->buf, i->count, i->type, i->dest, i->tag, i->comm);
}

int MPI_Start(MPI_Request *request) {
  started(*request);
  return REAL(Start)(request);
}
ALSO(Start)

int MPI_Startall(int n, MPI_Request *requests) {
  for (int i = 0; i < n; i++) started(requests[i]);
  return REAL(Startall)(n, requests);
}
ALSO(Startall)

int MPI_Finalize(void) {
  if (log_.file != NULL && fclose(log_.file) != 0) fail("the file cannot be written");
  log_.file = NULL;
  return REAL(Finalize)();
}
ALSO(Finalize)

/* Counts what goes out (between MPI and the run time, by the profiling interface); memory that can be taken away. */
#include <mpi.h>
#include <stddef.h>
#include <sys/mman.h>

static int sends;

int MPI_Isend(const void *b, int n, MPI_Datatype t, int to, int tag, MPI_Comm c, MPI_Request *r) {
  sends += n > 100; /* no headers */
  return PMPI_Isend(b, n, t, to, tag, c, r);
}

int MPI_Issend(const void *b, int n, MPI_Datatype t, int to, int tag, MPI_Comm c, MPI_Request *r) {
  sends += n > 100;
  return PMPI_Issend(b, n, t, to, tag, c, r);
}

int isends(void);
int isends(void) { return sends; }

/* Memory of its own, and the end of it taken away: who reads there dies. */
void *land(size_t bytes);
void *land(size_t bytes) { return mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); }
void flood(char *land, size_t from, size_t to);
void flood(char *land, size_t from, size_t to) { mprotect(land + from, to - from, PROT_NONE); }

/* Counts what goes out (between MPI and the run time, by the profiling interface); completions one at a time; memory that
 * can be taken away. */
#include <mpi.h>
#include <stddef.h>
#include <sys/mman.h>

static int sends, frames;

int MPI_Isend(const void *b, int n, MPI_Datatype t, int to, int tag, MPI_Comm c, MPI_Request *r) {
  sends += n > 100; /* no headers */
  frames += n > 48; /* with data */
  return PMPI_Isend(b, n, t, to, tag, c, r);
}

int MPI_Issend(const void *b, int n, MPI_Datatype t, int to, int tag, MPI_Comm c, MPI_Request *r) {
  sends += n > 100;
  return PMPI_Issend(b, n, t, to, tag, c, r);
}

int isends(void);
int isends(void) { return sends; }

int iframes(void);
int iframes(void) { return frames; }

/* MPI_Testsome may find one complete although more are. */
static int single;

int MPI_Testsome(int n, MPI_Request r[], int *done, int index[], MPI_Status status[]) {
  if (!single) return PMPI_Testsome(n, r, done, index, status);
  *done = MPI_UNDEFINED;
  for (int i = 0; i < n; i++) {
    int here = 0;
    if (r[i] == MPI_REQUEST_NULL) continue;
    *done = 0;
    int code = PMPI_Test(&r[i], &here, &status[0]);
    if (code != MPI_SUCCESS) return code;
    if (!here) continue;
    *done = 1;
    index[0] = i;
    break;
  }
  return MPI_SUCCESS;
}

void one_at_a_time(int yes);
void one_at_a_time(int yes) { single = yes; }

/* Memory of its own, and the end of it taken away: who reads there dies. */
void *land(size_t bytes);
void *land(size_t bytes) { return mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); }
void flood(char *land, size_t from, size_t to);
void flood(char *land, size_t from, size_t to) { mprotect(land + from, to - from, PROT_NONE); }

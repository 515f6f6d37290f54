/* Requests of MPI, side by side: see requests.h. */
#include "requests.h"

#include <stdlib.h>

#include "memory.h"

void *md_requests_grow(struct md_requests *r, void *what, size_t size) {
  const unsigned old = (unsigned)r->room, more = old + 1;
  unsigned room;
  r->mpi = md_grow(r->mpi, (room = old, &room), more, sizeof *r->mpi);
  r->index = md_grow(r->index, (room = old, &room), more, sizeof *r->index);
  r->status = md_grow(r->status, (room = old, &room), more, sizeof *r->status);
  what = md_grow(what, (room = old, &room), more, size);
  r->room = (int)room;
  return what;
}

void md_requests_free(struct md_requests *r) {
  free(r->mpi);
  free(r->index);
  free(r->status);
  *r = (struct md_requests){0};
}

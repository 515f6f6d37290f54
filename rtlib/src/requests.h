/* Requests of MPI in an array of their own, which MPI_Testsome wants. What each of them is for stands beside them, in
 * an array of their owner's with as much room. */
#ifndef MDMP_REQUESTS_H
#define MDMP_REQUESTS_H

#include <mpi.h>
#include <stddef.h>

#pragma GCC visibility push(hidden)

struct md_requests {
  MPI_Request *mpi;
  int *index; /* scratch for Testsome */
  MPI_Status *status;
  int n, room;
};

void *md_requests_grow(struct md_requests *r, void *what, size_t size);

/* Room for one more. what, their owner's array with elements of size bytes, is returned as it is then. */
static inline void *md_requests_room(struct md_requests *r, void *what, size_t size) {
  return __builtin_expect(r->n < r->room, 1) ? what : md_requests_grow(r, what, size);
}

void md_requests_free(struct md_requests *r);

#pragma GCC visibility pop
#endif

/* The API of delta send-recv for who calls it without a place in the source (mdmp_delta.h): behind a pointer, or without the header's macros. */
#include "mdmp_delta.h"

#include <stddef.h>

int (MDMP_Delta_send_begin)(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
                            MDMP_Request *request) {
  return MDMP_Delta_send_begin_at(buf, count, datatype, dest, tag, comm, request, NULL, 0);
}

int (MDMP_Delta_send_data)(MDMP_Request r, MPI_Aint offset, MPI_Aint bytes) {
  return MDMP_Delta_send_data_at(r, offset, bytes, NULL, 0);
}

int (MDMP_Delta_send_pages)(MDMP_Request r) { return MDMP_Delta_send_pages_at(r, NULL, 0); }

int (MDMP_Delta_send_end)(MDMP_Request r) { return MDMP_Delta_send_end_at(r, NULL, 0); }

int (MDMP_Delta_recv)(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
                      MDMP_Request *request) {
  return MDMP_Delta_recv_at(buf, count, datatype, source, tag, comm, request, NULL, 0);
}

int (MDMP_Delta_recv_pages)(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
                            MDMP_Request *request) {
  return MDMP_Delta_recv_pages_at(buf, count, datatype, source, tag, comm, request, NULL, 0);
}

int (MDMP_Delta_wait_data)(const void *buffer, MPI_Aint offset, MPI_Aint bytes) {
  return MDMP_Delta_wait_data_at(buffer, offset, bytes, NULL, 0);
}

int (MDMP_Delta_wait)(MDMP_Request *request, MPI_Status *status) {
  return MDMP_Delta_wait_at(request, status, NULL, 0);
}

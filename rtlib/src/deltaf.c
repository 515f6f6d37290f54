/* The API of delta send-recv for Fortran: what module mdmp (mdmp.f90) binds.
 *
 * Handles are those of mpi and of mpi_f08: both are one integer, so the module takes any type, and here it is read. Buffers
 * come as descriptors, so that none is copied on the way, and have to lie in one piece. */
#include <ISO_Fortran_binding.h>
#include <mpi.h>
#include <stdint.h>
#include <string.h>

#include "delta.h"
#include "error.h"
#include "numbered.h"

static MPI_Fint handle(const void *h) {
  MPI_Fint f;
  memcpy(&f, h, sizeof f);
  return f;
}

/* Programs in C are linked without the library that has CFI_is_contiguous. */
static bool in_one_piece(const CFI_cdesc_t *a) {
  CFI_index_t next = (CFI_index_t)a->elem_len;
  for (int i = 0; i < a->rank; i++) {
    if (a->dim[i].extent == 0) return true;
    if (a->dim[i].extent != 1 && a->dim[i].sm != next) return false;
    next *= a->dim[i].extent; /* the last one of an assumed-size array is -1, and not used */
  }
  return true;
}

/* The bytes of the program itself. */
static void *memory(const CFI_cdesc_t *buf, const char *what) {
  if (!in_one_piece(buf))
    md_fail(MD_NOWHERE, "%s: the buffer does not lie in one piece", what);
  return buf->base_addr;
}

static void say(int *error, int code) {
  if (error != NULL) *error = code;
}

/* Absent or MPI_STATUS_IGNORE: nobody asks. */
static void *asked(const CFI_cdesc_t *status) {
  void *s = status != NULL ? status->base_addr : NULL;
  return md_ignored(s) ? NULL : s;
}

/* Both modules lay a status out alike. */
static void tell(void *to, const MPI_Status *s) {
  if (to != NULL) md_check(MPI_Status_c2f(s, to), "MPI_Status_c2f", MD_NOWHERE);
}

void mdmp_f_delta_init(const void *comm, int *error);
void mdmp_f_delta_init(const void *comm, int *error) { say(error, MDMP_Delta_init(MPI_Comm_f2c(handle(comm)))); }

void mdmp_f_delta_send_begin(const CFI_cdesc_t *buf, int count, const void *datatype, int dest, int tag,
                             const void *comm, MDMP_Request *request, int *error);
void mdmp_f_delta_send_begin(const CFI_cdesc_t *buf, int count, const void *datatype, int dest, int tag,
                             const void *comm, MDMP_Request *request, int *error) {
  say(error, (MDMP_Delta_send_begin)(memory(buf, "MDMP_Delta_send_begin"), count, MPI_Type_f2c(handle(datatype)), dest,
                                     tag, MPI_Comm_f2c(handle(comm)), request));
}

void mdmp_f_delta_recv(const CFI_cdesc_t *buf, int count, const void *datatype, int source, int tag, const void *comm,
                       MDMP_Request *request, int *error);
void mdmp_f_delta_recv(const CFI_cdesc_t *buf, int count, const void *datatype, int source, int tag, const void *comm,
                       MDMP_Request *request, int *error) {
  say(error, (MDMP_Delta_recv)(memory(buf, "MDMP_Delta_recv"), count, MPI_Type_f2c(handle(datatype)), source, tag,
                               MPI_Comm_f2c(handle(comm)), request));
}

void mdmp_f_delta_recv_pages(const CFI_cdesc_t *buf, int count, const void *datatype, int source, int tag, const void *comm,
                             MDMP_Request *request, int *error);
void mdmp_f_delta_recv_pages(const CFI_cdesc_t *buf, int count, const void *datatype, int source, int tag, const void *comm,
                             MDMP_Request *request, int *error) {
  say(error, (MDMP_Delta_recv_pages)(memory(buf, "MDMP_Delta_recv_pages"), count, MPI_Type_f2c(handle(datatype)), source, tag,
                                     MPI_Comm_f2c(handle(comm)), request));
}

void mdmp_f_delta_send_pages(MDMP_Request *request, int *error);
void mdmp_f_delta_send_pages(MDMP_Request *request, int *error) { say(error, (MDMP_Delta_send_pages)(*request)); }

void mdmp_f_delta_send_data(MDMP_Request *request, int64_t offset, int64_t bytes, int *error);
void mdmp_f_delta_send_data(MDMP_Request *request, int64_t offset, int64_t bytes, int *error) {
  say(error, (MDMP_Delta_send_data)(*request, (MPI_Aint)offset, (MPI_Aint)bytes));
}

void mdmp_f_delta_send_size(MDMP_Request *request, int count, int *error);
void mdmp_f_delta_send_size(MDMP_Request *request, int count, int *error) {
  say(error, MDMP_Delta_send_size(*request, count));
}

void mdmp_f_delta_send_end(MDMP_Request *request, int *error);
void mdmp_f_delta_send_end(MDMP_Request *request, int *error) { say(error, (MDMP_Delta_send_end)(*request)); }

void mdmp_f_delta_wait_data(const CFI_cdesc_t *buffer, int64_t offset, int64_t bytes, int *error);
void mdmp_f_delta_wait_data(const CFI_cdesc_t *buffer, int64_t offset, int64_t bytes, int *error) {
  say(error, (MDMP_Delta_wait_data)(memory(buffer, "MDMP_Delta_wait_data"), (MPI_Aint)offset, (MPI_Aint)bytes));
}

void mdmp_f_delta_wait(MDMP_Request *request, const CFI_cdesc_t *status, int *error);
void mdmp_f_delta_wait(MDMP_Request *request, const CFI_cdesc_t *status, int *error) {
  MPI_Status s;
  int code = (MDMP_Delta_wait)(request, &s);
  tell(asked(status), &s);
  say(error, code);
}

void mdmp_f_delta_test(MDMP_Request *request, int *flag, const CFI_cdesc_t *status, int *error);
void mdmp_f_delta_test(MDMP_Request *request, int *flag, const CFI_cdesc_t *status, int *error) {
  MPI_Status s;
  int code = MDMP_Delta_test(request, flag, &s);
  if (*flag) tell(asked(status), &s);
  say(error, code);
}

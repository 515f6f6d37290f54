/* mdmp.h: delta send-recv, for C programs (and, by module mdmp, for Fortran programs without directives).
 *
 * A message is a buffer that is filled little by little on one side and used little by little on the other. MPI
 * sends it when all of it is there. Here the sender says which bytes are complete while it computes, and the
 * receiver says which bytes it needs; what is complete travels in between. The idea, and most of the names, are those
 * of Bao, Ding and others, "Delta Send-Recv for Dynamic Pipelining in MPI Programs" (CCGrid 2012).
 *
 *   Sender                                           Receiver
 *   MDMP_Delta_send_begin(a, n, MPI_DOUBLE,          MDMP_Delta_recv(a, n, MPI_DOUBLE,
 *       dest, tag, comm, &r);                            source, tag, comm, &r);
 *   for (i = 0; i < n; i++) {                        for (i = 0; i < n; i++) {
 *     a[i] = f(i);                                     MDMP_Delta_wait_data(a, i * sizeof *a, sizeof *a);
 *     MDMP_Delta_send_data(r, i * sizeof *a,           use(a[i]);
 *         sizeof *a);                                }
 *   }                                                MDMP_Delta_wait(&r, &status);
 *   MDMP_Delta_wait(&r, MPI_STATUS_IGNORE);
 *
 * Where nobody can say so much, pages of memory do: MDMP_Delta_send_pages has what the program writes sent when it has gone on, and behind
 * MDMP_Delta_recv_pages whoever touches what has not come waits for it.
 *
 * What they mean is plain MPI. MDMP_Delta_send_end is MPI_Isend of the whole buffer, and MDMP_Delta_recv is MPI_Irecv:
 * the messages are those of the program's own communicator, matched by MPI in its own order. So either side may be
 * changed alone: a delta send may meet an MPI_Recv, an MPI_Send may meet a delta receive. Then, and wherever it is not
 * certain that two delta calls meet, the message goes whole, as it would in MPI.
 *
 * MDMP_Delta_send_data is a promise: these bytes are what the message will have, and messages to that destination with that
 * tag on that communicator end in the order in which something was said of them first. Bytes that are written to afterwards
 * go again if the receiver has not used them yet; else the program ends with a message. Another send in between ends it, too.
 *
 * spec/delta.md says how two delta calls find each other, and when messages go whole.
 *
 * All functions return MPI error codes; errors are first handed to the error handler of the communicator, as MPI does. */
#ifndef MDMP_DELTA_H
#define MDMP_DELTA_H

#include <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A message under way. It is no MPI_Request: MDMP_Delta_wait completes it, and sets it to MDMP_REQUEST_NULL. */
typedef struct mdmp_request *MDMP_Request;
#define MDMP_REQUEST_NULL ((MDMP_Request)0)

/* Collective. Messages of comm may overlap from now on. It is called before any message of comm is sent or received:
 * both sides count messages, and counting begins here. Needless for MPI_COMM_WORLD. */
int MDMP_Delta_init(MPI_Comm comm);

/* Arguments of MPI_Isend: a message from buf is about to be made. Nothing is sent of it before its bytes are
 * said to be complete, or before it ends. What is no argument for MPI_Isend is an error of MDMP_Delta_send_end. count may be more than will be sent: see MDMP_Delta_send_size. */
int MDMP_Delta_send_begin(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
                          MDMP_Request *request);

/* bytes bytes of the buffer, from byte offset on, are complete. In any order, in ranges of any size, which may overlap. */
int MDMP_Delta_send_data(MDMP_Request request, MPI_Aint offset, MPI_Aint bytes);

/* Pages say what is complete: the program writes the buffer itself, and when it begins to write to an increment of four pages (more if the
 * buffer is longer than 256 of these) those that it wrote before are complete. A promise as that of MDMP_Delta_send_data: whatever the order, the calling
 * thread writes each increment once and then goes on. Bytes in the first page that are not all of it are complete with the next ones if these were written first;
 * those in the last page at the end. The next system call of the thread, in MPI or not, puts an end to it: what is written then goes at the
 * end, too. Where pages cannot be watched nothing is said to be complete; MDMP_PROFILE=1 says why. */
int MDMP_Delta_send_pages(MDMP_Request request);

/* The message has count elements, no more than it was begun with, and no fewer than were said to be complete (by pages: in whole increments). Before it ends. */
int MDMP_Delta_send_size(MDMP_Request request, int count);

/* All of the buffer is complete: the message takes its place in the order of messages now, as if MPI_Isend stood
 * here. The buffer must not be changed before MDMP_Delta_wait. A second call does nothing. */
int MDMP_Delta_send_end(MDMP_Request request);

/* MPI_Irecv: returns at once. */
int MDMP_Delta_recv(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
                    MDMP_Request *request);

/* Arguments of MPI_Recv, and stands where that could stand, but returns before all of the message is there: the first use of each increment of
 * four pages waits for its bytes. The buffer ends with a page, and had better begin with one (posix_memalign). Whatever cannot be
 * watched is waited for here, or at the next system call of the program's own code, its next MPI call that sends or receives, the next fork. Until
 * MDMP_Delta_wait, which completes it, the buffer is used by the calling thread, in code of the executable, which may hand it to memcpy and its kin; MDMP_Delta_wait_data stands before
 * library functions, collective calls and other threads that use it: they cannot wait, so the program ends with a message if bytes are not there. */
int MDMP_Delta_recv_pages(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
                          MDMP_Request *request);

/* Returns when these bytes of a receive into buffer are there: bytes from offset on, counted from where the
 * receive begins (the buf that was given to MDMP_Delta_recv). Returns at once if no receive into buffer is under way. */
int MDMP_Delta_wait_data(const void *buffer, MPI_Aint offset, MPI_Aint bytes);

/* MPI_Wait: completes a send (and ends it, if that was not said) or a receive. status may be MPI_STATUS_IGNORE. */
int MDMP_Delta_wait(MDMP_Request *request, MPI_Status *status);

/* MPI_Test for the same; a send that was not ended is not complete. */
int MDMP_Delta_test(MDMP_Request *request, int *flag, MPI_Status *status);

/* The same with the place in the program, which messages about broken promises name: the macros below pass it. A
 * function in brackets, (MDMP_Delta_send_data)(...), is called without. */
int MDMP_Delta_send_begin_at(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
                             MDMP_Request *request, const char *file, int line);
int MDMP_Delta_send_data_at(MDMP_Request request, MPI_Aint offset, MPI_Aint bytes, const char *file, int line);
int MDMP_Delta_send_pages_at(MDMP_Request request, const char *file, int line);
int MDMP_Delta_send_end_at(MDMP_Request request, const char *file, int line);
int MDMP_Delta_recv_at(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
                       MDMP_Request *request, const char *file, int line);
int MDMP_Delta_recv_pages_at(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
                             MDMP_Request *request, const char *file, int line);
int MDMP_Delta_wait_data_at(const void *buffer, MPI_Aint offset, MPI_Aint bytes, const char *file, int line);
int MDMP_Delta_wait_at(MDMP_Request *request, MPI_Status *status, const char *file, int line);

#ifndef MDMP_DELTA_NO_PLACES
#define MDMP_Delta_send_begin(buf, count, datatype, dest, tag, comm, request) \
  MDMP_Delta_send_begin_at(buf, count, datatype, dest, tag, comm, request, __FILE__, __LINE__)
#define MDMP_Delta_send_data(request, offset, bytes) MDMP_Delta_send_data_at(request, offset, bytes, __FILE__, __LINE__)
#define MDMP_Delta_send_pages(request) MDMP_Delta_send_pages_at(request, __FILE__, __LINE__)
#define MDMP_Delta_send_end(request) MDMP_Delta_send_end_at(request, __FILE__, __LINE__)
#define MDMP_Delta_recv(buf, count, datatype, source, tag, comm, request) \
  MDMP_Delta_recv_at(buf, count, datatype, source, tag, comm, request, __FILE__, __LINE__)
#define MDMP_Delta_recv_pages(buf, count, datatype, source, tag, comm, request) \
  MDMP_Delta_recv_pages_at(buf, count, datatype, source, tag, comm, request, __FILE__, __LINE__)
#define MDMP_Delta_wait_data(buffer, offset, bytes) MDMP_Delta_wait_data_at(buffer, offset, bytes, __FILE__, __LINE__)
#define MDMP_Delta_wait(request, status) MDMP_Delta_wait_at(request, status, __FILE__, __LINE__)
#endif

#ifdef __cplusplus
}
#endif
#endif

/* Standing in for the program's point-to-point calls, of MPI and of PMPI, to number its messages (sequence.h).
 *
 * As in wrap.c the linker leads every call of the names in numbered.list here; it does so for programs that use the API of delta
 * send-recv alone. In all others a __real_ name is 0, and nothing here is called, but what may wait in programs that call harmless
 * procedures (waits.c). A wrapper numbers what the call sends
 * and receives, and calls it; what it cannot number it makes known. Receives that take from anybody are numbered by their
 * status if they block; requests that start again and again, and those that take from anybody and do not block, are not
 * followed. Messages that are matched by MPI_Mprobe are numbered there. */
#include "numbered.h"

#include <mpi.h>
#include <stddef.h>

#include "bypages.h"
#include "delta.h"
#include "sequence.h"
#include "trusted.h"

#define WEAK __attribute__((weak))
#define PUBLIC __attribute__((visibility("default")))

/* ---- what all languages share ---- */

static bool anybody(int source, int tag) {
  return source == MPI_ANY_SOURCE || (tag == MPI_ANY_TAG && source != MPI_PROC_NULL);
}

/* Before a call that receives; whether only its status will tell from whom. */
static bool receives(MPI_Comm comm, int source, int tag) {
  bool any = anybody(source, tag);
  md_bypages_receives();
  if (!any) md_sequences_receives(comm, source, tag, false);
  md_sequences_aside(1);
  return any;
}

/* Behind it. any: it has no number yet. */
static void received(int code, MPI_Comm comm, int source, int tag, bool any, const MPI_Status *s) {
  md_sequences_aside(-1);
  if (code != MPI_SUCCESS) {
    md_sequences_lose_receives(comm);
    return;
  }
  if (any) md_sequences_receives(comm, s->MPI_SOURCE, s->MPI_TAG, false);
  md_sequences_received(comm, any ? s->MPI_SOURCE : source, any ? s->MPI_TAG : tag);
}

static void begun(int code, MPI_Comm comm) {
  md_sequences_aside(-1);
  if (code != MPI_SUCCESS) md_sequences_lose_receives(comm);
}

static void sends(MPI_Comm comm, int dest, int tag, const char *what, bool begun) {
  md_bypages_called();
  md_sequences_sends(comm, dest, tag, what, begun);
  md_sequences_aside(1);
}

static void sent(int code, MPI_Comm comm) {
  md_sequences_aside(-1);
  if (code != MPI_SUCCESS) md_sequences_lose_sends(comm);
}

/* Both in one call that does not block. */
static void both(MPI_Comm comm, int dest, int stag, int source, int rtag, const char *what) {
  md_bypages_receives();
  md_sequences_sends(comm, dest, stag, what, true);
  md_sequences_receives(comm, source, rtag, true);
  md_sequences_aside(1);
}

static void both_begun(int code, MPI_Comm comm) {
  sent(code, comm);
  if (code != MPI_SUCCESS) md_sequences_lose_receives(comm);
}

/* ---- C ---- */

/* A call that may wait is seen in programs that call harmless procedures, too (waits.def): of theirs nothing is numbered. */
#define SEEN(name, ...)                                                                                                \
  mdmp_waits(#name);                                                                                                   \
  if (!md_numbered()) return __real_##name(__VA_ARGS__);

#define SEND(name, count_t) SENDING(name, count_t, SEEN(name, b, n, t, dest, tag, comm))
#define BSEND(name, count_t) SENDING(name, count_t, )

#define SENDING(name, count_t, seen)                                                                                   \
  int WEAK __real_##name(const void *b, count_t n, MPI_Datatype t, int dest, int tag, MPI_Comm comm);                  \
  PUBLIC int __wrap_##name(const void *b, count_t n, MPI_Datatype t, int dest, int tag, MPI_Comm comm);                \
  int __wrap_##name(const void *b, count_t n, MPI_Datatype t, int dest, int tag, MPI_Comm comm) {                      \
    seen                                                                                                               \
    sends(comm, dest, tag, #name, false);                                                                              \
    int code = __real_##name(b, n, t, dest, tag, comm);                                                                \
    sent(code, comm);                                                                                                  \
    return code;                                                                                                       \
  }

#define ISEND(name, count_t)                                                                                           \
  int WEAK __real_##name(const void *b, count_t n, MPI_Datatype t, int dest, int tag, MPI_Comm comm, MPI_Request *r);  \
  PUBLIC int __wrap_##name(const void *b, count_t n, MPI_Datatype t, int dest, int tag, MPI_Comm comm, MPI_Request *r);\
  int __wrap_##name(const void *b, count_t n, MPI_Datatype t, int dest, int tag, MPI_Comm comm, MPI_Request *r) {      \
    sends(comm, dest, tag, #name, true);                                                                               \
    int code = __real_##name(b, n, t, dest, tag, comm, r);                                                             \
    sent(code, comm);                                                                                                  \
    return code;                                                                                                       \
  }

#define SEND_INIT(name, count_t)                                                                                       \
  int WEAK __real_##name(const void *b, count_t n, MPI_Datatype t, int dest, int tag, MPI_Comm comm, MPI_Request *r);  \
  PUBLIC int __wrap_##name(const void *b, count_t n, MPI_Datatype t, int dest, int tag, MPI_Comm comm, MPI_Request *r);\
  int __wrap_##name(const void *b, count_t n, MPI_Datatype t, int dest, int tag, MPI_Comm comm, MPI_Request *r) {      \
    md_bypages_called();                                                                                               \
    md_sequences_lose_sends(comm);                                                                                        \
    return __real_##name(b, n, t, dest, tag, comm, r);                                                                 \
  }

#define RECV(name, count_t)                                                                                            \
  int WEAK __real_##name(void *b, count_t n, MPI_Datatype t, int source, int tag, MPI_Comm comm, MPI_Status *s);       \
  PUBLIC int __wrap_##name(void *b, count_t n, MPI_Datatype t, int source, int tag, MPI_Comm comm, MPI_Status *s);     \
  int __wrap_##name(void *b, count_t n, MPI_Datatype t, int source, int tag, MPI_Comm comm, MPI_Status *s) {           \
    SEEN(name, b, n, t, source, tag, comm, s)                                                                          \
    MPI_Status own;                                                                                                    \
    bool any = receives(comm, source, tag);                                                                            \
    if (any && s == MPI_STATUS_IGNORE) s = &own;                                                                       \
    int code = __real_##name(b, n, t, source, tag, comm, s);                                                           \
    received(code, comm, source, tag, any, s);                                                                         \
    return code;                                                                                                       \
  }

#define IRECV(name, count_t)                                                                                           \
  int WEAK __real_##name(void *b, count_t n, MPI_Datatype t, int source, int tag, MPI_Comm comm, MPI_Request *r);      \
  PUBLIC int __wrap_##name(void *b, count_t n, MPI_Datatype t, int source, int tag, MPI_Comm comm, MPI_Request *r);    \
  int __wrap_##name(void *b, count_t n, MPI_Datatype t, int source, int tag, MPI_Comm comm, MPI_Request *r) {          \
    md_bypages_receives();                                                                                             \
    md_sequences_receives(comm, source, tag, true);                                                                       \
    md_sequences_aside(1);                                                                                                \
    int code = __real_##name(b, n, t, source, tag, comm, r);                                                           \
    begun(code, comm);                                                                                                 \
    return code;                                                                                                       \
  }

#define RECV_INIT(name, count_t)                                                                                       \
  int WEAK __real_##name(void *b, count_t n, MPI_Datatype t, int source, int tag, MPI_Comm comm, MPI_Request *r);      \
  PUBLIC int __wrap_##name(void *b, count_t n, MPI_Datatype t, int source, int tag, MPI_Comm comm, MPI_Request *r);    \
  int __wrap_##name(void *b, count_t n, MPI_Datatype t, int source, int tag, MPI_Comm comm, MPI_Request *r) {          \
    md_bypages_called();                                                                                               \
    md_sequences_lose_receives(comm);                                                                                     \
    return __real_##name(b, n, t, source, tag, comm, r);                                                               \
  }

/* What stands in for a call that sends and receives: until both are done, and begun. */
#define AT_ONCE(name, ...)                                                                                             \
  SEEN(name, __VA_ARGS__)                                                                                              \
  MPI_Status own;                                                                                                      \
  md_sequences_sends(comm, dest, stag, #name, false);                                                                     \
  bool any = receives(comm, source, rtag);                                                                             \
  if (any && s == MPI_STATUS_IGNORE) s = &own;                                                                         \
  int code = __real_##name(__VA_ARGS__);                                                                               \
  received(code, comm, source, rtag, any, s);                                                                          \
  if (code != MPI_SUCCESS) md_sequences_lose_sends(comm);                                                                 \
  return code;

#define BEGUN(name, ...)                                                                                               \
  both(comm, dest, stag, source, rtag, #name);                                                                         \
  int code = __real_##name(__VA_ARGS__);                                                                               \
  both_begun(code, comm);                                                                                              \
  return code;

#define SENDRECV(name, count_t)                                                                                        \
  int WEAK __real_##name(const void *sb, count_t sn, MPI_Datatype st, int dest, int stag, void *rb, count_t rn,        \
                         MPI_Datatype rt, int source, int rtag, MPI_Comm comm, MPI_Status *s);                         \
  PUBLIC int __wrap_##name(const void *sb, count_t sn, MPI_Datatype st, int dest, int stag, void *rb, count_t rn,      \
                           MPI_Datatype rt, int source, int rtag, MPI_Comm comm, MPI_Status *s);                       \
  int __wrap_##name(const void *sb, count_t sn, MPI_Datatype st, int dest, int stag, void *rb, count_t rn,             \
                    MPI_Datatype rt, int source, int rtag, MPI_Comm comm, MPI_Status *s) {                             \
    AT_ONCE(name, sb, sn, st, dest, stag, rb, rn, rt, source, rtag, comm, s)                                           \
  }

#define SENDRECV_REPLACE(name, count_t)                                                                                \
  int WEAK __real_##name(void *b, count_t n, MPI_Datatype t, int dest, int stag, int source, int rtag, MPI_Comm comm,  \
                         MPI_Status *s);                                                                               \
  PUBLIC int __wrap_##name(void *b, count_t n, MPI_Datatype t, int dest, int stag, int source, int rtag, MPI_Comm comm,\
                           MPI_Status *s);                                                                             \
  int __wrap_##name(void *b, count_t n, MPI_Datatype t, int dest, int stag, int source, int rtag, MPI_Comm comm,       \
                    MPI_Status *s) {                                                                                   \
    AT_ONCE(name, b, n, t, dest, stag, source, rtag, comm, s)                                                          \
  }

#define ISENDRECV(name, count_t)                                                                                       \
  int WEAK __real_##name(const void *sb, count_t sn, MPI_Datatype st, int dest, int stag, void *rb, count_t rn,        \
                         MPI_Datatype rt, int source, int rtag, MPI_Comm comm, MPI_Request *r);                        \
  PUBLIC int __wrap_##name(const void *sb, count_t sn, MPI_Datatype st, int dest, int stag, void *rb, count_t rn,      \
                           MPI_Datatype rt, int source, int rtag, MPI_Comm comm, MPI_Request *r);                      \
  int __wrap_##name(const void *sb, count_t sn, MPI_Datatype st, int dest, int stag, void *rb, count_t rn,             \
                    MPI_Datatype rt, int source, int rtag, MPI_Comm comm, MPI_Request *r) {                            \
    BEGUN(name, sb, sn, st, dest, stag, rb, rn, rt, source, rtag, comm, r)                                             \
  }

#define ISENDRECV_REPLACE(name, count_t)                                                                               \
  int WEAK __real_##name(void *b, count_t n, MPI_Datatype t, int dest, int stag, int source, int rtag, MPI_Comm comm,  \
                         MPI_Request *r);                                                                              \
  PUBLIC int __wrap_##name(void *b, count_t n, MPI_Datatype t, int dest, int stag, int source, int rtag, MPI_Comm comm,\
                           MPI_Request *r);                                                                            \
  int __wrap_##name(void *b, count_t n, MPI_Datatype t, int dest, int stag, int source, int rtag, MPI_Comm comm,       \
                    MPI_Request *r) {                                                                                  \
    BEGUN(name, b, n, t, dest, stag, source, rtag, comm, r)                                                            \
  }

#define BOTH_SIZES(kind, name) kind(name, int) kind(name##_c, MPI_Count) kind(P##name, int) kind(P##name##_c, MPI_Count)

BOTH_SIZES(SEND, MPI_Send)
BOTH_SIZES(BSEND, MPI_Bsend)
BOTH_SIZES(SEND, MPI_Ssend)
BOTH_SIZES(SEND, MPI_Rsend)
BOTH_SIZES(ISEND, MPI_Isend)
BOTH_SIZES(ISEND, MPI_Ibsend)
BOTH_SIZES(ISEND, MPI_Issend)
BOTH_SIZES(ISEND, MPI_Irsend)
BOTH_SIZES(SEND_INIT, MPI_Send_init)
BOTH_SIZES(SEND_INIT, MPI_Bsend_init)
BOTH_SIZES(SEND_INIT, MPI_Ssend_init)
BOTH_SIZES(SEND_INIT, MPI_Rsend_init)
BOTH_SIZES(RECV, MPI_Recv)
BOTH_SIZES(IRECV, MPI_Irecv)
BOTH_SIZES(RECV_INIT, MPI_Recv_init)
BOTH_SIZES(SENDRECV, MPI_Sendrecv)
BOTH_SIZES(SENDRECV_REPLACE, MPI_Sendrecv_replace)
BOTH_SIZES(ISENDRECV, MPI_Isendrecv)
BOTH_SIZES(ISENDRECV_REPLACE, MPI_Isendrecv_replace)

#define MPROBE(name)                                                                                                   \
  int WEAK __real_##name(int source, int tag, MPI_Comm comm, MPI_Message *m, MPI_Status *s);                           \
  PUBLIC int __wrap_##name(int source, int tag, MPI_Comm comm, MPI_Message *m, MPI_Status *s);                         \
  int __wrap_##name(int source, int tag, MPI_Comm comm, MPI_Message *m, MPI_Status *s) {                               \
    SEEN(name, source, tag, comm, m, s)                                                                                \
    MPI_Status own;                                                                                                    \
    if (s == MPI_STATUS_IGNORE) s = &own;                                                                              \
    md_sequences_aside(1);                                                                                                \
    int code = __real_##name(source, tag, comm, m, s);                                                                 \
    received(code, comm, source, tag, true, s);                                                                        \
    return code;                                                                                                       \
  }

#define IMPROBE(name)                                                                                                  \
  int WEAK __real_##name(int source, int tag, MPI_Comm comm, int *flag, MPI_Message *m, MPI_Status *s);                \
  PUBLIC int __wrap_##name(int source, int tag, MPI_Comm comm, int *flag, MPI_Message *m, MPI_Status *s);              \
  int __wrap_##name(int source, int tag, MPI_Comm comm, int *flag, MPI_Message *m, MPI_Status *s) {                    \
    MPI_Status own;                                                                                                    \
    if (s == MPI_STATUS_IGNORE) s = &own;                                                                              \
    md_sequences_aside(1);                                                                                                \
    int code = __real_##name(source, tag, comm, flag, m, s);                                                           \
    if (code != MPI_SUCCESS || *flag)                                                                                  \
      received(code, comm, source, tag, true, s);                                                                      \
    else                                                                                                               \
      md_sequences_aside(-1);                                                                                             \
    return code;                                                                                                       \
  }

/* Which message it was is not known. Those that were announced, or heeded an announcement, follow none that can be cancelled. */
#define CANCEL(name)                                                                                                   \
  int WEAK __real_##name(MPI_Request *r);                                                                              \
  PUBLIC int __wrap_##name(MPI_Request *r);                                                                            \
  int __wrap_##name(MPI_Request *r) {                                                                                  \
    md_sequences_lose_all();                                                                                              \
    return __real_##name(r);                                                                                           \
  }

/* The message was numbered when it was matched. */
#define MRECV(name, count_t)                                                                                           \
  int WEAK __real_##name(void *b, count_t n, MPI_Datatype t, MPI_Message *m, MPI_Status *s);                           \
  PUBLIC int __wrap_##name(void *b, count_t n, MPI_Datatype t, MPI_Message *m, MPI_Status *s);                         \
  int __wrap_##name(void *b, count_t n, MPI_Datatype t, MPI_Message *m, MPI_Status *s) {                               \
    SEEN(name, b, n, t, m, s)                                                                                          \
    md_bypages_receives();                                                                                             \
    return __real_##name(b, n, t, m, s);                                                                               \
  }

#define IMRECV(name, count_t)                                                                                          \
  int WEAK __real_##name(void *b, count_t n, MPI_Datatype t, MPI_Message *m, MPI_Request *r);                          \
  PUBLIC int __wrap_##name(void *b, count_t n, MPI_Datatype t, MPI_Message *m, MPI_Request *r);                        \
  int __wrap_##name(void *b, count_t n, MPI_Datatype t, MPI_Message *m, MPI_Request *r) {                              \
    md_bypages_receives();                                                                                             \
    return __real_##name(b, n, t, m, r);                                                                               \
  }

BOTH_SIZES(MRECV, MPI_Mrecv)
BOTH_SIZES(IMRECV, MPI_Imrecv)

/* What it was made with is not known. Its numbers are lost since (SEND_INIT, RECV_INIT). */
#define START(name)                                                                                                    \
  int WEAK __real_##name(MPI_Request *r);                                                                              \
  PUBLIC int __wrap_##name(MPI_Request *r);                                                                            \
  int __wrap_##name(MPI_Request *r) {                                                                                  \
    md_bypages_receives();                                                                                             \
    return __real_##name(r);                                                                                           \
  }

#define STARTALL(name)                                                                                                 \
  int WEAK __real_##name(int n, MPI_Request *r);                                                                       \
  PUBLIC int __wrap_##name(int n, MPI_Request *r);                                                                     \
  int __wrap_##name(int n, MPI_Request *r) {                                                                           \
    md_bypages_receives();                                                                                             \
    return __real_##name(n, r);                                                                                        \
  }

MPROBE(MPI_Mprobe)
MPROBE(PMPI_Mprobe)
IMPROBE(MPI_Improbe)
IMPROBE(PMPI_Improbe)
CANCEL(MPI_Cancel)
CANCEL(PMPI_Cancel)
START(MPI_Start)
START(PMPI_Start)
STARTALL(MPI_Startall)
STARTALL(PMPI_Startall)

bool md_numbered(void) { return __real_MPI_Isend != NULL && __real_MPI_Irecv != NULL; }

/* The same as numbered.c for the names of Fortran's calls.
 *
 * All their arguments are addresses, of a buffer or of its descriptor, too; so what is not looked at is passed on as it is,
 * and one wrapper serves all modules. The error argument is null if it was left out (mpi_f08). */
#include <mpi.h>
#include <stddef.h>

#include "bypages.h"
#include "delta.h"
#include "error.h"
#include "sequence.h"
#include "numbered.h"
#include "trusted.h"

#define WEAK __attribute__((weak))
#define PUBLIC __attribute__((visibility("default")))

typedef const MPI_Fint *in;

/* Room for a status in any of Fortran's forms. */
union status_f {
  MPI_Status c;
  MPI_Fint f[sizeof(MPI_Status) / sizeof(MPI_Fint) + 4];
};

/* MPICH's for mpi_f08, in a variable that only some headers declare, and some libraries have. */
extern MPI_Fint *const f08_ignored __asm__("MPI_F08_STATUS_IGNORE") WEAK;

bool md_ignored(const void *status) {
  return status == NULL || status == MPI_F_STATUS_IGNORE || (&f08_ignored != NULL && status == f08_ignored);
}

/* A call of Fortran about to be made, and what is to be known behind it. */
struct call {
  MPI_Comm comm;
  bool any;  /* only the status tells from whom it was */
  bool here; /* a receive that blocks, from source with tag */
  int source, tag;
  MPI_Fint *asked, *status; /* the program's, and that of the call */
  MPI_Fint *error, code;
  union status_f own;
};

static void begin(struct call *c, in comm, MPI_Fint *error) {
  md_bypages_called();
  c->comm = MPI_Comm_f2c(*comm);
  c->any = c->here = false;
  c->code = MPI_SUCCESS;
  c->error = error != NULL ? error : &c->code;
}

static void sends(const struct call *c, in dest, in tag, const char *what, bool begun) {
  md_sequences_sends(c->comm, *dest, *tag, what, begun);
}

static void receives(const struct call *c, in source, in tag) {
  md_bypages_receives();
  md_sequences_receives(c->comm, *source, *tag, true);
}

/* The status is needed, whether the program asks for it or not. That it does not may be known only behind the first call of Fortran (MPICH). */
static void status_tells(struct call *c, MPI_Fint *asked) {
  MPI_Status s;
  c->asked = asked;
  c->status = c->own.f;
  if (!md_ignored(asked) && MPI_Status_f2c(asked, &s) == MPI_SUCCESS) /* what MPI leaves as it is */
    md_check(MPI_Status_c2f(&s, c->own.f), "MPI_Status_c2f", MD_NOWHERE);
}

static void receives_here(struct call *c, in source, in tag, MPI_Fint *status) {
  c->any = *source == MPI_ANY_SOURCE || (*tag == MPI_ANY_TAG && *source != MPI_PROC_NULL);
  c->status = status;
  if (c->any) status_tells(c, status);
  c->source = *source;
  c->tag = *tag;
  c->here = true;
  md_bypages_receives();
  if (!c->any) md_sequences_receives(c->comm, *source, *tag, false);
}

/* Who sent what was received: it has a number from now on. */
static void matched(struct call *c) {
  MPI_Status s;
  md_check(MPI_Status_f2c(c->own.f, &s), "MPI_Status_f2c", MD_NOWHERE);
  c->source = s.MPI_SOURCE;
  c->tag = s.MPI_TAG;
  md_sequences_receives(c->comm, c->source, c->tag, false);
}

static void end_send(const struct call *c) {
  md_sequences_aside(-1);
  if (*c->error != MPI_SUCCESS) md_sequences_lose_sends(c->comm);
}

/* The program's status is what MPI has said. */
static void show_status(const struct call *c) {
  MPI_Status s;
  if (!md_ignored(c->asked) && MPI_Status_f2c(c->own.f, &s) == MPI_SUCCESS)
    md_check(MPI_Status_c2f(&s, c->asked), "MPI_Status_c2f", MD_NOWHERE);
}

static void end_receive(struct call *c) {
  md_sequences_aside(-1);
  if (c->any) show_status(c);
  if (*c->error != MPI_SUCCESS) {
    md_sequences_lose_receives(c->comm);
    return;
  }
  if (c->any) matched(c);
  if (c->any || c->here) md_sequences_received(c->comm, c->source, c->tag);
}

static void end_both(struct call *c) {
  end_receive(c);
  if (*c->error != MPI_SUCCESS) md_sequences_lose_sends(c->comm);
}

/* name: the linker's; what: as messages have it */
#define DECLARE(name, arguments)        \
  void WEAK __real_##name arguments;    \
  PUBLIC void __wrap_##name arguments;  \
  void __wrap_##name arguments

#define SEEN(name, what, ...)                                                               \
  mdmp_waits(what);                                                                         \
  if (!md_numbered()) {                                                                     \
    __real_##name(__VA_ARGS__);                                                             \
    return;                                                                                 \
  }

#define SEND(name, what) SENDING(name, what, SEEN(name, what, b, n, t, dest, tag, comm, error))
#define BSEND(name, what) SENDING(name, what, )

#define SENDING(name, what, seen)                                                           \
  DECLARE(name, (void *b, void *n, void *t, in dest, in tag, in comm, MPI_Fint *error)) {   \
    seen                                                                                    \
    struct call c;                                                                          \
    begin(&c, comm, error);                                                                 \
    sends(&c, dest, tag, what, false);                                                      \
    md_sequences_aside(1);                                                                     \
    __real_##name(b, n, t, dest, tag, comm, c.error);                                       \
    end_send(&c);                                                                           \
  }

#define ISEND(name, what)                                                                            \
  DECLARE(name, (void *b, void *n, void *t, in dest, in tag, in comm, void *r, MPI_Fint *error)) {   \
    struct call c;                                                                                   \
    begin(&c, comm, error);                                                                          \
    sends(&c, dest, tag, what, true);                                                                \
    md_sequences_aside(1);                                                                              \
    __real_##name(b, n, t, dest, tag, comm, r, c.error);                                             \
    end_send(&c);                                                                                    \
  }

#define SEND_INIT(name, what)                                                                        \
  DECLARE(name, (void *b, void *n, void *t, in dest, in tag, in comm, void *r, MPI_Fint *error)) {   \
    md_bypages_called();                                                                             \
    md_sequences_lose_sends(MPI_Comm_f2c(*comm));                                                       \
    __real_##name(b, n, t, dest, tag, comm, r, error);                                               \
  }

#define RECV(name, what)                                                                                    \
  DECLARE(name, (void *b, void *n, void *t, in source, in tag, in comm, MPI_Fint *s, MPI_Fint *error)) {    \
    SEEN(name, what, b, n, t, source, tag, comm, s, error)                                                  \
    struct call c;                                                                                          \
    begin(&c, comm, error);                                                                                 \
    receives_here(&c, source, tag, s);                                                                      \
    md_sequences_aside(1);                                                                                     \
    __real_##name(b, n, t, source, tag, comm, c.status, c.error);                                           \
    end_receive(&c);                                                                                        \
  }

#define IRECV(name, what)                                                                              \
  DECLARE(name, (void *b, void *n, void *t, in source, in tag, in comm, void *r, MPI_Fint *error)) {   \
    struct call c;                                                                                     \
    begin(&c, comm, error);                                                                            \
    receives(&c, source, tag);                                                                         \
    md_sequences_aside(1);                                                                                \
    __real_##name(b, n, t, source, tag, comm, r, c.error);                                             \
    end_receive(&c);                                                                                   \
  }

#define RECV_INIT(name, what)                                                                          \
  DECLARE(name, (void *b, void *n, void *t, in source, in tag, in comm, void *r, MPI_Fint *error)) {   \
    md_bypages_called();                                                                               \
    md_sequences_lose_receives(MPI_Comm_f2c(*comm));                                                      \
    __real_##name(b, n, t, source, tag, comm, r, error);                                               \
  }

#define SENDRECV(name, what)                                                                                    \
  DECLARE(name, (void *sb, void *sn, void *st, in dest, in stag, void *rb, void *rn, void *rt, in source,       \
                 in rtag, in comm, MPI_Fint *s, MPI_Fint *error)) {                                             \
    SEEN(name, what, sb, sn, st, dest, stag, rb, rn, rt, source, rtag, comm, s, error)                          \
    struct call c;                                                                                              \
    begin(&c, comm, error);                                                                                     \
    sends(&c, dest, stag, what, false);                                                                         \
    receives_here(&c, source, rtag, s);                                                                         \
    md_sequences_aside(1);                                                                                         \
    __real_##name(sb, sn, st, dest, stag, rb, rn, rt, source, rtag, comm, c.status, c.error);                   \
    end_both(&c);                                                                                               \
  }

#define SENDRECV_REPLACE(name, what)                                                                            \
  DECLARE(name, (void *b, void *n, void *t, in dest, in stag, in source, in rtag, in comm, MPI_Fint *s,         \
                 MPI_Fint *error)) {                                                                            \
    SEEN(name, what, b, n, t, dest, stag, source, rtag, comm, s, error)                                         \
    struct call c;                                                                                              \
    begin(&c, comm, error);                                                                                     \
    sends(&c, dest, stag, what, false);                                                                         \
    receives_here(&c, source, rtag, s);                                                                         \
    md_sequences_aside(1);                                                                                         \
    __real_##name(b, n, t, dest, stag, source, rtag, comm, c.status, c.error);                                  \
    end_both(&c);                                                                                               \
  }

#define ISENDRECV(name, what)                                                                                   \
  DECLARE(name, (void *sb, void *sn, void *st, in dest, in stag, void *rb, void *rn, void *rt, in source,       \
                 in rtag, in comm, void *r, MPI_Fint *error)) {                                                 \
    struct call c;                                                                                              \
    begin(&c, comm, error);                                                                                     \
    sends(&c, dest, stag, what, true);                                                                          \
    receives(&c, source, rtag);                                                                                 \
    md_sequences_aside(1);                                                                                         \
    __real_##name(sb, sn, st, dest, stag, rb, rn, rt, source, rtag, comm, r, c.error);                          \
    end_both(&c);                                                                                               \
  }

#define ISENDRECV_REPLACE(name, what)                                                                           \
  DECLARE(name, (void *b, void *n, void *t, in dest, in stag, in source, in rtag, in comm, void *r,             \
                 MPI_Fint *error)) {                                                                            \
    struct call c;                                                                                              \
    begin(&c, comm, error);                                                                                     \
    sends(&c, dest, stag, what, true);                                                                          \
    receives(&c, source, rtag);                                                                                 \
    md_sequences_aside(1);                                                                                         \
    __real_##name(b, n, t, dest, stag, source, rtag, comm, r, c.error);                                         \
    end_both(&c);                                                                                               \
  }

#define MPROBE(name, what)                                                                          \
  DECLARE(name, (in source, in tag, in comm, void *m, MPI_Fint *s, MPI_Fint *error)) {              \
    SEEN(name, what, source, tag, comm, m, s, error)                                                \
    struct call c;                                                                                  \
    begin(&c, comm, error);                                                                         \
    status_tells(&c, s);                                                                            \
    c.any = true;                                                                                   \
    md_sequences_aside(1);                                                                             \
    __real_##name(source, tag, comm, m, c.status, c.error);                                         \
    end_receive(&c);                                                                                \
  }

#define IMPROBE(name, what)                                                                         \
  DECLARE(name, (in source, in tag, in comm, MPI_Fint *flag, void *m, MPI_Fint *s, MPI_Fint *error)) { \
    struct call c;                                                                                  \
    begin(&c, comm, error);                                                                         \
    status_tells(&c, s);                                                                            \
    md_sequences_aside(1);                                                                             \
    __real_##name(source, tag, comm, flag, m, c.status, c.error);                                   \
    c.any = *c.error == MPI_SUCCESS && *flag != 0;                                                  \
    end_receive(&c);                                                                                \
  }

#define CANCEL(name, what)                         \
  DECLARE(name, (void *r, MPI_Fint *error)) {      \
    md_sequences_lose_all();                          \
    __real_##name(r, error);                       \
  }

#define MRECV(name, what)                                                                   \
  DECLARE(name, (void *b, void *n, void *t, void *m, void *s, MPI_Fint *error)) {           \
    SEEN(name, what, b, n, t, m, s, error)                                                  \
    md_bypages_receives();                                                                  \
    __real_##name(b, n, t, m, s, error);                                                    \
  }

#define IMRECV(name, what)                                                                  \
  DECLARE(name, (void *b, void *n, void *t, void *m, void *r, MPI_Fint *error)) {           \
    md_bypages_receives();                                                                  \
    __real_##name(b, n, t, m, r, error);                                                    \
  }

#define START(name, what)                          \
  DECLARE(name, (void *r, MPI_Fint *error)) {      \
    md_bypages_receives();                         \
    __real_##name(r, error);                       \
  }

#define STARTALL(name, what)                                \
  DECLARE(name, (void *n, void *r, MPI_Fint *error)) {      \
    md_bypages_receives();                                  \
    __real_##name(n, r, error);                             \
  }

/* As in wrap.list; f08ts are MPICH's names for buffers with descriptors, large those for counts of MPI_COUNT_KIND. */
#define NAMES(kind, lower, upper, mixed) SPELLED(kind, lower, upper, mixed) SPELLED(kind, p##lower, P##upper, P##mixed)

#define SPELLED(kind, lower, upper, mixed) \
  kind(lower, #mixed)                      \
  kind(lower##_, #mixed)                   \
  kind(lower##__, #mixed)                  \
  kind(upper, #mixed)                      \
  kind(lower##_f08, #mixed)                \
  kind(lower##_f08_, #mixed)               \
  kind(lower##_f08ts_, #mixed)             \
  kind(lower##_f08ts_large_, #mixed)       \
  kind(mixed##_f08, #mixed)                \
  kind(mixed##_f08ts, #mixed)

NAMES(SEND, mpi_send, MPI_SEND, MPI_Send)
NAMES(BSEND, mpi_bsend, MPI_BSEND, MPI_Bsend)
NAMES(SEND, mpi_ssend, MPI_SSEND, MPI_Ssend)
NAMES(SEND, mpi_rsend, MPI_RSEND, MPI_Rsend)
NAMES(ISEND, mpi_isend, MPI_ISEND, MPI_Isend)
NAMES(ISEND, mpi_ibsend, MPI_IBSEND, MPI_Ibsend)
NAMES(ISEND, mpi_issend, MPI_ISSEND, MPI_Issend)
NAMES(ISEND, mpi_irsend, MPI_IRSEND, MPI_Irsend)
NAMES(SEND_INIT, mpi_send_init, MPI_SEND_INIT, MPI_Send_init)
NAMES(SEND_INIT, mpi_bsend_init, MPI_BSEND_INIT, MPI_Bsend_init)
NAMES(SEND_INIT, mpi_ssend_init, MPI_SSEND_INIT, MPI_Ssend_init)
NAMES(SEND_INIT, mpi_rsend_init, MPI_RSEND_INIT, MPI_Rsend_init)
NAMES(RECV, mpi_recv, MPI_RECV, MPI_Recv)
NAMES(IRECV, mpi_irecv, MPI_IRECV, MPI_Irecv)
NAMES(RECV_INIT, mpi_recv_init, MPI_RECV_INIT, MPI_Recv_init)
NAMES(SENDRECV, mpi_sendrecv, MPI_SENDRECV, MPI_Sendrecv)
NAMES(SENDRECV_REPLACE, mpi_sendrecv_replace, MPI_SENDRECV_REPLACE, MPI_Sendrecv_replace)
NAMES(ISENDRECV, mpi_isendrecv, MPI_ISENDRECV, MPI_Isendrecv)
NAMES(ISENDRECV_REPLACE, mpi_isendrecv_replace, MPI_ISENDRECV_REPLACE, MPI_Isendrecv_replace)
NAMES(MPROBE, mpi_mprobe, MPI_MPROBE, MPI_Mprobe)
NAMES(IMPROBE, mpi_improbe, MPI_IMPROBE, MPI_Improbe)
NAMES(CANCEL, mpi_cancel, MPI_CANCEL, MPI_Cancel)
NAMES(MRECV, mpi_mrecv, MPI_MRECV, MPI_Mrecv)
NAMES(IMRECV, mpi_imrecv, MPI_IMRECV, MPI_Imrecv)
NAMES(START, mpi_start, MPI_START, MPI_Start)
NAMES(STARTALL, mpi_startall, MPI_STARTALL, MPI_Startall)

bool md_numbered_fortran(void) { return true; }

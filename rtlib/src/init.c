/* Start and end.
 *
 * The run time starts inside MPI_Init (wrap.c), where all processes are
 * together anyway, and ends inside MPI_Finalize: an attribute on MPI_COMM_SELF
 * is deleted there before anything else happens, and its callback may still
 * communicate. In between nothing is collective. */
#define _POSIX_C_SOURCE 200809L
#include "init.h"

#include <mpi.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "above.h"
#include "bypages.h"
#include "calls.h"
#include "close.h"
#include "comm.h"
#include "delta.h"
#include "early.h"
#include "exchange.h"
#include "fault.h"
#include "fire.h"
#include "guard.h"
#include "hashlog.h"
#include "history.h"
#include "sequence.h"
#include "lists.h"
#include "near.h"
#include "nest.h"
#include "numbered.h"
#include "outbox.h"
#include "order.h"
#include "outgoing.h"
#include "pending.h"
#include "pieces.h"
#include "pool.h"
#include "profile.h"
#include "prior.h"
#include "remember.h"
#include "rt.h"
#include "skip.h"
#include "packet.h"
#include "stage.h"
#include "uninstrumented.h"
#include "tune.h"
#include "verify.h"
#include "hooks.h"

const struct md_above md_above = {
    .comm_made = md_verify_comm,
    .comm_goes = md_close_lanes,
    .lane_goes = md_history_drop,
    .read_frames = md_read_frames,
};

/* Left by objects translated with -mdmp=off: a common block of this name. */
extern int mdmp_off_mode_ __attribute__((weak));

static void check_one_mode(struct md_where at) {
  if (&mdmp_off_mode_ != NULL)
    md_fail(at,
            "some files of this program were translated with -mdmp=off and others were not; "
            "the two do not understand each other: translate all in one mode");
}

extern char **environ;

/* A name that is not known does nothing: whoever set it should hear of that. */
static void warn_of_names(void) {
  size_t at = 0;
  const char *meant = NULL, *entry;
  while ((entry = md_options_unknown(environ, &at, &meant)) != NULL) {
    int n = (int)strcspn(entry, "=");
    if (meant != NULL)
      md_warn(MD_NOWHERE, "%.*s is not an option: did you mean %s?", n, entry, meant);
    else
      md_warn(MD_NOWHERE, "%.*s is not an option (MDMP_HELP=1 lists them)", n, entry);
  }
}

static void read_options(struct md_where at) {
  char what[512];
  if (!md_options_read(&md_rt.opt, what, sizeof what)) md_fail(at, "%s", what);
  if (md_rt.rank == 0) warn_of_names();
  if (md_rt.opt.help && md_rt.rank == 0) md_options_print(stderr);
  md_skip_read(at);
  md_fault_read(at);
}

/* MPICH over TCP (UCX) waits in what follows for a word of its peers, which say it while they look at the network, and whoever has had
 * his waits for the end of the job without looking. So nobody goes on before all have left here. A program of MPI alone whose ranks
 * come to MPI_Finalize one after the other may wait there for ever. */
static void part(bool far) {
#ifdef MPICH_VERSION
  if (!far) return;
  md_check(MPI_Barrier(MPI_COMM_WORLD), "MPI_Barrier", MD_NOWHERE);
  nanosleep(&(struct timespec){0, 10000000}, NULL);
#else
  (void)far;
#endif
}

/* In MPI_Finalize, everything still works. */
static int on_finalize(MPI_Comm self, int key, void *value, void *extra) {
  (void)self, (void)value, (void)extra;
  MD_UNSTOPPED; /* calls of MPI in here are ours */
  md_rt.closed = true;
  md_rt.ready = false;
  md_hooks_gone();
  md_bypages_leave();
  if (md_rt.overlap) {
    md_settle_all();
    md_early_void_all(NULL);
  }
  md_close_meet(md_rt.world); /* what follows is collective, and does not look after those that still wait */
  md_skip_report();
  md_profile_report();
  md_hooks_report();
  md_nest_report();
  md_remember_write();
  md_delta_report();
  const bool far = !md_near_all(md_rt.world->comm);
  md_sequences_close();
  md_comm_close_all();
  md_guard_close();
  md_rt.world = NULL;
  md_packet_close();
  md_delta_close();
  md_uninstrumented_close();
  md_near_close();
  md_hashlog_close();
  md_remember_close();
  md_exchange_close();
  md_outgoing_close();
  md_order_close();
  md_pieces_close();
  md_nest_close();
  md_calls_close();
  md_fires_close();
  md_history_close();
  md_outbox_close();
  md_stage_close();
  md_lists_close();
  md_pool_close();
  part(far);
  return MPI_Comm_free_keyval(&key);
}

static void watch_finalize(struct md_where at) {
  int key = MPI_KEYVAL_INVALID;
  md_check(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, on_finalize, &key, NULL), "watching MPI_Finalize", at);
  md_check(MPI_Comm_set_attr(MPI_COMM_SELF, key, NULL), "watching MPI_Finalize", at);
}

static bool wants(const char *value, const char *word) { return value != NULL && strcmp(value, word) == 0; }

static bool asked(const char *value) { return value != NULL && strcmp(value, "0") != 0; }

/* Whether this is the process that reads and writes what tuning found, and there is any tuning. */
static bool keeps_tuning(void) {
  const struct md_options *o = &md_rt.opt;
  return md_rt.rank == 0 && o->tune_file != NULL && md_tune_free();
}

/* What one process asks for all must do, where all take part in it; and whether all number messages. */
static bool agree(struct md_where at, bool in_init) {
  const struct md_options *o = &md_rt.opt;
  bool numbers = md_numbered() && in_init && !md_rt.multiple && !md_rt.promised;
  int mine[] = {md_rt.multiple && wants(o->threads, "many"), asked(o->profile), asked(o->skip), (int)o->verify, keeps_tuning(),
                md_rt.rank == 0 && o->probe_file != NULL, !numbers};
  int most[sizeof mine / sizeof *mine];
  md_check(MPI_Allreduce(mine, most, sizeof mine / sizeof *mine, MPI_INT, MPI_MAX, md_rt.world->comm), "MPI_Allreduce", at);
  md_rt.overlap = most[0] == 0;
  md_rt.profile = most[1] != 0;
  mdmp_profiled = md_rt.profile;
  md_rt.skips = most[2] != 0;
  if (o->verify > 0 && !md_rt.overlap && md_rt.rank == 0) md_warn(at, "MDMP_VERIFY does nothing with MDMP_THREADS=many");
  md_rt.verify = md_rt.overlap ? most[3] : 0;
  mdmp_verified = md_rt.verify;
  if (!md_rt.overlap) md_rt.multiple = md_rt.multiple || md_rt.promised; /* promised in vain */
  md_rt.promised = md_rt.promised && md_rt.overlap;
  md_rt.remembers = md_rt.overlap && most[4] != 0;
  md_rt.probed = md_rt.overlap && most[5] != 0;
  md_rt.gated = md_rt.multiple && md_rt.overlap;
  if (md_rt.profile && !md_rt.overlap && md_rt.rank == 0)
    md_note(at, "MPI_THREAD_MULTIPLE and MDMP_THREADS=many: everything goes plain");
  for (struct md_comm *c = md_comm_first(); c != NULL; c = c->next) md_verify_comm(c);
  return most[6] == 0;
}

void md_start(struct md_where at, bool in_init) {
  if (md_rt.ready) return;
  int level = MPI_THREAD_SINGLE;
  md_check(MPI_Query_thread(&level), "MPI_Query_thread", MD_NOWHERE);
  md_check(MPI_Comm_rank(MPI_COMM_WORLD, &md_rt.rank), "MPI_Comm_rank", MD_NOWHERE);
  check_one_mode(at);
  read_options(at);
  md_rt.promised = level == MPI_THREAD_MULTIPLE && wants(md_rt.opt.threads, "one");
  md_rt.multiple = level == MPI_THREAD_MULTIPLE && !md_rt.promised;
  md_guard_start();
  md_rt.world = md_comm_make_world(at);
  md_near_start(md_rt.world->comm, at);
  md_sequences_start(agree(at, in_init), at);
  md_bypages_start();
  watch_finalize(at);
  md_hashlog_open();
  md_remember_start(at);
  md_prior_start(at);
  md_rt.ready = true;
}

void md_start_late(struct md_where at) {
  int up = 0, down = 0;
  (void)MPI_Initialized(&up);
  (void)MPI_Finalized(&down);
  if (!up) md_fail(at, "this needs MPI_Init (a session is not enough)");
  if (down || md_rt.closed) md_fail(at, "this comes after MPI_Finalize");
  md_start(at, false);
}

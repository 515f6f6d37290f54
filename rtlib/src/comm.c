/* Private communicators.
 *
 * The run time never speaks on a communicator of the program: a wildcard
 * receive of the program would catch our frames, and ours would meet its tags.
 * Every communicator that directives use has a duplicate (md_comm_twin), made collectively
 * when a region or "!$mdmp init" names it (the world: in MPI_Init). The
 * duplicate hangs on the user's communicator as an attribute, so it is found
 * by handle and goes when the communicator goes: the delete callback runs
 * inside the collective MPI_Comm_free and may drain and free in turn.
 *
 * On the way all processes compare version, byte order and the options that
 * change the wire; a mixture is refused at once rather than misread later. */
#include "comm.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "above.h"
#include "frame.h"
#include "lane.h"
#include "memory.h"
#include "patience.h"
#include "rt.h"

static struct md_comms *const comms = &md_rt.transport.comms;

/* What must be the same everywhere, byte by byte. */
struct creed {
  uint32_t byte_order, version;
  uint64_t header, frame, pointer, chunk;
  double real;
};

static void check_creed(struct md_comm *c, struct md_where at) {
  struct creed mine, root;
  memset(&mine, 0, sizeof mine);
  mine.byte_order = 0x01020304;
  mine.version = MDMP_VERSION;
  mine.header = sizeof(struct md_header);
  mine.pointer = sizeof(void *);
  mine.frame = MD_FRAME_MAX;
  mine.chunk = (uint64_t)md_rt.opt.chunk;
  mine.real = 1.5;
  root = mine;
  md_check(MPI_Bcast(&root, (int)sizeof root, MPI_BYTE, 0, c->comm), "MPI_Bcast", at);
  int same = memcmp(&mine, &root, sizeof mine) == 0, all;
  md_check(MPI_Allreduce(&same, &all, 1, MPI_INT, MPI_MIN, c->comm), "MPI_Allreduce", at);
  if (!same)
    md_fail(at,
            "this process and rank 0 of the communicator differ in run time version (%u, %u), MDMP_CHUNK (%llu, %llu) "
            "or byte order; they must be the same",
            (unsigned)mine.version, (unsigned)root.version, (unsigned long long)mine.chunk,
            (unsigned long long)root.chunk);
  /* The rank that differs speaks; the others stop with it. */
  if (!all) MPI_Barrier(c->comm);
}

/* Tags are the same everywhere, and MPI_COMM_WORLD alone has to know them. */
static int largest_tag(void) {
  int *value = NULL, flag = 0;
  MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &value, &flag);
  int bound = flag ? *value : 32767;
  return (bound - 3) / 2; /* 2*tag and 2*tag+1 are used, and two more for all */
}

MPI_Comm md_comm_twin(MPI_Comm user, struct md_where at) {
  MPI_Comm twin = MPI_COMM_NULL;
  int rank = 0;
  MPI_Comm_rank(user, &rank);
  md_check(MPI_Comm_split(user, 0, rank, &twin), "MPI_Comm_split", at);
  md_check(MPI_Comm_set_errhandler(twin, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler", at);
  return twin;
}

/* Collective: user, which is named for the first time. */
static struct md_comm *make(MPI_Comm user, struct md_where at) {
  struct md_comm *c = md_zeroed(sizeof *c);
  c->user = user;
  c->comm = md_comm_twin(user, at);
  MPI_Comm_rank(c->comm, &c->rank);
  MPI_Comm_size(c->comm, &c->size);
  c->tag_most = largest_tag();
  c->list_tag = 2 * c->tag_most + 2;
  c->word_tag = c->list_tag + 1;
  check_creed(c, at);
  md_above.comm_made(c);
  md_lock();
  c->before = comms->newest;
  *(comms->newest != NULL ? &comms->newest->next : &comms->first) = c;
  comms->newest = c;
  md_unlock();
  return c;
}

/* Collective: takes c off the list, drains it and frees it. */
static void destroy(struct md_comm *c) {
  md_above.comm_goes(c);
  md_lock();
  *(c->before != NULL ? &c->before->next : &comms->first) = c->next;
  *(c->next != NULL ? &c->next->before : &comms->newest) = c->before;
  md_comm_next_epoch();
  md_lanes_free(c);
  md_unlock();
  MPI_Comm_free(&c->comm);
  free(c->question);
  free(c);
}

static int on_delete(MPI_Comm user, int key, void *value, void *extra) {
  (void)user, (void)key, (void)extra;
  destroy(value);
  return MPI_SUCCESS;
}

static bool is_world(int handle) { return handle == MDMP_WORLD || handle == MPI_Comm_c2f(MPI_COMM_WORLD); }

static struct md_comm *attached(MPI_Comm user) {
  if (comms->keyval == MPI_KEYVAL_INVALID) return NULL;
  struct md_comm *c = NULL;
  int flag = 0;
  MPI_Comm_get_attr(user, comms->keyval, &c, &flag);
  return flag ? c : NULL;
}

struct md_comm *md_comm_find(int handle, struct md_where at) {
  if (is_world(handle)) return md_rt.world;
  MPI_Comm user = MPI_Comm_f2c(handle);
  if (user == MPI_COMM_NULL) md_fail(at, "the communicator is MPI_COMM_NULL");
  struct md_comm *c = attached(user);
  if (c == NULL)
    md_fail(at,
            "this communicator has not been named: name it in a region's comm() clause or in "
            "\"!$mdmp init comm(...)\", on all its processes, before directives use it");
  return c;
}

/* Collective: until all processes of user are here. Who waits for one that does not come is told so, as in an exchange. */
static void gather(MPI_Comm user, struct md_where at) {
  struct md_patience p = {0};
  MPI_Request r;
  md_check(MPI_Ibarrier(user, &r), "MPI_Ibarrier", at);
  for (int here = 0;;) {
    md_check(MPI_Test(&r, &here, MPI_STATUS_IGNORE), "MPI_Test", at);
    if (here) return;
    sched_yield();
    enum md_time now = md_patience(&p);
    if (now == MD_GIVE_UP) md_fail(at, "no progress for %lld s (MDMP_TIMEOUT): not all processes of the communicator name it", (long long)md_rt.opt.timeout);
    if (now == MD_SAY)
      md_note(at, "waiting for %lld s: for all processes of the communicator to name it; MDMP_TIMEOUT=%lld would end this, MDMP_STALL=0 does not say it",
              (long long)md_rt.opt.stall, (long long)md_rt.opt.stall);
  }
}

void md_comm_name(int handle, struct md_where at) {
  if (is_world(handle)) return;
  MPI_Comm user = MPI_Comm_f2c(handle);
  if (user == MPI_COMM_NULL || attached(user) != NULL) return;
  int inter = 0;
  MPI_Comm_test_inter(user, &inter);
  if (inter) md_fail(at, "inter-communicators are not supported: merge it with MPI_Intercomm_merge");
  if (comms->keyval == MPI_KEYVAL_INVALID) {
    md_check(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, on_delete, &comms->keyval, NULL),
             "MPI_Comm_create_keyval", at);
  }
  gather(user, at);
  struct md_comm *c = make(user, at);
  md_check(MPI_Comm_set_attr(user, comms->keyval, c), "MPI_Comm_set_attr", at);
}

struct md_comm *md_comm_make_world(struct md_where at) {
  struct md_comm *c = make(MPI_COMM_WORLD, at);
  c->user = MPI_COMM_NULL;
  return c;
}

void md_comm_close_all(void) {
  while (comms->first != NULL) {
    if (comms->first->user == MPI_COMM_NULL)
      destroy(comms->first);
    else
      MPI_Comm_delete_attr(comms->first->user, comms->keyval); /* on_delete */
  }
  if (comms->keyval != MPI_KEYVAL_INVALID) MPI_Comm_free_keyval(&comms->keyval);
}

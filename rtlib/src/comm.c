/* Private communicators.
 *
 * Frames never travel on a communicator of the program: a wildcard
 * receive of the program would catch them, and they would meet its tags.
 * Every communicator that is named has a twin (md_comm_twin), made collectively
 * when a region or "!$mdmp init" names it (the world: in MPI_Init). What is kept
 * of it hangs on the user's communicator as an attribute, so it is found
 * by handle and goes when the communicator goes: the delete callback runs
 * inside the collective MPI_Comm_free and may drain and free in turn. Lanes of one that
 * was not named share the commons with those of all others (introduce.c), and nothing of that is collective.
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
#include "outbox.h"
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
  if (!all) md_check(MPI_Barrier(c->comm), "MPI_Barrier", MD_NOWHERE);
}

/* It is the same everywhere, and MPI_COMM_WORLD alone has to know it. */
int md_comm_largest_tag(void) {
  int *value = NULL, flag = 0;
  md_check(MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &value, &flag), "MPI_Comm_get_attr", MD_NOWHERE);
  return flag ? *value : 32767;
}

MPI_Comm md_comm_twin(MPI_Comm user, struct md_where at) {
  MPI_Comm twin = MPI_COMM_NULL;
  int rank = 0;
  md_check(MPI_Comm_rank(user, &rank), "MPI_Comm_rank", MD_NOWHERE);
  md_check(MPI_Comm_split(user, 0, rank, &twin), "MPI_Comm_split", at);
  md_check(MPI_Comm_set_errhandler(twin, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler", at);
  return twin;
}

/* Under the lock. */
static void append(struct md_comm *c) {
  c->before = comms->newest;
  *(comms->newest != NULL ? &comms->newest->next : &comms->first) = c;
  comms->newest = c;
}

/* Of a twin. 2*tag and 2*tag+1 are used, and two more for all. */
static void set_tags(struct md_comm *c) {
  c->tag_most = (md_comm_largest_tag() - 3) / 2;
  c->list_tag = 2 * c->tag_most + 2;
  c->word_tag = c->list_tag + 1;
}

/* Collective: user, which is named for the first time. */
static struct md_comm *make(MPI_Comm user, struct md_where at) {
  struct md_comm *c = md_zeroed(sizeof *c);
  c->user = user;
  c->members = MPI_GROUP_NULL;
  c->comm = md_comm_twin(user, at);
  md_check(MPI_Comm_rank(c->comm, &c->rank), "MPI_Comm_rank", MD_NOWHERE);
  md_check(MPI_Comm_size(c->comm, &c->size), "MPI_Comm_size", MD_NOWHERE);
  set_tags(c);
  md_above.comm_made(c);
  md_lock();
  append(c);
  md_unlock();
  return c;
}

/* Takes c, which is drained, off the list and frees what is ours of it. */
static void drop(struct md_comm *c) {
  *(c->before != NULL ? &c->before->next : &comms->first) = c->next;
  *(c->next != NULL ? &c->next->before : &comms->newest) = c->before;
  md_comm_next_epoch();
  md_lanes_free(c);
  free(c->question);
}

/* Collective. */
static void destroy(struct md_comm *c) {
  md_above.comm_goes(c);
  md_lock();
  drop(c);
  md_unlock();
  md_check(MPI_Comm_free(&c->comm), "MPI_Comm_free", MD_NOWHERE);
  free(c);
}

void md_comm_bury(struct md_comm *c) {
  drop(c);
  md_check(MPI_Group_free(&c->members), "MPI_Group_free", MD_NOWHERE);
  free(c);
}

/* c was not named: what others still send on it is read when it comes. MPI may keep a communicator until its last message is gone, and
 * find that while a frame is looked at: then it is for leave.c to see to it. */
static void leave(struct md_comm *c) {
  c->user = MPI_COMM_NULL;
  md_comm_next_epoch();
  if (!md_outbox_reaping()) md_above.comm_goes(c);
}

static int on_delete(MPI_Comm user, int key, void *value, void *extra) {
  (void)user, (void)key, (void)extra;
  struct md_comm *c = value;
  if (c->commons != NULL)
    leave(c);
  else
    destroy(c);
  return MPI_SUCCESS;
}

static bool is_world(int handle) { return handle == MDMP_WORLD || handle == MPI_Comm_c2f(MPI_COMM_WORLD); }

static struct md_comm *attached(MPI_Comm user) {
  if (comms->keyval == MPI_KEYVAL_INVALID) return NULL;
  struct md_comm *c = NULL;
  int flag = 0;
  md_check(MPI_Comm_get_attr(user, comms->keyval, &c, &flag), "MPI_Comm_get_attr", MD_NOWHERE);
  return flag ? c : NULL;
}

/* user goes with c. */
static void attach(MPI_Comm user, struct md_comm *c, struct md_where at) {
  if (comms->keyval == MPI_KEYVAL_INVALID)
    md_check(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, on_delete, &comms->keyval, NULL), "MPI_Comm_create_keyval", at);
  md_check(MPI_Comm_set_attr(user, comms->keyval, c), "MPI_Comm_set_attr", at);
}

/* ---- one that was not named ---- */

/* Whether it has processes that are not in MPI_COMM_WORLD: all of them find that alike, each for its own world. */
static bool joins_worlds(const struct md_comm *c) {
  MPI_Group all, others;
  int n = 0;
  md_check(MPI_Comm_group(c->comm, &all), "MPI_Comm_group", MD_NOWHERE);
  md_check(MPI_Group_difference(c->members, all, &others), "MPI_Group_difference", MD_NOWHERE);
  md_check(MPI_Group_size(others, &n), "MPI_Group_size", MD_NOWHERE);
  if (n > 0) md_check(MPI_Group_free(&others), "MPI_Group_free", MD_NOWHERE);
  md_check(MPI_Group_free(&all), "MPI_Group_free", MD_NOWHERE);
  return n > 0;
}

static struct md_comm *share(MPI_Comm user, struct md_where at) {
  struct md_comm *c = md_zeroed(sizeof *c);
  int inter = 0;
  md_check(MPI_Comm_test_inter(user, &inter), "MPI_Comm_test_inter", at);
  c->user = user;
  c->commons = comms->commons;
  c->comm = c->commons->comm;
  c->shadow = c->commons->shadow;
  if (inter) {
    c->rank = -1; /* ranks are those of the other group */
    md_check(MPI_Comm_remote_size(user, &c->size), "MPI_Comm_remote_size", at);
    md_check(MPI_Comm_remote_group(user, &c->members), "MPI_Comm_remote_group", at);
  } else {
    md_check(MPI_Comm_rank(user, &c->rank), "MPI_Comm_rank", MD_NOWHERE);
    md_check(MPI_Comm_size(user, &c->size), "MPI_Comm_size", MD_NOWHERE);
    md_check(MPI_Comm_group(user, &c->members), "MPI_Comm_group", at);
  }
  c->tag_most = joins_worlds(c) ? -1 : c->commons->tag_most; /* larger ones introduce lanes */
  attach(user, c, at);
  return c;
}

/* What was asked last: mostly it is asked again. */
struct md_asked {
  int handle;
  int tag_most;
  uint64_t epoch;
};
static _Thread_local struct md_asked asked;

bool md_comm_foreign(int handle, int tag, struct md_where at) {
  if (md_likely(handle == MDMP_WORLD)) return md_unlikely(tag > md_rt.world->tag_most);
  if (md_likely(asked.handle == handle && asked.epoch == md_comm_epoch())) return md_unlikely(tag > asked.tag_most);
  md_lock();
  asked.tag_most = md_comm_find(handle, at)->tag_most;
  asked.epoch = md_comm_epoch();
  asked.handle = handle;
  md_unlock();
  return tag > asked.tag_most;
}

void md_comm_check_peer(const struct md_comm *c, int peer, struct md_where at) {
  if (peer >= c->size) md_fail(at, "rank %d does not exist: the communicator has %d processes", peer, c->size);
}

_Noreturn void md_comm_bad_tag(int tag, struct md_where at) { md_fail(at, "tag %d: expected 0 to %d", tag, md_comm_largest_tag()); }

int md_comm_to(const struct md_comm *c, int rank) {
  if (c->commons == NULL) return rank;
  MPI_Group all;
  int to = MPI_UNDEFINED;
  md_check(MPI_Comm_group(c->comm, &all), "MPI_Comm_group", MD_NOWHERE);
  md_check(MPI_Group_translate_ranks(c->members, 1, &rank, all, &to), "MPI_Group_translate_ranks", MD_NOWHERE);
  md_check(MPI_Group_free(&all), "MPI_Group_free", MD_NOWHERE);
  md_assert(to != MPI_UNDEFINED); /* else it is foreign */
  return to;
}

int md_comm_tag(const struct md_comm *c, int tag) { return c->commons->word_tag - tag; }

/* ---- */

struct md_comm *md_comm_find(int handle, struct md_where at) {
  if (is_world(handle)) return md_rt.world;
  MPI_Comm user = MPI_Comm_f2c(handle);
  if (user == MPI_COMM_NULL) md_fail(at, "the communicator is MPI_COMM_NULL");
  struct md_comm *c = attached(user);
  if (c != NULL) return c;
  c = share(user, at);
  append(c);
  return c;
}

/* Collective: until all processes of user are here. Who waits for one that does not come is told so, as in an exchange. Says
 * whether one of them has used it without a name. */
static bool gather(MPI_Comm user, bool used, struct md_where at) {
  struct md_patience p = {0};
  MPI_Request r;
  int64_t looks = 0;
  int mine = used, any = 0;
  md_check(MPI_Iallreduce(&mine, &any, 1, MPI_INT, MPI_MAX, user, &r), "MPI_Iallreduce", at);
  for (int here = 0;;) {
    md_check(MPI_Test(&r, &here, MPI_STATUS_IGNORE), "MPI_Test", at);
    if (here) return any != 0;
    if (++looks % md_rt.opt.spin != 0) continue;
    sched_yield();
    enum md_time now = md_patience(&p);
    if (now == MD_GIVE_UP) md_fail(at, "no progress for %lld s (MDMP_TIMEOUT): not all processes of the communicator name it", (long long)md_rt.opt.timeout);
    if (now == MD_SAY)
      md_note(at, "waiting for %lld s: for all processes of the communicator to name it; MDMP_TIMEOUT=%lld would end this, MDMP_STALL=0 does not say it",
              (long long)md_rt.opt.stall, (long long)md_rt.opt.stall);
  }
}

/* Messages on it may be under way: it stays as it is, on all its processes. */
static void stay_shared(MPI_Comm user, struct md_comm *c, struct md_where at) {
  md_lock();
  if (c == NULL) {
    c = share(user, at);
    append(c);
  }
  c->agreed = true;
  md_unlock();
}

void md_comm_name(int handle, struct md_where at) {
  if (is_world(handle)) return;
  MPI_Comm user = MPI_Comm_f2c(handle);
  if (user == MPI_COMM_NULL) return;
  struct md_comm *c = attached(user);
  if (c != NULL && (c->commons == NULL || c->agreed)) return;
  int inter = 0;
  md_check(MPI_Comm_test_inter(user, &inter), "MPI_Comm_test_inter", MD_NOWHERE);
  if (inter) return; /* what makes twins would not make one of both groups in order */
  if (gather(user, c != NULL, at)) {
    stay_shared(user, c, at);
    return;
  }
  c = make(user, at);
  check_creed(c, at);
  attach(user, c, at);
}

struct md_comm *md_comm_make_world(struct md_where at) {
  struct md_comm *c = make(MPI_COMM_WORLD, at);
  check_creed(c, at);
  c->user = MPI_COMM_NULL;
  comms->commons = make(MPI_COMM_WORLD, at);
  comms->commons->user = MPI_COMM_NULL;
  return c;
}

/* The oldest that was named, or was not; NULL: there is none. */
static struct md_comm *left(bool named) {
  for (struct md_comm *c = comms->first; c != NULL; c = c->next)
    if (named ? c->commons == NULL && c != comms->commons : c->commons != NULL && c->user != MPI_COMM_NULL) return c;
  return NULL;
}

void md_comm_close_all(void) {
  for (struct md_comm *c; (c = left(false)) != NULL;) /* calls on_delete */
    md_check(MPI_Comm_delete_attr(c->user, comms->keyval), "MPI_Comm_delete_attr", MD_NOWHERE);
  for (struct md_comm *c; (c = left(true)) != NULL;) {
    if (c->user == MPI_COMM_NULL)
      destroy(c);
    else
      md_check(MPI_Comm_delete_attr(c->user, comms->keyval), "MPI_Comm_delete_attr", MD_NOWHERE);
  }
  destroy(comms->commons);
  comms->commons = NULL;
  if (comms->keyval != MPI_KEYVAL_INVALID) md_check(MPI_Comm_free_keyval(&comms->keyval), "MPI_Comm_free_keyval", MD_NOWHERE);
}

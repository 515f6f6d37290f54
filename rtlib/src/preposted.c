/* Receives posted before their exchange: see preposted.h. */
#include "preposted.h"

#include "profile.h"
#include "view.h"

static struct md_preposts *const preposts = &md_rt.messages.preposts;

void md_preposted_add(struct md_exchange *ex) {
  struct md_exchange **at = &preposts->first;
  while (*at != NULL) at = &(*at)->later;
  ex->later = NULL;
  *at = ex;
}

bool md_preposted_look(void) {
  bool moved = false;
  for (struct md_exchange *ex = preposts->first; ex != NULL; ex = ex->later) moved = md_look(ex) > 0 || moved;
  return moved;
}

/* The oldest that is posted ahead on lane l, NULL if there is none. */
static struct md_op *oldest(const struct md_lane *l) {
  for (struct md_exchange *ex = preposts->first; ex != NULL; ex = ex->later)
    for (unsigned i = 0; i < ex->ops; i++)
      if (ex->op[i].ahead && ex->op[i].lane == l) return &ex->op[i];
  return NULL;
}

static bool same(const struct md_op *a, const struct md_op *b) {
  if (a->ex->site != b->ex->site || a->line != b->line || a->bytes != b->bytes || a->parts != b->parts) return false;
  for (unsigned i = 0; i < a->parts; i++)
    if (a->ex->part[a->part + i].base != b->ex->part[b->part + i].base) return false;
  return true;
}

/* op stands where was stood in the lists of its lane. */
static void relink(struct md_op *op, const struct md_op *was) {
  for (struct md_op **at = &op->lane->framed; *at != NULL; at = &(*at)->next_framed)
    if (*at == was) *at = op;
  for (struct md_op **at = &op->lane->due; *at != NULL; at = &(*at)->next_due)
    if (*at == was) *at = op;
}

/* Requests of was that are not complete become those of op. */
static void take_requests(struct md_op *op, struct md_op *was) {
  struct md_exchange *from = was->ex;
  for (int i = 0; i < from->req.n; i++) {
    if (from->what[i].op != was || from->req.mpi[i] == MPI_REQUEST_NULL) continue;
    md_request_add(op, from->req.mpi[i], from->what[i].bytes);
    from->req.mpi[i] = MPI_REQUEST_NULL;
    was->open--;
    from->open--;
  }
}

static void take_over(struct md_op *op, struct md_op *was) {
  op->q = was->q;
  op->stage = was->stage;
  op->due = was->due;
  op->next_due = was->next_due;
  op->framed = was->framed;
  op->next_framed = was->next_framed;
  op->missing = was->missing;
  op->arrived = was->arrived;
  op->lane->ops++;
  relink(op, was);
  take_requests(op, was);
  op->ex->due += op->due;
  op->ex->framed += op->framed;
  was->ex->due -= was->due;
  was->ex->framed -= was->framed;
  was->ahead = was->due = was->framed = false;
  was->stage = NULL;
}

/* Gives ex back if all of its receives were executed. */
static void sweep(struct md_exchange *ex) {
  for (unsigned i = 0; i < ex->ops; i++)
    if (ex->op[i].ahead) return;
  struct md_exchange **at = &preposts->first;
  while (*at != ex) at = &(*at)->later;
  *at = ex->later;
  md_exchange_give(ex);
}

bool md_preposted_take(struct md_op *op) {
  struct md_op *was = oldest(op->lane);
  if (was == NULL) return false;
  if (!same(op, was)) md_fail(op->place->where, "not the receive that was posted ahead at this place: a mistake in mdmpf90, please report it");
  take_over(op, was);
  md_profile_taken(op, was);
  sweep(was->ex);
  return true;
}

void md_preposted_claim(struct md_exchange *ex) {
  ex->later = preposts->claimed;
  preposts->claimed = ex;
}

const struct md_op *md_preposted_claimed(const struct md_view *v) {
  for (const struct md_exchange *ex = preposts->claimed; ex != NULL; ex = ex->later)
    for (unsigned i = 0; i < ex->ops; i++)
      if (md_op_meets(&ex->op[i], v)) return &ex->op[i];
  return NULL;
}

void md_preposted_over(const struct md_site *s) {
  for (struct md_exchange **at = &preposts->claimed; *at != NULL;) {
    struct md_exchange *ex = *at;
    if (ex->site != s) {
      at = &ex->later;
      continue;
    }
    *at = ex->later;
    ex->ops = 0; /* they have no lanes */
    md_exchange_give(ex);
  }
}

#ifdef MDMP_ASSERT

bool md_preposted_valid(void) {
  for (const struct md_exchange *ex = preposts->first; ex != NULL; ex = ex->later)
    if (!md_exchange_valid(ex)) return false;
  return true;
}

#endif

/* The profile.
 *
 * A directive is worth its overlap if its messages travel while the program
 * computes. So two times are taken for each message. Hidden: how long it was
 * under way while the program did other things, for a receive from its exchange
 * to the moment when it was there or waited for, for a send from its first
 * piece to its exchange; that the program stood still for another message
 * meanwhile is not counted. A receive that is posted ahead of its exchange begins there. Waited: how long the program stood still for it. Where
 * an exchange waits for several messages at once, the time until the first one
 * is its, the time from then until the second one that one's: so the sum over
 * all directives is the time lost. */
#include "profile.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "comm.h"
#include "exchange.h"
#include "memory.h"
#include "report.h"
#include "site.h"
#include "tune.h"

/* Who stands still, since when (0: nobody). */
static _Thread_local struct {
  double since;
  struct md_place *place; /* NULL: for whatever comes next */
  double began;           /* of this standstill, 0 if there is none */
  double lost;            /* in all that are over */
} standing;

/* The time without that in which the program stood still. */
static double busy(double now) { return now - standing.lost - (standing.began != 0 ? now - standing.began : 0); }

static void stand(struct md_place *p) {
  standing.since = MPI_Wtime();
  standing.place = p;
  if (standing.began == 0) standing.began = standing.since;
}

void md_profile_op_posted(struct md_op *op) {
  struct md_profile *p = &op->place->profile;
  p->messages++;
  p->bytes += op->bytes;
  p->receives = op->dir == MD_RECV;
  p->managed = p->managed || op->ex->managed;
  op->since = busy(MPI_Wtime());
}

void md_profile_op_ahead(struct md_op *op) { op->since = busy(MPI_Wtime()); }

void md_profile_op_taken(struct md_op *op, const struct md_op *was) {
  md_profile_op_posted(op);
  op->since = was->since;
}

/* The time op had for itself is over. */
static void no_longer_hidden(struct md_op *op, double now) {
  if (op->since == 0 || op->dir != MD_RECV) return;
  double hidden = busy(now) - op->since;
  if (hidden > 0) op->place->profile.hidden += hidden; /* less if another thread stood still */
  op->since = 0;
}

void md_profile_op_came(struct md_op *op) {
  double now = MPI_Wtime();
  no_longer_hidden(op, now);
  if (standing.since == 0 || standing.place != NULL || op->ahead) return;
  op->place->profile.waited += now - standing.since;
  standing.since = now;
}

void md_profile_op_wait(struct md_op *op) {
  stand(op->place);
  no_longer_hidden(op, standing.since);
}

void md_profile_exchange_wait(struct md_exchange *ex) {
  stand(NULL);
  for (unsigned i = 0; i < ex->ops; i++) no_longer_hidden(&ex->op[i], standing.since);
}

void md_profile_place_wait(struct md_place *p) {
  stand(p);
}

void md_profile_any_wait(struct md_exchange *ex) {
  stand(NULL);
  for (unsigned i = 0; i < ex->ops; i++)
    if (ex->op[i].place->skip) no_longer_hidden(&ex->op[i], standing.since);
}

void md_profile_wait_over(void) {
  double now = MPI_Wtime();
  if (standing.since != 0 && standing.place != NULL) standing.place->profile.waited += now - standing.since;
  if (standing.began != 0) standing.lost += now - standing.began;
  standing.since = standing.began = 0;
}

void md_profile_piece_fired(struct md_place *p, double *since, size_t bytes) {
  p->profile.early += bytes;
  if (*since == 0) *since = busy(MPI_Wtime());
}

void md_profile_piece_again(struct md_place *p, size_t bytes) { p->profile.again += bytes; }

void md_profile_begun_executed(struct md_place *p, double since) {
  if (since != 0) p->profile.hidden += busy(MPI_Wtime()) - since;
}

void md_profile_why(struct md_place *p, enum md_why w, unsigned part, const struct md_whole *whole) {
  p->profile.why[w]++;
  if (whole != NULL) p->whole = whole;
  if (w == MD_WHY_NEST || w == MD_WHY_WRITER || w == MD_WHY_PLACE) p->part = part;
}

/* ---- at the end ---- */

static const char *way_of(const struct md_site *s, const struct md_place *p) {
  if (p->skip) return "plain (MDMP_SKIP)";
  return p->profile.managed ? md_arm_of(&s->tune)->name : "plain";
}

static struct md_row row_of(const struct md_site *s, const struct md_place *p) {
  struct md_row r;
  char name[200];
  memset(&r, 0, sizeof r);
  const char *file = p->where.file;
  size_t length = strlen(file), most = sizeof r.file - 1;
  memcpy(r.file, length > most ? file + length - most : file, length > most ? most : length);
  strncpy(r.way, way_of(s, p), sizeof r.way - 1);
  r.line = p->where.line;
  r.ranks = 1;
  r.worst_rank = md_rt.rank;
  r.worst = p->profile.waited;
  r.blocks = md_site_blocks(s, p->where.line);
  r.lost = md_tune_lost(&s->tune);
  r.little = md_tune_little(&s->tune);
  if (md_site_name(s, p->where.line, p->part, name, sizeof name) == name) snprintf(r.name, sizeof r.name, "%.*s", (int)sizeof r.name - 1, name);
  if (p->whole != NULL)
    snprintf(r.whole, sizeof r.whole, "the loop or call at %s:%d writes it and stays whole: %s", p->whole->where.file, md_line(p->whole->where.line),
             p->whole->why);
  r.sum = p->profile;
  return r;
}

static struct md_row *own_rows(int *n) {
  int all = 0;
  for (const struct md_site *s = md_sites(); s != NULL; s = md_sites_next(s))
    for (const struct md_place *p = s->places; p != NULL; p = p->next) all++;
  struct md_row *row = md_alloc((size_t)all * sizeof *row);
  *n = 0;
  for (const struct md_site *s = md_sites(); s != NULL; s = md_sites_next(s))
    for (const struct md_place *p = s->places; p != NULL; p = p->next) row[(*n)++] = row_of(s, p);
  return row;
}

void md_profile_report(void) {
  if (!md_rt.profile) return;
  const struct md_comm *c = md_rt.world;
  int mine = 0, all = 0;
  struct md_row *row = own_rows(&mine), *every = NULL;
  int *count = md_alloc((size_t)c->size * sizeof *count), *at = md_alloc((size_t)c->size * sizeof *at);
  md_check(MPI_Gather(&mine, 1, MPI_INT, count, 1, MPI_INT, 0, c->comm), "MPI_Gather", MD_NOWHERE);
  if (c->rank == 0) {
    for (int r = 0; r < c->size; r++) {
      at[r] = all * (int)sizeof *row;
      all += count[r];
      count[r] *= (int)sizeof *row;
    }
    every = md_alloc((size_t)all * sizeof *every);
  }
  md_check(MPI_Gatherv(row, mine * (int)sizeof *row, MPI_BYTE, every, count, at, MPI_BYTE, 0, c->comm),
           "MPI_Gatherv", MD_NOWHERE);
  if (c->rank == 0) md_report(every, all, c->size);
  free(every);
  free(at);
  free(count);
  free(row);
}

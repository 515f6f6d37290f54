/* What is known of the machine before the program begins.
 *
 * mdmp probe measured up to which length messages leave at once, and whether messages in early pieces win anything. Without
 * that a lane learns its pieces' length from pieces that did not leave, and an exchange tries all its ways. With it they begin
 * where that would lead to, and go on learning: a file of another machine costs time at most.
 *
 * Rank 0 reads the file, for all. The file is JSON, of which one text is for us:
 *
 *   "run_time": "mdmp-probe 1 near PIECE EARLY far PIECE EARLY"
 *
 * near: on one machine; PIECE: bytes, 0 if not known; EARLY: 1 wins, 0 does not, -1 is not known. */
#include "prior.h"

#include <errno.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "comm.h"
#include "file.h"
#include "memory.h"
#include "near.h"
#include "rt.h"
#include "site.h"

enum { MOST_BYTES = 1 << 20, LEAST_PIECE = 1024, MOST_PIECE = 1 << 20 };

static struct md_prior *const prior = &md_rt.messages.prior;

static void warn(const char *what, const char *why) {
  md_warn(MD_NOWHERE, "MDMP_PROBE_FILE: %s %s %s", md_rt.opt.probe_file, what, why);
}

static bool sensible(const struct md_prior_pair *p) {
  return (p->piece == 0 || (LEAST_PIECE <= p->piece && p->piece <= MOST_PIECE)) && -1 <= p->early && p->early <= 1;
}

/* Takes what text says; false: nothing that is understood. */
static bool take(const char *text) {
  struct md_prior p = {0};
  char end = '\0';
  const char *at = strstr(text, "\"run_time\"");
  if (at == NULL) return false;
  int n = sscanf(at, "\"run_time\" : \"mdmp-probe 1 near %d %d far %d %d%c", &p.near.piece, &p.near.early, &p.far.piece, &p.far.early, &end);
  if (n != 5 || end != '"' || !sensible(&p.near) || !sensible(&p.far)) return false;
  *prior = p;
  return true;
}

static void read_file(void) {
  FILE *f = md_file_open(md_rt.opt.probe_file, "r");
  if (f == NULL) {
    warn("cannot be read:", strerror(errno));
    return;
  }
  char *text = md_alloc(MOST_BYTES + 1);
  size_t n = fread(text, 1, MOST_BYTES, f);
  text[n] = '\0';
  fclose(f);
  if (!take(text)) warn("was not written by mdmp probe --json, or by another version:", "it is not used");
  free(text);
}

void md_prior_start(struct md_where at) {
  *prior = (struct md_prior){.near.early = -1, .far.early = -1};
  if (!md_rt.probed) return;
  const struct md_comm *c = md_rt.world;
  if (c->rank == 0) read_file();
  md_check(MPI_Bcast(prior, (int)sizeof *prior, MPI_BYTE, 0, c->comm), "MPI_Bcast", at);
  prior->alone = md_near_all(c->comm);
}

size_t md_prior_piece(bool far, size_t most) {
  size_t piece = (size_t)(far ? prior->far : prior->near).piece;
  return piece > 0 && piece < most ? piece : most;
}

/* All ranks begin with the same way: a program that uses the wire goes by what wins there. */
void md_prior_tell(struct md_site *s) {
  if (!md_rt.probed || (prior->alone ? prior->near : prior->far).early != 0) return;
  md_tune_guess(&s->tune, md_tune_numbered("plain"));
}

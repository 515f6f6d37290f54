/* MDMP_SKIP: file:line[,file:line...], directives that go plain.
 *
 * Nothing of a directive in the list is sent before its exchange or in pieces,
 * and its receive is complete when the exchange is over. So a user who doubts
 * a result can find by halving which directive it depends on. An entry names
 * the file as error messages do, or by the end of its path. */
#include "skip.h"

#include <mpi.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "comm.h"
#include "rt.h"

enum { MOST = 64 }; /* entries of which it is known whether they were met */

struct entry {
  const char *file;
  size_t length;
  long line;
};

/* Takes the entry at *text off; false if it is none. */
static bool next(const char **text, struct entry *e) {
  size_t length = strcspn(*text, ",");
  const char *end = *text + length, *colon = end;
  while (colon > *text && *colon != ':') colon--;
  e->file = *text;
  e->length = (size_t)(colon - *text);
  char *after = NULL;
  e->line = e->length > 0 ? strtol(colon + 1, &after, 10) : 0;
  *text = *end == ',' ? end + 1 : end;
  return e->length > 0 && after == end && colon[1] >= '0' && colon[1] <= '9';
}

void md_skip_read(struct md_where at) {
  const char *text = md_rt.opt.skip;
  struct entry e;
  while (text != NULL && *text != '\0')
    if (!next(&text, &e)) md_fail(at, "MDMP_SKIP=%s: expected file:line[,file:line...]", md_rt.opt.skip);
}

static bool names(const struct entry *e, struct md_where p) {
  size_t length = strlen(p.file);
  if (e->line != md_line(p.line) || length < e->length) return false;
  size_t before = length - e->length;
  return memcmp(p.file + before, e->file, e->length) == 0 && (before == 0 || p.file[before - 1] == '/');
}

bool md_skipped(struct md_where p) {
  const char *text = md_rt.opt.skip;
  struct entry e;
  bool found = false;
  for (int i = 0; text != NULL && *text != '\0' && next(&text, &e); i++)
    if (names(&e, p)) {
      found = true;
      if (i < MOST) md_rt.messages.skips.met |= (uint64_t)1 << i;
    }
  return found;
}

void md_skip_report(void) {
  if (!md_rt.skips) return;
  uint64_t any = 0;
  md_check(MPI_Reduce(&md_rt.messages.skips.met, &any, 1, MPI_UINT64_T, MPI_BOR, 0, md_rt.world->comm),
           "MPI_Reduce", MD_NOWHERE);
  const char *text = md_rt.opt.skip;
  struct entry e;
  for (int i = 0; md_rt.rank == 0 && text != NULL && *text != '\0' && i < MOST && next(&text, &e); i++)
    if (!(any >> i & 1))
      md_warn(MD_NOWHERE, "MDMP_SKIP: no directive was executed at %.*s:%ld", (int)e.length, e.file, e.line);
}

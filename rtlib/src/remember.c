/* What is known of another run's tuning.
 *
 * Trials cost time, and a program that runs every day makes the same ones every
 * day. So the arm that each site kept goes to a file at the end, and is the first
 * one tried in the next run, where it has to show at once that it is still better
 * than plain (tune.c). A file of another program or grid, or an old one, therefore
 * costs time at most.
 *
 * Rank 0 alone reads and writes. All begin with the same arms, so that they go
 * through the same stages: what goes to the file is what most ranks kept. It is
 * written under another name and then takes the place of the old one, so that
 * who reads it meanwhile has all of it. A line is a site:
 *
 *   file TAB line TAB hash of its variables' names TAB number of ranks TAB arm
 *
 * The first line says what it is, the last one has a hash of all before it. */
#define _POSIX_C_SOURCE 200809L
#include "remember.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "comm.h"
#include "memory.h"
#include "rt.h"
#include "site.h"
#include "table.h"

static const char magic[] = "mdmp-tune ", first_line[] = "mdmp-tune 1\n", last_line[] = "end ";
enum { LAST_LINE = sizeof last_line - 1 + 16 + 1, MOST_BYTES = 1 << 20, MOST_LINES = 4096 };

static struct md_remembered *const memory = &md_rt.messages.remembered;

/* ---- reading ---- */

static void warn(const char *what, const char *why) { md_warn(MD_NOWHERE, "MDMP_TUNE_FILE: %s %s %s", memory->path, what, why); }

/* The file's name, wherever the program goes. */
static char *full_path(const char *name) {
  char here[4096] = "";
  if (name[0] == '/' || getcwd(here, sizeof here - 1) == NULL) here[0] = '\0';
  size_t n = strlen(here) + strlen(name) + 2;
  char *path = md_alloc(n);
  snprintf(path, n, "%s%s%s", here, here[0] != '\0' ? "/" : "", name);
  return path;
}

/* Whether text of n bytes is a file of ours with nothing missing. */
static bool whole(const char *text, size_t n) {
  size_t head = sizeof first_line - 1;
  if (n < head + LAST_LINE || memchr(text, '\0', n) != NULL || strncmp(text, first_line, head) != 0) return false;
  char last[LAST_LINE + 1];
  snprintf(last, sizeof last, "%s%016" PRIx64 "\n", last_line, md_hash(text, n - LAST_LINE));
  return memcmp(text + n - LAST_LINE, last, LAST_LINE) == 0;
}

/* What the file holds between its first and its last line; nothing if it is not to be used. */
static size_t read_file(char *text) {
  struct stat s;
  int d = open(memory->path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  memory->write = d >= 0 || errno == ENOENT;
  if (d < 0 && !memory->write) warn("cannot be read:", strerror(errno));
  if (d < 0) return 0;
  memory->write = fstat(d, &s) == 0 && S_ISREG(s.st_mode);
  FILE *f = memory->write ? fdopen(d, "r") : NULL;
  if (f == NULL) {
    warn("is no regular file:", "it is neither used nor written");
    close(d);
    return 0;
  }
  size_t n = fread(text, 1, MOST_BYTES, f);
  fclose(f);
  if (n == 0) return 0;
  memory->write = n >= sizeof magic - 1 && memcmp(text, magic, sizeof magic - 1) == 0;
  if (!memory->write) warn("was not written by MDMP:", "it is neither used nor overwritten");
  else if (!whole(text, n)) warn("is damaged, or of another version:", "it is not used, and will be written anew");
  else return n - LAST_LINE;
  return 0;
}

static int ranks_of(void) { return md_rt.world->size; }

/* A line without its arm. False: it has none, or one that does not exist. */
static bool split(char *line, int *arm) {
  char *tab = strrchr(line, '\t');
  if (tab == NULL) return false;
  *tab = '\0';
  *arm = md_tune_numbered(tab + 1);
  return *arm >= 0;
}

static void take_lines(char *text, size_t n) {
  text[n] = '\0';
  memory->known = md_alloc(MOST_LINES * sizeof *memory->known);
  for (char *line = text, *end; memory->n < MOST_LINES && (end = strchr(line, '\n')) != NULL; line = end + 1) {
    *end = '\0';
    struct md_known_arm *k = &memory->known[memory->n];
    k->key = line;
    memory->n += (unsigned)split(line, &k->arm);
  }
}

void md_remember_start(struct md_where at) {
  if (!md_rt.remembers) return;
  const struct md_comm *c = md_rt.world;
  int n = 0;
  char *text = memory->text = md_alloc(MOST_BYTES + 1);
  if (c->rank == 0) {
    memory->path = full_path(md_rt.opt.tune_file);
    n = (int)read_file(text);
  }
  md_check(MPI_Bcast(&n, 1, MPI_INT, 0, c->comm), "MPI_Bcast", at);
  if (n > 0) md_check(MPI_Bcast(text, n, MPI_BYTE, 0, c->comm), "MPI_Bcast", at);
  if (n > (int)sizeof first_line - 1) take_lines(text, (size_t)n);
}

/* ---- using ---- */

/* What names s in the file; false: it has a name that would break a line. */
static bool key_of(const struct md_site *s, char *key, size_t room) {
  const char *names = s->text.names != NULL ? s->text.names : "", *file = s->text.where.file;
  int n = snprintf(key, room, "%s\t%d\t%016" PRIx64 "\t%d", file, s->text.where.line, md_hash(names, strlen(names)), ranks_of());
  return n > 0 && (size_t)n < room && strpbrk(file, "\t\n") == NULL;
}

void md_remember_tell(struct md_site *s) {
  char key[1024];
  if (memory->n == 0 || !key_of(s, key, sizeof key)) return;
  for (unsigned i = 0; i < memory->n; i++)
    if (strcmp(memory->known[i].key, key) == 0) md_tune_remember(&s->tune, memory->known[i].arm);
}

/* ---- writing ---- */

/* The lines of this rank, each with a zero behind it. */
static char *own_lines(int *n) {
  size_t used = 0, room = 1;
  char key[1024];
  for (const struct md_site *s = md_sites(); s != NULL; s = md_sites_next(s)) room += sizeof key + 32;
  char *lines = md_alloc(room);
  for (const struct md_site *s = md_sites(); s != NULL; s = md_sites_next(s)) {
    int arm = md_tune_kept(&s->tune);
    if (arm < 0 || !key_of(s, key, sizeof key)) continue;
    used += (size_t)sprintf(lines + used, "%s\t%s", key, md_tune_name(arm)) + 1;
  }
  *n = (int)used;
  return lines;
}

static int by_text(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

/* What most ranks kept of the site of line[0] and those after it with the same key; how many lines that are. Of two that
 * are kept by as many it is the one that is not plain, because that one is put to the test first. */
static unsigned vote(char **line, unsigned n, struct md_known_arm *winner) {
  unsigned i = 0, same = 0, most = 0;
  size_t key = (size_t)(strrchr(line[0], '\t') - line[0]) + 1;
  winner->arm = -1;
  for (; i < n && strncmp(line[i], line[0], key) == 0; i++) {
    same = i > 0 && strcmp(line[i], line[i - 1]) == 0 ? same + 1 : 1;
    if (same > most || (same == most && winner->arm == md_tune_numbered("plain"))) {
      most = same;
      winner->arm = md_tune_numbered(line[i] + key);
    }
  }
  line[0][key - 1] = '\0';
  winner->key = line[0];
  return i;
}

static int by_key(const void *a, const void *b) {
  return strcmp(((const struct md_known_arm *)a)->key, ((const struct md_known_arm *)b)->key);
}

/* What this run found, from the lines of all ranks. */
static struct md_known_arm *found(char *lines, size_t bytes, unsigned *n) {
  unsigned all = 0, count = 0;
  for (size_t at = 0; at < bytes; at += strlen(lines + at) + 1) all++;
  char **line = md_alloc((size_t)all * sizeof *line);
  struct md_known_arm *k = md_alloc((size_t)all * sizeof *k);
  for (size_t at = 0; count < all; at += strlen(lines + at) + 1) line[count++] = lines + at;
  qsort(line, all, sizeof *line, by_text);
  *n = 0;
  for (unsigned i = 0; i < all; (*n)++) i += vote(line + i, all - i, &k[*n]);
  free(line);
  return k;
}

static size_t put(char *text, size_t used, const struct md_known_arm *k) {
  const char *arm = md_tune_name(k->arm);
  if (used + strlen(k->key) + strlen(arm) + 2 + LAST_LINE > MOST_BYTES) return used;
  return used + (size_t)sprintf(text + used, "%s\t%s\n", k->key, arm);
}

/* The text of the file: what this run found, then what is known from others and was not found anew. */
static size_t compose(char *text, struct md_known_arm *k, unsigned n) {
  size_t used = (size_t)sprintf(text, "%s", first_line);
  unsigned lines = n;
  for (unsigned i = 0; i < n && i < MOST_LINES; i++) used = put(text, used, &k[i]);
  qsort(k, n, sizeof *k, by_key);
  for (unsigned i = 0; i < memory->n && lines < MOST_LINES; i++) {
    if (bsearch(&memory->known[i], k, n, sizeof *k, by_key) != NULL) continue;
    used = put(text, used, &memory->known[i]);
    lines++;
  }
  return used + (size_t)sprintf(text + used, "%s%016" PRIx64 "\n", last_line, md_hash(text, used));
}

/* Under another name, then in the place of the old one. */
static bool replace(const char *text, size_t n) {
  size_t room = strlen(memory->path) + 8;
  char *name = md_alloc(room);
  snprintf(name, room, "%s.XXXXXX", memory->path);
  int d = mkstemp(name);
  bool ok = false;
  if (d >= 0) {
    mode_t mask = umask(0);
    umask(mask);
    FILE *f = fchmod(d, 0666 & ~mask) == 0 ? fdopen(d, "w") : NULL;
    ok = f != NULL && fwrite(text, 1, n, f) == n;
    if (f == NULL) close(d);
    else ok = fclose(f) == 0 && ok;
    ok = ok && rename(name, memory->path) == 0;
    int why = errno;
    if (!ok) unlink(name);
    errno = why;
  }
  free(name);
  return ok;
}

static void write_all(char *lines, size_t bytes) {
  unsigned n = 0;
  struct md_known_arm *k = found(lines, bytes, &n);
  char *text = md_alloc(MOST_BYTES + 1);
  if (n > 0 && !replace(text, compose(text, k, n))) warn("cannot be written:", strerror(errno));
  free(text);
  free(k);
}

void md_remember_write(void) {
  if (!md_rt.remembers) return;
  const struct md_comm *c = md_rt.world;
  int mine = 0, all = 0;
  char *lines = own_lines(&mine), *every = NULL;
  int *count = md_alloc((size_t)c->size * sizeof *count), *at = md_alloc((size_t)c->size * sizeof *at);
  md_check(MPI_Gather(&mine, 1, MPI_INT, count, 1, MPI_INT, 0, c->comm), "MPI_Gather", MD_NOWHERE);
  for (int r = 0; c->rank == 0 && r < c->size; r++) {
    at[r] = all;
    all += count[r];
  }
  if (c->rank == 0) every = md_alloc((size_t)all + 1);
  md_check(MPI_Gatherv(lines, mine, MPI_BYTE, every, count, at, MPI_BYTE, 0, c->comm), "MPI_Gatherv", MD_NOWHERE);
  if (c->rank == 0 && memory->write) write_all(every, (size_t)all);
  free(every);
  free(at);
  free(count);
  free(lines);
}

void md_remember_close(void) {
  free(memory->known);
  free(memory->text);
  free(memory->path);
  *memory = (struct md_remembered){0};
}

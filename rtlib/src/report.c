/* The table of MDMP_PROFILE: a line for every directive, in the order of the text. */
#include "report.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rt.h"

static int by_place(const void *a, const void *b) {
  const struct md_row *x = a, *y = b;
  int d = strcmp(x->file, y->file);
  return d != 0 ? d : (x->line > y->line) - (x->line < y->line);
}

static void add(struct md_row *to, const struct md_row *r) {
  to->ranks += r->ranks;
  to->sum.messages += r->sum.messages;
  to->sum.bytes += r->sum.bytes;
  to->sum.early += r->sum.early;
  to->sum.again += r->sum.again;
  to->sum.waited += r->sum.waited;
  to->sum.hidden += r->sum.hidden;
  if (r->worst > to->worst) {
    to->worst = r->worst;
    to->worst_rank = r->worst_rank;
  }
  if (strcmp(to->way, r->way) != 0) snprintf(to->way, sizeof to->way, "differs between ranks");
}

/* Rows of one directive become one; returns how many there are. */
static int merge(struct md_row *row, int n) {
  int out = 0;
  qsort(row, (size_t)n, sizeof *row, by_place);
  for (int i = 0; i < n; i++) {
    if (out > 0 && by_place(&row[out - 1], &row[i]) == 0)
      add(&row[out - 1], &row[i]);
    else
      row[out++] = row[i];
  }
  return out;
}

static const char *amount(uint64_t bytes, char *text, size_t size) {
  static const char *const unit[] = {"B", "KB", "MB", "GB", "TB"};
  double v = (double)bytes;
  int u = 0;
  for (; v >= 1e4 && u < 4; u++) v /= 1000;
  snprintf(text, size, "%.*f %s", u == 0 || v >= 1000 ? 0 : 1, v, unit[u]);
  return text;
}

static const char *percent(const struct md_profile *p, uint64_t part, char *text, size_t size) {
  if (p->receives || p->bytes == 0)
    snprintf(text, size, "-");
  else
    snprintf(text, size, "%.0f %%", 100.0 * (double)part / (double)p->bytes);
  return text;
}

static void print_row(FILE *out, const struct md_row *r, int width) {
  char place[200], bytes[24], early[16], again[16], worst[40];
  const struct md_profile *p = &r->sum;
  snprintf(place, sizeof place, "%s:%d", r->file, r->line);
  snprintf(worst, sizeof worst, "%.3f (%d)", r->worst, r->worst_rank);
  fprintf(out, "%-*s  %s %9llu %10s %7s %7s %10.3f %14s %10.3f  %s\n", width, place, p->receives ? "recv" : "send",
          (unsigned long long)p->messages, amount(p->bytes, bytes, sizeof bytes),
          percent(p, p->early, early, sizeof early), percent(p, p->again, again, sizeof again), p->waited, worst,
          p->hidden, r->way);
}

static void print(FILE *out, const struct md_row *row, int n, int processes) {
  int width = 9;
  for (int i = 0; i < n; i++) {
    int here = (int)strlen(row[i].file) + snprintf(NULL, 0, ":%d", row[i].line);
    if (here > width) width = here;
  }
  fprintf(out, "mdmp: profile of %d rank%s: sums over the ranks, times in seconds; worst: the rank that waited longest\n",
          processes, processes > 1 ? "s" : "");
  fprintf(out, "%-*s  %s %9s %10s %7s %7s %10s %14s %10s  %s\n", width, "directive", "    ", "messages", "bytes", "early",
          "again", "waited", "worst (rank)", "hidden", "way");
  for (int i = 0; i < n; i++) print_row(out, &row[i], width);
  if (n == 0) fprintf(out, "no directive was executed\n");
}

void md_report(struct md_row *row, int n, int processes) {
  const char *name = md_rt.opt.profile;
  bool to_file = name != NULL && strcmp(name, "1") != 0;
  FILE *out = to_file ? fopen(name, "w") : stderr;
  if (out == NULL) {
    md_warn(MD_NOWHERE, "MDMP_PROFILE: cannot write %s: %s", name, strerror(errno));
    out = stderr;
    to_file = false;
  }
  n = merge(row, n);
  print(out, row, n, processes);
  if (to_file && fclose(out) != 0) md_warn(MD_NOWHERE, "MDMP_PROFILE: %s: %s", name, strerror(errno));
}

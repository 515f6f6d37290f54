/* The table of MDMP_PROFILE: a line for every directive, in the order of the text, and what kept messages at
 * their exchange. */
#include "report.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "file.h"
#include "rt.h"

static int by_place(const void *a, const void *b) {
  const struct md_row *x = a, *y = b;
  int d = strcmp(x->file, y->file);
  int xl = md_line(x->line), yl = md_line(y->line);
  if (d == 0) d = (xl > yl) - (xl < yl);
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
  for (int w = 0; w < MD_WHYS; w++) to->sum.why[w] += r->sum.why[w];
  if (r->lost > to->lost) to->lost = r->lost;
  if (r->little > to->little) to->little = r->little;
  if (to->whole[0] == 0) memcpy(to->whole, r->whole, sizeof to->whole);
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

static bool same_line(const struct md_row *x, const struct md_row *y) {
  return strcmp(x->file, y->file) == 0 && md_line(x->line) == md_line(y->line);
}

/* Whether other directives have the line of row i, as the messages of a halo pattern do: then the variable tells them apart. */
static bool shares_line(const struct md_row *row, int n, int i) {
  return row[i].name[0] != 0 && ((i > 0 && same_line(&row[i - 1], &row[i])) || (i + 1 < n && same_line(&row[i + 1], &row[i])));
}

static void print_row(FILE *out, const struct md_row *row, int n, int i, int width) {
  const struct md_row *r = &row[i];
  bool named = shares_line(row, n, i);
  char place[200], bytes[24], early[16], again[16], worst[40];
  const struct md_profile *p = &r->sum;
  snprintf(place, sizeof place, "%s:%d", r->file, md_line(r->line));
  snprintf(worst, sizeof worst, "%.3f (%d)", r->worst, r->worst_rank);
  fprintf(out, "%-*s  %s %9llu %10s %7s %7s %10.3f %14s %10.3f  %s%s%s\n", width, place, p->receives ? "recv" : "send",
          (unsigned long long)p->messages, amount(p->bytes, bytes, sizeof bytes),
          percent(p, p->early, early, sizeof early), percent(p, p->again, again, sizeof again), p->waited, worst,
          p->hidden, r->way, named ? ": " : "", named ? r->name : "");
}

/* ---- reasons ---- */

static const char *const code_of[MD_WHYS] = {
#define MD_WHY(symbol, code, words) [MD_WHY_##symbol] = code,
#include "why.def"
#undef MD_WHY
};

static const char *const words_of[MD_WHYS] = {
#define MD_WHY(symbol, code, words) [MD_WHY_##symbol] = words,
#include "why.def"
#undef MD_WHY
};

/* The next reason of r after w that is worth a word: a tenth of its messages have it. 0: no more. */
static int next_reason(const struct md_row *r, int w) {
  enum { FEW = 10 };
  while (++w < MD_WHYS)
    if (r->sum.why[w] > 0 && r->sum.why[w] * FEW >= r->sum.messages) return w;
  return 0;
}

/* What a reason says of this directive beyond its words. */
static const char *detail(const struct md_row *row, int n, int i, int w, char *text, size_t size) {
  const struct md_row *r = &row[i];
  bool of_part = w == MD_WHY_NEST || w == MD_WHY_WRITER || w == MD_WHY_PLACE;
  text[0] = 0;
  if (w == MD_WHY_TUNER && r->lost > 0) snprintf(text, size, ": with early sends a step took %.0f %% longer", r->lost);
  if (w == MD_WHY_TUNER && r->lost < 0) snprintf(text, size, ": early sends won %.0f %%, too little to tell", -r->lost);
  if (w == MD_WHY_LITTLE && r->little >= 0) snprintf(text, size, ": %.1f %% of a plain step, which is all that could be won", r->little);
  if (w == MD_WHY_BLOCKS) snprintf(text, size, ": line %d", r->blocks);
  if (r->name[0] != 0 && (of_part || shares_line(row, n, i))) {
    size_t used = strlen(text);
    snprintf(text + used, size - used, ": %s", r->name);
  }
  if (w == MD_WHY_NEST && r->whole[0] != 0) {
    size_t used = strlen(text);
    snprintf(text + used, size - used, "; %s", r->whole);
  }
  return text;
}

/* Whether reason w says the same of rows i and k. */
static bool same_reason(const struct md_row *row, int n, int i, int k, int w) {
  char x[480], y[480];
  if (row[i].sum.receives != row[k].sum.receives) return false;
  for (int v = 0; v < w;)
    if ((v = next_reason(&row[k], v)) == 0) return false;
    else if (v == w) return strcmp(detail(row, n, i, w, x, sizeof x), detail(row, n, k, w, y, sizeof y)) == 0;
  return false;
}

/* What reason w of row i keeps of it and of those behind it of which it says the same: one line. */
static void print_reason(FILE *out, const struct md_row *row, int n, int i, int w, int width) {
  enum { NAMED = 8 };
  char place[200], more[480];
  unsigned long long stayed = 0, all = 0;
  int same = 0;
  for (int k = i; k < n; k++) {
    if (!same_reason(row, n, i, k, w)) continue;
    stayed += row[k].sum.why[w];
    all += row[k].sum.messages;
    same++;
  }
  snprintf(place, sizeof place, "%s:%d", row[i].file, md_line(row[i].line));
  fprintf(out, "%-*s  %s %9llu of %llu: %s%s [%s]", width, place, row[i].sum.receives ? "recv" : "send", stayed, all, words_of[w],
          detail(row, n, i, w, more, sizeof more), code_of[w]);
  if (same > 1) fprintf(out, "; %d directives, the others at", same);
  for (int k = i + 1, named = 0; k < n && named <= NAMED; k++) {
    if (!same_reason(row, n, i, k, w)) continue;
    if (named++ == NAMED) fprintf(out, ", ...");
    else fprintf(out, "%s %s:%d", named > 1 ? "," : "", row[k].file, md_line(row[k].line));
  }
  fputc('\n', out);
}

static void print_reasons(FILE *out, const struct md_row *row, int n, int width) {
  bool any = false;
  for (int i = 0; i < n; i++)
    for (int w = 0; (w = next_reason(&row[i], w)) > 0; any = true) {
      bool said = false;
      for (int k = 0; k < i && !said; k++) said = same_reason(row, n, i, k, w);
      if (said) continue;
      if (!any) fprintf(out, "what did not go early (send) or was waited for at its exchange (recv), and why; \"mdmp explain\" says more\n");
      print_reason(out, row, n, i, w, width);
    }
}

/* ---- as text, as JSON ---- */

static void print(FILE *out, const struct md_row *row, int n, int processes) {
  int width = 9;
  for (int i = 0; i < n; i++) {
    int here = (int)strlen(row[i].file) + snprintf(NULL, 0, ":%d", md_line(row[i].line));
    if (here > width) width = here;
  }
  fprintf(out, "mdmp: profile of %d rank%s: sums over the ranks, times in seconds; worst: the rank that waited longest; %s\n",
          processes, processes > 1 ? "s" : "", md_release);
  fprintf(out, "%-*s  %s %9s %10s %7s %7s %10s %14s %10s  %s\n", width, "directive", "    ", "messages", "bytes", "early",
          "again", "waited", "worst (rank)", "hidden", "way");
  for (int i = 0; i < n; i++) print_row(out, row, n, i, width);
  if (n == 0) fprintf(out, "no directive was executed\n");
  print_reasons(out, row, n, width);
}

static void print_text(FILE *out, const char *text) {
  fputc('"', out);
  for (; *text != 0; text++) {
    if (*text == '"' || *text == '\\') fputc('\\', out);
    if ((unsigned char)*text < ' ') fprintf(out, "\\u%04x", (unsigned char)*text);
    else fputc(*text, out);
  }
  fputc('"', out);
}

static void print_json_row(FILE *out, const struct md_row *row, int n, int i) {
  const struct md_row *r = &row[i];
  const struct md_profile *p = &r->sum;
  char more[480], text[640];
  fprintf(out, "    {\"file\": ");
  print_text(out, r->file);
  fprintf(out, ", \"line\": %d, \"part\": %d, \"kind\": \"%s\", \"name\": ", md_line(r->line), md_nth(r->line), p->receives ? "recv" : "send");
  print_text(out, r->name);
  fprintf(out, ", \"messages\": %llu, \"bytes\": %llu, \"early\": %llu, \"again\": %llu,\n", (unsigned long long)p->messages,
          (unsigned long long)p->bytes, (unsigned long long)p->early, (unsigned long long)p->again);
  fprintf(out, "     \"waited\": %.6f, \"worst\": %.6f, \"worst_rank\": %d, \"hidden\": %.6f, \"way\": ", p->waited, r->worst,
          r->worst_rank, p->hidden);
  print_text(out, r->way);
  fprintf(out, ", \"reasons\": [");
  for (int w = 1, some = 0; w < MD_WHYS; w++) {
    if (p->why[w] == 0) continue;
    fprintf(out, "%s\n       {\"code\": \"%s\", \"messages\": %llu, \"text\": ", some++ > 0 ? "," : "", code_of[w],
            (unsigned long long)p->why[w]);
    snprintf(text, sizeof text, "%s%s", words_of[w], detail(row, n, i, w, more, sizeof more));
    print_text(out, text);
    fputc('}', out);
  }
  fprintf(out, "]}");
}

static void print_json(FILE *out, const struct md_row *row, int n, int processes) {
  fprintf(out, "{\n  \"ranks\": %d,\n  \"release\": ", processes);
  print_text(out, md_release);
  fprintf(out, ",\n  \"directives\": [");
  for (int i = 0; i < n; i++) {
    fprintf(out, i > 0 ? ",\n" : "\n");
    print_json_row(out, row, n, i);
  }
  fprintf(out, "\n  ]\n}\n");
}

static bool wants_json(const char *name) {
  size_t n = strlen(name);
  return n > 5 && strcmp(name + n - 5, ".json") == 0;
}

void md_report(struct md_row *row, int n, int processes) {
  const char *name = md_rt.opt.profile;
  bool to_file = name != NULL && strcmp(name, "1") != 0;
  FILE *out = to_file ? md_file_open(name, "w") : stderr;
  if (out == NULL) {
    md_warn(MD_NOWHERE, "MDMP_PROFILE: cannot write %s: %s", name, strerror(errno));
    out = stderr;
    to_file = false;
  }
  n = merge(row, n);
  if (to_file && wants_json(name))
    print_json(out, row, n, processes);
  else
    print(out, row, n, processes);
  if (to_file && fclose(out) != 0) md_warn(MD_NOWHERE, "MDMP_PROFILE: %s: %s", name, strerror(errno));
}

/* Reading the option table.
 *
 * An option is a row of options.def and nothing else: the member that holds
 * it, the environment variable, default, range and meaning. The struct, the
 * reader, MDMP_HELP and spec/options.md all come from that table, so a new
 * option is a new row. A value that is not understood is an error: a run that
 * silently ignores what its user asked for is worth nothing. */
#include "options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static bool read_number(const char *name, int64_t least, int64_t most, int64_t *value, char *what, size_t size) {
  const char *text = getenv(name);
  if (text == NULL || *text == '\0') return true;
  char *end;
  errno = 0;
  long long v = strtoll(text, &end, 10);
  if (errno != 0 || *end != '\0' || v < least || v > most) {
    snprintf(what, size, "%s=%s: expected a whole number from %lld to %lld", name, text, (long long)least,
             (long long)most);
    return false;
  }
  *value = v;
  return true;
}

/* NULL if it is not set, or to nothing. */
static const char *text_of(const char *name) {
  const char *text = getenv(name);
  return text != NULL && *text != '\0' ? text : NULL;
}

/* Whether text is one of the words of a list with | between them. */
static bool among(const char *text, const char *words) {
  size_t length = strlen(text);
  for (; *words != '\0'; words += strcspn(words, "|"), words += *words == '|')
    if (strcspn(words, "|") == length && strncmp(words, text, length) == 0) return true;
  return false;
}

static bool read_word(const char *name, const char *words, const char **value, char *what, size_t size) {
  const char *text = text_of(name);
  *value = text;
  if (text == NULL || among(text, words)) return true;
  snprintf(what, size, "%s=%s: expected ", name, text);
  for (bool first = true; *words != '\0'; first = false) {
    size_t used = strlen(what), n = strcspn(words, "|");
    snprintf(what + used, size - used, "%s%.*s", first ? "" : " or ", (int)n, words);
    words += n + (words[n] == '|');
  }
  return false;
}

static char lower(char c) { return 'A' <= c && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

/* What is meant as a switch, not as the name of a file. */
static bool looks_like_switch(const char *text) {
  char word[8];
  size_t n = 0;
  for (; text[n] != '\0'; n++) {
    if (n + 1 == sizeof word) return false;
    word[n] = lower(text[n]);
  }
  word[n] = '\0';
  return strspn(word, "0123456789+-") == n || among(word, "yes|no|on|off|true|false|y|n|t|f|.true.|.false.");
}

static bool read_file(const char *name, const char *words, const char **value, char *what, size_t size) {
  const char *text = text_of(name);
  if (text != NULL && strcmp(text, "0") == 0) text = NULL;
  *value = text;
  if (text == NULL || among(text, words) || !looks_like_switch(text)) return true;
  snprintf(what, size, "%s=%s: expected %s%sthe name of a file (./%s for a file of that name)", name, text, words,
           *words != '\0' ? " or " : "", text);
  return false;
}

bool md_options_read(struct md_options *opt, char *what, size_t size) {
  bool ok = true;
#define MD_NUMBER(member, name, preset, least, most, meaning) \
  opt->member = preset;                                       \
  if (ok) ok = read_number(name, least, most, &opt->member, what, size);
#define MD_WORD(member, name, words, meaning) \
  if (ok) ok = read_word(name, words, &opt->member, what, size);
#define MD_FILE(member, name, words, meaning) \
  if (ok) ok = read_file(name, words, &opt->member, what, size);
#define MD_TEXT(member, name, meaning) opt->member = text_of(name);
#define MD_OTHER(name)
#include "options.def"
#undef MD_NUMBER
#undef MD_WORD
#undef MD_FILE
#undef MD_TEXT
#undef MD_OTHER
  return ok;
}

/* ---- names that are not known ---- */

static const char *const names[] = {
#define MD_NUMBER(member, name, preset, least, most, meaning) name,
#define MD_WORD(member, name, words, meaning) name,
#define MD_FILE(member, name, words, meaning) name,
#define MD_TEXT(member, name, meaning) name,
#define MD_OTHER(name) name,
#include "options.def"
#undef MD_NUMBER
#undef MD_WORD
#undef MD_FILE
#undef MD_TEXT
#undef MD_OTHER
};

enum { NAMES = sizeof names / sizeof *names, LONGEST = 32 };

/* How many letters must be put in, left out or changed to get b from a, which has n; both are short. */
static int apart(const char *a, size_t n, const char *b) {
  int row[LONGEST + 1];
  size_t m = strlen(b);
  for (size_t j = 0; j <= m; j++) row[j] = (int)j;
  for (size_t i = 1; i <= n; i++) {
    int diagonal = row[0];
    row[0] = (int)i;
    for (size_t j = 1; j <= m; j++) {
      int change = diagonal + (a[i - 1] != b[j - 1]);
      diagonal = row[j];
      int shift = 1 + (row[j] < row[j - 1] ? row[j] : row[j - 1]);
      row[j] = change < shift ? change : shift;
    }
  }
  return row[m];
}

static const char *nearest(const char *name, size_t n) {
  enum { CLOSE = 2 };
  const char *best = NULL;
  int least = CLOSE + 1;
  for (int i = 0; n <= LONGEST && i < NAMES; i++) {
    int d = apart(name, n, names[i]);
    if (d < least && strchr(names[i], '*') == NULL) {
      least = d;
      best = names[i];
    }
  }
  return best;
}

static bool known(const char *name, size_t n) {
  for (int i = 0; i < NAMES; i++) {
    size_t m = strcspn(names[i], "*");
    if ((n == m || (n > m && names[i][m] == '*')) && strncmp(names[i], name, m) == 0) return true;
  }
  return false;
}

const char *md_options_unknown(char **environment, size_t *at, const char **meant) {
  while (environment != NULL && environment[*at] != NULL) {
    const char *entry = environment[(*at)++];
    size_t n = strcspn(entry, "=");
    if (strncmp(entry, "MDMP_", 5) != 0 || known(entry, n)) continue;
    *meant = nearest(entry, n);
    return entry;
  }
  return NULL;
}

/* Builds name it; tests do not. */
#ifndef MDMP_RELEASE
#define MDMP_RELEASE "under test"
#endif
const char md_release[] = "MDMP run time " MDMP_RELEASE;

/* Words of text in lines of at most 76 columns below a row. */
static void print_meaning(FILE *out, const char *text) {
  enum { INDENT = 4, WIDTH = 76 };
  for (int column = 0; *text != '\0'; text += *text == ' ') {
    const int n = (int)strcspn(text, " ");
    if (column > 0 && column + 1 + n > WIDTH) {
      fputc('\n', out);
      column = 0;
    }
    fprintf(out, "%*s%.*s", column > 0 ? 1 : INDENT, "", n, text);
    column += n + (column > 0 ? 1 : INDENT);
    text += n;
  }
  fputs("\n\n", out);
}

/* A row of what is no number: its words, and what else it may be. */
static void print_text(FILE *out, const char *name, const char *words, const char *other, const char *meaning) {
  fprintf(out, "%-18s %-12s ", name, "not set");
  while (*words != '\0') {
    size_t n = strcspn(words, "|");
    fprintf(out, "%.*s%s", (int)n, words, words[n] == '|' || *other != '\0' ? ", " : "");
    words += n + (words[n] == '|');
  }
  fprintf(out, "%s\n", other);
  print_meaning(out, meaning);
}

static void print_number(FILE *out, const char *name, long long preset, long long least, long long most, const char *meaning) {
  fprintf(out, "%-18s %-12lld %lld to %lld\n", name, preset, least, most);
  print_meaning(out, meaning);
}

void md_options_print(FILE *out) {
  fprintf(out, "%s: environment variables, read when MPI starts\n\n%-18s %-12s range\n\n", md_release, "variable", "default");
#define MD_NUMBER(member, name, preset, least, most, meaning) print_number(out, name, preset, least, most, meaning);
#define MD_WORD(member, name, words, meaning) print_text(out, name, words, "", meaning);
#define MD_FILE(member, name, words, meaning) print_text(out, name, words, "file", meaning);
#define MD_TEXT(member, name, meaning) print_text(out, name, "", "text", meaning);
#define MD_OTHER(name)
#include "options.def"
#undef MD_NUMBER
#undef MD_WORD
#undef MD_FILE
#undef MD_TEXT
#undef MD_OTHER
}

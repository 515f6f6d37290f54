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

bool md_options_read(struct md_options *opt, char *what, size_t size) {
  bool ok = true;
#define MD_NUMBER(member, name, preset, least, most, meaning) \
  opt->member = preset;                                       \
  if (ok) ok = read_number(name, least, most, &opt->member, what, size);
#define MD_TEXT(member, name, meaning) \
  opt->member = getenv(name);          \
  if (opt->member != NULL && *opt->member == '\0') opt->member = NULL;
#include "options.def"
#undef MD_NUMBER
#undef MD_TEXT
  return ok;
}

void md_options_print(FILE *out) {
  fprintf(out, "| variable | default | range | meaning |\n|---|---|---|---|\n");
#define MD_NUMBER(member, name, preset, least, most, meaning) \
  fprintf(out, "| %s | %lld | %lld to %lld | %s |\n", name, (long long)(preset), (long long)(least), (long long)(most), meaning);
#define MD_TEXT(member, name, meaning) fprintf(out, "| %s | not set | text | %s |\n", name, meaning);
#include "options.def"
#undef MD_NUMBER
#undef MD_TEXT
}

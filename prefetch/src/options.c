/* Reads the environment: see options.h. */
#include "options.h"

#include <stdlib.h>
#include <string.h>

static bool is(const char *name, const char *value) {
  const char *v = getenv(name);
  return v != NULL && strcmp(v, value) == 0;
}

static int number(const char *name, int preset) {
  const char *v = getenv(name);
  if (v == NULL || *v == '\0') return preset;
  char *end;
  long n = strtol(v, &end, 10);
  return *end == '\0' && n >= 0 && n < 1000000 ? (int)n : preset;
}

void pf_options_read(struct pf_options *o) {
  o->off = is("MDMP_PREFETCH", "0");
  o->check = is("MDMP_PREFETCH_CHECK", "1");
  o->report = is("MDMP_PREFETCH_REPORT", "1");
  o->local = is("MDMP_PREFETCH_LOCAL", "1");
  o->greedy = is("MDMP_PREFETCH_GREEDY", "1");
  o->cut = number("MDMP_PREFETCH_CUT", 0);
  o->tree = number("MDMP_PREFETCH_TREE", 9);
  o->wait = number("MDMP_PREFETCH_WAIT", o->greedy ? 0 : 50);
}

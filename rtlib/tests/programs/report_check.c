/* The table of MDMP_PROFILE: what tells messages apart that stand at one line. */
#include <stdlib.h>
#include <string.h>

#include "../../src/error.h"
#include "../../src/options.h"
#include "../../src/report.h"
#include "../../src/rt.h"
#include "check.h"

struct md_runtime md_rt;
const char md_release[] = "MDMP run time of a test";

void md_warn(struct md_where at, const char *format, ...) { CHECK(false, "line %d: %s", at.line, format); }

/* Message k of those at a line. */
static int at(int line, int k) { return line + k * (1 << 22); }

/* What several directives have in common is said once; the loop that wrote it is named. */
static void shared(void) {
  static char text[8192];
  char name[] = "/tmp/mdmp_report_XXXXXX";
  int file = mkstemp(name);
  CHECK(file >= 0, "no file");
  md_rt.opt.profile = name;
  struct md_row list[3];
  for (int i = 0; i < 3; i++) {
    list[i] = (struct md_row){.file = "b.f90", .way = "early", .line = 3 + i, .ranks = 1, .sum = {.messages = 4, .bytes = 80}};
    list[i].sum.why[MD_WHY_NEST] = 3;
    snprintf(list[i].whole, sizeof list[i].whole, "the loop at k.f90:%d writes it", i < 2 ? 14 : 20);
  }
  md_report(list, 3, 1);
  FILE *in = fdopen(file, "r");
  CHECK(in != NULL && fread(text, 1, sizeof text - 1, in) > 0, "no text");
  CHECK(strstr(text, "6 of 8: ") != NULL && strstr(text, "; the loop at k.f90:14 writes it [run-nest]; 2 directives, the others at b.f90:4\n") != NULL,
        "lines 3 and 4: %s", text);
  CHECK(strstr(text, "3 of 4: ") != NULL && strstr(text, "; the loop at k.f90:20 writes it [run-nest]\n") != NULL, "line 5: %s", text);
  fclose(in);
  remove(name);
}

static struct md_row row(int line, const char *name) {
  struct md_row r = {.file = "a.f90", .way = "early", .line = line, .ranks = 1, .sum = {.messages = 4, .bytes = 80}};
  snprintf(r.name, sizeof r.name, "%s", name);
  r.sum.why[MD_WHY_ORDER] = 4;
  return r;
}

/* The lines of the text that hold both. */
static int lines(char *text, const char *what, const char *and) {
  int n = 0;
  char copy[8192];
  snprintf(copy, sizeof copy, "%s", text);
  for (char *l = strtok(copy, "\n"); l != NULL; l = strtok(NULL, "\n")) n += strstr(l, what) != NULL && strstr(l, and) != NULL;
  return n;
}

/* The same as JSON: the number of the message at its line, and the variable. */
static void json(struct md_row *list, int n) {
  static char text[8192];
  char name[] = "/tmp/mdmp_report_XXXXXX.json";
  int file = mkstemps(name, 5);
  CHECK(file >= 0, "no file");
  md_rt.opt.profile = name;
  md_report(list, n, 2);
  FILE *in = fdopen(file, "r");
  CHECK(in != NULL && fread(text, 1, sizeof text - 1, in) > 0, "no text");
  CHECK(lines(text, "\"line\": 7, \"part\": 0,", "\"name\": \"u\"") == 1, "part 0 of line 7: %s", text);
  CHECK(lines(text, "\"line\": 7, \"part\": 1,", "\"name\": \"v\"") == 1, "part 1 of line 7: %s", text);
  CHECK(lines(text, "\"line\": 7, \"part\": 2,", "\"name\": \"\"") == 1, "part 2 of line 7: %s", text);
  CHECK(lines(text, "\"line\": 9, \"part\": 0,", "\"name\": \"w\"") == 1, "line 9: %s", text);
  fclose(in);
  remove(name);
}

int main(void) {
  static char text[8192];
  char name[] = "/tmp/mdmp_report_XXXXXX";
  int file = mkstemp(name);
  CHECK(file >= 0, "no file");
  md_rt.opt.profile = name;
  /* u and v by a pattern at line 7, seen on two ranks; w alone at line 9; one without a name at line 7 */
  struct md_row list[] = {row(at(9, 0), "w"), row(at(7, 1), "v"), row(at(7, 0), "u"), row(at(7, 1), "v"), row(at(7, 2), "")};
  md_report(list, 5, 2);
  FILE *in = fdopen(file, "r");
  CHECK(in != NULL && fread(text, 1, sizeof text - 1, in) > 0, "no text");
  CHECK(lines(text, "a.f90:7 ", "early: u") == 1, "u is not named: %s", text);
  CHECK(lines(text, "a.f90:7 ", "early: v") == 1, "v is not named once: %s", text);
  CHECK(lines(text, "a.f90:7 ", ": v [run-order]") == 1, "nor in its reason: %s", text);
  CHECK(lines(text, "a.f90:9 ", ": w") == 0, "w stands alone: %s", text);
  CHECK(lines(text, "a.f90:7 ", "early") == 3, "rows of line 7: %s", text);
  fclose(in);
  remove(name);
  struct md_row more[] = {row(at(9, 0), "w"), row(at(7, 1), "v"), row(at(7, 0), "u"), row(at(7, 1), "v"), row(at(7, 2), "")};
  json(more, 5);
  shared();
  puts("passed");
  return 0;
}

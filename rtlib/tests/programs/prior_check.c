/* What the run time takes from a file of mdmp probe, on one rank that this program says is alone on its machine, or not. */
#include <stdarg.h>
#include <string.h>

#include "../../src/comm.h"
#include "../../src/memory.h"
#include "../../src/near.h"
#include "../../src/prior.h"
#include "../../src/rt.h"
#include "../../src/site.h"
#include "check.h"

struct md_runtime md_rt;
int64_t mdmp_news;

static int warnings;
static bool alone;

void md_warn(struct md_where at, const char *format, ...) {
  (void)at;
  (void)format;
  warnings++;
}

void *md_alloc(size_t size) { return malloc(size); }

void md_fail_mpi(struct md_where at, const char *call, int code) { CHECK(false, "line %d: %s: %d", at.line, call, code); exit(1); }

bool md_near_all(MPI_Comm comm) {
  (void)comm;
  return alone;
}

int MPI_Bcast(void *buffer, int count, MPI_Datatype type, int root, MPI_Comm comm) {
  (void)buffer, (void)count, (void)type, (void)root, (void)comm;
  return MPI_SUCCESS;
}

/* Begins with a file of that text; NULL: there is none. */
static void begin(const char *text) {
  static struct md_comm world;
  static const char name[] = "prior.json";
  remove(name);
  if (text != NULL) {
    FILE *f = fopen(name, "w");
    CHECK(f != NULL, "%s cannot be written", name);
    fputs(text, f);
    fclose(f);
  }
  md_rt.world = &world;
  md_rt.probed = true;
  md_rt.opt.probe_file = name;
  warnings = 0;
  md_prior_start(MD_NOWHERE);
}

/* The arm that a site begins with. */
static const char *arm(void) {
  struct md_site s = {0};
  md_prior_tell(&s);
  return s.tune.remembered > 0 ? md_tune_name(s.tune.remembered - 1) : "none";
}

static void good(const char *text, size_t near, size_t far, const char *on_one, const char *on_several) {
  begin(text);
  CHECK(warnings == 0, "%s: a warning", text);
  CHECK(md_prior_piece(false, 8192) == near && md_prior_piece(true, 8192) == far, "%s: pieces of %zu and %zu bytes", text,
        md_prior_piece(false, 8192), md_prior_piece(true, 8192));
  CHECK(md_prior_piece(false, 512) == 512, "%s: pieces are longer than they may be", text);
  for (int i = 0; i < 2; i++) {
    alone = i == 0;
    begin(text);
    CHECK(strcmp(arm(), alone ? on_one : on_several) == 0, "%s: alone %d: %s", text, alone, arm());
  }
}

static void bad(const char *text) {
  begin(text);
  CHECK(warnings == 1, "%s: %d warnings", text, warnings);
  CHECK(md_prior_piece(false, 8192) == 8192 && md_prior_piece(true, 8192) == 8192 && strcmp(arm(), "none") == 0, "%s: was used", text);
}

int main(void) {
  good("{ \"run_time\": \"mdmp-probe 1 near 8128 0 far 4096 1\" }", 8128, 4096, "plain", "none");
  good("{\"x\":[1,2],\"run_time\":\"mdmp-probe 1 near 1024 1 far 0 0\"}", 1024, 8192, "none", "plain");
  good("{\n  \"run_time\" :  \"mdmp-probe 1 near 0 -1 far 1048576 -1\"\n}", 8192, 8192, "none", "none");
  bad(NULL);
  static const char *const texts[] = {
      "", "{}", "{\"run_time\": 1}", "{\"run_time\": \"mdmp-probe 2 near 8128 0 far 4096 1\"}",
      "{\"run_time\": \"mdmp-probe 1 near 8128 0 far 4096\"}", "{\"run_time\": \"mdmp-probe 1 near 8128 0 far 4096 1 \"}",
      "{\"run_time\": \"mdmp-probe 1 near 8128 0 far 4096 2\"}", "{\"run_time\": \"mdmp-probe 1 near 1023 0 far 4096 1\"}",
      "{\"run_time\": \"mdmp-probe 1 near -8 0 far 4096 1\"}", "{\"run_time\": \"mdmp-probe 1 near 8128 -2 far 4096 1\"}",
      "{\"run_time\": \"mdmp-probe 1 near 99999999999999999999 0 far 4096 1\"}", "{\"run_time\": \"mdmp-probe 1 near 8128 0 far 4096 1",
  };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) bad(texts[i]);
  md_rt.probed = false;
  md_prior_start(MD_NOWHERE);
  CHECK(md_prior_piece(true, 8192) == 8192 && strcmp(arm(), "none") == 0, "without a file something is known");
  return 0;
}

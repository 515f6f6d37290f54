/* Waited and hidden, on a clock that this program sets. */
#include <stdlib.h>
#include <string.h>

#include "../../src/error.h"
#include "../../src/exchange.h"
#include "../../src/memory.h"
#include "../../src/profile.h"
#include "../../src/report.h"
#include "../../src/site.h"
#include "../../src/tune.h"
#include "check.h"

struct md_runtime md_rt;

static double now = 1;

double MPI_Wtime(void) { return now; }

/* What the table at the end needs, which is not made here. */
void *md_alloc(size_t n) { return calloc(1, n); }
const struct md_site *md_sites(void) { return NULL; }
const struct md_arm *md_arm_of(const struct md_tuner *t) { CHECK(t == NULL, "asked"); return NULL; }
double md_tune_lost(const struct md_tuner *t) { CHECK(t == NULL, "asked"); return 0; }
double md_tune_little(const struct md_tuner *t) { CHECK(t == NULL, "asked"); return -1; }
const char *md_site_name(const struct md_site *s, int line, unsigned index, char *name, size_t room) {
  CHECK(s == NULL, "asked for %d, %u, %zu", line, index, room);
  return name;
}
int md_site_blocks(const struct md_site *s, int line) {
  CHECK(s == NULL, "asked for %d", line);
  return 0;
}
void md_report(struct md_row *row, int n, int processes) { CHECK(row == NULL, "a table of %d rows of %d", n, processes); }

_Noreturn void md_fail_mpi(struct md_where at, const char *call, int code) {
  printf("FAIL line %d: %s: %d\n", at.line, call, code);
  exit(1);
}

#define SAME(is, should, what) CHECK((is) > (should) - 1e-9 && (is) < (should) + 1e-9, "%s: %g, should be %g", what, is, (double)(should))

/* Two receives are under way from 0 on. At 1 the program waits for a, which comes at 5. At 6 b is there. */
static void two_receives(void) {
  struct md_exchange ex = {.ops = 0};
  struct md_place a = {.number = 1}, b = {.number = 2};
  struct md_op op = {.dir = MD_RECV, .place = &a, .ex = &ex}, other = {.dir = MD_RECV, .place = &b, .ex = &ex};
  double zero = now;
  md_profile_posted(&op);
  md_profile_posted(&other);
  now = zero + 1;
  md_profile_need(&op);
  now = zero + 5;
  md_profile_came(&op);
  md_profile_waited();
  now = zero + 6;
  md_profile_came(&other);
  SAME(a.profile.hidden, 1, "hidden of what is waited for");
  SAME(a.profile.waited, 4, "waited");
  SAME(b.profile.hidden, 2, "hidden of the other: not while the program stood still");
  SAME(b.profile.waited, 0, "waited for the other");
}

/* A message comes while the program waits for one that takes longer. */
static void comes_meanwhile(void) {
  struct md_exchange ex = {.ops = 0};
  struct md_place a = {.number = 1}, b = {.number = 2};
  struct md_op op = {.dir = MD_RECV, .place = &a, .ex = &ex}, other = {.dir = MD_RECV, .place = &b, .ex = &ex};
  double zero = now;
  md_profile_posted(&other);
  now = zero + 2;
  md_profile_posted(&op);
  md_profile_need(&op);
  now = zero + 3;
  md_profile_came(&other);
  now = zero + 7;
  md_profile_came(&op);
  md_profile_waited();
  SAME(b.profile.hidden, 2, "hidden of what came meanwhile");
  SAME(a.profile.hidden, 0, "hidden of what was needed at once");
  SAME(a.profile.waited, 5, "waited");
}

/* Pieces of a send leave, the program waits for something else, the exchange comes. */
static void a_send(void) {
  struct md_exchange ex = {.ops = 0};
  struct md_place a = {.number = 1}, s = {.number = 3};
  struct md_op op = {.dir = MD_RECV, .place = &a, .ex = &ex};
  double zero = now, since = 0;
  md_profile_fired(&s, &since, 100);
  now = zero + 1;
  md_profile_posted(&op);
  md_profile_need(&op);
  now = zero + 4;
  md_profile_came(&op);
  md_profile_waited();
  md_profile_fired(&s, &since, 100);
  now = zero + 6;
  md_profile_executed(&s, since);
  SAME(s.profile.hidden, 3, "hidden of a send");
}

int main(void) {
  md_rt.profile = true;
  two_receives();
  comes_meanwhile();
  a_send();
  puts("passed");
  return 0;
}

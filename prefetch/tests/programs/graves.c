/* Communicators end, one after the other, each with a lane in which a stand-in went: whoever gives up a receive of the last ones learns
 * that, and whoever was never answered learns that, too, however many there were. */
#include <stdio.h>

#include "lane.h"

enum { ENDED = 5 * PF_GRAVES, ASKER = 1, OTHER = 2 };

static int wrong;

static void must(enum pf_verdict want, int asker, uint64_t ask, uint64_t after) {
  enum pf_verdict got = pf_lane_settle(NULL, 0, 0, asker, ask);
  if (got == want) return;
  printf("request %llu of rank %d, when %llu have ended: %d\n", (unsigned long long)ask, asker, (unsigned long long)after, (int)got);
  wrong = 1;
}

int main(void) {
  int world[] = {0, ASKER, OTHER};
  struct pf_comm comm = {.size = 3, .world = world};
  pf.size = 3;
  for (uint64_t i = 1; i <= ENDED; i++) {
    uint64_t ask = 2 * i; /* those between are not answered */
    struct pf_lane *l = pf_lane_make(&comm, ASKER, 5);
    l->spent = ask;
    pf_lanes_drop(&comm);
    must(PF_SPENT, ASKER, ask, i);
    must(PF_FREE, ASKER, ask + 1, i);
    must(PF_FREE, OTHER, 1, i);
    if (i < PF_GRAVES) continue;
    must(PF_SPENT, ASKER, ask - 2 * (PF_GRAVES - 1), i);
    if (i > PF_GRAVES) must(PF_UNKNOWN, ASKER, ask - 2 * PF_GRAVES, i);
  }
  printf("%s\n", wrong ? "wrong" : "right");
  return 0;
}

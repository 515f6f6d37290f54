/* A plan, with a clock of its own: plans CALLS OWN OURS INSIDE. From one of MPI's own calls to the next it takes OWN microseconds,
 * INSIDE of them in the call; from one of ours to the next OURS. Prints which call was the first of ours (0: none), how many were,
 * how many sums were formed, and for how much longer all took than with MPI's own calls alone, in parts of a thousand. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plan.h"
#include "state.h"

static uint64_t now, sums;

int fake_clock(clockid_t id, struct timespec *t) {
  (void)id;
  *t = (struct timespec){.tv_sec = (time_t)(now / 1000000), .tv_nsec = (long)(now % 1000000) * 1000};
  return 0;
}

/* Of one rank. */
static int sum(const void *mine, void *all, int n, MPI_Datatype type, MPI_Op op, MPI_Comm comm, MPI_Request *request) {
  (void)type, (void)op, (void)comm, (void)request;
  memcpy(all, mine, (size_t)n * sizeof(uint64_t));
  sums++;
  return MPI_SUCCESS;
}

static int is_there(MPI_Request *request, MPI_Status *status) {
  (void)request, (void)status;
  return MPI_SUCCESS;
}

int main(int argc, char **argv) {
  if (argc != 5) return 1;
  uint64_t calls = strtoull(argv[1], NULL, 10), own = strtoull(argv[2], NULL, 10), ours = strtoull(argv[3], NULL, 10);
  uint64_t inside = strtoull(argv[4], NULL, 10), first = 0, count = 0;
  struct pf_plan p;
  pf_purse purse = 0;
  pf.real.Iallreduce = sum;
  pf.real.Wait = is_there;
  pf_plan_begin(&p, 0, 0);
  for (uint64_t i = 1; i <= calls; i++) {
    if (pf_plan_step(&p, &purse, MPI_COMM_NULL) == PF_OURS) {
      if (count++ == 0) first = i;
      now += ours;
      continue;
    }
    now += inside;
    pf_plan_own(&p);
    now += own - inside;
  }
  pf_plan_end(&p);
  int64_t more = (int64_t)(now - calls * own);
  printf("%llu %llu %llu %lld\n", (unsigned long long)first, (unsigned long long)count, (unsigned long long)sums,
         (long long)(more * 1000 / (int64_t)(calls * own)));
  return 0;
}

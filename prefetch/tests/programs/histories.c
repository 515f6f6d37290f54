/* Receives of one length, with a clock of its own: histories MESSAGES SILENT ASKED. From one message to the next it takes SILENT
 * microseconds, or ASKED if it was asked for, which always saves half of the bytes. Prints how many were asked for, and for how much
 * longer all took than without, in parts of a thousand. */
#include <stdio.h>
#include <stdlib.h>

#include "history.h"

static uint64_t now;

int fake_clock(clockid_t id, struct timespec *t) {
  (void)id;
  *t = (struct timespec){.tv_sec = (time_t)(now / 1000000), .tv_nsec = (long)(now % 1000000) * 1000};
  return 0;
}

int main(int argc, char **argv) {
  enum { LENGTH = 100000 };
  if (argc != 4) return 1;
  uint64_t messages = strtoull(argv[1], NULL, 10), silent = strtoull(argv[2], NULL, 10), asked = strtoull(argv[3], NULL, 10), count = 0;
  struct pf_comm comm = {.name = {1, 2}};
  for (uint64_t i = 0; i < messages; i++) {
    struct pf_history *h = pf_history(&comm, 0, 1);
    bool asks = pf_history_asks(h);
    now += asks ? asked : silent;
    if (asks) pf_history_won(h, LENGTH / 2, LENGTH);
    pf_history_learn(h, LENGTH);
    count += asks;
  }
  int64_t more = (int64_t)(now - messages * silent);
  printf("%llu %lld\n", (unsigned long long)count, (long long)(more * 1000 / (int64_t)(messages * silent)));
  return 0;
}

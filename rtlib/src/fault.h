/* Faults on purpose: MDMP_FAULT, for tests of MDMP itself. */
#ifndef MDMP_FAULT_H
#define MDMP_FAULT_H

#include <stdbool.h>
#include <stddef.h>

#include "error.h"
#include "rt.h"

#pragma GCC visibility push(hidden)

enum {
  MD_FAULT_HINTS = 1, /* who says what is complete is wrong: results must not change */
  MD_FAULT_FINAL = 2, /* pieces that were proved carry wrong bytes: MDMP_VERIFY=1 must see it */
  MD_FAULT_WAITS = 4, /* nests do not wait for what they read: MDMP_VERIFY=2 must show it */
  MD_FAULT_CUTS = 8,  /* nests are cut where nobody asked for it: results must not change */
};

/* Reads MDMP_FAULT into md_rt.fault. */
void md_fault_read(struct md_where at);

/* True once in so many times. */
bool md_fault_now(unsigned one_in);
unsigned md_fault_choice(unsigned n); /* 0 .. n-1 */

/* Changes a byte of data. */
void md_fault_spoil(char *data, size_t length);

/* Whether a fault of this kind happens now. */
static inline bool md_fault(int kind, unsigned one_in) {
  return md_unlikely(md_rt.fault & kind) && md_fault_now(one_in);
}

#pragma GCC visibility pop
#endif

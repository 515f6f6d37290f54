/* How guesses of a message came out; whoever guesses keeps it. */
#ifndef MDMP_LUCK_H
#define MDMP_LUCK_H

#include <stdbool.h>

struct md_luck {
  unsigned wrong; /* guesses in a row that were */
  unsigned rest;  /* executions for which none is to be made */
  bool changed;   /* something had to go again, since the owner looked last */
};

#endif

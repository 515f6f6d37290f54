/* The table of MDMP_PROFILE. */
#ifndef MDMP_REPORT_H
#define MDMP_REPORT_H

#include "site.h"

#pragma GCC visibility push(hidden)

/* A directive on one rank; after merging, on all. */
struct md_row {
  char file[160], way[48], name[48]; /* of what a reason is about */
  char whole[320]; /* of the loop that wrote it: a sentence, or empty */
  double lost; /* percent that the best early way took longer than the best; 0: not known */
  double little; /* percent of a plain step that the exchange takes, where that was too little to try; negative: not so */
  int line, ranks;
  int blocks; /* the line of the statement that a receive is complete before; 0: none */
  struct md_profile sum;
  double worst; /* of waited, on one rank */
  int worst_rank;
};

/* Merges the rows of all ranks and prints them where MDMP_PROFILE says. */
void md_report(struct md_row *row, int n, int processes);

#pragma GCC visibility pop
#endif

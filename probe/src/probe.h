/* What the files of mdmp probe share. The program measures pairs of ranks, one pair after the other, and prints
 * what it found, a line for each figure; the command that started it (../probe.go) makes a page of them. */
#ifndef MDMP_PROBE_H
#define MDMP_PROBE_H

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>

/* How much is measured. */
enum pb_depth {
  PB_QUICK, /* for tests: a few sizes, three rounds */
  PB_KNOB,  /* one setting of the MPI beside others: a few sizes */
  PB_FULL
};

enum { PB_ROUNDS = 15, PB_REQUESTS = 1024 };

/* Two ranks that measure; the others sleep. */
struct pb_pair {
  MPI_Comm comm; /* of two */
  int me, other;
  const char *kind; /* "near": on one machine; "far": not */
  enum pb_depth depth;
  double unit;   /* seconds that a unit of work takes */
  double budget; /* seconds for each experiment */
  size_t most;   /* bytes of the buffers */
  char *out, *in;
  size_t eager; /* bytes of the largest message that leaves at once; 0: none, or not known */
  MPI_Request request[2 * PB_REQUESTS];
};

/* Ends the program if an MPI call failed. */
void pb_check(int code, const char *call);
#define PB_CHECK(call) pb_check((call), #call)

/* A figure, printed by the first rank of the pair: the kind of pair, a name, numbers. */
void pb_print(const struct pb_pair *p, const char *name, int n, const double *v);

/* ---- work.c ---- */

/* Work that needs the processor and nothing else. */
void pb_work(long units);

/* Seconds that a unit takes while nobody disturbs. */
double pb_unit(void);

long pb_units(const struct pb_pair *p, double seconds);

/* How many times as long work takes while both ranks do it: more than 1 where they share a processor. */
double pb_crowded(const struct pb_pair *p);

/* ---- times.c ---- */

double pb_median(double *v, int n);

/* The longest, and the first rank's, of a time of both ranks. */
double pb_longest(const struct pb_pair *p, double t);
double pb_firsts(const struct pb_pair *p, double t);

/* Both begin, and who is not in an MPI call any more, as it may be still after a barrier. */
void pb_goes_away(const struct pb_pair *p, int who);

/* Rounds of an experiment that takes so long each, within the budget for one of some sizes; 0: not one. */
int pb_rounds(const struct pb_pair *p, double each, int sizes);

/* The sizes that are measured, ascending. */
const size_t *pb_sizes(const struct pb_pair *p, int *n);

/* ---- the experiments ---- */

void pb_transfer(struct pb_pair *p);        /* latency and bandwidth */
void pb_eager(struct pb_pair *p);           /* what leaves at once */
void pb_overlap(struct pb_pair *p);         /* overlap of the transfer of data */
void pb_synchronisation(struct pb_pair *p); /* overlap of synchronisation, and who holds up whom */

/* Half the time of a message there and one back. */
double pb_half_trip(struct pb_pair *p, size_t n, int rounds);

#endif

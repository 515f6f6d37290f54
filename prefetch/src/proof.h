/* How the two ends of a connection show each other that they belong to one job. Its secret itself never travels: each end draws a
 * number for the connection, and the other one returns a hash of both numbers under the secret. */
#ifndef PF_PROOF_H
#define PF_PROOF_H

#include <stdbool.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

/* Who proves it: the hash of one is no proof of the other. */
enum pf_end { PF_ASKER = 1, PF_ANSWERER };

/* What both ends know of a connection: ranks of MPI_COMM_WORLD and the numbers drawn by each end. */
struct pf_meeting {
  uint64_t asker, answerer;
  uint64_t drawn[2][2]; /* by the asker, by the one who answers */
};

/* Draws a number that no other connection has; false: there is none. */
bool pf_draw(uint64_t number[2]);
/* The 128 bits that prove that a side knows the job's secret. */
void pf_proof(enum pf_end side, const struct pf_meeting *m, uint64_t proof[2]);
/* Whether that is what came. */
bool pf_proved(enum pf_end side, const struct pf_meeting *m, const uint64_t came[2]);

#pragma GCC visibility pop
#endif

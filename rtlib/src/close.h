/* Closing the lanes of a communicator. */
#ifndef MDMP_CLOSE_H
#define MDMP_CLOSE_H

#pragma GCC visibility push(hidden)

struct md_comm;

/* Collective over c: a CLOSE frame on every lane, everything left is received and dropped. */
void md_close_lanes(struct md_comm *c);

#pragma GCC visibility pop
#endif

/* Closing the lanes of a communicator. */
#ifndef MDMP_CLOSE_H
#define MDMP_CLOSE_H

#pragma GCC visibility push(hidden)

struct md_comm;
struct md_header;
struct md_lane;

/* Collective over c: a CLOSE frame on every lane, everything left is received and dropped. */
void md_close_lanes(struct md_comm *c);

/* Collective over c: until all are here; who still waits for a message is answered. */
void md_close_meet(struct md_comm *c);

/* For leave.c: a turn of a wait in which others may wait for us; the frame that closes l; takes in what nobody received of l, which
 * is closed, if it is one that receives; waits until all frames of c are gone. */
void md_close_attend(struct md_comm *c);
struct md_header md_close_frame(const struct md_lane *l);
void md_close_unreceived(struct md_lane *l, void *arg);
void md_close_flush(const struct md_comm *c);

#pragma GCC visibility pop
#endif

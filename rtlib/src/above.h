/* What transport asks of the layers above it: the only calls that go up. */
#ifndef MDMP_ABOVE_H
#define MDMP_ABOVE_H

#pragma GCC visibility push(hidden)

struct md_comm;
struct md_lane;

struct md_above {
  void (*comm_made)(struct md_comm *c); /* collective: second messages need a communicator, too */
  void (*comm_goes)(struct md_comm *c); /* collective: what is left on its lanes is taken in */
  void (*lane_goes)(struct md_lane *l); /* what was remembered of its messages goes, too */
  int (*read_frames)(struct md_lane *l); /* receives take what has come; says how many frames that was */
};

extern const struct md_above md_above; /* init.c */

#pragma GCC visibility pop
#endif

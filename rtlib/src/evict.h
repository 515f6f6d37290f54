/* Eviction of lanes: what rests is forgotten on both sides, so that a program may
 * use ever new tags. Who sends decides, and tells the receiver. */
#ifndef MDMP_EVICT_H
#define MDMP_EVICT_H

#include <stdbool.h>
#include <stdint.h>

#include "lane.h"

#pragma GCC visibility push(hidden)

struct md_header;

enum { MD_EVICT_LEAST = 512 }; /* lanes with one peer in one direction that are never too many */

/* Under the lock, before a lane with p is made: evicts some if there are many. */
void md_evict_some(struct md_comm *c, struct md_peer *p, enum md_direction dir);

/* Whether all is known that gives a frame of l its place among the messages. It does not look. */
bool md_evict_heard(const struct md_lane *l, const struct md_header *h);

/* Takes in the lists that have come for l: frames that rest may have their place now. */
void md_evict_hear(struct md_lane *l);

/* The number of the frame's message as the receiver counts. */
uint64_t md_evict_number(const struct md_lane *l, const struct md_header *h);

/* Not under the lock. Waits for the next list from anybody and obeys it. */
void md_evict_read(struct md_comm *c);

/* Messages and frames that l carried when it was evicted last, all in all. */
uint64_t md_evict_messages(const struct md_lane *l);
uint64_t md_evict_frames(const struct md_lane *l);

/* The lane goes. */
void md_evict_forget(struct md_lane *l);

#pragma GCC visibility pop
#endif

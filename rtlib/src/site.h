/* A site: one exchange of the program's text. A place: one directive of it. */
#ifndef MDMP_SITE_H
#define MDMP_SITE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "error.h"
#include "registry.h"
#include "table.h"
#include "tune.h"
#include "why.h"

#pragma GCC visibility push(hidden)

struct md_lane;
struct md_whole;

/* profile.c: what a directive did. */
struct md_profile {
  uint64_t messages, bytes, early, again; /* bytes sent before the exchange, and once more */
  double waited, hidden;                  /* seconds */
  bool receives, managed;
  uint64_t why[MD_WHYS]; /* messages that stayed at their exchange, by reason */
};

/* A directive, numbered in this process; the number travels in headers. */
struct md_place {
  struct md_entry entry;
  struct md_place *next; /* of the same site */
  const struct md_site *site;
  struct md_where where;
  uint32_t number;
  bool skip;     /* it goes plain, because MDMP_SKIP names it */
  bool proved;   /* nests and statements send it FINAL: a guess would only be in their way */
  bool behind;   /* its last message could not begin: the one before it on the lane had not */
  unsigned part; /* the section that the last reason is about (profile.c), */
  const struct md_whole *whole; /* and the loop that wrote it; NULL: not known */
  struct md_profile profile;
};

/* What the n-th send or receive of an exchange found last time: the same one mostly finds it again. */
struct md_slot {
  struct md_place *place;
  struct md_lane *lane;
  uint64_t epoch; /* of the communicators: a slot of an older epoch is void */
  int line, handle, tag, peer;
  bool announced;   /* the peer knows this place, and that its messages have total bytes */
  uint64_t total;
};

enum { MD_SLOTS = 12 };

struct md_site {
  struct md_spot text;
  struct md_place *places;
  struct md_slot send[MD_SLOTS], recv[MD_SLOTS];
  struct md_tuner tune;
  bool predicted; /* a nest is known that completes a send */
};

/* The site whose handle is x, registered at its first use. names may be NULL. */
struct md_site *md_site_of(int64_t *x, const char *file, int line, const char *names);

/* What errors call the section at index of the message that the directive at line states. */
const char *md_site_name(const struct md_site *s, int line, unsigned index, char *name, size_t room);

/* The line of the statement that may wait for another rank, for which the receive at line is complete at its exchange; 0: none. */
int md_site_blocks(const struct md_site *s, int line);

/* All sites: the first, and the one behind s; NULL: no more. */
const struct md_site *md_sites(void);
static inline const struct md_site *md_sites_next(const struct md_site *s) { return (const struct md_site *)s->text.next; }

/* Under the lock. The directive of site s at line. */
struct md_place *md_place_of(struct md_site *s, int line);

#pragma GCC visibility pop
#endif

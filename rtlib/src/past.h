/* What history.c remembers of a lane, for predict.c, which only looks at it but for who writes. */
#ifndef MDMP_PAST_H
#define MDMP_PAST_H

#include "cuts.h"
#include "exchange.h"
#include "pieces.h"
#include "unmodified.h"

#pragma GCC visibility push(hidden)

struct md_nest_site;

enum {
  MD_PAST_UNITS = 64, /* of a message: its parts, or equal shares of them; messages of more parts are not guessed */
  MD_PASTS = 64,      /* different messages of a lane */
  MD_PAST_SEEN = 3    /* executions in which it was seen that no nest writes it make a rule */
};

_Static_assert((int)MD_PASTS <= 64, "a bit each");
_Static_assert((int)MD_PAST_UNITS <= 64, "a bit each in a mask");
_Static_assert((int)MD_PAST_UNITS <= (int)MD_MOST_ENDS + 1, "each unit may have an end");

/* Which nests wrote to a unit of a message between one send and the next. */
struct md_writers {
  const struct md_nest_site *last;
  unsigned n; /* executions of nests that did */
  unsigned when; /* the last of them, among all executions: not compared, since it is another one each time */
};

struct md_past {
  struct md_place *place;
  struct md_site *site;
  uint64_t used; /* its last execution, counted on the lane */
  unsigned parts; /* 0: it is never guessed */
  unsigned shares; /* of each part that divides into so many */
  unsigned wanted; /* so many shares lie in arrays that nests state */
  unsigned units;
  size_t bytes;
  struct md_luck luck; /* of the guesses */
  struct md_unmodified unmodified;
  unsigned seen;   /* executions between which every nest said what it writes, as far as they count */
  uint64_t unseen; /* memory->unseen when it was sent last */
  struct md_writers *writers; /* of each unit, since it was sent last */
  struct md_writers *known;   /* before the last send between which and the one before every nest said what it writes */
  unsigned unit_room;
  struct md_section *section;
  unsigned room;
};

/* An execution: which message, and who had written it. */
struct md_execution {
  unsigned char past;
  unsigned char turns; /* after so many periods its writers are the same: loops that take turns */
  struct md_writers *writers;  /* of each unit */
};

struct md_history {
  struct md_history *next, *before; /* the newest first */
  struct md_lane *lane;
  uint64_t used; /* its last execution, counted on all lanes */
  struct md_past *past[MD_PASTS];
  unsigned pasts;
  struct md_execution *ring; /* of room entries: a power of two; */
  unsigned room;
  struct md_writers *writers; /* theirs: width for each, */
  unsigned width;             /* the units of the longest message so far */
  uint64_t n;      /* executions remembered */
  unsigned period; /* 0: not known */
};

/* A unit of a message that is expected, or that may turn out to come again. */
struct md_watched {
  const char *lo, *hi; /* its bytes lie between */
  struct md_history *history;
  struct md_past *past;
  unsigned unit;
};

static inline struct md_execution *md_execution_of(const struct md_history *h, uint64_t n) { return &h->ring[n % h->room]; }

/* Whether op is this message. */
bool md_past_is(const struct md_past *p, const struct md_op *op);

/* Those that are watched now; look numbers the nests that look. */
const struct md_watched *md_history_watched(unsigned *n, unsigned *look);

#pragma GCC visibility pop
#endif

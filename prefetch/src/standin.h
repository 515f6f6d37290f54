/* Stand-ins: what goes in the place of a message of which the receiver has a part. */
#ifndef PF_STANDIN_H
#define PF_STANDIN_H

#include "call.h"
#include "lane.h"

#pragma GCC visibility push(hidden)

/* Writes one for a message, in l->standin; 0: it would not be worth it. Else its length. */
size_t pf_standin_write(struct pf_lane *l, uint64_t ask, const char *message, size_t bytes);

/* Whether what has come is one, for this request. */
bool pf_standin_is(const struct pf_order *o, const char *buf, size_t got);
/* Makes the message of it, in its place, which has room for so many bytes. Returns the length. */
size_t pf_standin_read(const struct pf_order *o, char *buf, size_t most, size_t got, size_t *saved);

#pragma GCC visibility pop
#endif

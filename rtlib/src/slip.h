/* Letters of the API on a ledger's wire: announcements of receives to senders, frames with bytes to receivers.
 *
 * Nobody waits for a letter: those under way are looked at when another one is posted. A letter that is posted
 * synchronously is gone when the other side has taken it: so unread ones can be counted, and are bounded. */
#ifndef MDMP_SLIP_H
#define MDMP_SLIP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

struct md_buffer;
struct md_ledger;

enum md_slip_kind { MD_ANNOUNCE, MD_FRAME }; /* MPI's tags on the wire */

/* What every letter begins with. */
struct md_slip_head {
  int32_t tag;       /* of the program */
  uint8_t again;     /* a frame: these bytes went before, and were written to then */
  uint16_t name;     /* bytes of a name of a file that follow the head, for `again` */
  uint64_t number;   /* of the message, on its course */
  uint64_t offset;   /* of the bytes that follow; of an announcement: messages with numbers below are matched */
  uint64_t bytes;    /* so many; of an announcement: room for so many */
  uint32_t each;     /* bytes of an increment of this message */
  int32_t line;      /* for `again` */
  uint64_t address;  /* of the bytes, on the sender */
};

/* Posts b, which holds size bytes. unread: it goes synchronously, and as long as nobody has taken it is counted there. */
void md_slip_post(struct md_ledger *l, int peer, enum md_slip_kind kind, struct md_buffer *b, size_t size, unsigned *unread);

/* Looks which letters are gone. */
void md_slip_reap(void);

/* The next letter of a kind that has come, from whom; NULL: none. It is given back to the pool by who takes it. */
struct md_buffer *md_slip_take(struct md_ledger *l, enum md_slip_kind kind, int *from);

/* Collective: takes in all that was sent on the wire. */
void md_slip_drain(struct md_ledger *l);

void md_slip_close(void);

#pragma GCC visibility pop
#endif

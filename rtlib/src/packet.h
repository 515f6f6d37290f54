/* Packets of the API on the private communicator of a sequence table (its wire): announcements of receives to senders, frames with bytes to receivers.
 *
 * Nobody waits for a packet: those under way are looked at when another one is posted. A packet that is posted
 * synchronously is gone when the other side has taken it: so unread ones can be counted, and are bounded. */
#ifndef MDMP_PACKET_H
#define MDMP_PACKET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

struct md_buffer;
struct md_sequences;

enum md_packet_kind { MD_ANNOUNCE, MD_FRAME }; /* MPI's tags on the wire */

/* What every packet begins with. */
struct md_packet_head {
  int32_t tag;       /* of the program */
  uint8_t again;     /* a frame: these bytes went before, and were written to then */
  uint16_t name;     /* bytes of a name of a file that follow the head, for `again` */
  uint64_t number;   /* of the message, on its sequence */
  uint64_t offset;   /* of the bytes that follow; of an announcement: messages with numbers below are matched */
  uint64_t bytes;    /* so many; of an announcement: room for so many */
  uint32_t each;     /* bytes of an increment of this message */
  int32_t line;      /* for `again` */
  uint64_t address;  /* of the bytes, on the sender */
};

/* Posts b, which holds size bytes. unread: it goes synchronously, and as long as nobody has taken it is counted there. */
void md_packet_post(struct md_sequences *l, int peer, enum md_packet_kind kind, struct md_buffer *b, size_t size, unsigned *unread);

/* Looks which packets are gone. */
void md_packet_reap(void);

/* The next packet of a kind that has come, from whom; NULL: none. It is given back to the pool by who takes it. */
struct md_buffer *md_packet_take(struct md_sequences *l, enum md_packet_kind kind, int *from);

/* Collective: takes in all that was sent on the wire. */
void md_packet_drain(struct md_sequences *l);

void md_packet_close(void);

#pragma GCC visibility pop
#endif

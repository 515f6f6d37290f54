/* A message in pieces: what is known of it between its first piece and its
 * exchange, and its frames. When a piece goes, and which, is decided in early.c. */
#ifndef MDMP_PIECES_H
#define MDMP_PIECES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cuts.h"
#include "luck.h"
#include "section.h"

#pragma GCC visibility push(hidden)

struct md_buffer;
struct md_lane;
struct md_place;

/* HELD: not sent, complete for good, and there was no room for it with the receiver. */
enum md_piece_state { MD_UNSENT, MD_HELD, MD_SENT, MD_SENT_FINAL, MD_CHANGED };

struct md_piece {
  enum md_piece_state state;
  size_t at; /* its first byte */
  struct md_buffer *copy; /* MD_SENT: the frame, kept for comparing; MD_CHANGED: what has changed */
};

struct md_early {
  struct md_early *next;  /* begun, on any lane; or spare */
  struct md_early *later; /* begun on the same lane, in order of q */
  struct md_lane *lane;
  struct md_place *place;
  uint64_t q, number;
  struct md_luck *luck; /* it was guessed; NULL: it was not */
  struct md_luck *also; /* by two */
  size_t again;         /* bytes that had changed */
  bool wrong;           /* begun by mistake (fault.h) */
  bool packed;          /* what is sent of it before its exchange is so right before it, and counts not as early */
  double since;         /* profile.c: when the first piece went */
  unsigned parts, part_room;
  struct md_section *part;
  size_t bytes;
  struct md_cuts cuts;
  size_t gone;  /* bytes of the pieces that were sent, */
  size_t takes; /* and what their frames take on either side */
  unsigned pieces, piece_room, sent, proved; /* proved: of those sent, the FINAL ones */
  unsigned held, first_held; /* pieces that are held, and before which none is */
  unsigned at, last;    /* at the exchange: the piece to go on with, and the last that is to be sent */
  struct md_piece *piece;
};

/* Bytes of pieces of messages begun from now on: what a region wishes. */
enum { MD_DELTA_AUTO = 0 };
#define MD_DELTA_ELEMENT SIZE_MAX
void md_pieces_delta(size_t bytes);

/* Whether a length is stated: then a message is cut, whatever is on trial. */
bool md_pieces_stated(void);

/* A message of so few bytes that pieces win nothing, while the tuner looks for what does. A guess may be used when its
 * exchange has said that it is all: that word comes no sooner than a short message, and the nothing, the piece and the
 * word are three messages. What is proved may be used sooner, but mostly its receiver has something to compute then, too.
 * So it goes whole, at its exchange; what is proved goes early, as one piece, only where nothing comes back: there all
 * ranks behind wait for it. Where options or a region ask for pieces no message is short. */
enum { MD_SHORT = 4096 };
bool md_pieces_short(size_t bytes);

/* Begins message q of a lane, nothing of it sent yet. No piece goes on behind an end of cuts, and what is as long as
 * its step is not cut if that goes (0: there is no such length); NULL: it may be cut anywhere. */
struct md_early *md_pieces_begin(struct md_lane *l, struct md_place *place, uint64_t q, const struct md_section *part,
                                 unsigned parts, const struct md_cuts *cuts);

/* The piece that begins at byte at; none does: as many as there are pieces. */
unsigned md_pieces_at(const struct md_early *e, size_t at);

/* Message q of l, if it is begun; any message that is. */
struct md_early *md_pieces_of(const struct md_lane *l, uint64_t q);
struct md_early *md_pieces_any(void);

/* Bytes of piece i. */
size_t md_piece_length(const struct md_early *e, unsigned i);

/* Piece i is held; the first that is held is not any longer: which one that was. */
void md_piece_hold(struct md_early *e, unsigned i);
unsigned md_piece_unhold(struct md_early *e);

/* An exchange waits for room: what is held waits behind it. Exchanges of several threads may. */
void md_pieces_hold_all(void);
void md_pieces_hold_no_more(void);

/* Whether pieces of any message are held that may go if there is room; of messages that have some the one that was begun first behind message `number`. */
bool md_pieces_held(void);
struct md_early *md_pieces_held_after(uint64_t number);

/* Sends piece i as it is now, or what has changed of it; keep: and a copy stays, for comparing. */
void md_piece_send(struct md_early *e, unsigned i, int flags, bool keep);

/* Where piece i lies, if it lies in one piece. */
const char *md_piece_plain(const struct md_early *e, unsigned i);

/* Sends pieces first .. first+n-1, which lie in one piece each, from where they are: nothing there may change until
 * they are gone (outgoing.h). */
void md_pieces_send_bare(struct md_early *e, unsigned first, unsigned n);

/* Looks whether piece i is as it was when it was sent and a copy was kept; returns the bytes that are to be sent if not. */
size_t md_piece_compare(struct md_early *e, unsigned i);

/* The frame that says that all pieces are sent. */
struct md_buffer *md_pieces_end(struct md_early *e);

/* The message is over, or never was. */
void md_pieces_forget(struct md_early *e);

/* invariant.h: messages begun are to come, in order on their lanes, and their pieces are in the state they say. */
bool md_pieces_valid(void);

void md_pieces_close(void);

#pragma GCC visibility pop
#endif

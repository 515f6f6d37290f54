/* Numbers of messages: what the API of delta send-recv knows of MPI's order.
 *
 * MPI matches the k-th message that a process sends to another one on a communicator and tag with the k-th receive there
 * that names both. So both sides number what they begin, whether it is a message of the API or not, and a receiver can say
 * "my k-th receive" to a sender that will know which send that is. A *sequence* is all that goes one way: a communicator, a
 * tag, a peer, sent or received.
 *
 * The program's own calls are numbered by wrappers (numbered.c) that the linker puts in their way. Where numbers are not
 * known for certain nothing is said early, and messages go whole. That is for either side to find out alone: a receiver
 * that does not know its numbers announces no receive, a sender that does not know its own heeds no announcement.
 *
 * A table of the sequences hangs on the program's communicator as an attribute. With the communicator it goes. */
#ifndef MDMP_SEQUENCE_H
#define MDMP_SEQUENCE_H

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>

#include "error.h"
#include "table.h"

#pragma GCC visibility push(hidden)

struct mdmp_request;

/* "My receive of this number is one of the API, with room for so many bytes." */
struct md_announced {
  uint64_t number, bytes;
};

enum { MD_ANNOUNCED_UNREAD = 8 }; /* announcements of a sequence that may be under way */

struct md_sequence {
  struct md_entry entry; /* by tag and peer */
  int tag, peer;
  bool sends;
  bool near;       /* the peer is on this machine */
  uint64_t number;  /* that the next message gets */
  uint64_t loose;   /* numbers of messages of the program that may be cancelled are below; 0: none */
  uint64_t settled; /* messages with numbers below are known to be matched */
  unsigned unread; /* packets sent synchronously that the peer has not taken yet */
  unsigned since;  /* frames sent since the last of these */
  struct mdmp_request *first, *last; /* sends of which bytes were said to be complete; receives that are announced */
  struct md_announced *announced;    /* by the receiver, in order; [from] is the oldest that counts */
  unsigned from, n, room;
};

struct md_sequences {
  struct md_sequences *next;
  MPI_Comm user;
  MPI_Comm wire; /* a private duplicate, errors returned; MPI_COMM_NULL: messages of user are not numbered, */
  bool used;     /*   this only says that there have been some */
  bool sends, receives; /* the numbers of what this process sends, of what it receives, are known */
  int size;
  uint64_t nonce; /* the same on all processes */
  struct md_table sequences;
  unsigned n;
  unsigned *posted; /* packets sent on wire, by peer; they go round */
  unsigned taken;   /* packets that came */
};

/* Collective, in MPI_Init: messages of MPI_COMM_WORLD are numbered if all processes can. */
void md_sequences_start(bool all, struct md_where at);

/* Collective over comm: its messages are numbered from now on, if all processes can and there were none so far. */
int md_sequences_name(MPI_Comm comm, bool here, struct md_where at);

/* The table of a communicator of the program; NULL: nothing is numbered. */
struct md_sequences *md_sequences_of(MPI_Comm comm);

/* A message is about to be sent (received) on comm, which is no message of the API. what is the call; begun: it does not
 * block, so it may be cancelled. */
void md_sequences_sends(MPI_Comm comm, int dest, int tag, const char *what, bool begun);
void md_sequences_receives(MPI_Comm comm, int source, int tag, bool begun);

/* The receive of which the number was given last there has its message. */
void md_sequences_received(MPI_Comm comm, int source, int tag);

/* Whether no message there that has a number can be cancelled any more: numbers that follow do not change. */
bool md_sequence_firm(const struct md_sequence *c);

/* From now on nobody knows the numbers of what is sent (received) on comm; on any. */
void md_sequences_lose_sends(MPI_Comm comm);
void md_sequences_lose_receives(MPI_Comm comm);
void md_sequences_lose_all(void);

/* The sequence, made if it is new; NULL: its numbers are not known. */
struct md_sequence *md_sequence(struct md_sequences *l, int tag, int peer, bool sends);

/* The same if there is one, whether or not numbers are still known. */
struct md_sequence *md_sequence_there(const struct md_sequences *l, int tag, int peer, bool sends);

/* While it is above 0, messages are those of the API, which numbers them itself. */
void md_sequences_aside(int more);

/* Before any table goes: what is under way is taken in. */
void md_sequences_close(void);

#pragma GCC visibility pop
#endif

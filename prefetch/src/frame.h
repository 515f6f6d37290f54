/* What goes over the sockets between two libraries: frames of one form, pages with bytes behind them. */
#ifndef PF_FRAME_H
#define PF_FRAME_H

#include <stdint.h>

#pragma GCC visibility push(hidden)

enum {
  PF_VERSION = 4,
  PF_DATA = 16384,   /* most bytes behind a frame */
  PF_WINDOW = 65536, /* most bytes that are on their way unconfirmed: what is lost when the message overtakes them */
};

/* Who asks says hello, the other side challenges, who asks proves himself, and may ask. */
enum { PF_HELLO = 0x6d647031, PF_CHALLENGE, PF_PROOF, PF_ASK, PF_PAGE, PF_ACK, PF_SETTLE, PF_SETTLED };

/* What a request came to, if it is settled: no stand-in answers it, or the message that it asked for is on its way, or that is not known
 * any more. */
enum pf_verdict { PF_OPEN_YET, PF_FREE, PF_SPENT, PF_UNKNOWN };

struct pf_frame {
  uint32_t kind, bytes; /* bytes: of the data behind a page */
  uint64_t ask;         /* number of the request, of the asker, settle and settled too; hello: the version */
  uint64_t name[2];     /* ask: the communicator's; hello: the asker's number; challenge, proof: the proof */
  uint64_t number;      /* hello: rank; challenge: half of the number drawn there; ask: R; page: the first block; ack: frames so far; settled: the verdict */
  uint64_t capacity;    /* ask: longest message that may be a stand-in; challenge: the other half */
  int32_t tag, from, to, size; /* ask, settle: ranks in the communicator, which has so many */
};

/* A stand-in begins with this, in the place of the message. Then come `runs` pairs of 32 bits (first block, blocks) of what
 * it carries, then that. */
struct pf_header {
  uint64_t nonce[2]; /* drawn in MPI_Init: no data of the program hold it */
  uint64_t ask;      /* the request that it answers: none has two answers */
  uint64_t length;   /* of the message */
  uint64_t sum;      /* of the message, where that is checked; else 0 */
  uint32_t runs, bytes; /* bytes: of the stand-in itself */
  uint64_t unused[2];
};

_Static_assert(sizeof(struct pf_header) == 64, "a header is 64 bytes long");

#pragma GCC visibility pop
#endif

/* A frame: what travels on the frame tag of a lane. spec/protocol.md describes it to the byte. */
#ifndef MDMP_FRAME_H
#define MDMP_FRAME_H

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

enum md_kind {
  MD_DATA = 1,  /* of message q: its header, or bytes of it */
  MD_VOID = 2,  /* nothing: sent to learn that all frames before it were taken */
  MD_CLOSE = 3, /* the lane ends; q is the number of messages it carried */
  MD_EVICTED = 4, /* on a tag of its own: a list of evicted lanes; q numbers the lists */
  MD_ASK = 5,    /* on another: how many messages of a lane (its tag is total) were executed there in all? place: the asker's direction */
  MD_GONE = 6,   /* the answer, which does not change any more: q */
  MD_LANE = 7,   /* on the program's communicator: the lane whose tag is total has the number q */
};

enum md_flag {
  MD_LAST = 1,        /* q is complete with this frame (and its direct bytes) */
  MD_FINAL = 2,       /* a piece that will not change: it may be used at once */
  MD_DIRECT = 4,      /* the bytes go on the direct tag, not in this frame */
  MD_CHANGES = 8,     /* the data are runs of bytes that replace others, each behind a struct md_run */
  MD_VARIES = 16,     /* the sizes of this directive's messages vary: they are announced no longer */
  MD_BARE = 32,       /* the data follow right behind this frame, each piece an MPI message that holds nothing else */
};

enum {
  MD_MAGIC = 0x4d44,
  MD_PLACE_MAX = 256,  /* most bytes of a place record in a frame */
  MD_DATA_MAX = 8192,  /* most bytes of a message in a frame */
  MD_FRAME_MAX = MD_DATA_MAX + 64, /* size of a frame buffer: data and header, or header and place record */
  MD_NEAR_MAX = 3968, /* most data that go at once within a machine, with a header, under any MPI that is known */
#ifdef MPICH_VERSION
  MD_NEAR_PIECE = MD_DATA_MAX, /* longest piece within a machine: see longest in pieces.c */
#else
  MD_NEAR_PIECE = MD_NEAR_MAX,
#endif
};

/* 48 bytes, followed by 8*place_words bytes of place record, then length bytes of data. */
struct md_header {
  uint16_t magic;
  uint8_t version;
  uint8_t kind;
  uint8_t flags;
  uint8_t place_words; /* size of the place record, in units of 8 bytes */
  uint16_t each;       /* bare pieces: bytes of one, the last may be shorter; else 0 */
  uint64_t q;          /* number of the message on its lane, from 0 */
  uint64_t total;      /* bytes of the message */
  uint64_t offset;     /* of this piece in it */
  uint64_t length;     /* of this piece */
  uint32_t place;      /* the sender's number of the directive */
  uint32_t era;        /* lists of evicted lanes that the receiver was sent before the lane was made */
};

_Static_assert(sizeof(struct md_header) == 48, "the header is 48 bytes on the wire");

/* Precedes the bytes of a run. */
struct md_run {
  uint32_t at; /* where they go, from the offset of the frame on */
  uint32_t bytes;
};

/* Precedes the file name in a place record, which is padded to 8 bytes with zeros. */
struct md_place_record {
  uint32_t line;
  uint32_t name_length;
};

/* Writes a place record of file:line to the frame; returns its size in words. */
uint8_t md_frame_place(char *frame, const char *file, int line);

/* Why a received frame is not acceptable, or NULL. */
const char *md_frame_defect(const void *frame, size_t received);

static inline size_t md_frame_data_at(const struct md_header *h) {
  return sizeof *h + 8 * (size_t)h->place_words;
}

#pragma GCC visibility pop
#endif

/* What the programs of hostile.c share. */
#ifndef HOSTILE_H
#define HOSTILE_H

#include <pthread.h>
#include <stdbool.h>
#include <sys/mman.h>

#include "check.h"

enum { ROUNDS = 16, LONG = 50000, MOST = 200000 };

extern unsigned char *buf, *other;

/* Receives, and looks at all there is: the bytes behind the message must stay. */
static inline void take(int most, int source, int tag, MPI_Comm comm) {
  MPI_Status s;
  memset(buf, 0xcd, (size_t)most);
  OK(MPI_Recv(buf, most, MPI_BYTE, source, tag, comm, &s));
  mix_status(&s);
  mix_bytes(buf, (size_t)most);
}

void sendrecvs(void);
void self(void);
void leaves(void);
void nothing(void);
void types(void);
void persistent(void);
void kinds(void);
void ready(void);
void unmapped(void);
void inter(void);
void any_order(void);
void threads(void);
void every(void);
void in_place(void);
void mixed_types(void);
void unequal(void);
void many_comms(void);
void attributes(void);
void wrong(void);
void between(void);
void halos(void);
void wait_errors(void);
void across(void);
void phases(void);
void wide(void);
void reduces(void);
void early(void);
void stretched(void);
void ahead(void);
void given_up(void);
void outlived(void);
void mishaps(void);
void replaced(void);
void vague(void);
void averages(void);
void handlers(void);

#endif

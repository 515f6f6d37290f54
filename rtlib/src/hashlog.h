/* MDMP_HASH: a hash of every section at every exchange. */
#ifndef MDMP_HASHLOG_H
#define MDMP_HASHLOG_H

#pragma GCC visibility push(hidden)

struct md_exchange;

/* Opens the file of this rank. */
void md_hashlog_open(void);

/* Logs the messages of a complete exchange. */
void md_hashlog(struct md_exchange *ex);

void md_hashlog_close(void);

#pragma GCC visibility pop
#endif

/* Messages on communicators with processes of another MPI_COMM_WORLD. */
#ifndef MDMP_FOREIGN_H
#define MDMP_FOREIGN_H

#include "exchange.h"

#pragma GCC visibility push(hidden)

/* Under the lock of posting: posts the foreign operations of ex and takes them out of its operations. */
void md_foreign_post(struct md_exchange *ex);

/* Completes them. */
void md_foreign_wait(struct md_exchange *ex);

#pragma GCC visibility pop
#endif

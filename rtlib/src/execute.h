/* Executing what was stated. */
#ifndef MDMP_EXECUTE_H
#define MDMP_EXECUTE_H

#include "exchange.h"

#pragma GCC visibility push(hidden)

/* All of ex; it is not the caller's any more. */
void md_execute(struct md_exchange *ex);

/* ex holds receives of an exchange that will be executed: posts them now, as far as that goes. */
void md_execute_ahead(struct md_exchange *ex);

#pragma GCC visibility pop
#endif

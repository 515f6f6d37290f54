/* Why a message stayed at its exchange: for MDMP_PROFILE. */
#ifndef MDMP_MISSED_H
#define MDMP_MISSED_H

#include <stdbool.h>

#include "exchange.h"
#include "why.h"

#pragma GCC visibility push(hidden)

/* Once op is posted and before history knows of it: why nothing of it went early, and which of its sections that is
 * about; why it is complete at its exchange, unless it may wait. */
enum md_why md_missed_send(const struct md_op *op, unsigned *part);
enum md_why md_missed_recv(const struct md_op *op, bool may_wait);

#pragma GCC visibility pop
#endif

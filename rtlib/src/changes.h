/* What has changed of a piece since it was sent, in a frame: runs of bytes that differ, and nothing of what lies
 * between them. (A plane whose rows end in what has just been received differs in two elements a row.) */
#ifndef MDMP_CHANGES_H
#define MDMP_CHANGES_H

#include <stdbool.h>
#include <stddef.h>

#include "frame.h"

#pragma GCC visibility push(hidden)

/* Puts into data what of the length bytes at now is not as then, and says in h what it is: runs, or all from the first
 * changed byte to the last if that is not longer. h->offset is where now is in its message. False: nothing has changed. */
bool md_changes_pack(struct md_header *h, char *data, const char *now, const char *then, size_t length);

/* Takes the next run off data, which end at end: where it lies behind the offset of the frame, and its bytes, which begin at
 * *data - r->bytes then. False: there is none. Runs that do not fit (see md_frame_defect) have no length. */
bool md_changes_next(const char **data, const char *end, struct md_run *r);

#pragma GCC visibility pop
#endif

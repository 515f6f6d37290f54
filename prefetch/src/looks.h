/* Looks at memory of the program that it may free at any time: by a system call that fails then. */
#ifndef PF_LOOKS_H
#define PF_LOOKS_H

#include <stdbool.h>
#include <stddef.h>

#pragma GCC visibility push(hidden)

enum { PF_EDGE = 32, PF_LOOK = 2 * PF_EDGE }; /* of each block the first and the last bytes are looked at */

/* Copies n bytes. False: they cannot be read. */
bool pf_peek(void *to, const void *from, size_t n);

/* The first and last bytes of all blocks of a message that is being sent, PF_LOOK bytes for each. Its memory is there; false: it is
 * not this processor's. */
bool pf_look_sent(unsigned char *looks, const char *message, size_t length);

/* The same of the blocks from..to-1 of memory of which nothing is known. That costs a good deal more for each block. */
bool pf_look(unsigned char *looks, const char *place, size_t length, size_t from, size_t to);

#pragma GCC visibility pop
#endif

/* Looks at memory of the program that it may free at any time: by a system call that fails then. */
#ifndef PF_LOOKS_H
#define PF_LOOKS_H

#include <stdbool.h>
#include <stddef.h>

#pragma GCC visibility push(hidden)

/* Copies n bytes. False: they cannot be read. */
bool pf_peek(void *to, const void *from, size_t n);

/* The first and last bytes of the blocks from..to-1 of a message, PF_LOOK bytes for each. */
bool pf_look(unsigned char *looks, const char *place, size_t length, size_t from, size_t to);

#pragma GCC visibility pop
#endif

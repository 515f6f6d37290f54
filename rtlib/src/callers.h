/* Whose code is running when a signal comes.
 *
 * A handler may call MPI only where no lock of MPI, of libc or of another library can be held: in code of the executable, called from code of the
 * executable alone, up to what is outermost. The stack is walked to see that. Where the executable holds MPI or what allocates memory
 * nothing can be known. What the addresses of code mean is looked up once. */
#ifndef MDMP_CALLERS_H
#define MDMP_CALLERS_H

#include <stdbool.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

enum { MD_CALLERS_DEEPEST = 200 };

/* Once, before any of the others. */
void md_callers_start(void);

/* Whether anything can be known; whether the program runs on the machine itself, and not under valgrind, which takes system calls that are stopped
 * for its own. */
bool md_callers_known(void);
bool md_callers_native(void);

/* In the handler of a signal that came at code: whether that is the executable's, called from it alone. within: it may also be libc's, that many frames
 * of it at most, which the executable has called. */
bool md_callers_may(uintptr_t code, unsigned within);

/* Where no signal has come: whether the executable alone has called this; the same, of libc's code that was called by it. */
bool md_callers_alone(void);
bool md_callers_by_libc(void);

#pragma GCC visibility pop
#endif

/* System calls of the program while pages are protected.
 *
 * One that writes to a protected page does not fault, it fails (EFAULT); one may change who has a signal, move memory, or make a child. So
 * the first call that the watching thread makes by itself is stopped by the kernel (syscall user dispatch, Linux 5.11),
 * all pages are opened, and it is made then: nothing of it meets a protected page, and nobody needs to know what it does. Calls of the run time
 * go on unhindered. Where the kernel cannot do that no pages are watched. */
#ifndef MDMP_SYSCALLS_H
#define MDMP_SYSCALLS_H

#include <stdbool.h>

#pragma GCC visibility push(hidden)

/* The calling thread is stopped at its next system call outside of the run time, and open is called, in a handler of a signal: it may do
 * what it does by system calls alone. False: that does not go. */
bool md_syscalls_watch(void (*open)(void));

/* Not any more. */
void md_syscalls_rest(void);

#pragma GCC visibility pop
#endif

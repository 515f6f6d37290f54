/* System calls of the program while pages are protected.
 *
 * One that writes to a protected page does not fault, it fails (EFAULT); one may change who has a signal, move memory, or make a child. So
 * the first call that the watching thread makes by itself is stopped by the kernel (syscall user dispatch, Linux 5.11),
 * all pages are opened, and it is made then: nothing of it meets a protected page, and nobody needs to know what it does. Calls of the run time
 * go on unhindered. Where the kernel cannot do that no pages are watched.
 *
 * Memory that is closed cannot simply be opened: its bytes have to come first. If they cannot be waited for at that call, because it is one of MPI's or
 * of the middle of libc, it is made with that memory closed, and the next one is stopped again. If it meets that memory it fails; a message says so if it reads or
 * writes one buffer. */
#ifndef MDMP_SYSCALLS_H
#define MDMP_SYSCALLS_H

#include <stdbool.h>

#pragma GCC visibility push(hidden)

/* The calling thread is stopped at its next system call outside of the run time (md_pages_at_call). False: that does not go. */
bool md_syscalls_watch(void);

/* Not any more, if no pages are watched. */
void md_syscalls_rest(void);

#pragma GCC visibility pop
#endif

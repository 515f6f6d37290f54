/* What always holds, said as code.
 *
 * With MDMP_ASSERT (variants of the run time for debugging, and all of its
 * tests) md_assert ends the program where something does not hold; otherwise it
 * costs nothing. Walkers look at a whole structure, and are called where an
 * exchange begins and ends: md_..._valid, which exist with MDMP_ASSERT only. */
#ifndef MDMP_INVARIANT_H
#define MDMP_INVARIANT_H

#pragma GCC visibility push(hidden)

/* error.c */
_Noreturn void md_fail_assert(const char *file, int line, const char *what);

#ifdef MDMP_ASSERT
#define md_assert(c) ((c) ? (void)0 : md_fail_assert(__FILE__, __LINE__, #c))
#define md_for_assert(what) (what) /* keeps account of what assertions ask for */
#else
#define md_assert(c) ((void)sizeof(!(c))) /* not evaluated */
#define md_for_assert(what) ((void)0)
#endif

#pragma GCC visibility pop
#endif

/* The answering thread: it fetches pages for those who ask. It calls nothing of MPI, which the program may have asked to
 * serve one thread alone. */
#ifndef PF_ANSWER_H
#define PF_ANSWER_H

#include <stdbool.h>

#pragma GCC visibility push(hidden)

bool pf_answers_start(void);
void pf_answers_stop(void);

#pragma GCC visibility pop
#endif

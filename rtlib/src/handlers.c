/* Signals that are not ours: see handlers.h. */
#define _GNU_SOURCE
#include "handlers.h"

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "pages.h"

/* The signal that is being handed on. */
static _Thread_local struct md_handed {
  const siginfo_t *info;
  uintptr_t frame;
  unsigned level;
} handed;

void md_handlers_found(struct md_handlers *h, const struct sigaction *a) {
  unsigned n = 0;
  for (unsigned i = 0; i < h->n; i++) /* if it was there before it is the newest now */
    if (h->before[i].sa_sigaction != a->sa_sigaction) h->before[n++] = h->before[i];
  if (n == MD_HANDLERS) n--;
  h->before[n] = *a;
  h->n = n + 1;
}

unsigned md_handlers_level(const siginfo_t *info, const void *frame) {
  return info == handed.info && (uintptr_t)frame < handed.frame ? handed.level + 1 : 0;
}

static void by_default(int sig, const siginfo_t *info) {
  struct sigaction dfl = {.sa_handler = SIG_DFL};
  sigaction(sig, &dfl, NULL);
  if (sig != SIGSEGV || info->si_code <= 0) raise(sig); /* a fault happens again by itself */
}

void md_handlers_hand_on(struct md_handlers *h, int sig, siginfo_t *info, void *context, unsigned level, char stop) {
  struct sigaction none = {.sa_handler = SIG_DFL}, *b = level < h->n ? &h->before[h->n - 1 - level] : &none;
  void (*handler)(int) = b->sa_handler;
  void (*action)(int, siginfo_t *, void *) = b->sa_sigaction;
  bool long_form = (b->sa_flags & SA_SIGINFO) != 0;
  if (handler == SIG_DFL || handler == SIG_IGN) { /* of either form */
    bool fault = info->si_code > 0; /* which nobody can ignore */
    if (handler == SIG_DFL || fault) by_default(sig, info);
    return;
  }
  sigset_t mask = b->sa_mask;
  if (!(b->sa_flags & SA_NODEFER)) sigaddset(&mask, sig);
  pthread_sigmask(SIG_BLOCK, &mask, NULL);
  if (b->sa_flags & SA_RESETHAND) *b = none;
  struct md_handed had = handed;
  handed = (struct md_handed){.info = info, .frame = (uintptr_t)__builtin_frame_address(0), .level = level};
  md_pages_stop = stop;
  if (long_form) action(sig, info, context);
  else handler(sig);
  handed = had;
}

/* System calls of the program while pages are protected: see syscalls.h. */
#define _GNU_SOURCE
#include "syscalls.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include "handlers.h"
#include "pages.h"

#ifndef PR_SET_SYSCALL_USER_DISPATCH
#define PR_SET_SYSCALL_USER_DISPATCH 59
#endif
enum { BY_DISPATCH = 2, /* si_code */ RESTORER = 16 /* bytes of code that holds the call that leaves a handler */ };

static struct {
  struct md_handlers others; /* whoever had the signal */
} syscalls;

#if defined __x86_64__

/* The kernel's form of struct sigaction. */
struct kernel_action {
  void *handler;
  unsigned long flags;
  void *restorer;
  uint64_t mask;
};

static void on_call(int sig, siginfo_t *info, void *context) {
  md_pages_stop = md_pages_stops = 0;
  int saved = errno;
  if (info->si_code == BY_DISPATCH) {
    md_pages_stops = !md_pages_at_call(context);
    ((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP] -= 2; /* make it now */
  } else {
    md_handlers_hand_on(&syscalls.others, sig, info, context, md_handlers_level(info, __builtin_frame_address(0)), 0);
  }
  errno = saved;
}

static bool listen(uintptr_t *restorer) {
  struct sigaction now, ours = {.sa_sigaction = on_call, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  sigset_t blocked;
  struct kernel_action k;
  if (pthread_sigmask(SIG_BLOCK, NULL, &blocked) != 0 || sigismember(&blocked, SIGSYS)) return false;
  if (sigaction(SIGSYS, NULL, &now) != 0) return false;
  if (!(now.sa_flags & SA_SIGINFO) || now.sa_sigaction != on_call) {
    sigfillset(&ours.sa_mask);
    md_handlers_found(&syscalls.others, &now);
    if (sigaction(SIGSYS, &ours, NULL) != 0) return false;
  }
  if (syscall(SYS_rt_sigaction, SIGSYS, NULL, &k, sizeof k.mask) != 0) return false;
  *restorer = (uintptr_t)k.restorer;
  return *restorer != 0;
}

bool md_syscalls_watch(void) {
  uintptr_t restorer;
  if (md_pages_stops) return true;
  if (!md_pages_native() || !listen(&restorer)) return false;
  if (prctl(PR_SET_SYSCALL_USER_DISPATCH, 1L, restorer, (long)RESTORER, &md_pages_stop) != 0) return false;
  md_pages_stops = 1;
  if (md_pages_busy == 0) md_pages_stop = 1;
  return true;
}

void md_syscalls_rest(void) {
  if (!md_pages_stops || md_pages_any()) return;
  md_pages_stop = md_pages_stops = 0;
  prctl(PR_SET_SYSCALL_USER_DISPATCH, 0L, 0L, 0L, 0L);
}

#else

bool md_syscalls_watch(void) { return false; }

void md_syscalls_rest(void) {}

#endif

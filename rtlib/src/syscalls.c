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

/* Whether a call does from the handler what it does from where it stands: it is about no stack, no mask, no thread and no process. */
static bool movable(long number) {
  switch (number) {
  case SYS_clone:
  case SYS_clone3:
  case SYS_fork:
  case SYS_vfork:
  case SYS_rt_sigreturn:
  case SYS_rt_sigprocmask:
  case SYS_sigaltstack:
  case SYS_arch_prctl: return false;
  default: return true;
  }
}

/* Makes the call here, so that the thread is stopped at the next one as well. Signals are the program's as ever. */
static void make(ucontext_t *u) {
  greg_t *r = u->uc_mcontext.gregs;
  sigset_t here;
  pthread_sigmask(SIG_SETMASK, &u->uc_sigmask, &here);
  long code = syscall(r[REG_RAX], r[REG_RDI], r[REG_RSI], r[REG_RDX], r[REG_R10], r[REG_R8], r[REG_R9]);
  r[REG_RAX] = code == -1 ? -errno : code;
  pthread_sigmask(SIG_SETMASK, &here, NULL);
}

static void on_call(int sig, siginfo_t *info, void *context) {
  greg_t *r = ((ucontext_t *)context)->uc_mcontext.gregs;
  int saved = errno;
  char stop = 0;
  md_pages_stop = md_pages_stops = 0;
  if (info->si_code != BY_DISPATCH) {
    md_handlers_hand_on(&syscalls.others, sig, info, context, md_handlers_level(info, __builtin_frame_address(0)), 0);
  } else {
    md_pages_stops = !md_pages_at_call(context);
    stop = md_pages_stops && movable(r[REG_RAX]);
    if (stop) make(context);
    else r[REG_RIP] -= 2; /* make it now */
  }
  errno = saved;
  md_pages_stop = stop;
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

/* Whose code is running when a signal comes: see callers.h. */
#define _GNU_SOURCE
#include "callers.h"

#include <link.h>
#include <mpi.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <unwind.h>

static struct {
  uintptr_t text, text_end; /* code of the executable, */
  uintptr_t libc, libc_end; /* and of libc */
  bool apart;               /* MPI, libc and what allocates memory are not part of it */
  bool valgrind;
} callers;

struct walk {
  unsigned frames, turns; /* turns: how often the walk went from the executable to others, or back */
  unsigned last;          /* frames since then */
  unsigned first;         /* frames of others when it first did */
  bool ours, libc;        /* libc: all those are libc's */
  bool outer;             /* the last frame of others is libc's: the walk has not ended early in a library that cannot be walked */
};

static bool in_text(uintptr_t at) { return at >= callers.text && at < callers.text_end; }

static bool in_libc(uintptr_t at) { return at >= callers.libc && at < callers.libc_end; }

static _Unwind_Reason_Code step(struct _Unwind_Context *c, void *arg) {
  struct walk *w = arg;
  uintptr_t at = _Unwind_GetIP(c);
  if (at == 0) return _URC_NO_REASON;
  bool ours = in_text(at);
  w->turns += ours != w->ours;
  w->last = ours != w->ours ? 1 : w->last + 1;
  w->ours = ours;
  if (!ours) w->outer = in_libc(at);
  if (w->turns == 1) {
    w->first++;
    w->libc = w->libc && in_libc(at);
  }
  return ++w->frames < MD_CALLERS_DEEPEST ? _URC_NO_REASON : _URC_NORMAL_STOP;
}

/* The walk begins in the handler, which is part of the executable, and meets the frame of the signal, which is
 * libc's. Then: the executable alone, then what started it, and at most one frame of the executable (_start). With within, what is interrupted is
 * so many frames of libc. */
static bool executable_alone(unsigned within) {
  struct walk w = {.ours = true, .libc = true};
  if (_Unwind_Backtrace(step, &w) != _URC_END_OF_STACK) return false;
  if (within > 0 && (w.first > 1 + within || !w.libc)) return false;
  return w.outer && (w.turns == 3 || (w.turns == 4 && w.last == 1));
}

static int find_text(struct dl_phdr_info *o, size_t size, void *objects) {
  (void)size;
  bool first = ++*(int *)objects == 1;
  if (o->dlpi_name != NULL && strstr(o->dlpi_name, "/vgpreload_") != NULL) callers.valgrind = true;
  for (int i = 0; i < o->dlpi_phnum; i++) {
    const ElfW(Phdr) *p = &o->dlpi_phdr[i];
    if (p->p_type != PT_LOAD || !(p->p_flags & PF_X)) continue;
    uintptr_t lo = o->dlpi_addr + p->p_vaddr, hi = lo + p->p_memsz, sure = (uintptr_t)&sysconf; /* no tool stands in for it */
    if (first) {
      callers.text = lo;
      callers.text_end = hi;
    } else if (sure >= lo && sure < hi) {
      callers.libc = lo;
      callers.libc_end = hi;
    }
  }
  return 0;
}

void md_callers_start(void) {
  int objects = 0;
  dl_iterate_phdr(find_text, &objects);
  uintptr_t others[] = { /* none of which the linker leads to us */
      (uintptr_t)&MPI_Testall, (uintptr_t)&dl_iterate_phdr, (uintptr_t)&malloc, (uintptr_t)&calloc, (uintptr_t)&free};
  callers.apart = objects > 2 && in_text((uintptr_t)&md_callers_start);
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) callers.apart = callers.apart && !in_text(others[i]);
  (void)executable_alone(0); /* what the walk loads at its first call is there then */
}

bool md_callers_known(void) { return callers.apart && callers.libc != 0; }

bool md_callers_native(void) { return !callers.valgrind; }

bool md_callers_may(uintptr_t code, unsigned within) {
  if (!callers.apart) return false;
  return in_text(code) ? executable_alone(0) : within > 0 && in_libc(code) && executable_alone(within);
}

bool md_callers_by_libc(void) { return callers.apart && executable_alone(MD_CALLERS_DEEPEST); }

bool md_callers_alone(void) {
  struct walk w = {.ours = true};
  if (_Unwind_Backtrace(step, &w) != _URC_END_OF_STACK) return false;
  return w.outer && (w.turns == 1 || (w.turns == 2 && w.last == 1));
}

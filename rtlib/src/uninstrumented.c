/* Who else may send and receive: see uninstrumented.h. */
#define _GNU_SOURCE
#include "uninstrumented.h"

#include <link.h>
#include <mpi.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "memory.h"
#include "rt.h"

static struct md_uninstrumented *const uninstrumented = &md_rt.deltas.uninstrumented;

/* ---- names ---- */

/* Functions that send, receive or take messages, and those that start MPI: who stands in for these is a tool. */
static const char *const calls[] = {
    "send",      "bsend",      "ssend",      "rsend",     "isend",    "ibsend",           "issend",    "irsend",
    "send_init", "bsend_init", "ssend_init", "rsend_init", "recv",    "irecv",            "recv_init", "sendrecv",
    "isendrecv", "mprobe",     "improbe",    "cancel",    "init",     "sendrecv_replace", "init_thread", "isendrecv_replace",
};

/* What may follow: those that numbered.list and wrap.list have. */
static const char *const forms[] = {"", "_c", "_", "__", "_f08", "_f08_", "_f08ts", "_f08ts_", "_f08ts_large_"};

struct name {
  bool call;      /* it is such a function, in whatever form; what an MPI has beyond the standard may be one */
  bool led;       /* in a form that the linker leads to a wrapper */
  bool profiling; /* of the profiling interface */
};

static bool has_form(const char *rest) {
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
    if (strcmp(rest, forms[i]) == 0) return true;
  return false;
}

static struct name understand(const char *name) {
  struct name is = {.profiling = name[0] == 'p' || name[0] == 'P'};
  name += is.profiling;
  if (strncasecmp(name, "mpi", 3) != 0) return is;
  is.call = strncasecmp(name, "mpix_", 5) == 0;
  if (name[3] != '_') return is;
  for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
    size_t n = strlen(calls[i]);
    const char *rest = name + 4 + n;
    if (strncasecmp(name + 4, calls[i], n) != 0 || (*rest != 0 && *rest != '_')) continue;
    is.call = true;
    is.led = is.led || has_form(rest);
  }
  return is;
}

static bool asks_by_name(const char *name) {
  return strcmp(name, "dlsym") == 0 || strcmp(name, "dlvsym") == 0 || strcmp(name, "dlinfo") == 0;
}

/* ---- objects ---- */

/* Of an object: what it is known by, its names, and what they say of it. */
struct object {
  const void *id;
  const char *path, *soname, *strings;
  const ElfW(Dyn) *dynamic;
  bool readable;                 /* its names were found */
  bool calls, defines, profiles; /* it asks for calls of MPI, has some, has some of the profiling interface */
  bool passes, asks;             /* it asks for some that no wrapper stands in for; for names at run time */
  bool before, own;
};

struct objects {
  struct object *all;
  unsigned n, room;
};

/* Names of an object begin at index 1; how many indices there are. */
static size_t names_of(const uint32_t *gnu, const uint32_t *sysv) {
  if (sysv != NULL) return sysv[1];
  uint32_t buckets = gnu[0], first = gnu[1], bloom = gnu[2], most = 0;
  const uint32_t *bucket = (const uint32_t *)((const char *)(gnu + 4) + bloom * sizeof(ElfW(Addr)));
  const uint32_t *chain = bucket + buckets;
  for (uint32_t i = 0; i < buckets; i++)
    if (bucket[i] > most) most = bucket[i];
  if (most < first) return first;
  while (!(chain[most - first] & 1)) most++;
  return most + 1;
}

static void read_name(struct object *o, const char *name, bool defined) {
  if (!defined && asks_by_name(name)) o->asks = true;
  struct name is = understand(name);
  if (!is.call) return;
  if (!defined) {
    o->calls = true;
    o->passes = o->passes || !is.led;
  } else {
    o->defines = true;
    o->profiles = o->profiles || is.profiling;
  }
}

static void read_names(struct object *o, ElfW(Addr) base) {
  const ElfW(Sym) *symbols = NULL;
  const uint32_t *gnu = NULL, *sysv = NULL;
  const ElfW(Dyn) *soname = NULL;
  for (const ElfW(Dyn) *d = o->dynamic; d != NULL && d->d_tag != DT_NULL; d++) {
    ElfW(Addr) at = d->d_un.d_ptr < base ? base + d->d_un.d_ptr : d->d_un.d_ptr; /* not all loaders add it */
    if (d->d_tag == DT_SYMTAB) symbols = (const ElfW(Sym) *)at;
    if (d->d_tag == DT_STRTAB) o->strings = (const char *)at;
    if (d->d_tag == DT_GNU_HASH) gnu = (const uint32_t *)at;
    if (d->d_tag == DT_HASH) sysv = (const uint32_t *)at;
    if (d->d_tag == DT_SONAME) soname = d;
  }
  o->readable = symbols != NULL && o->strings != NULL && (gnu != NULL || sysv != NULL);
  if (!o->readable) return;
  if (soname != NULL) o->soname = o->strings + soname->d_un.d_val;
  size_t n = names_of(gnu, sysv);
  for (size_t i = 1; i < n; i++) read_name(o, o->strings + symbols[i].st_name, symbols[i].st_shndx != SHN_UNDEF);
}

static bool known(const void *id) {
  for (unsigned i = 0; i < uninstrumented->n; i++)
    if (uninstrumented->known[i] == id) return true;
  return false;
}

static int add_object(struct dl_phdr_info *info, size_t size, void *to) {
  (void)size;
  struct objects *os = to;
  os->all = md_grow(os->all, &os->room, os->n + 1, sizeof *os->all);
  struct object *o = &os->all[os->n++];
  *o = (struct object){.id = info->dlpi_phdr, .path = info->dlpi_name, .before = known(info->dlpi_phdr)};
  for (int i = 0; i < info->dlpi_phnum; i++)
    if (info->dlpi_phdr[i].p_type == PT_DYNAMIC) o->dynamic = (const ElfW(Dyn) *)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
  read_names(o, info->dlpi_addr);
  uninstrumented->adds = info->dlpi_adds;
  uninstrumented->subs = info->dlpi_subs;
  return 0;
}

static void learn(const struct objects *os) {
  uninstrumented->known = md_grow(uninstrumented->known, &uninstrumented->room, os->n, sizeof *uninstrumented->known);
  uninstrumented->n = os->n;
  for (unsigned i = 0; i < os->n; i++) uninstrumented->known[i] = os->all[i].id;
}

/* ---- judging ---- */

static void found(const char *path) {
  if (uninstrumented->found) return;
  uninstrumented->found = true;
  if (path[0] == 0) path = "the executable";
  strncpy(uninstrumented->first, path, sizeof uninstrumented->first - 1);
}

/* What o needs is MPI's own if o is. */
static bool own_needs(const struct objects *os, const struct object *o) {
  bool more = false;
  for (const ElfW(Dyn) *d = o->dynamic; d->d_tag != DT_NULL; d++)
    for (unsigned i = 1; d->d_tag == DT_NEEDED && i < os->n; i++) {
      struct object *q = &os->all[i];
      if (q->own || q->soname == NULL || strcmp(q->soname, o->strings + d->d_un.d_val) != 0) continue;
      q->own = more = true;
    }
  return more;
}

static void find_own(const struct objects *os) {
  for (unsigned i = 1; i < os->n; i++) os->all[i].own = os->all[i].profiles;
  for (bool more = true; more;) {
    more = false;
    for (unsigned i = 1; i < os->n; i++)
      if (os->all[i].own && own_needs(os, &os->all[i])) more = true;
  }
}

/* The executable comes first. Its calls are led by the wrappers, but not what stands in for MPI there. */
static void judge_executable(const struct objects *os) {
  const struct object *o = &os->all[0];
  bool dynamic = false;
  for (unsigned i = 1; i < os->n; i++) dynamic = dynamic || os->all[i].profiles;
  if (!dynamic || o->defines || o->passes || o->asks || !o->readable) found(o->path);
}

static void judge(const struct object *o, bool at_start) {
  if (o->profiles || (o->dynamic == NULL && !o->readable)) return;
  bool mpis = at_start && (o->own || !o->before);
  if (!o->readable || o->calls || o->defines || (o->asks && !mpis)) found(o->path);
}

/* ---- looking ---- */

void md_uninstrumented_prepare(void) {
  struct objects os = {0};
  dl_iterate_phdr(add_object, &os);
  learn(&os);
  free(os.all);
}

void md_uninstrumented_start(void) {
  uninstrumented->trusted = md_rt.opt.libraries != NULL && strcmp(md_rt.opt.libraries, "apart") == 0;
  if (uninstrumented->trusted) return;
  struct objects os = {0};
  dl_iterate_phdr(add_object, &os);
  find_own(&os);
  judge_executable(&os);
  for (unsigned i = 1; i < os.n; i++) judge(&os.all[i], true);
  learn(&os);
  free(os.all);
}

static void look_at_new_ones(void) {
  struct objects os = {0};
  dl_iterate_phdr(add_object, &os);
  for (unsigned i = 1; i < os.n; i++)
    if (!os.all[i].before) judge(&os.all[i], false);
  learn(&os);
  free(os.all);
}

struct changes {
  unsigned long long adds, subs;
};

static int first_object(struct dl_phdr_info *info, size_t size, void *to) {
  (void)size;
  *(struct changes *)to = (struct changes){info->dlpi_adds, info->dlpi_subs};
  return 1;
}

bool md_uninstrumented_none(void) {
  if (uninstrumented->found) return false;
  if (md_unlikely(uninstrumented->trusted)) return true;
  struct changes now = {0, 0};
  dl_iterate_phdr(first_object, &now);
  if (md_likely(now.adds == uninstrumented->adds)) {
    uninstrumented->subs = now.subs;
    return true;
  }
  if (now.subs != uninstrumented->subs) found("a library that was loaded and is gone"); /* who knows which */
  else look_at_new_ones();
  return !uninstrumented->found;
}

const char *md_uninstrumented_first(void) { return uninstrumented->found ? uninstrumented->first : NULL; }

void md_uninstrumented_close(void) { free(uninstrumented->known); }

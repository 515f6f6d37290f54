/* Stand-ins: see standin.h. */
#include "standin.h"

#include <stdlib.h>
#include <string.h>

#include "bytes.h"
#include "memory.h"

/* Marks in l->there the blocks that the stand-in may leave out: confirmed, and as the message has them. */
static void compare(struct pf_lane *l, const char *message, size_t bytes, size_t *kept, size_t *carried, size_t *runs) {
  *kept = *carried = *runs = 0;
  bool running = false;
  for (size_t i = 0; i < l->blocks; i++) {
    size_t at = i * PF_BLOCK, n = pf_block_size(bytes, i);
    l->there[i] = l->there[i] != 0 && memcmp(l->copy + at, message + at, n) == 0;
    if (l->there[i]) {
      ++*kept;
    } else {
      *carried += n;
      *runs += !running;
    }
    running = !l->there[i];
  }
}

/* What was of no use makes the lane pause, ever longer. */
static void weigh(struct pf_lane *l, size_t kept) {
  enum { LONGEST = 8 };
  if (l->fetched == 0 || 2 * kept >= l->fetched) {
    l->wrong = 0;
    return;
  }
  if (l->wrong < LONGEST) l->wrong++;
  l->skip = 1u << l->wrong;
}

static void fill(struct pf_lane *l, const char *message, size_t bytes) {
  struct pf_header h;
  memcpy(&h, l->standin, sizeof h);
  char *run = l->standin + sizeof h, *data = run + h.runs * 2 * sizeof(uint32_t);
  for (size_t i = 0; i < l->blocks;) {
    size_t first = i;
    while (i < l->blocks && !l->there[i]) i++;
    if (i == first) {
      i++;
      continue;
    }
    uint32_t pair[2] = {(uint32_t)first, (uint32_t)(i - first)};
    size_t at = first * PF_BLOCK, n = (i * PF_BLOCK < bytes ? i * PF_BLOCK : bytes) - at;
    memcpy(run, pair, sizeof pair);
    memcpy(data, message + at, n);
    run += sizeof pair;
    data += n;
  }
  memset(data, 0, (size_t)(l->standin + h.bytes - data));
}

/* As long as the message, so that there is seldom another: what MPI may still read is given up then (see pf_lanes_drop). */
static bool room_for(struct pf_lane *l, size_t bytes) {
  if (l->room >= bytes) return true;
  if (!l->lent) free(l->standin);
  l->standin = malloc(bytes);
  l->room = l->standin != NULL ? bytes : 0;
  l->lent = false;
  return l->room > 0;
}

size_t pf_standin_write(struct pf_lane *l, uint64_t ask, const char *message, size_t bytes) {
  size_t kept, carried, runs;
  compare(l, message, bytes, &kept, &carried, &runs);
  weigh(l, kept);
  size_t n = sizeof(struct pf_header) + runs * 2 * sizeof(uint32_t) + carried;
  n = (n + PF_ALIGN - 1) / PF_ALIGN * PF_ALIGN;
  size_t least = pf.opt.greedy ? 0 : PF_BLOCK / 2;
  pf.tally.wasted += (l->fetched - kept) * PF_BLOCK;
  if (n + least > bytes) return 0;
  if (!room_for(l, bytes)) return 0;
  struct pf_header h = {.nonce = {pf.nonce[0], pf.nonce[1]}, .ask = ask, .length = bytes, .runs = (uint32_t)runs, .bytes = (uint32_t)n};
  if (pf.opt.check) h.sum = pf_sum(message, bytes);
  memcpy(l->standin, &h, sizeof h);
  fill(l, message, bytes);
  pf.tally.standins++;
  pf.tally.saved += bytes - n;
  return n;
}

bool pf_standin_is(const struct pf_order *o, const char *buf, size_t got) {
  struct pf_header h;
  if (got < sizeof h) return false;
  memcpy(&h, buf, sizeof h);
  return h.nonce[0] == pf.nonce[0] && h.nonce[1] == pf.nonce[1] && h.ask == o->ask && h.bytes == got && h.length <= o->capacity;
}

/* Copies what was fetched of blocks from..to-1, which all must be there. */
static void fetched(const struct pf_order *o, char *buf, size_t length, size_t from, size_t to) {
  for (size_t i = from; i < to; i++) {
    if (!o->have[i]) pf_fail("page %zu of a message of %zu bytes from rank %d was counted on and is not there", i, length, o->call->peer);
    memcpy(buf + i * PF_BLOCK, o->staging + i * PF_BLOCK, pf_block_size(length, i));
  }
}

size_t pf_standin_read(const struct pf_order *o, char *buf, size_t most, size_t got, size_t *saved) {
  struct pf_header h;
  if (pf.aside_room < got) {
    free(pf.aside);
    pf.aside = md_alloc(pf.aside_room = got);
  }
  memcpy(pf.aside, buf, got);
  memcpy(&h, pf.aside, sizeof h);
  const char *run = pf.aside + sizeof h, *data = run + h.runs * 2 * sizeof(uint32_t);
  size_t next = 0, length = (size_t)h.length;
  if (length > most) pf_fail("a message of %zu bytes from rank %d is longer than the %zu that were asked for", length, o->call->peer, most);
  for (uint32_t k = 0; k < h.runs; k++, run += 2 * sizeof(uint32_t)) {
    uint32_t pair[2];
    memcpy(pair, run, sizeof pair);
    size_t first = pair[0], end = first + pair[1], at = first * PF_BLOCK;
    size_t n = (end * PF_BLOCK < length ? end * PF_BLOCK : length) - at;
    fetched(o, buf, length, next, first);
    memcpy(buf + at, data, n);
    data += n;
    next = end;
  }
  fetched(o, buf, length, next, pf_blocks(length));
  if (pf.opt.check && h.sum != pf_sum(buf, length))
    pf_fail("a message of %zu bytes from rank %d, of which %zu were prefetched, differs from what was sent", length, o->call->peer, length - got);
  *saved = length - got;
  return length;
}

/* The hash log.
 *
 * Two runs that should agree and do not: where did they part? Each rank writes
 * one line for every message of every exchange, with a hash of its bytes; the
 * first line that differs is the place to look. The format is in spec/abi.md;
 * "mdmp compare" reads it. The hash is FNV-1a on 64-bit words instead of
 * bytes: quick, and the same on every machine of one byte order. */
#include "hashlog.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "comm.h"
#include "exchange.h"
#include "file.h"
#include "rt.h"

static struct md_hashlog *const hashlog = &md_rt.messages.hashlog;

static void file_name(char *to, size_t size) {
  const char *from = md_rt.opt.hash;
  char rank[16];
  snprintf(rank, sizeof rank, "%d", md_rt.rank);
  const char *mark = strstr(from, "%r");
  if (mark != NULL)
    snprintf(to, size, "%.*s%s%s", (int)(mark - from), from, rank, mark + 2);
  else
    snprintf(to, size, "%s.%s", from, rank);
}

void md_hashlog_open(void) {
  if (md_rt.opt.hash == NULL) return;
  char name[4096];
  file_name(name, sizeof name);
  hashlog->file = md_file_open(name, "w");
  if (hashlog->file == NULL) md_fail(MD_NOWHERE, "MDMP_HASH: cannot write %s: %s", name, strerror(errno));
  fprintf(hashlog->file, "mdmp-hash 1 rank %d of %d\n", md_rt.rank, md_rt.world->size);
}

static uint64_t mix(uint64_t h, const char *data, size_t n) {
  for (; n >= 8; n -= 8, data += 8) {
    uint64_t w;
    memcpy(&w, data, 8);
    h = (h ^ w) * 0x100000001b3u;
    h ^= h >> 32;
  }
  uint64_t rest = 0;
  memcpy(&rest, data, n);
  return n > 0 ? (h ^ rest) * 0x100000001b3u : h;
}

static uint64_t hash(const struct md_op *op) {
  char data[4096]; /* a multiple of 8: the pieces make one stream of words */
  uint64_t h = 0xcbf29ce484222325u ^ op->bytes;
  for (size_t from = 0, n; from < op->bytes; from += n) {
    n = op->bytes - from < sizeof data ? op->bytes - from : sizeof data;
    md_op_pack(op, from, n, data);
    h = mix(h, data, n);
  }
  return h;
}

void md_hashlog(struct md_exchange *ex) {
  md_lock();
  if (hashlog->file != NULL && ex->ops > 0) {
    hashlog->exchanges++;
    for (unsigned i = 0; i < ex->ops; i++) {
      const struct md_op *op = &ex->op[i];
      fprintf(hashlog->file, "%" PRIu64 " %u %s %d %d %" PRIu64 " %zu %016" PRIx64 " %s:%d\n", hashlog->exchanges, i + 1,
              op->dir == MD_RECV ? "recv" : "send", op->peer, op->tag, op->q, op->bytes, hash(op),
              op->place->where.file, md_line(op->line));
    }
  }
  md_unlock();
}

void md_hashlog_close(void) {
  if (hashlog->file != NULL && fclose(hashlog->file) != 0) md_warn(MD_NOWHERE, "MDMP_HASH: %s", strerror(errno));
  hashlog->file = NULL;
}

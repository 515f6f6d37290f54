/* Runs of what has changed: see changes.h. */
#include "changes.h"

#include <string.h>

/* From byte at on, the next that differs, or end. */
static size_t differs(const char *a, const char *b, size_t at, size_t end) {
  enum { STEP = 64 };
  while (end - at >= STEP && memcmp(a + at, b + at, STEP) == 0) at += STEP;
  while (at < end && a[at] == b[at]) at++;
  return at;
}

/* The end of the run that begins at byte at: what is equal for so long that another run is shorter does not belong to it. */
static size_t run_end(const char *a, const char *b, size_t at, size_t end) {
  size_t last = at + 1; /* behind the last byte that differs */
  for (size_t i = last; i < end && i - last <= sizeof(struct md_run); i++)
    if (a[i] != b[i]) last = i + 1;
  return last;
}

/* The runs of a piece, as long as they take less than room bytes; 0: they do not. */
static size_t pack_runs(char *data, size_t room, const char *now, const char *then, size_t first, size_t end) {
  size_t filled = 0;
  for (size_t at = first; at < end; at = differs(now, then, at, end)) {
    size_t last = run_end(now, then, at, end);
    struct md_run r = {(uint32_t)(at - first), (uint32_t)(last - at)};
    if (filled + sizeof r + r.bytes >= room) return 0;
    memcpy(data + filled, &r, sizeof r);
    memcpy(data + filled + sizeof r, now + at, r.bytes);
    filled += sizeof r + r.bytes;
    at = last;
  }
  return filled;
}

bool md_changes_pack(struct md_header *h, char *data, const char *now, const char *then, size_t length) {
  size_t first = differs(now, then, 0, length), end = length;
  if (first == length) return false;
  while (now[end - 1] == then[end - 1]) end--;
  h->offset += first;
  h->length = pack_runs(data, end - first, now, then, first, end);
  if (h->length > 0) {
    h->flags |= MD_CHANGES;
    return true;
  }
  h->length = end - first;
  memcpy(data, now + first, end - first);
  return true;
}

bool md_changes_next(const char **data, const char *end, struct md_run *r) {
  if (*data == end) return false;
  *r = (struct md_run){0, 0};
  size_t left = (size_t)(end - *data);
  if (left < sizeof *r) {
    *data = end;
    return true;
  }
  memcpy(r, *data, sizeof *r);
  if (r->bytes > left - sizeof *r) r->bytes = 0;
  *data += sizeof *r + r->bytes;
  return true;
}

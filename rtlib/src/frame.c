/* Writing and checking frames.
 *
 * Lanes are private, so a bad frame means a different version of the run time
 * on the other side, memory overwritten, or a fault of ours. None of these may
 * pass as data: every frame is checked as a whole before anything is believed. */
#include "frame.h"

#include <string.h>

#include "changes.h"
#include "mdmp.h"

uint8_t md_frame_place(char *frame, const char *file, int line) {
  char *to = frame + sizeof(struct md_header);
  size_t length = strlen(file), most = MD_PLACE_MAX - sizeof(struct md_place_record);
  if (length > most) { /* the end of a path says more than its beginning */
    file += length - most;
    length = most;
  }
  struct md_place_record r = {(uint32_t)line, (uint32_t)length};
  size_t words = (sizeof r + length + 7) / 8;
  memset(to, 0, 8 * words);
  memcpy(to, &r, sizeof r);
  memcpy(to + sizeof r, file, length);
  return (uint8_t)words;
}

static const char *place_defect(const struct md_header *h) {
  struct md_place_record r;
  size_t size = 8 * (size_t)h->place_words;
  if (size == 0) return NULL;
  if (size > MD_PLACE_MAX) return "place record too long";
  memcpy(&r, h + 1, sizeof r);
  if (sizeof r + r.name_length > size) return "place record damaged";
  return NULL;
}

static const char *changes_defect(const struct md_header *h) {
  const char *data = (const char *)h + md_frame_data_at(h), *end = data + h->length;
  struct md_run r;
  if ((h->flags & (MD_DIRECT | MD_FINAL)) != 0) return "changes of what does not change";
  while (md_changes_next(&data, end, &r))
    if (r.bytes == 0 || r.at > h->total - h->offset || r.bytes > h->total - h->offset - r.at) return "changes that do not fit";
  return NULL;
}

static const char *bare_defect(const struct md_header *h) {
  if (h->kind != MD_DATA || h->flags != (MD_BARE | MD_FINAL)) return "bare pieces of another kind";
  if (h->each == 0 || h->each > MD_DATA_MAX || h->length == 0) return "bare pieces of no size";
  return NULL;
}

const char *md_frame_defect(const void *frame, size_t received) {
  const struct md_header *h = frame;
  const uint8_t flags = MD_LAST | MD_FINAL | MD_DIRECT | MD_CHANGES | MD_VARIES | MD_BARE;
  if (received < sizeof *h) return "shorter than a header";
  if (h->magic != MD_MAGIC) return "no header of ours";
  if (h->version != MDMP_VERSION) return "another version of the run time";
  if (h->kind < MD_DATA || h->kind > MD_LANE) return "unknown kind";
  if ((h->flags & ~flags) != 0) return "unknown flags";
  if (h->offset > h->total || h->length > h->total - h->offset) return "piece beyond the end of its message";
  size_t inside = (h->flags & (MD_DIRECT | MD_BARE)) ? 0 : h->length;
  if (received != md_frame_data_at(h) + inside) return "length differs from the header's";
  const char *defect = (h->flags & MD_CHANGES) ? changes_defect(h) : (h->flags & MD_BARE) ? bare_defect(h) : NULL;
  if (defect != NULL) return defect;
  return place_defect(h);
}

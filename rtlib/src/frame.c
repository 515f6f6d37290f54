/* Checks of a received frame.
 *
 * Lanes are private, so a bad frame means a different version of the run time
 * on the other side, memory overwritten, or a fault of ours. None of these may
 * pass as data: every frame is checked as a whole before anything is believed. */
#include "frame.h"

#include "mdmp.h"

const char *md_frame_defect(const void *frame, size_t received) {
  const struct md_header *h = frame;
  if (received < sizeof *h) return "shorter than a header";
  if (h->magic != MD_MAGIC) return "no header of ours";
  if (h->version != MDMP_VERSION) return "another version of the run time";
  if (h->kind < MD_DATA || h->kind > MD_CLOSE) return "unknown kind";
  if ((h->flags & ~(MD_LAST | MD_FINAL | MD_DIRECT | MD_NEXT_PLAIN)) != 0) return "unknown flags";
  if (h->offset > h->total || h->length > h->total - h->offset) return "piece beyond the end of its message";
  if (8 * (size_t)h->place_words > MD_PLACE_MAX) return "place record too long";
  size_t inside = (h->flags & MD_DIRECT) ? 0 : h->length;
  if (received != md_frame_data_at(h) + inside) return "length differs from the header's";
  if (h->place_words > 0) {
    const struct md_place_record *r = (const void *)((const char *)frame + sizeof *h);
    if (sizeof *r + r->name_length > 8 * (size_t)h->place_words) return "place record damaged";
  }
  return NULL;
}

/* Last frames that wait: see order.h. */
#include "order.h"

#include <stdlib.h>

#include "frame.h"
#include "lane.h"
#include "outgoing.h"
#include "pending.h"
#include "pieces.h"
#include "rt.h"

/* A last frame, and the number of the exchange before which all must be complete. */
struct held {
  struct md_lane *lane;
  struct md_where at;
  struct md_buffer *frame;
  uint64_t number;
};

static struct held *held; /* in the order of their exchanges */
static int n, room;

bool md_order_clear(const struct md_exchange *ex) {
  if (md_likely(md_pending_oldest() >= md_pending_number(ex))) return true;
  md_progress();
  return md_pending_oldest() >= md_pending_number(ex);
}

void md_order_await(const struct md_exchange *ex) {
  struct md_watch w = {0};
  while (md_pending_oldest() < md_pending_number(ex)) md_keep_looking(&w);
}

void md_order_end(struct md_early *e, const struct md_exchange *ex) {
  struct md_buffer *b = md_pieces_end(e);
  if (md_order_clear(ex)) {
    md_outgoing_send(e->lane, e->place->where, b, sizeof(struct md_header));
    return;
  }
  if (n == room) {
    room = room > 0 ? 2 * room : 16;
    held = realloc(held, (size_t)room * sizeof *held);
    if (held == NULL) md_fail(MD_NOWHERE, "out of memory");
  }
  e->lane->posted++; /* it is as good as on its way */
  held[n++] = (struct held){e->lane, e->place->where, b, md_pending_number(ex)};
}

void md_order_release(void) {
  if (md_likely(n == 0)) return;
  uint64_t oldest = md_pending_oldest();
  int gone = 0;
  while (gone < n && held[gone].number <= oldest) {
    held[gone].lane->posted--;
    md_outgoing_send(held[gone].lane, held[gone].at, held[gone].frame, sizeof(struct md_header));
    gone++;
  }
  if (gone == 0) return;
  for (int i = gone; i < n; i++) held[i - gone] = held[i];
  n -= gone;
}

void md_order_close(void) {
  free(held);
  held = NULL;
  n = room = 0;
}

/* Last frames that wait: see order.h. */
#include "order.h"

#include <stdlib.h>
#include <string.h>

#include "frame.h"
#include "lane.h"
#include "memory.h"
#include "outgoing.h"
#include "pending.h"
#include "pieces.h"
#include "pool.h"
#include "rt.h"

/* A last frame, and the number of the exchange before which all must be complete. */
struct md_held {
  struct md_lane *lane;
  struct md_where at;
  struct md_buffer *frame;
  uint64_t number;
};

static struct md_order *const order = &md_rt.messages.order;

bool md_order_clear(const struct md_exchange *ex) {
  if (md_likely(ex->apart || md_pending_oldest() >= md_pending_number(ex))) return true;
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
  order->held = md_grow(order->held, &order->room, order->n + 1, sizeof *order->held);
  e->lane->posted++; /* it is as good as on its way */
  md_tell();
  md_assert(order->n == 0 || order->held[order->n - 1].number <= md_pending_number(ex));
  order->held[order->n++] = (struct md_held){e->lane, e->place->where, b, md_pending_number(ex)};
}

void md_order_release(void) {
  if (md_likely(order->n == 0)) return;
  uint64_t oldest = md_pending_oldest();
  unsigned gone = 0;
  for (; gone < order->n && order->held[gone].number <= oldest; gone++) {
    const struct md_held *h = &order->held[gone];
    h->lane->posted--;
    md_outgoing_send(h->lane, h->at, h->frame, sizeof(struct md_header));
  }
  if (gone == 0) return;
  order->n -= gone;
  memmove(order->held, order->held + gone, order->n * sizeof *order->held);
}

void md_order_close(void) {
  free(order->held);
  *order = (struct md_order){0};
}

#ifdef MDMP_ASSERT

bool md_order_valid(void) {
  for (unsigned i = 0; i < order->n; i++) {
    const struct md_held *h = &order->held[i];
    if (h->lane->posted == 0 || h->frame->holders != 1 || (i > 0 && h->number < order->held[i - 1].number)) return false;
  }
  return true;
}

#endif

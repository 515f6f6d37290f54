/* Slots: see slot.h. */
#include "slot.h"

#include "comm.h"

static void resolve(struct md_op *op, struct md_slot *slot) {
  struct md_exchange *ex = op->ex;
  struct md_where at = {ex->site->text.where.file, op->line};
  struct md_comm *c = md_comm_find(op->handle, at);
  md_comm_check_peer(c, op->peer, at);
  if (op->tag < 0) md_comm_bad_tag(op->tag, at);
  struct md_lane *l = md_lane_of(c, op->peer, op->tag, op->dir); /* which may begin an epoch */
  *slot = (struct md_slot){.place = md_place_of(ex->site, op->line),
                           .lane = l,
                           .epoch = md_comm_epoch(),
                           .line = op->line,
                           .handle = op->handle,
                           .tag = op->tag,
                           .peer = op->peer};
}

void md_slot_find(struct md_op *op, struct md_slot *slot) {
  if (md_unlikely(slot->line != op->line || slot->peer != op->peer || slot->tag != op->tag ||
                  slot->handle != op->handle || slot->epoch != md_comm_epoch()))
    resolve(op, slot);
  op->lane = slot->lane;
  op->place = slot->place;
  op->ex->far |= op->lane->far;
}

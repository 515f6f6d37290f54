package probe

import (
	"fmt"
	"strings"
)

// What is taken for a difference. Below a few per cent it is chance.
const (
	crowdedFrom = 1.5  // work of both ranks takes longer: they share a processor, or others use it
	winsFrom    = 1.05 // times as fast
	longFrom    = 64 << 10
	heldFrom    = 0.5
)

// hidden is the part of the shorter of work and transfer that was hidden in the longer one, from 0 to 1.
func (o Overlap) hidden(took float64) float64 {
	least := min(o.Work, o.Transfer)
	if least <= 0 {
		return 0
	}
	return max(0, min(1, (o.Serial-took)/least))
}

// won is how many times as fast as one after the other work and exchange in pieces are.
func (o Overlap) won() float64 {
	if o.Pieces <= 0 {
		return 1
	}
	return o.Serial / o.Pieces
}

// crowded reports that times say more about what else is done on the processors than about MPI.
func (p *Peer) crowded() bool { return p.Crowded > crowdedFrom }

// latency is the time of the shortest message.
func (p *Peer) latency() float64 {
	if len(p.Transfer) == 0 {
		return 0
	}
	return p.Transfer[0].Time
}

// bandwidth is the most bytes a second that were moved one way.
func (p *Peer) bandwidth() float64 {
	most := 0.0
	for _, t := range p.Transfer {
		if t.Time > 0 {
			most = max(most, float64(t.Bytes)/t.Time)
		}
	}
	return most
}

// longHidden is the mean part that a way hides of long messages; false: none were measured.
func (p *Peer) longHidden(way func(Overlap) float64) (float64, bool) {
	sum, n := 0.0, 0
	for _, o := range p.Overlap {
		if o.Bytes >= longFrom {
			sum += o.hidden(way(o))
			n++
		}
	}
	if n == 0 {
		return 0, false
	}
	return sum / float64(n), true
}

// wins is the range of sizes in which pieces win, and the most that they do, at a size.
type wins struct {
	from, to, at int
	most         float64
}

// wins finds where pieces win; false: nowhere.
func (p *Peer) wins() (wins, bool) {
	w := wins{}
	for _, o := range p.Overlap {
		if o.won() < winsFrom {
			continue
		}
		if w.from == 0 {
			w.from = o.Bytes
		}
		w.to = o.Bytes
		if o.won() > w.most {
			w.most, w.at = o.won(), o.Bytes
		}
	}
	return w, w.from > 0
}

// heldUp reports for long messages whether a rank that works holds up the other, without and with calls of MPI on the way.
func (p *Peer) heldUp(plain, polled func(Held) float64) (without, with bool, known bool) {
	sums, n := [2]float64{}, 0
	for _, h := range p.Held {
		if h.Bytes >= longFrom {
			sums[0] += plain(h)
			sums[1] += polled(h)
			n++
		}
	}
	return sums[0] >= heldFrom*float64(n), sums[1] >= heldFrom*float64(n), n > 0
}

// The sizes of the run time: a piece has a header, and is at least a kilobyte (rtlib/src/frame.h, outgoing.c).
const (
	pieceMost   = 8192
	pieceLeast  = 1024
	pieceHeader = 48
)

// piece is the length of pieces that leave at once, header included; 0: it is not known, or there is no such length.
func (p *Peer) piece() int {
	if p.Eager < pieceLeast+pieceHeader {
		return 0
	}
	return min(pieceMost, (p.Eager-pieceHeader)/64*64)
}

// early says whether pieces that leave early can win; -1: it is not known.
func (p *Peer) early(quick bool) int {
	if quick || p.crowded() || len(p.Overlap) == 0 {
		return -1
	}
	if _, ok := p.wins(); ok {
		return 1
	}
	return 0
}

// prior is the line that the run time reads: for pairs on one machine and on two the length of a piece (0: not known) and
// whether early pieces can win (-1: not known).
func (r *Result) prior() string {
	var b strings.Builder
	b.WriteString("mdmp-probe 1")
	for _, kind := range []string{Near, Far} {
		piece, early := 0, -1
		if p := r.Peer(kind); p != nil {
			piece, early = p.piece(), p.early(r.Quick)
		}
		fmt.Fprintf(&b, " %s %d %d", kind, piece, early)
	}
	return b.String()
}

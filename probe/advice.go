package probe

import (
	"fmt"
	"strings"
)

// What is taken for a difference. Below a few per cent it is chance.
const (
	losesFrom   = 0.95
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

// won is how many times as fast as one after the other work and exchange are if they took so long.
func (o Overlap) won(took float64) float64 {
	if took <= 0 {
		return 1
	}
	return o.Serial / took
}

// The ways of overlapping that a program has to be written for.
func byPieces(o Overlap) float64 { return o.won(o.Pieces) }
func byTest(o Overlap) float64   { return o.won(o.Polled) }

// crowded reports that times say more about what else is done on the processors than about MPI.
func (p *Peer) crowded() bool { return p.Crowded > crowdedFrom }

// latency is the time of the shortest message.
func (p *Peer) latency() float64 {
	if len(p.Transfer) == 0 {
		return 0
	}
	return p.Transfer[0].Time
}

// longest is the longest message that was moved one way, and the bytes a second of it.
func (p *Peer) longest() (bytes int, rate float64) {
	for _, t := range p.Transfer {
		if t.Time > 0 {
			bytes, rate = t.Bytes, float64(t.Bytes)/t.Time
		}
	}
	return bytes, rate
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

// gain is a range of sizes, and what a way makes of them at one of them.
type gain struct {
	from, to, at int
	times        float64 // as fast
}

// wins finds where a way wins, and where most; false: nowhere.
func (p *Peer) wins(way func(Overlap) float64) (gain, bool) {
	return p.sizes(way, func(times float64) bool { return times >= winsFrom }, func(a, b float64) bool { return a > b })
}

// loses finds where a way is slower than one after the other, and where most.
func (p *Peer) loses(way func(Overlap) float64) (gain, bool) {
	return p.sizes(way, func(times float64) bool { return times <= losesFrom }, func(a, b float64) bool { return a < b })
}

func (p *Peer) sizes(way func(Overlap) float64, counts func(float64) bool, more func(a, b float64) bool) (gain, bool) {
	g := gain{}
	for _, o := range p.Overlap {
		times := way(o)
		if !counts(times) {
			continue
		}
		if g.from == 0 {
			g.from = o.Bytes
		}
		g.to = o.Bytes
		if g.at == 0 || more(times, g.times) {
			g.times, g.at = times, o.Bytes
		}
	}
	return g, g.from > 0
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
	if _, ok := p.wins(byPieces); ok {
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

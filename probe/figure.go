package probe

import (
	"fmt"
	"io"
	"math"

	"github.com/mdmp-fortran/mdmp/chart"
)

// The names of curves, the same in all panels.
const (
	byItself = "MPI_Isend, MPI_Irecv"
	polled   = "with MPI_Test on the way"
	inPieces = "in early pieces (directives)"
	sender   = "the sender computes"
	receiver = "the receiver computes"
	oneWay   = "one way"
)

// Figure draws the curves.
func (r *Result) Figure(w io.Writer) error {
	f := chart.Figure{
		Title:   "Messages and computation: " + r.MPI,
		Sub:     fmt.Sprintf("%d ranks on %s", r.Ranks, hosts(r.Hosts)),
		Columns: 3,
		Colours: map[string]chart.Colour{byItself: chart.Blue, polled: chart.Sky, inPieces: chart.Vermilion,
			sender: chart.Purple, receiver: chart.Green, oneWay: chart.Grey},
		Notes: []string{
			"Hidden: how much of an exchange goes on behind computation that takes as long as the exchange.",
			"Held up: how much of the rest of its computation a rank makes the other one wait for a message.",
		},
	}
	for i := range r.Peers {
		f.Panels = append(f.Panels, r.Peers[i].panels()...)
	}
	return f.Write(w)
}

func hosts(n int) string {
	if n == 1 {
		return "one machine"
	}
	return fmt.Sprintf("%d machines", n)
}

// title says which pair it is.
func (p *Peer) title() string {
	if p.Kind == Near {
		return "one machine"
	}
	return "two machines"
}

func (p *Peer) panels() []chart.Panel {
	hidden := chart.Panel{Title: "Hidden, " + p.title(), XLabel: "bytes of the message", YLabel: "per cent", LogX: true, YMax: 100,
		Series: []chart.Series{
			curve(byItself, p.Overlap, func(o Overlap) (int, float64) { return o.Bytes, 100 * o.hidden(o.Nonblocking) }),
			curve(polled, p.Overlap, func(o Overlap) (int, float64) { return o.Bytes, 100 * o.hidden(o.Polled) }),
			curve(inPieces, p.Overlap, func(o Overlap) (int, float64) { return o.Bytes, 100 * o.hidden(o.Pieces) }),
		}}
	held := chart.Panel{Title: "Held up, " + p.title(), XLabel: "bytes of the message", YLabel: "per cent", LogX: true, YMax: 100,
		Series: []chart.Series{
			curve(sender, p.Held, func(h Held) (int, float64) { return h.Bytes, 100 * h.Sender }),
			curve(receiver, p.Held, func(h Held) (int, float64) { return h.Bytes, 100 * h.Receiver }),
		}}
	speed := chart.Panel{Title: "Bandwidth, " + p.title(), XLabel: "bytes of the message", YLabel: "MB a second", LogX: true,
		Series: []chart.Series{
			curve(oneWay, p.Transfer, func(t Transfer) (int, float64) { return t.Bytes, float64(t.Bytes) / t.Time / 1e6 }),
		}}
	panels := []chart.Panel{hidden, held, speed}
	for i := range panels {
		panels[i].XTicks = ticks(panels[i].Series)
	}
	return panels
}

func curve[T any](name string, list []T, at func(T) (int, float64)) chart.Series {
	s := chart.Series{Name: name}
	for _, x := range list {
		bytes, y := at(x)
		s.Points = append(s.Points, chart.Point{X: float64(bytes), Y: y, Lo: y, Hi: y})
	}
	return s
}

// ticks marks about six sizes, powers of two.
func ticks(series []chart.Series) []chart.Tick {
	lo, hi := math.Inf(1), 0.0
	for _, s := range series {
		for _, p := range s.Points {
			lo, hi = min(lo, p.X), max(hi, p.X)
		}
	}
	step := 2.0
	for hi/lo > math.Pow(step, 6) {
		step *= 2
	}
	var list []chart.Tick
	for at := lo; at <= hi; at *= step {
		list = append(list, chart.Tick{At: at, Label: chart.Bytes(at)})
	}
	return list
}

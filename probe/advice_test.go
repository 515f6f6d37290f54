package probe

import (
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/compiler"
)

func TestHidden(t *testing.T) {
	o := Overlap{Work: 2, Transfer: 1, Serial: 3}
	for took, want := range map[float64]float64{3: 0, 2.5: 0.5, 2: 1, 1: 1, 4: 0} {
		if got := o.hidden(took); got != want {
			t.Errorf("%g of 3: hidden %g, want %g", took, got, want)
		}
	}
	if (Overlap{}).hidden(1) != 0 || byPieces(Overlap{}) != 1 {
		t.Error("nothing was measured, and something hidden")
	}
}

// What the run time is told, and that it is told nothing that is not known.
func TestPrior(t *testing.T) {
	winning := []Overlap{{Bytes: 65536, Work: 1, Transfer: 1, Serial: 2, Pieces: 1.5}}
	losing := []Overlap{{Bytes: 65536, Work: 1, Transfer: 1, Serial: 2, Pieces: 2.5}}
	for _, test := range []struct {
		name  string
		r     Result
		prior string
	}{
		{"nothing", Result{}, "near 0 -1 far 0 -1"},
		{"wins", Result{Peers: []Peer{{Kind: Far, Crowded: 1, Eager: 65536, Overlap: winning}}}, "near 0 -1 far 8192 1"},
		{"loses", Result{Peers: []Peer{{Kind: Near, Crowded: 1, Eager: 8192, Overlap: losing}}}, "near 8128 0 far 0 -1"},
		{"crowded", Result{Peers: []Peer{{Kind: Near, Crowded: 2, Eager: 4096, Overlap: losing}}}, "near 4032 -1 far 0 -1"},
		{"quick", Result{Quick: true, Peers: []Peer{{Kind: Near, Crowded: 1, Eager: 4096, Overlap: losing}}}, "near 4032 -1 far 0 -1"},
		{"not eager", Result{Peers: []Peer{{Kind: Near, Crowded: 1, Eager: 512, Overlap: losing}}}, "near 0 0 far 0 -1"},
		{"not found out", Result{Peers: []Peer{{Kind: Near, Crowded: 1, Eager: -1}}}, "near 0 -1 far 0 -1"},
	} {
		if got := test.r.prior(); got != "mdmp-probe 1 "+test.prior {
			t.Errorf("%s: %q, want %q", test.name, got, test.prior)
		}
	}
}

func TestWins(t *testing.T) {
	p := Peer{Overlap: []Overlap{
		{Bytes: 1, Serial: 2, Pieces: 2}, {Bytes: 2, Serial: 3, Pieces: 2}, {Bytes: 4, Serial: 4, Pieces: 2}, {Bytes: 8, Serial: 2.2, Pieces: 2}, {Bytes: 16, Serial: 1, Pieces: 2}}}
	if g, ok := p.wins(byPieces); !ok || g != (gain{from: 2, to: 8, at: 4, times: 2}) {
		t.Errorf("%+v %v", g, ok)
	}
	if g, ok := p.loses(byPieces); !ok || g != (gain{from: 16, to: 16, at: 16, times: 0.5}) {
		t.Errorf("%+v %v", g, ok)
	}
	for _, found := range []func(func(Overlap) float64) (gain, bool){(&Peer{}).wins, (&Peer{}).loses} {
		if _, ok := found(byTest); ok {
			t.Error("nothing was measured, and it wins or loses")
		}
	}
}

// Sentences that the canned figures do not lead to.
func TestPage(t *testing.T) {
	held := func(sender, polled float64) []Held { return []Held{{65536, sender, polled, sender, polled}} }
	for _, test := range []struct {
		name string
		r    Result
		want string
	}{
		{"crowded", Result{Peers: []Peer{{Kind: Near, Crowded: 2}}}, "CAUTION, between ranks of one machine"},
		{"crowded wins", Result{Peers: []Peer{{Kind: Near, Crowded: 2}}}, "Between ranks of one machine: not known"},
		{"quick", Result{Quick: true}, "QUICK"},
		{"unknown limit", Result{Peers: []Peer{{Kind: Far, Eager: -1}}}, "could not be found out"},
		{"no limit", Result{Peers: []Peer{{Kind: Far}}}, "No message, however short"},
		{"no delay", Result{Peers: []Peer{{Delay: []Delay{{65536, 1, 1.1, 1.1}}}}}, "synchronisation: not needed"},
		{"none", Result{Peers: []Peer{{Delay: []Delay{{65536, 1, 2, 2}}}}}, "synchronisation: no."},
		{"free", Result{Peers: []Peer{{Held: held(0, 0)}}}, "one that computes is not held up"},
		{"held to the end", Result{Peers: []Peer{{Held: held(1, 1)}}}, "with MPI_Test in the computation, too"},
		{"MPI does it", Result{Peers: []Peer{{Overlap: []Overlap{{65536, 1, 1, 2, 1.1, 1.1, 1.1}}}}}, "data transfer: yes"},
		{"nothing wins", Result{Peers: []Peer{{Overlap: []Overlap{{65536, 1, 1, 2, 2, 2, 2}}}}}, "next to nothing"},
		{"one size", Result{Peers: []Peer{{Overlap: []Overlap{{65536, 1, 1, 2, 1, 1, 1}}}}}, "messages of about 64K"},
		{"knob without figures", Result{Peers: []Peer{{}}, Knobs: []Knob{{Setting: "X=1", Peers: []Peer{{Kind: Near, Eager: -1}}}}}, "X=1"},
	} {
		var b strings.Builder
		if err := test.r.Page(&b); err != nil {
			t.Fatal(err)
		}
		if words := strings.Join(strings.Fields(b.String()), " "); !strings.Contains(words, test.want) {
			t.Errorf("%s: nothing of %q in\n%s", test.name, test.want, b.String())
		}
	}
}

func TestSettings(t *testing.T) {
	far := []Peer{{Kind: Far}}
	for _, s := range settingsFor(compiler.MPICH, far) {
		if s.flavour != compiler.MPICH || s.kind == Near {
			t.Errorf("%+v", s)
		}
	}
	if len(settingsFor(compiler.MPICH, far)) != 2 || len(settingsFor("", far)) != 0 {
		t.Error("other settings than expected")
	}
}

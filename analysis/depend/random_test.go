package depend

import (
	"fmt"
	"slices"
	"testing"

	"github.com/mdmp-fortran/mdmp/analysis/affine"
	"pgregory.net/rapid"
)

// gen draws random nests: objects 0..2 are loop variables, 3..6 scalars, 7..9
// arrays of rank 2.
type gen struct {
	t     *rapid.T
	nest  *Model
	loops []*Loop
}

const (
	firstScalar = 3
	firstArray  = 7
	objects     = 10
)

func (g *gen) n(lo, hi int, what string) int { return rapid.IntRange(lo, hi).Draw(g.t, what) }

func (g *gen) form(scale int64) affine.Form {
	f := affine.Int(int64(g.n(-2, 3, "const")))
	for _, l := range g.loops {
		if g.n(0, 2, "use") == 0 {
			continue
		}
		k := rapid.SampledFrom([]int64{1, 1, 1, 1, -1, 2}).Draw(g.t, "coef")
		if h, ok := affine.Scale(affine.Of(l.Var), k); ok {
			f, _ = affine.Add(f, h)
		}
		if scale == 1 && g.n(0, 2, "one") > 0 {
			break
		}
	}
	return f
}

// subscript favours what real nests look like: a loop variable plus an offset.
func (g *gen) subscript(d int) affine.Dim {
	switch k := g.n(0, 11, "shape"); {
	case k < 8 && len(g.loops) > 0:
		l := g.loops[max(0, len(g.loops)-1-d)]
		f, _ := affine.Add(affine.Of(l.Var), affine.Int(int64(g.n(-1, 1, "offset"))))
		return affine.Point(f)
	case k == 8:
		return affine.Dim{Whole: true}
	case k == 9:
		lo := g.form(1)
		hi, _ := affine.Add(lo, affine.Int(int64(g.n(-1, 3, "extent"))))
		return affine.Triplet(lo, hi, int64(g.n(1, 2, "stride")))
	default:
		return affine.Point(g.form(2))
	}
}

func (g *gen) array(write bool) Access {
	o := Obj(g.n(firstArray, objects-1, "array"))
	if write {
		o = Obj(g.n(firstArray, objects-2, "array"))
	}
	return Access{Obj: o, Write: write, Sub: affine.Section{g.subscript(0), g.subscript(1)}, Fills: write && g.n(0, 3, "fills") > 0}
}

// scratch is a loop that fills a line of an array, more or less, and one that reads it,
// more or less.
func (g *gen) scratch() []Node {
	var out []Node
	o, row := Obj(firstArray), affine.Point(g.form(1))
	symbolic := g.n(0, 1, "symbolic") == 0
	rarely := func(what string) bool { return g.n(0, 11, what) == 7 }
	for _, write := range []bool{true, false} {
		l := &Loop{Var: affine.Sym(fmt.Sprintf("v%d", len(g.loops))), Obj: Obj(len(g.loops)), LoOK: true, HiOK: true}
		l.Step = rapid.SampledFrom([]int64{1, 1, 1, 1, 1, -1, -1, 2}).Draw(g.t, "step")
		lo, hi := affine.Int(0), affine.Int(4)
		if symbolic {
			hi = affine.Of("n")
		}
		if rarely("lo") || !write && g.n(0, 1, "later") == 0 {
			lo = affine.Int(1)
		}
		if rarely("hi") {
			hi, _ = affine.Sub(hi, affine.Int(1))
		}
		if l.Step < 0 {
			lo, hi = hi, lo
		}
		l.Lo, l.Hi = []affine.Form{lo}, []affine.Form{hi}
		f, _ := affine.Add(affine.Of(l.Var), affine.Int(0))
		if rarely("offset") || !write && lo.Const == 1 {
			f, _ = affine.Sub(f, affine.Int(1))
		}
		if rarely("fixed") {
			f = affine.Int(2)
		}
		sub := affine.Section{affine.Point(f), row}
		if rarely("range") {
			sub[0] = affine.Span(affine.Int(0), affine.Int(int64(g.n(3, 5, "to"))))
		}
		s := &Stmt{Acc: []Access{{Obj: o, Write: write, Sub: sub, Fills: write && !rarely("fills")}}}
		if !write {
			s.Acc = append(s.Acc, Access{Obj: firstArray + 1, Write: true, Sub: affine.Section{affine.Point(affine.Of(g.loops[0].Var)), affine.Point(affine.Of(l.Var))}})
		}
		l.Body = []Node{s}
		if rarely("condition") {
			l.Body = []Node{&If{Arms: [][]Node{{s}}}}
		}
		out = append(out, l)
	}
	if rarely("swapped") {
		out[0], out[1] = out[1], out[0]
	}
	return out
}

func (g *gen) scalar(write bool) Access {
	return Access{Obj: Obj(g.n(firstScalar, firstArray-2, "scalar")), Write: write, Sure: write && g.n(0, 5, "sure") > 0}
}

func (g *gen) stmt() Node {
	s := &Stmt{}
	for i, n := 0, g.n(0, 2, "reads"); i < n; i++ {
		s.Acc = append(s.Acc, g.array(false))
	}
	if g.n(0, 4, "readscalar") == 0 {
		s.Acc = append(s.Acc, g.scalar(false))
	}
	switch k := g.n(0, 15, "kind"); {
	case k == 0 && len(g.loops) > 0:
		s.Cycle = g.loops[g.n(0, len(g.loops)-1, "cycled")]
	case k == 1 || k == 2:
		s.Reduction = &Reduction{Obj: firstArray - 1, Op: rapid.SampledFrom([]string{"+", "+", "max"}).Draw(g.t, "op")}
	case k < 6:
		s.Acc = append(s.Acc, g.scalar(true))
	default:
		s.Acc = append(s.Acc, g.array(true))
	}
	if s.Cycle != nil {
		return &If{Arms: [][]Node{{s}}}
	}
	return s
}

func (g *gen) body(depth int) []Node {
	if depth > 0 && g.n(0, 3, "perfect") > 0 {
		return []Node{g.loop(depth)}
	}
	var out []Node
	for i, n := 0, g.n(1, 3, "length"); i < n; i++ {
		switch k := g.n(0, 9, "node"); {
		case k < 2 && depth > 0:
			out = append(out, g.loop(depth))
		case k < 5 && k > 2 && depth > 0:
			out = append(out, g.scratch()...)
		case k == 2:
			f := &If{Else: g.n(0, 1, "else") == 0}
			if g.n(0, 1, "condreads") == 0 {
				f.Reads = append(f.Reads, g.array(false))
			}
			for a, m := 0, g.n(1, 2, "arms"); a < m; a++ {
				f.Arms = append(f.Arms, []Node{g.stmt()})
			}
			out = append(out, f)
		default:
			out = append(out, g.stmt())
		}
	}
	return out
}

func (g *gen) loop(depth int) *Loop {
	level := len(g.loops)
	l := &Loop{Var: affine.Sym(fmt.Sprintf("v%d", level)), Obj: Obj(level), LoOK: true, HiOK: true}
	l.Step = rapid.SampledFrom([]int64{1, 1, 1, 1, -1, 2, -2}).Draw(g.t, "step")
	lo, hi := affine.Int(int64(g.n(0, 2, "lo"))), affine.Int(int64(g.n(0, 4, "hi")))
	if g.n(0, 2, "symbolic") == 0 {
		hi = affine.Of("n")
	}
	if level > 0 && g.n(0, 4, "triangular") == 0 {
		lo = affine.Of(g.loops[level-1].Var)
	}
	if l.Step < 0 {
		lo, hi = hi, lo
	}
	l.Lo, l.Hi = []affine.Form{lo}, []affine.Form{hi}
	if g.n(0, 4, "minmax") == 0 {
		l.Hi = append(l.Hi, affine.Int(3))
	}
	g.loops = append(g.loops, l)
	l.Body = g.body(depth - 1)
	g.loops = g.loops[:level]
	return l
}

func randomNest(t *rapid.T) (*Model, map[Obj]Obj) {
	n := &Model{Objects: make([]Object, objects), Facts: affine.Facts{affine.Of("n")}}
	for i := range n.Objects {
		n.Objects[i] = Object{Scalar: i < firstArray}
	}
	g := &gen{t: t, nest: n}
	n.Root = g.loop(g.n(1, 3, "depth"))
	alias := map[Obj]Obj{}
	if g.n(0, 9, "alias") == 0 {
		alias[firstArray+1] = firstArray
		n.Related = make([][]Related, objects)
		n.Related[firstArray] = []Related{{firstArray + 1, MayOverlap}}
		n.Related[firstArray+1] = []Related{{firstArray, MayOverlap}}
	}
	n.Dead = func(o Obj) bool { return o == firstScalar }
	if g.n(0, 2, "inner") > 0 {
		n.Inner = func(*Loop) bool { return true }
	}
	n.Scratch = func(o Obj) bool { return o == firstArray && len(alias) == 0 }
	return n, alias
}

// TestAnyOrder runs random nests in random orders of their outer iterations:
// wherever the analysis claims independence, memory and scalars must come out
// the same. It also counts how often a nest that came out the same in all
// orders tried was recognised, so that the test says something.
func TestAnyOrder(t *testing.T) {
	claimed, several, independent, recognised, scratch := 0, [MostBoxed + 1]int{}, 0, 0, 0
	rapid.Check(t, func(t *rapid.T) {
		n, alias := randomNest(t)
		r := n.Analyse()
		depth := max(r.Any, 1)
		loops := n.Boxed(depth)
		base := newMachine(n, alias)
		for o := 0; o < firstArray; o++ {
			base.mem[fmt.Sprint(o)] = mix(uint64(o), 99)
		}
		start := map[string]uint64{}
		for k, v := range base.mem {
			start[k] = v
		}
		its := base.iterations(loops)
		if len(its) < 2 || base.size > 5000 {
			return
		}
		straight := make([]int, len(its))
		for i := range straight {
			straight[i] = i
		}
		base.execute(loops, its, straight, nil)
		ignore := append([]Obj{}, r.MustBeDead...)
		for _, l := range loops {
			ignore = append(ignore, l.Obj)
		}
		agree := true
		for try := 0; try < 4; try++ {
			order := rapid.Permutation(straight).Draw(t, "order")
			if try == 0 {
				for i := range order {
					order[i] = len(order) - 1 - i
				}
			}
			m := newMachine(n, alias)
			for k, v := range start {
				m.mem[k] = v
			}
			m.execute(loops, its, order, r.LastValues)
			key, ok := same(base.mem, m.mem, ignore)
			if !ok && r.Any > 0 {
				t.Fatalf("claimed %d loops in any order, but order %v changes %s\n%s", r.Any, order, key, show(n))
			}
			agree = agree && ok
		}
		if r.Any > 0 {
			claimed++
		}
		several[r.Any]++
		if slices.Contains(r.MustBeDead, firstArray) && r.Any > 0 {
			scratch++
		}
		if agree {
			independent++
			if r.Any > 0 {
				recognised++
			}
		}
	})
	t.Logf("claimed %d (two loops %d, three %d); of %d independent nests %d recognised; %d with work arrays", claimed, several[2], several[3], independent, recognised, scratch)
	if independent >= 20 && recognised*100 < independent*30 { // two of three on average
		t.Errorf("of %d independent nests only %d are recognised: the test is vacuous", independent, recognised)
	}
}

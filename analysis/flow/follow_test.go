package flow

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/regions"
	"github.com/mdmp-fortran/mdmp/fortran/parse"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/fortran/source"
	"pgregory.net/rapid"
)

// build analyses the first region of a program.
func build(t interface{ Fatalf(string, ...any) }, src string) *Region {
	f := source.New("t.f90", []byte(src), source.Options{})
	tree := parse.File(f)
	set, _ := regions.Find(f, tree, nil)
	if len(tree.Errors) > 0 || len(set.Regions) == 0 {
		t.Fatalf("%v\n%s", tree.Errors, src)
	}
	p := access.NewProgram(scope.New(tree, scope.Options{}), set)
	u := p.Unit(set.Regions[0].Unit)
	return New(u, u.Tree(set.Regions[0].Unit.Exec, set), set.Regions[0], nil)
}

// control writes random control flow: r is received, touched here and there.
type control struct {
	t     *rapid.T
	b     strings.Builder
	depth int
	loops int
}

func (c *control) n(hi int) int { return rapid.IntRange(0, hi).Draw(c.t, "n") }

func (c *control) list() {
	for i, n := 0, 1+c.n(3); i < n; i++ {
		c.stmt()
	}
}

func (c *control) stmt() {
	p := func(s string) { c.b.WriteString(s + "\n") }
	c.depth++
	defer func() { c.depth-- }()
	k := c.n(9)
	if c.depth > 4 && k > 4 {
		k -= 5
	}
	switch k {
	case 0:
		p("!$mdmp recv(r(:,0), 1)")
		p("s = 0")
	case 1:
		p("r(1,0) = 1")
	case 2:
		p("x(:) = 2")
	case 3:
		if c.loops > 0 {
			p([]string{"if (f) cycle", "if (f) exit", "if (f) exit outer"}[c.n(1)])
		}
	case 4:
		p("s = s + 1")
	case 5, 6:
		p([]string{"do k = 1, 3", "do while (f)", "do"}[c.n(2)])
		c.loops++
		c.list()
		c.loops--
		p("end do")
	case 7:
		p("if (f) then")
		c.list()
		p("else")
		c.list()
		p("end if")
	case 8:
		p("if (f) then")
		c.list()
		p("end if")
	case 9:
		p("block")
		c.list()
		p("end block")
	}
}

// walker runs through the region at random and notes where the receive is
// pending.
type walker struct {
	f       *Region
	t       *rapid.T
	at      map[*access.Node]*Place
	from    *access.Node
	stop    func(*Place) bool
	pending bool
	met     map[*Place]bool
	steps   int
	target  *access.Node
	jump    access.Jump
}

func (w *walker) coin() bool { return rapid.Bool().Draw(w.t, "coin") }

func (w *walker) place(n *access.Node) {
	// A walk that was cut short met nothing that stands behind.
	if p := w.at[n]; p != nil && w.pending && w.steps <= 200 {
		w.met[p] = true
		if w.stop(p) {
			w.pending = false
		}
	}
}

// list returns false if a jump is under way.
func (w *walker) list(nodes []*access.Node) bool {
	for _, n := range nodes {
		if w.steps++; w.steps > 200 {
			return true
		}
		if !w.node(n) {
			return false
		}
	}
	return true
}

func (w *walker) node(n *access.Node) bool {
	w.place(n)
	if n == w.from {
		w.pending = true
	}
	if p := w.at[n]; p != nil && (p.Nest != nil || n.Kind == access.Loop && !w.f.parts[n]) {
		return true
	}
	switch n.Kind {
	case access.Branch:
		arm := 0
		if len(n.Arms) > 1 && w.coin() {
			arm = 1
		}
		if !n.Else && w.coin() {
			return true
		}
		return w.list(n.Arms[arm])
	case access.Block:
		return w.list(n.Arms[0])
	case access.Loop:
		for round := 0; round < 3 && (round == 0 || w.coin()) && w.steps < 200; round++ {
			if !w.list(n.Arms[0]) {
				if w.target != n {
					return false
				}
				w.target = nil
				if w.jump == access.Exits {
					return true
				}
			}
			if !n.Loop.Counted {
				w.place(n)
			}
		}
		return true
	}
	if n.Jump != access.Falls {
		w.target, w.jump = n.Target, n.Jump
		return false
	}
	return true
}

// TestFollow compares the places that Follow says a pending receive may meet
// with those met on random walks.
func TestFollow(t *testing.T) {
	seen, left := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		c := &control{t: t}
		c.list()
		src := "program p\nimplicit none\nreal :: r(9,0:9), x(9), s\nlogical :: f\ninteger :: k\n!$mdmp commregion\n" +
			"!$mdmp recv(r(:,0), 1)\ns = 9\n" + c.b.String() + "!$mdmp end commregion\nend program\n"
		f := build(t, src)
		from := f.Messages[rapid.IntRange(0, len(f.Messages)-1).Draw(t, "comm")]
		stop := func(p *Place) bool {
			_, touched := f.Unit.MayTouch(p.E, from.Refs[0])
			return touched
		}
		met := f.Follow(from.Node, stop)
		for try := 0; try < 10; try++ {
			w := &walker{f: f, t: t, at: f.byNode(), from: from.Node, stop: stop, met: map[*Place]bool{}}
			w.list(f.Nodes)
			for p := range w.met {
				if !met.Has(p) {
					t.Fatalf("met while pending, but not predicted: line at %d\n%s", p.Node.Stmt.Span().Start, src)
				}
				seen++
			}
		}
		left += len(f.Places) - len(met)
	})
	if seen == 0 || left == 0 {
		t.Errorf("vacuous: %d places met, %d left out", seen, left)
	}
}

// TestDead looks at scalars after a nest.
func TestDead(t *testing.T) {
	tests := []struct {
		name, after string
		want        bool
	}{
		{"read", "s = x", false},
		{"assigned", "x = 1\ns = x", true},
		{"assigned in a branch only", "if (f) x = 1\ns = x", false},
		{"assigned in both branches", "if (f) then\nx = 1\nelse\nx = 2\nend if\ns = x", true},
		{"nothing in both branches", "if (f) then\nelse\nend if\ns = x", false},
		{"an empty block", "block\nend block\ns = x", false},
		{"an empty associate", "associate (w => n)\nend associate\ns = x", false},
		{"an empty select", "select case (n)\nend select\ns = x", false},
		{"assigned in a block", "block\nx = 1\nend block\ns = x", true},
		{"assigned in a loop", "do k = 1, n\nx = 1\nend do\ns = x", false},
		{"never again", "s = 1", true},
		{"printed", "print *, x", false},
		{"argument", "call sub(x)", false},
		{"round the loop, read at its start", "@loop", false},
		{"sent by a request", "@request", false},
		{"asked for by a region", "!$mdmp end commregion\n!$mdmp commregion if(x > 1)\n!$mdmp send(a(:,1), k)", false},
		{"behind a jump", "do k = 1, 2\nif (f) exit\nx = 1\nend do\ns = x", false},
		{"jumps make it careful", "do k = 1, 2\nif (f) cycle\nx = 1\ns = x\nend do", false},
		{"goto", "if (f) go to 10\nx = 1\n10 s = x", false},
	}
	for _, tt := range tests {
		nest := "do i = 1, n\ndo j = 1, n\nif (f) x = a(j,i)\nend do\nend do\n"
		body := nest + tt.after + "\n"
		if tt.after == "@loop" {
			body = "do k = 1, n\ns = x\n" + nest + "end do\n"
		}
		if tt.after == "@request" {
			body = "call mpi_send_init(x, 1, mpi_real, 0, 0, mpi_comm_world, k, j)\n" + nest + "call mpi_start(k, j)\n"
		}
		src := "program p\nuse mpi\nimplicit none\nreal :: x, s, a(9,9)\nlogical :: f\ninteger :: i, j, k, n\n!$mdmp commregion\n" + body + "!$mdmp end commregion\nend program\n"
		f := build(t, src)
		var o *access.Object
		var loop *access.Node
		walk(f.Nodes, func(n *access.Node) {
			if n.Kind == access.Loop && string(n.Loop.Var) == "i" {
				loop = n
			}
			for _, r := range n.E.Refs {
				if r.Obj.Key == "x" && r.Write {
					o = r.Obj
				}
			}
		})
		if got := f.Dead(loop, o); got != tt.want {
			t.Errorf("%s: dead %v\n%s", tt.name, got, fmt.Sprint(src))
		}
	}
}

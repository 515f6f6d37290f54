package access_test

import (
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	parser "github.com/mdmp-fortran/mdmp/fortran/parse"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// Constructs as nodes with arms, and where jumps go.
func TestTree(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{"s = 1\ncontinue", "simple simple"},
		{"if (l) s = 1", "branch(simple)"},
		{"if (l) then\ns = 1\nelse\nt = 1\ns = 2\nend if", "branch+else(simple)(simple simple)"},
		{"if (l) then\ns = 1\nelse if (s > 1) then\nt = 1\nend if", "branch(simple)(simple)"},
		{"select case (i)\ncase (1)\ns = 1\ncase default\nt = 1\nend select", "branch+else(simple)(simple)"},
		{"do i = 1, 2\ns = 1\nend do", "loop(simple)"},
		{"do 10 i = 1, 2\n10 s = 1", "loop(simple)"},
		{"do i = 1, 2\nif (l) cycle\nif (l) exit\nend do", "loop(branch(cycles) branch(exits))"},
		{"do 10 i = 1, 2\nif (l) go to 10\n10 continue", "loop(branch(cycles))"},
		{"b: block\nif (l) exit b\nend block b", "block(branch(exits))"},
		{"associate (y => s)\ny = 1\nend associate", "block(simple)"},
		{"if (l) return", "branch(leaves)"},
		{"if (l) go to 7\n7 continue", "branch(gotos) simple"},
		{"read (5, *, end=7) s\n7 continue", "gotos simple"},
		{"forall (i=1:3, j=1:3) a(i,j) = 0", "loop(loop(simple))"},
		{"do concurrent (i=1:3, j=1:3)\na(i,j) = 0\nend do", "loop(loop(simple))"},
		{"where (b > 0) b = 0", "opaque"},
		{"where (b > 0)\nb = 0\nend where", "opaque"},
		{"critical\ns = 1\nend critical", "opaque"},
		{"!$mdmp send(b, 1)\n!$mdmp recv(c, 1)\ns = 1", "exchange simple"},
		{"!$mdmp commregion\ns = 1\n!$mdmp end commregion", "mark simple mark"},
		{"!$omp parallel do\ndo i = 1, 3\nb(i) = 1\nend do\n!$omp end parallel do", "loop+omp1(simple+parallel)"},
		{"!$omp atomic\ns = s + 1", "simple+omp1"},
		{"!$omp parallel\ns = 1\n!$omp end parallel", "opaque"},
		{"!$omp barrier\ns = 1", "simple"},
	} {
		_, _, tree := parse(t, c.body)
		if got := kinds(tree.Nodes); got != c.want {
			t.Errorf("%q: %s, want %s", c.body, got, c.want)
		}
	}
}

// Jumps that do not follow the tree are noted, with the labels they go to.
func TestLabels(t *testing.T) {
	for _, c := range []struct {
		body   string
		jumps  bool
		labels string
	}{
		{"7 s = 1", false, ""},
		{"do 10 i = 1, 2\n10 s = 1", false, ""},
		{"do 10 i = 1, 2\nif (l) go to 10\n10 continue", false, ""},
		{"if (l) go to 7\n7 s = 1", true, "7"},
		{"go to (7, 8), i\n7 s = 1\n8 s = 2", true, "7 8"},
		{"if (s) 7, 8, 7\n7 s = 1\n8 s = 2", true, "7 8"},
		{"write (6, *, err=7) s\n7 s = 1", true, "7"},
		{"call ext(*7)\n7 s = 1", true, "7"},
	} {
		_, _, tree := parse(t, c.body)
		if tree.Jumps != c.jumps {
			t.Errorf("%q: jumps %v", c.body, tree.Jumps)
		}
		for _, l := range strings.Fields(c.labels) {
			if !tree.Labels[l] {
				t.Errorf("%q: nothing jumps to %s in %v", c.body, l, tree.Labels)
			}
		}
		if c.labels == "" && len(tree.Labels) > 0 {
			t.Errorf("%q: %v", c.body, tree.Labels)
		}
	}
}

// Neighbours and parents.
func TestPlaces(t *testing.T) {
	_, u, tree := parse(t, "s = 1\nif (l) then\nt = 1\nelse\ns = 2\nt = 2\nend if")
	branch := tree.Nodes[1]
	second := branch.Arms[1][1]
	if list, i := second.Siblings(); len(list) != 2 || i != 1 || list[i] != second {
		t.Errorf("%d of %d", i, len(list))
	}
	if list, i := branch.Siblings(); len(list) != 2 || i != 1 {
		t.Errorf("%d of %d", i, len(list))
	}
	if !branch.Holds(second) || second.Holds(branch) || !second.Holds(second) || tree.Nodes[0].Holds(second) {
		t.Error("the branch holds its statements and nothing else does")
	}
	if second.Tree() != tree || tree.Unit != u {
		t.Error("another tree")
	}
	visited := 0
	tree.Walk(func(n *access.Node) bool { visited++; return n.Kind != access.Branch })
	if visited != 2 {
		t.Errorf("%d nodes without those in the branch", visited)
	}
}

// Loops: variable, bounds and step, as far as they are known.
func TestLoops(t *testing.T) {
	for _, c := range []struct {
		head   string
		lo, hi string
		step   int64
		known  bool
	}{
		{"do i = 1, n", "1", "n", 1, true},
		{"do i = n, 1, -1", "n", "1", -1, true},
		{"do i = 2*j+1, n-1, two", "2*j+1", "n-1", 2, true},
		{"do i = max(1, j), min(n, k)", "1 j", "n k", 1, true},
		{"do i = max(1, idx(j)), n", "1 idx(j)", "n", 1, true},
		{"do i = 1, n, k", "1", "", 0, false},
		{"do i = 1, int(ext(s))", "1", "", 1, false},
	} {
		_, _, tree := parse(t, c.head+"\nb(i) = 1\nend do")
		l := tree.Nodes[0].Loop
		var lo, hi []string
		for _, f := range l.Lo {
			lo = append(lo, f.String())
		}
		for _, f := range l.Hi {
			hi = append(hi, f.String())
		}
		if !l.Counted || !l.IntVar || string(l.Var) != "i" || l.Step != c.step {
			t.Errorf("%s: %+v", c.head, l)
		}
		if c.known && (strings.Join(lo, " ") != c.lo || strings.Join(hi, " ") != c.hi || !l.LoOK || !l.HiOK) {
			t.Errorf("%s: %v %v %v %v", c.head, lo, hi, l.LoOK, l.HiOK)
		}
		if !c.known && l.LoOK && l.HiOK && l.Step != 0 {
			t.Errorf("%s: all is known: %v %v", c.head, lo, hi)
		}
	}
	for _, head := range []string{"do while (l)", "do"} {
		_, _, tree := parse(t, head+"\nb(i) = 1\nend do")
		if l := tree.Nodes[0].Loop; l.Counted {
			t.Errorf("%s: %+v", head, l)
		}
	}
	_, _, tree := parse(t, "do s = 1., 2.\nt = 1\nend do")
	if tree.Nodes[0].Loop.IntVar {
		t.Error("s is no integer")
	}
}

// Directives to the compiler between a statement and the one before it, those that are comments to it left out.
func TestPragmaBefore(t *testing.T) {
	const omp = "!dir$ ivdep\n!$omp parallel &\n!$omp& private(y)\n! two\n!$omp do\n"
	for _, c := range []struct {
		between, unread, want string
		opaque                bool
	}{
		{"! hint\n!dir$ ivdep\n\n!gcc$ unroll 4\n", "", "!dir$", false},
		{"! hint\n!dir$ ivdep\n\n!gcc$ unroll 4\n", "dir$", "!gcc$", false},
		{"!DIR$ ivdep\n!OCL norecurrence\n!$nvtx start\n", "dir$ ocl $nvtx", "", false},
		{"!$some words\n", "dir$ ocl $nvtx", "!$some", false},
		{omp, "", "", true},
		{omp, "$omp", "!dir$", false},
		{omp, "$omp dir$", "", false},
		{"!$acc parallel loop\n", "$omp", "", true},
		{"!$acc parallel loop\n", "$acc", "", false},
	} {
		f := parser.File(source.New("t.f90", []byte("program p\nx = 1 ! one\n"+c.between+"y = 2\nend\n"), source.Options{Unread: strings.Fields(c.unread)}))
		u := access.NewProgram(scope.New(f, scope.Options{}), nil).Unit(f.Units[0])
		if got := u.PragmaBefore(&f.Stmts[len(f.Stmts)-2]); got != c.want {
			t.Errorf("%q without %s: %q, want %q", c.between, c.unread, got, c.want)
		}
		if n := u.Tree(f.Units[0].Exec, nil).Nodes[1]; c.opaque != (n.Kind == access.Opaque) {
			t.Errorf("%q without %s: kind %d", c.between, c.unread, n.Kind)
		}
	}
}

// Names mean what they mean at a node.
func TestAt(t *testing.T) {
	_, u, tree := parse(t, "block\ninteger :: s\ns = 1\nend block")
	in := tree.Nodes[0].Arms[0][0]
	outer := u.Lookup("s")
	if v := u.At(in).Lookup("s"); v == outer || v.Type.Word() != "integer" {
		t.Errorf("%+v", v)
	}
	if u.Lookup("s") != outer {
		t.Error("u itself is seen outside of the block")
	}
}

// What a BLOCK declares has the attributes that package scope gives it, and is no
// variable of the unit.
func TestBlockVariables(t *testing.T) {
	_, u, tree := parse(t, `block
integer, parameter :: five = 2 + 3
double precision, pointer :: p(:)
real, target, save :: q(3)
real :: kept = 1
logical, external :: f
character(len=3) :: c
type(nowhere) :: z
s = 1
end block`)
	u = u.At(tree.Nodes[0].Arms[0][0])
	type facts struct {
		what                   scope.Class
		typ                    string
		rank                   int
		pointer, target, saved bool
	}
	for name, want := range map[string]facts{
		"five": {what: scope.Constant, typ: "integer"}, "p": {what: scope.Variable, typ: "real", rank: 1, pointer: true},
		"q": {what: scope.Variable, typ: "real", rank: 1, target: true, saved: true}, "kept": {what: scope.Variable, typ: "real", saved: true},
		"f": {what: scope.Procedure, typ: "logical"}, "c": {what: scope.Variable, typ: "character"}, "z": {what: scope.Variable, typ: "type"},
	} {
		v := u.Lookup(name)
		got := facts{v.What(), v.Type.Word(), v.Rank, v.Has(scope.Pointer), v.Has(scope.Target), v.Saved()}
		if got != want || !v.Shadows() || v.Mark() == "" {
			t.Errorf("%s: %+v, want %+v", name, got, want)
		}
	}
	if f, ok := u.Form(&ast.Ident{Name: "five"}); !ok || f.String() != "5" {
		t.Errorf("five is %v", f)
	}
}

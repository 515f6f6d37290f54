package calls_test

import (
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/analysis/rungs"
	"github.com/mdmp-fortran/mdmp/codegen/calls"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// inOnePiece is u(100, 0:m): what is known stands in the table, what is not is a value.
func inOnePiece() *calls.Whole {
	return &calls.Whole{Type: "real8", Dims: []calls.Extent{{Known: true, Lo: 1, Hi: 100}, {Same: "0:m"}}}
}

// Arrays that lie in one piece are passed by address: to what states them, to what hands out
// boxes and to the question whether the nest is idle. Bounds and sizes that are certainly the
// same are passed once.
func TestWholes(t *testing.T) {
	n := &calls.Nest{Loops: loopJ(), Arrays: []*rungs.Array{
		array(u, rungs.Print{Read: true, Dims: column(1, -1, 1)},
			rungs.Print{Write: true, Dims: []rungs.Dim{{Lo: []ast.Expr{ast.Named("n")}, Hi: []ast.Expr{ast.Named("n"), ast.Int(2)}}, {Whole: true}}}),
		array(v, rungs.Print{Write: true, Dims: column(-2, 0, 1<<40)}),
	}, Copy: calls.Copy{Lines: "THE NEST\n", At: at}}
	for _, a := range n.Arrays {
		n.Wholly(a, inOnePiece())
	}
	got := nest(t, n)
	has(t, "stated", []string{
		"call mdmp_nest_arrays(mdmp_n, mdmp_t1, [int(storage_size(u)/8, mdmp_long), int(lbound(u,2,8), mdmp_long), int(ubound(u,2,8), mdmp_long), " +
			"int(n, mdmp_long), max(int(n, mdmp_long), int(2, mdmp_long)), int(1099511627776_mdmp_long, mdmp_long)], u, v)"}, got)
	const table = "integer(mdmp_int), parameter :: mdmp_t1(42) = [2, " +
		"2, 1, 2, 200, 3, 5, 2, 1, -1, 0, 0, 0, 1, 1, -2, 2, 2, 0, 0, 7, 9, -1, 0, 0, 0, " +
		"2, 1, 2, 200, 3, 5, 1, 2, -1, 0, 0, 0, 1, -2, 0, 11]"
	var declared []string
	for _, st := range calls.Around(n, noNames()).Stmts() {
		declared = append(declared, st.Text)
	}
	if text := strings.Join(declared, "\n"); !strings.Contains(text, table) {
		t.Errorf("no %q in\n%s", table, text)
	}
	has(t, "boxes", []string{"do while (mdmp_nest_next(mdmp_n, mdmp_b, u, v) /= 0_mdmp_int)", "mdmp_f1 = int(mdmp_b(1), kind(j))"}, got)
	has(t, "idle", []string{"if (mdmp_nest_idle(mdmp_n, 'a.f90'//achar(0), 9_mdmp_int, u, v) /= 0_mdmp_int) then", "THE NEST"}, got)
}

// More than eight arrays: the others are passed by calls of their own. A footprint that no
// table holds, and what is no array of the table's kind, is passed by a descriptor.
func TestManyWholes(t *testing.T) {
	n := &calls.Nest{Loops: loopJ()}
	for _, name := range strings.Fields("a b c d e f g h i k") {
		a := array(rungs.Guarded{X: ast.Named(name)}, rungs.Print{Read: true, Dims: column(1, 0, 0)})
		n.Arrays = append(n.Arrays, a)
		n.Wholly(a, inOnePiece())
	}
	steep := array(v, rungs.Print{Read: true, Dims: column(1<<40, 0, 0)})
	n.Wholly(steep, inOnePiece())
	n.Arrays = append(n.Arrays, steep)
	got := nest(t, n)
	has(t, "boxes", []string{"do while (mdmp_nest_next(mdmp_n, mdmp_b, a, b, c, d, e, f, g, h) /= 0_mdmp_int)",
		"call mdmp_touch(i, k)", "call mdmp_keep(v)", "mdmp_f1 = int(mdmp_b(1), kind(j))"}, got)
	text := strings.Join(got, "\n")
	for _, want := range []string{"mdmp_nest_arrays(mdmp_n, mdmp_t1, ", "mdmp_nest_arrays(mdmp_n, mdmp_t2, ", "mdmp_nest_array(mdmp_n, v, "} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}

// An allocatable array is asked for its bounds, and passed, only while it is allocated; what
// any call may change needs not be passed to keep it out of registers.
func TestGuardedWhole(t *testing.T) {
	p := array(rungs.Guarded{X: ast.Named("p"), Guards: []rungs.Guard{{Ask: rungs.Allocated, X: ast.Named("p")}}}, rungs.Print{Read: true, Dims: column(1, 0, 0)})
	n := &calls.Nest{Loops: loopJ(), Arrays: []*rungs.Array{p}, Global: map[*rungs.Array]bool{p: true}, Copy: calls.Copy{Lines: "THE NEST\n", At: at}}
	w := inOnePiece()
	w.Guarded = true
	n.Wholly(p, w)
	got := nest(t, n)
	has(t, "stated", []string{"if (allocated(p)) then", "call mdmp_nest_allocated(mdmp_n, mdmp_t1, [int(storage_size(p)/8, mdmp_long), " +
		"int(lbound(p,2,8), mdmp_long), int(ubound(p,2,8), mdmp_long)], p)", "end if"}, got)
	has(t, "idle", []string{"if (mdmp_nest_idle(mdmp_n, 'a.f90'//achar(0), 9_mdmp_int) /= 0_mdmp_int) then", "THE NEST"}, got)
	has(t, "boxes", []string{"do while (mdmp_nest_next(mdmp_n, mdmp_b) /= 0_mdmp_int)", "mdmp_f1 = int(mdmp_b(1), kind(j))"}, got)
	n.Global, n.Copy = nil, calls.Copy{}
	has(t, "kept", []string{"call mdmp_keep(p)", "end if", "mdmp_f1 = int(mdmp_b(1), kind(j))"}, nest(t, n))
}

// An array that is passed by its descriptor has one call for all of its footprints. Where any call may change what was
// passed to a dummy with TARGET it is not passed again; one that is passed by its address goes to the calls that may change it.
func TestTabled(t *testing.T) {
	for _, escapes := range []bool{false, true} {
		tabled := array(u, rungs.Print{Read: true, Dims: column(1, -1, 1)}, rungs.Print{Write: true, Dims: column(1, 0, 0)})
		whole := array(v, rungs.Print{Read: true, Dims: column(1, 0, 0)})
		n := &calls.Nest{Loops: loopJ(), Arrays: []*rungs.Array{tabled, whole}, Copy: calls.Copy{Lines: "THE NEST\n", At: at}, Escapes: escapes}
		n.Wholly(whole, inOnePiece())
		n.Tabled(tabled, []calls.Extent{{Known: true, Lo: 0}, {Same: "1"}})
		got := nest(t, n)
		has(t, "stated", []string{"call mdmp_nest_prints(mdmp_n, mdmp_t2, [int(lbound(u,2,8), mdmp_long)], u)"}, got)
		text := strings.Join(got, "\n")
		for passed, want := range map[string]bool{"mdmp_keep(u)": !escapes, "mdmp_nest_next(mdmp_n, mdmp_b, v)": true, "9_mdmp_int, v)": true} {
			if strings.Contains(text, passed) != want {
				t.Errorf("escapes %v: %q in\n%s", escapes, passed, text)
			}
		}
	}
}

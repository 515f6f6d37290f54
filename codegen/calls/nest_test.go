package calls_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/rungs"
	"github.com/mdmp-fortran/mdmp/codegen/calls"
	"github.com/mdmp-fortran/mdmp/codegen/emit"
	"github.com/mdmp-fortran/mdmp/codegen/internal/planned"
	"github.com/mdmp-fortran/mdmp/codegen/plan"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

var at = source.Position{Name: "a.f90", Line: 9}

func noNames() *emit.Names {
	return emit.NamesOf(source.New("a.f90", []byte("end\n"), source.Options{}))
}

// nest writes a nest: what stands before it, "…" for its lines, and what stands
// behind it.
func nest(t *testing.T, n *calls.Nest) []string {
	t.Helper()
	n.At = at
	if n.Arrays == nil { // every nest touches something
		n.Arrays = []*rungs.Array{array(u, rungs.Print{Read: true})}
	}
	b := calls.Around(n, noNames())
	if clash := b.Clash(); len(clash) > 0 {
		t.Errorf("%v clash", clash)
	}
	before, behind := b.Parts()
	return body(t, slices.Concat(before, []emit.Stmt{{Text: "…", Depth: 1, Copy: true}}, behind))
}

// has compares some lines in a row with those from the first of them on.
func has(t *testing.T, what string, want, got []string) {
	t.Helper()
	for i := range got {
		if strings.TrimSpace(got[i]) == strings.TrimSpace(want[0]) && i+len(want) <= len(got) {
			var trimmed []string
			for _, l := range got[i : i+len(want)] {
				trimmed = append(trimmed, strings.TrimSpace(l))
			}
			compare(t, what, want, trimmed)
			return
		}
	}
	t.Errorf("%s: %q is missing in\n%s", what, want[0], strings.Join(got, "\n"))
}

// lacks checks that a word stands nowhere.
func lacks(t *testing.T, what, word string, got []string) {
	t.Helper()
	if text := strings.Join(got, "\n"); strings.Contains(text, word) {
		t.Errorf("%s: %s in\n%s", what, word, text)
	}
}

func loopJ() []calls.Loop { return []calls.Loop{{Var: "j", Lo: "1", Hi: "m"}} }

// array is u, of rank 2, with footprints.
func array(d rungs.Guarded, prints ...rungs.Print) *rungs.Array {
	return &rungs.Array{Guarded: d, Prints: prints}
}

var (
	u = rungs.Guarded{X: ast.Named("u")}
	v = rungs.Guarded{X: ast.Named("v")}
	q = rungs.Guarded{X: &ast.Member{X: ast.Named("d"), Name: "q"}, Guards: []rungs.Guard{
		{Ask: rungs.Present, X: ast.Named("d")},
		{Ask: rungs.Associated, X: &ast.Member{X: ast.Named("d"), Name: "q"}}}}
)

func column(coef, lo, hi int64) []rungs.Dim {
	return []rungs.Dim{{Whole: true}, {Loop: 1, Coef: coef, Lo: []ast.Expr{ast.Int(lo)}, Hi: []ast.Expr{ast.Int(hi)}}}
}

// A nest in boxes, whole: bounds are evaluated once, what it touches is stated if
// the run time asks and an iteration is made, the loop variable ends as it would
// have.
func TestNest(t *testing.T) {
	got := nest(t, &calls.Nest{Loops: loopJ(), Any: true, Arrays: []*rungs.Array{array(u, rungs.Print{Read: true, Dims: column(1, -1, 1)})}})
	compare(t, "nest", []string{
		"mdmp_lo1 = int(1, mdmp_long)",
		"mdmp_hi1 = int(m, mdmp_long)",
		"if (mdmp_hi1 < mdmp_lo1) mdmp_hi1 = mdmp_lo1 - 1_mdmp_long",
		"call mdmp_nest_begin(mdmp_n, 'a.f90'//achar(0), 9_mdmp_int, mdmp_any_order, 1_mdmp_int, [mdmp_lo1, mdmp_hi1, 1_mdmp_long])",
		"if (mdmp_nest_asks(mdmp_n) /= 0_mdmp_int) then",
		"  if (((mdmp_hi1 - mdmp_lo1 + 1_mdmp_long)/1_mdmp_long) > 0) then",
		"    call mdmp_nest_array(mdmp_n, u, mdmp_reads, [0_mdmp_long, 0_mdmp_long, -huge(0_mdmp_long), huge(0_mdmp_long), " +
			"1_mdmp_long, 1_mdmp_long, int(-1, mdmp_long) - int(lbound(u,2,8), mdmp_long), int(1, mdmp_long) - int(lbound(u,2,8), mdmp_long)])",
		"  end if",
		"end if",
		"do while (mdmp_nest_next(mdmp_n, mdmp_b) /= 0_mdmp_int)",
		"  call mdmp_keep(u)",
		"  mdmp_f1 = int(mdmp_b(1), kind(j))",
		"  mdmp_l1 = int(mdmp_b(2), kind(j))",
		"…",
		"  call mdmp_keep(u)",
		"end do",
		"j = int(mdmp_lo1 + ((mdmp_hi1 - mdmp_lo1 + 1_mdmp_long)/1_mdmp_long)*1_mdmp_long, kind(j))",
	}, got)
}

// Two boxed loops: the inner variable is set only if the outer loop makes an
// iteration. A step is part of trips and of the last value; private variables and
// positions are nobody's business afterwards.
func TestLoops(t *testing.T) {
	two := nest(t, &calls.Nest{Loops: []calls.Loop{{Var: "k", Lo: "n", Hi: "1", Step: "-2", Down: true}, {Var: "j", Lo: "1", Hi: "m"}}})
	has(t, "two loops", []string{
		"k = int(mdmp_lo1 + ((mdmp_hi1 - mdmp_lo1 + int(-2, mdmp_long))/int(-2, mdmp_long))*int(-2, mdmp_long), kind(k))",
		"if (((mdmp_hi1 - mdmp_lo1 + int(-2, mdmp_long))/int(-2, mdmp_long)) > 0) j = int(mdmp_lo2 + " +
			"((mdmp_hi2 - mdmp_lo2 + 1_mdmp_long)/1_mdmp_long)*1_mdmp_long, kind(j))",
	}, two)
	for _, none := range []string{"if (mdmp_hi1 > mdmp_lo1) mdmp_hi1 = mdmp_lo1 + 1_mdmp_long", "if (mdmp_hi2 < mdmp_lo2) mdmp_hi2 = mdmp_lo2 - 1_mdmp_long"} {
		has(t, "no iteration", []string{none}, two)
	}
	has(t, "bounds", []string{
		"call mdmp_nest_begin(mdmp_n, 'a.f90'//achar(0), 9_mdmp_int, 0_mdmp_int, 2_mdmp_int, " +
			"[mdmp_lo1, mdmp_hi1, int(-2, mdmp_long), mdmp_lo2, mdmp_hi2, 1_mdmp_long])",
	}, two)
	has(t, "both make iterations", []string{
		"if (((mdmp_hi1 - mdmp_lo1 + int(-2, mdmp_long))/int(-2, mdmp_long)) > 0 .and. ((mdmp_hi2 - mdmp_lo2 + 1_mdmp_long)/1_mdmp_long) > 0) then",
	}, two)
	private := nest(t, &calls.Nest{Loops: []calls.Loop{{Var: "j", Lo: "1", Hi: "m", Private: true}}})
	lacks(t, "private", "\nj = ", private)
	counts := nest(t, &calls.Nest{Loops: []calls.Loop{{Lo: "0", Hi: "m-1"}}})
	has(t, "counts", []string{"mdmp_f1 = mdmp_b(1)", "mdmp_l1 = mdmp_b(2)", "…"}, counts)
	lacks(t, "counts", "kind(", counts)
}

// Flags say in which order boxes may run and on what grid they are cut.
func TestFlags(t *testing.T) {
	for _, c := range []struct {
		any, grid, tested bool
		want              string
	}{
		{false, false, false, "0_mdmp_int"},
		{true, false, false, "mdmp_any_order"},
		{false, true, false, "0_mdmp_int + mdmp_grid64"},
		{true, true, true, "mdmp_any_order + mdmp_grid64 + mdmp_tested"},
	} {
		got := nest(t, &calls.Nest{Loops: loopJ(), Any: c.any, Grid64: c.grid, Tested: c.tested})
		has(t, c.want, []string{"call mdmp_nest_begin(mdmp_n, 'a.f90'//achar(0), 9_mdmp_int, " + c.want + ", 1_mdmp_int, [mdmp_lo1, mdmp_hi1, 1_mdmp_long])"}, got)
	}
}

// What an order rests on is compared first.
func TestAssumed(t *testing.T) {
	now, next := ast.Named("now"), ast.Named("next")
	two := []rungs.Equation{{Of: next, Is: ast.Op(ast.Int(3), "-", now)}, {Of: now, Is: ast.Int(1)}}
	got := nest(t, &calls.Nest{Loops: loopJ(), Any: true, Assumed: two, Mentions: map[string]bool{"now": true, "next": true}})
	has(t, "assumed", []string{"call mdmp_nest_begin(mdmp_n, 'a.f90'//achar(0), 9_mdmp_int, merge(mdmp_any_order, mdmp_one_box, next==3-now .and. now==1), 1_mdmp_int, " +
		"[mdmp_lo1, mdmp_hi1, 1_mdmp_long])"}, got)
}

// Footprints: four numbers for each dimension, 0-based, the widest of several
// ends; what is not known is the whole dimension; an array may be guarded.
func TestFootprints(t *testing.T) {
	n, two := ast.Named("n"), ast.Int(2)
	whole := "0_mdmp_long, 0_mdmp_long, -huge(0_mdmp_long), huge(0_mdmp_long)"
	for _, c := range []struct {
		name  string
		print rungs.Print
		want  string
	}{
		{"written", rungs.Print{Write: true, Dims: column(1, 0, 0)},
			"mdmp_writes, [" + whole + ", 1_mdmp_long, 1_mdmp_long, int(0, mdmp_long) - int(lbound(u,2,8), mdmp_long), int(0, mdmp_long) - int(lbound(u,2,8), mdmp_long)]"},
		{"both", rungs.Print{Read: true, Write: true, Dims: column(-2, 3, 4)},
			"mdmp_reads + mdmp_writes, [" + whole + ", 1_mdmp_long, (-2_mdmp_long), int(3, mdmp_long) - int(lbound(u,2,8), mdmp_long), int(4, mdmp_long) - int(lbound(u,2,8), mdmp_long)]"},
		{"several ends", rungs.Print{Read: true, Dims: []rungs.Dim{{Whole: true}, {Lo: []ast.Expr{n, two}, Hi: []ast.Expr{n, two}}}},
			"mdmp_reads, [" + whole + ", 0_mdmp_long, 0_mdmp_long, min(int(n, mdmp_long), int(2, mdmp_long)) - int(lbound(u,2,8), mdmp_long), " +
				"max(int(n, mdmp_long), int(2, mdmp_long)) - int(lbound(u,2,8), mdmp_long)]"},
		{"an end is not known", rungs.Print{Read: true, Dims: []rungs.Dim{{Whole: true}, {Lo: []ast.Expr{n}}}}, "mdmp_reads, [" + whole + ", " + whole + "]"},
		{"scalar", rungs.Print{Read: true}, "mdmp_reads, [0_mdmp_long]"},
	} {
		got := nest(t, &calls.Nest{Loops: loopJ(), Arrays: []*rungs.Array{array(u, c.print)}})
		has(t, c.name, []string{"call mdmp_nest_array(mdmp_n, u, " + c.want + ")"}, got)
	}
	got := nest(t, &calls.Nest{Loops: loopJ(), Arrays: []*rungs.Array{array(q, rungs.Print{Read: true})}})
	has(t, "guards, one after the other", []string{
		"if (present(d)) then", "if (associated(d%q)) then", "call mdmp_nest_array(mdmp_n, d%q, mdmp_reads, [0_mdmp_long])", "end if", "end if"}, got)
}

// What is looked up is stated behind all else, where the arrays that are looked into exist, right before the footprint.
func TestLookups(t *testing.T) {
	row := func(at int64, plus int64) rungs.Element {
		return rungs.Element{Array: rungs.Guarded{X: ast.Named("p"), Guards: []rungs.Guard{{Ask: rungs.Associated, X: ast.Named("p")}}}, At: column(1, at, at)[1], Plus: plus}
	}
	rows := &rungs.Rows{Lo: row(0, 0), Hi: row(1, -1)}
	index := rungs.Guarded{X: ast.Named("c")}
	whole := "0_mdmp_long, 0_mdmp_long, -huge(0_mdmp_long), huge(0_mdmp_long)"
	p := rungs.Print{Read: true, Dims: []rungs.Dim{{Whole: true}, {Whole: true}},
		Lookup: &rungs.Lookup{Dim: 1, Plus: 2, Index: index, Dims: []rungs.Dim{{Whole: true}}, Rows: rows, Fixed: true, Certain: true}}
	got := nest(t, &calls.Nest{Loops: loopJ(), Arrays: []*rungs.Array{array(u, p)}})
	at := func(n string) string {
		return "[1_mdmp_long, 1_mdmp_long, int(" + n + ", mdmp_long) - int(lbound(p,1,8), mdmp_long), int(" + n + ", mdmp_long) - int(lbound(p,1,8), mdmp_long)])"
	}
	has(t, "rows", []string{"if (associated(p)) then",
		"call mdmp_nest_lookup(mdmp_n, 2_mdmp_int, 2_mdmp_long - int(lbound(u,2,8), mdmp_long), mdmp_fixed + mdmp_certain, c, [" + whole + "])",
		"call mdmp_nest_from(mdmp_n, 0_mdmp_long - int(lbound(c,1,8), mdmp_long), p, " + at("0"),
		"call mdmp_nest_to(mdmp_n, (-1_mdmp_long) - int(lbound(c,1,8), mdmp_long), p, " + at("1"),
		"call mdmp_nest_array(mdmp_n, u, mdmp_reads, [" + whole + ", " + whole + "])"}, got)
	p.Lookup = &rungs.Lookup{Index: index, Dims: column(1, 0, 0)}
	got = nest(t, &calls.Nest{Loops: loopJ(), Arrays: []*rungs.Array{array(u, p)}})
	has(t, "elements", []string{"call mdmp_nest_lookup(mdmp_n, 1_mdmp_int, 0_mdmp_long - int(lbound(u,1,8), mdmp_long), 0_mdmp_int, c, [" + whole +
		", 1_mdmp_long, 1_mdmp_long, int(0, mdmp_long) - int(lbound(c,2,8), mdmp_long), int(0, mdmp_long) - int(lbound(c,2,8), mdmp_long)])"}, got)
}

// Pairs that must be apart for any order.
func TestDisjoint(t *testing.T) {
	p := rungs.Guarded{X: ast.Named("p"), Guards: []rungs.Guard{{Ask: rungs.Associated, X: ast.Named("p")}}}
	got := nest(t, &calls.Nest{Loops: loopJ(), Disjoint: [][2]rungs.Guarded{{p, q}}})
	has(t, "disjoint", []string{"if (associated(p)) then", "if (present(d)) then", "if (associated(d%q)) then",
		"call mdmp_nest_disjoint(mdmp_n, p, d%q)", "end if", "end if", "end if"}, got)
}

// Scalars keep the value of the last iteration, whichever box runs last; without
// an iteration they keep what they had.
func TestFinals(t *testing.T) {
	got := nest(t, &calls.Nest{Loops: loopJ(), Any: true, LastValues: []*access.Object{{Name: "t", Root: variable("real")}, {Name: "k", Root: variable("logical")}}})
	has(t, "before", []string{"mdmp_v1 = 0", "mdmp_v2 = .false.", "do while (mdmp_nest_next(mdmp_n, mdmp_b) /= 0_mdmp_int)"}, got)
	has(t, "behind", []string{
		"if (mdmp_b(2) == mdmp_lo1 + (((mdmp_hi1 - mdmp_lo1 + 1_mdmp_long)/1_mdmp_long) - 1)*1_mdmp_long) then",
		"mdmp_v1 = t", "mdmp_v2 = k", "end if", "end do",
		"if (((mdmp_hi1 - mdmp_lo1 + 1_mdmp_long)/1_mdmp_long) > 0) then", "t = mdmp_v1", "k = mdmp_v2", "end if"}, got)
}

// A nest that may stand twice runs as it was written when there is nothing to do
// for it; what may have been received has been completed by then.
func TestIdle(t *testing.T) {
	sent := array(v, rungs.Print{Read: true})
	sent.Sent = true
	received := array(u, rungs.Print{Read: true})
	received.Received, received.Sent = true, true
	got := nest(t, &calls.Nest{Loops: loopJ(), Arrays: []*rungs.Array{sent, received}, Copy: calls.Copy{Lines: "THE NEST\n", At: at}})
	has(t, "idle", []string{
		"if (mdmp_nest_idle(mdmp_n, 'a.f90'//achar(0), 9_mdmp_int) /= 0_mdmp_int) then",
		"call mdmp_keep(u)", "THE NEST", "else", "mdmp_lo1 = int(1, mdmp_long)"}, got)
	lacks(t, "who is not idle is asked", "mdmp_nest_asks", got)
	if last := strings.TrimSpace(got[len(got)-1]); last != "end if" {
		t.Errorf("the last line is %q", last)
	}
}

// Of a nest that stands in the program once each iteration has a loop of its own, whose bounds come from where
// no compiler knows what is.
func TestOpaque(t *testing.T) {
	got := nest(t, &calls.Nest{In: calls.Straight, Loops: loopJ(), Opaque: 1})
	has(t, "iterations", []string{"do while (mdmp_nest_next(mdmp_n, mdmp_b) /= 0_mdmp_int)", "call mdmp_keep(u)", "do mdmp_k1 = mdmp_b(1), mdmp_b(2), 1_mdmp_long",
		"mdmp_f1 = int(mdmp_k1 + mdmp_zero, kind(j))", "mdmp_l1 = mdmp_f1", "…", "end do", "call mdmp_keep(u)", "end do"}, got)
	two := append(loopJ(), calls.Loop{Var: "i", Lo: "1", Hi: "n"})
	has(t, "the innermost on the grid", []string{"do mdmp_k1 = mdmp_b(1), mdmp_b(2), 1_mdmp_long", "mdmp_f1 = int(mdmp_k1 + mdmp_zero, kind(j))", "mdmp_l1 = mdmp_f1",
		"mdmp_f2 = int(mdmp_b(3), kind(i))", "mdmp_l2 = int(mdmp_b(4), kind(i))"}, nest(t, &calls.Nest{In: calls.Straight, Loops: two, Opaque: 1, Grid64: true}))
}

// A directive of OpenMP belongs to the outermost loop; the bounds are variables of each thread.
func TestOpaqueTeam(t *testing.T) {
	n := &calls.Nest{In: calls.Straight, Loops: append(loopJ(), calls.Loop{Var: "i", Lo: "1", Hi: "n"}), Opaque: 2, Team: true}
	got := texts(calls.Around(n, noNames()).Stmts())
	lacks(t, "nothing stands before the directive", "do mdmp_k1", got)
	lacks(t, "bounds are not shared", ":: mdmp_f1", got)
	has(t, "behind the directive", []string{"do mdmp_k1 = mdmp_b(1), mdmp_b(2), 1_mdmp_long", "do mdmp_k2 = mdmp_b(3), mdmp_b(4), 1_mdmp_long", "block",
		"integer(kind(j)) :: mdmp_f1, mdmp_l1", "integer(kind(i)) :: mdmp_f2, mdmp_l2",
		"mdmp_f1 = int(mdmp_k1 + mdmp_zero, kind(j))", "mdmp_l1 = mdmp_f1", "mdmp_f2 = int(mdmp_k2 + mdmp_zero, kind(i))", "mdmp_l2 = mdmp_f2"}, texts(n.Open))
	has(t, "behind the nest", []string{"end block", "end do", "end do"}, texts(n.Shut))
}

// Array statements: sections begin where they begin, and a whole allocatable array
// may get another shape, as the statement that was written gives it.
func TestArrayStatement(t *testing.T) {
	got := nest(t, &calls.Nest{Loops: []calls.Loop{{Lo: "0", Hi: "m"}}, Any: true,
		Starts: []calls.Start{{"mdmp_s1", "lbound(v, 2)"}},
		Shape:  &calls.Shape{Array: "v", Same: []string{"size(v, 1) == size(u, 1)", "size(v, 2) == size(u, 2)"}, Original: "v = u"}})
	has(t, "shape", []string{
		"mdmp_same = .false.", "if (allocated(v)) then", "mdmp_same = size(v, 1) == size(u, 1) .and. size(v, 2) == size(u, 2)", "end if",
		"if (.not. mdmp_same) then", "call mdmp_settle()", "call mdmp_keep(u)", "v = u", "else", "mdmp_lo1 = int(0, mdmp_long)"}, got)
	has(t, "starts", []string{"mdmp_s1 = lbound(v, 2)", "call mdmp_nest_begin(mdmp_n, 'a.f90'//achar(0), 9_mdmp_int, mdmp_any_order, 1_mdmp_int, [mdmp_lo1, mdmp_hi1, 1_mdmp_long])"}, got)
}

// message plans the only message of a directive.
func message(t *testing.T, directive string) *plan.Message {
	t.Helper()
	x, _, _ := planned.Exchange(t, directive, plan.Options{})
	return x.Messages[0]
}

// Feeds state what a send will: final only if that is proved, or while a
// condition holds.
func TestFeeds(t *testing.T) {
	site := source.Position{Name: "a.f90", Line: 41}
	const find = "if (mdmp_x41(1) == 0_mdmp_handle) call mdmp_site(mdmp_x41, 'a.f90'//achar(0), 41_mdmp_int)"
	for _, c := range []struct {
		name, directive string
		feed            calls.Feed
		want            []string
	}{
		{"a hint", "!$mdmp send(a(:,1), 1)", calls.Feed{}, []string{find,
			"call mdmp_nest_feed(mdmp_n, mdmp_x41, 2_mdmp_int, 0_mdmp_int, a(:,1), int(1, mdmp_int), mdmp_untagged, mdmp_world)"}},
		{"final", "!$mdmp send(a(:,1), 1) tag(3) comm(icomm)", calls.Feed{Final: true}, []string{find,
			"call mdmp_nest_feed(mdmp_n, mdmp_x41, 2_mdmp_int, mdmp_final, a(:,1), int(1, mdmp_int), int(3, mdmp_int), icomm)"}},
		{"final while", "!$mdmp send(a(:,1), 1)", calls.Feed{Final: true, If: []ast.Expr{
			ast.Op(ast.Named("n"), "==", ast.Int(3)), ast.Named("on")}}, []string{find,
			"call mdmp_nest_feed(mdmp_n, mdmp_x41, 2_mdmp_int, merge(mdmp_final, 0_mdmp_int, (n==3).and.(on)), a(:,1), int(1, mdmp_int), mdmp_untagged, mdmp_world)"}},
		{"counted too", "!$mdmp send(a(:,1), 1)", calls.Feed{CountedToo: true}, []string{find,
			"call mdmp_nest_feed(mdmp_n, mdmp_x41, 2_mdmp_int, mdmp_counted_too, a(:,1), int(1, mdmp_int), mdmp_untagged, mdmp_world)"}},
		{"proved, and counted", "!$mdmp send(a(:,1), 1)", calls.Feed{CountedToo: true, Final: true}, []string{find,
			"call mdmp_nest_feed(mdmp_n, mdmp_x41, 2_mdmp_int, mdmp_final, a(:,1), int(1, mdmp_int), mdmp_untagged, mdmp_world)"}},
		{"counted", "!$mdmp send(a(:,1), 1)", calls.Feed{Counted: true}, []string{find,
			"call mdmp_nest_feed(mdmp_n, mdmp_x41, 2_mdmp_int, mdmp_counted, a(:,1), int(1, mdmp_int), mdmp_untagged, mdmp_world)"}},
		{"condition", "!$mdmp send(a(:,1), 1) if(on)", calls.Feed{}, []string{"if (on) then", find,
			"call mdmp_nest_feed(mdmp_n, mdmp_x41, 2_mdmp_int, 0_mdmp_int, a(:,1), int(1, mdmp_int), mdmp_untagged, mdmp_world)", "end if"}},
		{"parts", "!$mdmp send([a(:,1), s], 1)", calls.Feed{}, []string{find, "call mdmp_nest_part(mdmp_n, a(:,1))", "call mdmp_nest_part(mdmp_n, s)",
			"call mdmp_nest_feed_parts(mdmp_n, mdmp_x41, 2_mdmp_int, 0_mdmp_int, int(1, mdmp_int), mdmp_untagged, mdmp_world)"}},
		{"count", "!$mdmp send(a, n, 1)", calls.Feed{}, []string{find, "call mdmp_nest_part_count(mdmp_n, a, 0_mdmp_long, int(n, mdmp_long))",
			"call mdmp_nest_feed_parts(mdmp_n, mdmp_x41, 2_mdmp_int, 0_mdmp_int, int(1, mdmp_int), mdmp_untagged, mdmp_world)"}},
	} {
		c.feed.Site, c.feed.Message = site, message(t, c.directive)
		has(t, c.name, c.want, nest(t, &calls.Nest{Loops: loopJ(), Feeds: []calls.Feed{c.feed}}))
	}
}

// A fire says outside of nests that a section is complete. Several are a list, of
// which the run time counts those on one lane.
func TestFire(t *testing.T) {
	site := source.Position{Name: "b.f90", Line: 41}
	feeds := []calls.Feed{
		{Site: site, Message: message(t, "!$mdmp send(a(:,1), 1) if(on)"), Final: true},
		{Site: site, Message: message(t, "!$mdmp send(s, 2)")},
	}
	const find = "if (mdmp_x41(1) == 0_mdmp_handle) call mdmp_site(mdmp_x41, 'b.f90'//achar(0), 41_mdmp_int)"
	compare(t, "fire", []string{
		"call mdmp_fire_begin()",
		"if (on) then", "  " + find, "  call mdmp_fire(mdmp_x41, 2_mdmp_int, mdmp_final + mdmp_listed, a(:,1), int(1, mdmp_int), mdmp_untagged, mdmp_world)", "end if",
		find, "call mdmp_fire(mdmp_x41, 2_mdmp_int, 0_mdmp_int + mdmp_listed, s, int(2, mdmp_int), mdmp_untagged, mdmp_world)",
	}, body(t, calls.Fire(at, feeds, noNames(), nil).Stmts()))
	compare(t, "one fire", []string{
		find, "call mdmp_fire(mdmp_x41, 2_mdmp_int, 0_mdmp_int, s, int(2, mdmp_int), mdmp_untagged, mdmp_world)",
	}, body(t, calls.Fire(at, feeds[1:], noNames(), nil).Stmts()))
}

// variable is one of an intrinsic type.
func variable(typ string) *access.Entity {
	return &access.Entity{Symbol: &scope.Symbol{Class: scope.Variable, Type: &scope.DataType{Name: typ}}}
}

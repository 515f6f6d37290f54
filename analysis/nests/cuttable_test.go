package nests_test

import (
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/analysis/access"
)

const step = "v(i,j) = u(i,j-1)"

// The head of the loop: only a DO whose iterations are known in advance can be
// cut, and only where something can be put before and behind it.
func TestHead(t *testing.T) {
	in := "\n do i = 1, n\n  " + step + "\n end do\n"
	check(t, []row{
		{name: "plain", body: over(step), want: "j any final:i"},
		{name: "backwards", body: "do j = m, 1, -1" + in + "end do", want: "j any final:i"},
		{name: "named", body: "outer: do j = 1, m" + in + "end do outer", want: "j any final:i"},
		{name: "while", body: "do while (s > 0)" + in + "end do", want: "no: not-counted"},
		{name: "forever", body: "do" + in + "end do", want: "no: not-counted"},
		{name: "real variable", body: "do s = 1., 9." + in + "end do", want: "no: do-variable"},
		{name: "unknown step", body: "do j = 1, m, k" + in + "end do", want: "j any final:i"},
		{name: "unknown step, minus that", body: "do j = m, 1, -(k)" + in + "end do", want: "j any final:i"},
		{name: "unknown step that changes", body: "do j = 1, m, k" + in + "k = 2\nend do", want: "no: step"},
		{name: "unknown step, its own variable", body: "do j = 1, m, j" + in + "end do", want: "no: step"},
		{name: "unknown step, an inner variable", body: "do j = 1, m, i" + in + "end do", want: "no: step"},
		{name: "unknown step, computed", body: "do j = 1, m, k + 1" + in + "end do", want: "no: step"},
		{name: "unknown step, an element", body: "do j = 1, m, idx(1)" + in + "end do", want: "no: step"},
		{name: "variable that shares storage", body: "do d1 = 1, m\n w(d1) = d2\nend do", want: "d1 any grid tried"},
		{name: "in a loop that is shared out", body: "!$omp parallel do\ndo k = 1, 3\n" + over(step) + "\nend do", want: "k in order carried:v final:j final:i"},
		{name: "label jumped to", body: "10 do j = 1, m" + in + "end do\nif (flag) go to 10", want: "no: label"},
		{name: "label not jumped to", body: "10 do j = 1, m" + in + "end do", want: "j any final:i"},
		{name: "labelled end", body: "do 20 j = 1, m\ndo 10 i = 1, n\n10 v(i,j) = u(i,j-1)\n20 continue", want: "j any final:i"},
		{name: "one end for both", body: "do 20 j = 1, m\ndo 20 i = 1, n\n20 v(i,j) = u(i,j-1)", want: "j any final:i"},
		{name: "line of two statements", body: "s = 1; do j = 1, m" + in + "end do", want: "no: shared-line"},
	})
}

// What ends with the loop around it leaves no room between the two ends.
func TestSharedEnd(t *testing.T) {
	body := "do 20 k = 1, 9\ndo 20 j = 1, m\ndo 20 i = 1, n\n20 v(i,j) = u(i,j-1)"
	f, n := first(t, body, opts{})
	inner := n.Node.Arms[0][0]
	if r := nestOf(f, t, inner); r != "no: shared-end" {
		t.Errorf("%q", r)
	}
}

// Directives to compilers in comments belong to the statement that follows:
// nothing may come between.
func TestComments(t *testing.T) {
	for _, r := range []struct{ comment, want string }{
		{"! a remark", "j any final:i"},
		{"!GCC$ unroll 4", "no: compiler-directive"},
		{"!gcc$ ivdep", "no: compiler-directive"},
		{"!DIR$ IVDEP", "no: compiler-directive"},
		{"  !dec$ vector", "no: compiler-directive"},
		{"!IBM* unroll", "no: compiler-directive"},
		{"!ocl simd", "no: compiler-directive"},
		{"!pgi$ vector", "no: compiler-directive"},
		{"!GCC$ unroll 4\n\n! and a remark", "no: compiler-directive"},
	} {
		if _, n := first(t, r.comment+"\n"+over(step), opts{}); verdict(n) != r.want {
			t.Errorf("%s: %q, want %q", r.comment, verdict(n), r.want)
		}
		if _, n := first(t, r.comment+"\nw(1) = 0\n"+over(step), opts{}); verdict(n) != "j any final:i" {
			t.Errorf("%s belongs to another statement: %q", r.comment, verdict(n))
		}
	}
}

// OpenMP: a PARALLEL DO, in one directive or two, is repeated for each box, as long as nothing in
// it depends on how the iterations are shared out.
func TestOpenMP(t *testing.T) {
	for _, r := range []struct{ directive, dead, want string }{
		{"!$omp parallel do", "", "j any omp"},
		{"!$omp parallel do private(i) shared(u, v) schedule(static)", "", "j any omp"},
		{"!$omp parallel do collapse(2)", "", "j any omp"},
		{"!$omp parallel do simd", "", "openmp"},
		{"!$omp parallel do simd", "j", "j any omp"},
		{"!$omp parallel do ordered", "", "openmp"},
		{"!$omp parallel do lastprivate(s)", "", "openmp"},
		{"!$omp parallel do firstprivate(s, n)", "", "j any omp"},
		{"!$omp parallel do firstprivate(v)", "", "openmp"},
		{"!$omp parallel do firstprivate(v(1))", "", "openmp"},
		{"!$omp parallel do first private(s)", "", "openmp"},
		{"!$omp parallel do last private(s)", "", "openmp"},
		{"!$omp parallel do reduc tion(+:s)", "", "openmp"},
		{"!$omp parallel do def ault(none)", "", "openmp"},
		{"!$omp parallel do linear(k)", "", "openmp"},
		{"!$omp parallel do reduction(+:s)", "", "openmp"},
		{"!$omp parallel do reduction(.and.:s)", "", "openmp"},
		{"!$omp parallel do copyin(s)", "", "openmp"},
		{"!$omp parallel do default(none)", "", "j any omp"},
		{"!$omp parallel do default ( shared )", "", "j any omp"},
		{"!$omp parallel do private(i) default(shared), schedule(static)", "", "j any omp"},
		{"!$omp parallel do default(firstprivate)", "", "openmp"},
		{"!$omp parallel do\n!$omp simd", "j", "openmp"},
		{"!$omp parallel private(i) num_threads(2)\n!$omp do schedule(static)", "", "j any omp"},
		{"!$omp parallel default(shared)\n!$omp do", "", "j any omp"},
		{"!$omp parallel default(none)\n!$omp do", "", "j any omp"},
		{"!$omp parallel do default(private)", "", "openmp"},
		{"!$omp parallel firstprivate(s)\n!$omp do", "", "j any omp"},
		{"!$omp parallel reduction(+:s)\n!$omp do", "", "openmp"},
		{"!$omp parallel\n!$omp do lastprivate(s)", "", "openmp"},
		{"!$omp parallel\n!$omp do ordered", "", "openmp"},
		{"!$omp parallel\n!$omp do simd", "", "openmp"},
		{"!$omp parallel\n!$omp do simd", "j", "j any omp"},
		{"!$omp do", "", "openmp"},
		{"!$omp simd", "", "openmp"},
		{"!$omp parallel do\n!$omp simd", "", "openmp"},
	} {
		body := r.directive + "\n" + over(step)
		if strings.Contains(r.directive, "\n!$omp do") {
			body += "\n!$omp end parallel"
		}
		_, n := first(t, body, opts{dead: r.dead})
		got := n.Refused.Key()
		if n.OK {
			got, _, _ = strings.Cut(verdict(n), " any")
			got += " any"
			if n.OMP != nil {
				got += " omp"
			}
		}
		if got != r.want {
			t.Errorf("%s: %q, want %q", r.directive, got, r.want)
		}
	}
}

// A loop inside that has a directive of its own is not cut: its variable, and others, are private in it.
func TestOpenMPInside(t *testing.T) {
	body := func(directive string) string {
		return "do k = 1, m\n" + directive + " do j = 1, m\n  do i = 1, n\n   y3(i,j,k) = x3(i,j,k-1)\n  end do\n end do\nend do"
	}
	check(t, []row{
		{name: "none", body: body(""), want: "k j any final:i"},
		{name: "threads", body: body("!$omp parallel do private(i)\n"), want: "k any final:i"},
		{name: "vectors", body: body("!$omp simd\n"), want: "k any final:i"},
	})
}

// What a nest may hold. Control that leaves it, and whatever may wait, print,
// end the program or touch what is not named, does not let it be cut at all.
func TestInside(t *testing.T) {
	for _, r := range []struct{ stmt, want string }{
		{"v(i,j) = 1", "ok"},
		{"if (flag) v(i,j) = 1", "ok"},
		{"if (flag) then\nv(i,j) = 1\nelse if (s > 1) then\nv(i,j) = 2\nelse\nv(i,j) = 3\nend if", "ok"},
		{"select case (k)\ncase (1:3)\nv(i,j) = 1\ncase default\nv(i,j) = 2\nend select", "ok"},
		{"associate (x => u(i,j))\nv(i,j) = x\nend associate", "ok"},
		{"block\nreal :: x\nx = 1\nv(i,j) = x\nend block", "ok"},
		{"where (w > 0) w = 0", "ok"},
		{"forall (k=1:9) x3(k,i,j) = 0", "ok"},
		{"do concurrent (k=1:9)\nx3(k,i,j) = 0\nend do", "ok"},
		{"do k = 1, 9\nx3(k,i,j) = 0\nend do", "ok"},
		{"do while (s > 0)\ns = s - 1\nend do", "ok"},
		{"continue", "ok"},
		{"s = smooth(s, t)", "ok"},
		{"s = foreign(s)", "ok"},
		{"call counts(k)", "ok"},
		{"p => q", "ok"},
		{"nullify (p)", "ok"},
		{"allocate (al(3,3))", "ok"},
		{"deallocate (al)", "ok"},
		{"cycle", "ok"},
		{"exit", "ok"},
		{"if (u(i,j) > 0) cycle", "ok"},
		{"if (u(i,j) > 0) go to 7\nv(i,j) = 1\n7 continue", "ok"},
		{"if (u(i,j)) 7, 8, 7\n7 v(i,j) = 1\n8 continue", "ok"},
		{"go to (7, 8), k\n7 v(i,j) = 1\n8 continue", "ok"},
		{"if (flag) return", "leaves"},
		{"if (flag) stop", "leaves"},
		{"if (flag) error stop 'x'", "leaves"},
		{"if (flag) go to 99", "leaves"},
		{"if (u(i,j)) 7, 99, 7\n7 v(i,j) = 1", "leaves"},
		{"go to (7, 99), k\n7 v(i,j) = 1", "leaves"},
		{"print *, v(i,j)", "io"},
		{"write (*,*) v(i,j)", "io"},
		{"read (5,*) v(i,j)", "io"},
		{"read (5,*,end=99) v(i,j)", "leaves"},
		{"open (7)", "io"},
		{"inquire (7, opened=flag)", "io"},
		{"call says(k)", "io"},
		{"call barrier", "call"},
		{"call outside(v(i,j))", "call"},
		{"s = unknown(i)", "call"},
		{"call mpi_send(v, 1, 2, west, 0, 3, k)", "call"},
		{"sync all", "call"},
		{"s = vol", "volatile"},
		{"vol = s", "volatile"},
		{"!$mdmp send(w, west)", "directive"},
	} {
		body := over(r.stmt) + "\n99 continue"
		if strings.Contains(r.stmt, "unknown(") {
			body = "real, external :: unknown\n" + body
		}
		_, n := first(t, body, opts{})
		got := n.Refused.Key()
		if n.OK {
			got = "ok"
		}
		if got != r.want {
			t.Errorf("%q: %s (%s), want %s", r.stmt, got, n.Refused.Text(), r.want)
		}
	}
}

// Jumps are told by the loop that they belong to.
func TestJumps(t *testing.T) {
	inner := func(stmt string) string {
		return "out: do j = 1, m\n in: do i = 1, n\n  " + stmt + "\n  v(i,j) = 1\n end do in\nend do out"
	}
	check(t, []row{
		{name: "cycle in", body: inner("if (flag) cycle in"), want: "j any final:i"},
		{name: "exit in", body: inner("if (flag) exit in"), want: "j any final:i"}, // each j sets i, and the last one counts
		{name: "cycle out", body: inner("if (flag) cycle out"), want: "j any final:i"},
		{name: "cycle before the inner loop", body: "do j = 1, m\n if (flag) cycle\n do i = 1, n\n  v(i,j) = 1\n end do\nend do", want: "j in order live-out:i"},
		{name: "cycle before the inner loop, nobody cares", body: "do j = 1, m\n if (flag) cycle\n do i = 1, n\n  v(i,j) = 1\n end do\nend do",
			want: "j any dead:i", opts: opts{dead: "i"}},
		{name: "exit out", body: inner("if (flag) exit out"), want: "no: leaves"},
		{name: "exit from the loop around", body: "round: do k = 1, 9\n" + inner("if (flag) exit round") + "\nend do round", want: "no: leaves"},
		{name: "exit from a block", body: inner("b: block\nif (flag) exit b\ns = 1\nend block b"), want: "j in order jumps:i jumps:s"},
		{name: "goto", body: inner("if (flag) go to 7\nw(i) = 1\n7 continue"), want: "j in order jumps:i carried:w"},
		{name: "goto back", body: inner("7 s = s + 1\nif (s < 9) go to 7"), want: "j in order jumps:i jumps:s"},
	})
}

// A compiler that may round by what stands around a loop: nests are left as
// they are where it could.
func TestRounding(t *testing.T) {
	for _, r := range []struct {
		stmt     string
		rounding access.Rounding
		want     string
	}{
		{"v(i,j) = exp(u(i,j))", access.Rounding{}, ""},
		{"v(i,j) = exp(u(i,j))", access.Rounding{VectorMath: true}, "vector-math"},
		{"v(i,j) = u(i,j)**s", access.Rounding{VectorMath: true}, "vector-math"},
		{"v(i,j) = sqrt(u(i,j))", access.Rounding{VectorMath: true}, ""},
		{"if (1 > 2) v(1,1) = exp(u(i,j))\nv(i,j) = u(i,j)", access.Rounding{VectorMath: true}, ""}, // nor does it write v(1,1)
		{"v(i,j) = u(i,j)*s + t", access.Rounding{Fuses: true}, "fused"},
		{"v(i,j) = 0.5*(u(i,j) + t)", access.Rounding{Fuses: true}, ""},
		{"v(i,j) = u(i,j)*s + t", access.Rounding{FusesPairs: true}, ""},
		{"c1(i) = c1(i)*c2(j)", access.Rounding{FusesPairs: true}, "fused"},
	} {
		if _, n := first(t, over(r.stmt), opts{rounding: r.rounding}); n.Refused.Key() != r.want {
			t.Errorf("%s, %+v: %q, want %q", r.stmt, r.rounding, n.Refused.Key(), r.want)
		}
		r.rounding.Relaxed = true
		if _, n := first(t, over(r.stmt), opts{rounding: r.rounding}); !n.OK || r.want != "" && n.Rounds.Key() != r.want {
			t.Errorf("%s, %+v: OK %v, may differ by %q, want %q", r.stmt, r.rounding, n.OK, n.Rounds.Key(), r.want)
		}
	}
}

// Where any last bits will do, innermost loops are cut anywhere, and boxed with
// the loop around them; dependences count as ever.
func TestRelaxed(t *testing.T) {
	relaxed := opts{rounding: access.Rounding{Relaxed: true}}
	for _, r := range []struct {
		stmt string
		cut  int
		grid bool // without
	}{
		{over("v(i,j) = u(i,j)"), 2, false},
		{"do i = 1, n\nw(i) = w(i) + 1\nend do", 1, true},
		{over("v(i,j) = v(i-1,j)"), 1, false},
		{"do j = 1, m\ndo i = 1, j\nv(i,j) = u(i,j)\nend do\nend do", 1, false},
	} {
		_, exact := first(t, r.stmt, opts{})
		_, n := first(t, r.stmt, relaxed)
		if exact.Grid64 != r.grid || len(exact.Cut) != 1 || n.Grid64 || !n.OK || len(n.Cut) != r.cut || n.Result.Any != r.cut {
			t.Errorf("%q: exact on the grid: %v; relaxed: OK %v, on the grid %v, %d loops, any order of %d, want %d", r.stmt, exact.Grid64, n.OK, n.Grid64, len(n.Cut), n.Result.Any, r.cut)
		}
	}
}

// Work grows with a high power of the depth, so very deep nests are left alone.
func TestDeep(t *testing.T) {
	for _, r := range []struct {
		depth int
		want  string
	}{{30, ""}, {40, "deep"}} {
		body := "do j = 1, m\n" + strings.Repeat("if (flag) then\n", r.depth) + "v(1,j) = 0\n" + strings.Repeat("end if\n", r.depth) + "end do"
		if _, n := first(t, body, opts{}); n.Refused.Key() != r.want {
			t.Errorf("%d: %q, want %q", r.depth, n.Refused.Key(), r.want)
		}
	}
}

// What a REDUCTION clause may name: what the loop reduces to, exactly in any order, and does nothing else with.
func TestReduction(t *testing.T) {
	for _, r := range []struct{ clause, stmt, want string }{
		{"reduction(max:s)", "s = max(s, abs(u(i,j)))", "ok"},
		{"reduction(max:s)", "if (abs(u(i,j)) > s) s = abs(u(i,j))", "ok"},
		{"reduction ( MIN : s, t )", "s = min(s, abs(u(i,j)))\nt = min(t, abs(v(i,j-1)))", "ok"},
		{"reduction(+:k)", "k = k + 1", "ok"},
		{"reduction(+:k) reduction(max:s)", "k = k + 1\ns = max(s, abs(u(i,j)))", "ok"},
		{"reduction(.and.:flag)", "flag = flag .and. u(i,j) > 0", "ok"},
		{"reduction(.and.:flag)", "if (u(i,j) > 0) flag = .false.", "ok"},
		{"reduction(.or.:flag)", "if (u(i,j) > 0) flag = .false.", "openmp"},
		{"reduction(+:s)", "s = s + u(i,j)", "openmp"},
		{"reduction(+:k)", "k = max(k, i)", "openmp"},
		{"reduction(max:k)", "k = k + 1", "openmp"},
		{"reduction(max:s)", "s = max(s, abs(u(i,j)))\nv(i,j) = s", "openmp"},
		{"reduction(max:s)", "s = u(i,j)", "openmp"},
		{"reduction(max:s)", "s = max(s, t)\nt = s", "openmp"},
		{"reduction(+:k)", "if (u(i,j) > 0) k = 1", "openmp"},
		{"reduction(task, +:k)", "k = k + 1", "openmp"},
		{"reduction(mine:k)", "k = k + 1", "openmp"},
		{"reduction(+:x1)", "v(i,j) = 1", "openmp"},
		{"reduction(+:k) lastprivate(s)", "k = k + 1\ns = i", "openmp"},
		{"reduction(max:s)", "v(i,j) = 1", "ok"},
		{"firstprivate(s)", "s = s + 1\nv(i,j) = s", "openmp"},
		{"firstprivate(s)", "s = 2*u(i,j)\nv(i,j) = s", "openmp"},
		{"firstprivate(e1)", "e2(1) = u(i,j)", "openmp"},
	} {
		_, n := first(t, "!$omp parallel do "+r.clause+"\n"+over(r.stmt), opts{})
		got := n.Refused.Key()
		if n.OK {
			got = "ok"
		}
		if got != r.want {
			t.Errorf("%s, %s: %q, want %q", r.clause, r.stmt, got, r.want)
		}
	}
}

package apart

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/parse"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

const (
	before = "subroutine s(u, v, n, how, p)\nimplicit none\ntype thing\ninteger :: n\nend type\ninteger :: n, how(3), i, j, k\n" +
		"real(8) :: u(n,n), v(n,n), t, s\nlogical, volatile :: v1\ntype(thing) :: p\nlogical :: f\n" +
		"integer, parameter :: nine = 9\ninteger, save :: mine\n!$omp threadprivate(mine)\n"
	after = "\nprint *, u(1,1)\nend subroutine\n"
	plus  = "!$omp do\ndo j = 1, n\n do i = 1, n\n  u(i,j) = v(i,j) + 1\n end do\nend do\n!$omp end do\n"
	minus = "!$omp do\ndo j = 1, n\n do i = 1, n\n  v(i,j) = u(i,j) - 1\n end do\nend do\n"
)

func split(t *testing.T, src string, form source.Form, vector bool) (string, *ast.File, *source.File) {
	t.Helper()
	read := func(src []byte) (*source.File, *ast.File) {
		f := source.New("a.f90", src, source.Options{Form: form, OpenMP: true})
		return f, parse.File(f)
	}
	f, tree := read([]byte(src))
	out, err := Regions(f, tree, scope.New(tree, scope.Options{}), vector)
	if err != nil {
		t.Fatal(err)
	}
	if out == nil {
		return "", tree, f
	}
	g, again := read(out)
	if diff := cmp.Diff(places(f, tree), places(g, again)); diff != "" {
		t.Errorf("statements have other places:\n%s\n%s", diff, out)
	}
	return string(out), again, g
}

// places are the statements of a file that are no directives, with their lines and columns.
func places(f *source.File, tree *ast.File) []string {
	var list []string
	for _, u := range tree.Units {
		u.Statements(func(s *ast.Stmt) bool {
			if s.Kind != ast.KDirective && !s.Line.IsMarker() {
				at := f.Position(s.Span().Start)
				list = append(list, fmt.Sprint(at.Line, ":", at.Col, " ", string(f.Src[s.Span().Start:s.Span().End])))
			}
			return true
		})
	}
	return list
}

// TestSplit: what the directives are, behind what was split.
func TestSplit(t *testing.T) {
	const open, shut = "!$omp parallel private(i)\n", "!$omp end parallel"
	for _, c := range []struct {
		name, region string
		loops        int // regions that are left
	}{
		{"two loops", open + plus + minus + shut, 2},
		{"under an IF", open + "if (n > 3 .and. how(2) == 1) then\n" + plus + "end if\n" + shut, 1},
		{"ELSE", open + "if (n > 3) then\n" + plus + "else if (how(1) < n) then\n" + minus + "else\n" + minus + "end if\n" + plus + shut, 4},
		{"nowait", open + strings.Replace(plus, "end do\n!$omp end do", "end do\n!$omp end do nowait", 1) + minus + shut, 2},
		{"continued", "!$omp parallel &\n!$omp private(i), &\n!$omp& shared(u, v) default(shared)\n" + plus + minus + shut, 2},
		{"private in the loop", open + strings.Replace(plus, "do\n", "do private(t)\n", 1) + minus + shut, 2},
		{"a private value that is set first", "!$omp parallel private(i, t)\n" + strings.Replace(plus+minus, "u(i,j) =", "t = 2\nu(i,j) = t +", 1) + shut, 2},
		{"a reduction of a loop", open + strings.Replace(plus, "do\n", "do reduction(+:s)\n", 1) + minus + shut, 2},
		{"one loop", open + plus + shut, -1},
		{"no loop", open + shut, -1},
		{"something else", open + plus + "t = 1\n" + minus + shut, -1},
		{"something else under an IF", open + plus + "if (n > 3) then\nt = 1\nend if\n" + shut, -1},
		{"a logical IF", open + plus + "if (n > 3) t = 1\n" + shut, -1},
		{"a loop that all make", open + plus + "do k = 1, n\n" + minus + "end do\n" + shut, -1},
		{"sections", open + plus + "!$omp sections\n!$omp end sections\n" + shut, -1},
		{"a barrier", open + plus + "!$omp barrier\n" + minus + shut, -1},
		{"critical", open + plus + "!$omp critical\n!$omp end critical\n" + shut, -1},
		{"firstprivate", "!$omp parallel firstprivate(t)\n" + plus + minus + shut, -1},
		{"reduction", "!$omp parallel reduction(+:t)\n" + plus + minus + shut, -1},
		{"num_threads", "!$omp parallel num_threads(n)\n" + plus + minus + shut, -1},
		{"if clause", "!$omp parallel if(n > 3)\n" + plus + minus + shut, -1},
		{"default(none)", "!$omp parallel default(none) shared(u, v, n)\n" + plus + minus + shut, -1},
		{"default(private)", "!$omp parallel default(private) shared(u, v, n)\n" + plus + minus + shut, -1},
		{"a common block", "!$omp parallel private(/c/)\n" + plus + minus + shut, -1},
		{"ordered", open + strings.Replace(plus, "do\n", "do ordered\n", 1) + minus + shut, -1},
		{"a condition that calls", open + "if (g(n)) then\n" + plus + "end if\n" + minus + shut, -1},
		{"a condition of a private variable", "!$omp parallel private(i, t)\nif (t > 1) then\n" + plus + "end if\n" + minus + shut, -1},
		{"a condition of another type", open + "if (p == p) then\n" + plus + "end if\n" + minus + shut, -1},
		{"a condition of a component", open + "if (p%n == 1) then\n" + plus + "end if\n" + minus + shut, -1},
		{"a volatile condition", open + "if (v1) then\n" + plus + "end if\n" + minus + shut, -1},
		{"a private value that is taken along", "!$omp parallel private(i, t)\n" + strings.Replace(plus+minus, "u(i,j) =", "u(i,j) = t +", 1) + shut, -1},
		{"a private value that may be taken along", "!$omp parallel private(i, t)\n" + strings.Replace(plus+minus, "u(i,j) =", "if (f) t = 1\nu(i,j) = t +", 1) + shut, -1},
		{"a private value in a bound", "!$omp parallel private(k)\n" + strings.Replace(plus, "i = 1, n", "i = k, n", 1) + minus + shut, -1},
		{"two statements on a line", open + strings.Replace(plus, "end do\nend do\n!$omp end do\n", "end do\nend do; t = 1\n", 1) + minus + shut, -1},
		{"no end", open + plus + minus, -1},
		{"functions", open + strings.Replace(plus, "v(i,j)", "exp(v(i,j))", 1) + minus + shut, -1},
		{"a power", open + strings.Replace(plus, "v(i,j)", "v(i,j)**1.5", 1) + minus + shut, -1},
		{"a scratch variable that is counted elsewhere", "!$omp parallel\n" + plus + strings.Replace(minus, "do i = 1, n\n  v(i,j) = u(i,j) - 1\n end do", "i = 3\nv(i,j) = u(i,j)", 1) + shut, -1},
		{"a counted variable in a condition", "!$omp parallel\n" + plus + "if (i > n) then\n" + minus + "end if\n" + shut, -1},
		{"counted in each", "!$omp parallel\n" + plus + minus + shut, 2},
		{"counted, and shared", "!$omp parallel shared(i)\n" + plus + strings.Replace(minus, "u(i,j) - 1", "u(i,j) - i", 1) + shut, 2},
		{"a jump", "!$omp parallel private(i, t)\n" + plus + strings.Replace(minus, "v(i,j) = u(i,j) - 1", "if (f) goto 10\nt = 7\n10 v(i,j) = t", 1) + shut, -1},
		{"a defined operator", open + "if (n .near. 3) then\n" + plus + "end if\n" + minus + shut, -1},
		{"a call", open + plus + strings.Replace(minus, "v(i,j) = u(i,j) - 1", "call g(v(i,j))", 1) + shut, -1},
		{"a function of the program", open + plus + strings.Replace(minus, "u(i,j)", "g(u(i,j))", 1) + shut, -1},
		{"a component", open + plus + strings.Replace(minus, "u(i,j) - 1", "p%n", 1) + shut, -1},
		{"atomic", open + plus + strings.Replace(minus, "v(i,j)", "!$omp atomic\nv(i,j)", 1) + shut, -1},
		{"threadprivate", open + plus + strings.Replace(minus, "u(i,j)", "mine", 1) + shut, -1},
		{"a clause that names nothing", strings.Replace(open, "(i)", "(i, q)", 1) + plus + minus + shut, -1},
		{"a clause that names a constant", strings.Replace(open, "(i)", "(i, nine)", 1) + plus + minus + shut, -1},
		{"a clause that names a subroutine", strings.Replace(open, "(i)", "(i, s)", 1) + plus + minus + shut, -1},
		{"a variable in two clauses", strings.Replace(open, "(i)", "(i) shared(u, i)", 1) + plus + minus + shut, -1},
		{"a variable twice in a clause", strings.Replace(open, "(i)", "(i, i)", 1) + plus + minus + shut, -1},
		{"a threadprivate variable in a clause", strings.Replace(open, "(i)", "(i, mine)", 1) + plus + minus + shut, -1},
		{"output", open + plus + strings.Replace(minus, "v(i,j) = u(i,j) - 1", "print *, u(i,j)", 1) + shut, -1},
		{"arithmetic", open + strings.Replace(plus, "v(i,j)", "sqrt(v(i,j)**2)", 1) + minus + shut, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			out, _, _ := split(t, before+c.region+after, source.Free, true)
			if out == "" {
				if c.loops >= 0 {
					t.Error("it is left as it is")
				}
				return
			}
			if c.loops < 0 {
				t.Fatalf("it was split:\n%s", out)
			}
			if got := strings.Count(out, "!$omp end parallel\n"); got != c.loops {
				t.Errorf("%d regions, expected %d:\n%s", got, c.loops, out)
			}
			if got := strings.Count(out, "\n!$omp parallel"); got != c.loops {
				t.Errorf("%d regions begin, expected %d:\n%s", got, c.loops, out)
			}
		})
	}
}

// Functions keep loops together only where the compiler may compute them for several
// elements.
func TestScalarFunctions(t *testing.T) {
	src := before + "!$omp parallel\n" + strings.Replace(plus, "v(i,j)", "exp(v(i,j))", 1) + minus + "!$omp end parallel" + after
	if out, _, _ := split(t, src, source.Free, false); out == "" {
		t.Error("it is left as it is")
	}
}

// Blanks may stand in names of fixed form: TX is carried from loop to loop.
func TestBlanksInNames(t *testing.T) {
	const loops = "c$omp do\n      do i = 1, 9\n      tx = i\n      u(i) = tx\n      enddo\nc$omp do\n      do i = 1, 9\n      u(i) = tx\n      enddo\nc$omp end parallel\n      end\n"
	for clause, splits := range map[string]bool{"t x": false, "tx": false, "t, x": true} {
		src := "      subroutine s(u)\n      real u(9), t, x, tx\nc$omp parallel private(i, " + clause + ")\n" + loops
		if out, _, _ := split(t, src, source.Fixed, true); (out != "") != splits {
			t.Errorf("private(%s): split is %v", clause, out != "")
		}
	}
}

// TestText is one example letter for letter, in fixed form.
func TestText(t *testing.T) {
	src := strings.Join([]string{
		"      subroutine s(u, v, n)",
		"      integer n, i, j",
		"      real u(n), v(n)",
		"c$omp parallel",
		"c$omp&  private(j)",
		"c$omp do",
		"      do 10 i = 1, n",
		"      u(i) = v(i)",
		"   10 continue",
		"c$omp do",
		"      do i = 1, n",
		"      v(i) = 2*u(i)",
		"      end do",
		"c$omp end do",
		"c$omp end parallel",
		"      end", ""}, "\n")
	want := strings.Join([]string{
		"      subroutine s(u, v, n)",
		"      integer n, i, j",
		"      real u(n), v(n)",
		"c omp parallel",
		"c omp&  private(j)",
		`# 4 "a.f90"`,
		"c$omp parallel",
		"c$omp&  private(j)",
		`# 6 "a.f90"`,
		"c$omp do",
		"      do 10 i = 1, n",
		"      u(i) = v(i)",
		"   10 continue",
		`# 15 "a.f90"`,
		"!$omp end parallel",
		`# 10 "a.f90"`,
		`# 4 "a.f90"`,
		"c$omp parallel",
		"c$omp&  private(j)",
		`# 10 "a.f90"`,
		"c$omp do",
		"      do i = 1, n",
		"      v(i) = 2*u(i)",
		"      end do",
		"c$omp end do",
		`# 15 "a.f90"`,
		"!$omp end parallel",
		`# 15 "a.f90"`,
		"c omp end parallel",
		"      end", ""}, "\n")
	out, _, _ := split(t, src, source.Fixed, true)
	if diff := cmp.Diff(want, out); diff != "" {
		t.Error(diff)
	}
}

// FuzzRegions: whatever the text, statements stay where they are.
func FuzzRegions(f *testing.F) {
	const open, shut = "!$omp parallel private(i)\n", "!$omp end parallel"
	f.Add(before+open+plus+minus+shut+after, false)
	f.Add(before+open+"if (n > 3 .and. how(2) == 1) then\n"+plus+"else\n"+minus+"end if\n"+shut+after, false)
	f.Add("# 3 \"b.f90\"\n"+before+"!$omp parallel &\n!$omp private(i)\n"+minus+"# 30 \"c.inc\"\n"+plus+shut, false)
	f.Add("      subroutine s(u)\n      real u(9)\nc$omp parallel\nc$omp do\n      do 10 i = 1, 9\n   10 u(i) = 1\nc$omp do\n      do i = 1, 9\n      u(i) = 2\n      enddo\nc$omp end parallel\n      end\n", true)
	f.Fuzz(func(t *testing.T, src string, fixed bool) {
		form := source.Free
		if fixed {
			form = source.Fixed
		}
		split(t, src, form, len(src)%2 == 0)
	})
}

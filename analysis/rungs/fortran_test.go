package rungs

import (
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/flow"
	"github.com/mdmp-fortran/mdmp/analysis/regions"
	"github.com/mdmp-fortran/mdmp/fortran/parse"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// This test runs real Fortran: random nests, once as written and once cut into
// single iterations in random order (in order where only that is allowed),
// with every element outside of the footprints poisoned while an iteration
// runs. Arrays and live scalars must come out the same, poison must stay.

const caseDecl = `  integer(8) :: a(-20:40,-20:40), b(-20:40,-20:40), c(-20:40,-20:40), r1(-20:40), s1, s2, s3
  integer(8), dimension(-3:12,-3:12,-3:12) :: d, e
  integer :: i, j, k, jp, p1, p2, n, m, idx(-20:40)
  logical :: flag, flag2
`

const caseModule = `module helpers
  implicit none
contains
  pure function mash(x, y) result(z)
    integer(8), intent(in) :: x, y
    integer(8) :: z
    z = ieor(x, 7*y) + 1
  end function
  subroutine poke(x, k)
    integer(8), intent(inout) :: x(-20:40,-20:40)
    integer, intent(in) :: k
    x(k,k) = x(k,k) + k
  end subroutine
end module
`

// caseSource is the program the analysis sees. What is printed is live.
func caseSource(nest, live string) string {
	return caseModule + "program p\n  use helpers\n  implicit none\n" + caseDecl +
		"!$mdmp commregion r\n!$mdmp recv(c(:,-20), 0)\n" + nest + "!$mdmp end commregion r\n  print *, a, b, c, r1, d, e" + live + "\nend program\n"
}

// cutNest analyses a nest; nil if it cannot be cut.
func cutNest(t *testing.T, src string) *Nest {
	f := source.New("case.f90", []byte(src), source.Options{})
	tree := parse.File(f)
	set, _ := regions.Find(f, tree, nil)
	if len(tree.Errors) > 0 || len(set.Regions) != 1 {
		t.Fatalf("%v\n%s", tree.Errors, src)
	}
	p := access.NewProgram(scope.New(tree, scope.Options{}), set)
	r := set.Regions[0]
	u := p.Unit(r.Unit)
	a := &analysis{u: u, f: flow.New(u, u.Tree(r.Unit.Exec, set), r, nil)}
	for _, place := range a.f.Places {
		if place.Nest != nil && place.Node.Parent == nil {
			return a.describe(place)
		}
	}
	return nil
}

// cutText writes the nest with single iterations as boxes.
func cutText(id int, src, nestText string, n *Nest, live []string) string {
	var b strings.Builder
	p := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	text := func(x interface{ Span() source.Span }) string {
		return src[x.Span().Start:x.Span().End]
	}
	p("subroutine case%d(bad)\n  use helpers\n  use frame\n  implicit none\n  integer, intent(inout) :: bad", id)
	b.WriteString(caseDecl)
	p("  integer(8), dimension(-20:40,-20:40) :: a0, b0, c0, as, bs, cs\n  integer(8), dimension(-3:12,-3:12,-3:12) :: d0, e0, ds, es\n  logical, dimension(-3:12,-3:12,-3:12) :: md, me, wd, we\n  integer(8) :: r0(-20:40), rs(-20:40), keep(20), f(20)")
	p("  logical, dimension(-20:40,-20:40) :: ma, mb, mc, wa, wb, wc\n  logical :: mr(-20:40), wr(-20:40)")
	p("  integer :: q, v1, v2, nt1, nt2, l1, l2, st1, st2, order(2000), x, y, z")
	p("  call start(a, b, c, r1, d, e, idx, n, m)\n  s1 = 1; s2 = 2; s3 = 3; jp = 1; p1 = 2; flag = .true.; flag2 = .false.; i = 9; j = 9; k = 9")
	b.WriteString(nestText)
	p("  a0 = a; b0 = b; c0 = c; r0 = r1; d0 = d; e0 = e; keep = 0")
	for i, s := range live {
		p("  keep(%d) = %s", i+1, number(s))
	}
	p("  call start(a, b, c, r1, d, e, idx, n, m)\n  s1 = 1; s2 = 2; s3 = 3; jp = 1; p1 = 2; flag = .true.; flag2 = .false.; i = 9; j = 9; k = 9")
	loops := n.Loops
	p("  l2 = 0; nt2 = 1; st2 = 1")
	for i, l := range loops {
		p("  l%d = %s; st%d = %d; nt%d = max(0, ((%s) - (%s) + (%d))/(%d))", i+1, text(l.LoX), i+1, l.Step, i+1, text(l.HiX), text(l.LoX), l.Step, l.Step)
	}
	p("  call shuffle(order, nt1*nt2, %s)", map[bool]string{true: ".true.", false: ".false."}[n.Order == AnyOrder])
	p("  f = 0\n  do q = 1, nt1*nt2\n    v1 = l1 + st1*((order(q)-1)/nt2); v2 = l2 + st2*mod(order(q)-1, nt2)")
	masks(p, n)
	body := labels.ReplaceAllString(nestText, "${1}9$2")
	for i, l := range loops {
		head := src[l.Do.Begin.Span().Start:l.Do.Begin.Span().End]
		body = strings.Replace(body, head, fmt.Sprintf("do %s = v%d, v%d, %d", l.Obj.Root.Name, i+1, i+1, l.Step), 1)
	}
	b.WriteString(body)
	for _, x := range []string{"a", "b", "c", "d", "e", "r"} {
		name := x
		if x == "r" {
			name = "r1"
		}
		p("    if (any(.not.m%s .and. %s /= 77777)) bad = ior(bad, 1)", x, name)
		p("    where (.not.m%s) %s = %ss", x, name, x)
		p("    if (any(.not.w%s .and. %s /= %ss)) bad = ior(bad, 2)", x, name, x)
	}
	p("    if (order(q) == nt1*nt2) then")
	for i, fin := range n.LastValues {
		p("      f(%d) = %s", i+1, number(fin.Name))
	}
	p("    end if\n  end do")
	p("  if (nt1*nt2 > 0) then")
	if n.Order == AnyOrder {
		for i, fin := range n.LastValues {
			switch {
			case strings.HasPrefix(fin.Name, "flag"):
				p("    %s = f(%d) /= 0", fin.Name, i+1)
			default:
				p("    %s = f(%d)", fin.Name, i+1)
			}
		}
	}
	p("  end if")
	for i, l := range loops {
		if i == 0 {
			p("  %s = l1 + nt1*st1", l.Obj.Root.Name)
		} else {
			p("  if (nt1 > 0) %s = l2 + nt2*st2", l.Obj.Root.Name)
		}
	}
	p("  if (any(a /= a0) .or. any(b /= b0) .or. any(c /= c0) .or. any(r1 /= r0) .or. any(d /= d0) .or. any(e /= e0)) bad = ior(bad, 4)")
	for i, s := range live {
		p("  if (keep(%d) /= %s) bad = ior(bad, 8)", i+1, number(s))
	}
	p("end subroutine")
	return b.String()
}

// labels of the second copy of a nest need other numbers.
var labels = regexp.MustCompile(`(?m)(go to |^)(\d+\b)`)

func number(s string) string {
	if strings.HasPrefix(s, "flag") {
		return "merge(1_8, 0_8, " + s + ")"
	}
	return "int(" + s + ", 8)"
}

// masks poisons everything outside of the footprints.
func masks(p func(string, ...any), n *Nest) {
	for _, x := range []string{"a", "b", "c", "d", "e", "r"} {
		name := x
		if x == "r" {
			name = "r1"
		}
		known := true
		for _, d := range n.described.list {
			known = known && (d.obj.Root.Name != name || d.array != nil)
		}
		p("    m%s = .%v.; w%s = .%v.", x, !known, x, !known)
		for _, d := range n.described.list {
			if d.obj.Root.Name != name || d.array == nil {
				continue
			}
			for _, pr := range d.array.Prints {
				var lo, hi [3]string
				for k, dim := range pr.Dims {
					lo[k], hi[k] = rangeText(dim)
				}
				names := []string{"x", "y", "z"}[:len(pr.Dims)]
				first, last := -20, 40
				if len(names) == 3 {
					first, last = -3, 12
				}
				for k, v := range names {
					p("    do %s = max(%d,%s), min(%d,%s)", v, first, lo[k], last, hi[k])
				}
				p("      m%s(%s) = .true.", x, strings.Join(names, ","))
				if pr.Write {
					p("      w%s(%s) = .true.", x, strings.Join(names, ","))
				}
				for range names {
					p("    end do")
				}
			}
		}
		p("    %ss = %s\n    where (.not.m%s) %s = 77777", x, name, x, name)
	}
}

func rangeText(d Dim) (string, string) {
	if d.Whole {
		return "-20", "40"
	}
	end := func(i int, pickMin bool) string {
		fs := d.lo
		if !pickMin {
			fs = d.hi
		}
		var parts []string
		for _, f := range fs {
			s := "(" + f.String() + ")"
			if d.Loop > 0 {
				s += fmt.Sprintf("+(%d)*v%d", d.Coef, d.Loop)
			}
			parts = append(parts, s)
		}
		if len(parts) == 1 {
			return parts[0]
		}
		if pickMin {
			return "min(" + strings.Join(parts, ",") + ")"
		}
		return "max(" + strings.Join(parts, ",") + ")"
	}
	return end(0, true), end(0, false)
}

const frameSource = `module frame
  implicit none
contains
  subroutine start(a, b, c, r1, d, e, idx, n, m)
    integer(8) :: a(-20:40,-20:40), b(-20:40,-20:40), c(-20:40,-20:40), r1(-20:40)
    integer(8), dimension(-3:12,-3:12,-3:12) :: d, e
    integer :: idx(-20:40), n, m, i, j, k
    n = 6; m = 7
    do k = -3, 12
      do j = -3, 12
        do i = -3, 12
          d(i,j,k) = mod(i*11 + j*23 + k*37 + 5000, 79)
          e(i,j,k) = mod(i*5 + j*3 + k*43 + 5000, 73)
        end do
      end do
    end do
    do j = -20, 40
      do i = -20, 40
        a(i,j) = mod(i*31 + j*17 + 5000, 101)
        b(i,j) = mod(i*13 + j*29 + 5000, 97)
        c(i,j) = mod(i*7 + j*41 + 5000, 89)
      end do
      r1(j) = mod(j*19 + 3000, 83)
      idx(j) = mod(j*5 + 200, 7)
    end do
  end subroutine
  subroutine shuffle(order, n, any)
    integer :: order(2000), n, q, r, t
    logical :: any
    integer, save :: seed = 12345
    do q = 1, n
      order(q) = q
    end do
    if (.not. any) return
    do q = n, 2, -1
      seed = mod(seed*1103 + 12345, 65536)
      r = 1 + mod(seed, q)
      t = order(q); order(q) = order(r); order(r) = t
    end do
  end subroutine
end module
`

// TestFortran runs random nests in pieces.
func TestFortran(t *testing.T) {
	fc, err := exec.LookPath("gfortran")
	if err != nil {
		t.Skip("no gfortran")
	}
	count, seed := 120, int64(1)
	if s, err := strconv.ParseInt(os.Getenv("MDMP_SEED"), 10, 64); err == nil {
		seed = s
	}
	if testing.Short() {
		count = 30
	}
	r := rand.New(rand.NewSource(seed))
	var subs, calls strings.Builder
	sources := map[int]string{}
	total, anyOrder, two := 0, 0, 0
	for id := 1; id <= count; id++ {
		g := &nestGen{r: r, in: "  "}
		g.loop([]int{1, 2, 2, 3, 3, 3}[r.Intn(6)])
		nestText := "  p2 = 3 - p1\n" + g.b.String()
		var live []string
		for _, s := range []string{"s1", "s2", "s3", "jp", "i", "j", "k", "flag", "flag2"} {
			if r.Intn(3) > 0 {
				live = append(live, s)
			}
		}
		list := ""
		for _, s := range live {
			list += ", " + s
		}
		src := caseSource(nestText, list)
		total++
		n := cutNest(t, src)
		if n == nil {
			continue
		}
		if n.Order == AnyOrder {
			anyOrder++
			if len(n.Loops) == 2 {
				two++
			}
		}
		text := cutText(id, src, nestText, n, live)
		sources[id] = text
		subs.WriteString(text)
		fmt.Fprintf(&calls, "  bad = 0\n  call case%d(bad)\n  if (bad /= 0) print *, %d, bad\n", id, id)
	}
	t.Logf("of %d nests %d can be cut, %d in any order (%d by two loops)", total, len(sources), anyOrder, two)
	if len(sources)*2 < total || anyOrder*8 < total {
		t.Errorf("too few nests are understood for the test to say something")
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "cases.f90")
	text := caseModule + frameSource + subs.String() + "program main\n  implicit none\n  integer :: bad\n" + calls.String() + "  print *, 'done'\nend program\n"
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(fc, "-O0", "-w", "-fwrapv", "-ffree-line-length-none", "-o", filepath.Join(dir, "cases"), file)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%.3000s", err, out)
	}
	out, err := exec.Command(filepath.Join(dir, "cases")).CombinedOutput()
	if err != nil || !strings.Contains(string(out), "done") {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, l := range strings.Split(string(out), "\n") {
		fields := strings.Fields(l)
		if len(fields) != 2 {
			continue
		}
		id, _ := strconv.Atoi(fields[0])
		t.Errorf("case %d: bits %s (1, 2: outside of the footprints; 4: arrays; 8: scalars)\n%s", id, fields[1], sources[id])
	}
}

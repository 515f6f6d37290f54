package parse

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// hard are inputs that break parsers whose work or stack is not bounded; with -short they are a tenth as long.
func hard() map[string]string {
	rep := func(text string, n int) string {
		if testing.Short() {
			n /= 10
		}
		return strings.Repeat(text, n)
	}
	return map[string]string{
		"10,000 parentheses":      "x = " + rep("(", 10000) + "1" + rep(")", 10000) + "\n",
		"100,000 parentheses":     "x = " + rep("(", 100000) + "1" + rep(")", 100000) + "\n",
		"open parentheses":        "x = " + rep("(", 1000000) + "\n",
		"nested calls":            "x = " + rep("f(", 200000) + "1" + rep(")", 200000) + "\n",
		"nested constructors":     "x = " + rep("[", 200000) + "1" + rep("]", 200000) + "\n",
		"typed constructors":      "x = " + rep("[t(", 100000) + "1" + rep(") :: 1]", 100000) + "\n",
		"slash constructors":      "x = " + rep("(/", 100000) + "1" + rep("/)", 100000) + "\n",
		"conditional expressions": "x = " + rep("(a ? b : ", 100000) + "1" + rep(")", 100000) + "\n",
		"signs":                   "x = " + rep("-", 1000000) + "1\n",
		"powers":                  "x = 1" + rep("**2", 100000) + "\n",
		"nots":                    "x = " + rep(".not.", 100000) + "a\n",
		"components":              "x = a" + rep("%b", 1000000) + "\n",
		"applications":            "x = a" + rep("(1)", 300000) + "\n",
		"sum of a million":        "x = 1" + rep("+1", 1000000) + "\n",
		"100,000 lines":           "x = 1" + rep(" + &\n  y", 100000) + "\n",
		"500,000 lines of a list": "call f(a" + rep(", &\n  y", 500000) + ")\n",
		"ampersands":              rep("&\n", 1000000) + "x = 1\n",
		"line of 1 MB":            "call f('" + rep("a", 1<<20) + "')\n",
		"name of 1 MB":            rep("a", 1<<20) + " = 1\n",
		"line of semicolons":      rep(";", 1<<20) + "\n",
		"many statements a line":  rep("x=1;", 300000) + "\n",
		"open quotes":             rep("'\n", 300000),
		"nested ifs":              rep("if (a) then\n", 100000) + rep("end if\n", 100000),
		"nested dos":              rep("do 10 i = 1, 2\n", 100000) + "10 continue\n",
		"nested blocks":           rep("block\n", 50000) + rep("end block\n", 50000),
		"nested units":            rep("subroutine s\ncontains\n", 20000) + rep("end\n", 20000),
		"ends":                    rep("end if\n", 300000),
		"ends in a deep nest":     rep("do i = 1, 2\n", 10000) + rep("end if\n", 200000),
		"labels in a deep nest":   rep("do i = 1, 2\n", 10000) + rep("10 continue\n", 200000),
		"unclosed ifs":            rep("do 10 i = 1, 2\nif (a) then\n10 continue\n", 100000),
		"statement functions":     "subroutine s\n" + rep("f(x) = x\n", 100000) + "end\n",
		"maybe functions":         "subroutine s\nuse m\n" + rep("f(x) = x\n", 100000) + "end\n",
		"units without end":       rep("subroutine s\n", 100000),
		"directives inside":       "x = 1 + &\n" + rep("!$mdmp send(a,1)\n", 200000) + "2\n",
		"cpp inside":              rep("x = 1 + &\n#if 1\n", 200000) + "2\n",
		"continued cpp":           rep("#define a \\\n", 200000),
		"contains":                "subroutine s\n" + rep("contains\n", 200000),
		"implied dos":             "print *, " + rep("(", 50000) + "a" + rep(", i=1,2)", 50000) + "\n",
		"type definitions":        rep("type t\n", 100000),
		"interfaces":              rep("interface\nsubroutine s\n", 50000),
		"zero bytes":              rep("\x00", 1<<20),
		"10 MB of blanks":         rep(" ", 10<<20),
		"hollerith":               "call f(" + rep("9999habc,", 100000) + "1)\n",
		"data":                    "data a /" + rep("2*-1.5,", 300000) + "1/\n",
		"colons":                  "x = a(" + rep(":", 300000) + ")\n",
	}
}

// TestHard reads hard inputs in both forms: each must end soon, without a
// crash, in a tree that holds every statement once.
func TestHard(t *testing.T) {
	for name, text := range hard() {
		t.Run(name, func(t *testing.T) {
			for _, form := range []source.Form{source.Free, source.Fixed} {
				start := time.Now()
				src := []byte(text)
				if form == source.Fixed {
					src = toFixed(text)
				}
				f := File(source.New("a.f", src, source.Options{Form: form, LineLength: -1}))
				checkTree(t, f)
				walk(f)
				if d := time.Since(start); d > 2*time.Minute {
					t.Errorf("%v: %v for %d bytes", form, d, len(src))
				}
			}
		})
	}
}

// toFixed makes fixed form of free form whose continued lines end in " &".
func toFixed(text string) []byte {
	var out bytes.Buffer
	cont := false
	for line := range strings.Lines(text) {
		body := strings.TrimRight(line, "\n")
		next := strings.HasSuffix(body, "&")
		body = strings.TrimSuffix(body, "&")
		switch {
		case strings.HasPrefix(body, "!") || strings.HasPrefix(body, "#"):
		case cont:
			out.WriteString("     &")
		case len(body) > 3 && body[:3] == "10 ":
			out.WriteString("   10 ")
			body = body[3:]
		default:
			out.WriteString("      ")
		}
		out.WriteString(body + "\n")
		cont = next
	}
	return out.Bytes()
}

// walk visits every expression, as what builds on the tree does.
func walk(f *ast.File) (n int) {
	for i := range f.Stmts {
		st := &f.Stmts[i]
		ast.InspectStmt(st, func(ast.Expr) bool {
			n++
			return true
		})
	}
	return n
}

// seeds are the texts of all table tests.
func seeds() []string {
	var out []string
	for _, tt := range exprTests {
		out = append(out, "x = "+tt.in+"\n")
	}
	for _, tt := range kindTests {
		out = append(out, "subroutine s\n"+tt.in+"\nend\n")
	}
	for _, in := range unknownTests {
		out = append(out, in+"\n")
	}
	files, _ := filepath.Glob("testdata/*.f*")
	for _, name := range files {
		if b, err := os.ReadFile(name); err == nil && !strings.HasSuffix(name, ".tree") {
			out = append(out, string(b))
		}
	}
	return out
}

// FuzzFile reads any bytes in any form with any options.
func FuzzFile(f *testing.F) {
	for i, s := range seeds() {
		f.Add([]byte(s), byte(i))
		f.Add(toFixed(s), byte(i|1))
	}
	f.Fuzz(func(t *testing.T, src []byte, flags byte) {
		opt := source.Options{Form: source.Form(flags % 3), OpenMP: flags&4 != 0, DLines: flags&8 != 0}
		opt.LineLength = []int{0, -1, 132, 80}[flags>>4&3]
		sf := source.New("a.f", src, opt)
		if !bytes.Equal(sf.Src, src) {
			t.Fatal("the bytes changed")
		}
		file := File(sf)
		checkTree(t, file)
		for i := range file.Stmts {
			st := &file.Stmts[i]
			checkStmt(t, file, st)
		}
		if err := ast.Dump(&bytes.Buffer{}, file); err != nil {
			t.Fatal(err)
		}
	})
}

// checkStmt tests that all expressions of a statement lie in it and that names
// stand where they claim to.
func checkStmt(t *testing.T, f *ast.File, st *ast.Stmt) {
	t.Helper()
	ast.InspectStmt(st, func(x ast.Expr) bool {
		s := x.Span()
		if s.Start < st.Line.Span.Start || s.End > st.Line.Span.End || s.Start > s.End {
			t.Fatalf("%s at %v is not in %v of %q", ast.String(x), s, st.Line.Span, st.Line.Text)
		}
		if id, ok := x.(*ast.Ident); ok && st.Line.Whole() {
			text := strings.ToLower(string(f.Src[s.Start:s.End]))
			for _, blank := range []string{" ", "\t", "\r", "\f", "\v"} {
				text = strings.ReplaceAll(text, blank, "")
			}
			if !strings.HasPrefix(id.Name, "%") && id.Name != "*" && text != id.Name && !strings.ContainsAny(id.Name, "(/") {
				t.Fatalf("%q stands on %q", id.Name, text)
			}
		}
		return true
	})
}

// FuzzExpr parses any text as an expression; what is an expression must print
// to text that parses to the same.
func FuzzExpr(f *testing.F) {
	for _, tt := range exprTests {
		f.Add(tt.in)
	}
	f.Fuzz(func(t *testing.T, in string) {
		sf := source.New("a.f90", []byte("x="+in), source.Options{Form: source.Free})
		if len(sf.Lines) != 1 || len(sf.Lines[0].Text) < 2 || sf.Lines[0].Kind != source.Statement {
			return
		}
		l := &sf.Lines[0]
		x, err := Expr(l, 2, len(l.Text))
		if err != nil {
			return
		}
		text := ast.String(x)
		again := source.New("a.f90", []byte("x="+text), source.Options{Form: source.Free})
		if len(again.Lines) != 1 {
			t.Fatalf("%q prints to %q, which is %d lines", in, text, len(again.Lines))
		}
		y, err := Expr(&again.Lines[0], 2, len(again.Lines[0].Text))
		if err != nil {
			t.Fatalf("%q prints to %q: %v", in, text, err)
		}
		if ast.Tree(x) != ast.Tree(y) {
			t.Fatalf("%q prints to %q: %s and %s", in, text, ast.Tree(x), ast.Tree(y))
		}
	})
}

// corpus is text like that of real programs, in free form.
func corpus(n int) []byte {
	var b bytes.Buffer
	for i := 0; b.Len() < n; i++ {
		fmt.Fprintf(&b, `
! Advances the field by one step. The halo of u must be up to date; the halo of
! unew is left as it is. The scheme is explicit in time and of second order in
! space, so that dt is bounded by dx**2/4: see the chapter on stability.
!
!   u      the field at the beginning of the step
!   unew   the field at its end
!   n, m   the number of points, without the halo
!   dt     the length of the step
!   dx     the width of the mesh
!
! History: first version with a halo of one point; r hoisted out of the loops.

subroutine step%d(u, unew, n, m, dt, dx)
  use kinds, only: wp
  implicit none
  integer, intent(in) :: n, m
  real(wp), intent(in) :: u(0:n+1, 0:m+1), dt, dx
  real(wp), intent(out) :: unew(0:n+1, 0:m+1)
  integer :: i, j
  real(wp) :: r           ! the mesh ratio

  ! The loop over i is the inner one: it runs along the first dimension.
  r = dt / dx**2          ! the mesh ratio
  do j = 1, m
    do i = 1, n
      unew(i, j) = u(i, j) + r * (u(i-1, j) + u(i+1, j) &
                 + u(i, j-1) + u(i, j+1) - 4.0_wp * u(i, j))
    end do
  end do
  if (any(unew /= unew)) then
    write (*, '(a, i0)') 'not a number in step ', %d
    call stop_all(1, message='not a number', where=[i, j])
  end if
end subroutine step%d
`, i, i, i)
	}
	return b.Bytes()
}

func BenchmarkFile(b *testing.B) {
	for _, form := range []source.Form{source.Free, source.Fixed} {
		src := corpus(2 << 20)
		if form == source.Fixed {
			src = toFixed(string(src))
		}
		b.Run(form.String(), func(b *testing.B) {
			b.SetBytes(int64(len(src)))
			b.ReportAllocs()
			for b.Loop() {
				File(source.New("a.f", src, source.Options{Form: form, LineLength: 132}))
			}
		})
	}
}

// TestMemory holds the tree of a file under twelve times its size.
func TestMemory(t *testing.T) {
	src := corpus(4 << 20)
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	f := File(source.New("a.f90", src, source.Options{Form: source.Free}))
	runtime.GC()
	runtime.ReadMemStats(&after)
	times := float64(after.HeapAlloc-before.HeapAlloc) / float64(len(src))
	t.Logf("%.1f times the source", times)
	if times > 12 {
		t.Errorf("the tree takes %.1f times the source", times)
	}
	runtime.KeepAlive(f)
	runtime.KeepAlive(src)
}

package source

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// show prints lines and problems in a short form.
func show(f *File) string {
	var b strings.Builder
	for i := range f.Lines {
		l := &f.Lines[i]
		kind := []string{"stmt", "dir", "include", "cpp"}[l.Kind]
		if l.Sentinel() != "" {
			kind += " " + l.Sentinel()
		}
		flags := ""
		for _, x := range []struct {
			on   bool
			name string
		}{{l.Cond, "cond"}, {l.Shared, "shared"}, {l.Inside, "inside"}, {l.Split, "split"}, {l.Broken, "broken"}} {
			if x.on {
				flags += " " + x.name
			}
		}
		label := ""
		if l.Label() != "" {
			label = l.Label() + " "
		}
		fmt.Fprintf(&b, "%s %d-%d%s: %s%s\n", kind, l.First, l.Last, flags, label, l.Text)
	}
	for _, p := range f.Problems {
		line, col := f.Physical(p.At.Start)
		fmt.Fprintf(&b, "problem %d:%d: %s\n", line, col, p.Text)
	}
	return b.String()
}

var joinTests = []struct {
	name string
	opt  Options
	in   string
	want string
}{
	{"simple", Options{Form: Free}, "x = 1 ! c\n\n  y=2\n", "stmt 1-1: x = 1\nstmt 3-3: y=2\n"},
	{"continued", Options{Form: Free}, "x = a + & ! c\n\n ! comment\n  b\ny = ab&\n  &cd\n", "stmt 1-4: x = a +  b\nstmt 5-6: y = abcd\n"},
	{"string", Options{Form: Free}, "s = 'it''s ! no; &\n    & more' ; t = \"a'b\"\n", "stmt 1-2 shared: s = 'it''s ! no;  more'\nstmt 2-2 shared: t = \"a'b\"\n"},
	{"string without leading ampersand", Options{Form: Free}, "s = 'a&\n   b'\n", "stmt 1-2: s = 'ab'\n"},
	{"cpp inside", Options{Form: Free}, "x = a + &\n#ifdef A\n b + &\n#endif\n c\n", "stmt 1-5 split: x = a +  b +  c\ncpp 2-2 inside: #ifdef A\ncpp 4-4 inside: #endif\n"},
	{"marker inside", Options{Form: Free}, "x = a + &\n# 7 \"f\"\n c\n", "stmt 1-3: x = a +  c\ncpp 2-2 inside: # 7 \"f\"\n"},
	{"cpp after", Options{Form: Fixed}, "      x = a\n#ifdef A\n      y = 1\n#endif\n", "stmt 1-1: x = a\ncpp 2-2: #ifdef A\nstmt 3-3: y = 1\ncpp 4-4: #endif\n"},
	{"cpp continued", Options{Form: Free}, "#define A \\\n  b\nx=1\n", "cpp 1-2: #define A \\\n  b\nstmt 3-3: x=1\n"},
	{"label", Options{Form: Free}, "10 continue\n 20 x=1;30 y=2\n", "stmt 1-1: 10 continue\nstmt 2-2 shared: 20 x=1\nstmt 2-2 shared: 30 y=2\n"},
	{"empty statements", Options{Form: Free}, ";; x=1;;\n;\n", "stmt 1-1: x=1\n"},
	{"ampersand alone", Options{Form: Free}, "x = &\n&\n & 1\n", "stmt 1-3: x =  1\n"},
	{"eof in continuation", Options{Form: Free}, "x = &\n", "stmt 1-1 broken: x =\nproblem 1:5: the file ends in a continued statement\n"},
	{"open string", Options{Form: Free}, "x = 'a\ny=1\n", "stmt 1-1 broken: x = 'a\nstmt 2-2: y=1\nproblem 1:1: a character constant is not closed\n"},
	{"include", Options{Form: Free}, " include 'a.h' ! x\n INCLUDE\"b\"\n include = 'x'\n", "include 1-1: include 'a.h'\ninclude 2-2: INCLUDE\"b\"\nstmt 3-3: include = 'x'\n"},
	{"crlf", Options{Form: Free}, "x = a&\r\n&b\r\ny=1\r\n", "stmt 1-2: x = ab\nstmt 3-3: y=1\n"},
	{"directive", Options{Form: Free}, " !$mdmp send(a, &\n !c\n !$mdmp& 1) ! c\n!$MDMP recv('!',1)\n", "dir mdmp 1-3: send(a,  1)\ndir mdmp 4-4: recv('!',1)\n"},
	{"directive continued by blank", Options{Form: Free}, "!$omp parallel &\n!$omp do\n", "dir omp 1-2: parallel  do\n"},
	{"directive not continued", Options{Form: Free}, "!$mdmp send(a, &\nx=1\n", "dir mdmp 1-1 broken: send(a,\nstmt 2-2: x=1\nproblem 1:16: the directive ends in '&' but no !$mdmp& line continues it\n"},
	{"directive inside", Options{Form: Free}, "x = a + &\n!$mdmp send(a,1)\n b\n", "stmt 1-3: x = a +  b\ndir mdmp 2-2 inside: send(a,1)\n"},
	{"orphan continuation", Options{Form: Free}, "!$mdmp& 1)\n", "dir mdmp 1-1 broken: 1)\nproblem 1:1: this directive line continues nothing\n"},
	{"conditional off", Options{Form: Free}, "!$ x = 1\ny=2\n", "stmt 2-2: y=2\n"},
	{"conditional on", Options{Form: Free, OpenMP: true}, "!$ x = 1 + &\n!$ & 2\ny=2\n", "stmt 1-2 cond: x = 1 +  2\nstmt 3-3: y=2\n"},
	{"misspelt", Options{Form: Free}, "!$mdpm send(a,1)\n!$mdmpsend(a,1)\n! $mdmp send(a,1)\n!mdmp$ x\n!$ mdmp send\nx=1 !$mdmp send(b,1)\n!!$mdmp send(a,1)\n!$omq\n", "stmt 6-6: x=1\nproblem 1:1: unknown sentinel !$mdpm: this line is a comment\nproblem 2:1: no blank after the sentinel !$mdmp: this line is a comment\nproblem 3:1: blank inside the sentinel: this line is a comment\nproblem 4:1: '$' on the wrong side of the sentinel: this line is a comment\nproblem 5:1: blank inside the sentinel: this line is a comment\nproblem 6:5: a directive behind a statement is a comment\n"},
	{"non-ascii", Options{Form: Free}, "s = 'gr\xfc\xdfe \xe2\x82\xac' ! \xff\n", "stmt 1-1: s = 'gr\xfc\xdfe \xe2\x82\xac'\n"},

	{"free literal goes on with &!", Options{Form: Free}, "c = \"it &\n  &! is\"; i = 1\n", "stmt 1-2 shared: c = \"it ! is\"\nstmt 2-2 shared: i = 1\n"},
	{"free literal open in a comment", Options{Form: Free}, "c = \"it &\n  &! is\ni = 1\n", "stmt 1-2 broken: c = \"it ! is\nstmt 3-3: i = 1\nproblem 2:4: a character constant is not closed\n"},
	{"free literal open in a line of &", Options{Form: Free}, "c = \"it &\n  &\ni = 1\n", "stmt 1-2 broken: c = \"it\nstmt 3-3: i = 1\nproblem 2:4: a character constant is not closed\n"},
	{"free literal over a cpp line", Options{Form: Free}, "c = \"it &\n#define x\n  &is\"\n", "stmt 1-3 split: c = \"it is\"\ncpp 2-2 inside: #define x\n"},
	{"free literal over a conditional line", Options{Form: Free, OpenMP: true}, "c = \"it &\n!$ ! is\"\n", "stmt 1-2: c = \"it ! is\"\n"},
	{"free hollerith in two lines", Options{Form: Free}, "h = 6h'a!&\n&;\" \nh = 3&\n&ha'b\n", "stmt 1-2: h = 6h'a!;\" \nstmt 3-4: h = 3ha'b\n"},
	{"free line of & alone", Options{Form: Free}, "x = 1\n  & ! c\n10 y = 1\n", "stmt 1-1: x = 1\nstmt 3-3: 10 y = 1\n"},
	{"free conditional without a blank", Options{Form: Free, OpenMP: true}, "x = 1 + &\n!$2\ny = 1\n", "stmt 1-2 broken: x = 1 + 2\nstmt 3-3: y = 1\n"},
	{"fixed literal in a short tab line", Options{Form: Fixed}, "\tS = 'a\n\t1b'\n", "stmt 1-2: S = 'a" + strings.Repeat(" ", 60) + "b'\n"},
	{"fixed hollerith behind its line", Options{Form: Fixed}, "      H = 4 Ha!\n     1; I = 1\n", "stmt 1-2 shared: H = 4 Ha!  \nstmt 2-2 shared: I = 1\n"},
	{"fixed", Options{Form: Fixed}, "C comment\n      X = 1\n     &    + 2\n* c\n\n     3    + 3\n 10   CONTINUE\n", "stmt 2-6: X = 1    + 2    + 3\nstmt 7-7: 10 CONTINUE\n"},
	{"fixed zero", Options{Form: Fixed}, "     0X = 1\n     0Y = 2\n", "stmt 1-1: X = 1\nstmt 2-2: Y = 2\n"},
	{"fixed column 72", Options{Form: Fixed}, "      X = 1" + strings.Repeat(" ", 61) + "+ 99999\n     1+2\n", "stmt 1-2: X = 1" + strings.Repeat(" ", 61) + "+2\n"},
	{"fixed 132", Options{Form: Fixed, LineLength: 132}, "      X = 1" + strings.Repeat(" ", 61) + "+ 99999\n", "stmt 1-1: X = 1" + strings.Repeat(" ", 61) + "+ 99999\n"},
	{"fixed tab", Options{Form: Fixed}, "\tX = 1\n\t1 + 2\n10\tY = 1\n\tz=1\n", "stmt 1-2: X = 1 + 2\nstmt 3-3: 10 Y = 1\nstmt 4-4: z=1\n"},
	{"fixed string", Options{Form: Fixed}, "      S = 'a!b\n     &c'; T=1 ! x\n", "stmt 1-2 shared: S = 'a!b" + strings.Repeat(" ", 58) + "c'\nstmt 2-2 shared: T=1\n"},
	{"fixed hollerith", Options{Form: Fixed}, "   10 FORMAT(1X,10HDON'T; ! X,I5)\n      REAL*8H1\n", "stmt 1-1: 10 FORMAT(1X,10HDON'T; ! X,I5)\nstmt 2-2: REAL*8H1\n"},
	{"fixed comment", Options{Form: Fixed}, "  ! c\n     ! + 1\n      X=1 ! c\n     !+ 2\n", "stmt 2-2 broken: + 1\nstmt 3-4: X=1 + 2\nproblem 2:6: this line continues nothing\n"},
	{"fixed d line", Options{Form: Fixed}, "d     X=1\n      Y=1\n", "stmt 2-2: Y=1\n"},
	{"fixed d line code", Options{Form: Fixed, DLines: true}, "d     X=1\nD 10  Y=1\n", "stmt 1-1: X=1\nstmt 2-2: 10 Y=1\n"},
	{"fixed directive", Options{Form: Fixed}, "c$mdmp send(A(1),\nC$MDMP&1)\n*$mdmp0recv(B,1)\n!$omp parallel\n!$omp&shared(x)\n", "dir mdmp 1-2: send(A(1), 1)\ndir mdmp 3-3: recv(B,1)\ndir omp 4-5: parallel shared(x)\n"},
	{"fixed directive past the last column", Options{Form: Fixed}, "!$mdmp send(a(1:10)," + strings.Repeat(" ", 52) + "1)\n", "dir mdmp 1-1: send(a(1:10),\nproblem 1:73: text behind the last column of the line is no part of the directive\n"},
	{"fixed directive on a card", Options{Form: Fixed}, "!$mdmp send(a(1:10),1)" + strings.Repeat(" ", 50) + "HEAT0010\n", "dir mdmp 1-1: send(a(1:10),1)\n"},
	{"fixed directive misplaced", Options{Form: Fixed}, "      !$mdmp send(a,1)\nc$mdpm x\nc$mdmpsend(a,1)\n", "dir mdmp 3-3 broken: end(a,1)\nproblem 1:7: in fixed form a directive begins in column 1: this line is a comment\nproblem 2:1: unknown sentinel c$mdpm: this line is a comment\nproblem 3:1: this directive line continues nothing\n"},
	{"fixed conditional", Options{Form: Fixed, OpenMP: true}, "c$    X=1\n!$   &+2\n!$ 10 Y=1\n", "stmt 1-2 cond: X=1+2\nstmt 3-3 cond: 10 Y=1\n"},
	{"fixed directive inside", Options{Form: Fixed}, "      X = 1\nc$mdmp send(a,1)\n     & + 2\n", "stmt 1-3: X = 1 + 2\ndir mdmp 2-2 inside: send(a,1)\n"},
	{"return inside", Options{Form: Free}, "i = 0\nx = 'a\rb'\ny = 1\nz = 2\n", "stmt 1-1 broken: i = 0\nstmt 2-2 broken: x = 'a\rb'\nstmt 3-3 broken: y = 1\nstmt 4-4: z = 2\n"},
	{"null in a comment", Options{Form: Fixed}, "      i = 0\n     \x00! + 1\n      k = 2\n      l = 3\n", "stmt 1-2 broken: i = 0\nstmt 3-3 broken: k = 2\nstmt 4-4: l = 3\n"},
	{"fixed bad label", Options{Form: Fixed}, "x = 1\n", "stmt 1-1 broken: x = 1\nproblem 1:1: columns 1 to 5 hold something that is no label\n"},
	{"fixed ampersand in column 1", Options{Form: Fixed}, "      x = 1\n& + 2\n", "stmt 1-2: x = 1 + 2\n"},
}

func TestJoin(t *testing.T) {
	for _, tt := range joinTests {
		t.Run(tt.name, func(t *testing.T) {
			f := New("a.f", []byte(tt.in), tt.opt)
			if d := cmp.Diff(tt.want, show(f)); d != "" {
				t.Errorf("(-want +got)\n%s", d)
			}
			checkLines(t, f)
		})
	}
}

// checkLines tests what must hold for any file: order, spans, the map of every
// byte of the text (blanks that stand for nothing excepted).
func checkLines(t *testing.T, f *File) {
	t.Helper()
	last := Pos(-1)
	for i := range f.Lines {
		l := &f.Lines[i]
		if l.Span.Start < last || l.Span.End < l.Span.Start || int(l.Span.End) > len(f.Src) {
			t.Fatalf("line %d: span %v after %d", i, l.Span, last)
		}
		last = l.Span.Start
		if l.First > l.Last || l.First < 1 {
			t.Fatalf("line %d: %+v", i, l)
		}
		for k, c := range l.Text {
			p := l.Pos(k)
			if c == ' ' {
				continue // may stand for columns that the file does not have
			}
			if p < l.Span.Start || int(p) >= len(f.Src) {
				t.Fatalf("line %d: byte %d maps to %d", i, k, p)
			}
			if f.Src[p] != c {
				t.Fatalf("line %d: byte %d %q maps to %q", i, k, c, f.Src[p])
			}
		}
		if e := l.Pos(len(l.Text)); e > l.Span.End && l.Kind == Statement && !l.Broken {
			t.Fatalf("line %d: end %d outside of %v", i, e, l.Span)
		}
	}
}

func TestPosition(t *testing.T) {
	f := New("a.f90", []byte("x=1\n# 10 \"b.h\" 1\ny=1\n#line 5\nz=1\n"), Options{Form: Free})
	want := []string{"a.f90:1:1", "a.f90:2:1", "b.h:10:1", "b.h:11:1", "b.h:5:1"}
	for i := range f.Lines {
		if got := f.Position(f.Lines[i].Span.Start).String(); got != want[i] {
			t.Errorf("line %d: %s, want %s", i, got, want[i])
		}
	}
}

func TestDetect(t *testing.T) {
	fixed := "C     a comment here\n      PROGRAM X\n      A = 1\n     &   + 2\n      END\n"
	free := "program x\n  a = 1 + &\n   2\nend program\n"
	for _, tt := range []struct {
		name, src string
		want      Form
	}{
		{"a.f", fixed, Fixed}, {"a.f90", free, Free}, {"a.F", free, Free}, {"a", fixed, Fixed}, {"a", free, Free},
		{"a.f90", strings.Repeat(fixed, 3), Fixed}, {"a.f", "", Fixed}, {"a.F90", "", Free}, {"a", "", Free},
		{"a.f", "      x=1\n      y=2\n", Fixed},
		{"a.f", "      print *, 'R&! D',\n     %  a\n", Fixed},
	} {
		if got := Detect(tt.name, []byte(tt.src)); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

func TestHasSentinel(t *testing.T) {
	for src, want := range map[string]bool{
		"x = 1\n": false, "!$omp parallel\n!$ x=1\n": false, "!$mdmp send": true, "c$MDMP send": true,
		"!$mdpm send": true, "! $mdmp send": true, "!mdmp$ x": true, "!$ mdmp": true, "a$b = 1": false, "!$": false,
		"!$acc data\n!$MdMp x": true, "!$mdmpsend": true,
	} {
		if got := (Options{}).HasSentinel([]byte(src)); got != want {
			t.Errorf("%q: %v", src, got)
		}
	}
}

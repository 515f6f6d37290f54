package emit

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// place is where the first of what stands in a file.
func place(f *source.File, what string) source.Span {
	i := strings.Index(string(f.Src), what)
	return span(i, i+len(what))
}

// What is changed in a line leaves the columns of what stands around it.
func TestText(t *testing.T) {
	say := []Stmt{{Text: "call f"}}
	long := strings.Repeat("x", 60)
	for _, c := range []struct {
		what, file, src string
		change          func(t *Text)
		want            string
	}{
		{"after a directive", "a.f90", "  a\n  b", func(t *Text) { t.After(&t.File.Lines[0], say) }, "  a\n  call f\n  b"},
		{"after the last line", "a.f90", "  a", func(t *Text) { t.After(&t.File.Lines[0], say) }, "  a\n  call f\n"},
		{"at the end", "a.f90", "  a\n", func(t *Text) { t.End(say) }, "  a\ncall f\n"},
		{"before a statement", "a.f90", "a\n  b\n", func(t *Text) { t.Before(place(t.File, "b").Start, say) }, "a\n  call f\n  b\n"},
		{"before one that shares its line", "a.f90", "a; b\n", func(t *Text) { t.Before(place(t.File, "b").Start, say) }, "a; \ncall f\n   b\n"},
		{"behind one that shares its line", "a.f90", "a; b\n", func(t *Text) { t.Behind(&t.File.Lines[0], say) }, "a\ncall f\n   b\n"},
		{"closed in the other order", "a.f90", "do\nb\nend do\nc\n", func(t *Text) {
			for _, text := range []string{"1", "2"} {
				t.Before(0, []Stmt{{Text: "block ! " + text}})
				t.Behind(&t.File.Lines[2], []Stmt{{Text: "then " + text}})
				t.Close(0, &t.File.Lines[2], []Stmt{{Text: "end block ! " + text}})
			}
			t.Close(3, &t.File.Lines[2], []Stmt{{Text: "end if ! opened behind"}})
		}, "block ! 1\nblock ! 2\ndo\nb\nend do\nend if ! opened behind\nend block ! 2\nend block ! 1\nthen 1\nthen 2\nc\n"},
		{"several behind one that shares its line", "a.f90", "a; b\n", func(t *Text) {
			t.Behind(&t.File.Lines[0], say)
			t.Close(0, &t.File.Lines[0], []Stmt{{Text: "end if"}})
		}, "a\nend if\n\ncall f\n   b\n"},
		{"behind one with a comment", "a.f90", "a ! why\nb\n", func(t *Text) { t.Behind(&t.File.Lines[0], say) }, "a ! why\ncall f\nb\n"},
		{"label", "a.f90", "010 a\n", func(t *Text) {
			if !t.Blank(0) || t.Blank(0) {
				t.Replace(span(0, 1), "not once")
			}
		}, "    a\n"},
		{"construct", "a.f90", " if (a) return ! why\n", func(t *Text) {
			t.Conditional(span(1, 14), 8, []Stmt{{Text: "call f"}})
		}, " if (a) then\n   call f\n        return\n end if        ! why\n"},
		{"construct in columns", "a.f", "      if (a) return" + strings.Repeat(" ", 53) + "S1\n", func(t *Text) {
			t.Conditional(span(6, 19), 13, []Stmt{{Text: "call f"}})
		}, "      if (a) then\n        call f\n             return\n      end if" + strings.Repeat(" ", 7) + strings.Repeat(" ", 53) + "S1\n"},
		{"construct whose THEN does not fit", "a.f", "      if (" + long[:57] + ") x=\n     &1\n", func(t *Text) {
			t.Conditional(span(6, 79), 69, []Stmt{{Text: "call f"}})
		}, "      if (" + long[:57] + ") \n     &then\n        call f\n" + strings.Repeat(" ", 69) + "x=\n     &1\n      end if\n"},
		{"between two lines", "a.f90", " call f ! why\n", func(t *Text) {
			t.Before(1, say)
			t.Within(span(1, 7), Stmt{Text: "if (a) then"}, "end if")
			t.Behind(&t.File.Lines[0], say)
		}, " call f\n \n if (a) then\n call f\n end if ! why\n call f\n"},
		{"between two lines, in columns", "a.f", "      call f(\n     &  x)" + strings.Repeat(" ", 62) + "S1\n", func(t *Text) {
			t.Within(span(6, 24), Stmt{Text: "if (a) then"}, "end if")
		}, "      \n      if (a) then\n      call f(\n     &  x)\n      end if" + strings.Repeat(" ", 62) + "S1\n"},
		{"jump", "a.f90", "if (a) x = 1 ! why\n", func(t *Text) { t.Jump(place(t.File, "x = 1"), "9") }, "if (a) goto 9 ! why\n"},
		{"jump, padded", "a.f90", "if (a) x = 11111 ! why\n", func(t *Text) { t.Jump(place(t.File, "x = 11111"), "9") }, "if (a) goto 9    ! why\n"},
		{"jump that does not fit", "a.f", "      if (" + long + ") x\n", func(t *Text) { t.Jump(span(72, 73), "9") },
			"      if (" + long + ") \n     &goto 9\n"},
		{"fits", "a.f90", "do i = 1, n ! all\n", func(t *Text) { t.Fit(&t.File.Lines[0], place(t.File, "1, n"), "mdmp_f1, mdmp_l1") }, "do i = mdmp_f1, mdmp_l1 ! all\n"},
		{"does not fit in free form", "a.f90", "a(" + strings.Repeat("1", 124) + ",1:n) = 0\n", func(t *Text) { t.Fit(&t.File.Lines[0], place(t.File, "1:n"), "mdmp_f1:mdmp_l1") },
			"a(" + strings.Repeat("1", 124) + ",&\n    mdmp_f1:mdmp_l1 &\n" + strings.Repeat(" ", 130) + ") = 0\n"},
		{"does not fit in fixed form", "a.f", "      a(" + long[:55] + ",1:n)=0\n", func(t *Text) { t.Fit(&t.File.Lines[0], place(t.File, "1:n"), "mdmp_f1:mdmp_l1") },
			"      a(" + long[:55] + ",\n     &mdmp_f1:mdmp_l1\n     &" + strings.Repeat(" ", 61) + ")=0\n"},
		{"does not fit behind a tab", "a.f", "\tdo " + strings.Repeat(" ", 46) + "j=1,m,2\n", func(t *Text) { t.Fit(&t.File.Lines[0], place(t.File, "1,m"), "mdmp_f1, mdmp_l1") },
			"\tdo " + strings.Repeat(" ", 46) + "j=\n     &mdmp_f1, mdmp_l1\n     &" + strings.Repeat(" ", 49) + ",2\n"},
		{"jump that does not fit behind a tab", "a.f", "\tif (" + long[:57] + ") x\n", func(t *Text) { t.Jump(place(t.File, ") x"), "9") },
			"\tif (" + long[:57] + "\n     &goto 9\n"},
		{"two ranges fit one by one, not together", "a.f", "      a(" + long[:29] + ",1:n)=b(1:k)\n", func(t *Text) {
			t.Fit(&t.File.Lines[0], place(t.File, "1:n"), "mdmp_f1:mdmp_l1")
			t.Fit(&t.File.Lines[0], place(t.File, "1:k"), "mdmp_f1:mdmp_l1")
		}, "      a(" + long[:29] + ",mdmp_f1:mdmp_l1)=b(\n     &mdmp_f1:mdmp_l1\n     &" + strings.Repeat(" ", 42) + ")\n"},
	} {
		text := NewText(source.New(c.file, []byte(c.src), source.Options{}), false)
		c.change(text)
		got, err := text.Apply(text.File.Src)
		if err != nil {
			t.Errorf("%s: %v", c.what, err)
		}
		if d := cmp.Diff(strings.Split(c.want, "\n"), strings.Split(string(got), "\n")); d != "" {
			t.Errorf("%s (-want +got):\n%s", c.what, d)
		}
	}
}

// With line markers what stands behind a statement that has become longer gets its
// number back, once.
func TestFitMarks(t *testing.T) {
	src := "a(" + strings.Repeat("1", 90) + ",1:n,2:m) = 0\nb\n"
	text := NewText(source.New("a.f90", []byte(src), source.Options{LineLength: 100}), true)
	for _, part := range []string{"1:n", "2:m"} {
		text.Fit(&text.File.Lines[0], place(text.File, part), "mdmp_f1:mdmp_l1")
	}
	got, err := text.Apply(text.File.Src)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(got), "# 2 \"a.f90\"\nb\n"); n != 1 || strings.Count(string(got), "#") != 1 {
		t.Errorf("%s", got)
	}
}

// What cannot become longer.
func TestStiff(t *testing.T) {
	for _, c := range []struct{ file, src, part, want string }{
		{"a.f90", "a(1:n) = 0\n", "1:n", ""},
		{"a.f90", "a(1: &\n  n) = 0\n", "1: &\n  n", "a range goes over several lines"},
		{"a.f90", "a(" + strings.Repeat("1", 130) + ",2:n) = 0\n", "2:n", "the line is too long"},
		{"a.f", "      a(" + strings.Repeat("1", 64) + ",2:n) = 0\n", "2:n", "the line is too long"},
		{"a.f", "\ta(1:n) = 0\n", "1:n", "there is a tab in the line"},
	} {
		text := NewText(source.New(c.file, []byte(c.src), source.Options{}), false)
		if got := text.Stiff(place(text.File, c.part)); got != c.want {
			t.Errorf("%q: %q, want %q", c.src, got, c.want)
		}
	}
}

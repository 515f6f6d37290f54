package edit

import (
	"bytes"
	"testing"

	"pgregory.net/rapid"

	"mdmp/fortran/source"
)

func span(a, b int) source.Span { return source.Span{Start: source.Pos(a), End: source.Pos(b)} }

func TestApply(t *testing.T) {
	var l List
	l.Replace(span(4, 7), "C")
	l.Insert(4, "3")
	l.Insert(2, "1")
	l.Insert(9, "end")
	l.Insert(2, "2")
	l.Insert(0, "<")
	l.Insert(6+1, "before")
	l.InsertBehind(7, "behind")
	got, pieces, err := l.Apply([]byte("abcdefghi"))
	if err != nil {
		t.Fatal(err)
	}
	if want := "<ab12cd3Cbehindbeforehiend"; string(got) != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if len(pieces) != l.Len() {
		t.Errorf("%d pieces for %d edits", len(pieces), l.Len())
	}
}

func TestApplyRefuses(t *testing.T) {
	for name, make := range map[string]func(*List){
		"overlap":          func(l *List) { l.Replace(span(1, 4), ""); l.Replace(span(3, 5), "") },
		"inside a replace": func(l *List) { l.Replace(span(1, 4), ""); l.Insert(2, "x") },
		"behind the end":   func(l *List) { l.Insert(6, "x") },
		"negative":         func(l *List) { l.Insert(-1, "x") },
		"backwards":        func(l *List) { l.Replace(span(3, 2), "x") },
	} {
		var l List
		make(&l)
		if out, _, err := l.Apply([]byte("abcde")); err == nil {
			t.Errorf("%s: no error, got %q", name, out)
		}
	}
}

// What was not edited is untouched, and the edits can be taken out again.
func TestResidue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		src := rapid.SliceOfN(rapid.Byte(), 0, 60).Draw(t, "src")
		var l List
		at := 0
		for n := rapid.IntRange(0, 6).Draw(t, "edits"); n > 0 && at <= len(src); n-- {
			from := rapid.IntRange(at, len(src)).Draw(t, "from")
			to := rapid.IntRange(from, len(src)).Draw(t, "to")
			l.Replace(span(from, to), rapid.String().Draw(t, "text"))
			at = to
		}
		out, pieces, err := l.Apply(src)
		if err != nil {
			t.Fatal(err)
		}
		if back := Residue(out, pieces, src); !bytes.Equal(back, src) {
			t.Fatalf("residue %q of %q, source %q", back, out, src)
		}
	})
}

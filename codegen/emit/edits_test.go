package emit

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/mdmp-fortran/mdmp/fortran/source"
)

func span(a, b int) source.Span { return source.Span{Start: source.Pos(a), End: source.Pos(b)} }

func TestApply(t *testing.T) {
	l := NewEdits()
	l.Replace(span(4, 7), "C")
	l.Insert(4, "3")
	l.Insert(2, "1")
	l.Insert(9, "end")
	l.Insert(2, "2")
	l.Insert(0, "<")
	l.Insert(6+1, "before")
	l.InsertBehind(7, "behind")
	got, err := l.Apply([]byte("abcdefghi"))
	if err != nil {
		t.Fatal(err)
	}
	if want := "<ab12cd3Cbehindbeforehiend"; string(got) != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestApplyRefuses(t *testing.T) {
	for name, make := range map[string]func(*Edits){
		"overlap":          func(l *Edits) { l.Replace(span(1, 4), ""); l.Replace(span(3, 5), "") },
		"inside a replace": func(l *Edits) { l.Replace(span(1, 4), ""); l.Insert(2, "x") },
		"behind the end":   func(l *Edits) { l.Insert(6, "x") },
		"negative":         func(l *Edits) { l.Insert(-1, "x") },
		"backwards":        func(l *Edits) { l.Replace(span(3, 2), "x") },
	} {
		l := NewEdits()
		make(l)
		if out, err := l.Apply([]byte("abcde")); err == nil {
			t.Errorf("%s: no error, got %q", name, out)
		}
	}
}

// What was not edited is untouched, in whatever order the changes were made.
func TestKeepsTheRest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		src := rapid.SliceOfN(rapid.Byte(), 0, 60).Draw(t, "src")
		type change struct {
			from, to int
			text     string
		}
		var list []change
		want, at := "", 0
		for n := rapid.IntRange(0, 6).Draw(t, "edits"); n > 0; n-- {
			from := rapid.IntRange(at, len(src)).Draw(t, "from")
			to := rapid.IntRange(from, len(src)).Draw(t, "to")
			c := change{from, to, rapid.String().Draw(t, "text")}
			if len(list) > 0 && list[len(list)-1].from == from {
				continue // of those the order counts
			}
			want += string(src[at:from]) + c.text
			list, at = append(list, c), to
		}
		l := NewEdits()
		for _, c := range rapid.Permutation(list).Draw(t, "order") {
			l.Replace(span(c.from, c.to), c.text)
		}
		got, err := l.Apply(src)
		if err != nil {
			t.Fatal(err)
		}
		if want += string(src[at:]); string(got) != want {
			t.Fatalf("got %q, want %q", got, want)
		}
	})
}

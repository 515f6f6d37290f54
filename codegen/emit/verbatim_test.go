package emit

import (
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// at returns the bytes of the file from the first of from to the end of the
// first to behind it.
func at(src, from, to string) source.Span {
	i := strings.Index(src, from)
	k := i + strings.Index(src[i:], to) + len(to)
	return source.Span{Start: source.Pos(i), End: source.Pos(k)}
}

func TestReplaced(t *testing.T) {
	for _, c := range []struct{ name, src, from, to, want, part, with, replaced string }{
		{"a.f90", "!$mdmp send(u(:,  k), west)\n", "u(", ")", "u(:,  k)", "k", "mdmp_k1", "u(:,  mdmp_k1)"},
		{"a.f90", "!$mdmp send(u(i, &\n!$mdmp&    j), west)\n", "u(", ")", "u(i,     j)", "j", "1", "u(i,     1)"},
		{"a.f90", "!$mdmp send(u(in&\n!$mdmp&dex, 2), west)\n", "u(", ")", "u(index, 2)", "2", "x", "u(index, x)"},
		{"a.f", "c$mdmp send(u(i,\nc$mdmp&j), west)\n", "u(", ")", "u(i,j)", "i", "k", "u(k,j)"},
	} {
		f := source.New(c.name, []byte(c.src), source.Options{})
		if len(f.Lines) != 1 {
			t.Fatalf("%q: %d lines", c.src, len(f.Lines))
		}
		l, span := &f.Lines[0], at(c.src, c.from, c.to)
		if got := unspaced(Verbatim(l, span)); got != unspaced(c.want) {
			t.Errorf("%q: got %q, want %q", c.src, got, c.want)
		}
		inner := at(c.src[span.Start:], c.part, c.part)
		sub := Subst{At: source.Span{Start: inner.Start + span.Start, End: inner.End + span.Start}, Text: c.with}
		if got := unspaced(Replaced(l, span, []Subst{sub})); got != unspaced(c.replaced) {
			t.Errorf("%q: got %q, want %q", c.src, got, c.replaced)
		}
		if in := Within([]Subst{sub}, span); len(in) != 1 {
			t.Errorf("%q: the replacement is not within", c.src)
		}
	}
}

func TestKey(t *testing.T) {
	if Key("A ( I )") != Key("a(i)") || Key("a") == Key("b") {
		t.Error("keys tell what they should not, or do not tell what they should")
	}
}

func unspaced(s string) string { return strings.ReplaceAll(s, " ", "") }

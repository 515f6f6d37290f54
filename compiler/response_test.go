package compiler

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestSplitResponse(t *testing.T) {
	tests := []struct {
		text string
		want []string
	}{
		{"", nil},
		{" \n\t ", nil},
		{"a b\nc\r\nd", []string{"a", "b", "c", "d"}},
		{`"a b" 'c d'`, []string{"a b", "c d"}},
		{`a\ b "c\"d" 'e\'f'`, []string{"a b", `c"d`, "e'f"}},
		{`"" ''x`, []string{"", "x"}},
		{`-DX="a b"c`, []string{"-DX=a bc"}},
		{`a\`, []string{"a"}},
	}
	for _, tt := range tests {
		if got := SplitResponse(tt.text); !slices.Equal(got, tt.want) {
			t.Errorf("%q: %q, want %q", tt.text, got, tt.want)
		}
	}
}

func TestResponseRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOf(rapid.String()).Draw(t, "words")
		if got := SplitResponse(JoinResponse(words)); !slices.Equal(got, words) {
			t.Fatalf("%q came back as %q", words, got)
		}
	})
}

func FuzzSplitResponse(f *testing.F) {
	for _, s := range []string{"", `a "b c" 'd`, `\`, "a\\\nb", "\"\\"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		words := SplitResponse(text)
		if got := SplitResponse(JoinResponse(words)); !slices.Equal(got, words) {
			t.Fatalf("%q came back as %q", words, got)
		}
	})
}

func files(m map[string]string) func(string) ([]byte, error) {
	return func(name string) ([]byte, error) {
		if s, ok := m[name]; ok {
			return []byte(s), nil
		}
		return nil, errors.New("no such file")
	}
}

func TestExpand(t *testing.T) {
	read := files(map[string]string{"a": "x @b y", "b": "p q", "loop": "z @loop"})
	var got []string
	for _, w := range Expand([]string{"1", "@a", "@missing", "@", "2"}, read) {
		got = append(got, w.Text)
	}
	if s := strings.Join(got, " "); s != "1 x p q y @missing @ 2" {
		t.Errorf("got %s", s)
	}
	if n := len(Expand([]string{"@loop"}, read)); n != maxDepth+1 {
		t.Errorf("a file that names itself: %d words", n)
	}
}

func TestEditKeepsResponseFiles(t *testing.T) {
	read := files(map[string]string{"objs": "a.o b.o", "src": "-O2 m.f90 -g"})
	args := []string{"@objs", "@src", "x.f90", "-o", "x"}
	c := Parse(GNU, args, Expand(args, read))
	if got := strings.Join(c.Args(), " "); got != "@objs @src x.f90 -o x" {
		t.Errorf("unchanged: %s", got)
	}
	c.Set(c.Sources()[1], "/tmp/x.f90")
	if got := strings.Join(c.Args(), " "); got != "@objs @src /tmp/x.f90 -o x" {
		t.Errorf("argument changed: %s", got)
	}
	c.Set(c.Sources()[0], "-x", "f95", "/tmp/m.f90")
	if got := strings.Join(c.Args(), " "); got != "@objs -O2 -x f95 /tmp/m.f90 -g /tmp/x.f90 -o x" {
		t.Errorf("file changed: %s", got)
	}
	got := c.Without(func(it *Item) bool { return it.Means == Output || it.Input != nil })
	if s := strings.Join(got, " "); s != "-O2 -g" {
		t.Errorf("without: %s", s)
	}
}

package lang

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/diag"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// FuzzParse reads any text as a file of directives: no panic, every place lies
// in the directive, and what has no directive has an error.
func FuzzParse(f *testing.F) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		for line := range strings.Lines(string(data)) {
			if len(line) > 7 && strings.EqualFold(line[1:6], "$mdmp") {
				f.Add(line[6:], formOf(name) == source.Fixed)
			}
		}
	}
	f.Fuzz(func(t *testing.T, text string, fixed bool) {
		form := source.Free
		if fixed {
			form = source.Fixed
		}
		file := source.New("fuzz.f90", []byte("!$mdmp"+text), source.Options{Form: form})
		for i := range file.Lines {
			l := &file.Lines[i]
			if l.Kind != source.Directive || l.Sentinel() != "mdmp" {
				continue
			}
			d, list := Parse(file, l)
			if d == nil && !diag.List(list).HasErrors() {
				t.Fatalf("%q: no directive and no error", text)
			}
			checkPlaces(t, l, list)
			if m, ok := d.(*Message); ok && !diag.List(list).HasErrors() {
				checkMessage(t, text, m)
			}
		}
	})
}

func checkPlaces(t *testing.T, l *source.Line, list []diag.Diagnostic) {
	t.Helper()
	for _, g := range list {
		if g.Message == "" || strings.ContainsAny(g.Message, "\n\x00") {
			t.Fatalf("bad message %q", g.Message)
		}
		end := max(l.Span.End, l.Span.Start+sentinelLen)
		if g.At.Start < l.Span.Start || g.At.End > end || g.At.Start > g.At.End {
			t.Fatalf("%q at %v, outside of the directive at %v", g.Message, g.At, l.Span)
		}
		if _, ok := diag.Lookup(g.Code); !ok {
			t.Fatalf("unknown code %q", g.Code)
		}
	}
}

func checkMessage(t *testing.T, text string, m *Message) {
	t.Helper()
	if m.Peer == nil || len(m.Sections) == 0 {
		t.Fatalf("%q is accepted without a section or a peer", text)
	}
	for _, s := range m.Sections {
		if s.X == nil {
			t.Fatalf("%q is accepted with an empty section", text)
		}
	}
}

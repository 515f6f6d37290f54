package main

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/compiler/include"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

func TestDisguise(t *testing.T) {
	tests := []struct {
		form source.Form
		in   string
		want string
	}{
		{source.Free, "  !$mdmp send(a)\n", "  !dir$ q send(a)\n"},
		{source.Free, "!$MDMP&  x\n", "!dir$ q&  x\n"},
		{source.Free, "!$mdmp a &\n!$mdmp& b & ! c\n\n!$mdmp c\n!$mdmp d\n",
			"!dir$ q a &\n!dir$& b & ! c\n\n!dir$ c\n!dir$ q d\n"},
		{source.Free, "x = '!$mdmp'\n", "x = '!$mdmp'\n"},
		{source.Fixed, "c$mdmp send(a)\n", "!dir$ qsend(a)\n"},
		{source.Fixed, "!$MDMP+send(a)\n", "!dir$+ send(a)\n"},
		{source.Fixed, "*$mdmp0x\nC$MDMP1y\n", "!dir$ qx\n!dir$1 y\n"},
		{source.Fixed, " !$mdmp x\n", " !$mdmp x\n"},
		{source.Fixed, "c$mdmp\n", "!dir$ q\n"},
	}
	for _, tt := range tests {
		c := disguiser{search: &include.Searcher{}, moved: &include.Searcher{}, form: tt.form}
		if got := string(c.disguise("x", []byte(tt.in), ".")); got != tt.want {
			t.Errorf("%q: %q, want %q", tt.in, got, tt.want)
		}
	}
}

func TestUndisguise(t *testing.T) {
	long := strings.Repeat("abcdefghi ", 15) // 150
	folded := "!dir$   q " + long[:62] + "&\n!dir$&" + long[62:128] + "&\n!dir$&" + long[128:] + "\nnext\n"
	tests := []struct {
		form source.Form
		in   string
		want string
	}{
		{source.Free, "#line \"./a.F90\" 1\nx\n#line 5\ny\n", "# 1 \"./a.F90\"\nx\n# 5 \"./a.F90\"\ny\n"},
		{source.Free, "!dir$   q send(a)\n", "!$mdmp send(a)\n"},
		{source.Free, "!DIR$ ivdep\n!dir$   vector\n", "!DIR$ ivdep\n!dir$   vector\n"},
		{source.Free, "#line \"a\" 3\n" + folded, "# 3 \"a\"\n!$mdmp " + strings.TrimSpace(long) + "\n# 6 \"a\"\nnext\n"},
		{source.Fixed, "!dir$ qsend(a)\n", "!$mdmp send(a)\n"},
		{source.Fixed, "!dir$0qsend(a)\n", "!$mdmp send(a)\n"},
	}
	for _, tt := range tests {
		if got := string(undisguise([]byte(tt.in), tt.form)); got != tt.want {
			t.Errorf("%q:\n%q, want\n%q", tt.in, got, tt.want)
		}
	}
}

// In fixed form nothing may stand beyond column 72.
func TestFoldDirective(t *testing.T) {
	for n := range 300 {
		content := strings.Repeat("x", n)
		var out []byte
		lines := foldDirective(&out, content, source.Fixed)
		joined := ""
		for i, line := range strings.Split(strings.TrimSuffix(string(out), "\n"), "\n") {
			if len(line) > 72 || (line[6] == ' ') != (i == 0) {
				t.Fatalf("%d: %q", n, line)
			}
			joined += line[7:]
		}
		if joined != content || lines != bytes.Count(out, []byte("\n")) {
			t.Fatalf("%d: %q", n, out)
		}
	}
}

func FuzzUndisguise(f *testing.F) {
	f.Add([]byte("#line \"a\" 3\n!dir$   q send(a)\n"), true)
	f.Add([]byte(fmt.Sprintf("!dir$ q%65s&\n!dir$&x", "y")), false)
	f.Fuzz(func(t *testing.T, text []byte, free bool) {
		form := source.Fixed
		if free {
			form = source.Free
		}
		_ = undisguise(text, form)
		c := disguiser{search: &include.Searcher{}, moved: &include.Searcher{}, form: form}
		out := c.disguise("x", text, "/nonexistent")
		if !(source.Options{}).HasSentinel(text) && !bytes.Contains(text, []byte("include")) && !bytes.Equal(out, text) {
			t.Errorf("changed without a directive: %q", out)
		}
	})
}

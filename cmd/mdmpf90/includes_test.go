package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mdmp/compiler"
	"mdmp/fortran/source"
)

func TestMentions(t *testing.T) {
	tests := []struct {
		text  string
		want  string
		known bool
	}{
		{"", "", true},
		{"x = 1\ninclude 'a.inc'\n", "a.inc", true},
		{"  INCLUDE \"b.inc\"", "b.inc", true},
		{"10 include'c.inc'\n", "c.inc", true},
		{"!$ include 'd.inc'\n", "d.inc", true},
		{"#include \"e.h\"\n", "#e.h", true},
		{" # include <f.h>\n", "#f.h", true},
		{"#include FILE\n", "", false},
		{"include\n", "", true},
		{"include ''\n", "", true},
		{"includes = 'x'\n", "", true},
		{"call include('x')\n", "", true},
		{"! include 'x'\n", "", true},
		{"include <x>\n", "", true},
		{"include 'a'\r\ninclude 'b' ! c\r\n", "a b", true},
	}
	for _, tt := range tests {
		list, known := mentions([]byte(tt.text))
		var got []string
		for _, m := range list {
			if m.cpp {
				m.name = "#" + m.name
			}
			got = append(got, m.name)
		}
		if s := strings.Join(got, " "); s != tt.want || known != tt.known {
			t.Errorf("%q: %s (%v), want %s (%v)", tt.text, s, known, tt.want, tt.known)
		}
	}
}

func FuzzMentions(f *testing.F) {
	f.Add([]byte("include 'x'\n#include \"y\"\n#include Z\n!$ include 'w'"))
	f.Fuzz(func(t *testing.T, text []byte) {
		list, _ := mentions(text)
		for _, m := range list {
			if m.name == "" || !bytes.Contains(text, []byte(m.name)) {
				t.Errorf("a name that is not there: %q", m.name)
			}
		}
	})
}

func TestSearchOrders(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"x.inc", "src/x.inc", "src/deep/x.inc", "inc/x.inc", "mpi/x.inc"} {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	orders := map[compiler.Family]string{
		compiler.GNU:   "src/x.inc inc/x.inc",
		compiler.Intel: "src/x.inc inc/x.inc",
		compiler.Flang: "src/deep/x.inc x.inc inc/x.inc",
	}
	for f, want := range orders {
		s := searcher{family: f, main: "src", dirs: []string{"inc"}, system: []string{"mpi"}}
		if f == compiler.Flang {
			s.main = "src"
		}
		hidden := map[string]string{}
		var got []string
		for {
			path, ok, system := s.find("x.inc", "src/deep", false)
			if !ok {
				if !system {
					t.Errorf("%v: the MPI's file was not seen", f)
				}
				break
			}
			got = append(got, path)
			hidden[path] = path + ".hidden"
			if err := os.Rename(path, path+".hidden"); err != nil {
				t.Fatal(err)
			}
		}
		for path, now := range hidden {
			if err := os.Rename(now, path); err != nil {
				t.Fatal(err)
			}
		}
		if s := strings.Join(got, " "); s != want {
			t.Errorf("%v: %s, want %s", f, s, want)
		}
	}
}

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
		c := disguiser{search: &searcher{}, moved: &searcher{}, form: tt.form}
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
		c := disguiser{search: &searcher{}, moved: &searcher{}, form: form}
		out := c.disguise("x", text, "/nonexistent")
		if !source.HasSentinel(text) && !bytes.Contains(text, []byte("include")) && !bytes.Equal(out, text) {
			t.Errorf("changed without a directive: %q", out)
		}
	})
}

package include

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/compiler"
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
		list, known := Mentions([]byte(tt.text))
		var got []string
		for _, m := range list {
			if m.Cpp {
				m.Name = "#" + m.Name
			}
			got = append(got, m.Name)
		}
		if s := strings.Join(got, " "); s != tt.want || known != tt.known {
			t.Errorf("%q: %s (%v), want %s (%v)", tt.text, s, known, tt.want, tt.known)
		}
	}
}

func FuzzMentions(f *testing.F) {
	f.Add([]byte("include 'x'\n#include \"y\"\n#include Z\n!$ include 'w'"))
	f.Fuzz(func(t *testing.T, text []byte) {
		list, _ := Mentions(text)
		for _, m := range list {
			if m.Name == "" || !bytes.Contains(text, []byte(m.Name)) {
				t.Errorf("a name that is not there: %q", m.Name)
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
		s := Searcher{Family: f, Main: "src", Dirs: []string{"inc"}, System: []string{"mpi"}}
		if f == compiler.Flang {
			s.Main = "src"
		}
		hidden := map[string]string{}
		var got []string
		for {
			path, ok, system := s.Find("x.inc", "src/deep", false)
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

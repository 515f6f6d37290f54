package include

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/mdmp-fortran/mdmp/compiler"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// tree writes the files of a txtar archive below a new current folder.
func tree(t *testing.T, archive string) {
	t.Helper()
	t.Chdir(t.TempDir())
	for _, f := range txtar.Parse([]byte(archive)).Files {
		if err := os.MkdirAll(filepath.Dir(f.Name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(f.Name, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// src/main.f90 with its include lines, before and after. The folders of the
// include path are inc and, for the translation alone, src where the compiler
// takes it.
func TestExpand(t *testing.T) {
	for _, test := range []struct {
		name   string
		family compiler.Family
		files  string // src/main.f90 first
		want   string
	}{
		{"nothing to include", compiler.GNU, `
-- src/main.f90 --
x = 1
end
`, `x = 1
end
`},
		{"declarations are left to the compiler", compiler.GNU, `
-- src/main.f90 --
include 'sizes.inc'
end
-- inc/sizes.inc --
integer, parameter :: n = 4
`, `include 'sizes.inc'
end
`},
		{"declarations with USE are taken in, for halo patterns", compiler.GNU, `
-- src/main.f90 --
include 'uses.inc'
end
-- inc/uses.inc --
use halos
`, `# 1 "inc/uses.inc"
use halos
# 2 "src/main.f90"
end
`},
		{"half a construct is taken in", compiler.GNU, `
-- src/main.f90 --
include 'opens.inc'
end interface
-- inc/opens.inc --
interface
`, `# 1 "inc/opens.inc"
interface
# 2 "src/main.f90"
end interface
`},
		{"directives are taken in", compiler.GNU, `
-- src/main.f90 --
x = 1
  include 'halo.inc'
end
-- inc/halo.inc --
!$mdmp begin
!$mdmp end
`, `x = 1
# 1 "inc/halo.inc"
!$mdmp begin
!$mdmp end
# 3 "src/main.f90"
end
`},
		{"a file without a line end", compiler.GNU, `
-- src/main.f90 --
include 'outer.inc'
end
-- inc/outer.inc --
!$mdmp begin
include 'inner.inc'
-- inc/inner.inc --
!$mdmp end
`, `# 1 "inc/outer.inc"
!$mdmp begin
# 1 "inc/inner.inc"
!$mdmp end
# 3 "inc/outer.inc"
# 2 "src/main.f90"
end
`},
		{"directives two files down", compiler.GNU, `
-- src/main.f90 --
include 'outer.inc'
include 'sizes.inc'
end
-- inc/outer.inc --
y = 2
include 'sizes.inc'
include 'inner.inc'
z = 3
-- inc/inner.inc --
!$mdmp end
-- inc/sizes.inc --
integer n4
`, `# 1 "inc/outer.inc"
y = 2
include 'sizes.inc'
# 1 "inc/inner.inc"
!$mdmp end
# 4 "inc/outer.inc"
z = 3
# 2 "src/main.f90"
include 'sizes.inc'
end
`},
		{"beside the source: found from the temporary folder, too", compiler.GNU, `
-- src/main.f90 --
include 'beside.inc'
end
-- src/beside.inc --
integer n4
`, `include 'beside.inc'
end
`},
		{"beside the source, and another one is found first from elsewhere", compiler.Flang, `
-- src/main.f90 --
include 'beside.inc'
end
-- src/beside.inc --
integer n4
-- inc/beside.inc --
integer n5
`, `# 1 "src/beside.inc"
integer n4
# 2 "src/main.f90"
end
`},
		{"flang looks beside the including file, wherever it is read from", compiler.Flang, `
-- src/main.f90 --
include 'deep/outer.inc'
end
-- inc/deep/outer.inc --
include 'inner.inc'
-- inc/deep/inner.inc --
integer n4
`, `include 'deep/outer.inc'
end
`},
		{"not found at all", compiler.GNU, `
-- src/main.f90 --
include 'none.inc'
end
`, `include 'none.inc'
end
`},
		{"in a comment, a string and an #include", compiler.GNU, `
-- src/main.f90 --
! include 'halo.inc'
print *, "&
  &include 'halo.inc'"
#include "halo.inc"
end
-- inc/halo.inc --
!$mdmp end
`, `! include 'halo.inc'
print *, "&
  &include 'halo.inc'"
#include "halo.inc"
end
`},
		{"statements are taken in to be seen", compiler.GNU, `
-- src/main.f90 --
include 'sizes.inc'
 include 'loop.inc' ! a comment
include 'note.inc'
10 include 'loop.inc'
x = 1; include 'loop.inc'
end
-- inc/loop.inc --
include 'deep.inc'
-- inc/deep.inc --
  x(i) = 2
end do
-- inc/sizes.inc --
interface
  subroutine s
  end subroutine
end interface
integer n
-- inc/note.inc --
! between statements
-- inc/cpp.inc --
`, `include 'sizes.inc'
# 1 "inc/loop.inc"
# 1 "inc/deep.inc"
  x(i) = 2
end do
# 2 "inc/loop.inc"
# 3 "src/main.f90"
# 1 "inc/note.inc"
! between statements
# 4 "src/main.f90"
10 include 'loop.inc'
x = 1; include 'loop.inc'
end
`},
		{"statements that depend on the preprocessor are not", compiler.GNU, `
-- src/main.f90 --
include 'cpp.inc'
end
-- inc/cpp.inc --
#ifdef N
x = 1
#endif
`, `include 'cpp.inc'
end
`},
		{"conditional compilation without OpenMP", compiler.GNU, `
-- src/main.f90 --
!$ include 'halo.inc'
end
-- inc/halo.inc --
!$mdmp end
`, `!$ include 'halo.inc'
end
`},
		{"line markers of the source are kept to", compiler.GNU, `
-- src/main.f90 --
# 40 "made.F90"
include 'halo.inc'
end
-- inc/halo.inc --
!$mdmp end
`, `# 40 "made.F90"
# 1 "inc/halo.inc"
!$mdmp end
# 41 "made.F90"
end
`},
	} {
		t.Run(test.name, func(t *testing.T) {
			tree(t, test.files)
			e := expander(test.family)
			text, err := os.ReadFile("src/main.f90")
			if err != nil {
				t.Fatal(err)
			}
			got, err := e.Expand("src/main.f90", "src/main.f90", text)
			if err != nil {
				t.Fatal(err)
			}
			if string(got) != test.want {
				t.Errorf("got\n%swant\n%s", got, test.want)
			}
		})
	}
}

func expander(family compiler.Family) *Expander {
	s := &Searcher{Family: family, Main: "src", Dirs: []string{"inc"}, System: []string{"mpi"}}
	return &Expander{Search: s, Moved: s.Moved([]string{"src"}), Source: source.Options{Form: source.Free}}
}

// What is left as it was goes back to its include line, the outermost that can; what would not be found, or holds directives, stays.
func TestFold(t *testing.T) {
	tree(t, `
-- inc/loop.inc --
x = 1
include 'deep.inc'
-- inc/deep.inc --
y = 2
-- inc/halo.inc --
!$mdmp end
`)
	const src = "include 'loop.inc'\nz = 3\n  include 'loop.inc' ! again\ninclude 'halo.inc'\nend\n"
	const halo = "# 1 \"inc/halo.inc\"\n!$mdmp end\n# 5 \"main\"\nend\n"
	for _, test := range []struct{ old, new, want string }{
		{"", "", "# 1 \"main\"\ninclude 'loop.inc'\nz = 3\n# 3 \"main\"\n  include 'loop.inc' ! again\n" + halo},
		{"x = 1\n", "x = 7\n", "# 1 \"inc/loop.inc\"\nx = 7\n# 2 \"inc/loop.inc\"\ninclude 'deep.inc'\n# 2 \"main\"\nz = 3\n" +
			"# 3 \"main\"\n  include 'loop.inc' ! again\n" + halo},
	} {
		e := expander(compiler.GNU)
		text, err := e.Expand("src/main.f90", "main", []byte(src))
		if err != nil {
			t.Fatal(err)
		}
		if got := string(e.Fold([]byte(strings.Replace(string(text), test.old, test.new, 1)))); got != test.want {
			t.Errorf("%q to %q: got\n%swant\n%s", test.old, test.new, got, test.want)
		}
	}
}

// With OpenMP the same line is code.
func TestExpandConditional(t *testing.T) {
	tree(t, "-- inc/halo.inc --\n!$mdmp end\n")
	e := expander(compiler.GNU)
	e.Source.OpenMP = true
	got, err := e.Expand("src/main.f90", "main", []byte("!$ include 'halo.inc'\n"))
	if want := "# 1 \"inc/halo.inc\"\n!$mdmp end\n# 2 \"main\"\n"; string(got) != want || err != nil {
		t.Errorf("%q, %v, want %q", got, err, want)
	}
}

// A file that gfortran would find through the source's folder is another one
// for the translation, if that folder comes later there: here and, below, in
// a file that is itself found where it was.
func TestExpandOtherFile(t *testing.T) {
	tree(t, `
-- src/n.inc --
integer n4
-- inc/n.inc --
integer n5
-- inc/outer.inc --
include 'n.inc'
`)
	e := expander(compiler.GNU)
	e.Moved.Dirs = []string{"inc", "src"}
	for text, want := range map[string]string{
		"include 'n.inc'\n":     "# 1 \"src/n.inc\"\ninteger n4\n# 2 \"main\"\n",
		"include 'outer.inc'\n": "# 1 \"inc/outer.inc\"\n# 1 \"src/n.inc\"\ninteger n4\n# 2 \"inc/outer.inc\"\n# 2 \"main\"\n",
	} {
		got, err := e.Expand("src/main.f90", "main", []byte(text))
		if string(got) != want || err != nil {
			t.Errorf("%q: %q, %v, want %q", text, got, err, want)
		}
	}
}

// Files that lead back to themselves are refused: the compiler would not see
// it any more.
func TestExpandCircle(t *testing.T) {
	tree(t, `
-- inc/a.inc --
!$mdmp begin
include 'b.inc'
-- inc/b.inc --
!$mdmp end
include 'a.inc'
`)
	_, err := expander(compiler.GNU).Expand("src/main.f90", "main", []byte("include 'a.inc'\n"))
	if err == nil || !strings.Contains(err.Error(), "inc/b.inc:2") || !strings.Contains(err.Error(), "back to inc/a.inc") {
		t.Error(err)
	}
}

// What is missing is told, but not what only the MPI has.
func TestExpandMissing(t *testing.T) {
	tree(t, "-- mpi/mpif.h --\n-- inc/here.inc --\ninteger n\n")
	e := expander(compiler.GNU)
	var missing []string
	e.Missing = func(name string, at source.Position) { missing = append(missing, at.String()+" "+name) }
	text := "include 'mpif.h'\ninclude 'here.inc'\ninclude 'gone.inc'\n"
	got, err := e.Expand("-", "main", []byte(text))
	if string(got) != text || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	if s := strings.Join(missing, ", "); s != "main:3:1 gone.inc" {
		t.Error(s)
	}
}

// Where the source's folder goes in the include path of its translation.
func TestMoved(t *testing.T) {
	for family, want := range map[compiler.Family]string{
		compiler.GNU: "src inc", compiler.Intel: "src inc", compiler.NV: "src inc", compiler.Flang: "inc src",
	} {
		s := &Searcher{Family: family, Main: "src", Dirs: []string{"inc"}}
		m := s.Moved([]string{"src"})
		if got := strings.Join(m.Dirs, " "); got != want || m.Main != "" {
			t.Errorf("%v: %s, beside %q, want %s", family, got, m.Main, want)
		}
		if s.Main != "src" || len(s.Dirs) != 1 {
			t.Errorf("%v: the first searcher has changed: %v", family, s)
		}
	}
}

func TestAppendMarker(t *testing.T) {
	for _, test := range []struct {
		text string
		line int
		name string
		want string
	}{
		{"", 1, "a.f90", "# 1 \"a.f90\"\n"},
		{"x\n", 7, "dir/a.f90", "x\n# 7 \"dir/a.f90\"\n"},
		{"x", 7, "a.f90", "x\n# 7 \"a.f90\"\n"},
		{"", 1, `a"b\c`, `# 1 "a\"b\\c"` + "\n"},
		{"", 1, "a\nb", "# 1 \"a?b\"\n"}, // a marker is one line
	} {
		if got := AppendMarker([]byte(test.text), test.line, test.name); string(got) != test.want {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
}

func TestSameFile(t *testing.T) {
	tree(t, "-- a --\n-- b --\n")
	if err := os.Symlink("a", "link"); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		a, b string
		want bool
	}{
		{"a", "a", true}, {"a", "./a", true}, {"a", "link", true}, {"a", "b", false},
		{"a", "none", false}, {"none", "none", false},
	} {
		if SameFile(test.a, test.b) != test.want {
			t.Errorf("%s and %s: %v", test.a, test.b, !test.want)
		}
	}
}

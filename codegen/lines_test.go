package codegen

import (
	"debug/elf"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// Messages of the compiler speak of the user's lines: those about what a
// directive became of the directive's, all others of their own. (What is not
// declared we say ourselves, but for functions, which compilers may have.)
func TestFortranMessagesSpeakOfUserLines(t *testing.T) {
	const free = `subroutine s(u, n)
  implicit none
  integer, intent(in) :: n
  real, intent(inout) :: u(n)
  !$mdmp commregion
  !$mdmp send(u, wrong1(n))

  u = wrong2
  if (u(1) > 2) return
  u = wrong3
  if (u(1) > wrong4) stop 'x'; u = wrong5
  !$mdmp end commregion
  u = wrong6
end subroutine s
`
	const fixed = `      SUBROUTINE S(U, N)
      IMPLICIT NONE
      INTEGER N
      REAL U(N)
C$MDMP COMMREGION
C$MDMP SEND(U,
C$MDMP& WRONG1(N))
      U = WRONG2
      DO 10 U(1) = 1, 2
   10 IF (U(1) .GT. 2.0) RETURN
      U = WRONG3
C$MDMP END COMMREGION
      U = WRONG4
      END
`
	for _, c := range findCompilers(t) {
		if c.name == "flang" {
			continue // stops at the first error
		}
		for _, mode := range []Mode{Plain, Off} {
			for name, src := range map[string]string{"in.f90": free, "in.f": strings.Replace(fixed, "U(1) = 1", "N = 1", 1)} {
				res := translate(t, txtar.File{Name: name, Data: []byte(src)}, Options{Mode: mode, LineMarkers: true})
				if res.Text == nil {
					t.Fatalf("%s: %s", name, messages(res))
				}
				out, err := c.compile(t.TempDir(), txtar.File{Name: "translated" + filepath.Ext(name), Data: res.Text}, []string{"-w"})
				if err == nil {
					t.Fatal("it compiles")
				}
				checkLines(t, c.name+", "+string(mode), name, src, out)
			}
		}
	}
}

// checkLines compares the lines at which the compiler finds the wrong names with
// those at which they stand. The continuation of a directive counts as its first
// line.
func checkLines(t *testing.T, what, name, src, out string) {
	want := map[string]int{}
	first := 0
	for i, line := range strings.Split(src, "\n") {
		if !regexp.MustCompile(`(?i)^\s*[!c]\$mdmp&`).MatchString(line) {
			first = i + 1
		}
		for _, w := range regexp.MustCompile(`(?i)wrong\d`).FindAllString(line, -1) {
			want[strings.ToLower(w)] = first
		}
	}
	found := regexp.MustCompile(`(?s)([^\s:]+):(\d+):\d+:\n.*?Error: (?:Symbol|Function) .(wrong\d)`).FindAllStringSubmatch(out, -1)
	if len(found) < len(want) {
		t.Errorf("%s, %s: only %d errors:\n%s", what, name, len(found), out)
	}
	for _, f := range found {
		if f[1] != name || f[2] != strconv.Itoa(want[f[3]]) {
			t.Errorf("%s: %s is found at %s:%s, stands at %s:%d", what, f[3], f[1], f[2], name, want[f[3]])
		}
	}
}

// The mark of off mode is a common block that the linker merges; no two files
// use the same name for the subroutine that holds it.
func TestFortranMark(t *testing.T) {
	src := "subroutine s(u)\n  real :: u(3)\n  !$mdmp send(u, 1)\nend subroutine s"
	for _, c := range findCompilers(t) {
		var subs []string
		for _, name := range []string{"a.f90", "b.f90", "c.f"} {
			in := src
			if name == "c.f" {
				in = "      subroutine s(u)\n      real u(3)\nc$mdmp send(u, 1)\n      end\n"
			}
			res := translate(t, txtar.File{Name: name, Data: []byte(in)}, Options{Mode: Off, Marker: true, OnlyHeader: c.name == "flang"})
			dir := t.TempDir()
			if out, err := c.compile(dir, txtar.File{Name: name, Data: res.Text}, []string{"-fdefault-integer-8"}); err != nil {
				t.Fatalf("%s: %s: %v\n%s", c.name, name, err, out)
			}
			common, sub := marks(t, filepath.Join(dir, "out.o"))
			if common != 4 {
				t.Errorf("%s: %s: the common block has %d bytes", c.name, name, common)
			}
			if slices.Contains(subs, sub) || sub == "" {
				t.Errorf("%s: %s: subroutine %q", c.name, name, sub)
			}
			subs = append(subs, sub)
		}
		res := translate(t, txtar.File{Name: "a.f90", Data: []byte(src)}, Options{Mode: Off})
		if strings.Contains(string(res.Text), "mdmp_off_mode") {
			t.Error("a mark nobody asked for")
		}
	}
}

// marks returns the size of the common block in an object and the name of the
// subroutine that holds it.
func marks(t *testing.T, name string) (size uint64, sub string) {
	if _, err := os.Stat(name); err != nil {
		t.Fatal(err)
	}
	f, err := elf.Open(name)
	if err != nil {
		t.Skipf("objects are not ELF here: %v", err)
	}
	defer f.Close()
	symbols, err := f.Symbols()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range symbols {
		if s.Name == "mdmp_off_mode_" && s.Section == elf.SHN_COMMON {
			size = s.Size
		}
		if strings.HasPrefix(s.Name, "mdmp_off_mark_") {
			sub = s.Name
		}
	}
	return size, sub
}

// The mark names the MPI where it is known.
func TestFortranMarkNamesTheMPI(t *testing.T) {
	const src = "      subroutine s(u)\n      real u(2)\n!$mdmp send(u, 1)\n      end\n"
	for _, c := range findCompilers(t) {
		for _, flavour := range []string{"", "openmpi", "mpich"} {
			res := translate(t, txtar.File{Name: "in.f", Data: []byte(src)},
				Options{Mode: Off, Marker: true, Flavour: flavour, OnlyHeader: true})
			if got := strings.Contains(string(res.Text), "common /mdmp_off_"+flavour+"/ "); got != (flavour != "") {
				t.Errorf("%q:\n%s", flavour, res.Text)
			}
			if out, err := c.compile(t.TempDir(), txtar.File{Name: "out.f", Data: res.Text}, nil); err != nil {
				t.Errorf("%s: %q: %v\n%s", c.name, flavour, err, out)
			}
		}
	}
}

package modinfo

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// TestDefined: operators and assignments that a module of another file defines
// are known, whoever wrote what is known of it; private ones are not there.
func TestDefined(t *testing.T) {
	for _, by := range makers {
		t.Run(by, func(t *testing.T) {
			l := definedBy(t, by)
			user := parseFile("subroutine s\nuse defined\nend\nsubroutine o\nuse defined, only: operator(+)\nend\n" +
				"subroutine r\nuse defined, only: operator(.yours.) => operator(.mine.)\nend\nsubroutine n\nend\n")
			table := scope.New(user, scope.Options{Module: l.Module})
			for _, tt := range []struct {
				unit int
				spec string
				want bool
			}{
				{0, "operator(+)", true}, {0, "operator(-)", false}, {0, "operator(.mine.)", true}, {0, "operator(.hidden.)", false},
				{0, "operator(==)", true}, {0, "operator(<)", true}, {0, "operator(>)", false}, {0, "operator(.not.)", false},
				{0, "assignment(=)", true},
				{1, "operator(+)", true}, {1, "operator(==)", false}, {1, "assignment(=)", false},
				{2, "operator(.yours.)", true}, {2, "operator(.mine.)", false}, {2, "operator(+)", false},
				{3, "operator(+)", false},
			} {
				if got := table.Unit(user.Units[tt.unit]).MayDefine(tt.spec); got != tt.want {
					t.Errorf("unit %d: %s: %v, want %v", tt.unit, tt.spec, got, tt.want)
				}
			}
		})
	}
}

// definedBy returns a loader that knows testdata/defined.f90.
func definedBy(t *testing.T, by string) *Loader {
	t.Helper()
	dir := t.TempDir()
	source, err := filepath.Abs("testdata/defined.f90")
	if err != nil {
		t.Fatal(err)
	}
	if by != "ours" {
		path, err := exec.LookPath(by)
		if err != nil {
			t.Skip(by, "is not here")
		}
		cmd := exec.Command(path, "-fsyntax-only", source)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Skipf("%v\n%s", err, out)
		}
		return NewLoader([]string{dir})
	}
	text, err := os.ReadFile(source)
	if err != nil {
		t.Fatal(err)
	}
	f := Make(scope.New(parseFile(string(text)), scope.Options{}).ModuleScope("defined"), Hash(text))
	mod := []byte("secret")
	f.Mod = Hash(mod)
	if err := os.WriteFile(filepath.Join(dir, "defined.mod"), mod, 0o600); err != nil {
		t.Fatal(err)
	}
	var info bytes.Buffer
	if err := f.Write(&info); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "defined"+Extension), info.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return NewLoader([]string{dir})
}

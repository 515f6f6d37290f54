package modinfo

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// compile writes the module files of testdata/base.f90, made by a compiler, or
// by what mdmpf90 leaves for compilers whose files are not understood.
func compile(t *testing.T, by string) *Loader {
	t.Helper()
	dir := t.TempDir()
	source, err := filepath.Abs("testdata/base.f90")
	if err != nil {
		t.Fatal(err)
	}
	if by == "ours" {
		leave(t, dir, source)
		return NewLoader([]string{dir})
	}
	path, err := exec.LookPath(by)
	if err != nil {
		t.Skip(by, "is not here")
	}
	cmd := exec.Command(path, "-c", source)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Skipf("%v\n%s", err, out)
	}
	return NewLoader([]string{t.TempDir(), dir})
}

// leave writes .mdmpmod files beside module files that nobody can read.
func leave(t *testing.T, dir, source string) {
	t.Helper()
	text, err := os.ReadFile(source)
	if err != nil {
		t.Fatal(err)
	}
	table := scope.New(parseFile(string(text)), scope.Options{})
	for _, name := range []string{"base", "re"} {
		f := Make(table.ModuleScope(name), Hash(text))
		mod := []byte("secret of " + name)
		f.Mod = Hash(mod)
		if err := os.WriteFile(filepath.Join(dir, name+".mod"), mod, 0o600); err != nil {
			t.Fatal(err)
		}
		var info bytes.Buffer
		if err := f.Write(&info); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name+Extension), info.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

var makers = []string{"gfortran", "flang-22", "ours"}

// TestLoader: whatever the module was compiled with, its users know the same.
func TestLoader(t *testing.T) {
	for _, by := range makers {
		t.Run(by, func(t *testing.T) {
			l := compile(t, by)
			user := parseFile("subroutine s\nuse base, nm => name\nimplicit none\ntype(t1) :: v\nend\n")
			s := scope.New(user, scope.Options{Module: l.Module}).Unit(user.Units[0])
			for _, tt := range []struct {
				name, typ string
				class     scope.Class
				storage   scope.Storage
				rank      int
				attrs     scope.Attr
			}{
				{"cnt", "integer", scope.Variable, scope.ModuleStorage, 0, scope.Protected},
				{"w", "real", scope.Variable, scope.ModuleStorage, 2, scope.Allocatable | scope.Target},
				{"nm", "character", scope.Variable, scope.ModuleStorage, 0, 0},
				{"cm1", "real", scope.Variable, scope.CommonStorage, 1, 0},
				{"ib", "integer", scope.Variable, scope.CommonStorage, 0, 0},
				{"eq2", "real", scope.Variable, scope.ModuleStorage, 1, scope.Equivalenced},
				{"vv", "real", scope.Variable, scope.ModuleStorage, 0, scope.Volatile},
				{"t1", "", scope.Type, scope.NoStorage, 0, 0},
				{"gen", "", scope.Generic, scope.NoStorage, 0, 0},
				{"g1", "", scope.Procedure, scope.NoStorage, 0, scope.Subroutine},
				{"el", "", scope.Procedure, scope.NoStorage, 0, scope.Elemental | scope.Pure | scope.Function},
				{"k", "integer", scope.Constant, scope.NoStorage, 0, 0},
				{"red", "integer", scope.Constant, scope.NoStorage, 0, 0},
				{"pi", "real", scope.Constant, scope.NoStorage, 0, 0},
				{"arr", "real", scope.Constant, scope.NoStorage, 1, 0},
			} {
				y := s.Lookup(tt.name)
				switch {
				case y == nil || y.Unsure != "":
					t.Errorf("%s: %+v", tt.name, y)
				case y.Class != tt.class || y.Storage != tt.storage || y.Rank != tt.rank || !y.Has(tt.attrs):
					t.Errorf("%s: %v, %v, rank %d, %v", tt.name, y.Class, y.Storage, y.Rank, y.Attrs.Names())
				case tt.typ != "" && (y.Type == nil || y.Type.Name != tt.typ):
					t.Errorf("%s: type %v", tt.name, y.Type)
				}
			}
			check(t, s)
		})
	}
}

// check tests types, constants, interfaces and what is not known.
func check(t *testing.T, s *scope.Scope) {
	t.Helper()
	if y := s.Lookup("nothing"); y != nil {
		t.Errorf("nothing: %+v", y)
	}
	if y := s.Lookup("mod"); y == nil || y.Class != scope.Intrinsic {
		t.Errorf("mod: %+v", y)
	}
	if text, ok := s.Lookup("txt").Text(); !ok || text != "a'b;c" {
		t.Errorf("txt is %q, %v", text, ok)
	}
	if y := s.Lookup("cm1"); y.Common != "blk" {
		t.Errorf("cm1 is in /%s/", y.Common)
	}
	if y := s.Lookup("poly"); y.Unsure == "" && y.Type.Name != "class" {
		t.Errorf("poly: %+v", y)
	}
	if v, ok := s.Int(&ast.Ident{Name: "red"}); !ok || v != 4 {
		t.Errorf("red is %d, %v", v, ok)
	}
	if v, ok := s.Int(&ast.Ident{Name: "k"}); ok && v != -3 {
		t.Errorf("k is %d", v)
	}
	for text, rank := range map[string]int{"v%p": 1, "v%b(2)%id": 0, "v%t0%id": 0, "v%id": 0, "v%b%id": 1, "v%s": 0, "el(w)": 2, "fa(3)": 1} {
		if r, ok := s.Rank(readExpr(text)); !ok || r != rank {
			t.Errorf("%s: rank %d, %v", text, r, ok)
		}
	}
	for _, text := range []string{"v%nothing", "v%c", "v%go()"} {
		if in := s.Designator(readExpr(text)); in.Known && in.Type.Name != "class" {
			t.Errorf("%s: %+v", text, in)
		}
	}
	d := s.Dummies(s.Lookup("g1"))
	if len(d) != 2 || d[0].Rank != 2 || d[0].Shape != scope.ExplicitShape || d[1].Name != "n" {
		t.Errorf("g1: %+v", d)
	}
	d = s.Dummies(s.Lookup("ext"))
	if len(d) != 2 || d[0].Shape != scope.AssumedSize || !d[1].Has(scope.AltReturn) {
		t.Errorf("ext: %+v", d)
	}
	if d = s.Dummies(s.Lookup("g2")); len(d) != 1 || d[0].Intent != "in" || !d[0].Has(scope.Optional) {
		t.Errorf("g2: %+v", d)
	}
}

// TestIdentity: what comes by two modules is one entity.
func TestIdentity(t *testing.T) {
	for _, by := range makers {
		t.Run(by, func(t *testing.T) {
			l := compile(t, by)
			user := parseFile("subroutine s\nuse base, only: w, cm1, other => t1\nuse re, rcm => cm1\nimplicit none\ntype(t1) :: a\ntype(other) :: b\nend\n")
			s := scope.New(user, scope.Options{Module: l.Module}).Unit(user.Units[0])
			for _, pair := range [][2]string{{"w", "ww"}, {"cm1", "rcm"}} {
				a, b := s.Lookup(pair[0]), s.Lookup(pair[1])
				if a == nil || b == nil || a.Unsure != "" || a.Root() != b.Root() || a.Origin() != "base" {
					t.Errorf("%v: %+v and %+v", pair, a, b)
				}
			}
			a, b := s.Lookup("a").Type.Definition(), s.Lookup("b").Type.Definition()
			if a == nil || a != b || a.Home() != "base" {
				t.Errorf("types %+v and %+v", a, b)
			}
			if y := s.Lookup("cnt"); y != nil {
				t.Errorf("cnt: %+v", y)
			}
		})
	}
}

// TestSearch: nothing is known where different module files have one name, or
// where what was left beside one is for another.
func TestSearch(t *testing.T) {
	source, err := filepath.Abs("testdata/base.f90")
	if err != nil {
		t.Fatal(err)
	}
	one, two := t.TempDir(), t.TempDir()
	leave(t, one, source)
	if NewLoader([]string{two, one}).Module("base") == nil {
		t.Error("base is not found")
	}
	leave(t, two, source)
	if NewLoader([]string{two, one}).Module("base") == nil {
		t.Error("two copies are taken for two modules")
	}
	if err := os.WriteFile(filepath.Join(two, "base.mod"), []byte("another"), 0o600); err != nil {
		t.Fatal(err)
	}
	if NewLoader([]string{one, two}).Module("base") != nil {
		t.Error("one of two different modules is taken")
	}
	if NewLoader([]string{two}).Module("base") != nil {
		t.Error("module information of another module file is taken")
	}
	if NewLoader([]string{one}).Module("nothing") != nil {
		t.Error("nothing is found")
	}
}

// TestOwnModule: a module file that holds entities of a module of this file is
// of an earlier version; they are not to be two.
func TestOwnModule(t *testing.T) {
	l := compile(t, "ours")
	user := parseFile("module base\nreal :: w(9)\nend module\nsubroutine s\nuse re\nww = 1\nend\n")
	s := scope.New(user, scope.Options{Module: l.Module}).Unit(user.Units[1])
	if y := s.Lookup("ww"); y == nil || y.Unsure == "" {
		t.Errorf("ww: %+v", y)
	}
}

// TestOtherVersion: of a module file of another version of gfortran only names
// are taken.
func TestOtherVersion(t *testing.T) {
	text := "GFORTRAN module version '99' created from x.f90\n(something else 'area' ''quoted'' 'Chunk')\n"
	m, err := NewLoader(nil).readGNU("mesh", zip(t, text))
	if err != nil {
		t.Fatal(err)
	}
	user := parseFile("subroutine s\nuse mesh\nimplicit none\nend\n")
	s := scope.New(user, scope.Options{Module: func(string) *scope.Module { return m }}).Unit(user.Units[0])
	if y := s.Lookup("area"); y == nil || !strings.Contains(y.Unsure, "mesh") {
		t.Errorf("area: %+v", y)
	}
	if y := s.Lookup("chunk"); y == nil || y.Unsure == "" {
		t.Errorf("chunk: %+v", y)
	}
	if y := s.Lookup("min"); y == nil || y.Class != scope.Intrinsic || y.Unsure != "" {
		t.Errorf("min: %+v", y)
	}
	for _, bad := range []string{"", "x", "GFORTRAN"} {
		if _, err := NewLoader(nil).readGNU("mesh", zip(t, bad)); err == nil {
			t.Errorf("%q is read", bad)
		}
	}
}

// TestChanged: a Loader knows when a module file is not what it has read.
func TestChanged(t *testing.T) {
	source, err := filepath.Abs("testdata/base.f90")
	if err != nil {
		t.Fatal(err)
	}
	one, two := t.TempDir(), t.TempDir()
	leave(t, one, source)
	l := NewLoader([]string{one, two})
	l.Module("base")
	l.Module("absent")
	if path := l.Changed(true); path != "" {
		t.Errorf("%s has changed", path)
	}
	added := filepath.Join(two, "absent.mod")
	if err := os.WriteFile(added, []byte("now it is there"), 0o600); err != nil {
		t.Fatal(err)
	}
	if path := l.Changed(true); path != added {
		t.Errorf("changed: %q", path)
	}
	if path := l.Changed(false); path != "" {
		t.Errorf("%s has changed", path)
	}
	if err := os.Remove(filepath.Join(one, "base.mod")); err != nil {
		t.Fatal(err)
	}
	if path := l.Changed(false); path != filepath.Join(one, "base.mod") {
		t.Errorf("changed: %q", path)
	}
}

// TestTold: what stands in the place of a module file counts as changed when there is one; whether that holds what
// was added does not depend on constants of the program, whose module files may have them in other lengths.
func TestTold(t *testing.T) {
	source, err := filepath.Abs("testdata/base.f90")
	if err != nil {
		t.Fatal(err)
	}
	one, two := t.TempDir(), t.TempDir()
	leave(t, one, source)
	f := &File{Module: "base", Symbols: []Symbol{{Name: "txt", Class: int(scope.Constant), Text: "another"}}}
	if !NewLoader([]string{one}).Holds(f) {
		t.Error("a constant of the program is missed")
	}
	f.Add("txt", "another")
	l := NewLoader([]string{one, two})
	if l.Holds(f) {
		t.Error("another constant is taken for the one that was added")
	}
	l = NewLoader([]string{one, two})
	l.Tell(f)
	if path := l.Changed(true); path != "" {
		t.Errorf("%s has changed, which nobody used", path)
	}
	if m := l.Module("base"); m == nil || len(m.Symbols) != 2 {
		t.Errorf("not what was told: %+v", m)
	}
	if path := l.Changed(false); path != filepath.Join(one, "base.mod") {
		t.Errorf("changed: %q", path)
	}
}

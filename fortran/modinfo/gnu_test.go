package modinfo

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// zip compresses a text.
func zip(t testing.TB, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := io.WriteString(z, text); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// FuzzGNU reads any lists.
func FuzzGNU(f *testing.F) {
	dir := f.TempDir()
	if source, err := filepath.Abs("testdata/base.f90"); err == nil {
		cmd := exec.Command("gfortran", "-fsyntax-only", source)
		cmd.Dir = dir
		_ = cmd.Run() // without gfortran there is one seed less
	}
	for _, name := range []string{"base.mod", "re.mod"} {
		file, err := os.Open(filepath.Join(dir, name))
		if err != nil {
			continue
		}
		if z, err := gzip.NewReader(file); err == nil {
			if text, err := io.ReadAll(z); err == nil {
				f.Add(string(text))
			}
		}
		file.Close()
	}
	f.Add("GFORTRAN module version '15' created from a.f90\n()()()()()()(2 'a' 'm' '' 1 ((VARIABLE A B C D 0 0) () (REAL 4 0 0 0 REAL ()) 0 0 () () 0 () () () 0 0))('a' 0 2)")
	user := parseFile("subroutine s\nuse m\nx = w(1) + v%p(1) + el(k)\nend\n")
	f.Fuzz(func(t *testing.T, text string) {
		m, err := NewLoader(nil).readGNU("m", zip(t, text))
		if err != nil {
			return
		}
		s := scope.New(user, scope.Options{Module: func(string) *scope.Module { return m }}).Unit(user.Units[0])
		s.UseAll()
		for _, y := range s.Symbols() {
			id := &ast.Ident{Name: y.Name}
			s.Int(id)
			s.Rank(id)
			s.Dummies(y)
			if d := y.Type.Definition(); d != nil {
				d.Component("x")
			}
		}
	})
}

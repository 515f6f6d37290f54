package regions_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/analysis/regions"
	"github.com/mdmp-fortran/mdmp/diag"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/parse"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// FuzzFind reads any text as a file: no panic, every place lies in the file,
// and if there is no error every directive is bound exactly once.
func FuzzFind(f *testing.F) {
	files, err := filepath.Glob("testdata/*.f*")
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			continue // the folder of found inputs
		}
		for _, chunk := range strings.Split(string(data), "!---\n") {
			f.Add([]byte(bare(chunk)), strings.HasSuffix(name, ".f"), false)
		}
	}
	for _, code := range diag.Codes() {
		if e, ok := diag.Lookup(code); ok {
			f.Add([]byte(e.Wrong.Text), strings.HasSuffix(e.Wrong.Name, ".f"), true)
		}
	}
	f.Fuzz(func(t *testing.T, src []byte, fixed, omp bool) {
		form := source.Free
		if fixed {
			form = source.Fixed
		}
		file := source.New("fuzz.f90", src, source.Options{Form: form, OpenMP: omp})
		set, list := regions.Find(file, parse.File(file), nil)
		for _, d := range list {
			checkSpan(t, src, d.At)
			for _, n := range d.Notes {
				checkSpan(t, src, n.At)
			}
			if _, ok := diag.Lookup(d.Code); !ok || d.Message == "" {
				t.Fatalf("bad diagnostic %+v", d)
			}
		}
		if !diag.List(list).HasErrors() {
			checkBound(t, file, set)
		}
	})
}

func checkSpan(t *testing.T, src []byte, at source.Span) {
	t.Helper()
	if at.Start < 0 || at.Start > at.End || int(at.End) > len(src) {
		t.Fatalf("place %v in a file of %d bytes", at, len(src))
	}
}

// checkBound checks that every directive of the file is in the set once, at
// the place that the set tells.
func checkBound(t *testing.T, f *source.File, set *regions.Set) {
	t.Helper()
	bound := map[*source.Line]int{}
	at := func(p *regions.Run, i int, st *ast.Stmt) {
		bound[st.Line]++
		if p.List[i] != ast.Item(st) {
			t.Fatalf("%q is not where it should be", st.Line.Text)
		}
	}
	for _, r := range set.Regions {
		at(&r.Run, r.From, r.Begin)
		at(&r.Run, r.To-1, r.End)
		for _, e := range r.Exits {
			if e.List[e.From] != ast.Item(e.Stmt) {
				t.Fatal("an exit is not where it should be")
			}
		}
	}
	for _, x := range set.Exchanges {
		k := 0
		for i := x.From; i < x.To; i++ {
			if k < len(x.Stmts) && x.List[i] == ast.Item(x.Stmts[k]) {
				at(&x.Run, i, x.Stmts[k])
				k++
			}
		}
		if k != len(x.Stmts) || len(x.All) != len(x.Sends)+len(x.Recvs) || len(x.All) != k {
			t.Fatal("an exchange is not whole")
		}
	}
	for _, in := range set.Inits {
		at(&in.Run, in.From, in.Stmt)
	}
	for _, w := range set.Waits {
		at(&w.Run, w.From, w.Stmt)
	}
	for _, m := range set.Manages {
		bound[m.Line]++
	}
	for _, h := range set.Halos {
		bound[h.Line]++
	}
	for _, x := range set.HaloExchanges {
		at(&x.Run, x.From, x.Stmt)
		if len(x.Of) != len(x.Dir.Uses) {
			t.Fatal("a use has no pattern")
		}
		for _, h := range x.Of {
			if h == nil {
				t.Fatal("a pattern is not known, and nothing is said")
			}
		}
	}
	for _, h := range set.Harmless {
		bound[h.Line]++
	}
	for i := range f.Lines {
		l := &f.Lines[i]
		if l.Kind == source.Directive && l.Sentinel() == "mdmp" && bound[l] != 1 {
			t.Fatalf("directive %q is bound %d times", l.Text, bound[l])
		}
	}
}

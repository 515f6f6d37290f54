package access

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/analysis/escape"
	"github.com/mdmp-fortran/mdmp/analysis/regions"
	"github.com/mdmp-fortran/mdmp/fortran/parse"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/fortran/source"
	"golang.org/x/tools/txtar"
)

// corpus calls f for each Fortran file of the repository, those in archives included, and of the folders that MDMP_CORPUS names.
func corpus(t *testing.T, f func(name string, text []byte)) {
	t.Helper()
	fortran := func(name string) bool {
		return slices.Contains([]string{".f90", ".f", ".f03", ".f08", ".for"}, strings.ToLower(filepath.Ext(name)))
	}
	for _, root := range append([]string{"../.."}, filepath.SplitList(os.Getenv("MDMP_CORPUS"))...) {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			if ext := filepath.Ext(path); !fortran(path) && ext != ".txtar" && ext != ".txt" {
				return nil
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			if fortran(path) {
				f(path, text)
				return nil
			}
			for _, one := range txtar.Parse(text).Files {
				if fortran(one.Name) {
					f(path+":"+one.Name, one.Data)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// explained are files in which variables are called entrusted and do not escape: they are subscripts of names of ASSOCIATE, SELECT TYPE
// or BLOCK, which were taken for functions that nobody knows.
var explained = []string{"tiles.f90", "tiles_mpi.f90", "associatedguards.f90", "blocksthatgo.f90", "samenames.f90", "control.f90", "foreign.f90", "names.f90", "otherways.f90"}

// TestEscapes: whatever may outlive a statement by what this package knows escapes.
func TestEscapes(t *testing.T) {
	type count struct{ files, all, pointer, request, unseen, morePointer, moreRequest, moreUnseen, whole int }
	counts := map[string]*count{}
	corpus(t, func(name string, text []byte) {
		f := source.New(name, text, source.Options{OpenMP: true})
		tree := parse.File(f)
		set, _ := regions.Find(f, tree, nil)
		table := scope.New(tree, scope.Options{})
		p := NewProgram(table, set)
		p.allUnits()
		facts := escape.Of(table)
		folder := strings.TrimPrefix(filepath.Dir(strings.SplitN(name, ":", 2)[0]), "../../")
		c := counts[folder]
		if c == nil {
			c = &count{}
			counts[folder] = c
		}
		c.files++
		if facts.May(nil, 0) && p.File.Misfit == nil && facts.Led("no type") {
			c.whole++
		}
		for y, v := range p.resolver.entities {
			if v.What() != scope.Variable {
				continue
			}
			c.all++
			for _, one := range []struct {
				old        bool
				way, only  escape.Way
				have, more *int
				what       string
			}{
				{v.Kept, escape.Pointer, escape.Pointer, &c.pointer, &c.morePointer, "kept"},
				{len(v.handed) > 0, escape.Request, escape.Request, &c.request, &c.moreRequest, "handed"},
				{v.entrusted, escape.Unseen | escape.Request, escape.Unseen, &c.unseen, &c.moreUnseen, "entrusted"},
			} {
				may := facts.May(y, one.way)
				if one.old {
					*one.have++
					if !may && !(one.what == "entrusted" && slices.ContainsFunc(explained, func(file string) bool { return strings.HasSuffix(name, file) })) {
						t.Errorf("%s: %s of %s is %s and does not escape", name, v.Name, unitOf(v), one.what)
					}
				} else if facts.May(y, one.only) && !(one.way == escape.Pointer && v.pointedAt()) && !(one.what == "entrusted" && len(v.handed) > 0) {
					*one.more++
					if testing.Verbose() {
						t.Logf("%s: %s of %s is not %s and escapes", name, v.Name, unitOf(v), one.what)
					}
				}
			}
			parts := facts.Parts(y)
			for part := range v.handed {
				if !parts[part] && !parts[""] {
					t.Errorf("%s: %s%%%s is handed and does not escape", name, v.Name, part)
				}
			}
		}
		for g := range p.given.led {
			if !facts.Led(g) {
				t.Errorf("%s: pointers to %q are handed and do not escape", name, g)
			}
		}
	})
	for folder, c := range counts {
		t.Logf("%-40s %3d files (%d of which all escapes), %5d variables: by pointer %d (+%d), by request %d (+%d), unseen %d (+%d)", folder, c.files, c.whole, c.all,
			c.pointer, c.morePointer, c.request, c.moreRequest, c.unseen, c.moreUnseen)
	}
}

func unitOf(v *Entity) string {
	if v.Scope == nil || v.Scope.Unit == nil {
		return "?"
	}
	return v.Scope.Unit.Name
}

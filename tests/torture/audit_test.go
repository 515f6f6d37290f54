package torture

import (
	"path/filepath"
	"testing"

	"github.com/mdmp-fortran/mdmp/analysis/audit"
	"github.com/mdmp-fortran/mdmp/analysis/regions"
	"github.com/mdmp-fortran/mdmp/analysis/rungs"
	"github.com/mdmp-fortran/mdmp/codegen"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/parse"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// modules shows the modules of the files of a program to each other.
func modules(files []file, options func(string) source.Options) func(string) *scope.Module {
	in := map[string]*ast.File{}
	for _, f := range files {
		tree := parse.File(source.New(f.name, []byte(f.text), options(f.name)))
		for _, u := range tree.Units {
			if u.Kind == ast.KModule {
				in[u.Name] = tree
			}
		}
	}
	asked := map[string]bool{}
	var module func(string) *scope.Module
	module = func(name string) *scope.Module {
		if in[name] == nil || asked[name] {
			return nil
		}
		asked[name] = true
		defer delete(asked, name)
		if s := scope.New(in[name], scope.Options{Module: module}).ModuleScope(name); s != nil {
			return s.Export()
		}
		return nil
	}
	return module
}

// Of the plans for random programs few are disputed; a bold plan would be.
func TestAudited(t *testing.T) {
	directives, disputed := 0, 0
	options := func(name string) source.Options {
		if filepath.Ext(name) == ".f" {
			return source.Options{OpenMP: true, Form: source.Fixed}
		}
		return source.Options{OpenMP: true, Form: source.Free}
	}
	for seed := range int64(120) {
		draw := newKernel
		if seed%3 == 0 {
			draw = newCode
		}
		files := program([]*kernel{draw(1, seed)})
		names := scope.Options{Module: modules(files, options)}
		for _, f := range files {
			first := true
			_, err := codegen.Translate(f.name, []byte(f.text), codegen.Options{Mode: codegen.Auto, Manage: codegen.ManageWorth, Parallel: true, Source: options(f.name), Names: names,
				Planned: func(scopes *scope.Table, set *regions.Set, plan *rungs.File) {
					if !first {
						return
					}
					first = false
					for _, b := range plan.Bodies {
						directives += len(b.Messages)
					}
					seen := map[*rungs.Message]bool{}
					for _, d := range audit.Audit(scopes, set, plan) {
						if !seen[d.M] {
							disputed++
							t.Logf("seed %d, %s: %v: %s: %s", seed, f.name, d.Kind, d.Why, scopes.File.Src[d.At.Start:d.At.End])
						}
						seen[d.M] = true
					}
				}})
			if err != nil {
				t.Errorf("seed %d, %s: %v", seed, f.name, err)
			}
		}
	}
	t.Logf("%d of %d directives are disputed", disputed, directives)
	if directives == 0 || 50*disputed > directives {
		t.Errorf("%d of %d directives are disputed", disputed, directives)
	}
}

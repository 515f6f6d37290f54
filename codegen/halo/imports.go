package halo

import (
	"fmt"
	"slices"

	"github.com/mdmp-fortran/mdmp/analysis/regions"
	"github.com/mdmp-fortran/mdmp/codegen/emit"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// imports are the names of modules that patterns of other files mention, and that a unit sees by USE statements of
// ours alone, under names that nothing else has.
type imports struct {
	used  *emit.Names
	alias map[regions.Import]string
	of    map[*ast.Unit][]regions.Import
}

// importsOf names what the exchanges of a file need.
func importsOf(file *source.File, set *regions.Set) *imports {
	in := &imports{alias: map[regions.Import]string{}, of: map[*ast.Unit][]regions.Import{}}
	for _, x := range set.HaloExchanges {
		for i, h := range x.Of {
			if len(x.Imports[i]) == 0 {
				continue
			}
			if in.used == nil {
				in.used = emit.NamesOf(file)
			}
			in.take(x.Unit, h, x.Imports[i])
		}
	}
	return in
}

// take notes what a unit needs for a use of a pattern, in the order of the pattern.
func (in *imports) take(u *ast.Unit, h *regions.Halo, need map[string]regions.Import) {
	for id := range h.Names() {
		im, ok := need[id.Name]
		if !ok {
			continue
		}
		if in.alias[im] == "" {
			in.alias[im] = in.used.Name(fmt.Sprintf("mdmp_h%d_%.40s", len(in.alias)+1, im.Name))
		}
		if !slices.Contains(in.of[u], im) {
			in.of[u] = append(in.of[u], im)
		}
	}
}

// names returns what is written for the names of a use.
func (in *imports) names(need map[string]regions.Import) map[string]string {
	names := map[string]string{}
	for name, im := range need {
		names[name] = in.alias[im]
	}
	return names
}

// statements are the USE statements of a unit.
func (in *imports) statements(u *ast.Unit) []string {
	var list []string
	for _, im := range in.of[u] {
		own := ""
		if regions.SeenByName(u, im) {
			own = im.Name + ", "
		}
		list = append(list, "use "+im.Module+", only: "+own+in.alias[im]+" => "+im.Name)
	}
	return list
}

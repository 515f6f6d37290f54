package calls

import (
	"slices"
	"strings"

	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/suggest/program"
)

// mixed are the COMMON blocks of which units do not give all variables one name: what is set by one name changes the variable
// that another unit knows by another.
func mixed(p *program.Program) map[string]bool {
	as, out := map[string]string{}, map[string]bool{}
	for _, f := range p.Files {
		for _, u := range f.Units {
			sc := f.Table.Unit(u)
			if sc == nil {
				continue
			}
			names := map[string][]string{}
			for _, y := range sc.OwnSymbols() {
				if y.Storage == scope.CommonStorage && y.Of == nil {
					names[y.Common] = append(names[y.Common], y.Name)
				}
			}
			for block, list := range names {
				slices.Sort(list)
				text := strings.Join(list, " ")
				if other, ok := as[block]; ok && other != text {
					out[block] = true
				}
				as[block] = text
			}
		}
	}
	return out
}

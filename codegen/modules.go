package codegen

import (
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/modinfo"
)

// modules describes the modules of the file for the translation of others.
func (t *translator) modules(src []byte) []*modinfo.File {
	var list []*modinfo.File
	for _, u := range t.tree.Units {
		if u.Kind != ast.KModule || u.Name == "" {
			continue
		}
		s := t.scopes.ModuleScope(u.Name)
		if s == nil || s.Unit != u {
			continue // another module of that name
		}
		list = append(list, modinfo.Make(s, modinfo.Hash(src)))
	}
	return list
}

package calls

import (
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/suggest/program"
)

// A READ or WRITE that names a group of NAMELIST reads or writes the variables of the group, which it does not name.

// grouped is a variable of a group, and where its name is looked up.
type grouped struct {
	in   *scope.Scope
	name string
}

// groups are the variables of all groups of a program by the names of these: groups of one name are not told apart.
func groups(p *program.Program) map[string][]grouped {
	out := map[string][]grouped{}
	for _, f := range p.Files {
		for i := range f.Tree.Stmts {
			s := &f.Tree.Stmts[i]
			addGroups(out, f.Scope(s), s)
			list, _ := f.Included(s)
			for _, t := range list {
				addGroups(out, f.Scope(s), t)
			}
		}
	}
	return out
}

func addGroups(out map[string][]grouped, in *scope.Scope, s *ast.Stmt) {
	b, ok := s.Body.(*ast.Common)
	if !ok || s.Kind != ast.KNamelist || in == nil {
		return
	}
	for _, g := range b.Groups {
		for _, e := range g.Entities {
			out[g.Name] = append(out[g.Name], grouped{in, e.Name.Name})
		}
	}
}

// namelist notes what a statement does with the variables of a group.
func (x *Index) namelist(sc *scope.Scope, s *ast.Stmt, base Mention) {
	b, ok := s.Body.(*ast.IO)
	if !ok {
		return
	}
	m := base
	if s.Kind != ast.KWrite && s.Kind != ast.KPrint {
		m = base.defined()
	}
	for _, a := range b.Control {
		id, ok := a.X.(*ast.Ident)
		if !ok {
			continue
		}
		if y := sc.Lookup(id.Name); y != nil && y.Known() && y.Class != scope.Namelist {
			continue // a variable
		}
		for _, v := range x.groups[id.Name] {
			x.mention(v.in, v.name, m)
		}
	}
}

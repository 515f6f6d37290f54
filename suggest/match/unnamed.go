package match

import (
	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/mpicall"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/suggest/calls"
	"github.com/mdmp-fortran/mdmp/suggest/program"
)

// What a procedure of another file does with memory is not known file by file. But a variable that is no target keeps its
// value, and is not looked at, if neither a node nor anything that is executed by it names it: who gets it as an argument has
// it from somebody who does. Of a component of a module's variable this holds by the name of the component, if nothing names
// all of a variable of that type.

// names are those that are named by what a node executes.
type names struct {
	index   *calls.Index
	keys    map[string]bool
	members []member
	whole   []string // types of which all of a variable is named
	unclear bool
}

type member struct{ typ, name string }

// unnamed reports whether a node, and all that it calls in whatever file, names nothing that an expression is made of.
func (w *walker) unnamed(n *access.Node, x ast.Expr) bool {
	if x == nil {
		return true
	}
	all := w.names[n]
	if all == nil {
		all = w.namesOf(n)
		w.names[n] = all
	}
	sc := w.scopeOf(n)
	bases := map[*ast.Ident]*ast.Member{}
	ok := !all.unclear
	for _, r := range w.access.Expr(x).Refs {
		ok = ok && (r.Obj == nil || !r.Obj.Indirect())
	}
	ast.Inspect(x, func(e ast.Expr) bool {
		if m, isMember := e.(*ast.Member); isMember {
			id, plain := m.X.(*ast.Ident)
			ok = ok && plain
			bases[id] = m
		}
		return ok
	})
	for id := range ast.Idents(x) {
		y := sc.Lookup(id.Name)
		switch {
		case !ok:
		case calls.Constant(w.file.Table, sc, id) != "", y != nil && (y.Class == scope.Constant || y.Class == scope.Intrinsic):
		case y == nil || y.Class != scope.Variable || y.Has(scope.Pointer) || y.Has(scope.Target) || y.Has(scope.Equivalenced) || y.Has(scope.Volatile) ||
			y.Storage != scope.ModuleStorage && !calls.Within(y, w.unit):
			ok = false
		case bases[id] != nil:
			ok = y.Rank == 0 && !all.has(calls.TypeOf(sc, id), bases[id].Name)
		default:
			ok = !all.keys[calls.Key(sc, id.Name)]
		}
	}
	return ok
}

// has reports whether a component of a type may be named, or all of a variable of the type.
func (a *names) has(typ, name string) bool {
	for _, m := range a.members {
		if m.name == name && a.index.MayBe(m.typ, typ) {
			return true
		}
	}
	for _, t := range a.whole {
		if a.index.MayBe(t, typ) {
			return true
		}
	}
	return typ == ""
}

// namesOf looks through a node and all that it may call.
func (w *walker) namesOf(n *access.Node) *names {
	out := &names{index: w.index, keys: map[string]bool{}}
	for p := n.Parent; p != nil; p = p.Parent {
		c, ok := p.Item.(*ast.Construct) // others may give variables other names
		out.unclear = out.unclear || ok && c.Kind != ast.KIfThen && c.Kind != ast.KDo
	}
	stmts := map[*ast.Stmt]bool{}
	ast.Items([]ast.Item{n.Item}, func(s *ast.Stmt) bool {
		for ; s != nil; s = s.Inner {
			stmts[s] = true
			out.statement(w.file, s)
		}
		return true
	})
	seen := map[*calls.Procedure]bool{}
	var reach func(p *calls.Procedure, all bool)
	reach = func(p *calls.Procedure, all bool) {
		if all && seen[p] {
			return
		}
		seen[p] = seen[p] || all
		for name, at := range p.Names {
			for _, s := range at {
				if !all && !stmts[s] {
					continue
				}
				for _, q := range w.index.Called(name) {
					reach(q, true)
				}
			}
		}
		if all {
			in := p.File.Table.Unit(p.Unit)
			for _, it := range p.Unit.Spec {
				line, ok := it.(*ast.Stmt) // an INCLUDE line may bring more than declarations
				out.unclear = out.unclear || ok && line.Kind == ast.KInclude && (in == nil || in.Unread(line))
			}
			ast.Items(p.Unit.Exec, func(s *ast.Stmt) bool {
				for ; s != nil; s = s.Inner {
					out.statement(p.File, s)
				}
				return true
			})
		}
	}
	for _, p := range w.index.Procedures[w.unit.Name] {
		if p.Unit == w.unit {
			reach(p, false)
		}
	}
	return out
}

// statement notes the names in a statement.
func (a *names) statement(f *program.File, s *ast.Stmt) {
	sc := f.Scope(s)
	own := func(x ast.Expr, spec string) bool { // a procedure of the program may be called without its name
		return sc.MayDefine(spec) || len(a.index.Called(spec)) > 0 || x != nil && calls.TypeOf(sc, x) != ""
	}
	if sc == nil || s.Kind == ast.KUnknown || s.Kind == ast.KInclude || s.Kind == ast.KCpp || s.Kind == ast.KPointerAssign {
		a.unclear = true
		return
	}
	switch b := s.Body.(type) {
	case *ast.Assign:
		a.unclear = a.unclear || own(b.X, "assignment(=)")
	case *ast.Call:
		a.unclear = a.unclear || !a.seen(f, sc, b.X)
	default: // calls what the expressions in it do
	}
	one := *s
	one.Inner = nil
	base := map[ast.Expr]bool{}
	ast.InspectStmt(&one, func(x ast.Expr) bool {
		switch x := x.(type) {
		case *ast.Unary:
			a.unclear = a.unclear || own(nil, "operator("+x.Op+")")
		case *ast.Binary:
			a.unclear = a.unclear || own(nil, "operator("+x.Op+")")
		case *ast.Member:
			base[x.X] = true
			a.members = append(a.members, member{calls.TypeOf(sc, x.X), x.Name})
			if el, ok := x.X.(*ast.Apply); ok {
				base[el.X] = true
			}
		case *ast.Apply:
			if !base[x] {
				a.structure(sc, x)
			}
			base[x.X] = true // an element, or a reference to a function
			switch _, bound := x.X.(*ast.Member); sc.Resolve(x) {
			case scope.RefCall, scope.RefUnknown:
				a.unclear = a.unclear || bound || !a.seen(f, sc, x.X)
			case scope.RefStatementFunc:
				a.unclear = true
			}
		default: // its parts tell
		}
		if id, ok := x.(*ast.Ident); ok {
			a.keys[calls.Key(sc, id.Name)] = true
			if !base[x] {
				a.structure(sc, x)
			}
		}
		return true
	})
}

// seen reports whether a procedure that is called is one of MPI, an intrinsic one or one of the program: what another one
// executes is not known.
func (a *names) seen(f *program.File, sc *scope.Scope, x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.Ident:
		y := sc.Lookup(x.Name)
		return mpicall.MPIName(f.Table, sc, x.Name) != "" || y != nil && y.Class == scope.Intrinsic ||
			len(a.index.Called(x.Name)) > 0 && (y == nil || y.Storage != scope.Dummy)
	case *ast.Member:
		return len(a.index.Called(x.Name)) > 0
	default:
		return false
	}
}

// structure notes a variable of a derived type that is named as a whole.
func (a *names) structure(sc *scope.Scope, x ast.Expr) {
	if id, ok := x.(*ast.Ident); ok {
		y := sc.Lookup(id.Name)
		a.unclear = a.unclear || y != nil && (y.Class == scope.StatementFunc || y.Class == scope.Associate || y.Class == scope.Namelist)
		if y == nil || y.Class != scope.Variable {
			return
		}
	}
	in := sc.Designator(x)
	if in.Type == nil {
		if in.Ref != scope.RefCall {
			a.unclear = a.unclear || in.Ref == scope.RefUnknown
		}
		return
	}
	if in.Type.Derived != "" || in.Type.Basic() == "class" {
		a.whole = append(a.whole, in.Type.Derived)
	}
}

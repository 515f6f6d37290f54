package audit

import (
	"slices"
	"strings"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/mpi"
	"github.com/mdmp-fortran/mdmp/fortran/omp"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// call is what a reference to a procedure does.
func (r *reader) call(x ast.Expr, args []ast.Arg) {
	id, ok := x.(*ast.Ident)
	if !ok {
		r.arguments(args, nil, r.alone == x && x != nil)
		if r.alone != x {
			r.out.anything("bound")
		}
		return
	}
	y := r.sc.Lookup(id.Name)
	if r.set.Spares(r.sc.Unit, r.sc, id.Name) {
		r.trusted(args)
		return
	}
	if y == nil || y.Unsure != "" && r.scopes.MPIName(y, id.Name) == "" {
		r.unknown(x, args)
		return
	}
	if name := r.scopes.MPIName(y, id.Name); name != "" {
		r.library(mpi.Of(name), args)
		return
	}
	switch y.Class {
	case scope.Intrinsic:
		r.intrinsic(id.Name, args)
	case scope.StatementFunc:
		r.arguments(args, nil, false)
		r.expr(y.Expr.Y)
	case scope.Type:
		r.arguments(args, nil, false)
	default:
		r.procedure(x, y, args)
	}
}

// procedure is the call of one of the program.
func (r *reader) procedure(x ast.Expr, y *scope.Symbol, args []ast.Arg) {
	body := r.scopes.Body(y)
	dummies := r.sc.Dummies(y)
	switch {
	case r.alone != nil && (x == r.alone || ast.Root(r.alone) == x):
		before := len(r.out.list)
		r.arguments(args, dummies, true)
		for i := before; i < len(r.out.list) && y.Class == scope.Generic; i++ { // of which the dummy arguments are not known
			m := &r.out.list[i]
			m.passed = m.passed && !m.v.Has(scope.Allocatable) && m.v.Type.Basic() != ""
		}
	case y.Class == scope.Procedure && body != nil:
		r.body(body, args)
	case y.Class == scope.Procedure && (y.Has(scope.Pure) || y.Has(scope.Elemental)) && !y.Has(scope.Pointer):
		r.arguments(args, dummies, false)
		r.out.looks = true
	default:
		r.unknown(x, args)
	}
}

func (r *reader) unknown(x ast.Expr, args []ast.Arg) {
	alone := r.alone != nil && (x == r.alone || ast.Root(r.alone) == x)
	r.arguments(args, nil, alone)
	if !alone {
		r.out.anything("unknown:" + ast.String(x))
	}
}

// arguments are those of a procedure that touches what it gets, or looks after what is pending of that itself.
func (r *reader) arguments(args []ast.Arg, dummies []*scope.Symbol, passed bool) {
	for i, a := range args {
		m := mention{write: true, passed: passed}
		k := a.Place(i, len(dummies), func(k int) string { return nameOf(dummies[k]) })
		if k >= 0 && dummies[k] != nil {
			m.dummy = dummies[k]
			m.write = m.dummy.Intent != "in" || m.dummy.Type.Basic() == ""
			m.passed = passed && !m.dummy.Has(scope.Value) && !single(m.dummy) && !cleared(m.dummy)
		}
		r.argument(a.X, m)
	}
}

// cleared reports whether what a dummy argument gets may be freed, or written, before the first statement of its procedure.
func cleared(d *scope.Symbol) bool {
	return d.Intent == "out" && (d.Has(scope.Allocatable) || d.Type.Basic() == "")
}

// argument is a variable that is passed, or an expression.
func (r *reader) argument(x ast.Expr, m mention) {
	if ast.Root(x) == nil || r.isCall(x) {
		r.expr(x)
	} else {
		r.mentioned(x, m)
	}
}

// isCall reports whether a designator by its form may be a reference to a function.
func (r *reader) isCall(x ast.Expr) bool {
	f, ok := x.(*ast.Apply)
	if !ok {
		return false
	}
	id, ok := f.X.(*ast.Ident)
	if !ok {
		return false
	}
	y := r.sc.Lookup(id.Name)
	return y == nil || y.Class != scope.Variable && y.Class != scope.Associate && y.Class != scope.Constant
}

// trusted are the arguments of a procedure that is said to touch nothing that directives move.
func (r *reader) trusted(args []ast.Arg) {
	for _, a := range args {
		r.argument(a.X, mention{status: true})
	}
}

// library is a call of MPI.
func (r *reader) library(p mpi.Procedure, args []ast.Arg) {
	for i, use := range p.Uses(args) {
		before := len(r.out.list)
		r.argument(args[i].X, mention{write: use != mpi.Value && use != mpi.Read})
		if p.May(mpi.Keeps) && use != mpi.Value && use != mpi.Prompt && ast.Root(args[i].X) != nil && !r.isCall(args[i].X) {
			for _, m := range r.out.list[before:] {
				r.kept[m.v] = true
			}
		}
	}
	if p.May(mpi.Waits | mpi.Keeps | mpi.Calls | mpi.Operates | mpi.Windows | mpi.Ends) {
		r.out.anything("mpi")
	}
}

// intrinsic is a reference to a procedure of the language.
func (r *reader) intrinsic(name string, args []ast.Arg) {
	b := scope.BuiltinOf(name)
	for i, a := range args {
		switch {
		case b.Does == scope.Inquires && i == 0:
			r.place(a.X)
		case b.Does == scope.Called && !r.isCall(a.X):
			r.target(a.X)
		default:
			r.expr(a.X)
		}
	}
	switch b.Does {
	case scope.Elementwise, scope.Transforms, scope.Inquires:
	case scope.Called:
		if name == "move_alloc" && slices.ContainsFunc(args, func(a ast.Arg) bool { return !r.sc.Value(a.X, r).Intrinsic() }) {
			r.out.anything("memory")
		}
	default:
		r.out.anything("unknown:" + name)
	}
}

// managedBody reports whether a procedure stands in the file and looks after what is pending.
func (r *reader) managedBody(x ast.Expr) bool {
	id, ok := x.(*ast.Ident)
	if !ok {
		return false
	}
	y := r.sc.Lookup(id.Name)
	return y != nil && y.Unsure == "" && y.Class == scope.Procedure && r.bodies[r.scopes.Body(y)] != nil
}

// body is the call of a procedure of the file, of which all statements are looked at.
func (r *reader) body(u *ast.Unit, args []ast.Arg) {
	does := r.whole(u)
	head, ok := u.Heading()
	switch {
	case !ok:
		r.out.anything("unknown")
	case does.any != "":
		r.out.anything(does.any)
	}
	r.out.looks = r.out.looks || does.looks
	for _, m := range does.list {
		if m.v.Storage != scope.Dummy || m.v.Scope == nil || m.v.Scope.Unit != u {
			if !within(m.v, u) || m.v.Attrs&(scope.Pointer|scope.Target) != 0 {
				r.out.list = append(r.out.list, mention{v: m.v, write: m.write, status: m.status})
			}
			continue
		}
		for i, a := range args {
			k := a.Place(i, len(head.Args), func(k int) string { return head.Args[k].Name })
			if root := ast.Root(a.X); root != nil && k >= 0 && head.Args[k].Name == m.v.Name && !r.isCall(a.X) {
				r.note(root, mention{write: m.write, x: under(a.X, m.v)})
			}
		}
	}
	r.trusted(args)
}

// under is what may be touched of an argument under the name of a dummy argument: of an array all of it.
func under(x ast.Expr, dummy *scope.Symbol) ast.Expr {
	if f, ok := x.(*ast.Apply); ok && !single(dummy) {
		return f.X
	}
	return x
}

// within reports whether a variable is a local one of a unit.
func within(v *scope.Symbol, u *ast.Unit) bool {
	return (v.Storage == scope.Local || v.Storage == scope.Result) && v.Scope != nil && v.Scope.Unit == u
}

// whole is what all statements of a procedure do.
func (a *auditor) whole(u *ast.Unit) *acts {
	if out := a.procedures[u]; out != nil {
		return out
	}
	out := &acts{any: "recursion"}
	a.procedures[u] = out // while it is looked at
	sum := &acts{}
	take := func(s *ast.Stmt) bool {
		for ; s != nil; s = s.Inner {
			if s.Kind == ast.KEntry || s.Kind == ast.KDirective && a.set.Of(s) != nil || a.managed[s] {
				sum.anything("exchange")
			}
			does := a.fully(s)
			sum.list = append(sum.list, does.list...)
			sum.looks = sum.looks || does.looks
			if does.any != "" {
				sum.anything(does.any)
			}
			if s.Kind != ast.KIf {
				break
			}
		}
		return sum.any == ""
	}
	declares := func(s *ast.Stmt) bool { return s.Kind != ast.KDecl || take(s) }
	if ast.Items(u.Spec, declares) {
		ast.Items(u.Exec, take)
	}
	*out = *sum
	out.list = distinct(sum.list)
	return out
}

// distinct leaves of mentions of one variable that are alike the first.
func distinct(list []mention) []mention {
	type key struct {
		v             *scope.Symbol
		write, status bool
	}
	seen := map[key]bool{}
	return slices.DeleteFunc(slices.Clone(list), func(m mention) bool {
		k := key{m.v, m.write, m.status}
		old := seen[k]
		seen[k] = true
		return old
	})
}

// clauses notes the names in the clauses of a directive of OpenMP that read or write them.
func (r *reader) clauses(s *ast.Stmt) {
	d, ok := omp.Of(s)
	if !ok {
		return
	}
	d.Each(func(clause, args string) {
		switch clause {
		case "private", "shared", "default", "schedule", "collapse":
			return
		}
		for _, name := range strings.FieldsFunc(args, func(c rune) bool { return c != '_' && (c < 'a' || c > 'z') && (c < '0' || c > '9') }) {
			if y := r.sc.Lookup(name); y != nil && y.Class == scope.Variable {
				r.mention(ast.Named(name), true)
			}
		}
	})
}

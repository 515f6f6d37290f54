package escape

import (
	"slices"
	"strings"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/mpi"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// call: the procedure x is given arguments, which are evaluated first.
func (w *walker) call(x ast.Expr, list []ast.Arg) {
	w.value(x)
	w.args(list)
	switch x := x.(type) {
	case *ast.Ident:
		y := w.sc.Lookup(x.Name)
		if name := w.table.MPIName(y, x.Name); name != "" {
			w.callMPI(name, list)
			return
		}
		if (y == nil || y.Unsure != "") && scope.BuiltinOf(x.Name).Does == scope.Addresses { // it comes from a module that is not seen
			w.intrinsic(x.Name, list)
		}
		if strings.HasPrefix(x.Name, "%") { // %loc, %ref, %val: the procedure around it gets the address, or it is one
			for _, a := range list {
				w.escapes(a.X, anyway)
			}
		}
		w.pass(y, list)
	case *ast.Member:
		w.callBound(x, list)
	default:
		w.entrust(list)
	}
}

// pass gives arguments to a procedure, or to those that a generic name means.
func (w *walker) pass(y *scope.Symbol, list []ast.Arg) {
	switch {
	case y == nil || y.Unsure != "":
		w.entrust(list)
	case y.Class == scope.Generic:
		w.passGeneric(y.Root(), list)
	case y.Class == scope.Intrinsic:
		w.intrinsic(y.Name, list)
	case y.Class != scope.Procedure:
		w.entrust(list)
	case w.table.Body(y.Root()) != nil:
		w.enter(w.table.Body(y.Root()), list)
	default:
		w.explicit(y, list)
	}
}

// generic is what is known of the procedures that a generic name means.
type generic struct {
	bodies, others []*scope.Symbol // those whose bodies stand in the file, and others
	all            bool            // they are all that there are
	dummies        []*variable     // escapes as one of the dummy arguments of bodies at this place does
}

// passGeneric gives arguments to all procedures that y may mean. Calls and procedures meet in one variable for each place, so that their number is
// not that of their pairs.
func (w *walker) passGeneric(y *scope.Symbol, list []ast.Arg) {
	g := w.generics[y]
	if g == nil {
		g = &generic{}
		found := w.specifics(y)
		for _, one := range found {
			if w.table.Body(one.Root()) != nil {
				g.bodies = append(g.bodies, one)
			} else {
				g.others = append(g.others, one)
			}
		}
		g.all = len(found) == len(y.Specifics) && len(found) > 0
		w.generics[y] = g
	}
	for _, one := range g.others {
		w.pass(one, list)
	}
	if slices.ContainsFunc(list, func(a ast.Arg) bool { return a.Keyword != nil }) {
		for _, one := range g.bodies {
			w.pass(one, list)
		}
	} else {
		w.meet(g, list)
	}
	if !g.all {
		w.entrust(list)
	}
}

// meet gives arguments without keywords to the procedures of g whose bodies stand in the file.
func (w *walker) meet(g *generic, list []ast.Arg) {
	for k := len(g.dummies); k < len(list); k++ {
		d := &variable{}
		for _, one := range g.bodies {
			w.dummy(w.table.Body(one.Root()), k, place{v: d})
		}
		g.dummies = append(g.dummies, d)
	}
	for k, a := range list {
		if w.isVariable(a.X) {
			w.f.edge(g.dummies[k], w.placeOf(a.X))
		}
	}
}

// dummy: what stands in a place escapes as the k-th dummy argument of a unit does.
func (w *walker) dummy(u *ast.Unit, k int, to place) {
	in := w.table.Unit(u)
	head, ok := u.Heading()
	if !ok || in == nil || k < 0 || k >= len(head.Args) {
		w.f.escape(to, anyway) // the procedure does not fit
		return
	}
	d := in.Lookup(head.Args[k].Name)
	v := w.f.variable(d)
	switch {
	case v == nil:
		w.f.escape(to, anyway)
	case !d.Has(scope.Value):
		w.f.edge(v, to)
	}
}

// specifics lists the procedures that a generic name means, as far as they are seen.
func (w *walker) specifics(y *scope.Symbol) []*scope.Symbol {
	var list []*scope.Symbol
	y = y.Root()
	for _, name := range y.Specifics {
		var one *scope.Symbol
		if y.Scope != nil {
			one = y.Scope.Lookup(name)
		} else if y.Module != "" {
			if m := w.table.OfOtherFile(y.Module); m != nil {
				one, _ = m.Exports(name)
			}
		}
		if one != nil && one.Unsure == "" && one.Class == scope.Procedure {
			list = append(list, one)
		}
	}
	return list
}

// enter: the arguments escape as the dummy arguments do of a procedure of the file.
func (w *walker) enter(u *ast.Unit, list []ast.Arg) {
	head, ok := u.Heading()
	for i, a := range list {
		if !w.isVariable(a.X) {
			continue
		}
		k := -1
		if ok {
			k = a.Place(i, len(head.Args), func(k int) string { return head.Args[k].Name })
		}
		w.dummy(u, k, w.placeOf(a.X))
	}
}

// explicit: what is known of a procedure is its interface, if there is one.
func (w *walker) explicit(y *scope.Symbol, list []ast.Arg) {
	dummies := w.interfaceOf(y)
	if dummies == nil {
		w.entrust(list)
		w.pointedAtBy(y, list)
		return
	}
	for i, a := range list {
		k := a.Place(i, len(dummies), func(k int) string { return dummies[k].Name })
		if k < 0 {
			w.escapes(a.X, anyway)
			continue
		}
		d, ways := dummies[k], Way(0)
		if v := w.f.variable(d); v != nil && w.isVariable(a.X) { // of an ENTRY
			w.f.edge(v, w.placeOf(a.X))
		}
		if !y.Has(scope.Pure) && !(d.Intent == "in" && !d.Has(scope.Pointer)) && !d.Has(scope.Value) {
			ways = w.entrusted(a.X)
		}
		if d.Has(scope.Target) || d.Has(scope.Pointer) {
			ways |= Pointer
		}
		if d.Has(scope.Asynchronous) && !d.Has(scope.Value) {
			ways |= Request
		}
		if d.Has(scope.Volatile) && !d.Has(scope.Value) {
			ways |= anyway
		}
		w.escapes(a.X, ways)
	}
}

// interfaceOf returns the dummy arguments of a procedure whose explicit interface is seen, nil if that is not or something in it is not
// known.
func (w *walker) interfaceOf(y *scope.Symbol) []*scope.Symbol {
	if y.Storage == scope.Dummy || y.Has(scope.Pointer) || !y.Has(scope.Subroutine) && !y.Has(scope.Function) || y.Module == "" && (y.Unit == nil || y.Scope == nil) {
		return nil
	}
	dummies := w.sc.Dummies(y)
	if slices.ContainsFunc(dummies, func(d *scope.Symbol) bool { return d == nil || d.Unsure != "" || d.Class != scope.Variable }) {
		return nil
	}
	return dummies
}

// entrust: a procedure of which nothing is seen gets arguments.
func (w *walker) entrust(list []ast.Arg) {
	for _, a := range list {
		w.escapes(a.X, w.entrusted(a.X))
	}
}

// entrusted is how an argument escapes that a procedure that is not seen may change. See the promise of package escape.
func (w *walker) entrusted(x ast.Expr) Way {
	if y, _ := w.begins(ast.Root(x)); y != nil && (y.Has(scope.Target) || y.Has(scope.Pointer)) {
		return Unseen | Pointer
	}
	return Unseen
}

// escapes notes that an argument escapes, if it is a variable.
func (w *walker) escapes(x ast.Expr, ways Way) {
	if ways != 0 && w.isVariable(x) {
		w.f.escape(w.placeOf(x), ways)
	}
}

// isVariable reports whether an argument may be a variable, and no value.
func (w *walker) isVariable(x ast.Expr) bool {
	switch x.(type) {
	case *ast.Ident, *ast.Member, *ast.Apply, *ast.Coindex:
		return true
	default:
		return false
	}
}

// callMPI gives arguments to a procedure of MPI.
func (w *walker) callMPI(name string, list []ast.Arg) {
	p := mpi.Of(strings.TrimPrefix(name, "p"))
	for i, use := range p.Uses(list) {
		if use == mpi.Value || use == mpi.Prompt {
			continue
		}
		if p.May(mpi.Keeps) {
			w.escapes(list[i].X, Request)
		}
		if p.May(mpi.Calls|mpi.Operates) && !w.calm(p, list) {
			w.escapes(list[i].X, w.entrusted(list[i].X))
		}
	}
}

// calm reports whether a procedure of MPI calls none of the program's: its operation is one of MPI's own.
func (w *walker) calm(p mpi.Procedure, list []ast.Arg) bool {
	if p.May(mpi.Calls) {
		return false
	}
	for i, use := range p.Uses(list) {
		if use == mpi.Operation {
			id, ok := list[i].X.(*ast.Ident)
			return ok && w.table.MPIName(w.sc.Lookup(id.Name), id.Name) != ""
		}
	}
	return false
}

// intrinsic gives arguments to an intrinsic procedure.
func (w *walker) intrinsic(name string, list []ast.Arg) {
	switch scope.BuiltinOf(name).Does {
	case scope.Elementwise, scope.Transforms, scope.Inquires:
	case scope.Called:
		if name == "move_alloc" {
			w.moved(list)
		}
	case scope.Addresses:
		for _, a := range list {
			w.escapes(a.X, Pointer|Unseen)
		}
	default:
		w.entrust(list)
	}
}

// moved: MOVE_ALLOC gives the storage of its first argument to its second.
func (w *walker) moved(list []ast.Arg) {
	var ends [2]ast.Expr
	for i, a := range list {
		if k := a.Place(i, 2, func(k int) string { return []string{"from", "to"}[k] }); k >= 0 {
			ends[k] = a.X
		}
	}
	if from := w.placeOf(ends[0]); from.v != nil && ends[1] != nil {
		w.f.edge(from.v, w.placeOf(ends[1]))
	}
}

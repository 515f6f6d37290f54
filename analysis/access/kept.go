package access

import (
	"slices"
	"strings"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// keeps notes the variables of which a statement makes an address, and those that it passes to dummy arguments with
// TARGET: the procedure may point at them and be over, and from then on anything may
// change them through the pointer. (That they ought to have TARGET, too, is what
// the standard says and not what programs do.)
func (u *Unit) keeps(s *ast.Stmt) {
	if b, ok := s.Body.(*ast.Unknown); ok {
		for _, id := range b.Mentions {
			u.entrust(s, id)
		}
	}
	u.program.given.elsewhere = u.program.given.elsewhere || elsewhere(s)
	if b, ok := s.Body.(*ast.Call); ok {
		u.keptBy(s, b)
	}
	ast.InspectStmt(s, func(x ast.Expr) bool {
		if a, ok := x.(*ast.Apply); ok {
			u.keptBy(s, &ast.Call{X: a.X, Args: a.Args})
		}
		return true
	})
}

// elsewhere reports whether a statement stands for lines that are not seen: an INCLUDE line that was not read, or what a
// preprocessor makes of a line.
func elsewhere(s *ast.Stmt) bool {
	return s.Kind == ast.KInclude || s.Kind == ast.KCpp && !s.Line.IsMarker()
}

func (u *Unit) keptBy(s *ast.Stmt, b *ast.Call) {
	v, _, list := u.target(b)
	switch {
	case v == nil:
		if d, ok := u.designator(b.X); ok && d.last != nil {
			return // subscripts of a component
		}
		u.keptByBinding(s, b)
		u.entrustAll(s, nil, b.Args)
		if m, ok := b.X.(*ast.Member); ok {
			u.entrust(s, m.X)
		}
	case v.Class == scope.Generic || v.What() == scope.Procedure:
		for i, becomes := range u.becomes(v, list) {
			if becomes.may(kept) {
				u.keep(s, list[i].X)
			}
			if becomes.may(handed) {
				u.hand(s, list[i].X)
			}
			if becomes.may(entrusted) {
				u.entrust(s, list[i].X)
			}
		}
		u.entrustUnseen(s, v, list)
	case v.What() == scope.Unknown:
		u.entrustAll(s, nil, list)
	case v.What() == scope.Intrinsic && scope.BuiltinOf(v.Symbol.Name).Does == scope.Addresses:
		for _, a := range list { // LOC asks for no TARGET
			u.keep(s, a.X)
		}
	}
}

// keptByBinding is keptBy for a procedure that is bound to a type and that may be overridden: one that overrides it has the
// same dummy arguments, and may keep a pointer to any that has TARGET.
func (u *Unit) keptByBinding(s *ast.Stmt, b *ast.Call) {
	m, ok := b.X.(*ast.Member)
	if !ok {
		return
	}
	to, _ := u.binding(m)
	if to == nil {
		return
	}
	list, ok := to.With(u.here.scope.Dummies(to.Procedure), m.X, b.Args)
	if !ok {
		return
	}
	how, ok := u.targets(u.procedureOf(to), list)
	for i, a := range list {
		if ok && how[i].may(targets) {
			u.keep(s, a.X)
		}
	}
}

// specifics lists the procedures that a generic name may mean, as far as they are seen.
func (u *Unit) specifics(v *Entity) []*Entity {
	r := u.program.resolver
	var list []*Entity
	for _, name := range v.Specifics {
		var y *scope.Symbol
		if v.Scope != nil {
			y = v.Scope.Lookup(name)
		} else if v.Module != "" {
			if m := r.table.OfOtherFile(v.Module); m != nil {
				y, _ = m.Exports(name)
			}
		}
		if y != nil && y.Class == scope.Procedure {
			list = append(list, r.entity(y, name))
		}
	}
	return list
}

// reference is what fates depend on: a procedure or a generic name, how many arguments it is given, and their keywords.
type reference struct {
	to   *Entity
	form string
}

func form(list []ast.Arg) string {
	var b strings.Builder
	for _, a := range list {
		if a.Keyword != nil {
			b.WriteString(a.Keyword.Name)
		}
		b.WriteByte(',')
	}
	return b.String()
}

// becomes says what may become, behind the call, of each of the arguments that are passed to a procedure, or to one of those
// that a generic name may mean. It is remembered: many calls of a generic that means many procedures would take the product of both.
func (u *Unit) becomes(v *Entity, list []ast.Arg) []use {
	key := reference{v, form(list)}
	known, ok := u.program.fates[key]
	if ok {
		return known
	}
	fates := slices.Repeat([]use{{never: kept | handed | entrusted}}, len(list))
	met := u.program.unfinished
	if v.Class != scope.Generic {
		u.become(fates, v, list)
	} else {
		for _, one := range u.specifics(v) {
			u.become(fates, one, list)
		}
	}
	if u.program.unfinished == met {
		u.program.fates[key] = fates
	}
	return fates
}

// become adds to fates what one procedure does with its arguments.
func (u *Unit) become(fates []use, v *Entity, list []ast.Arg) {
	how, ok := u.targets(v, list)
	for i := range list {
		w := use{}
		w.unless(!ok || !how[i].may(targets) || v.Body != nil && !u.program.retains(v.Body, list, i), kept)
		w.unless(v.Body == nil || !u.program.hands(v.Body, list, i), handed)
		w.unless(v.Body == nil || !u.program.entrusts(v.Body, list, i), entrusted)
		fates[i].never &= w.never
	}
}

// keep notes that a pointer may lead to x, which stands in s, from now on.
func (u *Unit) keep(s *ast.Stmt, x ast.Expr) {
	root := ast.Root(x)
	if root == nil {
		return
	}
	v := u.begins(s, root)
	variable := v != nil && v.What() == scope.Variable
	u.program.more = u.program.more || !u.kept[root.Name] || variable && !v.Kept
	u.kept[root.Name] = true
	if variable {
		v.Kept = true
	}
}

// maxSelectors bounds names of ASSOCIATE that stand for others.
const maxSelectors = 100

// begins returns what a name stands for in statement s of the unit: of a name of ASSOCIATE the variable with which its
// selector begins, nil if that is none.
func (u *Unit) begins(s *ast.Stmt, id *ast.Ident) *Entity {
	in := u.program.resolver.table.At(s.Span().Start)
	if in == nil {
		return u.named(id)
	}
	y := in.Lookup(id.Name)
	for range maxSelectors {
		if y == nil || y.Unsure != "" || y.Class != scope.Associate || y.Outer == nil {
			break
		}
		if id = ast.Root(y.Target); id == nil {
			return nil
		}
		y = y.Outer.Lookup(id.Name)
	}
	if y == nil || y.Unsure != "" {
		return u.named(id)
	}
	return u.program.resolver.entity(y, id.Name)
}

// retains reports whether a procedure of the file may keep a pointer to its i-th
// argument.
func (p *Program) retains(au *ast.Unit, list []ast.Arg, i int) bool {
	names, ok := dummiesFor(au, list)
	inner := p.Unit(au)
	return !ok || inner == nil || inner.retains(names[i])
}

// hands reports whether a procedure of the file gives its i-th argument to MPI, which is not done with it when
// the procedure is over.
func (p *Program) hands(au *ast.Unit, list []ast.Arg, i int) bool {
	names, ok := dummiesFor(au, list)
	inner := p.Unit(au)
	return ok && inner != nil && len(inner.names.lookup(names[i]).handed) > 0
}

// entrusts reports whether a procedure of the file passes its i-th argument on to one that is not seen.
func (p *Program) entrusts(au *ast.Unit, list []ast.Arg, i int) bool {
	names, ok := dummiesFor(au, list)
	inner := p.Unit(au)
	return !ok || inner == nil || inner.names.lookup(names[i]).entrusted
}

// targets says which dummy arguments that a call has actual ones for have TARGET or POINTER, or are passed on to such;
// false if there are none, or if they are not known.
func (u *Unit) targets(v *Entity, list []ast.Arg) ([]use, bool) {
	if v.Body == nil {
		if v.Iface == nil {
			return nil, false
		}
		return matchArgs(v.Iface.names, v.Iface.args, list)
	}
	inner := u.program.Unit(v.Body)
	names, ok := dummiesFor(v.Body, list)
	if inner == nil || !ok {
		return nil, false
	}
	how := make([]use, len(list))
	for i, name := range names {
		d := inner.names.lookup(name)
		how[i].unless(!d.Has(scope.Target) && !d.Kept && !points(d.Symbol), targets)
	}
	return how, true
}

// retains reports whether a pointer to a dummy argument of the unit, or to a part
// of it, may be there when the procedure is over: it was given to something other
// than a local pointer.
func (u *Unit) retains(dummy string) bool {
	if len(u.AST.Subs) > 0 {
		return true
	}
	r := retention{u: u, leads: map[string]bool{dummy: true}}
	exec := u.executed(u.AST.Exec)
	each(exec, func(s *ast.Stmt) {
		if a, ok := s.Body.(*ast.Associate); ok {
			for _, p := range a.Pairs {
				r.leads[p.Name.Name] = true
			}
		}
	})
	each(exec, r.stmt)
	return r.kept
}

// retention looks for what may keep a pointer. leads are names that may stand for
// the target; local pointers do, too.
type retention struct {
	u     *Unit
	leads map[string]bool
	kept  bool
}

// local reports whether a name is that of a pointer that ends with the procedure.
func (r *retention) local(x ast.Expr) bool {
	id, ok := x.(*ast.Ident)
	if !ok {
		return false
	}
	v := r.u.named(id)
	return v.What() == scope.Variable && v.Has(scope.Pointer) && v.Local() && r.u.own(v) && !v.Saved() && v.Storage != scope.Result
}

func (r *retention) mentions(x ast.Expr) bool {
	found := false
	idents(x, func(id *ast.Ident) { found = found || r.leads[id.Name] || r.local(id) })
	return found
}

func (r *retention) stmt(s *ast.Stmt) {
	switch b := s.Body.(type) {
	case nil:
		r.kept = r.kept || elsewhere(s)
	case *ast.Assign:
		x := b.X
		if a, ok := x.(*ast.Apply); ok {
			x = a.X
		}
		r.kept = r.kept || s.Kind == ast.KPointerAssign && !r.local(x) && r.mentions(b.Y)
	case *ast.Call:
		r.passed(b.X, b.Args)
	case *ast.Raw, *ast.Name, *ast.End, *ast.Data, *ast.Allocate, *ast.Exprs, *ast.IO, *ast.Goto, *ast.Cond, *ast.Forall, *ast.Do,
		*ast.Case, *ast.Select, *ast.TypeGuard, *ast.Associate: // keep what the references in them do
	default: // not understood, or lines of another file
		r.kept = true
	}
	ast.InspectStmt(s, func(x ast.Expr) bool {
		if a, ok := x.(*ast.Apply); ok {
			r.passed(a.X, a.Args)
		}
		return true
	})
}

// passed looks at what may be a reference to a procedure, or a structure
// constructor.
func (r *retention) passed(procedure ast.Expr, list []ast.Arg) {
	var how []use
	if id, ok := procedure.(*ast.Ident); ok {
		v := r.u.named(id)
		if v.MPI != "" || v.What() == scope.Variable || v.What() == scope.Intrinsic && scope.BuiltinOf(id.Name).Does != scope.Addresses {
			return
		}
		how, _ = r.u.targets(v, list)
	} else if _, ok := r.u.designator(procedure); ok {
		return
	}
	for i, a := range list {
		if a.X != nil && (how == nil || how[i].may(targets)) && r.mentions(a.X) {
			r.kept = true
		}
	}
}

package access

import (
	"strings"

	"github.com/mdmp-fortran/mdmp/diag/reason"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/mpi"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// callNamed adds the effects of a call of a procedure, v, that is known by name.
func (u *Unit) callNamed(name string, v *Entity, list []ast.Arg, at Span, e *Effects) {
	e.doesIf(v.Yields != nil && u.final(v.Yields), Finalises)
	switch {
	case v.Body != nil:
		u.callUnit(name, v, list, at, e)
	case v.MPI != "":
		u.callMPI(strings.TrimPrefix(v.MPI, "p"), list, at, e)
	case v.Iface != nil:
		u.callIface(name, v, list, at, e)
	default:
		e.call(at, reason.OtherFile, reason.Name(name))
		u.actuals(list, nil, e)
	}
}

// callMPI adds the effects of a call of a procedure of MPI. It touches what it
// gets, unless it calls procedures of the program.
func (u *Unit) callMPI(name string, list []ast.Arg, at Span, e *Effects) {
	p, how := mpi.Of(name), make([]use, len(list))
	for i, becomes := range p.Uses(list) {
		if becomes == mpi.Value {
			how[i] = use{never: writes | changes | copies, scalar: true}
		}
	}
	u.actuals(list, how, e)
	e.Does(Impure)
	if u.callsBack(p, list) {
		e.call(at, reason.CallsProgram, reason.Name(name))
	}
	if !p.May(mpi.Waits) {
		return
	}
	e.blame(at, reason.MPIWaits, reason.Name(name))
	e.Does(Blocks | MPI)
	e.doesIf(p.May(mpi.Ends), Stops)
}

// actuals touches the arguments of a call. how may be nil: anything is done.
func (u *Unit) actuals(list []ast.Arg, how []use, e *Effects) {
	for i, a := range list {
		var w use
		if how != nil {
			w = how[i]
		}
		u.actual(a.X, w, e)
	}
}

func (u *Unit) actual(x ast.Expr, w use, e *Effects) {
	switch x := x.(type) {
	case nil:
		return
	case *ast.AltReturn:
		e.Jumps = append(e.Jumps, x.Label)
		return
	case *ast.Ident:
		if v := u.named(x); v.What() != scope.Variable && v.What() != scope.Unknown {
			return
		}
	case *ast.Member, *ast.Apply:
	default:
		u.expr(x, e)
		return
	}
	d, ok := u.designator(x)
	if !ok {
		u.expr(x, e)
		return
	}
	u.subscripts(d, e)
	r := u.ref(d, x, false)
	if d.element && !w.scalar {
		r.Sub = nil // sequence association: from this element on
	}
	if w.may(reads) {
		e.Refs = append(e.Refs, r)
	}
	if w.may(writes) || w.may(copies) && u.mayCopy(d, x) {
		r.Write = true
		r.Status = w.may(changes) && (!d.last.OwnType() || d.last.Has(scope.Allocatable) || points(d.last)) // components, too
		e.Refs = append(e.Refs, r)
	}
}

// intrinsicFunction adds the effects of a reference to an intrinsic function.
func (u *Unit) intrinsicFunction(name string, x *ast.Apply, e *Effects) {
	switch scope.BuiltinOf(name).Does {
	case scope.Elementwise, scope.Transforms:
		for _, a := range bounds(x.Args) {
			u.expr(a, e)
		}
	case scope.Inquires:
		for i, a := range x.Args {
			if i > 0 || a.Keyword != nil { // a keyword may stand before DIM or TARGET
				u.expr(a.X, e)
				continue
			}
			u.inquire(a.X, e)
		}
	default:
		e.unknown(x.Span(), reason.AddressMade, reason.Name(name))
	}
}

// inquire looks at what x is, not at its value.
func (u *Unit) inquire(x ast.Expr, e *Effects) {
	switch x.(type) {
	case *ast.Ident, *ast.Member, *ast.Apply:
	default:
		u.expr(x, e)
		return
	}
	d, ok := u.designator(x)
	if !ok {
		if id, isName := x.(*ast.Ident); !isName || u.named(id).What() == scope.Unknown {
			u.expr(x, e)
		}
		return
	}
	u.subscripts(d, e)
	r := u.ref(d, x, false)
	r.Status = true
	e.Refs = append(e.Refs, r)
}

// intrinsicCall adds the effects of a call of an intrinsic subroutine.
func (u *Unit) intrinsicCall(name string, list []ast.Arg, e *Effects) {
	for i, a := range list {
		w := use{never: copies, scalar: true}
		w.unless(name != "move_alloc", changes)
		w.unless(name == "mvbits" && (a.Keyword == nil && i != 3 || a.Keyword != nil && a.Key() != "to"), writes)
		u.actual(a.X, w, e)
		if name == "move_alloc" && !u.intrinsicType(a.X) {
			e.call(a.X.Span(), reason.FinalOfFreed)
		}
	}
	e.Does(Impure)
}

// stmtFunction expands a statement function.
func (u *Unit) stmtFunction(v *Entity, x *ast.Apply, e *Effects) {
	for _, a := range bounds(x.Args) {
		u.expr(a, e)
	}
	head, ok := v.Expr.X.(*ast.Apply)
	if !ok || u.depth > 20 || !u.readsAlike(v) {
		e.unknown(x.Span(), reason.StatementFunction, reason.Name(v.Name))
		return
	}
	dummies := map[string]*Entity{}
	for _, a := range head.Args {
		if id, isName := a.X.(*ast.Ident); isName {
			dummies[id.Name] = &Entity{Symbol: &scope.Symbol{Name: id.Name, Class: scope.Constant}, formal: true}
		}
	}
	u.depth++
	u.with(&names{r: u.names.r, scope: u.names.scope, host: u.names, named: dummies, top: u.names}).expr(v.Expr.Y, e)
	u.depth--
}

// readsAlike reports whether the names in a statement function, which may be that of a host, mean here what they mean
// where it is defined.
func (u *Unit) readsAlike(v *Entity) bool {
	if v.Scope == nil || v.Scope.Unit == u.AST {
		return true
	}
	host := u.program.Unit(v.Scope.Unit)
	return host != nil && agree(v.Expr.Y, host.outside(), u.outside())
}

// callUnit adds the effects of a call of a procedure of this file.
func (u *Unit) callUnit(name string, v *Entity, list []ast.Arg, at Span, e *Effects) {
	s := u.program.summary(v.Body)
	if s == nil && v.Iface != nil && v.Iface.pure {
		u.callIface(name, v, list, at, e)
		return
	}
	if s == nil {
		e.call(at, reason.ProcedureUnclear, reason.Name(name))
		u.actuals(list, nil, e)
		return
	}
	how, ok := s.match(list)
	if !ok {
		e.call(at, reason.ProcedureMisfits, reason.Name(name))
		u.actuals(list, nil, e)
		return
	}
	u.actuals(list, how, e)
	outer := s.outer
	for _, r := range outer.Refs {
		o := u.object(r.Obj.Root, r.Obj.Path, r.Obj.Through, r.Obj.Last, r.Obj.Scalar, r.Obj.pointer, r.Obj.target)
		r.Obj, r.At, r.X, r.Via = o, at, r.Obj.Expr(), name
		e.Refs = append(e.Refs, r)
	}
	e.Reach, e.Sent = min(e.Reach, outer.Reach), min(e.Sent, outer.Sent)
	if outer.Why.Stands() {
		e.blame(at, reason.ProcedureCalled, reason.Name(name), reason.Because(outer.Why))
	}
	e.never &= outer.never | Finalises // what it returns is its caller's
}

// summary is what a procedure does, seen by its callers.
type summary struct {
	names []string // of the dummies
	args  []use
	outer Effects // variables that are not dummies or locals; everything whole
}

// match assigns actual arguments to dummies.
func (s *summary) match(list []ast.Arg) ([]use, bool) { return matchArgs(s.names, s.args, list) }

// matchArgs assigns actual arguments to dummies with these names and uses.
func matchArgs(names []string, args []use, list []ast.Arg) ([]use, bool) {
	if len(list) > len(args) {
		return nil, false
	}
	out := make([]use, len(list))
	for i, a := range list {
		k := a.Place(i, len(names), func(k int) string { return names[k] })
		if k < 0 {
			return nil, false
		}
		out[i] = args[k]
	}
	return out, true
}

// summary computes what a procedure of the file does; nil if it is not known
// (also while it is being computed: recursion).
func (p *Program) summary(au *ast.Unit) *summary {
	if s, ok := p.summaries[au]; ok {
		return s
	}
	p.summaries[au] = nil
	head, ok := au.Heading()
	if !ok || p.File.Misfit != nil {
		return nil
	}
	u := p.Unit(au)
	if u == nil {
		return nil
	}
	s := &summary{outer: Nothing()}
	index := map[string]int{}
	for i, a := range head.Args {
		v := u.named(a)
		index[a.Name] = i
		s.names = append(s.names, a.Name)
		s.args = append(s.args, received(v.Symbol))
		if a.Name == "*" || v.What() != scope.Variable {
			s.outer.unknown(a.Span(), reason.ArgumentNoVariable, reason.Name(a.Name))
		}
	}
	u.summarise(&Node{Kind: Simple, Stmt: au.Begin, E: u.Declares()}, index, s)
	for _, n := range u.Tree(au.Exec, nil).Nodes {
		u.summarise(n, index, s)
	}
	if v := u.Finalises(); v != nil {
		s.outer.call(au.Begin.Span(), reason.FinalOf, reason.Name(v.Name))
	}
	p.summaries[au] = s
	return s
}

// summarise adds the effects of a node and all below it to a summary.
func (u *Unit) summarise(n *Node, dummies map[string]int, s *summary) {
	if n.Kind == Exchange || n.Kind == Mark {
		s.outer.unknown(n.Stmt.Span(), reason.HeldDirectives)
		return
	}
	e := n.E
	refs := e.Refs
	e.Refs, e.Jumps = nil, nil
	if n.Kind == Simple && n.Stmt.Kind == ast.KReturn && e.Reach == ReachNamed {
		e.never, e.Why = e.never|Stops, reason.Reason{} // the caller goes on
	}
	s.outer.Merge(&e)
	for _, r := range refs {
		root := r.Obj.Root
		k, isDummy := dummies[root.Name]
		switch {
		case isDummy && root.Storage == scope.Dummy && root.DeclaredBy(u.AST):
			s.args[k].touched(r)
			if r.Obj.pointer { // what it points at has other names
				s.outer.reaches(ReachOuter)
				s.outer.blame(r.At, reason.UsesPointer, r.Obj.As())
			}
		case root.Shadows() && !r.Obj.pointer, u.own(root) && !r.Obj.pointer && root.Equiv == 0:
			// What a local variable keeps from call to call makes their order matter.
			s.outer.doesIf(root.Saved(), Impure)
		case root.Shadows(), u.own(root) && r.Obj.pointer:
			s.outer.reaches(ReachOuter)
			s.outer.blame(r.At, reason.UsesPointer, r.Obj.As())
		default:
			s.outer.doesIf(r.Write, Impure)
			s.outer.Refs = append(s.outer.Refs, Ref{Obj: r.Obj, Write: r.Write, Status: r.Status, Trusted: r.Trusted, At: r.At, X: r.X})
		}
	}
	for _, arm := range n.Arms {
		for _, m := range arm {
			u.summarise(m, dummies, s)
		}
	}
}

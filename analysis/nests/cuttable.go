package nests

import (
	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/diag/reason"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// cuttable decides whether the outermost loop may be cut into strips that run
// in order.
func (nest *Nest) cuttable() (reason.Reason, bool) {
	n := nest.Node
	at := n.Stmt.Span()
	l := n.Loop
	switch {
	case n.Kind != access.Loop || l == nil || !l.Counted:
		return reason.NotCounted.At(at), false
	case !l.IntVar:
		return reason.DoVariable.At(at), false
	case l.Step == 0 && !nest.steady(l.StepX):
		return reason.StepVaries.At(at), false
	case n.Parallel:
		return reason.LoopParallel.At(at), false
	case n.Stmt.Label() != "" && (nest.around.Labels[n.Stmt.Label()] || nest.around.Labels["?"]):
		return reason.LoopLabel.At(at), false
	case sharesEnd(n):
		return reason.EndShared.At(at), false
	case n.Stmt.Line.Shared:
		return reason.LineShared.At(at), false
	}
	if r, ok := nest.directives(); !ok {
		return r, false
	}
	if r, ok := nest.comment(); !ok {
		return r, false
	}
	if r, ok := nest.inside(); !ok {
		return r, false
	}
	return nest.effects()
}

// steady reports whether a step can be evaluated before each piece of the loop instead of once: it is made of numbers and of
// scalars that the nest does not change.
func (nest *Nest) steady(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.Literal:
		return x.Kind == ast.IntLit
	case *ast.Paren:
		return nest.steady(x.X)
	case *ast.Unary:
		return (x.Op == "-" || x.Op == "+") && nest.steady(x.X)
	case *ast.Ident:
		return nest.unchanged(x)
	default:
		return false
	}
}

// unchanged reports whether x is an integer scalar that nothing in the nest writes, the variables of its loops included.
func (nest *Nest) unchanged(x *ast.Ident) bool {
	e := nest.unit.At(nest.Node).Expr(x)
	v := nest.unit.At(nest.Node).Lookup(x.Name)
	if !v.Known() || v.Class != scope.Variable || v.Rank != 0 || v.Volatile || v.Has(scope.Optional) || v.Type.Word() != "integer" ||
		e.Reach != access.ReachNamed || e.May(access.Impure) {
		return false
	}
	same := true
	nest.Node.Walk(func(m *access.Node) bool {
		for _, r := range e.Refs {
			if _, changed := nest.unit.Alters(&m.E, r); changed {
				same = false
			}
		}
		return same
	})
	return same
}

// sharesEnd reports whether the label that ends the loop also ends a loop
// around it, so that nothing can be put between the two ends.
func sharesEnd(n *access.Node) bool {
	end := n.Loop.Do.End
	if end == nil {
		return true
	}
	for p := n.Parent; p != nil; p = p.Parent {
		if p.Kind == access.Loop && p.Loop != nil && p.Loop.Do != nil && p.Loop.Do.End == end {
			return true
		}
	}
	return false
}

// comment: directives to the compiler in comments apply to the loop right
// after them, so nothing may be put between.
func (nest *Nest) comment() (reason.Reason, bool) {
	if p := nest.unit.PragmaBefore(nest.Node.Before.First()); p != "" {
		return reason.CompilerDirective.At(nest.Node.Stmt.Span(), reason.Name(p)), false
	}
	return reason.Reason{}, true
}

// inside looks at control flow and directives in the nest.
func (nest *Nest) inside() (reason.Reason, bool) {
	var bad reason.Reason
	root := nest.Node
	inside := map[*access.Node]bool{}
	labels := map[string]bool{}
	root.Walk(func(m *access.Node) bool {
		inside[m] = true
		if m != root && m.Stmt != nil && m.Stmt.Label() != "" {
			labels[m.Stmt.Label()] = true
		}
		return true
	})
	if do := root.Loop.Do; do != nil && do.End != nil {
		delete(labels, do.End.Label()) // a jump to the end of the nest from inside an inner loop is not followed
	}
	root.Walk(func(m *access.Node) bool {
		at := m.Stmt.Span()
		switch {
		case bad.Stands():
		case m.Kind == access.Exchange || m.Kind == access.Mark:
			bad = reason.LoopDirectives.At(at)
		case m.Kind == access.Opaque && m.E.Reach == access.ReachAll:
			bad = reason.LoopUnclear.At(at, reason.Because(m.E.Why))
		case m.Jump == access.Leaves:
			bad = reason.LoopReturns.At(at)
		case (m.Jump == access.Cycles || m.Jump == access.Exits) && !inside[m.Target]:
			bad = reason.LoopLeft.At(at)
		case m.Jump == access.Exits && m.Target == root:
			bad = reason.LoopExits.At(at)
		case m.Jump == access.Gotos:
			for _, l := range m.E.Jumps {
				if !labels[l] {
					bad = reason.GotoLeaves.At(at)
				}
			}
		}
		return !bad.Stands()
	})
	return bad, !bad.Stands()
}

// effects looks at what the nest does besides reading and writing.
func (nest *Nest) effects() (reason.Reason, bool) {
	if r := nest.expressions(); r.Stands() && !nest.relaxed(r) {
		return r, false
	}
	var bad reason.Reason
	nest.Node.Walk(func(m *access.Node) bool {
		e := &m.E
		switch {
		case bad.Stands():
		case e.Reach.Beyond(access.ReachLook) || e.May(access.Blocks|access.MPI|access.Stops):
			bad = reason.LoopCalls.At(e.Why.At, reason.Because(e.Why))
		case e.May(access.IO):
			bad = reason.LoopIO.At(m.Stmt.Span())
		}
		if e.Reach == access.ReachLook && !nest.Ordered.Stands() {
			nest.Ordered = nest.seen(e)
		}
		if e.May(access.Impure) && !nest.Ordered.Stands() && m.Stmt.Kind != ast.KAllocate && m.Stmt.Kind != ast.KDeallocate {
			nest.Ordered = reason.StateCalled.At(m.Stmt.Span())
		}
		for _, r := range e.Refs {
			if !bad.Stands() && r.Obj.Root.Volatile {
				bad = reason.Volatile.At(r.At, r.Obj.As())
			}
			if !bad.Stands() && r.Obj.Root.Has(scope.ThreadPrivate) && nest.OMP != nil { // pieces are shared out otherwise
				bad = reason.ThreadPrivate.At(r.At, r.Obj.As())
			}
		}
		if !bad.Stands() && e.May(access.Outside) {
			bad = reason.LoopOutside.At(e.Why.At, reason.Because(e.Why))
		}
		return !bad.Stands()
	})
	return bad, !bad.Stands()
}

// seen: a PURE procedure of another file reads what it can reach, so that boxes
// come in order if the nest writes any of that.
func (nest *Nest) seen(e *access.Effects) reason.Reason {
	for _, r := range nest.total.Refs {
		if r.Write && nest.unit.Looks(e, r.Obj) {
			return reason.SeesArrays.At(e.Why.At, reason.Because(e.Why), r.Obj.As())
		}
	}
	return reason.Reason{}
}

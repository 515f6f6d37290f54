package regions

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/lang"
)

// reaches finds the regions whose tag and comm may matter to procedures that are
// called: what these send may say neither. All calls count that are not known to
// go to MPI or to a procedure of the language, in this file or any other.
func (s *finder) reaches() {
	for _, r := range s.set.Regions {
		if r.Dir.Tag == nil && r.Dir.Comm == nil {
			continue
		}
		ast.Items(r.List[r.From+1:r.To-1], func(st *ast.Stmt) bool {
			r.Reaches = r.Reaches || s.mayCall(st)
			return !r.Reaches
		})
	}
}

// mayCall reports whether a statement may call a procedure of the program.
func (s *finder) mayCall(st *ast.Stmt) bool {
	sc := s.scopes.At(st.Span().Start)
	if b := s.dirs[st.Line]; b != nil {
		return s.directiveCalls(sc, b)
	}
	for ; st != nil; st = st.Inner {
		switch b := st.Body.(type) {
		case *ast.Unknown:
			return true
		case *ast.Call:
			id, ok := b.X.(*ast.Ident)
			if !ok || !s.foreign(sc, id.Name) {
				return true
			}
		case *ast.Assign:
			if st.Kind == ast.KAssign && !s.intrinsicType(sc, b.X) {
				return true // by a procedure, perhaps, or it finalizes something
			}
		case *ast.Allocate:
			if st.Kind == ast.KDeallocate && slices.ContainsFunc(b.Objects, func(x ast.Expr) bool { return !s.intrinsicType(sc, x) }) {
				return true // the same
			}
		case *ast.IO:
			if slices.ContainsFunc(b.Items, func(x ast.Expr) bool { return s.derived(sc, x) }) {
				return true // by a procedure, perhaps
			}
		}
		found := false
		ast.InspectStmt(st, func(x ast.Expr) bool {
			found = found || sc.MayCall(x)
			return false
		})
		if found {
			return true
		}
	}
	return false
}

// directiveCalls is mayCall for a directive.
func (s *finder) directiveCalls(sc *scope.Scope, b *bound) bool {
	switch d := b.dir.(type) {
	case *lang.Message:
		return slices.ContainsFunc(d.Exprs(), sc.MayCall)
	case *lang.Init:
		return d.Comm != nil && sc.MayCall(d.Comm)
	case *lang.HaloExchange:
		return true
	}
	return false
}

// foreign reports whether a subroutine is MPI's or the language's.
func (s *finder) foreign(sc *scope.Scope, name string) bool {
	y := sc.Lookup(name)
	return s.scopes.MPIName(y, name) != "" || y != nil && y.Unsure == "" && y.Class == scope.Intrinsic
}

// derived reports whether something is known to be of a derived type.
func (s *finder) derived(sc *scope.Scope, x ast.Expr) bool {
	in := sc.Designator(x)
	return in.Type != nil && in.Type.Derived != ""
}

// intrinsicType reports whether a variable is known to be of a type of the language.
func (s *finder) intrinsicType(sc *scope.Scope, x ast.Expr) bool {
	in := sc.Designator(x)
	return in.Known && in.Type.Basic() != ""
}

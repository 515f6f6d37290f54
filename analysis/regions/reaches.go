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
		case nil:
			if st.Kind == ast.KCpp && !st.Line.IsMarker() {
				return true
			}
		case *ast.Call:
			id, ok := b.X.(*ast.Ident)
			if !ok || !s.foreign(sc, id.Name) || id.Name == "move_alloc" && !s.allIntrinsic(sc, b.Args) {
				return true // the last one frees what may have a final procedure
			}
		case *ast.Decl: // in a BLOCK, at whose end a final procedure may be called
			if b.Type == nil || b.Type.Name == "type" || b.Type.Name == "class" {
				return true
			}
		case *ast.Assign:
			if st.Kind == ast.KAssign && !s.ownAssignment(sc, b) {
				return true // by a procedure, perhaps, or it finalizes something
			}
		case *ast.Allocate:
			if st.Kind == ast.KDeallocate && slices.ContainsFunc(b.Objects, func(x ast.Expr) bool { return !s.intrinsicType(sc, x) }) {
				return true // the same
			}
		case *ast.IO:
			if mayNamelist(sc, st.Kind, b) {
				return true // what is in the group is not looked at
			}
			if slices.ContainsFunc(b.Items, func(x ast.Expr) bool { return !s.intrinsicValue(sc, x) }) {
				return true // by a procedure, perhaps
			}
		case *ast.Raw, *ast.Name, *ast.Names, *ast.Procedure, *ast.Submodule, *ast.Interface, *ast.TypeDef, *ast.End, *ast.Use, *ast.Implicit,
			*ast.ProcDecl, *ast.Binding, *ast.Attr, *ast.Assigns, *ast.Data, *ast.Common, *ast.Equivalence, *ast.Exprs, *ast.Goto, *ast.Cond,
			*ast.Forall, *ast.Do, *ast.Case, *ast.Select, *ast.TypeGuard, *ast.Associate: // call what the expressions in them do
		default: // not understood, or lines of another file
			return true
		}
		found := false
		ast.InspectStmt(st, func(x ast.Expr) bool {
			found = found || s.evaluates(sc, x)
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
		return slices.ContainsFunc(d.Exprs(), func(x ast.Expr) bool { return s.evaluates(sc, x) })
	case *lang.Init:
		return d.Comm != nil && s.evaluates(sc, d.Comm)
	case *lang.HaloExchange:
		return true
	}
	return false
}

// evaluates reports whether evaluating x may call a procedure of the program: a function, or an operator that is one.
func (s *finder) evaluates(sc *scope.Scope, x ast.Expr) bool {
	found := sc.MayCall(x)
	within := map[ast.Expr]bool{} // operands: looked at with the operation
	ast.Inspect(x, func(x ast.Expr) bool {
		switch y := x.(type) {
		case *ast.Paren:
			within[y.X] = within[x]
			return !found
		case *ast.Unary:
			within[y.X] = true
		case *ast.Binary:
			within[y.X], within[y.Y] = true, true
		default:
			return !found
		}
		found = found || !within[x] && !s.intrinsicValue(sc, x)
		return !found
	})
	return found
}

// foreign reports whether a procedure is MPI's or the language's.
func (s *finder) foreign(sc *scope.Scope, name string) bool {
	y := sc.Lookup(name)
	return s.scopes.MPIName(y, name) != "" || y != nil && y.Unsure == "" && y.Class == scope.Intrinsic
}

// intrinsicType reports whether a variable is known to be of a type of the language.
func (s *finder) intrinsicType(sc *scope.Scope, x ast.Expr) bool {
	in := sc.Designator(x)
	return in.Known && in.Type.Basic() != ""
}

// allIntrinsic is intrinsicType for arguments.
func (s *finder) allIntrinsic(sc *scope.Scope, list []ast.Arg) bool {
	return !slices.ContainsFunc(list, func(a ast.Arg) bool { return !s.intrinsicType(sc, a.X) })
}

// ownAssignment reports whether an assignment is certainly the language's.
func (s *finder) ownAssignment(sc *scope.Scope, b *ast.Assign) bool {
	o := operands{finder: s, sc: sc}
	return s.intrinsicType(sc, b.X) && sc.OwnAssignment(sc.Value(b.X, o), sc.Value(b.Y, o))
}

// mayNamelist reports whether a format may be the name of a namelist group.
func mayNamelist(sc *scope.Scope, kind ast.Kind, b *ast.IO) bool {
	for i, c := range b.Control {
		switch c.Key() {
		case "nml":
			return true
		case "fmt":
		default:
			alone := kind == ast.KPrint || kind == ast.KRead && len(b.Control) == 1
			if c.Keyword != nil || i == 0 && !alone || i > 1 {
				continue
			}
		}
		if id, ok := c.X.(*ast.Ident); ok {
			y := sc.Lookup(id.Name)
			return y == nil || y.Unsure != "" || y.Class == scope.Namelist || y.Class == scope.Unknown
		}
	}
	return false
}

// intrinsicValue reports whether an expression is known to have a type of the language. An operation that may be a
// procedure's is not known to, nor is what holds one.
func (s *finder) intrinsicValue(sc *scope.Scope, x ast.Expr) bool {
	return sc.Value(x, operands{finder: s, sc: sc}).Intrinsic()
}

// operands says what is known of what operations are made of.
type operands struct {
	*finder
	sc *scope.Scope
}

// Leaf is what is known of the value of a designator or a function reference.
func (o operands) Leaf(x ast.Expr) scope.Operand {
	switch x := x.(type) {
	case *ast.Ident:
		if o.scopes.MPIName(o.sc.Lookup(x.Name), x.Name) != "" {
			return scope.Operand{Type: "intrinsic", Rank: -1, Kind: -1} // or a handle: MPI's own operators
		}
	case *ast.Apply:
		// A function of the language, of what is not derived.
		if id, ok := x.X.(*ast.Ident); ok && o.foreign(o.sc, id.Name) &&
			!slices.ContainsFunc(x.Args, func(a ast.Arg) bool { return !o.intrinsicValue(o.sc, a.X) }) {
			return scope.Operand{Type: "intrinsic", Rank: -1, Kind: -1}
		}
	default: // its declaration tells
	}
	return (&looker{finder: o.finder, sc: o.sc}).Leaf(x)
}

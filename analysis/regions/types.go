package regions

import (
	"iter"
	"slices"

	"github.com/mdmp-fortran/mdmp/diag"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// typeOf returns the type of x if it is a variable or a component that the
// file shows, and the symbol that has it.
func (l *looker) typeOf(x ast.Expr) (*scope.DataType, *scope.Symbol) {
	in := l.sc.Designator(ast.Unparen(x))
	if !in.Known {
		return nil, nil
	}
	return in.Type, in.Last
}

// scalar reports an array where a scalar belongs.
func (l *looker) scalar(x ast.Expr, what string) bool {
	rank, ok := l.sc.Rank(x)
	if ok && rank > 0 {
		l.bad(diag.WrongType, x, what+" is a scalar, but this is an array", "", l.sc.Designator(x).Base)
		return false
	}
	return true
}

// integer reports what is not an integer.
func (l *looker) integer(x ast.Expr, what string) {
	if x == nil || !l.scalar(x, what) {
		return
	}
	l.certainly(x, what+" is an integer", "integer")
}

// logical reports what is not a logical.
func (l *looker) logical(x ast.Expr) {
	if x == nil || !l.scalar(x, "the condition") {
		return
	}
	l.certainly(x, "the condition is a logical", "logical")
}

// certainly reports what is certainly of another type than want.
func (l *looker) certainly(x ast.Expr, message, want string) {
	if t, y := l.typeOf(x); t != nil {
		if isOther(t, want) {
			l.bad(diag.WrongType, x, message+", but this is of type "+typeName(t), "", y)
		}
		return
	}
	if k := l.kindOf(x); k != "" && k != want {
		l.bad(diag.WrongType, x, message+", but this is of type "+k, "", nil)
	}
}

// handle reports what cannot be a communicator.
func (l *looker) handle(x ast.Expr) {
	if x == nil || !l.scalar(x, "the communicator") {
		return
	}
	t, y := l.typeOf(x)
	if k := l.kindOf(x); t == nil && k != "" && k != "integer" {
		l.bad(diag.WrongType, x, "the communicator is an integer or a type(MPI_Comm), but this is of type "+k, "", nil)
		return
	}
	if t == nil || t.Name == "integer" || t.Derived == scope.MPIComm || !isOther(t, "integer") {
		return
	}
	if t.Derived != "" && y != nil && (y.Of != nil || y.Module != "") {
		return // type(MPI_Comm) under another name, perhaps
	}
	if t.Derived != "" && t.Definition() == nil {
		return
	}
	l.bad(diag.WrongType, x, "the communicator is an integer or a type(MPI_Comm), but this is of type "+typeName(t), "", y)
}

// isOther tells whether t is certainly another type than want.
func isOther(t *scope.DataType, want string) bool {
	switch t.Name {
	case "integer", "real", "double precision", "complex", "double complex", "logical", "character", "type", "class":
		return t.Name != want
	}
	return false
}

func typeName(t *scope.DataType) string {
	if t.Derived != "" {
		return t.Derived
	}
	return t.Name
}

// wildcard refuses MPI_ANY_SOURCE and MPI_ANY_TAG under another name: renamed
// in a USE statement, or as the value of a constant.
func (l *looker) wildcard(x ast.Expr) {
	id, ok := ast.Unparen(x).(*ast.Ident)
	if !ok {
		return
	}
	if name := original(l.sc, id); name != id.Name && (name == "mpi_any_source" || name == "mpi_any_tag") {
		l.bad(diag.Wildcard, x, "'"+id.Name+"' is a wildcard, which cannot be the peer or tag of a message",
			"name them: which receive a message meets must not be left to chance", nil)
	}
}

// original returns the name that id has where it is declared; of a constant that is nothing
// but another one, that of the other.
func original(sc *scope.Scope, id *ast.Ident) string {
	name := id.Name
	for range 10 {
		y := sc.Lookup(id.Name)
		if y == nil {
			break
		}
		name = y.Original()
		init, ok := ast.Unparen(y.Init).(*ast.Ident)
		if !ok || y.Class != scope.Constant {
			break
		}
		if id, name, sc = init, init.Name, y.Root().Scope; sc == nil {
			break
		}
	}
	return name
}

// uses goes through the USE statements among some declarations.
func uses(spec []ast.Item) iter.Seq[*ast.Use] {
	return func(yield func(*ast.Use) bool) {
		for _, item := range spec {
			st, ok := item.(*ast.Stmt)
			if !ok {
				continue
			}
			if use, ok := st.Body.(*ast.Use); ok && !yield(use) {
				return
			}
		}
	}
}

// namedInUse reports whether a USE statement of a scope itself, a unit or a BLOCK, has a name
// in its list.
func namedInUse(s *scope.Scope, name string) bool {
	var spec []ast.Item
	switch {
	case s.Construct != nil && len(s.Construct.Parts) > 0:
		spec = s.Construct.Parts[0].Spec
	case s.Construct == nil && s.Unit != nil:
		spec = s.Unit.Spec
	}
	for use := range uses(spec) {
		if slices.ContainsFunc(use.Renames, func(r ast.Rename) bool { return r.Local == name }) {
			return true
		}
	}
	return false
}

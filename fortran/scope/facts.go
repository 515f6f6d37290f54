package scope

import (
	"strconv"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// What follows from the declarations of a variable or component.

// NotKnown is the symbol of a name of which nothing is known: it may be a variable with
// any attributes, or a procedure.
func NotKnown(name string) *Symbol { return &Symbol{Name: name, Rank: -1} }

// Known reports whether it is certain what y is.
func (y *Symbol) Known() bool { return y.Class != Unknown && y.Unsure == "" }

// Value is what is known of the value of y.
func (y *Symbol) Value() Operand { return y.Type.Operand(y.Rank) }

// OwnType reports whether y is certainly of a type of the language; nil is not.
func (y *Symbol) OwnType() bool { return y != nil && y.Value().Intrinsic() }

// ByDescriptor reports whether the bounds of y are values that come with it: it is
// assumed-shape or deferred-shape.
func (y *Symbol) ByDescriptor() bool { return y.Shape == AssumedShape || y.Shape == DeferredShape }

// SideBySide reports whether the elements of an array certainly lie side by side.
func (y *Symbol) SideBySide() bool {
	switch {
	case !y.Known():
		return false
	case y.Has(Contiguous), y.Has(Allocatable):
		return true
	}
	return !y.ByDescriptor() && y.Shape != AssumedRank && !y.Has(Pointer)
}

// Saved reports whether y keeps its value from call to call.
func (y *Symbol) Saved() bool {
	return y.Has(Save) || y.Has(Initialised) ||
		y.Storage == Local && y.Target == nil && y.Scope != nil && (y.Scope.table.opt.Saves || y.Scope.SaveAll())
}

// Upper returns the declared upper bound of dimension i (from 0); nil if it is not known, or
// not declared. One of a local variable or dummy argument that is not constant means what
// it says on entry to the procedure.
func (y *Symbol) Upper(i int) ast.Expr {
	if y.ByDescriptor() || y.Shape == AssumedRank || i >= len(y.Bounds) {
		return nil
	}
	hi := y.Bounds[i]
	switch b := hi.(type) {
	case *ast.Range:
		hi = b.Hi
	case *ast.Star:
		return nil
	default: // the upper bound alone
	}
	if c := y.settled(hi); c != nil || y.Storage != Local && y.Storage != Dummy {
		return c
	}
	return hi
}

// Ends returns the declared bounds of dimension i (from 0), each nil if constants do not say it.
func (y *Symbol) Ends(i int) (lo, hi ast.Expr) {
	if y.Shape == DeferredShape || y.Shape == AssumedRank || i >= len(y.Bounds) {
		return nil, nil
	}
	lo = ast.Int(1)
	if r, ok := y.Bounds[i].(*ast.Range); ok && r.Lo != nil {
		lo = y.settled(r.Lo)
	}
	if y.Upper(i) != nil {
		hi = y.settled(y.Upper(i))
	}
	return lo, hi
}

// ConstantValue returns the value of a named constant, nil if it is not known.
func (y *Symbol) ConstantValue() ast.Expr { return y.settled(y.Init) }

// settled returns an expression that means the same everywhere: the value of a
// constant, nil for others. Names in the expression are those of the scope that
// declares y.
func (y *Symbol) settled(x ast.Expr) ast.Expr {
	if lit, ok := x.(*ast.Literal); ok {
		return lit
	}
	if x == nil || y.Scope == nil {
		return nil
	}
	n, ok := y.Scope.Int(x)
	if !ok {
		return nil
	}
	lit := &ast.Literal{Node: ast.Node{At: x.Span()}, Kind: ast.IntLit, Text: strconv.FormatInt(n, 10)}
	if n >= 0 {
		return lit
	}
	lit.Text = lit.Text[1:]
	return &ast.Unary{Node: lit.Node, Op: "-", X: lit}
}

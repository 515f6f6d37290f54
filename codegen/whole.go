package codegen

import (
	"fmt"
	"strconv"

	"github.com/mdmp-fortran/mdmp/analysis/rungs"
	"github.com/mdmp-fortran/mdmp/codegen/calls"
	"github.com/mdmp-fortran/mdmp/codegen/emit"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// onePiece describes an array that certainly lies in memory in one piece and whose
// elements are numbers or logicals; nil for all others, which are passed by descriptors.
func (t *translator) onePiece(at source.Pos, d rungs.Guarded) *calls.Whole {
	id, ok := d.X.(*ast.Ident)
	if !ok {
		return nil
	}
	y := t.scopes.At(at).Lookup(id.Name)
	const other = scope.Pointer | scope.Optional | scope.Volatile | scope.Value
	if y == nil || y.Unsure != "" || y.Class != scope.Variable || y.Corank > 0 || y.Attrs&other != 0 {
		return nil
	}
	w := &calls.Whole{Type: typeKey(y), Open: y.Shape == scope.AssumedSize, Guarded: y.Has(scope.Allocatable)}
	switch {
	case w.Guarded != (len(d.Guards) > 0):
		return nil
	case w.Guarded && y.Shape == scope.DeferredShape && y.Rank > 0 && len(d.Guards) == 1 && d.Guards[0].Ask == rungs.Allocated:
	case !w.Guarded && (y.Shape == scope.ExplicitShape || y.Shape == scope.AssumedSize):
	default:
		return nil
	}
	if w.Type == "" {
		return nil
	}
	for i := range y.Rank {
		w.Dims = append(w.Dims, extent(y, i))
	}
	return w
}

// lower says what is known of the lower bounds of an array that is passed by its descriptor, as what
// is said of it has dimensions. Those of an array of which nothing lies anywhere do not matter.
func (t *translator) lower(at source.Pos, a *rungs.Array) []calls.Extent {
	var list []calls.Extent
	if len(a.Prints) == 0 {
		return nil
	}
	var y *scope.Symbol
	if id, ok := a.X.(*ast.Ident); ok {
		y = t.scopes.At(at).Lookup(id.Name)
	}
	for i := range a.Prints[0].Dims {
		x := calls.Extent{Same: strconv.Itoa(i)}
		if y != nil && y.Unsure == "" && y.Class == scope.Variable && y.Shape == scope.AssumedShape && i < len(y.Bounds) {
			x.Lo, x.Known = assumedLower(y, i)
		}
		list = append(list, x)
	}
	return list
}

// assumedLower is the lower bound of a dimension of an array of assumed shape, if it is known.
func assumedLower(y *scope.Symbol, i int) (int64, bool) {
	r, ok := y.Root().Bounds[i].(*ast.Range)
	switch s := y.Root().Scope; {
	case !ok || r.Hi != nil || s == nil || y.Root().Shape != scope.AssumedShape:
		return 0, false
	case r.Lo == nil:
		return 1, true
	default:
		return s.Int(r.Lo)
	}
}

// global reports whether a variable, or what it is reached by, is one of a module or a common block. Any
// procedure of another file may change it, so no compiler keeps it in registers over a call; the
// MPI standard counts on that for what nonblocking receives write.
func (t *translator) global(at source.Pos, d rungs.Guarded) bool {
	id := ast.Root(d.X)
	if id == nil {
		return false
	}
	y := t.scopes.At(at).Lookup(id.Name)
	if y == nil || y.Unsure != "" || y.Class != scope.Variable {
		return false
	}
	switch y.Root().Storage {
	case scope.ModuleStorage, scope.CommonStorage:
		return true
	}
	return false
}

// typeKey is the same for variables whose elements have the same size, "" if they are neither
// numbers nor logicals.
func typeKey(y *scope.Symbol) string {
	if name := y.Type.Basic(); name == "" || name == "character" {
		return ""
	}
	if y.Type.KindValue < 0 {
		return "of " + y.Name
	}
	return fmt.Sprint(y.Type.Name, y.Type.KindValue, y.Type.Star)
}

// extent says what is known of a dimension. The bounds of variables of one scope are
// evaluated when it is entered, so the same text gives the same values there.
func extent(y *scope.Symbol, i int) calls.Extent {
	own := calls.Extent{Same: fmt.Sprint("of ", y.Name, i)}
	s := y.Root().Scope
	bounds := y.Root().Bounds
	if s == nil || len(bounds) != y.Rank || y.Has(scope.Allocatable) {
		return own
	}
	var lo, hi ast.Expr = ast.Int(1), bounds[i]
	if r, ok := hi.(*ast.Range); ok {
		if hi = r.Hi; r.Lo != nil {
			lo = r.Lo
		}
	}
	if hi == nil {
		return own
	}
	from, known := s.Int(lo)
	if _, star := hi.(*ast.Star); star {
		own.Known, own.Lo = known, from
		return own
	}
	if to, ok := s.Int(hi); ok && known && from <= to {
		return calls.Extent{Known: true, Lo: from, Hi: to}
	}
	if s.MayCall(lo) || s.MayCall(hi) {
		return own
	}
	return calls.Extent{Same: fmt.Sprintf("%p %s:%s", s, emit.Key(ast.String(lo)), emit.Key(ast.String(hi)))}
}

package match

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/suggest/calls"
	"github.com/mdmp-fortran/mdmp/suggest/program"
)

// maxTrips is how many iterations of a loop over directions are written one after the other.
const maxTrips = 12

// trips returns the variable of a loop and its values, if it has constant bounds and holds
// nothing but statements one after the other, also with an IF around them.
func (w *walker) trips(n *access.Node) (*ast.Ident, []int64) {
	c, ok := n.Item.(*ast.Construct)
	if !ok || n.Kind != access.Loop || len(n.Arms) != 1 || !straight(n.Arms[0]) {
		return nil, nil
	}
	return values(w.index, w.file.Scope(c.Begin), c)
}

// values are the variable of a loop with constant bounds and what it is made to be.
func values(index *calls.Index, sc *scope.Scope, c *ast.Construct) (*ast.Ident, []int64) {
	d, ok := c.Begin.Body.(*ast.Do)
	if !ok || d.Var == nil || d.Step != nil || d.Lo == nil || d.Hi == nil {
		return nil, nil
	}
	lo, ok1 := index.Int(sc, d.Lo)
	hi, ok2 := index.Int(sc, d.Hi)
	if !ok1 || !ok2 || hi < lo || hi-lo >= maxTrips {
		return nil, nil
	}
	var out []int64
	for v := lo; v <= hi; v++ {
		out = append(out, v)
	}
	return d.Var, out
}

// straight reports whether nodes are statements one after the other, and IF constructs of such.
func straight(nodes []*access.Node) bool {
	for _, n := range nodes {
		if n.Kind != access.Simple && n.Kind != access.Branch || n.Jump != access.Falls || n.Parallel {
			return false
		}
		for _, arm := range n.Arms {
			if !straight(arm) {
				return false
			}
		}
	}
	return true
}

// unroll returns the events of a loop over directions: those of its statements, with the value of
// its variable, once for each.
func (w *walker) unroll(n *access.Node, top int, guard []Cond) ([]event, *program.Refusal) {
	id, values := w.trips(n)
	if id == nil {
		return nil, w.intoLoop(n)
	}
	if w.with != nil {
		return nil, w.intoLoop(n)
	}
	defer func() { w.with = nil }()
	var out []event
	for _, v := range values {
		w.with = map[string]ast.Expr{id.Name: ast.Int(v)}
		for _, m := range n.Arms[0] {
			e, why := w.flatten(m, top, guard)
			if why != nil {
				return nil, why
			}
			if slices.ContainsFunc(e, func(e event) bool { return e.what == other }) {
				return nil, w.intoLoop(n)
			}
			out = append(out, e...)
		}
	}
	return out, nil
}

func (w *walker) intoLoop(n *access.Node) *program.Refusal {
	return program.Refuse("write the calls one after the other, or the directives by hand", "messages are under way into the loop or construct at line %d, which holds calls, too", w.file.At(n.Stmt).Line)
}

// named reports whether the bounds of a loop name a variable.
func named(d *ast.Do, name string) bool {
	for _, x := range []ast.Expr{d.Lo, d.Hi, d.Step} {
		for id := range ast.Idents(x) {
			if id.Name == name {
				return true
			}
		}
	}
	return false
}

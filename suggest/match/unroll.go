package match

import (
	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/suggest/program"
)

// maxTrips is how many iterations of a loop over directions are written one after the other.
const maxTrips = 12

// trips returns the variable of a loop and its values, if it has constant bounds and holds
// nothing but statements one after the other.
func (w *walker) trips(n *access.Node) (*ast.Ident, []int64) {
	c, ok := n.Item.(*ast.Construct)
	if !ok || n.Kind != access.Loop || len(n.Arms) != 1 {
		return nil, nil
	}
	d, ok := c.Begin.Body.(*ast.Do)
	if !ok || d.Var == nil || d.Step != nil || d.Lo == nil || d.Hi == nil {
		return nil, nil
	}
	sc := w.file.Scope(c.Begin)
	lo, ok1 := w.index.Int(sc, d.Lo)
	hi, ok2 := w.index.Int(sc, d.Hi)
	if !ok1 || !ok2 || hi < lo || hi-lo >= maxTrips {
		return nil, nil
	}
	for _, m := range n.Arms[0] {
		if m.Kind != access.Simple || m.Jump != access.Falls || m.Parallel {
			return nil, nil
		}
	}
	var out []int64
	for v := lo; v <= hi; v++ {
		out = append(out, v)
	}
	return d.Var, out
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
			if e[0].what == other || e[0].what == count {
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

package match

import (
	"maps"
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
// nothing but statements one after the other, IF and SELECT around them, and such loops.
func (w *walker) trips(n *access.Node) (*ast.Ident, []int64) {
	c, ok := n.Item.(*ast.Construct)
	if !ok || n.Kind != access.Loop || len(n.Arms) != 1 || !straight(n.Arms[0]) {
		return nil, nil
	}
	return values(w.index, w.file.Scope(c.Begin), c, w.with)
}

// values are the variable of a loop with constant bounds and what it is made to be; by has the values of
// variables of loops around it.
func values(index *calls.Index, sc *scope.Scope, c *ast.Construct, by map[string]ast.Expr) (*ast.Ident, []int64) {
	d, ok := c.Begin.Body.(*ast.Do)
	if !ok || d.Var == nil || d.Lo == nil || d.Hi == nil || by[d.Var.Name] != nil {
		return nil, nil
	}
	bound := func(x ast.Expr) int64 {
		x, fine := program.Substitute(x, by)
		n, known := index.Int(sc, x)
		ok = ok && fine && known
		return n
	}
	lo, hi, step := bound(d.Lo), bound(d.Hi), int64(1)
	if d.Step != nil {
		step = bound(d.Step)
	}
	if !ok || step == 0 {
		return nil, nil
	}
	var out []int64
	for v := lo; step > 0 && v <= hi || step < 0 && v >= hi; v += step {
		if out = append(out, v); len(out) > maxTrips {
			return nil, nil
		}
	}
	return d.Var, out
}

// straight reports whether nodes are statements one after the other, and constructs of such.
func straight(nodes []*access.Node) bool {
	for _, n := range nodes {
		if n.Kind != access.Simple && n.Kind != access.Branch && n.Kind != access.Loop || n.Jump != access.Falls || n.Parallel || len(n.OMP) > 0 {
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
	if id == nil || len(values) == 0 {
		return nil, w.intoLoop(n)
	}
	around := w.with
	defer func() { w.with = around }()
	var out []event
	for _, v := range values {
		w.with = maps.Clone(around)
		if w.with == nil {
			w.with = map[string]ast.Expr{}
		}
		w.with[id.Name] = ast.Int(v)
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
	return append(out, event{what: varies, top: top, node: n, guard: guard, obj: id.Name}), nil
}

// selected flattens the branch of a SELECT CASE that the value of a loop variable takes.
func (w *walker) selected(n *access.Node, c *ast.Construct, top int, guard []Cond) ([]event, *program.Refusal) {
	parts := c.Parts
	if len(parts) == len(n.Arms)+1 {
		parts = parts[1:] // what stands before the first CASE
	}
	head, ok := c.Begin.Body.(*ast.Cond)
	if !ok || len(parts) != len(n.Arms) {
		return nil, w.intoLoop(n)
	}
	sc := w.file.Scope(c.Begin)
	x, ok := program.Substitute(head.X, w.with)
	v, known := sc.Int(x)
	if !ok || !known {
		return nil, w.intoLoop(n)
	}
	takes := -1
	for i, p := range parts {
		hit, ok := inCase(sc, p.Head, v)
		d, isCase := p.Head.Body.(*ast.Case)
		switch {
		case !ok || !isCase:
			return nil, w.intoLoop(n)
		case hit || d.Default && takes < 0:
			takes = i
		}
		if hit {
			break
		}
	}
	if takes < 0 {
		return nil, nil
	}
	return w.run(n.Arms[takes], top, guard)
}

// inCase reports whether a CASE names a value; false if that is not known.
func inCase(sc *scope.Scope, s *ast.Stmt, v int64) (hit, known bool) {
	c, known := s.Body.(*ast.Case)
	if !known {
		return false, false
	}
	for _, x := range c.List {
		lo, hi := x, x
		if r, ok := x.(*ast.Range); ok {
			lo, hi = r.Lo, r.Hi
		}
		in := true
		for _, end := range []struct {
			x    ast.Expr
			sign int64
		}{{lo, 1}, {hi, -1}} {
			if end.x == nil {
				continue
			}
			n, ok := sc.Int(end.x)
			known = known && ok
			in = in && n*end.sign <= v*end.sign
		}
		hit = hit || in
	}
	return hit, known
}

// run returns the events of statements one after the other.
func (w *walker) run(nodes []*access.Node, top int, guard []Cond) ([]event, *program.Refusal) {
	var out []event
	for _, m := range nodes {
		e, why := w.flatten(m, top, guard)
		if why != nil {
			return nil, why
		}
		out = append(out, e...)
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

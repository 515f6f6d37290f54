package rungs

import (
	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/nests"
	"github.com/mdmp-fortran/mdmp/diag/reason"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// describeArrays makes the footprints of everything the nest touches, in terms of
// the loops that are cut: with InOrder the outermost alone.
func (n *Nest) describeArrays(u *access.Unit) {
	byKey := map[designated]*described{}
	boxed := n.Boxed()
	if n.Order == InOrder {
		boxed = boxed[:1]
	}
	n.described = newFootprints()
	for _, t := range n.Touched {
		if n.loopVar(t.Obj) {
			continue
		}
		text, why := n.designate(u, t)
		key := designated{t.Obj, text}
		d := byKey[key]
		if d == nil {
			d = &described{obj: t.Obj}
			if !why.Stands() {
				d.array = &Array{Guarded: Guarded{X: t.Base, Guards: guards(u, t), obj: t.Obj}}
			} else if !n.cannot.Stands() && !t.Obj.Scalar {
				n.cannot = why
			}
			byKey[key] = d
			n.described.add(d)
		}
		if d.array == nil {
			continue
		}
		p, ok := print(u, t, boxed)
		if !ok {
			d.array = nil
			continue
		}
		p.Lookup = n.look(u, t, p, boxed)
		d.array.Prints = add(d.array.Prints, p)
	}
}

// designated is an object under one of the designators that it has.
type designated struct {
	obj  *access.Object
	text string
}

func (n *Nest) loopVar(o *access.Object) bool {
	for _, l := range n.Cut {
		if l.Loop != nil && l.Loop.Obj == o {
			return true
		}
	}
	return false
}

// designate finds out whether the whole array a reference is to, its Base, can be
// evaluated before the nest. It returns the array in one spelling.
func (n *Nest) designate(u *access.Unit, t nests.Touch) (string, reason.Reason) {
	bad := func(why *reason.Code, of ...reason.Arg) (string, reason.Reason) {
		return "", why.At(t.At, append([]reason.Arg{t.As()}, of...)...)
	}
	if t.Base == nil {
		return bad(reason.ArrayObscure)
	}
	text, ok := access.Text(t.Base)
	if !ok {
		return bad(reason.ArrayNameless)
	}
	if t.Obj.Last == nil || t.Obj.Last.Rank < 0 {
		return bad(reason.ArrayOpaque)
	}
	if t.Obj.Last.Type.IsDerived() && !handable(t.Obj.Last) {
		return bad(reason.TypeUnhandable)
	}
	if !u.Carries(t.Ref, n.Node) {
		return bad(reason.ArrayElse)
	}
	e := u.Expr(t.Base)
	if e.Reach != access.ReachNamed || e.May(access.Impure) {
		return bad(reason.ArrayEarly)
	}
	for _, d := range e.Refs {
		if d.Obj == t.Obj {
			d.Status = true
		}
		if w, changed := n.Writes().Alters(d); changed {
			return bad(reason.ArrayChanges, w.Does())
		}
	}
	if variablePath(t.Base) && !t.Always {
		return bad(reason.ArrayMissing)
	}
	return text, reason.Reason{}
}

// variablePath reports whether subscripts other than numbers choose the array.
func variablePath(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.Member:
		return variablePath(x.X)
	case *ast.Apply:
		for _, a := range x.Args {
			if _, isLit := a.X.(*ast.Literal); !isLit {
				return true
			}
		}
		return variablePath(x.X)
	default:
		return false
	}
}

// guards lists the inquiries that must hold before the array may be named; each
// may be evaluated if those before it hold. A subscript that chooses among several
// arrays must be in bounds: the nest may make no iteration, or none that gets there.
func guards(u *access.Unit, t nests.Touch) []Guard {
	// What an ASSOCIATE name stands for is there, and has bounds; components of it
	// need not be.
	name := u.ViaAssociate(t.Base)
	skipped := 0
	var list []Guard
	if name {
		skipped = len(t.Obj.Path) - members(t.Base)
	} else {
		list = given(t.Obj.Name, t.Obj.Root.Symbol)
	}
	var walk func(x ast.Expr)
	walk = func(x ast.Expr) {
		itself := name && members(x) == 0
		switch y := x.(type) {
		case *ast.Member:
			walk(y.X)
		case *ast.Apply:
			walk(y.X)
			if v := variableAt(t.Obj, skipped+members(y.X)); name && members(y.X) == 0 {
				list = append(list, inBounds(u, y)...)
			} else if v != nil && v.Rank == len(y.Args) && hasBounds(v) {
				list = append(list, inBounds(u, y)...)
			}
			return
		case *ast.Ident:
		default:
			return
		}
		if v := variableAt(t.Obj, skipped+members(x)); v != nil && !itself {
			list = append(list, there(v, x)...)
		}
	}
	walk(t.Base)
	return list
}

// members is the number of components that x goes through.
func members(x ast.Expr) int {
	n := 0
	for {
		switch y := x.(type) {
		case *ast.Member:
			n++
			x = y.X
		case *ast.Apply:
			x = y.X
		default:
			return n
		}
	}
}

// rootGuards are the inquiries that must hold before a variable may be named.
func rootGuards(name string, v *scope.Symbol) []Guard {
	return append(given(name, v), there(v, ast.Named(name))...)
}

// given asks whether a variable is present, if it need not be.
func given(name string, v *scope.Symbol) []Guard {
	if v.Has(scope.Optional) {
		return []Guard{{Ask: Present, X: ast.Named(name)}}
	}
	return nil
}

// there asks whether memory belongs to x, which is v, if that need not be so.
func there(v *scope.Symbol, x ast.Expr) []Guard {
	switch {
	case v.Has(scope.Allocatable):
		return []Guard{{Ask: Allocated, X: x}}
	case v.Has(scope.Pointer):
		return []Guard{{Ask: Associated, X: x}}
	}
	return nil
}

// variableAt returns what the path of o is after so many components; nil if that is
// not known.
func variableAt(o *access.Object, depth int) *scope.Symbol {
	if o.Root.Shadows() {
		return nil
	}
	return o.At(depth)
}

package access

import (
	"github.com/mdmp-fortran/mdmp/analysis/affine"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// Part is an array, or a section of one, as it stands in a statement.
type Part struct {
	X   ast.Expr
	Ref Ref
	// Base is the array; Rank its rank; Free are its dimensions (from 0) that
	// X runs over.
	Base ast.Expr
	Rank int
	Free []int
	// Args are the subscripts, nil if X is the whole array.
	Args []ast.Arg
}

// Part resolves x if it is an array or a section whose last name alone has
// dimensions to run over.
func (u *Unit) Part(x ast.Expr) (Part, bool) {
	d, ok := u.designator(x)
	if !ok || d.last == nil || !d.last.Known() || d.last.Rank <= 0 || d.element || !d.scalarPath || d.obj.Root.Shadows() ||
		u.ViaAssociate(x) || !d.last.OwnType() || d.last.Type.Word() == "character" {
		return Part{}, false
	}
	p := Part{X: x, Base: d.base, Rank: d.last.Rank, Ref: u.ref(d, x, false)}
	if d.whole {
		for i := 0; i < p.Rank; i++ {
			p.Free = append(p.Free, i)
		}
		return p, p.same(x)
	}
	a, ok := x.(*ast.Apply)
	if !ok || len(a.Args) != p.Rank {
		return Part{}, false
	}
	p.Args = a.Args
	for i, arg := range a.Args {
		if _, isRange := arg.X.(*ast.Range); isRange {
			p.Free = append(p.Free, i)
		} else if !u.scalar(arg.X) {
			return Part{}, false
		}
	}
	return p, p.same(a.X)
}

// same reports whether the base is what x says, and not a part of it (z%re).
func (p *Part) same(x ast.Expr) bool { return p.Base != nil && p.Base.Span() == x.Span() }

// ViaAssociate reports whether the root of x is an ASSOCIATE name.
func (u *Unit) ViaAssociate(x ast.Expr) bool {
	root := ast.Root(x)
	if root == nil {
		return true
	}
	_, is := u.assoc[u.named(root)]
	return is
}

// Bounds returns what dimension i of p runs over; false if it is not known.
func (u *Unit) Bounds(p Part, i int) (lo, hi affine.Form, step int64, ok bool) {
	if u.lookup("lbound").What() != scope.Intrinsic || u.lookup("ubound").What() != scope.Intrinsic {
		return lo, hi, 0, false
	}
	r := &ast.Range{Node: ast.Node{At: p.Base.Span()}}
	if p.Args != nil {
		r = p.Args[i].X.(*ast.Range)
	}
	step = 1
	if r.Step != nil {
		f, known := u.Form(r.Step)
		n, isConst := f.IsConst()
		if !known || !isConst || n == 0 {
			return lo, hi, 0, false
		}
		step = n
	}
	lo, ok1 := u.bound(r.Lo, p.Base, i, "lbound") // whatever the step is
	hi, ok2 := u.bound(r.Hi, p.Base, i, "ubound")
	return lo, hi, step, ok1 && ok2
}

// BoundOf is the symbol for a bound of dimension i (from 0) of an array, "" if there is none.
func BoundOf(array ast.Expr, inquiry string, i int) affine.Sym {
	text, ok := Text(inquired(array, inquiry, i))
	if !ok {
		return ""
	}
	return affine.Sym(text)
}

// inquired is the reference to an inquiry function about dimension i (from 0) of an array.
func inquired(array ast.Expr, inquiry string, i int) ast.Expr {
	at := ast.Node{At: array.Span()}
	x := &struct { // one piece of memory: each bound that is not declared has one
		ast.Apply
		name ast.Ident
		args [2]ast.Arg
	}{name: ast.Ident{Node: at, Name: inquiry}, args: [2]ast.Arg{{X: array}, {X: ast.Int(int64(i + 1))}}}
	x.Apply = ast.Apply{Node: at, X: &x.name, Args: x.args[:]}
	return &x.Apply
}

// ScalarExpr reports whether x is certainly of rank 0.
func (u *Unit) ScalarExpr(x ast.Expr) bool { return u.scalar(x) }

// Elemental reports whether name is a function that works element by element
// and is PURE.
func (u *Unit) Elemental(name string) bool {
	v := u.lookup(name)
	switch v.What() {
	case scope.Intrinsic:
		return scope.BuiltinOf(name).Does == scope.Elementwise
	case scope.Procedure:
		if v.Body == nil {
			return v.Iface != nil && v.Iface.elemental && v.Iface.pure
		}
		return hasPrefix(v.Body, "elemental") && !hasPrefix(v.Body, "impure")
	}
	return false
}

func hasPrefix(p *ast.Unit, word string) bool {
	h, ok := p.Heading()
	if !ok {
		return false
	}
	for _, w := range h.Prefixes {
		if w == word {
			return true
		}
	}
	return false
}

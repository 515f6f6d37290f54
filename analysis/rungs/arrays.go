package rungs

import (
	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/affine"
	"github.com/mdmp-fortran/mdmp/analysis/depend"
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
	if !u.Carries(t.Ref, n.Node) {
		return bad(reason.ArrayElse)
	}
	e := u.Expr(t.Base)
	if e.Reach != access.ReachNamed || e.Impure {
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
	}
	return false
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

// print makes the footprint of one reference.
func print(u *access.Unit, t nests.Touch, boxed []*depend.Loop) (Print, bool) {
	rank, ok := nests.Rank(t.Ref)
	if !ok {
		return Print{}, false
	}
	p := Print{Read: !t.Write, Write: t.Write, Exact: t.Always, Dims: make([]Dim, rank)}
	for i := range p.Dims {
		p.Dims[i].Whole = true
	}
	if len(t.Sub) < rank {
		p.Exact = p.Exact && rank == 0
		return p, true
	}
	path := len(t.Sub) - rank
	for i, d := range t.Sub[path:] {
		p.Dims[i] = dim(u, d, t, boxed)
		p.Exact = p.Exact && !p.Dims[i].Whole && d.Step == 1
	}
	p.Exact = p.Exact && fills(t, boxed)
	p.Filled = filled(t, p.Dims, path)
	return p, true
}

// fills reports whether the inner loops of a reference make it touch every
// element of the ranges that replace their variables.
func fills(t nests.Touch, boxed []*depend.Loop) bool {
	for _, l := range t.Loops {
		in := 0
		for _, d := range t.Sub {
			lo, hi := d.Lo.Coef(l.Var), d.Hi.Coef(l.Var)
			if d.Whole || lo == 0 && hi == 0 {
				continue
			}
			in++
			if isBoxed(l, boxed) == 0 && (lo != hi || lo != 1 && lo != -1) {
				return false
			}
		}
		if isBoxed(l, boxed) == 0 && in > 0 &&
			(in > 1 || l.Step != 1 && l.Step != -1 || !l.LoOK || !l.HiOK || len(l.Lo) != 1 || len(l.Hi) != 1) {
			return false
		}
	}
	return true
}

// dim expresses a subscript by one boxed loop, the variables of the others
// replaced by their ranges.
func dim(u *access.Unit, d affine.Dim, t nests.Touch, boxed []*depend.Loop) Dim {
	if d.Whole {
		return Dim{Whole: true}
	}
	loops := t.Loops
	lo, hi := []affine.Form{d.Lo}, []affine.Form{d.Hi}
	for i := len(loops) - 1; i >= 0; i-- {
		if isBoxed(loops[i], boxed) > 0 {
			continue
		}
		lo, hi = spread(lo, loops[i], false), spread(hi, loops[i], true)
	}
	k, coef := common(lo, hi, boxed)
	for i := len(boxed) - 1; i >= 0; i-- {
		if i+1 != k {
			lo, hi = spread(lo, boxed[i], false), spread(hi, boxed[i], true)
		}
	}
	if len(lo) == 0 || len(hi) == 0 {
		return Dim{Whole: true}
	}
	out := Dim{Loop: k, Coef: coef}
	out.lo, out.hi = offsets(lo, k, coef, boxed), offsets(hi, k, coef, boxed)
	if len(out.lo) == 0 || len(out.hi) == 0 || !printable(u, out.lo, t, boxed) || !printable(u, out.hi, t, boxed) {
		return Dim{Whole: true}
	}
	return out
}

func isBoxed(l *depend.Loop, boxed []*depend.Loop) int {
	for i, b := range boxed {
		if b == l {
			return i + 1
		}
	}
	return 0
}

// spread replaces the variable of l by its bounds; every form of the result
// lies below (above) all values of one of fs. Empty: not bounded.
func spread(fs []affine.Form, l *depend.Loop, up bool) []affine.Form {
	low, high := l.Lo, l.Hi
	if l.Step < 0 {
		low, high = high, low
	}
	if l.Step == 0 {
		low, high = nil, nil
	}
	var out []affine.Form
	for _, f := range fs {
		g, ok := access.End(f, l.Var, low, high, up)
		if !ok {
			return nil
		}
		out = append(out, g)
	}
	return out
}

// common returns the boxed loop (from 1) on which all forms depend by the same
// factor and on no other; 0 if there is none.
func common(lo, hi []affine.Form, boxed []*depend.Loop) (int, int64) {
	all := append(append([]affine.Form(nil), lo...), hi...)
	if len(all) == 0 {
		return 0, 0
	}
	for i, l := range boxed {
		c := all[0].Coef(l.Var)
		if c == 0 {
			continue
		}
		for _, f := range all {
			if f.Coef(l.Var) != c {
				return 0, 0
			}
			for j, m := range boxed {
				if j != i && f.Coef(m.Var) != 0 {
					return 0, 0
				}
			}
		}
		return i + 1, c
	}
	return 0, 0
}

// offsets removes the part that belongs to boxed loop k.
func offsets(fs []affine.Form, k int, coef int64, boxed []*depend.Loop) []affine.Form {
	if k == 0 {
		return fs
	}
	part, ok := affine.Scale(affine.Of(boxed[k-1].Var), coef)
	if !ok {
		return nil
	}
	var out []affine.Form
	for _, f := range fs {
		g, ok := affine.Sub(f, part)
		if !ok {
			return nil
		}
		out = append(out, g)
	}
	return out
}

// printable reports whether forms can be evaluated before the nest without
// harm: their symbols are names, or bounds of the array itself.
func printable(u *access.Unit, fs []affine.Form, t nests.Touch, boxed []*depend.Loop) bool {
	for _, f := range fs {
		for _, term := range f.Terms {
			if !u.Harmless(term.Sym) && !ownBound(term.Sym, t) {
				return false
			}
			if mayBeAbsent(u, term.Sym) && !certain(t, boxed) {
				return false
			}
		}
	}
	return true
}

// mayBeAbsent reports whether a symbol names a variable that need not exist.
func mayBeAbsent(u *access.Unit, s affine.Sym) bool {
	id := u.HarmlessName(s)
	if id == nil {
		return false
	}
	v := u.Lookup(id.Name)
	return v.Has(scope.Optional) || v.Has(scope.Pointer) || v.Has(scope.Allocatable)
}

// certain reports whether a reference is evaluated whenever the boxed loops make
// an iteration.
func certain(t nests.Touch, boxed []*depend.Loop) bool {
	for _, l := range t.Loops {
		if isBoxed(l, boxed) == 0 {
			return false
		}
	}
	return t.Always
}

func ownBound(s affine.Sym, t nests.Touch) bool {
	rank, _ := nests.Rank(t.Ref)
	for i := 0; i < rank; i++ {
		if s == access.BoundOf(t.Base, "lbound", i) || s == access.BoundOf(t.Base, "ubound", i) {
			return true
		}
	}
	return false
}

// write makes expressions of the ends of the footprints.
func (x *Array) write(u *access.Unit) {
	for _, p := range x.Prints {
		for i := range p.Dims {
			d := &p.Dims[i]
			d.Lo, d.Hi = exprs(u, d.lo), exprs(u, d.hi)
		}
	}
}

func exprs(u *access.Unit, fs []affine.Form) []ast.Expr {
	var list []ast.Expr
	for _, f := range fs {
		list = append(list, u.ExprOf(f))
	}
	return list
}

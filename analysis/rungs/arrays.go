package rungs

import (
	"fmt"
	"strings"

	"mdmp/analysis/access"
	"mdmp/analysis/affine"
	"mdmp/analysis/depend"
	"mdmp/analysis/nests"
	"mdmp/fortran/ast"
)

// describeArrays makes the footprints of everything the nest touches.
func (out *nest) describeArrays(u *access.Unit) {
	byKey := map[string]*described{}
	boxed := out.n.Boxed()
	if out.ev.Order == InOrder && out.n.Result.Any == 0 {
		boxed = boxed[:1]
	}
	for _, t := range out.n.Touched {
		if out.loopVar(t.Obj) {
			continue
		}
		text, guards, why := out.designate(u, t)
		key := fmt.Sprintf("%p %s", t.Obj, text)
		d := byKey[key]
		if d == nil {
			d = &described{obj: t.Obj}
			if why.Text == "" {
				d.array = &Array{Designator: Designator{Text: text, Guards: guards, root: t.Obj.Root}, Name: t.Obj.Root.Name}
			} else if out.cannot.Text == "" && !t.Obj.Scalar {
				out.cannot = why
			}
			byKey[key] = d
			out.arrays = append(out.arrays, d)
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
		d.array.Lbounds = lbounds(text, len(p.Dims))
	}
}

func (out *nest) loopVar(o *access.Object) bool {
	for _, l := range out.n.Loops {
		if l.Loop != nil && l.Loop.Obj == o {
			return true
		}
	}
	return false
}

func lbounds(text string, rank int) []string {
	var list []string
	for d := 1; d <= rank; d++ {
		list = append(list, fmt.Sprintf("lbound(%s,%d)", text, d))
	}
	return list
}

// designate returns the Fortran text of the whole array a reference is to, as
// it can be evaluated before the nest.
func (out *nest) designate(u *access.Unit, t nests.Touch) (string, []string, Reason) {
	bad := func(why string) (string, []string, Reason) {
		return "", nil, Reason{Key: "designator", At: t.At, Text: t.Text + ": " + why}
	}
	if t.Base == nil {
		return bad("the array is not known")
	}
	text, ok := access.Text(t.Base)
	if !ok {
		return bad("the array cannot be named")
	}
	if t.Obj.Last == nil || t.Obj.Last.Rank < 0 {
		return bad("its declaration is not known")
	}
	if !u.Carries(t.Ref, out.n.Node) {
		return bad("a name in it means something else before the nest")
	}
	e := u.Expr(t.Base)
	if e.Reach != access.ReachNamed || e.Impure {
		return bad("its designator cannot be evaluated early")
	}
	for _, d := range e.Refs {
		if d.Obj == t.Obj {
			d.Status = true
		}
		if w, changed := out.n.Writes().Alters(d); changed {
			return bad("which array it is changes in the loop (" + w.Does() + ")")
		}
	}
	if variablePath(t.Base) && !t.Always {
		return bad("it may not exist where the condition does not hold")
	}
	return text, guards(u, t), Reason{}
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
func guards(u *access.Unit, t nests.Touch) []string {
	var list []string
	if t.Obj.Root.Optional {
		list = append(list, "present("+t.Obj.Root.Name+")")
	}
	var walk func(x ast.Expr)
	walk = func(x ast.Expr) {
		switch x := x.(type) {
		case *ast.Member:
			walk(x.X)
		case *ast.Apply:
			walk(x.X)
			if v := variableAt(t.Obj, x.X); v != nil {
				list = append(list, inBounds(u, x, v)...)
			}
			return
		case *ast.Ident:
		default:
			return
		}
		text, _ := access.Text(x)
		if v := variableAt(t.Obj, x); v != nil {
			switch {
			case v.Allocatable:
				list = append(list, "allocated("+text+")")
			case v.Pointer:
				list = append(list, "associated("+text+")")
			}
		}
	}
	walk(t.Base)
	return list
}

// variableAt returns what the path of o is at the part x ends with.
func variableAt(o *access.Object, x ast.Expr) *access.Var {
	depth := 0
	for {
		switch y := x.(type) {
		case *ast.Member:
			depth++
			x = y.X
			continue
		case *ast.Apply:
			x = y.X
			continue
		}
		break
	}
	v := o.Root
	if v.Shadows {
		return nil
	}
	for i := 0; i < depth && v != nil; i++ {
		if v.TypeDef == nil || i >= len(o.Path) {
			return nil
		}
		v = v.TypeDef.Comps[o.Path[i]]
	}
	return v
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
	out.Lo, out.Hi = offsets(lo, k, coef, boxed), offsets(hi, k, coef, boxed)
	if len(out.Lo) == 0 || len(out.Hi) == 0 || !printable(u, out.Lo, t, boxed) || !printable(u, out.Hi, t, boxed) {
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
			if !access.Harmless(term.Sym) && !ownBound(term.Sym, t) {
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
	name, _, _ := strings.Cut(string(s), "/")
	v := u.Lookup(name)
	return v.Optional || v.Pointer || v.Allocatable
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
	text, ok := access.Text(t.Base)
	if !ok {
		return false
	}
	rank, _ := nests.Rank(t.Ref)
	for i := 0; i < rank; i++ {
		if s == access.BoundOf(text, "lbound", i) || s == access.BoundOf(text, "ubound", i) {
			return true
		}
	}
	return false
}

package access

import (
	"slices"
	"strconv"

	"github.com/mdmp-fortran/mdmp/analysis/affine"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// desig is a resolved designator: a variable, component, element or section.
type desig struct {
	obj *Object
	sub affine.Section // nil: anything
	// before is how many of sub belong to the parts before the last.
	before int
	last   *scope.Symbol // what the path ends at, nil if not known
	// base is the designator of the whole array (last subscripts left out).
	base ast.Expr
	// scalarPath: every part before the last is of rank 0.
	scalarPath bool
	// subscripts are all subscripts and substring bounds, to be read.
	subscripts []ast.Expr
	// whole: no subscripts on the last part.
	whole bool
	// element: the last part has subscripts and all are single ones.
	element bool
	// part: it is not all of the object or element: z%re, c(1:3).
	part bool
}

// bounds lists the expressions in a subscript list.
func bounds(list []ast.Arg) []ast.Expr {
	var out []ast.Expr
	for _, a := range list {
		if r, ok := a.X.(*ast.Range); ok {
			out = append(out, r.Lo, r.Hi, r.Step)
		} else {
			out = append(out, a.X)
		}
	}
	return out
}

// maxSubscripts bounds subscripts in subscripts: to find out what one selects,
// those in it are looked at several times.
const maxSubscripts = 5

// designator resolves x if it is one; false if it may be anything else.
func (u *Unit) designator(x ast.Expr) (desig, bool) {
	root := ast.Root(x)
	if root == nil || u.inDesignator >= maxSubscripts {
		return desig{}, false
	}
	v := u.named(root)
	if v.What() != scope.Variable && v.What() != scope.Unknown {
		return desig{}, false
	}
	t := scope.Walk(x, v.Symbol, nil)
	if t == nil || t.Coindexed {
		return desig{}, false
	}
	u.inDesignator++
	defer func() { u.inDesignator-- }()
	first := &t.Steps[0]
	if v.What() == scope.Unknown && first.Subs != nil && !u.isArray(first.Name, first.Args()) {
		return desig{}, false
	}
	if sel, isAssoc := u.assoc[v]; isAssoc {
		if u.depth > 20 {
			return desig{}, false
		}
		return u.associated(sel, x, root, t)
	}
	p := path{unit: u, v: v.Symbol, scalar: true, pointer: points(v.Symbol), target: v.pointedAt()}
	for i := range t.Steps {
		s := &t.Steps[i]
		if i > 0 && !p.enter(s) {
			return desig{}, false
		}
		if !p.subscribe(s, i == len(t.Steps)-1) {
			return desig{}, false
		}
	}
	d := p.finish(v, t)
	for _, s := range t.Substrings {
		d.subscripts = append(d.subscripts, bounds(s.Args)...)
		if _, element := s.X.(*ast.Apply); !element {
			d.part = true
		}
	}
	return d, true
}

// isArray decides about name(args) where nothing declares the name: triplets
// stand only in arrays, and directives name variables only.
func (u *Unit) isArray(name string, list []ast.Arg) bool {
	return ast.HasRange(list) || u.arrays[name]
}

// path is the state of walking along a designator.
type path struct {
	unit            *Unit
	v               *scope.Symbol // the current part, nil if not known
	comps           []string
	sub             affine.Section
	before          int  // see desig
	unclear         bool // sub cannot be continued: the rank of a part is not known
	scalar          bool // all parts before the current one are of rank 0
	inner           bool // the current part has rank > 0
	pointer, target bool
	through         string
	subscripts      []ast.Expr
	texts           string // subscripts met so far
	whole           bool
	element         bool
	part            bool // see desig
}

// enter goes on to a component.
func (p *path) enter(s *scope.Step) bool {
	if p.inner {
		p.scalar = false
	}
	comp := stored(s)
	switch {
	case s.Kind == scope.Half, s.Kind == scope.Inquiry: // a part of the same object, or an inquiry about it
		p.part = true
		return s.Subs == nil
	case s.Kind == scope.NoPart, s.Kind == scope.Binding:
		return false
	case comp == nil && s.Subs != nil && !ast.HasRange(s.Args()):
		return false // a component or a procedure bound to the type
	}
	p.comps, p.before = append(p.comps, s.Name), len(p.sub)
	p.v = comp
	if comp == nil || points(comp) {
		p.pointer, p.target = true, true
		p.through = p.texts
	}
	return true
}

// subscribe adds the subscripts of a part.
func (p *path) subscribe(s *scope.Step, last bool) bool {
	p.whole, p.element, p.inner = s.Subs == nil, false, false
	if s.Subs != nil {
		p.subscripts = append(p.subscripts, bounds(s.Args())...)
	}
	rank := -1
	if p.v != nil {
		rank = p.v.Rank
	}
	if s.Subs != nil && rank == 0 {
		p.whole, p.part = true, true
		return !p.v.Known()
	}
	if s.Subs == nil {
		p.inner = rank != 0
		if rank < 0 && !last {
			p.unclear = true
		}
		if rank > 0 && !last && !p.unclear {
			p.sub = append(p.sub, affine.WholeSection(rank)...)
		}
		return true
	}
	if rank > 0 && rank != len(s.Args()) {
		return false
	}
	p.element = !ast.HasRange(s.Args())
	for i, a := range s.Args() {
		if a.Keyword != nil || a.X == nil {
			return false
		}
		d, point := p.unit.dimension(a.X, s.X, i)
		p.inner = p.inner || !point
		p.element = p.element && point
		if !p.unclear {
			p.sub = append(p.sub, d)
		}
	}
	text, ok := Text(s.Subs)
	if !ok {
		text = "?" + strconv.Itoa(int(s.X.Span().Start))
	}
	for _, a := range s.Args() {
		text += p.unit.marks(a.X)
	}
	p.texts += "/" + text
	return true
}

// dimension returns what a subscript selects and whether it is a single one.
func (u *Unit) dimension(x ast.Expr, of ast.Expr, i int) (affine.Dim, bool) {
	r, ok := x.(*ast.Range)
	if !ok {
		f, ok := u.Form(x)
		if !ok {
			return affine.Dim{Whole: true}, u.scalar(x)
		}
		return affine.Point(f), true
	}
	lo, ok1 := u.bound(r.Lo, of, i, "lbound")
	hi, ok2 := u.bound(r.Hi, of, i, "ubound")
	step := int64(1)
	if r.Step != nil {
		f, ok := u.Form(r.Step)
		n, isConst := f.IsConst()
		if !ok || !isConst {
			return affine.Dim{Whole: true}, false
		}
		step = n
	}
	if !ok1 || !ok2 || r.Lo == nil && r.Hi == nil && step == 1 {
		return affine.Dim{Whole: true}, false
	}
	if step < 0 && (r.Lo == nil || r.Hi == nil) {
		return affine.Dim{Whole: true}, false
	}
	return affine.Triplet(lo, hi, step), false
}

// bound returns a bound of a triplet; a missing one is the array's.
func (u *Unit) bound(x, of ast.Expr, i int, inquiry string) (affine.Form, bool) {
	if x != nil {
		return u.Form(x)
	}
	return u.symbol(inquired(of, inquiry, i))
}

// ending is what the path ends at. Half of a complex number is like the number, but for its
// type; of an inquiry nothing is known.
func (p *path) ending(end *scope.Step) *scope.Symbol {
	switch {
	case end.Kind == scope.Inquiry:
		return nil
	case end.Kind != scope.Half || p.v == nil:
		return p.v
	}
	half := *p.v
	half.Type = end.Symbol.Type
	if p.scalar { // of an element
		half.Rank = 0
	}
	return &half
}

// array is the designator of what has the elements: of q(i)%im that is q, which is also what may be passed. (To pass q%im
// gfortran 12 moves the address that an allocatable q has, and leaves it there.)
func array(t *scope.Path) ast.Expr {
	n := len(t.Steps) - 1
	for n > 0 && (t.Steps[n].Kind == scope.Half || t.Steps[n].Kind == scope.Inquiry) {
		n--
	}
	return upTo(t, n)
}

// upTo is a designator without the subscripts of step n and what is behind it. Components of all elements are those of a section,
// a(:)%v: gfortran 12 moves the address of an allocatable a also to pass a%v.
func upTo(t *scope.Path, n int) ast.Expr {
	if !slices.ContainsFunc(t.Steps[:n], allOf) {
		return t.Steps[n].X
	}
	x := t.Steps[0].X
	for i := range n {
		switch s := &t.Steps[i]; {
		case s.Subs != nil:
			a := *s.Subs
			a.X, x = x, &a
		case allOf(*s):
			a := &ast.Apply{Node: ast.Node{At: s.X.Span()}, X: x}
			for range s.Symbol.Rank {
				a.Args = append(a.Args, ast.Arg{X: &ast.Range{Node: ast.Node{At: s.X.Span()}}})
			}
			x = a
		}
		m := *t.Steps[i+1].X.(*ast.Member)
		m.X, x = x, &m
	}
	return x
}

// allOf reports whether a step is all of an array.
func allOf(s scope.Step) bool { return s.Subs == nil && s.Symbol != nil && s.Symbol.Rank > 0 }

func (p *path) finish(root *Entity, t *scope.Path) desig {
	first, end := &t.Steps[0], &t.Steps[len(t.Steps)-1]
	d := desig{before: p.before, last: p.ending(end), base: array(t), scalarPath: p.scalar, subscripts: p.subscripts,
		whole: p.whole, element: p.element, part: p.part}
	scalar := p.v != nil && p.v.Rank == 0 && p.texts == "" && p.scalar
	if first == end && root.Rank < 0 && first.Subs == nil && p.unit.scalars[root.Name] {
		scalar = true
	}
	d.obj = p.unit.object(root, p.comps, p.through, p.v, scalar, p.pointer, p.target)
	if !p.unclear {
		d.sub = p.sub
		if d.sub == nil && scalar {
			d.sub = affine.Section{}
		}
	}
	return d
}

// associated resolves a designator whose root is an ASSOCIATE name, by putting
// the selector in its place. The selector was evaluated when the construct
// began: of its subscripts only constants mean the same now.
func (u *Unit) associated(sel ast.Expr, x ast.Expr, root *ast.Ident, t *scope.Path) (desig, bool) {
	outer, ok := u.designator(sel)
	if !ok {
		return desig{}, false
	}
	var own []ast.Expr
	for _, s := range t.Steps {
		own = append(own, bounds(s.Args())...)
	}
	for _, s := range t.Substrings {
		own = append(own, bounds(s.Args)...)
	}
	if !outer.whole && !outer.element { // a section: only the object is known
		if len(t.Steps) > 1 {
			return desig{}, false
		}
		return desig{obj: outer.obj, base: root, subscripts: own, scalarPath: true}, true
	}
	if first := &t.Steps[0]; outer.element && (first.Subs != nil || len(t.Substrings) > 0 && t.Substrings[0].X == first.X) {
		return desig{}, false
	}
	u.depth++
	d, ok := u.designator(replaceRoot(x, root, sel))
	u.depth--
	if !ok {
		return desig{}, false
	}
	d.base, d.subscripts = upTo(t, len(t.Steps)-1), own
	for i := 0; i < len(outer.sub) && i < len(d.sub); i++ {
		if !constant(d.sub[i : i+1]) {
			d.sub = append(affine.Section(nil), d.sub...)
			d.sub[i] = affine.Dim{Whole: true}
		}
	}
	if o := d.obj; o.Through != "" {
		d.obj = u.object(o.Root, o.Path, o.Through+"@"+root.Name+u.named(root).Mark(), o.Last, o.Scalar, o.pointer, o.target)
	}
	return d, true
}

// replaceRoot returns x with its root name replaced by sel; nil stands in what is not understood.
func replaceRoot(x ast.Expr, root *ast.Ident, sel ast.Expr) ast.Expr {
	switch x := x.(type) {
	case *ast.Member:
		c := *x
		c.X = replaceRoot(x.X, root, sel)
		return &c
	case *ast.Apply:
		c := *x
		c.X = replaceRoot(x.X, root, sel)
		return &c
	case *ast.Ident:
		return sel
	default: // no designator that is understood
		return nil
	}
}

func constant(s affine.Section) bool {
	for _, d := range s {
		if d.Whole {
			continue
		}
		_, c1 := d.Lo.IsConst()
		_, c2 := d.Hi.IsConst()
		if !c1 || !c2 {
			return false
		}
	}
	return true
}

package rungs

import (
	"maps"
	"slices"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/flow"
	"github.com/mdmp-fortran/mdmp/analysis/regions"
	"github.com/mdmp-fortran/mdmp/diag/reason"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// cover is the state of covering a procedure: every place that may touch memory
// into which receives may be pending gets a completion before it, or is a nest
// that states what it touches.
type cover struct {
	a   *analysis
	at  map[*access.Node]*flow.Place
	out *Body
	why reason.Reason // why it cannot be done
	// lends: something may become pending in the procedure itself.
	lends bool
	kept  []kept // see keeps
	count int    // see maxNamed
	// sections are those of an exchange by where they stand, see stated.
	sections map[*regions.Exchange]map[access.Span]ast.Expr
}

// done is what has been completed for certain on the way to a place. What was
// complete stays so: exchanges in procedures that are called complete there.
type done struct {
	all   bool
	whole map[*access.Entity]bool // variables, all of them
}

func newDone() *done { return &done{whole: map[*access.Entity]bool{}} }

func (d *done) copy() *done { return &done{d.all, maps.Clone(d.whole)} }

// list covers nodes in their order. It follows the tree and not the list of places,
// because what one branch completes is forgotten behind it.
func (w *cover) list(nodes []*access.Node, d *done) {
	for _, n := range nodes {
		if w.why.Stands() {
			return
		}
		if w.a.f.Tree.Jumps || w.lends {
			d = newDone()
		}
		if p := w.at[n]; p != nil {
			w.place(p, d)
			if p.Nest != nil {
				continue
			}
		}
		for _, arm := range n.Arms {
			w.list(arm, d.copy())
		}
	}
}

// place covers one place.
func (w *cover) place(p *flow.Place, d *done) {
	need := &Need{Before: before(p)}
	var all reason.Reason
	if p.Nest != nil {
		need.Arrays, all = w.nest(p, d)
		need.Why = reason.LoopTouches.At(p.Node.Stmt.Span())
	} else {
		need.Arrays, need.Why, all = w.names(p, d)
	}
	if all.Stands() && !d.all {
		need.Settle, need.Arrays, need.Why = true, nil, all
	}
	distant := p.Callee != nil && p.Callee.Unit == nil && !need.Settle && !d.all
	frees := w.frees(p)
	need.Revoke = !need.Settle && frees
	need.Grants = need.Settle && p.Callee == nil && !frees && !reaches(p.E, access.ReachLook)
	if !need.Settle && len(need.Arrays) == 0 && !distant && !need.Revoke {
		if _, pure := w.a.u.PureCall(p.Node); pure {
			w.tell(p, need)
		}
		return
	}
	if distant {
		w.out.add(callAt(p))
	}
	if p.Fixed.Stands() {
		w.why = reason.NoPlaceArrays.At(p.Node.Stmt.Span(), reason.Because(p.Fixed))
		return
	}
	if need.Settle {
		d.all = true
		need.Arrays = w.keeps(p.Node)
	}
	if need.Settle || need.Revoke || len(need.Arrays) > 0 {
		w.stays(p, need)
		w.out.add(need)
	}
}

// names lists what is to be completed before a place that is not a nest, and why; all, if
// it stands, says that only everything will do.
func (w *cover) names(p *flow.Place, d *done) (list []Guarded, because, all reason.Reason) {
	e, u := p.E, w.a.u.At(p.Node)
	if p.Callee != nil {
		e = &p.Callee.Shallow
	}
	if reaches(e, access.ReachNamed) || e.May(access.Stops) && p.Node.Stmt.Kind != ast.KReturn {
		return nil, because, reason.Blocks.At(e.Why.At, reason.Because(e.Why))
	}
	for _, r := range e.Refs {
		if r.Status && !r.Write || r.Trusted || association(p.Node.Stmt, r) || d.all || w.stated(p, r) {
			continue
		}
		if standing := w.standing(r, u); standing != access.Pendable {
			continue
		}
		x, ok := w.name(r, p)
		if !ok {
			return nil, because, touched(reason.TouchedThere, r.At, r.As())
		}
		if !because.Stands() {
			because = touched(reason.TouchedThere, r.At, r.As())
		}
		list = w.add(u, list, x, r, d)
	}
	return list, because, all
}

// reaches reports whether more than r may be touched, or another rank waited for.
func reaches(e *access.Effects, r access.Reach) bool {
	return e.May(access.Blocks|access.MPI|access.Outside) || e.Sent.Beyond(r)
}

// touched is the reason that something is touched in a way that needs all of it.
func touched(how *reason.Code, at access.Span, of ...reason.Arg) reason.Reason {
	return reason.Touched.At(at, reason.Because(how.At(at, of...)))
}

// standing is that of the reference's object; scalars that have no name where u is seen
// cannot be completed on entry.
func (w *cover) standing(r access.Ref, u *access.Unit) access.Standing {
	s := w.named(r.Obj)
	if s == access.AtEntry && u.Lookup(r.Obj.Name) != r.Obj.Root {
		return access.Pendable
	}
	return s
}

// named is standing where the name of the object means it.
func (w *cover) named(o *access.Object) access.Standing {
	s := w.a.u.Standing(o)
	if w.lends && s == access.AtEntry {
		return access.Pendable // what is complete on entry need not stay so
	}
	return s
}

// stated reports whether a reference is a section that an exchange states: the
// run time completes what is pending there first.
func (w *cover) stated(p *flow.Place, r access.Ref) bool {
	if p.Node.Kind != access.Exchange {
		return false
	}
	x := p.Node.X
	if w.sections[x] == nil {
		w.sections[x] = map[access.Span]ast.Expr{}
		for _, c := range x.All {
			for _, s := range c.Sections {
				w.sections[x][s.X.Span()] = s.X
			}
		}
	}
	s, found := w.sections[x][r.At]
	return found && !w.a.u.Vector(s)
}

// frees reports whether memory that others can reach may be freed or moved at
// a place, or before the procedure begins that is called there.
func (w *cover) frees(p *flow.Place) bool {
	u := w.a.u.At(p.Node)
	if p.Callee != nil {
		for _, r := range p.Callee.Shallow.Refs {
			v := r.Obj.Last
			if w.standing(r, u) == access.Pendable && (v == nil || v.Has(scope.Allocatable) || v.Type.IsDerived() || v.Type.Word() == "") {
				return true
			}
		}
		return false
	}
	for _, r := range p.E.Refs {
		if r.Status && r.Write && !r.Trusted && !association(p.Node.Stmt, r) && !allocates(p.Node.Stmt, r) && w.standing(r, u) == access.Pendable {
			return true
		}
	}
	return false
}

// allocates reports whether a reference is to what an ALLOCATE gives memory to: it
// had none, so none is freed.
func allocates(s *ast.Stmt, r access.Ref) bool {
	b, ok := s.Body.(*ast.Allocate)
	return ok && s.Kind == ast.KAllocate && slices.ContainsFunc(b.Objects, func(x ast.Expr) bool {
		if a, shaped := x.(*ast.Apply); shaped {
			x = a.X
		}
		return x.Span() == r.At
	})
}

// association reports whether a statement only looks where something is, or
// points a pointer elsewhere.
func association(s *ast.Stmt, r access.Ref) bool {
	switch b := s.Body.(type) {
	case *ast.Assign:
		if s.Kind != ast.KPointerAssign {
			return false
		}
		return r.At == b.Y.Span() || r.Status && r.Obj.Last != nil && r.Obj.Last.Has(scope.Pointer)
	case *ast.Exprs:
		return s.Kind == ast.KNullify && r.Status && r.Obj.Last != nil && r.Obj.Last.Has(scope.Pointer)
	default:
		return false
	}
}

// text tells designators apart.
func text(d Guarded) string { return ast.String(d.X) }

// add puts a designator into a list unless it was completed before.
func (w *cover) add(u *access.Unit, list []Guarded, x Guarded, r access.Ref, d *done) []Guarded {
	if len(r.Obj.Path) == 0 && d.whole[r.Obj.Root] {
		return list
	}
	for _, y := range list {
		if text(y) == text(x) {
			return list
		}
	}
	if id, plain := x.X.(*ast.Ident); plain && u.Lookup(id.Name) == r.Obj.Root && !r.Obj.Indirect() {
		d.whole[r.Obj.Root] = true
	}
	return append(list, x)
}

// nest decides which arrays of a nest can be stated; the others are completed
// before it. all is as for names.
func (w *cover) nest(p *flow.Place, d *done) (list []Guarded, all reason.Reason) {
	n, u, at := w.a.nests[p.Node], w.a.u.At(p.Node), p.Node.Stmt.Span()
	for _, r := range n.header(u).Refs {
		if r.Status && !r.Write || d.all || w.standing(r, u) != access.Pendable || n.loopVar(r.Obj) {
			continue
		}
		x, ok := w.name(r, p)
		if !ok {
			return nil, touched(reason.TouchedBefore, at, r.As())
		}
		list = w.add(u, list, x, r, d)
	}
	for _, x := range n.described.list {
		r := access.Ref{Obj: x.obj}
		if w.standing(r, u) != access.Pendable || n.loopVar(x.obj) {
			continue
		}
		if x.array != nil && len(x.array.Prints) > 0 && len(x.array.Prints[0].Dims) > 0 {
			x.array.Received = true
			x.array.Sent = writes(x.array)
			n.used = true
			continue
		}
		if d.all {
			continue
		}
		names, ok := n.namesOf(u, x.obj)
		if !ok {
			return nil, touched(reason.TouchedOddly, at, x.obj.As())
		}
		for _, name := range names {
			list = w.add(u, list, name, r, d)
		}
	}
	if n.used {
		n.keepArrays(u, func(x *described) bool { return x.array.Received })
		n.In = w.out
		w.out.add(n)
	}
	if p.E.Reach != access.ReachNamed {
		return nil, reason.Touched.At(at, reason.Because(p.E.Why)) // procedures that read what no array of the nest states
	}
	return list, all
}

// namesOf returns the designators of all that the nest touches of an object, as
// they are before it: elements of an array of structures have one each.
func (n *Nest) namesOf(u *access.Unit, o *access.Object) ([]Guarded, bool) {
	var list []Guarded
	seen := map[string]bool{}
	for _, t := range n.Touched {
		if t.Obj != o {
			continue
		}
		text, why := n.designate(u, t)
		if why.Stands() {
			return nil, false
		}
		if !seen[text] {
			seen[text] = true
			list = append(list, Guarded{X: t.Base, Guards: guards(u, t)})
		}
	}
	return list, len(list) > 0
}

// keepArrays puts the arrays that are needed into the evidence.
func (n *Nest) keepArrays(u *access.Unit, needed func(*described) bool) {
	keep := map[int]int{}
	for i, d := range n.described.list {
		if d.array == nil {
			continue
		}
		wanted := needed(d)
		for _, pair := range n.Disjoint {
			wanted = wanted || pair[0] == i || pair[1] == i
		}
		if wanted {
			keep[i] = len(n.Arrays)
			d.array.write(u)
			n.Arrays = append(n.Arrays, d.array)
		}
	}
	for k, pair := range n.Disjoint {
		n.Disjoint[k] = [2]int{keep[pair[0]], keep[pair[1]]}
	}
}

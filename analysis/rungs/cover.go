package rungs

import (
	"maps"

	"mdmp/analysis/access"
	"mdmp/analysis/flow"
	"mdmp/fortran/ast"
)

// cover is the state of covering a procedure: every place that may touch memory
// into which receives may be pending gets a completion before it, or is a nest
// that states what it touches.
type cover struct {
	a   *analysis
	at  map[*access.Node]*flow.Place
	out *Procedure
	why Reason // why it cannot be done
	// lends: something may become pending in the procedure itself.
	lends bool
}

// done is what has been completed for certain on the way to a place. What was
// complete stays so: exchanges in procedures that are called complete there.
type done struct {
	all   bool
	names map[string]bool
}

func newDone() *done { return &done{names: map[string]bool{}} }

func (d *done) copy() *done { return &done{d.all, maps.Clone(d.names)} }

// list covers nodes in their order. What one branch completes is forgotten
// behind it.
func (w *cover) list(nodes []*access.Node, d *done) {
	for _, n := range nodes {
		if w.why.Text != "" {
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
	need := &Need{Before: p.Node.Before, If: p.Node.If}
	if p.Node.If != nil {
		need.Before = p.Node.Stmt
	}
	leave := w.a.u.Enter(p.Node)
	defer leave()
	var why string
	if p.Nest != nil {
		need.Arrays, why = w.nest(p, d)
		need.Why = Reason{Key: "touched", At: p.Node.Stmt.Span(), Text: "not all of what the loop touches can be described"}
	} else {
		need.Arrays, need.Why, why = w.names(p, d)
	}
	if why != "" && !d.all {
		need.Settle, need.Arrays = true, nil
		need.Why.Text = why
	}
	distant := p.Callee != nil && p.Callee.Unit == nil && !need.Settle && !d.all
	need.Revoke = !need.Settle && w.frees(p)
	if !need.Settle && len(need.Arrays) == 0 && !distant && !need.Revoke {
		return
	}
	if distant {
		w.out.Calls = append(w.out.Calls, callAt(p))
	}
	if p.Fixed != "" {
		w.why = Reason{Key: "no-place", At: p.Node.Stmt.Span(), Text: "no call can be put before a statement that touches arrays: " + p.Fixed}
		return
	}
	if need.Settle {
		d.all = true
		need.Arrays = w.keeps()
	}
	if need.Settle || need.Revoke || len(need.Arrays) > 0 {
		w.out.Needs = append(w.out.Needs, need)
	}
}

// names lists what is to be completed before a place that is not a nest; why,
// if not "", says that only everything will do.
func (w *cover) names(p *flow.Place, d *done) (list []Designator, because Reason, why string) {
	e := p.E
	if p.Callee != nil {
		e = &p.Callee.Shallow
	}
	if e.Blocks || e.MPI || e.Outside || e.Reach != access.ReachNamed || e.Stops && p.Node.Stmt.Kind != ast.KReturn {
		return nil, Reason{Key: "blocking", At: e.WhyAt}, e.Why
	}
	for _, r := range e.Refs {
		if r.Status && !r.Write || association(p.Node.Stmt, r) || d.all || w.stated(p, r) {
			continue
		}
		if standing := w.standing(r); standing != access.Pendable {
			continue
		}
		x, ok := w.name(r, p)
		if !ok {
			return nil, Reason{Key: "touched", At: r.At}, r.Text + " is touched"
		}
		if because.Text == "" {
			because = Reason{Key: "touched", At: r.At, Text: r.Text + " is touched"}
		}
		list = w.add(list, x, r, d)
	}
	return list, because, ""
}

// standing is that of the reference's object; scalars that have no name here
// cannot be completed on entry.
func (w *cover) standing(r access.Ref) access.Standing {
	s := w.a.u.Standing(r.Obj)
	if w.lends && (s == access.AtEntry || s == access.Private && r.Obj.Root.Storage == access.Dummy && r.Obj.Root.Target) {
		return access.Pendable // what is complete on entry need not stay so
	}
	if s == access.AtEntry && w.a.u.Lookup(r.Obj.Root.Name) != r.Obj.Root {
		return access.Pendable
	}
	return s
}

// stated reports whether a reference is a section that an exchange states: the
// run time completes what is pending there first.
func (w *cover) stated(p *flow.Place, r access.Ref) bool {
	if p.Node.Kind != access.Exchange {
		return false
	}
	for _, c := range p.Node.X.All {
		for _, s := range c.Sections {
			if s.X.Span() == r.At {
				return !w.a.u.Vector(s.X)
			}
		}
	}
	return false
}

// frees reports whether memory that others can reach may be freed or moved at
// a place, or before the procedure begins that is called there.
func (w *cover) frees(p *flow.Place) bool {
	if p.Callee != nil {
		for _, r := range p.Callee.Shallow.Refs {
			v := r.Obj.Last
			if w.standing(r) == access.Pendable && (v == nil || v.Allocatable || v.Type == "type" || v.Type == "class" || v.Type == "") {
				return true
			}
		}
		return false
	}
	for _, r := range p.E.Refs {
		if r.Status && r.Write && !association(p.Node.Stmt, r) && w.standing(r) == access.Pendable {
			return true
		}
	}
	return false
}

// association reports whether a statement only looks where something is, or
// points a pointer elsewhere.
func association(s *ast.Stmt, r access.Ref) bool {
	switch b := s.Body.(type) {
	case *ast.Assign:
		if s.Kind != ast.KPointerAssign {
			return false
		}
		return r.At == b.Y.Span() || r.Status && r.Obj.Last != nil && r.Obj.Last.Pointer
	case *ast.Exprs:
		return s.Kind == ast.KNullify && r.Status && r.Obj.Last != nil && r.Obj.Last.Pointer
	}
	return false
}

// add puts a designator into a list unless it was completed before.
func (w *cover) add(list []Designator, x Designator, r access.Ref, d *done) []Designator {
	if d.names[x.Text] || len(r.Obj.Path) == 0 && d.names[r.Obj.Root.Name] {
		return list
	}
	for _, y := range list {
		if y.Text == x.Text {
			return list
		}
	}
	if x.Text == r.Obj.Root.Name && !r.Obj.Indirect() {
		d.names[x.Text] = true
	}
	return append(list, x)
}

// nest decides which arrays of a nest can be stated; the others are completed
// before it.
func (w *cover) nest(p *flow.Place, d *done) (list []Designator, why string) {
	n := w.a.nests[p.Node]
	for _, r := range n.header(w.a.u).Refs {
		if r.Status && !r.Write || d.all || w.standing(r) != access.Pendable || n.loopVar(r.Obj) {
			continue
		}
		x, ok := w.name(r, p)
		if !ok {
			return nil, r.Text + " is touched before the loop"
		}
		list = w.add(list, x, r, d)
	}
	for _, x := range n.arrays {
		r := access.Ref{Obj: x.obj}
		if w.standing(r) != access.Pendable || n.loopVar(x.obj) {
			continue
		}
		if x.array != nil && len(x.array.Lbounds) > 0 {
			x.array.Received = true
			x.array.Sent = writes(x.array)
			n.used = true
			continue
		}
		if d.all {
			continue
		}
		names, ok := n.namesOf(w.a.u, x.obj)
		if !ok {
			return nil, x.obj.Key + " is touched in a way that is not described"
		}
		for _, name := range names {
			list = w.add(list, name, r, d)
		}
	}
	if n.used {
		n.keepArrays(func(x *described) bool { return x.array.Received })
		n.ev.Proc = w.out
		w.out.Nests = append(w.out.Nests, n.ev)
	}
	if p.E.Reach != access.ReachNamed {
		return nil, p.E.Why // procedures that read what no array of the nest states
	}
	return list, ""
}

// namesOf returns the designators of all that the nest touches of an object, as
// they are before it: elements of an array of structures have one each.
func (out *nest) namesOf(u *access.Unit, o *access.Object) ([]Designator, bool) {
	var list []Designator
	seen := map[string]bool{}
	for _, t := range out.n.Touched {
		if t.Obj != o {
			continue
		}
		text, guards, why := out.designate(u, t)
		if why.Text != "" {
			return nil, false
		}
		if !seen[text] {
			seen[text] = true
			list = append(list, Designator{Text: text, Guards: guards})
		}
	}
	return list, len(list) > 0
}

// keepArrays puts the arrays that are needed into the evidence.
func (out *nest) keepArrays(needed func(*described) bool) {
	keep := map[int]int{}
	for i, d := range out.arrays {
		if d.array == nil {
			continue
		}
		wanted := needed(d)
		for _, pair := range out.ev.Disjoint {
			wanted = wanted || pair[0] == i || pair[1] == i
		}
		if wanted {
			keep[i] = len(out.ev.Arrays)
			out.ev.Arrays = append(out.ev.Arrays, d.array)
		}
	}
	for k, pair := range out.ev.Disjoint {
		out.ev.Disjoint[k] = [2]int{keep[pair[0]], keep[pair[1]]}
	}
}

// keeps lists the variables through which the procedure reaches memory that a
// receive may go into: a completion that names nothing must not leave elements
// of them in registers.
func (w *cover) keeps() []Designator {
	var list []Designator
	seen := map[*access.Var]bool{}
	w.a.f.Tree.Walk(func(n *access.Node) bool {
		for _, r := range n.E.Refs {
			v := r.Obj.Root
			if seen[v] || w.standing(access.Ref{Obj: r.Obj}) != access.Pendable || v.Shadows || v.What != access.Variable ||
				w.a.u.Lookup(v.Name) != v {
				continue
			}
			seen[v] = true
			if !handable(v) {
				w.why = Reason{Key: "type", At: n.Stmt.Span(), Text: v.Name + " is of a type that no call of the run time can be given"}
			}
			list = append(list, Designator{Text: v.Name, Guards: rootGuards(v)})
		}
		return true
	})
	return list
}

// handable reports whether a variable may be an argument of assumed type: it is
// not polymorphic, and no procedures are bound to its type.
func handable(v *access.Var) bool {
	if v.Type != "type" {
		return v.Type != "class"
	}
	if v.TypeDef == nil || !v.TypeDef.Complete {
		return false
	}
	for _, c := range v.TypeDef.Comps {
		if c.What == access.Procedure {
			return false
		}
	}
	return true
}

// rootGuards are the inquiries that must hold before a variable may be named.
func rootGuards(v *access.Var) []string {
	var list []string
	if v.Optional {
		list = append(list, "present("+v.Name+")")
	}
	switch {
	case v.Allocatable:
		list = append(list, "allocated("+v.Name+")")
	case v.Pointer:
		list = append(list, "associated("+v.Name+")")
	}
	return list
}

// scalars lists what is completed on entry.
func (w *cover) scalars(tree *access.Tree) {
	seen := map[string]bool{}
	tree.Walk(func(n *access.Node) bool {
		for _, r := range n.E.Refs {
			if w.standing(r) != access.AtEntry || seen[r.Obj.Key] {
				continue
			}
			seen[r.Obj.Key] = true
			w.out.Scalars = append(w.out.Scalars, Designator{Text: r.Obj.Key, Guards: rootGuards(r.Obj.Root)})
		}
		return true
	})
}

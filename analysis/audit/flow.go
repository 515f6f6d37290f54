package audit

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// set is a set of loans by their numbers.
type set []uint64

func newSet(n int) set { return make(set, (n+63)/64) }

func (s set) has(i int) bool { return s[i/64]>>(i%64)&1 != 0 }
func (s set) add(i int)      { s[i/64] |= 1 << (i % 64) }
func (s set) drop(i int)     { s[i/64] &^= 1 << (i % 64) }
func (s set) clone() set     { return append(set(nil), s...) }

// any reports whether there is an element.
func (s set) any() bool { return slices.ContainsFunc(s, func(w uint64) bool { return w != 0 }) }

// join adds the elements of t, and reports whether there were new ones.
func (s set) join(t set) bool {
	more := false
	for i := range s {
		more = more || t[i]&^s[i] != 0
		s[i] |= t[i]
	}
	return more
}

// steps says what is done at what control meets.
type steps interface {
	// statement is met with in; what goes on behind it is returned. The head of a construct is one.
	statement(s *ast.Stmt, in set) set
	// again is the head of a loop that is met once more.
	again(s *ast.Stmt, in set)
	// enter and exit stand round an item, or the action of a logical IF; true: it was looked at as a whole.
	enter(it ast.Item, in set) bool
	exit(it ast.Item, out set)
	// left is a loop with what leaves it.
	left(c *ast.Construct, out set)
	// never reports whether the condition of a statement is certainly false.
	never(s *ast.Stmt) bool
	// leave is what is met where control leaves the body.
	leave(s *ast.Stmt, in set)
}

// walker follows control through lists of statements.
type walker struct {
	steps
	n int
	// all: there are jumps, so that anything may come from anywhere.
	all    set
	labels map[string]set
	more   bool
	exits  map[*ast.Construct]set
	next   map[*ast.Construct]set
	open   []*ast.Construct
}

func newWalker(s steps, n int) *walker {
	return &walker{steps: s, n: n, labels: map[string]set{}, exits: map[*ast.Construct]set{}, next: map[*ast.Construct]set{}}
}

// obscure reports whether control may go somewhere in a list that labels do not tell.
func obscure(items []ast.Item) bool {
	return !ast.Items(items, func(s *ast.Stmt) bool {
		for ; s != nil; s = s.Inner {
			switch s.Body.(type) {
			case *ast.Unknown, *ast.Include:
				return false
			default: // goes on behind it, or where its labels say
			}
			if s.Kind == ast.KAssignedGoto || s.Kind == ast.KCpp && !s.Line.IsMarker() {
				return false
			}
		}
		return true
	})
}

// labels lists those that a statement may go to, without its inner one.
func labels(s *ast.Stmt) []string {
	var list []string
	switch b := s.Body.(type) {
	case *ast.Goto:
		return b.Labels
	case *ast.IO:
		for _, c := range b.Control {
			if k := c.Key(); k == "err" || k == "end" || k == "eor" {
				if l, ok := c.X.(*ast.Literal); ok {
					list = append(list, ast.NormalLabel(l.Text))
				}
			}
		}
	case *ast.Call:
		for _, a := range b.Args {
			if l, ok := a.X.(*ast.AltReturn); ok {
				list = append(list, l.Label)
			}
		}
	default: // goes on behind it
	}
	return list
}

// body walks all of a body, again as long as labels are met with more than before.
func (w *walker) body(list []ast.Item, in set) {
	for w.more = true; w.more; {
		w.more = false
		if out := w.items(list, in.clone()); len(list) > 0 {
			w.leave(list[len(list)-1].First(), out)
		}
	}
}

func (w *walker) items(list []ast.Item, in set) set {
	for _, it := range list {
		if w.all != nil {
			in = w.all.clone()
		}
		in = w.one(it, in)
	}
	return in
}

func (w *walker) one(it ast.Item, in set) set {
	if came := w.labels[it.First().Label()]; came != nil {
		in.join(came)
	}
	out := in
	if !w.enter(it, in) {
		out = w.inside(it, in)
	}
	w.exit(it, out)
	return out
}

// inside walks an item.
func (w *walker) inside(it ast.Item, in set) set {
	switch it := it.(type) {
	case *ast.Stmt:
		return w.simple(it, in)
	case *ast.Construct:
		w.open = append(w.open, it)
		out := w.construct(it, in)
		w.open = w.open[:len(w.open)-1]
		if e := w.exits[it]; e != nil {
			out.join(e)
		}
		w.left(it, out)
		return out
	default:
		return in
	}
}

func (w *walker) simple(s *ast.Stmt, in set) set {
	in = w.statement(s, in)
	for _, l := range labels(s) {
		if w.labels[l] == nil {
			w.labels[l] = newSet(w.n)
		}
		w.more = w.labels[l].join(in) || w.more
	}
	if s.Kind == ast.KIf && s.Inner != nil {
		if w.never(s) {
			return in
		}
		out := in.clone()
		out.join(w.one(s.Inner, in.clone()))
		return out
	}
	to := w.exits
	switch s.Kind {
	case ast.KGoto, ast.KArithIf:
		return newSet(w.n)
	case ast.KReturn, ast.KStop, ast.KErrorStop:
		w.leave(s, in)
		return newSet(w.n)
	case ast.KCycle:
		to = w.next
	case ast.KExit:
	default:
		return in
	}
	c := w.target(s)
	if c == nil {
		w.leave(s, in)
		return newSet(w.n)
	}
	if to[c] == nil {
		to[c] = newSet(w.n)
	}
	to[c].join(in)
	return newSet(w.n)
}

// target is the construct that EXIT or CYCLE is about, nil if it stands around the body.
func (w *walker) target(s *ast.Stmt) *ast.Construct {
	name := s.Name()
	for i := len(w.open) - 1; i >= 0; i-- {
		c := w.open[i]
		if name == "" && c.Kind == ast.KDo || name != "" && c.Begin.Name() == name {
			return c
		}
	}
	return nil
}

func (w *walker) construct(c *ast.Construct, in set) set {
	switch c.Kind {
	case ast.KDo:
		return w.loop(c, in)
	case ast.KIfThen, ast.KSelectCase, ast.KSelectType, ast.KSelectRank:
		return w.branches(c, in)
	default: // what is executed one after the other, at most once
	}
	for _, p := range c.Parts {
		in = w.statement(p.Head, in)
		in = w.items(p.Spec, in)
		in = w.items(p.Body, in)
	}
	return in
}

func (w *walker) branches(c *ast.Construct, in set) set {
	in = w.statement(c.Begin, in)
	out := newSet(w.n)
	otherwise := false
	for _, p := range c.Parts {
		if p.Head != c.Begin {
			w.statement(p.Head, in.clone())
		}
		if b, ok := p.Head.Body.(*ast.Case); ok && b.Default || p.Head.Kind == ast.KElse {
			otherwise = true
		}
		if g, ok := p.Head.Body.(*ast.TypeGuard); ok && g.Type == nil {
			otherwise = true
		}
		if (c.Kind == ast.KIfThen || p.Head != c.Begin) && !w.never(p.Head) {
			out.join(w.items(p.Body, in.clone()))
		}
	}
	if !otherwise {
		out.join(in)
	}
	return out
}

// loop goes round until nothing new comes.
func (w *walker) loop(c *ast.Construct, in set) set {
	in = w.statement(c.Begin, in)
	out := in.clone()
	for {
		end := in.clone()
		for _, p := range c.Parts {
			end = w.items(p.Body, end)
		}
		if n := w.next[c]; n != nil {
			end.join(n)
		}
		w.again(c.Begin, end)
		out.join(end)
		if !in.join(end) {
			break
		}
	}
	if b, ok := c.Begin.Body.(*ast.Do); ok && b.Form == ast.DoForever { // left by EXIT alone
		return newSet(w.n)
	}
	return out
}

package match

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/suggest/calls"
	"github.com/mdmp-fortran/mdmp/suggest/program"
)

// A procedure may post with requests that its caller hands to it, and the caller waits. The directives cannot stand in the
// procedure: they would be complete there, and of two such calls in a row the first would wait for what its partner posts
// by the second. So the posts are read as if they stood in the caller, at the place of the call and in the caller's names;
// with the directives, where the caller waits, the call goes, and so do the posts in the procedure. That is the same if
//
//   - the procedure does nothing but post, and compute integers of its own for that;
//   - all that a message is made of has a name in the caller, and is there what it is in the procedure;
//   - all that call the procedure are such callers: it keeps all of its posts, or none.

// posting is a procedure that posts with requests that are its arguments.
type posting struct {
	proc     *calls.Procedure
	posts    []posted
	requests map[string]bool // the arguments that are requests
	why      *program.Refusal
}

// posted is a post of it.
type posted struct {
	call *calls.Call
	own  map[string]ast.Expr // what its own variables are made of at the post
}

// posting is the procedure of that kind which a node calls, nil if it calls none.
func (w *walker) posting(n *access.Node) *posting {
	if n.Kind != access.Simple {
		return nil
	}
	return w.postingOf(w.file.Scope(n.Stmt), n.Stmt)
}

func (w *walker) postingOf(sc *scope.Scope, s *ast.Stmt) *posting {
	b, ok := s.Body.(*ast.Call)
	if !ok {
		return nil
	}
	id, ok := b.X.(*ast.Ident)
	if !ok {
		return nil
	}
	p := w.index.Procedure(sc, id.Name)
	if p == nil || p.Unit == w.unit {
		return nil
	}
	out, read := w.found.postings[p.Unit]
	if !read {
		out = w.readPosting(p)
		w.found.postings[p.Unit] = out
	}
	return out
}

// readPosting reads a procedure, nil if it posts nothing or not all of its requests are arguments.
func (w *walker) readPosting(p *calls.Procedure) *posting {
	out := &posting{proc: p, requests: map[string]bool{}}
	for _, c := range p.Calls {
		if c.Kind == calls.Other {
			continue
		}
		id, ok := unsubscripted(requestsOf(c)).(*ast.Ident)
		if c.Kind != calls.Post || !ok {
			return nil
		}
		if y := p.File.Scope(c.Stmt).Lookup(id.Name); y == nil || y.Storage != scope.Dummy {
			return nil
		}
		out.requests[id.Name] = true
	}
	if len(out.requests) == 0 {
		return nil
	}
	out.why = w.postsOnly(out)
	return out
}

// postsOnly reads the statements of a procedure that posts, and says why it does not only that.
func (w *walker) postsOnly(p *posting) *program.Refusal {
	unit, file := p.proc.Unit, p.proc.File
	o := w.in(file, unit)
	if _, all := w.index.Callers(unit); !all || o == nil {
		return apartHint("%s posts with requests that are arguments: who calls it is not seen", unit.Name)
	}
	if why := o.entered(); why != nil {
		return why
	}
	nodes := o.access.Tree(unit.Exec, nil).Nodes
	own, gone := map[string]ast.Expr{}, map[*ast.Stmt]bool{}
	for i, n := range nodes {
		if n.Kind == access.Simple && n.Stmt.Kind == ast.KReturn && i+1 == len(nodes) && n.Stmt.Label() == "" {
			break
		}
		if n.Kind != access.Simple || n.Jump != access.Falls || n.Parallel || len(n.OMP) > 0 || !p.reads(o, n, own, gone) {
			return apartHint("%s posts with requests that are arguments, and does more at line %d than to post and to compute integers of its own", unit.Name, file.At(n.Stmt).Line)
		}
	}
	_, why := Take(file, unit, w.index, nodes, gone)
	return why
}

// entered says why calling a unit may do something before its first statement, or behind its last one, that is more than to
// be there: what it declares, and arguments that get other values by being INTENT(OUT).
func (w *walker) entered() *program.Refusal {
	if why := w.declares(); why != nil {
		return why
	}
	sc := w.file.Table.Unit(w.unit)
	if y := sc.Lookup(w.unit.Name); y == nil || y.Has(scope.Elemental) {
		return apartHint("%s posts for each element of its arguments", w.unit.Name)
	}
	for _, y := range sc.OwnSymbols() {
		if y.Storage == scope.Dummy && y.Intent == "out" && (y.Has(scope.Allocatable) || y.Type.IsDerived() && !y.Type.IsMPI(w.file.Table)) {
			return apartHint("%s posts with requests that are arguments, and its argument %s, which is INTENT(OUT), may get another value by the call", w.unit.Name, y.Name)
		}
	}
	return nil
}

// reads takes a statement in: a post, or one that gives a variable of the procedure its only value.
func (p *posting) reads(o *walker, n *access.Node, own map[string]ast.Expr, gone map[*ast.Stmt]bool) bool {
	if c := calls.Of(o.file, o.unit, n.Stmt); c != nil {
		if c.Kind != calls.Post || !c.Complete() {
			return false
		}
		at := map[string]ast.Expr{}
		for name, x := range own {
			at[name] = x
		}
		p.posts = append(p.posts, posted{c, at})
		gone[n.Stmt] = true
		return true
	}
	a, ok := n.Stmt.Body.(*ast.Assign)
	if !ok || n.Stmt.Kind != ast.KAssign {
		return false
	}
	id, ok := a.X.(*ast.Ident)
	sc := o.file.Scope(n.Stmt)
	if !ok || own[id.Name] != nil {
		return false
	}
	y := sc.Lookup(id.Name)
	if y == nil || !calls.Within(y, o.unit) || !calls.Passing(y) || y.Rank != 0 || y.Type == nil || y.Type.Basic() != "integer" || sc.Value(a.Y, o.access.At(n)).Type != "integer" || o.access.Expr(a.Y).May(access.Impure) {
		return false
	}
	if own[id.Name], ok = program.Substitute(a.Y, own); !ok {
		return false
	}
	for x := range ast.Idents(own[id.Name]) {
		if x.Name == id.Name || p.requests[x.Name] {
			return false
		}
	}
	return true
}

// posted are the events of a call of such a procedure: its posts, in the names of the caller.
func (w *walker) posted(p *posting, n *access.Node, e event) ([]event, *program.Refusal) {
	if p.why != nil {
		return nil, p.why
	}
	by := passedFor(n.Stmt.Body.(*ast.Call), p.proc.Unit)
	for name, x := range by {
		if x == nil || w.access.Expr(x).May(access.Impure) {
			return nil, program.Refuse("compute it before the call", "evaluating what is passed at line %d may do more than give a value", w.file.At(n.Stmt).Line)
		}
		y, ok := program.Substitute(x, w.with)
		if !ok {
			return nil, w.intoLoop(n.Parent)
		}
		by[name] = y
	}
	var out []event
	for _, o := range p.posts {
		t := &renaming{from: o.call.File.Scope(o.call.Stmt), to: w.scopeOf(n), here: w.file.Table, there: o.call.File.Table, by: by}
		request := o.call.Arg("request")
		c, ok := o.call.Posted(w.file, w.unit, n.Stmt, func(x ast.Expr) (ast.Expr, bool) {
			y, ok := program.Substitute(x, o.own)
			for id := range ast.Idents(y) {
				ok = ok && (x == request || !p.requests[id.Name])
			}
			if ok {
				y, ok = t.expr(y)
			}
			if ok { // the procedure may name the variable of a loop, too
				y, ok = program.Substitute(y, w.with)
			}
			if !ok && t.bad == "" {
				t.bad = ast.String(x)
			}
			return y, ok
		})
		if !ok {
			return nil, apartHint("what %s at line %d of %s says of %s has no name at the call at line %d", o.call.Spoken(), o.call.File.At(o.call.Stmt).Line, p.proc.Unit.Name, t.bad, w.file.At(n.Stmt).Line)
		}
		msgs, why := w.messages(w.tagged(c, n), e.guard, w.access.At(n))
		if why != nil {
			w.refuse(c, why)
			return nil, why
		}
		one := e
		one.what, one.call, one.msgs = post, c, msgs
		out = append(out, one)
	}
	return out, nil
}

// refusePosting notes why what a node posts by a procedure stays.
func (w *walker) refusePosting(n *access.Node, why *program.Refusal) {
	p := w.posting(n)
	if p == nil {
		return
	}
	if why != p.why {
		why = program.Refuse(why.Hint, "%s is called at line %d of %s, which has to wait, and there: %s", p.proc.Unit.Name, w.file.At(n.Stmt).Line, w.file.Name, why.Reason)
	}
	for _, c := range p.proc.Calls {
		if w.found.instead[c.Stmt] == nil {
			w.found.instead[c.Stmt] = why
		}
	}
}

// handed looks whether all that call a procedure that posts are callers of which its posts are read.
func (f *Found) handed(index *calls.Index) {
	for _, x := range f.Exchanges {
		for _, c := range x.Elsewhere() {
			if c.Kind == calls.Post {
				f.forget(c)
				x.Check("nothing outside of these files calls " + c.Unit.Name + ", which posts no more")
			}
		}
	}
	for again := true; again; {
		again = false
		own := map[*ast.Stmt]bool{}
		for _, x := range f.Exchanges {
			for _, c := range x.Calls {
				own[c.Stmt] = own[c.Stmt] || c.From != nil
			}
		}
		f.Exchanges = slices.DeleteFunc(f.Exchanges, func(x *Exchange) bool {
			for _, c := range x.Calls {
				if c.From == nil {
					continue
				}
				sites, _ := index.Callers(c.From.Unit)
				for _, s := range sites {
					if !own[s.Stmt] {
						f.Drop(x, apartHint("%s posts here, and is called at line %d of %s, too, where it is not seen that what it posts is waited for", c.From.Unit.Name, s.File.At(s.Stmt).Line, s.File.Name))
						again = true
						return true
					}
				}
			}
			return false
		})
	}
	for c := range f.Refused {
		if why := f.instead[c.Stmt]; why != nil {
			f.Refused[c] = why
		}
	}
}

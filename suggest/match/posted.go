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
	if y == nil || !calls.Within(y, o.unit) || !calls.Passing(y) || y.Rank != 0 || y.Type == nil || y.Type.Basic() != "integer" || sc.Value(a.Y, o.access.At(n)).Type != "integer" || o.access.Expr(a.Y).Impure {
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
		if x == nil || w.access.Expr(x).Impure {
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

// renaming says in the names of a caller what is said in those of a procedure.
type renaming struct {
	from, to    *scope.Scope
	here, there *scope.Table // of the caller, and of the procedure
	by          map[string]ast.Expr
	bad         string
}

// expr renames an expression; false if it has no form in the caller, or perhaps another value.
func (t *renaming) expr(x ast.Expr) (ast.Expr, bool) {
	switch x := x.(type) {
	case *ast.Ident:
		if y := t.dummy(x.Name); y != nil && y.Rank != 0 {
			return t.by[x.Name], t.by[x.Name] != nil && t.plain(y)
		}
	case *ast.Apply:
		if id, ok := x.X.(*ast.Ident); ok {
			if y := t.dummy(id.Name); y != nil && y.Rank != 0 {
				return t.element(x, y)
			}
		}
	}
	return t.value(x)
}

// dummy is a dummy argument of the procedure, nil if a name is none.
func (t *renaming) dummy(name string) *scope.Symbol {
	if y := t.from.Lookup(name); y != nil && y.Storage == scope.Dummy {
		return y
	}
	return nil
}

// plain reports whether a dummy argument is another name for what is passed, and nothing else.
func (t *renaming) plain(y *scope.Symbol) bool {
	return y.Class == scope.Variable && y.Attrs&(scope.Optional|scope.Pointer|scope.Value|scope.Allocatable|scope.Volatile) == 0
}

// value renames an expression in which arguments are scalars.
func (t *renaming) value(x ast.Expr) (ast.Expr, bool) {
	by := map[string]ast.Expr{}
	for id := range ast.Idents(x) {
		y := t.from.Lookup(id.Name)
		switch {
		case y != nil && y.Storage == scope.Dummy:
			a := t.by[id.Name]
			if a == nil || y.Rank != 0 || !t.plain(y) || y.Type == nil || y.Type.Derived != "" && !t.designates(a) {
				return nil, t.no(id)
			}
			by[id.Name] = a
		case calls.Constant(t.there, t.from, id) != "" && calls.Constant(t.there, t.from, id) == calls.Constant(t.here, t.to, id):
		case y == nil:
			return nil, t.no(id)
		default:
			z := t.to.Lookup(id.Name)
			if z != nil && (y.Class == scope.Intrinsic && z.Class == scope.Intrinsic || calls.Key(t.from, id.Name) == calls.Key(t.to, id.Name)) {
				continue
			}
			v, ok := t.from.Int(id)
			if !ok || y.Class != scope.Constant {
				return nil, t.no(id)
			}
			by[id.Name] = ast.Int(v)
		}
	}
	return program.Substitute(x, by)
}

func (t *renaming) no(id *ast.Ident) bool {
	t.bad = id.Name
	return false
}

// designates reports whether an expression is a variable or a part of one.
func (t *renaming) designates(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.Ident, *ast.Member:
		return true
	case *ast.Apply:
		return t.to.Resolve(x) == scope.RefElement
	}
	return false
}

// element renames an element of an array that is an argument: the first element of both has to be known.
func (t *renaming) element(x *ast.Apply, y *scope.Symbol) (ast.Expr, bool) {
	if len(x.Args) != 1 || !t.plain(y) || !t.fromOne(t.from, y) {
		return nil, false
	}
	i, ok := t.value(x.Args[0].X)
	if !ok {
		return nil, false
	}
	switch a := t.by[y.Name].(type) {
	case *ast.Ident:
		z := t.to.Lookup(a.Name)
		if z == nil || z.Has(scope.Pointer) || z.Has(scope.Allocatable) || !t.fromOne(t.to, z) || z.Shape != scope.ExplicitShape && z.Shape != y.Shape {
			return nil, false
		}
		return &ast.Apply{X: a, Args: []ast.Arg{{X: i}}}, true
	case *ast.Apply:
		n, ok := t.to.Int(i)
		if len(a.Args) != 1 || !ok || y.Shape == scope.AssumedShape || t.to.Resolve(a) != scope.RefElement {
			return nil, false
		}
		first, isConst := t.to.Int(a.Args[0].X)
		switch {
		case isConst:
			i = ast.Int(first + n - 1)
		case n == 1:
			i = a.Args[0].X
		default:
			i = &ast.Binary{Op: "+", X: a.Args[0].X, Y: ast.Int(n - 1)}
		}
		return &ast.Apply{X: a.X, Args: []ast.Arg{{X: i}}}, true
	}
	return nil, false
}

// fromOne reports whether an array has one dimension, which begins at 1.
func (t *renaming) fromOne(sc *scope.Scope, y *scope.Symbol) bool {
	if y.Rank != 1 || y.Shape == scope.DeferredShape || len(y.Bounds) != 1 {
		return false
	}
	r, ok := y.Bounds[0].(*ast.Range)
	if !ok || r.Lo == nil {
		return true
	}
	n, known := sc.Int(r.Lo)
	return known && n == 1
}

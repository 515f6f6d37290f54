package match

import (
	"fmt"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/suggest/calls"
	"github.com/mdmp-fortran/mdmp/suggest/program"
)

// what says what an event is.
type what uint8

const (
	post     what = iota // a message begins, and may still be under way afterwards
	complete             // requests are waited for
	whole                // messages begin and are complete
	count                // a counter of requests is set or goes on
	null                 // a request is made a null one
	varies               // a loop whose statements are events of their own gives its variable values
	other                // anything else
)

// event is a statement of a group.
type event struct {
	what  what
	top   int // the index in the list of the statement that it is, or stands in
	node  *access.Node
	guard []Cond
	call  *calls.Call
	msgs  []*Message
	obj   string      // count: the counter; varies: the variable
	zero  bool        // count: it is set to 0
	step  int64       // count: else by how many it goes on
	init  *calls.Call // post: what made the persistent request
	each  bool        // complete: all requests that the call counts must be under way
	put   []Put       // complete: what stands in the place of the wait
	gone  []*ast.Stmt // complete: what goes with it
}

// flatten returns the events of a node, those in the branches of an IF with their conditions.
func (w *walker) flatten(n *access.Node, top int, guard []Cond) ([]event, *program.Refusal) {
	if n.Kind == access.Branch && (w.holds(n) || w.keepsBooks(n)) {
		return w.branches(n, top, guard)
	}
	if n.Kind == access.Loop && w.holds(n) {
		if out, ok := w.spin(n, top, guard); ok {
			return out, nil
		}
		if l := w.anyLoop(n); l != nil {
			if out, ok := l.events(top, guard); ok {
				return out, nil
			}
			return nil, foreign(l.wait)
		}
		return w.unroll(n, top, guard)
	}
	e := event{what: other, top: top, node: n, guard: guard}
	if n.Kind != access.Simple {
		return []event{e}, nil
	}
	if c := calls.Of(w.file, w.unit, n.Stmt); c != nil {
		if w.with != nil {
			d, ok := c.With(func(x ast.Expr) (ast.Expr, bool) { return program.Substitute(x, w.with) })
			if !ok {
				return nil, w.intoLoop(n.Parent)
			}
			c = d
		}
		e.call = c
		switch c.Kind {
		case calls.Post, calls.Blocking, calls.Both, calls.Replace:
			msgs, why := w.messages(w.tagged(c, n), guard, w.access.At(n))
			if why != nil {
				w.refuse(c, why)
				return nil, why
			}
			e.msgs, e.what = msgs, whole
			if c.Kind == calls.Post {
				e.what = post
			}
		case calls.Wait:
			e.what = complete
		case calls.Start:
			return w.started(c, e)
		case calls.Foreign:
			return nil, foreign(c)
		}
		return []event{e}, nil
	}
	if p := w.posting(n); p != nil {
		return w.posted(p, n, e)
	}
	w.bookkeeping(&e)
	return []event{e}, nil
}

// foreign says why a call has no directive.
func foreign(c *calls.Call) *program.Refusal {
	if c.Included != "" {
		return program.Refuse("write it where it is included, or in a file of its own", "it stands in %s, which is included here: files are read as they stand", c.Included)
	}
	if c.Elsewhere {
		return program.Refuse("call it by its own name", "it is passed on here, or called under another name: with which tag and communicator is not seen")
	}
	if !c.Known() {
		return program.Refuse("", "what %s does is not known: it may send or receive", c.Spoken())
	}
	switch c.Name {
	case "mpi_isendrecv_replace":
		x := ast.String(c.Arg("buf"))
		return program.Refuse(fmt.Sprintf("send a copy: copy = %s, then send(copy, %s) recv(%s, %s), with their counts and tags", x, ast.String(c.Arg("dest")), x, ast.String(c.Arg("source"))),
			"%s sends and receives the same memory: all messages of an exchange are under way together, so which value a directive would send is not defined", c.Spoken())
	case "mpi_waitany", "mpi_waitsome":
		return program.Refuse("wait with MPI_Waitall: mode auto waits for each message where it is needed", "%s: what follows depends on the order of arrival", c.Spoken())
	case "mpi_ssend", "mpi_issend", "mpi_ssend_init":
		return program.Refuse("if the program does not rely on it, use the standard mode", "%s also waits for the receiver", c.Spoken())
	case "mpi_probe", "mpi_iprobe", "mpi_mprobe", "mpi_improbe", "mpi_mrecv", "mpi_imrecv":
		return program.Refuse("", "%s: what comes is not known before", c.Spoken())
	}
	return program.Refuse("", "%s has no directive", c.Spoken())
}

// branches flattens an IF construct or a logical IF.
func (w *walker) branches(n *access.Node, top int, guard []Cond) ([]event, *program.Refusal) {
	conds, ok := Conditions(n)
	c, isConstruct := n.Item.(*ast.Construct)
	if isConstruct && c.Kind == ast.KSelectCase && w.with != nil {
		return w.selected(n, c, top, guard)
	}
	switch {
	case !ok && isConstruct:
		return nil, program.Refuse("write the messages with IF, or without conditions: a negative rank is no neighbour", "the call stands in a construct that has no form as a condition")
	case !ok:
		return nil, program.Refuse("", "the statement around the call is not understood")
	}
	if x := w.moving(n, conds); x != nil {
		return nil, program.Refuse("compute it before the call", "evaluating %s may do more than give a value", ast.String(x))
	}
	if w.waitsIfAny(n, conds) {
		w.idle[n.Item.First()] = true
		return w.run(n.Arms[0], top, guard)
	}
	var out []event
	for i, arm := range n.Arms {
		if isConstruct && len(arm) == 0 && len(c.Parts[i].Body) > 0 && calm(c.Parts[i].Body) {
			return nil, program.Refuse("", "a branch beside the call is never taken")
		}
		g := guard
		if conds[i] != nil {
			if conds[i], ok = program.Substitute(conds[i], w.with); !ok {
				return nil, w.intoLoop(n)
			}
			if is, known := calls.Truth(w.scopeOf(n), conds[i]); known && w.with != nil {
				if !is {
					continue // for these values of the loop variables
				}
				e, why := w.run(arm, top, g)
				return append(out, e...), why
			}
			var why *program.Refusal
			if g, why = w.and(guard, Cond{X: conds[i]}); why != nil {
				return nil, why
			}
		}
		e, why := w.run(arm, top, g)
		if why != nil {
			return nil, why
		}
		out = append(out, e...)
		if conds[i] != nil {
			var why *program.Refusal
			if guard, why = w.and(guard, Cond{X: conds[i], Not: true}); why != nil && i+1 < len(n.Arms) {
				return nil, why
			}
		}
	}
	return out, nil
}

// moving is a condition of a branch that does more than to give a value, nil if there is none.
func (w *walker) moving(n *access.Node, conds []ast.Expr) ast.Expr {
	u := w.access.At(n)
	for _, x := range conds {
		if x == nil {
			continue
		}
		if f := u.Expr(x); f.May(access.Impure | access.Blocks | access.MPI | access.Stops | access.Outside) {
			return x
		}
	}
	return nil
}

// waitsIfAny reports whether an IF says: if there are requests, wait for all of them. Without requests the wait does nothing.
func (w *walker) waitsIfAny(n *access.Node, conds []ast.Expr) bool {
	if len(n.Arms) != 1 || len(n.Arms[0]) != 1 || len(conds) != 1 || conds[0] == nil {
		return false
	}
	c := w.call(n.Arms[0][0])
	b, ok := ast.Unparen(conds[0]).(*ast.Binary)
	if c == nil || !ok || c.Name != "mpi_waitall" || !program.Same(b.X, c.Arg("count")) {
		return false
	}
	least, ok := w.scopeOf(n).Int(b.Y)
	return ok && (least == 0 && (b.Op == ">" || b.Op == "/=") || least == 1 && b.Op == ">=")
}

// and adds a condition to others. All of them are evaluated, in any order, by the
// clause of a directive: so it must be possible to evaluate the inner one by itself.
func (w *walker) and(guard []Cond, c Cond) ([]Cond, *program.Refusal) {
	if len(guard) > 0 && !w.plain(c.X) {
		return nil, program.Refuse("use one condition, of scalars", "whether %s can be evaluated where the condition around it is false is not known", ast.String(c.X))
	}
	return append(guard[:len(guard):len(guard)], c), nil
}

// calm reports whether a list holds more than directives.
func calm(items []ast.Item) bool {
	return !ast.Items(items, func(s *ast.Stmt) bool { return s.Kind == ast.KDirective })
}

// plain reports whether an expression can be evaluated anywhere: names, constants and
// operators that cannot fail.
func (w *walker) plain(x ast.Expr) bool {
	ok := true
	ast.Inspect(x, func(x ast.Expr) bool {
		switch x := x.(type) {
		case *ast.Literal, *ast.Paren, *ast.Unary:
		case *ast.Ident:
			y := w.access.Lookup(x.Name)
			there := y != nil && y.Symbol != nil && y.Known() && !y.Has(scope.Optional) && !y.Has(scope.Pointer) && !y.Has(scope.Allocatable)
			ok = ok && (there || calls.Constant(w.file.Table, w.file.Table.Unit(w.unit), x) != "")
		case *ast.Binary:
			ok = ok && x.Op != "/" && x.Op != "**"
		default:
			ok = false
		}
		return ok
	})
	return ok
}

// keepsBooks reports whether a branch holds nothing but such statements.
func (w *walker) keepsBooks(n *access.Node) bool {
	if conds, ok := Conditions(n); !ok || w.moving(n, conds) != nil {
		return false
	}
	all, any := true, false
	n.Walk(func(m *access.Node) bool {
		if m == n {
			return true
		}
		e := event{what: other, node: m}
		if m.Kind == access.Simple {
			w.bookkeeping(&e)
		}
		all, any = all && e.what != other, true
		return all
	})
	return all && any
}

// bookkeeping recognises what programs do with requests besides MPI calls.
func (w *walker) bookkeeping(e *event) {
	a, ok := e.node.Stmt.Body.(*ast.Assign)
	if !ok || e.node.Stmt.Kind != ast.KAssign {
		return
	}
	sc := w.file.Scope(e.node.Stmt)
	if calls.Constant(w.file.Table, sc, a.Y) == "mpi_request_null" {
		e.what = null
		return
	}
	id, ok := a.X.(*ast.Ident)
	if !ok || !w.counters[id.Name] {
		return
	}
	if n, ok := sc.Int(a.Y); ok && n == 0 {
		e.what, e.obj, e.zero = count, id.Name, true
		return
	}
	if b, ok := a.Y.(*ast.Binary); ok && b.Op == "+" {
		x, one := b.X, b.Y
		if _, isName := x.(*ast.Ident); !isName {
			x, one = b.Y, b.X
		}
		n, isInt := sc.Int(one)
		if y, isName := x.(*ast.Ident); isName && y.Name == id.Name && isInt && n >= 1 && n <= maxTrips {
			e.what, e.obj, e.step = count, id.Name, n
		}
	}
}

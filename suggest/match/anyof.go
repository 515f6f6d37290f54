package match

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/suggest/calls"
	"github.com/mdmp-fortran/mdmp/suggest/program"
)

// A loop that waits for any of n requests, n times or until none is left, waits for all of them. Where something looks at
// which one it was, the numbers 1 to n come in the order of arrival, each once, if all n are under way: an order that may
// be any, and so also that of a loop that counts. The exchange stands before the loop, and what it does for each number
// stays:
//
//	do i = 1, n                                      do i = 1, n
//	  call MPI_Waitany(n, req, k, st, ierr)            k = i
//	  select case (k) ...                              select case (k) ...
//
// Known are loops that count up or down, those that count what is left (do while (left > 0), left = left - 1 at the end),
// and those that end when the number is MPI_UNDEFINED.

// widest is how long a statement of ours may be: it has to fit on one line, in fixed form, too.
const widest = 60

// Put is a statement that stands for another one.
type Put struct {
	Stmt *ast.Stmt
	Text string
}

// anyLoop is such a loop.
type anyLoop struct {
	w     *walker
	node  *access.Node
	loop  *ast.Construct
	do    *ast.Do
	wait  *calls.Call
	index *ast.Ident
	exit  *ast.Stmt // leaves the loop if the number is MPI_UNDEFINED, nil if there is none
	body  []*access.Node
}

// anyLoop returns the loop of that kind which a node is, nil if it is none.
func (w *walker) anyLoop(n *access.Node) *anyLoop {
	c, ok := n.Item.(*ast.Construct)
	if !ok || n.Kind != access.Loop || len(n.Arms) != 1 || len(n.Arms[0]) == 0 || n.Parallel || len(n.OMP) > 0 || c.SharedEnd || c.End == nil {
		return nil
	}
	l := &anyLoop{w: w, node: n, loop: c, body: n.Arms[0][1:]}
	l.do, ok = c.Begin.Body.(*ast.Do)
	if l.wait = w.call(n.Arms[0][0]); !ok || l.wait == nil || l.wait.Name != "mpi_waitany" || !l.wait.Complete() || n.Arms[0][0].Jump != access.Falls {
		return nil
	}
	if l.index, ok = l.wait.Arg("index").(*ast.Ident); !ok || l.do.Var != nil && l.do.Var.Name == l.index.Name {
		return nil
	}
	for _, m := range l.body {
		if w.holds(m) {
			return nil
		}
	}
	if len(l.body) > 0 {
		if l.exit = l.leaves(l.body[0]); l.exit != nil {
			l.body = l.body[1:]
		}
	}
	return l
}

// leaves is the EXIT of a node that says: leave the loop if there was no request; nil if it does not.
func (l *anyLoop) leaves(n *access.Node) *ast.Stmt {
	sc, t := l.w.scopeOf(n), l.w.file.Table
	return leaveIf(n, l.node, func(c ast.Expr) bool {
		b, ok := ast.Unparen(c).(*ast.Binary)
		if !ok || b.Op != "==" {
			return false
		}
		for _, x := range [][2]ast.Expr{{b.X, b.Y}, {b.Y, b.X}} {
			if calls.Constant(t, sc, x[1]) == "mpi_undefined" && program.Same(x[0], l.index) {
				return true
			}
		}
		return false
	})
}

// events are those of the loop, false if it does not wait for all requests, or that is not seen.
func (l *anyLoop) events(top int, guard []Cond) ([]event, bool) {
	w := l.w
	e := event{what: complete, top: top, node: l.node.Arms[0][0], guard: guard, call: l.wait.As(l.wait.Name, calls.Wait, l.wait)}
	if l.exit != nil {
		e.gone = append(e.gone, l.exit)
	}
	number, counts := l.number()
	looked := l.looked()
	switch {
	case !counts && (l.exit == nil || l.do.Form != ast.DoForever):
		return nil, false
	case len(l.body) == 0 && !looked: // nothing is done for each
		if !counts {
			e.gone = append(e.gone, l.loop.Begin)
		}
		return append([]event{e}, l.varies(e)...), true
	case w.with != nil || len(guard) > 0 || l.changed(e.call.Arg("count")):
		return nil, false
	case counts && looked:
		e.each = true
		e.put = []Put{{l.wait.Stmt, l.index.Name + " = " + ast.String(number)}}
	case !counts:
		if !l.within() || l.loop.Begin.Name() != "" || l.loop.Begin.Line.Shared || l.loop.Begin.Label() != "" || l.loop.Begin.Line.Cond || named(&ast.Do{Lo: e.call.Arg("count")}, l.index.Name) {
			return nil, false
		}
		e.each = true
		e.put = []Put{{l.loop.Begin, "do " + l.index.Name + " = 1, " + ast.String(e.call.Arg("count"))}}
	default:
		e.each = l.exit != nil
	}
	if slices.ContainsFunc(e.put, func(p Put) bool { return len(p.Text) > widest }) {
		return nil, false
	}
	out := []event{e}
	for _, m := range l.body {
		out = append(out, event{what: other, top: top, node: m, guard: guard})
	}
	return append(out, l.varies(e)...), true
}

// varies are the variables that have other values behind the loop.
func (l *anyLoop) varies(e event) []event {
	out := []event{{what: varies, top: e.top, node: l.node, guard: e.guard, obj: l.index.Name}}
	if l.do.Var != nil {
		out = append(out, event{what: varies, top: e.top, node: l.node, guard: e.guard, obj: l.do.Var.Name})
	}
	return out
}

// number is what each of 1 to n is made of in a loop that is executed n times; false if it is another loop.
func (l *anyLoop) number() (ast.Expr, bool) {
	sc, count := l.w.scopeOf(l.node), l.wait.Arg("count")
	switch {
	case l.do.Form == ast.DoCounted && l.do.Var != nil:
		step, known := int64(1), true
		if l.do.Step != nil {
			step, known = sc.Int(l.do.Step)
		}
		first, last := l.do.Lo, l.do.Hi
		if step == -1 {
			first, last = last, first
		}
		lo, ok := sc.Int(first)
		if !known || !ok || step != 1 && step != -1 || !l.same(last, count, lo-1) {
			return nil, false
		}
		return moreOf(l.do.Var, 1-lo), true
	case l.do.Form == ast.DoWhile:
		return l.left(sc, count)
	}
	return nil, false
}

// same reports whether x is n, and so much more.
func (l *anyLoop) same(x, n ast.Expr, more int64) bool {
	a, ok1 := l.w.access.Form(x)
	b, ok2 := l.w.access.Form(moreOf(n, more))
	return ok1 && ok2 && a.Equal(b) || more == 0 && program.Same(x, n)
}

func moreOf(x ast.Expr, n int64) ast.Expr {
	switch {
	case n > 0:
		return &ast.Binary{Op: "+", X: x, Y: ast.Int(n)}
	case n < 0:
		return &ast.Binary{Op: "-", X: x, Y: ast.Int(-n)}
	}
	return x
}

// left is the variable that says how many requests are left, if the loop goes on while some are.
func (l *anyLoop) left(sc *scope.Scope, count ast.Expr) (ast.Expr, bool) {
	b, ok := ast.Unparen(l.do.While).(*ast.Binary)
	if !ok || len(l.body) == 0 {
		return nil, false
	}
	id, ok := b.X.(*ast.Ident)
	least, known := sc.Int(b.Y)
	if !ok || !known || !(least == 0 && (b.Op == ">" || b.Op == "/=") || least == 1 && b.Op == ">=") {
		return nil, false
	}
	if y := sc.Lookup(id.Name); !calls.Within(y, l.w.unit) || y.Rank != 0 || y.Type == nil || y.Type.Basic() != "integer" || id.Name == l.index.Name {
		return nil, false
	}
	last := len(l.body) - 1
	for i, m := range l.body {
		if i < last && l.w.writesTo(m, id) {
			return nil, false
		}
	}
	a, ok := l.body[last].Stmt.Body.(*ast.Assign)
	if !ok || l.body[last].Kind != access.Simple || !program.Same(a.X, id) || !program.Same(a.Y, moreOf(id, -1)) {
		return nil, false
	}
	return id, l.w.madeBefore(l.node, id, func(x ast.Expr) bool { return program.Same(x, count) }, func(n *access.Node) bool { return l.writes(n, count) })
}

// hands reports whether a node calls a procedure that posts, and hands a variable to it in subscripts alone.
func (w *walker) hands(n *access.Node, id *ast.Ident) bool {
	p := w.posting(n)
	if p == nil {
		return false
	}
	by := passedFor(n.Stmt.Body.(*ast.Call), p.proc.Unit)
	for _, x := range by {
		if root := ast.Root(x); root != nil && root.Name == id.Name {
			return false
		}
	}
	return by != nil
}

// writes reports whether a node may change what an expression is made of.
func (l *anyLoop) writes(n *access.Node, x ast.Expr) bool {
	for id := range ast.Idents(x) {
		if calls.Constant(l.w.file.Table, l.w.scopeOf(l.node), id) == "" && l.w.writesTo(n, id) {
			return true
		}
	}
	return false
}

// changed reports whether the body may change how many requests there are.
func (l *anyLoop) changed(count ast.Expr) bool {
	for _, m := range l.body {
		if l.writes(m, count) {
			return true
		}
	}
	return false
}

// looked reports whether something looks at which request it was.
func (l *anyLoop) looked() bool {
	sc := l.w.scopeOf(l.node)
	y := sc.Lookup(l.index.Name)
	if y == nil || y.Storage == scope.Dummy || y.Storage == scope.Result || y.Has(scope.Equivalenced) || y.Has(scope.Pointer) || y.Has(scope.Target) {
		return true
	}
	for _, m := range l.w.index.Of(sc, l.index.Name) {
		if !(m.Call != nil && m.Call.Name == "mpi_waitany" && m.Arg == "index" && !m.Inner) && !l.asks(m.Stmt) {
			return true
		}
	}
	return false
}

// asks reports whether a statement is the condition under which the loop ends.
func (l *anyLoop) asks(s *ast.Stmt) bool {
	if l.exit == nil {
		return false
	}
	n := l.node.Arms[0][1]
	return s == n.Item.First() || s == n.Stmt
}

// within reports whether nothing looks at the number outside of the loop, or gives it another value inside: it can be the
// variable of the loop.
func (l *anyLoop) within() bool {
	sc := l.w.scopeOf(l.node)
	y := sc.Lookup(l.index.Name)
	if !calls.Within(y, l.w.unit) || y.Rank != 0 || y.Type == nil || y.Type.Basic() != "integer" {
		return false
	}
	inside := map[*ast.Stmt]bool{}
	ast.Items([]ast.Item{l.loop}, func(s *ast.Stmt) bool {
		for ; s != nil; s = s.Inner {
			inside[s] = true
		}
		return true
	})
	for _, m := range l.w.index.Of(sc, l.index.Name) {
		if !inside[m.Stmt] {
			return false
		}
	}
	for _, m := range l.body {
		if l.w.writesTo(m, l.index) {
			return false
		}
	}
	return true
}

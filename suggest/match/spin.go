package match

import (
	"strings"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/suggest/calls"
)

// A loop that does nothing but ask whether messages are complete, until they are, waits for them:
//
//	flag = .false.                                     do
//	do while (.not. flag)                                call MPI_Test(req, flag, st, ierr)
//	  call MPI_Testall(n, req, flag, st, ierr)           if (flag) exit
//	end do                                             end do
//
// What is left of it is that the flag is true. That the first form asks at all has to be seen: by what the flag is before it.

// spin returns the event that such a loop is; false if a node is none.
func (w *walker) spin(n *access.Node, top int, guard []Cond) ([]event, bool) {
	c, ok := n.Item.(*ast.Construct)
	if !ok || n.Kind != access.Loop || len(n.Arms) != 1 || len(n.Arms[0]) == 0 || n.Parallel || len(n.OMP) > 0 || c.SharedEnd || c.End == nil || w.with != nil || len(guard) > 0 {
		return nil, false
	}
	body := n.Arms[0]
	do, ok := c.Begin.Body.(*ast.Do)
	test := w.call(body[0])
	if !ok || test == nil || test.Name != "mpi_test" && test.Name != "mpi_testall" || !test.Complete() || body[0].Jump != access.Falls {
		return nil, false
	}
	flag, ok := test.Arg("flag").(*ast.Ident)
	if !ok || !w.isLogical(body[0], flag) {
		return nil, false
	}
	e := event{what: complete, top: top, node: body[0], guard: guard, call: test.As(test.Name, calls.Wait, test), gone: []*ast.Stmt{c.Begin}}
	switch {
	case do.Form == ast.DoWhile && len(body) == 1:
		if !isNot(do.While, flag) || !w.madeBefore(n, flag, isFalse, nil) {
			return nil, false
		}
	case do.Form == ast.DoForever && len(body) == 2:
		exit := leaveIf(body[1], n, func(x ast.Expr) bool { return isName(x, flag) })
		if exit == nil {
			return nil, false
		}
		e.gone = append(e.gone, exit)
	default:
		return nil, false
	}
	e.put = []Put{{c.Begin, flag.Name + " = .true."}}
	return []event{e, {what: varies, top: top, node: n, guard: guard, obj: flag.Name}}, true
}

// spins reports whether a node is such a loop.
func (w *walker) spins(n *access.Node) bool {
	_, ok := w.spin(n, 0, nil)
	return ok
}

func (w *walker) isLogical(n *access.Node, id *ast.Ident) bool {
	y := w.scopeOf(n).Lookup(id.Name)
	return y != nil && y.Known() && y.Class == scope.Variable && y.Rank == 0 && y.Type != nil && y.Type.Basic() == "logical" && !y.Has(scope.Volatile)
}

func isName(x ast.Expr, id *ast.Ident) bool {
	o, ok := ast.Unparen(x).(*ast.Ident)
	return ok && o.Name == id.Name
}

func isNot(x ast.Expr, id *ast.Ident) bool {
	u, ok := ast.Unparen(x).(*ast.Unary)
	return ok && u.Op == ".not." && isName(u.X, id)
}

func isFalse(x ast.Expr) bool { return strings.EqualFold(ast.String(ast.Unparen(x)), ".false.") }

// leaveIf is the EXIT of a node that says: leave a loop if what is asked for is true; nil if it does not.
func leaveIf(n, loop *access.Node, is func(ast.Expr) bool) *ast.Stmt {
	if n.Kind != access.Branch || len(n.Arms) != 1 || len(n.Arms[0]) != 1 {
		return nil
	}
	conds, ok := Conditions(n)
	m := n.Arms[0][0]
	if !ok || m.Kind != access.Simple || m.Jump != access.Exits || m.Target != loop || !is(conds[0]) {
		return nil
	}
	return m.Stmt
}

// madeBefore reports whether a variable certainly has a value where a node begins: by an assignment before it in the same list
// of statements. Nothing between may spoil that.
func (w *walker) madeBefore(n *access.Node, id *ast.Ident, value func(ast.Expr) bool, spoils func(*access.Node) bool) bool {
	list, i := n.Siblings()
	for k := i - 1; k >= 0; k-- {
		if list[k+1].Item.First().Label() != "" {
			return false
		}
		if a, ok := list[k].Stmt.Body.(*ast.Assign); ok && list[k].Kind == access.Simple && list[k].Stmt.Kind == ast.KAssign && isName(a.X, id) {
			return list[k].Stmt.Inner == nil && value(a.Y)
		}
		switch c := w.call(list[k]); {
		case c != nil && !apartOf(c, id), c == nil && w.writesTo(list[k], id) && !w.hands(list[k], id), spoils != nil && spoils(list[k]):
			return false
		}
	}
	return false
}

package calls

import (
	"strings"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/mpi"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/suggest/program"
)

// Elements returns what the elements of an array of n integers are where a call stands: those of
// a constructor, or what assignments before the call, in the same list of statements, have given
// to a local variable. nil: not known.
func (x *Index) Elements(c *Call, e ast.Expr, n int) []ast.Expr {
	if a, ok := ast.Unparen(e).(*ast.ArrayCons); ok {
		return items(a, n)
	}
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return nil
	}
	s := c.File.Scope(c.Stmt)
	y := s.Lookup(id.Name)
	if y == nil || y.Rank != 1 {
		return nil
	}
	if y.Class == scope.Constant {
		if a, ok := ast.Unparen(y.Root().Init).(*ast.ArrayCons); ok && y.Root().Scope == s {
			return items(a, n)
		}
		return nil
	}
	if !Within(y, c.Unit) {
		return nil
	}
	for _, m := range x.Of(s, id.Name) {
		if m.Unit != c.Unit {
			return nil // a procedure inside may change it
		}
	}
	return before(c, s, y, id.Name, n)
}

func items(a *ast.ArrayCons, n int) []ast.Expr {
	if len(a.Items) != n {
		return nil
	}
	for _, it := range a.Items {
		if _, ok := it.(*ast.ImpliedDo); ok {
			return nil
		}
	}
	return a.Items
}

// before goes back from a call to the assignments that give an array its elements.
func before(c *Call, s *scope.Scope, y *scope.Symbol, name string, n int) []ast.Expr {
	list, at := program.List(c.Unit.Exec, c.Stmt)
	out := make([]ast.Expr, n)
	for left := n; at > 0; {
		if list[at].First().Label() != "" {
			return nil // something may jump here
		}
		at--
		st, ok := list[at].(*ast.Stmt)
		if ok && (st.Kind == ast.KInclude || st.Kind == ast.KCpp) {
			return nil // it is not known what stands there
		}
		if !mentions(list[at], name) || ok && reads(c, st, name) {
			continue
		}
		if !ok || st.Inner != nil || st.Kind != ast.KAssign {
			return nil
		}
		b := st.Body.(*ast.Assign)
		for id := range ast.Idents(b.Y) {
			if id.Name == name {
				return nil
			}
		}
		if id, ok := b.X.(*ast.Ident); ok && id.Name == name {
			return rest(out, b.Y, s)
		}
		i, ok := element(b.X, s, y)
		if !ok || i < 0 || i >= int64(n) {
			return nil
		}
		if out[i] == nil {
			out[i] = b.Y
			left--
		}
		if left == 0 {
			return out
		}
	}
	return nil
}

// rest gives the elements that are missing what an assignment to all of an array gives them.
func rest(out []ast.Expr, y ast.Expr, s *scope.Scope) []ast.Expr {
	a, ok := ast.Unparen(y).(*ast.ArrayCons)
	if ok {
		if items(a, len(out)) == nil {
			return nil
		}
	} else if rank, known := s.Rank(y); !known || rank != 0 {
		return nil
	}
	for i := range out {
		switch {
		case out[i] != nil:
		case ok:
			out[i] = a.Items[i]
		default:
			out[i] = y
		}
	}
	return out
}

// element is which element of an array an assignment sets, from 0 on.
func element(x ast.Expr, s *scope.Scope, y *scope.Symbol) (int64, bool) {
	a, ok := x.(*ast.Apply)
	if !ok || len(a.Args) != 1 || len(y.Bounds) != 1 {
		return 0, false
	}
	lo := int64(1)
	if r, ok := y.Bounds[0].(*ast.Range); ok && r.Lo != nil {
		if lo, ok = s.Int(r.Lo); !ok {
			return 0, false
		}
	}
	i, ok := s.Int(a.Args[0].X)
	return i - lo, ok
}

// reads reports whether a statement, a call of MPI that makes a datatype, does no more with an
// array than to read it.
func reads(c *Call, st *ast.Stmt, name string) bool {
	k := Of(c.File, c.Unit, st)
	if k == nil || !strings.HasPrefix(k.Name, "mpi_type_") {
		return false
	}
	for i, becomes := range k.Uses() {
		if root := ast.Root(k.Args[i].X); root != nil && root.Name == name && becomes != mpi.Read {
			return false
		}
	}
	return !mpi.Of(k.Name).May(mpi.Keeps)
}

// mentions reports whether a name stands in an item.
func mentions(it ast.Item, name string) bool {
	found := false
	ast.Items([]ast.Item{it}, func(s *ast.Stmt) bool {
		for ; s != nil; s = s.Inner {
			for id := range ast.StmtIdents(s) {
				found = found || id.Name == name
			}
		}
		return !found
	})
	return found
}

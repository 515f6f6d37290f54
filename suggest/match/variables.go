package match

import (
	"cmp"
	"slices"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/suggest/calls"
	"github.com/mdmp-fortran/mdmp/suggest/program"
)

// Variables refuses exchanges whose statuses or requests are used elsewhere, and notes
// the error codes that have to be set in place of the calls.
func (f *Found) Variables(index *calls.Index) {
	own := map[*ast.Stmt]bool{}
	for _, x := range f.Exchanges {
		f.freed(x, index)
		for _, c := range x.all() {
			own[c.Stmt] = true
		}
	}
	returns := false // errors come back instead of ending the program
	for _, c := range index.Calls {
		switch c.Name {
		case "mpi_comm_set_errhandler", "mpi_errhandler_set":
			returns = true
		}
	}
	v := &variables{index: index, own: own, returns: returns}
	f.Exchanges = slices.DeleteFunc(f.Exchanges, func(x *Exchange) bool {
		why := v.look(x)
		if why != nil {
			f.Drop(x, why)
		}
		return why != nil
	})
}

type variables struct {
	index   *calls.Index
	own     map[*ast.Stmt]bool // calls that become directives
	returns bool
}

func (v *variables) look(x *Exchange) *program.Refusal {
	for _, name := range x.Counters {
		if why := v.counter(x, name); why != nil {
			return why
		}
	}
	for _, c := range x.Elsewhere() {
		var none Exchange
		var why *program.Refusal
		if c.Kind != calls.Post { // that of a post is an argument, and looked at where the caller names it
			why = v.request(c)
		}
		if why == nil && c.Kind == calls.Wait {
			why = cmp.Or(v.status(c, "status"), v.status(c, "array_of_statuses"))
		}
		if why == nil {
			why = v.code(&none, c)
		}
		if why == nil && len(none.Codes) > 0 {
			why = program.Refuse("", "the error code of %s at line %d is used", c.Spoken(), c.File.At(c.Stmt).Line)
		}
		if why != nil {
			return why
		}
	}
	for _, c := range x.Calls {
		for _, why := range []*program.Refusal{v.status(c, "status"), v.status(c, "array_of_statuses"), v.request(c), v.code(x, c)} {
			if why != nil {
				return why
			}
		}
	}
	return nil
}

// freed adds the calls that free the requests of an exchange to those that make them.
func (f *Found) freed(x *Exchange, index *calls.Index) {
	for _, i := range x.Inits[:len(x.Inits):len(x.Inits)] {
		id := ast.Root(i.Arg("request"))
		for _, m := range index.Of(i.File.Scope(i.Stmt), id.Name) {
			c := m.Call
			if c == nil || c.Name != "mpi_request_free" || m.Inner || c.Stmt.IsInner || c.Stmt.Label() != "" || c.Stmt.Line.Shared ||
				slices.ContainsFunc(x.Inits, func(o *calls.Call) bool { return o.Stmt == c.Stmt }) {
				continue
			}
			x.Inits = append(x.Inits, c)
			f.forget(c)
		}
	}
}

// counter says where a variable that counts requests, and would go, counts those of a call
// that stays.
func (v *variables) counter(x *Exchange, name string) *program.Refusal {
	for _, m := range v.index.Of(x.File.Scope(x.Before), name) {
		if call, _ := m.Stmt.Body.(*ast.Call); call != nil && m.Call == nil && !v.own[m.Stmt] {
			return program.Refuse("use another counter", "%s is used by the call at line %d, too, which stays", name, m.File.At(m.Stmt).Line)
		}
		if m.Call != nil && !v.own[m.Stmt] {
			return program.Refuse("use another counter", "%s counts requests of %s at line %d, too, which stays", name, m.Call.Spoken(), m.File.At(m.Stmt).Line)
		}
	}
	return nil
}

// status says where what a call puts into a status is used.
func (v *variables) status(c *calls.Call, arg string) *program.Refusal {
	a := c.Arg(arg)
	sc := c.File.Scope(c.Stmt)
	if a == nil || calls.Constant(c.File.Table, sc, a) != "" {
		return nil
	}
	id := ast.Root(a)
	if id == nil {
		return program.Refuse("pass MPI_STATUS_IGNORE", "the status %s is not understood", ast.String(a))
	}
	if y := sc.Lookup(id.Name); y != nil && (y.Storage == scope.Dummy || y.Storage == scope.Result) {
		return program.Refuse("pass MPI_STATUS_IGNORE if nobody looks at it", "the status %s is an argument: the caller may use it", id.Name)
	}
	for _, m := range v.index.Of(sc, id.Name) {
		if m.Call != nil && !m.Inner && (m.Arg == "status" || m.Arg == "array_of_statuses") {
			continue
		}
		if m.Stmt.Kind == ast.KAllocate || m.Stmt.Kind == ast.KDeallocate || v.foreign(m, id.Name) {
			continue
		}
		return program.Refuse("directives have no status: receive what was sent by the same directive", "the status %s is used at line %d", id.Name, m.File.At(m.Stmt).Line)
	}
	return nil
}

// foreign reports whether a status, where it is used, is that of a call that stays: the
// one before it in the same list of statements that sets it.
func (v *variables) foreign(m calls.Mention, name string) bool {
	list, at := program.List(m.Unit.Exec, m.Stmt)
	for i := at - 1; i >= 0; i-- {
		s, ok := list[i].(*ast.Stmt)
		if !ok || s.Inner != nil || s.Label() != "" {
			return false
		}
		c := calls.Of(m.File, m.Unit, s)
		if c == nil || c.Kind == calls.Other {
			continue
		}
		for _, arg := range []string{"status", "array_of_statuses"} {
			if id := ast.Root(c.Arg(arg)); id != nil && id.Name == name {
				return !v.own[s]
			}
		}
	}
	return false
}

// request says where a request is used by something that stays.
func (v *variables) request(c *calls.Call) *program.Refusal {
	a := c.Arg("request")
	if a == nil {
		a = c.Arg("array_of_requests")
	}
	id := ast.Root(a)
	if id == nil {
		return nil
	}
	sc := c.File.Scope(c.Stmt)
	x := a
	if e, ok := x.(*ast.Apply); ok {
		x = e.X
	}
	if m, ok := x.(*ast.Member); ok {
		return v.component(sc, m)
	}
	if y := sc.Lookup(id.Name); y != nil && y.Storage == scope.Dummy {
		return program.Refuse("use a local variable", "the request %s is an argument: the caller may use it", id.Name)
	}
	for _, m := range v.index.Of(sc, id.Name) {
		null := m.Set != nil && (calls.Constant(m.File.Table, m.File.Scope(m.Stmt), m.Set) == "mpi_request_null" || number(m.Set) && m.Unit == c.Unit && calls.Within(sc.Lookup(id.Name), c.Unit))
		size := m.Call != nil && m.Arg == "count"
		if v.own[m.Stmt] || null || size || m.Stmt.Kind == ast.KAllocate || m.Stmt.Kind == ast.KDeallocate || element(m) {
			continue
		}
		hint := ""
		if m.Call != nil && m.Call.Kind == calls.Post {
			hint = "give the requests of each exchange a variable of their own"
		}
		return program.Refuse(hint, "the request %s is used at line %d, too", id.Name, m.File.At(m.Stmt).Line)
	}
	return nil
}

// number reports whether a value is an integer as it is written: requests under way get none, see requests, and others
// mean nothing.
func number(x ast.Expr) bool {
	l, ok := ast.Unparen(x).(*ast.Literal)
	return ok && l.Kind == ast.IntLit
}

// component says where a request that is a component is used by something that stays, in whatever variable of
// that type: no more can happen to it where all of the variable is passed on.
func (v *variables) component(sc *scope.Scope, x *ast.Member) *program.Refusal {
	for _, u := range v.index.Component(calls.TypeOf(sc, x.X), x.Name) {
		if v.own[u.Stmt] || u.Stmt.Kind == ast.KAllocate || u.Stmt.Kind == ast.KDeallocate || element(calls.Mention{File: u.File, Stmt: u.Stmt}) {
			continue
		}
		return program.Refuse("", "the request %s is used at line %d of %s, too", ast.String(x), u.File.At(u.Stmt).Line, u.File.Name)
	}
	return nil
}

// element reports whether an element of an array of requests is set to a null request.
func element(m calls.Mention) bool {
	a, ok := m.Stmt.Body.(*ast.Assign)
	return ok && calls.Constant(m.File.Table, m.File.Scope(m.Stmt), a.Y) == "mpi_request_null"
}

// code notes an error code that is looked at: it is set to 0 behind the directives, as
// the calls that return have done.
func (v *variables) code(x *Exchange, c *calls.Call) *program.Refusal {
	a := c.Arg("ierror")
	if a == nil {
		return nil
	}
	id, ok := a.(*ast.Ident)
	if !ok {
		return program.Refuse("use a scalar variable", "the error code %s is not a plain variable", ast.String(a))
	}
	sc := c.File.Scope(c.Stmt)
	y := sc.Lookup(id.Name)
	used := y != nil && y.Storage != scope.Local
	for _, m := range v.index.Of(sc, id.Name) {
		last := m.Call != nil && !m.Inner && (m.Arg == "ierror" || m.Call.Kind == calls.Other && len(m.Call.Args) > 0 && ast.Root(m.Call.Args[len(m.Call.Args)-1].X) != nil && ast.Root(m.Call.Args[len(m.Call.Args)-1].X).Name == id.Name)
		used = used || !last && m.Set == nil
	}
	if !used {
		return nil
	}
	if v.returns {
		return program.Refuse("", "the error code %s is used, and an error handler is set: errors of a directive end the program", id.Name)
	}
	if !slices.Contains(x.Sure, id.Name) && !v.kept(y, v.index.Of(sc, id.Name)) {
		return program.Refuse("look at the error code where the calls stand", "the error code %s is used, and the calls that set it stand under conditions", id.Name)
	}
	if !slices.Contains(x.Codes, id.Name) {
		x.Codes = append(x.Codes, id.Name)
	}
	return nil
}

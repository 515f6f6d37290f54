package sections

import (
	"strings"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/suggest/calls"
	"github.com/mdmp-fortran/mdmp/suggest/program"
)

// Types knows what the datatypes of a program are.
type Types struct{ Index *calls.Index }

// Handle is what a datatype is: a constant of MPI, or a layout of elements of one.
type Handle struct {
	Basic  string
	Layout *Layout
	Why    *program.Refusal
}

// Layout is a datatype that the program makes.
type Layout struct {
	Call *calls.Call
	Unit *ast.Unit
	// Kind is the name of the procedure that makes it.
	Kind string
	// Args are the arguments that say where the elements lie.
	Args []ast.Expr
}

// Of returns what a datatype argument is.
func (t *Types) Of(f *program.File, s *scope.Scope, x ast.Expr) Handle {
	if name := calls.Constant(f.Table, s, x); name != "" {
		return Handle{Basic: name}
	}
	id, ok := program.Bare(x).(*ast.Ident)
	if !ok {
		return unknown(x, "it is not a variable")
	}
	var found *Handle
	for _, m := range t.Index.Of(s, id.Name) {
		h, sets := t.mention(m, id.Name)
		switch {
		case !sets:
		case h.Why != nil:
			return h
		case found != nil && (found.Basic != h.Basic || found.Layout != nil || h.Layout != nil):
			return unknown(x, "it is set at several places")
		default:
			found = &h
		}
	}
	if found == nil {
		return unknown(x, "what sets it is not seen")
	}
	return *found
}

func unknown(x ast.Expr, why string) Handle {
	return Handle{Why: program.Refuse("name a type of MPI, or make the type in one of the files given", "the datatype %s is not known: %s", ast.String(x), why)}
}

// mention says what a mention of a datatype does to it; false: nothing.
func (t *Types) mention(m calls.Mention, name string) (Handle, bool) {
	x := ast.Expr(&ast.Ident{Name: name})
	switch {
	case m.Set != nil:
		c := calls.Constant(m.File.Table, m.File.Scope(m.Stmt), m.Set)
		if c == "mpi_datatype_null" {
			return Handle{}, false
		}
		if c == "" {
			return unknown(x, "it is computed"), true
		}
		return Handle{Basic: c}, true
	case m.Passed:
		return unknown(x, "it is passed to another procedure"), true
	case m.Call == nil:
		return Handle{}, false
	case strings.HasPrefix(m.Call.Name, "mpi_type_"):
		return t.made(m, x)
	}
	return Handle{}, false
}

// made is a datatype that an MPI call makes.
func (t *Types) made(m calls.Mention, x ast.Expr) (Handle, bool) {
	args := m.Stmt.Body.(*ast.Call).Args
	is := func(i int) bool {
		root := ast.Root(args[i].X)
		return root != nil && root.Name == x.(*ast.Ident).Name
	}
	for _, a := range args {
		if a.Keyword != nil {
			return unknown(x, "the call that makes it has keywords"), true
		}
	}
	switch n := m.Call.Name; {
	case n == "mpi_type_commit" || n == "mpi_type_free" || n == "mpi_type_size" || n == "mpi_type_get_extent":
		return Handle{}, false
	case n == "mpi_type_vector" && len(args) >= 5 && is(4):
		return t.layout(m, x, args[:3], args[3].X)
	case n == "mpi_type_contiguous" && len(args) >= 3 && is(2):
		return t.layout(m, x, args[:1], args[1].X)
	case n == "mpi_type_vector" || n == "mpi_type_contiguous":
		return Handle{}, false // it is the old type
	}
	return unknown(x, "it is made by "+m.Call.Spoken()), true
}

func (t *Types) layout(m calls.Mention, x ast.Expr, args []ast.Arg, old ast.Expr) (Handle, bool) {
	h := t.Of(m.File, m.File.Scope(m.Stmt), old)
	switch {
	case h.Why != nil:
		return h, true
	case h.Layout != nil:
		return unknown(x, "it is made of another type that the program makes"), true
	}
	h.Layout = &Layout{Call: m.Call, Unit: m.Unit, Kind: m.Call.Name}
	for _, a := range args {
		h.Layout.Args = append(h.Layout.Args, a.X)
	}
	return h, true
}

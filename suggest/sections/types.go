package sections

import (
	"strings"

	"github.com/mdmp-fortran/mdmp/analysis/mpicall"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/suggest/calls"
	"github.com/mdmp-fortran/mdmp/suggest/program"
)

// Way is what a constant is in one branch of an #if: there statement Stmt makes it the constant Type of MPI.
type Way struct {
	Type  string
	Stmt  *ast.Stmt
	Scope *scope.Scope // which holds it
}

// waysOf are those of a constant of the program; nil: it has one value, or one that is none of MPI's.
func waysOf(f *program.File, y *scope.Symbol) []Way {
	if y == nil || y.Root().Scope == nil {
		return nil
	}
	y = y.Root()
	var list []Way
	for _, w := range y.Ways {
		name := calls.Constant(f.Table, y.Scope, w.Init)
		if name == "" {
			return nil
		}
		list = append(list, Way{name, w.Stmt, y.Scope})
	}
	return list
}

// fits says why a buffer of a type is not sent element by element as the request's, nil if it is: where that is another type
// of MPI in each branch of an #if, and the kind of the buffer, too, in each branch. Files are read without preprocessing.
func (r Request) fits(d *scope.DataType, x ast.Expr) *program.Refusal {
	if len(r.Ways) == 0 {
		return fits(d, r.Type, x)
	}
	kinds, at := kindsOf(d)
	for i, w := range r.Ways {
		in := d
		if len(kinds) > 0 {
			if len(kinds) != len(r.Ways) || at != w.Scope || !adjacent(kinds[i].Stmt, w.Stmt) {
				return program.Refuse("define both in lines next to each other", "%s is sent as %s, and which definitions of them go together is not seen", ast.String(x), r.Type)
			}
			in = d.WithKind(kinds[i].Init)
		}
		if why := fits(in, w.Type, x); why != nil {
			return why
		}
	}
	return nil
}

// kindsOf are the values of the constant that is the kind of a type, if it has several, and the scope that holds it.
func kindsOf(d *scope.DataType) ([]scope.Way, *scope.Scope) {
	if d == nil || d.Scope == nil {
		return nil, nil
	}
	id, ok := d.Kind.(*ast.Ident)
	if !ok {
		return nil, nil
	}
	y := d.Scope.Lookup(id.Name)
	if y == nil {
		return nil, nil
	}
	y = y.Root()
	return y.Ways, y.Scope
}

// adjacent reports whether nothing stands between two statements, so that no #if does.
func adjacent(a, b *ast.Stmt) bool {
	if a == nil || b == nil || a.Line == nil || b.Line == nil {
		return false
	}
	return a.Line.Last+1 == b.Line.First || b.Line.Last+1 == a.Line.First
}

// fits says why a buffer of a type is not sent element by element as an MPI type, nil
// if it is.
func fits(d *scope.DataType, mpi string, x ast.Expr) *program.Refusal {
	switch mpicall.FitOf(d, mpi) {
	case mpicall.NotSingle:
		return program.Refuse("directives take the type from the declaration: only types of one element of a Fortran type can be replaced",
			"the type %s is not one of a single element", strings.ToUpper(mpi))
	case mpicall.NotKnown:
		return program.Refuse("give the files of its modules, too, or name their folder with -I", "the type of %s is not known", ast.String(x))
	case mpicall.OtherBytes:
		return program.Refuse("the directive would send other bytes than the call", "%s is of type %s, and is sent as %s", ast.String(x), d.String(), strings.ToUpper(mpi))
	}
	return nil
}

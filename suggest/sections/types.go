package sections

import (
	"strings"

	"github.com/mdmp-fortran/mdmp/analysis/mpicall"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/suggest/program"
)

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

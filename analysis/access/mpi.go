package access

import (
	"strings"

	"mdmp/fortran/ast"
	"mdmp/fortran/scope"
)

// What is MPI's.
//
// A name that begins with mpi_ says nothing: programs have procedures, variables
// and operators of such names. MPI's is what comes from MPI's own module or
// include file, and an external procedure that nothing else declares and that has
// the name of a procedure of the standard.

// mpiModules are the modules of MPI libraries that others take their names from.
const mpiModules = " mpi mpi_f08 mpi_base mpi_constants mpi_sizeofs mpi_types mpi_ext mpi_f08_ext mpi_f08_types mpi_f08_callbacks" +
	" mpi_f08_interfaces mpi_f08_interfaces_callbacks mpi_f08_link_constants mpi_f08_compile_constants mpi_f08_sizeof" +
	" mpi_c_interface mpi_c_interface_cdesc mpi_c_interface_nobuf mpi_c_interface_glue mpi_c_interface_types pmpi_f08" +
	" pmpi_f08_interfaces "

func isMPIModule(name string) bool { return name != "" && strings.Contains(mpiModules, " "+name+" ") }

// mpiName returns the name of MPI that y stands for where it is seen as name, ""
// if it is none of MPI.
func (r *resolver) mpiName(y *scope.Symbol, name string) string {
	switch {
	case y.Unsure != "":
		if y.MPI && isMPI(name) && (standardMPI(name) || !y.Others && r.noneOutside(y, name)) {
			return name
		}
	case isMPIModule(y.Origin()):
		if root := y.Root().Name; isMPI(root) {
			return root
		}
	case y.Class == scope.Procedure && y.Unit == nil && y.Storage != scope.Dummy && y.Module == "" && y.Iface == "" &&
		!y.Has(scope.Pointer) && isProcedureOfMPI(name) && r.body(y) == nil:
		return name
	}
	return ""
}

// noneOutside reports whether nothing but MPI can have a name that MPI may have:
// no host has it.
func (r *resolver) noneOutside(y *scope.Symbol, name string) bool {
	return y.Maybe == nil || y.Maybe.Has(scope.Implicit) || r.mpiName(y.Maybe, name) != ""
}

// isMPI reports whether a name is one that MPI may have.
func isMPI(name string) bool {
	return strings.HasPrefix(name, "mpi_") || strings.HasPrefix(name, "pmpi_")
}

// standardMPI reports whether the standard has a name.
func standardMPI(name string) bool { return isProcedureOfMPI(name) || listed(mpiConstants, name) }

// isProcedureOfMPI reports whether the standard has a procedure of this name.
func isProcedureOfMPI(name string) bool { return listed(mpiProcedures, name) }

func listed(list, name string) bool {
	name, ok := strings.CutPrefix(strings.TrimPrefix(name, "p"), "mpi_")
	return ok && strings.Contains(list, " "+name+" ")
}

// callsBack reports whether a procedure of MPI may call one of the program: an
// operation of a reduction that is not MPI's own, or what was said to be called
// when something is copied or freed.
func (u *Unit) callsBack(name string, list []ast.Arg) bool {
	name = strings.TrimPrefix(strings.TrimPrefix(name, "p"), "mpi_")
	switch name {
	case "comm_dup", "comm_idup", "comm_dup_with_info", "comm_idup_with_info", "comm_free", "comm_disconnect", "type_dup", "type_free",
		"win_free", "finalize", "comm_delete_attr", "type_delete_attr", "win_delete_attr", "comm_set_attr", "type_set_attr",
		"win_set_attr", "attr_put", "attr_delete", "comm_call_errhandler", "win_call_errhandler", "file_call_errhandler",
		"grequest_start", "grequest_complete", "request_free", "cancel":
		return true
	}
	if !strings.Contains(name, "reduce") && !strings.Contains(name, "scan") {
		return false
	}
	for i, a := range list {
		if a.Key() == "op" || a.Keyword == nil && i == operationAt {
			id, ok := a.X.(*ast.Ident)
			return !ok || u.named(id).MPI == ""
		}
	}
	return true
}

// operationAt is the place of the operation among the arguments of all reductions.
const operationAt = 4

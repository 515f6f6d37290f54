package scope

import (
	"strings"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/mpi"
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

// IsMPIModule reports whether a module is one of an MPI library.
func IsMPIModule(name string) bool {
	return name != "" && strings.Contains(mpiModules, " "+name+" ")
}

// IsMPIHeader reports whether an include file is mpif.h.
func IsMPIHeader(path string) bool {
	return strings.EqualFold(path[strings.LastIndexByte(path, '/')+1:], "mpif.h")
}

// Names of MPI: its type of communicators, and the peer that is nobody.
const (
	MPIComm     = "mpi_comm"
	MPIProcNull = "mpi_proc_null"
)

// MPIName returns the name of MPI that y stands for where it is seen as name, ""
// if it is none of MPI.
func (t *Table) MPIName(y *Symbol, name string) string {
	switch {
	case y == nil:
	case y.Unsure != "":
		if y.MPI && isMPI(name) && (standardMPI(name) || !y.Others && t.noneOutside(y, name)) {
			return name
		}
	case IsMPIModule(y.Origin()):
		if root := y.Root().Name; isMPI(root) {
			return root
		}
	case y.Class == Procedure && y.Unit == nil && y.Storage != Dummy && y.Module == "" && y.Iface == "" &&
		!y.Has(Pointer) && (mpi.Known(name) || extension(name)) && t.Body(y) == nil:
		return name
	}
	return ""
}

// noneOutside reports whether nothing but MPI can have a name that MPI may have:
// no host has it.
func (t *Table) noneOutside(y *Symbol, name string) bool {
	return y.Maybe == nil || y.Maybe.Has(Implicit) || t.MPIName(y.Maybe, name) != ""
}

// isMPI reports whether a name is one that MPI may have.
func isMPI(name string) bool {
	return strings.HasPrefix(strings.TrimPrefix(name, "p"), "mpi_") || extension(name)
}

// extension reports whether a name is that of what an MPI library has beyond the standard.
func extension(name string) bool { return strings.HasPrefix(strings.TrimPrefix(name, "p"), "mpix_") }

// standardMPI reports whether the standard has a name.
func standardMPI(name string) bool {
	constant, ok := strings.CutPrefix(strings.TrimPrefix(name, "p"), "mpi_")
	return ok && strings.Contains(mpiConstants, " "+constant+" ") || mpi.Known(name)
}

// IsMPI reports whether a type is one of MPI's own.
func (d *DataType) IsMPI(t *Table) bool {
	switch def := d.Definition(); {
	case d == nil || d.Derived == "":
		return false
	case def != nil:
		return IsMPIModule(def.Module)
	case d.Scope == nil:
		return false
	}
	return t.MPIName(d.Scope.Lookup(d.Derived), d.Derived) != ""
}

// HandlesAreTypes reports whether communicators are of type(MPI_Comm) here: mpi_f08
// is in use, and the module mpi and mpif.h are not.
func (s *Scope) HandlesAreTypes() bool {
	f08, other := false, false
	for ; s != nil; s = s.Host {
		spec := s.Unit.Spec
		if c := s.Construct; c != nil {
			if c.Kind != ast.KBlock {
				continue
			}
			spec = c.Parts[0].Spec
		}
		ast.Items(spec, func(st *ast.Stmt) bool {
			switch b := st.Body.(type) {
			case *ast.Use:
				f08 = f08 || b.Module == "mpi_f08"
				other = other || b.Module == "mpi"
			case *ast.Include:
				other = other || IsMPIHeader(b.Path)
			default: // brings no names of MPI
			}
			return true
		})
	}
	return f08 && !other
}

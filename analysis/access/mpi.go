package access

import (
	"strings"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

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

// harmlessMPI reports whether an MPI function may stand in an expression.
func harmlessMPI(name string) bool {
	return name == wtime || name == "mpi_wtick" || name == "mpi_aint_add" || name == "mpi_aint_diff"
}

// wtime is not the same the next time.
const wtime = "mpi_wtime"

// nonblockingMPI reports whether an MPI procedure may keep using a buffer after
// it has returned. Collective and point-to-point names that start with i,
// persistent ones, one-sided ones, windows, attached buffers, nonblocking I/O.
func nonblockingMPI(name string) bool {
	_, rest, _ := strings.Cut(name, "mpi_")
	switch {
	case rest == "grequest_start", strings.HasSuffix(rest, "create_keyval"), rest == "keyval_create", rest == "register_datarep": // what callbacks get
		return true
	case len(rest) > 1 && rest[0] == 'i' && rest != "init" && rest != "init_thread" && rest != "info_create" &&
		rest != "initialized" && rest != "is_thread_main":
		return true
	case strings.HasSuffix(rest, "_init"), strings.HasPrefix(rest, "win_"), strings.HasPrefix(rest, "buffer_"), strings.HasPrefix(rest, "file_i"),
		strings.HasPrefix(rest, "put"), strings.HasPrefix(rest, "get") && !scope.LocalMPI(name), strings.HasPrefix(rest, "r") && !strings.HasPrefix(rest, "re"),
		strings.HasPrefix(rest, "accumulate"), strings.HasPrefix(rest, "fetch_"), strings.HasPrefix(rest, "compare_and"),
		strings.HasSuffix(rest, "_begin"), strings.HasPrefix(rest, "psend"), strings.HasPrefix(rest, "precv"):
		return true
	}
	return false
}

package offmode

import (
	"maps"
	"slices"
	"strings"

	"github.com/mdmp-fortran/mdmp/codegen/plan"
)

// mpi returns the local name of an entity of MPI. If the user's expressions in
// the BLOCK mention that name, they shall keep the meaning it has outside.
func (e *exchange) mpi(name string) string {
	if e.api == Header {
		return name
	}
	local := name
	if e.x.Mentions[strings.ToLower(name)] {
		local = e.Used.Name("mdmp_" + strings.ToLower(name))
	}
	return e.Use(name, local)
}

// call adds a call of MPI.
func (e *exchange) call(name string, args ...string) {
	e.Say("%s", e.callText(name, args...))
}

func (e *exchange) callText(name string, args ...string) string {
	if e.api == Header {
		args = append(args, e.name("err"))
		e.called[name] = true
	}
	return "call " + e.mpi(name) + "(" + strings.Join(args, ", ") + ")"
}

// constant returns a constant of MPI as it is passed to MPI. Those of mpif.h
// are default integers, whose kind a flag may change.
func (e *exchange) constant(name string) string {
	if e.api == Header {
		return e.toInt(name)
	}
	return e.mpi(name)
}

// handle returns the type of a handle.
func (e *exchange) handle(name string) string {
	if e.api == Header {
		return "integer(" + e.name("i") + ")"
	}
	return "type(" + e.mpi(name) + ")"
}

// comm returns the communicator of a message.
func (e *exchange) comm(m *plan.Message) string {
	switch {
	case e.inherited != "" && m.M.InheritsComm() && e.api == Header:
		return e.toInt(e.elem("inherited", 1))
	case e.inherited != "" && m.M.InheritsComm():
		return e.mpi("MPI_Comm") + "(" + e.toInt(e.elem("inherited", 1)) + ")"
	case m.Comm == "":
		return e.constant("MPI_COMM_WORLD")
	case e.api == Header && m.CommIs == plan.CommInteger:
		return e.toInt(m.Comm)
	case e.api == Header:
		return m.Comm + "%MPI_VAL"
	case m.CommIs == plan.CommInteger:
		return e.mpi("MPI_Comm") + "(" + e.toInt(m.Comm) + ")"
	}
	return m.Comm
}

// interfaces declares, for mpif.h, the procedures that take a buffer: compilers
// complain about calls with buffers of different types if they see none. They
// also complain if the program itself calls one without.
func (e *exchange) interfaces() {
	const int4 = "integer(selected_int_kind(9)) :: "
	any := func(name string) []string {
		return []string{"!GCC$ attributes no_arg_check :: " + name, "!dir$ ignore_tkr " + name, "integer :: " + name}
	}
	for _, verb := range []string{"MPI_Irecv", "MPI_Isend"} {
		if e.given(verb) {
			e.Interface("subroutine "+verb+"(buf, count, datatype, rank, tag, comm, request, ierror)",
				append(any("buf"), int4+"count, datatype, rank, tag, comm, request, ierror")...)
		}
	}
	if e.given("MPI_Get_address") {
		e.Interface("subroutine MPI_Get_address(location, address, ierror)",
			append(append([]string{"use, intrinsic :: iso_c_binding, only: c_intptr_t"}, any("location")...),
				"integer(c_intptr_t) :: address", int4+"ierror")...)
	}
}

// externals declares, for mpif.h, the other procedures where they must be declared.
func (e *exchange) externals() {
	for _, name := range slices.Sorted(maps.Keys(e.called)) {
		if !e.given(name) && e.x.MustDeclare(strings.ToLower(name)) {
			e.Declare("external :: %s", name)
		}
	}
}

// buffers are the procedures that take a buffer.
var buffers = []string{"MPI_Irecv", "MPI_Isend", "MPI_Get_address"}

// given reports whether a procedure is given an interface.
func (e *exchange) given(name string) bool {
	return e.called[name] && slices.Contains(buffers, name) && !e.Used.Calls(strings.ToLower(name))
}

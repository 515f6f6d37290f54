// Package offmode says an exchange in plain MPI Fortran.
//
// The idea: what comes out is what a careful programmer would write by hand,
// and needs nothing but MPI: peers and sizes are worked out first, then all
// receives are posted, all sends, and all are waited for. It works on the named
// communicator itself (MPI_COMM_WORLD by default), not on a duplicate.
//
// How buffers are described. A contiguous section goes to MPI as it stands,
// with a count of bytes: that is right whatever its type and kind, and whatever
// flags change the default kinds. Everything else (strided, contiguous or not
// as the caller pleases, several sections in one message) becomes an MPI
// datatype made of absolute addresses, from the addresses of the first two
// elements in each dimension. MPI then never sees a section, and no compiler
// can make a copy of one.
//
// Which interface. The module mpi_f08, used inside the BLOCK, whatever the
// program itself uses: it has explicit interfaces for all calls, its arguments
// have kinds of their own, and gfortran accepts it without a warning next to
// "use mpi" and mpif.h. (The mpi module of MPICH has no interfaces for calls
// with buffers, so that buffers of two types in one file are a warning; that of
// Open MPI declares the argument of MPI_Get_address INTENT(IN).) Compilers that
// cannot read the MPI library's modules get mpif.h instead, with integer
// handles and with interfaces for the calls that take buffers.
//
// The register trap. Data arrive while nothing in the program text touches the
// array, so a compiler may use elements that it holds in registers. After the
// waits each array is passed to MPI_F_sync_reg, which does nothing. With mpif.h
// it is MPI_Get_address that is called: MPICH's MPI_F_sync_reg for mpif.h wants
// a second argument that the standard does not have, and crashes without it.
package offmode

import (
	"slices"
	"strconv"
	"strings"

	"github.com/mdmp-fortran/mdmp/codegen/emit"
	"github.com/mdmp-fortran/mdmp/codegen/plan"
)

// API is the Fortran interface of MPI that is used.
type API uint8

// The interfaces.
const (
	F08    API = iota // module mpi_f08, in the BLOCK
	Header            // mpif.h, which must be visible
)

// Exchange does an exchange; inherited is the procedure that returns the communicator and
// tag of messages that say none, "" if no region can have said any.
func Exchange(x *plan.Exchange, used *emit.Names, api API, inherited string) *emit.Block {
	b := emit.NewBlock(used, x.At, "mpi_f08")
	b.Mentions = x.Mentions
	e := &exchange{Words: plan.Words{Block: b}, x: x, api: api, local: map[string]string{}, called: map[string]bool{}, inherited: inherited}
	e.Kind = func() string { return e.name("a") }
	e.count()
	e.Note("MDMP: the exchange above in plain MPI.")
	e.kinds()
	e.Words.Exchange(x, e.say)
	e.interfaces()
	e.externals()
	b.Rename()
	return b
}

// say prepares all messages before any of them is posted.
func (e *exchange) say() {
	e.begin()
	for i, m := range e.x.Messages {
		e.At = m.At
		e.prepare(i, m)
	}
	e.limits()
	for i, m := range e.x.Messages {
		e.At = m.At
		e.post(i, m)
	}
	e.At = e.x.Messages[len(e.x.Messages)-1].At
	e.finish()
}

// exchange is the state of writing one exchange.
type exchange struct {
	plan.Words
	x     *plan.Exchange
	api   API
	local map[string]string // names of variables in the BLOCK

	called    map[string]bool // procedures of mpif.h
	inherited string          // see Exchange

	sized int   // pieces whose size has been noted
	sizes []int // for each message the index of its first piece
	types []int // for each message the index of its datatype, 0 if it has none
	typed int   // messages that need a datatype
	parts int   // most pieces of such a message
	dims  int   // most dimensions of a strided piece
	conds bool  // some message has a condition
	tags  bool  // some tag is an expression
}

// count finds out how many of everything there are.
func (e *exchange) count() {
	pieces := 0
	for _, m := range e.x.Messages {
		e.sizes = append(e.sizes, pieces+1)
		pieces += len(m.Pieces)
		e.conds = e.conds || m.Conditional() || len(e.x.Conds) > 0
		e.tags = e.tags || m.Tag != "" && !number(m.Tag)
		t := 0
		if !direct(m) {
			e.typed++
			t = e.typed
			e.parts = max(e.parts, len(m.Pieces))
			for _, p := range m.Pieces {
				switch {
				case p.Contiguous, p.Each != nil, p.Count != "":
				default:
					e.dims = max(e.dims, p.Rank-1)
				}
			}
		}
		e.types = append(e.types, t)
	}
	e.sized = pieces
}

// direct reports whether a message goes to MPI without a datatype.
func direct(m *plan.Message) bool {
	return len(m.Pieces) == 1 && m.Pieces[0].Contiguous && m.Pieces[0].Each == nil
}

// number reports whether text is an integer constant.
func number(text string) bool {
	_, err := strconv.Atoi(text)
	return err == nil
}

// name returns the name of a variable of the BLOCK.
func (e *exchange) name(short string) string {
	if e.local[short] == "" {
		e.local[short] = e.Used.Name("mdmp_" + short)
	}
	return e.local[short]
}

// elem returns element i of an array of the BLOCK.
func (e *exchange) elem(short string, i int) string {
	return e.name(short) + "(" + strconv.Itoa(i) + ")"
}

// int returns an integer constant of the kind that MPI takes.
func (e *exchange) int(n int) string { return strconv.Itoa(n) + "_" + e.name("i") }

// toInt converts an expression to that kind.
func (e *exchange) toInt(text string) string {
	return e.Intrinsic("int") + "(" + text + ", " + e.name("i") + ")"
}

// kinds declares the kinds.
func (e *exchange) kinds() {
	if e.api == Header {
		e.Declare("integer, parameter :: %s = %s(9), %s = MPI_ADDRESS_KIND",
			e.name("i"), e.Intrinsic("selected_int_kind"), e.name("a"))
		e.Declare("integer(%s) :: %s", e.name("i"), e.name("err"))
		return
	}
	e.Declare("integer, parameter :: %s = %s(%s), %s = %s",
		e.name("i"), e.Intrinsic("kind"), e.mpi("MPI_PROC_NULL"), e.name("a"), e.mpi("MPI_ADDRESS_KIND"))
}

// begin declares the arrays of the exchange and sets what must be set.
func (e *exchange) begin() {
	n := len(e.x.Messages)
	e.Declare("%s :: %s(%d)", e.handle("MPI_Request"), e.name("request"), n)
	e.Declare("integer(%s) :: %s(%d)", e.name("i"), e.name("peer"), n)
	e.Declare("integer(%s) :: %s(%d)", e.name("a"), e.name("size"), e.sized)
	if e.typed > 0 {
		e.Declare("%s :: %s(%d), %s(%d)", e.handle("MPI_Datatype"), e.name("type"), e.typed, e.name("part"), e.parts)
		e.Declare("integer(%s) :: %s(%d)", e.name("a"), e.name("at"), e.parts)
	}
	if e.dims > 0 {
		e.Declare("%s :: %s(%d)", e.handle("MPI_Datatype"), e.name("dim"), e.dims)
	}
	if e.tags {
		e.Declare("integer(%s) :: %s(%d)", e.name("i"), e.name("tag"), n)
	}
	if slices.ContainsFunc(e.x.Messages, func(m *plan.Message) bool { return m.Once }) {
		e.Declare("%s :: %s(%d)", e.handle("MPI_Comm"), e.name("comm"), n)
	}
	e.inherit()
	if n := len(e.x.Conds); n > 0 {
		e.Declare("logical :: %s(%d)", e.name("when"), n)
		e.Conditions(e.x, e.when)
	}
	if e.conds {
		e.Declare("logical :: %s(%d)", e.name("on"), n)
		e.Say("%s = .false.", e.name("on"))
		e.Say("%s = %s", e.name("request"), e.constant("MPI_REQUEST_NULL"))
		e.Say("%s = %s", e.name("peer"), e.constant("MPI_PROC_NULL"))
		e.Say("%s = %s", e.name("size"), "0_"+e.name("a"))
	}
}

// limits stops before anything is posted if a count is too large for MPI, and
// makes every missing neighbour MPI_PROC_NULL.
func (e *exchange) limits() {
	e.At = e.x.At
	e.Say("if (%s(%s > %s(%s))) error stop '%s: too large for one MPI message'", e.Intrinsic("any"),
		e.name("size"), e.Intrinsic("huge"), e.int(1), place(e.x))
	e.Say("where (%s < 0) %s = %s", e.name("peer"), e.name("peer"), e.constant("MPI_PROC_NULL"))
}

// place names the exchange in a message, without characters that mean something.
func place(x *plan.Exchange) string {
	name := x.At.Name[strings.LastIndexAny(x.At.Name, `/\`)+1:]
	name = strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' || r == '\'' || r == '"' {
			return '_'
		}
		return r
	}, name)
	return name + ":" + strconv.Itoa(x.At.Line)
}

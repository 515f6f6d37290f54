// Package nonblocking says the program's own blocking MPI calls as nonblocking ones, in plain MPI.
//
// The idea: nothing is needed but MPI. A group of calls whose messages are under way together
// stands in a BLOCK that declares a request for each message. A call becomes its nonblocking
// form with the arguments that it had; the wait stands where package overlap has found that
// it has to be. A flag for each message says whether it was begun, so that a call in the branch of
// an IF is waited for behind it, and one that MPI refused is not waited for at all.
//
// The program as it was written stays in the text: calls in their places and nests beside those that are cut,
// under the condition that this way is taken (choice.go).
//
// Error codes. The variable of the program gets what the nonblocking form returns, and what the
// wait returns, unless it was set anew in between. A call that has an error code has one after
// the wait, and nobody has looked at it before.
//
// Statuses. What a status says of a receive from nobody differs between MPI_Recv and MPI_Irecv in some
// libraries. So where a status is looked at, and the source is negative (nobody, or a wildcard in libraries
// that have negative ones), the call is made as it was written.
//
// Which interface. Where handles are of types of their own the module mpi_f08 has all that is
// needed. Else the procedures of mpif.h are named by interfaces with binding labels, which no name of the
// program and no interface of an MPI library meets: not all modules mpi have MPI_Irecv, and those that
// have one differ. These interfaces check nothing, as calls without one would.
//
// The register trap is that of package offmode: behind a wait each buffer is passed to a procedure
// that does nothing to it.
package nonblocking

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mdmp-fortran/mdmp/analysis/overlap"
	"github.com/mdmp-fortran/mdmp/codegen/emit"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/mpi"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// Writer writes the groups of a file.
type Writer struct {
	File *source.File
	Used *emit.Names
	// Parallel: directives of OpenMP are obeyed.
	Parallel bool
	n        int // messages so far
	all      int // groups so far
}

// Group is what is to be written for a group.
type Group struct {
	Head, Tail []emit.Stmt
	// Starts and Waits are for each call what begins and what completes its messages.
	Starts, Waits map[*overlap.Call][]emit.Stmt
	Nests         map[*overlap.Cut]*Nest
	// AsWritten is true where calls are to be made as they were written, in their places.
	AsWritten string

	first map[*overlap.Call]int // the number before that of the first message
}

// group is the state of writing one.
type group struct {
	*Writer
	*emit.Block
	handles bool
	n       int    // the number of the group
	kind    string // of MPI's integers
}

// Intrinsics are the procedures that every group calls.
func Intrinsics() []string { return []string{clock, "kind"} }

// Group writes a group. host are names that are to be mentioned before it (emit.Block.Host), arrays the ranges of
// array assignments that are cut.
func (w *Writer) Group(g *overlap.Group, host []string, arrays map[*overlap.Cut]Range) *Group {
	at := w.File.Position(g.List[g.From].Item.First().Span().Start)
	w.all++
	b := &group{w, emit.NewBlock(w.Used, at, "mpi_f08"), g.Calls[0].Handles, w.all, ""}
	b.Host = host
	out := &Group{Starts: map[*overlap.Call][]emit.Stmt{}, Waits: map[*overlap.Call][]emit.Stmt{}, Nests: map[*overlap.Cut]*Nest{}, first: map[*overlap.Call]int{}}
	b.declare(g)
	b.Note("MDMP: messages are under way in here.")
	b.Say("%s = 0", b.name("error")) // it may have more bytes than MPI sets
	done := b.choose()
	out.AsWritten = b.written()
	for _, c := range g.Calls {
		if c.Kind == mpi.Wait {
			out.Waits[c] = b.later(c)
			continue
		}
		first := w.n
		out.first[c] = first
		for range c.Messages {
			w.n++
			b.Say("%s = .false.", b.flag(w.n))
		}
		out.Starts[c], out.Waits[c] = b.start(c, first), b.wait(c, first)
	}
	for i, cut := range g.Cuts {
		out.Nests[cut] = b.nest(cut, arrays[cut], i+1, out)
	}
	b.Rest()
	done()
	out.Head, out.Tail = b.Parts()
	return out
}

func (b *group) name(short string) string { return b.Writer.Used.Name("mdmp_" + short) }

func (b *group) numbered(short string, n int) string { return b.name(fmt.Sprint(short, n)) }

func (b *group) flag(n int) string { return b.numbered("begun", n) }

func (b *group) request(n int) string { return b.numbered("request", n) }

// send is the nonblocking form of a call that sends.
func send(c *overlap.Call) string {
	if c.Synchronous() {
		return "MPI_Issend"
	}
	return "MPI_Isend"
}

// declare declares what all calls use, those in nests that are cut, too.
func (b *group) declare(g *overlap.Group) {
	b.kind = b.kindOf(g)
	b.Declare("integer(%s) :: %s", b.kind, b.name("error"))
	sends := []string{"MPI_Isend"}
	if slices.ContainsFunc(g.Calls, (*overlap.Call).Synchronous) {
		sends = append(sends, "MPI_Issend")
	}
	if b.handles {
		for _, p := range append(sends, "MPI_Irecv", "MPI_Wait", "MPI_F_sync_reg", "MPI_Request") {
			b.Use(p, b.name(strings.ToLower(p)))
		}
		return
	}
	b.Declare("integer(8) :: %s", b.name("address"))
	b.interfaces(append(sends, "MPI_Irecv"), len(g.Cuts) > 0)
}

// kindOf is the kind of MPI's integers, whatever a flag makes of those of the program: that of what it hands to MPI.
func (b *group) kindOf(g *overlap.Group) string {
	if b.handles {
		return "kind(" + b.Use("MPI_SUCCESS", b.name("mpi_success")) + ")"
	}
	for _, c := range g.Calls {
		for _, arg := range []string{"comm", "request", "array_of_requests"} {
			if x := c.Arg(arg); x != nil {
				return "kind(" + emit.Verbatim(c.Stmt.Line, x.Span()) + ")"
			}
		}
	}
	return "kind(1)"
}

// logical is the type of MPI's logicals.
func (b *group) logical() string {
	if b.handles {
		return "logical(kind(" + b.Use("MPI_SUBARRAYS_SUPPORTED", b.name("mpi_subarrays")) + "))"
	}
	return "logical(" + b.kind + ")"
}

// interfaces declares the procedures of mpif.h, with arguments of any kind.
func (b *group) interfaces(begin []string, cuts bool) {
	type procedure struct{ name, args string }
	var list []procedure
	for _, name := range begin {
		list = append(list, procedure{name, "buf, count, datatype, rank, tag, comm, request, error"})
	}
	list = append(list, procedure{"MPI_Wait", "request, status, error"}, procedure{"MPI_Get_address", "buf, address, error"})
	if cuts {
		list = append(list, procedure{"MPI_Request_get_status", "request, done, status, error"})
	}
	for _, p := range list {
		label := strings.ToLower(p.name)
		lines := []string{"use, intrinsic :: iso_c_binding, only: c_int"}
		for arg := range strings.SplitSeq(p.args, ", ") { // a line in fixed form is short
			lines = append(lines, "!GCC$ attributes no_arg_check :: "+arg, "!dir$ ignore_tkr "+arg)
		}
		b.Interface(fmt.Sprintf("subroutine %s(%s) bind(c, name='%s_')", b.name(label), p.args, label), append(lines, "integer(c_int) :: "+p.args)...)
	}
}

// start are the statements that begin the messages of a call, numbered from first on.
func (b *group) start(c *overlap.Call, first int) []emit.Stmt {
	s := &list{at: b.File.Position(c.Stmt.Span().Start), depth: 1}
	line := c.Stmt.Line
	text := func(x ast.Expr) string { return emit.Verbatim(line, x.Span()) }
	s.open("if (%s) then", b.moved())
	conditions := conditions(c)
	for _, x := range conditions {
		s.open("if (%s) then", x)
	}
	shown := c.Shown()
	if shown {
		s.open("if (%s < 0) then", text(c.Arg("source")))
		s.say("%s", emit.Verbatim(line, itself(c)))
		s.turn("else")
	}
	for i, m := range c.Messages {
		n := first + i + 1
		verb := "MPI_Irecv"
		if m.Send {
			verb = send(c)
		}
		var args []string
		for _, a := range m.Args {
			args = append(args, text(a.X))
		}
		args = append(args, text(c.Arg("comm")), b.request(n), b.name("error"))
		if b.handles {
			b.Declare("type(%s) :: %s", b.name("mpi_request"), b.request(n))
		} else {
			b.Declare("integer(%s) :: %s", b.kind, b.request(n))
		}
		b.Declare("logical :: %s", b.flag(n))
		s.say("call %s(%s)", b.name(strings.ToLower(verb)), strings.Join(args, ", "))
		s.say("%s = %s == 0", b.flag(n), b.name("error"))
		switch {
		case c.Error == nil:
		case i == 0:
			s.say("%s = %s", text(c.Error), b.name("error"))
		default:
			s.say("if (.not. %s) %s = %s", b.flag(n), text(c.Error), b.name("error"))
		}
	}
	if shown {
		s.shut("end if")
	}
	for range conditions {
		s.shut("end if")
	}
	s.shut("end if")
	return s.stmts
}

// conditions are what decides whether a call is executed where it begins.
func conditions(c *overlap.Call) []string {
	var out []string
	text := func(st *ast.Stmt, x ast.Expr) string { return emit.Verbatim(st.Line, x.Span()) }
	if c.Under != nil && (c.Kind == mpi.Wait || !c.Inside() || c.Late != nil) {
		for _, x := range c.Under.Conditions {
			out = append(out, condition(x, text))
		}
	}
	if x := c.Outer(); x != c.Stmt {
		out = append(out, text(x, x.Body.(*ast.Cond).X))
	}
	return out
}

// condition is one of them.
func condition(x overlap.Condition, text func(*ast.Stmt, ast.Expr) string) string {
	out := text(x.Stmt, x.X)
	var values []string
	for _, v := range x.Values {
		values = append(values, valued("("+out+")", v, text))
	}
	if len(values) > 0 {
		out = strings.Join(values, " .or. ")
	}
	if x.Not {
		out = ".not. (" + out + ")"
	}
	return out
}

// valued says that something has a value of a CASE statement.
func valued(x string, v overlap.Value, text func(*ast.Stmt, ast.Expr) string) string {
	r, ok := v.X.(*ast.Range)
	if !ok {
		return x + " == (" + text(v.Stmt, v.X) + ")"
	}
	var ends []string
	if r.Lo != nil {
		ends = append(ends, x+" >= ("+text(v.Stmt, r.Lo)+")")
	}
	if r.Hi != nil {
		ends = append(ends, x+" <= ("+text(v.Stmt, r.Hi)+")")
	}
	return strings.Join(ends, " .and. ")
}

// itself is where the text of a call is, without the IF that it may be the action of: a condition is evaluated once.
func itself(c *overlap.Call) source.Span {
	at := c.Stmt.Span()
	if x := c.Outer(); x != c.Stmt {
		at.Start = emit.Inner(x.Line, x.Body.(*ast.Cond).X.Span())
	}
	return at
}

// wait are the statements that complete them.
func (b *group) wait(c *overlap.Call, first int) []emit.Stmt {
	s := &list{at: b.File.Position(c.Stmt.Span().Start), depth: 1}
	line := c.Stmt.Line
	for i, m := range c.Messages {
		n := first + i + 1
		status := ""
		if !m.Send && c.Status != nil {
			status = emit.Verbatim(line, c.Status.Span())
		} else {
			status = b.ignored()
		}
		s.open("if (%s) then", b.flag(n))
		s.say("call %s(%s, %s, %s)", b.name("mpi_wait"), b.request(n), status, b.name("error"))
		if c.Error != nil && c.ErrorKept {
			code := emit.Verbatim(line, c.Error.Span())
			s.say("if (%s /= 0) %s = %s", b.name("error"), code, b.name("error"))
		}
		b.sync(s, m)
		s.shut("end if")
	}
	return s.stmts
}

// ignored is a status that nobody looks at.
func (b *group) ignored() string {
	if b.handles {
		b.Use("MPI_STATUS_IGNORE", b.name("mpi_status_ignore"))
		return b.name("mpi_status_ignore")
	}
	b.Declare("integer :: %s(64)", b.name("status")) // as long as that of any MPI
	return b.name("status")
}

// later is a wait of the program in its new place.
func (b *group) later(c *overlap.Call) []emit.Stmt {
	s := &list{at: b.File.Position(c.Stmt.Span().Start), depth: 1}
	s.open("if (%s) then", b.moved())
	conditions := conditions(c)
	for _, x := range conditions {
		s.open("if (%s) then", x)
	}
	s.say("%s", emit.Verbatim(c.Stmt.Line, c.Stmt.Span()))
	seen := map[string]bool{}
	for _, m := range c.Messages {
		if name := ast.String(m.Variable); !seen[name] {
			seen[name] = true
			for _, x := range m.There {
				s.open("if (%s) then", ast.String(x))
			}
			b.sync(s, m)
			for range m.There {
				s.shut("end if")
			}
		}
	}
	for range conditions {
		s.shut("end if")
	}
	s.shut("end if")
	return s.stmts
}

// sync makes the compiler forget what it knows of the buffer of a message.
func (b *group) sync(s *list, m *overlap.Message) {
	if b.handles {
		s.say("call %s(%s)", b.name("mpi_f_sync_reg"), ast.String(m.Variable))
		return
	}
	s.say("call %s(%s, %s, %s)", b.name("mpi_get_address"), ast.String(m.Variable), b.name("address"), b.name("error"))
}

// list is a list of statements in the making.
type list struct {
	at    source.Position
	depth int
	stmts []emit.Stmt
}

func (l *list) say(format string, args ...any) {
	l.stmts = append(l.stmts, emit.Stmt{Text: fmt.Sprintf(format, args...), Depth: l.depth, Line: l.at})
}

func (l *list) open(format string, args ...any) {
	l.say(format, args...)
	l.depth++
}

func (l *list) turn(text string) {
	l.depth--
	l.open("%s", text)
}

func (l *list) shut(text string) {
	l.depth--
	l.say("%s", text)
}

package offmode

import (
	"strings"

	"github.com/mdmp-fortran/mdmp/codegen/plan"
)

// prepare works out peer, tag, size and datatype of message i.
func (e *exchange) prepare(i int, m *plan.Message) {
	for _, c := range m.Conditions(e.when) {
		e.Open("if (%s) then", c)
	}
	if m.Conditional() {
		e.Say("%s = .true.", e.elem("on", i+1))
	}
	e.Say("%s = %s", e.elem("peer", i+1), e.toInt(m.Peer))
	if e.tags {
		e.Say("%s = %s", e.elem("tag", i+1), e.tag(m))
	}
	if m.Once {
		e.Say("%s = %s", e.elem("comm", i+1), e.comm(m))
	}
	for k, p := range m.Pieces {
		if p.Cond == nil || len(m.Pieces) == 1 {
			e.section(m, p, k+1, e.elem("size", e.sizes[i]+k))
			continue
		}
		e.Open("if (%s) then", e.when(p.Cond))
		e.section(m, p, k+1, e.elem("size", e.sizes[i]+k))
		e.Else("else")
		e.nothing(k + 1)
		e.Shut("end if")
	}
	if e.types[i] > 0 {
		e.join(len(m.Pieces), e.elem("type", e.types[i]))
	}
	for range m.Conditions(e.when) {
		e.Shut("end if")
	}
}

// when has the value of a condition of sections.
func (e *exchange) when(c *plan.Cond) string { return e.elem("when", c.N) }

// section works out size and datatype of section k of a message.
func (e *exchange) section(m *plan.Message, p *plan.Piece, k int, size string) {
	e.Prepare(p)
	switch {
	case direct(m):
		e.Say("%s = %s", size, e.bytes(p))
	case p.Each != nil:
		e.single(p, k, size)
	case p.Contiguous:
		e.whole(p, k, size)
	case p.Count != "":
		e.counted(p, k, size)
	default:
		e.strided(p, k, size)
	}
}

func (e *exchange) tag(m *plan.Message) string {
	switch {
	case e.inherited != "" && m.M.InheritsTag():
		return e.toInt(e.elem("inherited", 2))
	case m.Tag == "":
		return e.int(0)
	case number(m.Tag):
		return m.Tag + "_" + e.name("i")
	}
	return e.toInt(m.Tag)
}

// bytes returns the size of a contiguous piece.
func (e *exchange) bytes(p *plan.Piece) string {
	elem := e.Intrinsic("storage_size") + "(" + p.Measure + ", " + e.name("a") + ")/8"
	switch {
	case p.Count != "":
		return e.Int(p.Count) + "*(" + elem + ")"
	case p.Pack != "":
		return e.Intrinsic("size") + "(" + p.Pack + ", kind=" + e.name("a") + ")*(" + elem + ")"
	case p.Rank == 0:
		return elem
	}
	return e.Intrinsic("size") + "(" + p.Text + ", kind=" + e.name("a") + ")*(" + elem + ")"
}

// buffer returns what is passed for a contiguous piece.
func buffer(p *plan.Piece) string {
	switch {
	case p.Pack != "":
		return p.Pack
	case p.Count != "" && len(p.Index) > 0:
		return p.First
	}
	return p.Text
}

// post starts message i.
func (e *exchange) post(i int, m *plan.Message) {
	verb := "MPI_Irecv"
	if m.Send {
		verb = "MPI_Isend"
	}
	tag := e.tag(m)
	if e.tags {
		tag = e.elem("tag", i+1)
	}
	comm := e.comm(m)
	if m.Once {
		comm = e.elem("comm", i+1)
	}
	rest := []string{e.elem("peer", i+1), tag, comm, e.elem("request", i+1)}
	var args []string
	if direct(m) {
		args = append(args, buffer(m.Pieces[0]), e.toInt(e.elem("size", e.sizes[i])), e.constant("MPI_BYTE"))
	} else {
		args = append(args, e.mpi("MPI_BOTTOM"), e.int(1), e.elem("type", e.types[i]))
	}
	text := e.callText(verb, append(args, rest...)...)
	if m.Conditional() {
		text = "if (" + e.elem("on", i+1) + ") " + text
	}
	e.Say("%s", text)
}

// finish waits, tells the compiler what has changed, and frees everything.
func (e *exchange) finish() {
	e.call("MPI_Waitall", e.int(len(e.x.Messages)), e.name("request"), e.mpi("MPI_STATUSES_IGNORE"))
	if !quiet(e.x) {
		e.Note("The compiler does not see that these have changed: it shall not use copies in registers.")
	}
	for _, k := range e.x.Keeps {
		if !k.ReadOnly {
			e.sync(k)
		}
	}
	e.Back(e.x, e.kept)
	for i, m := range e.x.Messages {
		if e.types[i] == 0 {
			continue
		}
		text := e.callText("MPI_Type_free", e.elem("type", e.types[i]))
		if m.Conditional() {
			text = "if (" + e.elem("on", i+1) + ") " + text
		}
		e.Say("%s", text)
	}
}

// sync makes the compiler forget what it knows of a variable.
func (e *exchange) sync(k *plan.Keep) {
	what := k.Text
	var guards []string
	if !k.Contiguous && k.Elem != "" {
		what = e.element(k)
		for _, g := range k.Guard {
			guards = append(guards, e.Intrinsic("size")+"("+g+") > 0")
		}
	}
	text := "call " + e.mpi("MPI_F_sync_reg") + "(" + what + ")"
	if e.api == Header {
		e.Declare("integer(%s) :: %s", e.name("a"), e.name("next"))
		text = e.callText("MPI_Get_address", what, e.name("next"))
	}
	cond, guard := e.kept(k), strings.Join(guards, " .and. ")
	switch {
	case cond == "" && guard == "":
		e.Say("%s", text)
	case cond == "":
		e.Say("if (%s) %s", guard, text)
	case guard == "":
		e.Say("if (%s) %s", cond, text)
	default:
		e.Open("if (%s) then", cond)
		e.Say("if (%s) %s", guard, text)
		e.Shut("end if")
	}
}

// kept is the condition under which a message named k, "" if one always does.
func (e *exchange) kept(k *plan.Keep) string {
	return k.Condition(func(i int) string { return e.elem("on", i+1) }, e.when)
}

// element returns an element of a variable, the first.
func (e *exchange) element(k *plan.Keep) string {
	e.Intrinsic("lbound")
	return k.Elem
}

// quiet reports whether nothing in the exchange can have changed.
func quiet(x *plan.Exchange) bool {
	for _, k := range x.Keeps {
		if !k.ReadOnly {
			return false
		}
	}
	return true
}

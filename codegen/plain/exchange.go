package plain

import (
	"slices"
	"strconv"
	"strings"

	"mdmp/analysis/regions"
	"mdmp/codegen/layout"
	"mdmp/codegen/names"
	"mdmp/codegen/plan"
)

// Management says how much of an exchange the run time decides.
type Management struct {
	Auto    bool                       // what is sent is remembered,
	Managed bool                       // sends may go early,
	Lazy    bool                       // receives may stay pending,
	Prompt  func(c *regions.Comm) bool // but not these,
	Licence string                     // or as far as was granted to the procedure of this name
}

// Exchange returns the statements that do an exchange, and the intrinsic
// procedures that they call although the user's expressions use their names.
func Exchange(x *plan.Exchange, used *names.Used, how Management) (stmts []layout.Stmt, clash []string) {
	w := newWriter(used, x.At)
	w.Alias(x.Aliases)
	handle := w.handle("mdmp_x")
	e := &exchange{writer: w, x: x, handle: handle}
	packs := e.packs()
	if len(packs) > 0 {
		w.Open("associate (%s)", strings.Join(packs, ", "))
	}
	names := unset(x)
	if names != "" {
		names = ", " + w.constant(names)
	}
	w.Say("call %s(%s, %s, %s%s)", w.rt("mdmp_begin"), handle, w.constant(x.At.Name), w.number(x.At.Line), names)
	switch {
	case how.Licence != "":
		w.Say("call %s(%s, %s, %s)", w.rt("mdmp_licensed"), handle, w.handle("mdmp_p"), w.constant(how.Licence))
	case how.Auto:
		w.Say("call %s(%s, %s)", w.rt("mdmp_manage"), handle, w.number(how.number()))
	}
	for i, m := range x.Messages {
		w.At = m.At
		if (how.Lazy || how.Licence != "") && how.Prompt(m.C) {
			w.Say("call %s(%s, %s)", w.rt("mdmp_prompt"), handle, w.number(m.At.Line))
		}
		e.message(i, m)
	}
	w.At = x.Messages[len(x.Messages)-1].At
	w.Say("call %s(%s)", w.rt("mdmp_end"), handle)
	e.keeps()
	if len(packs) > 0 {
		w.Shut("end associate")
	}
	return w.Stmts(x.Mentions), w.Clash(x.Mentions)
}

// unset names the variables that may have no storage, for errors: messages by
// line, their sections by position. Where it is known only when the program runs
// how many sections there are, one name stands for all of them. Of very many
// messages only the first have names: lines have an end.
func unset(x *plan.Exchange) string {
	const most = 1000
	var messages []string
	size := 0
	for _, m := range x.Messages {
		var list, some []string
		fixed := true
		for _, p := range m.Pieces {
			list = append(list, p.Unset)
			if p.Unset != "" && !slices.Contains(some, p.Unset) {
				some = append(some, p.Unset)
			}
			fixed = fixed && p.Count == "" && p.Each == nil
		}
		names := strings.Join(some, " or ")
		if fixed {
			names = strings.Join(list, ",")
		}
		if names = strconv.Itoa(m.At.Line) + ":" + names; len(some) > 0 && size+len(names) < most {
			messages = append(messages, names)
			size += len(names) + 1
		}
	}
	return strings.Join(messages, ";")
}

// number is the second argument of mdmp_manage.
func (m Management) number() int {
	switch {
	case m.Lazy:
		return 1
	case m.Managed:
		return 0
	}
	return 2
}

// exchange is the state of writing one exchange.
type exchange struct {
	writer
	x      *plan.Exchange
	handle string
	conds  map[int]string // logical variables that remember conditions, by message
	temps  []string       // allocated copies
}

// packs declares what sections with vector subscripts are copied into, and
// returns the associations for those that need no condition.
func (e *exchange) packs() []string {
	associations, copies := e.x.Packs()
	for _, p := range copies {
		e.Intrinsic("kind")
		e.Declare("%s", p.PackVariable())
		e.temps = append(e.temps, p.Pack)
	}
	return associations
}

func (e *exchange) message(i int, m *plan.Message) {
	cond := ""
	if m.If != "" {
		if e.remembered(i) {
			cond = e.condition(i)
			e.Say("%s = .false.", cond)
		}
		e.Open("if (%s) then", m.If)
		if cond != "" {
			e.Say("%s = .true.", cond)
		}
	}
	for _, p := range m.Pieces {
		e.prepare(p)
	}
	if len(m.Pieces) == 1 && m.Pieces[0].Each == nil {
		e.single(m, m.Pieces[0])
	} else {
		e.several(m)
	}
	if m.If != "" {
		e.Shut("end if")
	}
}

// remembered reports whether the condition of message i is needed again after
// the exchange.
func (e *exchange) remembered(i int) bool {
	for _, k := range e.x.Keeps {
		if k.Always {
			continue
		}
		for _, n := range k.Ifs {
			if n == i {
				return true
			}
		}
	}
	return false
}

// condition returns the variable that remembers the condition of message i.
func (e *exchange) condition(i int) string {
	if e.conds == nil {
		e.conds = map[int]string{}
	}
	if e.conds[i] == "" {
		e.conds[i] = e.Used.Name("mdmp_c" + strconv.Itoa(len(e.conds)+1))
		e.Declare("logical :: %s", e.conds[i])
	}
	return e.conds[i]
}

// prepare evaluates what a section needs before it can be stated.
func (e *exchange) prepare(p *plan.Piece) {
	for _, h := range p.Hoists {
		kind := e.rt("mdmp_long")
		e.Declare("integer(%s) :: %s", kind, h.Name)
		e.Say("%s = %s(%s, %s)", h.Name, e.Intrinsic("int"), h.Text, kind)
	}
	if p.PackDecl != "" {
		e.Say("%s", plan.Copy(p))
	}
}

// verb returns the entry point for a message with the given suffix.
func (e *exchange) verb(m *plan.Message, suffix string) string {
	if m.Send {
		return e.rt("mdmp_send" + suffix)
	}
	return e.rt("mdmp_recv" + suffix)
}

// single states a message of one section.
func (e *exchange) single(m *plan.Message, p *plan.Piece) {
	line := e.number(m.At.Line)
	if p.Count != "" {
		e.Say("call %s(%s, %s, %s, %s, %s)", e.verb(m, "_count"), e.handle, line, p.Text, e.elements(p), e.envelope(m))
		return
	}
	e.Say("call %s(%s, %s, %s, %s)", e.verb(m, ""), e.handle, line, passed(p), e.envelope(m))
}

// several states a message of several sections.
func (e *exchange) several(m *plan.Message) {
	for _, p := range m.Pieces {
		if p.Count != "" {
			e.Say("call %s(%s, %s, %s)", e.rt("mdmp_part_count"), e.handle, p.Text, e.elements(p))
			continue
		}
		e.part(p)
	}
	e.Say("call %s(%s, %s, %s)", e.verb(m, "_parts"), e.handle, e.number(m.At.Line), e.envelope(m))
}

// part adds a section to a message of several, if need be in pieces.
func (e *exchange) part(p *plan.Piece) {
	long := ""
	if p.Each != nil {
		long = e.rt("mdmp_long")
	}
	for i := len(p.Each) - 1; i >= 0; i-- {
		l := p.Each[i]
		integer := e.Intrinsic("int")
		for _, name := range []string{"lbound", "ubound", "merge"} {
			e.Intrinsic(name)
		}
		e.Declare("integer(%s) :: %s", long, l.Var)
		e.Open("do %s = %s(%s, %s), %s(%s, %s), %s(%s, %s)", l.Var, integer, l.Lo, long, integer, l.Hi, long, integer, l.Step, long)
	}
	what := passed(p)
	if p.Each != nil {
		what = p.Element
	}
	e.Say("call %s(%s, %s)", e.rt("mdmp_part"), e.handle, what)
	for range p.Each {
		e.Shut("end do")
	}
}

func passed(p *plan.Piece) string {
	if p.Pack != "" {
		return p.Pack
	}
	return p.Text
}

// elements returns offset and count of the count form. The offset is that of
// the first element in array element order.
func (e *exchange) elements(p *plan.Piece) string {
	kind, integer := e.rt("mdmp_long"), e.Intrinsic("int")
	count := integer + "(" + p.Count + ", " + kind + ")"
	if len(p.Index) == 0 {
		return "0_" + kind + ", " + count
	}
	return e.offset(p, 0) + ", " + count
}

// offset is (i - lbound) of dimension d, plus its extent times the offset in
// the dimensions behind it.
func (e *exchange) offset(p *plan.Piece, d int) string {
	kind := e.rt("mdmp_long")
	dim := strconv.Itoa(d + 1)
	here := e.Intrinsic("int") + "(" + p.Index[d] + ", " + kind + ") - " +
		e.Intrinsic("lbound") + "(" + p.Text + ", " + dim + ", " + kind + ")"
	if d == len(p.Index)-1 {
		return here
	}
	return here + " + " + e.Intrinsic("size") + "(" + p.Text + ", " + dim + ", " + kind + ")*(" + e.offset(p, d+1) + ")"
}

// envelope returns peer, tag and communicator.
func (e *exchange) envelope(m *plan.Message) string {
	kind, integer := e.rt("mdmp_int"), e.Intrinsic("int")
	tag := "0_" + kind
	if m.Tag != "" {
		tag = integer + "(" + m.Tag + ", " + kind + ")"
	}
	comm := m.Comm
	if comm == "" {
		comm = e.rt("mdmp_world")
	}
	return integer + "(" + m.Peer + ", " + kind + "), " + tag + ", " + comm
}

// keeps passes every array once more, so that the compiler keeps nothing of it
// in registers, and frees the copies.
func (e *exchange) keeps() {
	for _, k := range e.x.Keeps {
		call := "call " + e.rt("mdmp_keep") + "(" + k.Text + ")"
		if k.Always {
			e.Say("%s", call)
			continue
		}
		var conds []string
		for _, i := range k.Ifs {
			conds = append(conds, e.condition(i))
		}
		e.Say("if (%s) %s", strings.Join(conds, " .or. "), call)
	}
	for _, t := range e.temps {
		name := e.Intrinsic("allocated")
		e.Say("if (%s(%s)) deallocate (%s)", name, t, t)
	}
}

package calls

import (
	"slices"
	"strconv"
	"strings"

	"github.com/mdmp-fortran/mdmp/analysis/regions"
	"github.com/mdmp-fortran/mdmp/codegen/emit"
	"github.com/mdmp-fortran/mdmp/codegen/plan"
)

// Management says how much of an exchange the run time decides.
type Management struct {
	Auto     bool                          // what is sent is remembered,
	Managed  bool                          // sends may go early,
	Lazy     bool                          // receives may stay pending,
	Prompt   func(c *regions.Message) bool // but not these,
	Deferral string                        // or as far as was granted to the procedure of this name
	Blocked  func(c *regions.Message) int  // the line of a statement that may wait for another rank, for which a receive completes; 0: none
}

// Exchange does an exchange.
func Exchange(x *plan.Exchange, used *emit.Names, how Management) *emit.Block {
	w := newWriter(used, x.At, x.Mentions)
	e := &exchange{writer: w, x: x, handle: w.handle("mdmp_x"), messageConds: map[int]string{}, sectionConds: map[*plan.Cond]string{}}
	w.Words.Exchange(x, func() { e.say(how) })
	w.Rename()
	return w.Block
}

// say states the messages between mdmp_begin and mdmp_end.
func (e *exchange) say(how Management) {
	names := strings.Trim(unset(e.x)+";"+e.blocked(how), ";")
	if names != "" {
		names = ", " + e.constant(names)
	}
	e.Say("call %s(%s, %s, %s%s)", e.rt("mdmp_begin"), e.handle, e.constant(e.x.At.Name), e.number(e.x.At.Number()), names)
	switch {
	case how.Deferral != "":
		e.Say("call %s(%s, %s, %s)", e.rt("mdmp_deferrable"), e.handle, e.writer.handle("mdmp_p"), e.constant(how.Deferral))
	case how.Auto:
		e.Say("call %s(%s, %s)", e.rt("mdmp_manage"), e.handle, e.number(how.number()))
	}
	e.Conditions(e.x, e.sectionCond)
	for i, m := range e.x.Messages {
		e.At = m.At
		if (how.Lazy || how.Deferral != "") && (m.Back() || how.Prompt(m.M)) {
			e.Say("call %s(%s, %s)", e.rt("mdmp_prompt"), e.handle, e.number(m.At.Number()))
		}
		e.message(i, m)
	}
	e.At = e.x.Messages[len(e.x.Messages)-1].At
	e.Say("call %s(%s)", e.rt("mdmp_end"), e.handle)
	e.keeps()
}

// blocked says for which statements receives are complete at their exchange, for the profile.
func (e *exchange) blocked(how Management) string {
	const most = 40
	var list []string
	for _, m := range e.x.Messages {
		if how.Blocked == nil || len(list) == most {
			break
		}
		if line := how.Blocked(m.M); line > 0 {
			list = append(list, strconv.Itoa(m.At.Number())+"!"+strconv.Itoa(line))
		}
	}
	return strings.Join(list, ";")
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
			fixed = fixed && p.Count == "" && p.Each == nil && p.Cond == nil
		}
		names := strings.Join(some, " or ")
		if fixed {
			names = strings.Join(list, ",")
		}
		if names = strconv.Itoa(m.At.Number()) + ":" + names; len(some) > 0 && size+len(names) < most {
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
	x            *plan.Exchange
	handle       string
	messageConds map[int]string // logical variables that remember conditions, by message
	sectionConds map[*plan.Cond]string
}

func (e *exchange) message(i int, m *plan.Message) {
	cond := ""
	if m.If != "" {
		if e.remembered(i) {
			cond = e.messageCond(i)
			e.Say("%s = .false.", cond)
		}
		e.Open("if (%s) then", m.If)
		if cond != "" {
			e.Say("%s = .true.", cond)
		}
	}
	if len(m.Any) > 0 {
		e.Open("if (%s) then", plan.Either(m.Any, e.sectionCond))
	}
	for _, p := range m.Pieces {
		if p.Prepared() {
			e.Where(p, e.sectionCond, func() {
				e.Prepare(p)
				e.distinct(m, p)
			})
		}
	}
	if len(m.Pieces) == 1 && m.Pieces[0].Each == nil && m.Pieces[0].List == nil {
		e.single(m, m.Pieces[0])
	} else {
		e.several(m)
	}
	if len(m.Any) > 0 {
		e.Shut("end if")
	}
	if m.If != "" {
		e.Shut("end if")
	}
}

// distinct has the lists of elements to receive into checked (MDMP_VERIFY).
func (e *exchange) distinct(m *plan.Message, p *plan.Piece) {
	for _, h := range p.Hoists {
		if p.Back && h.Vector {
			e.Say("call %s(%s, %s, %s, %s)", e.rt("mdmp_distinct"), e.handle, e.number(m.At.Number()), h.Name,
				e.Int(e.Intrinsic("size")+"("+h.Name+")"))
		}
	}
}

// sectionCond returns the variable that has the value of a condition of sections.
func (e *exchange) sectionCond(c *plan.Cond) string {
	if e.sectionConds[c] == "" {
		e.sectionConds[c] = e.Used.Name("mdmp_w" + strconv.Itoa(c.N))
		e.Declare("logical :: %s", e.sectionConds[c])
	}
	return e.sectionConds[c]
}

// remembered reports whether the condition of message i is needed again after
// the exchange.
func (e *exchange) remembered(i int) bool {
	return slices.ContainsFunc(e.x.Keeps, func(k *plan.Keep) bool {
		return !k.Always && slices.ContainsFunc(k.Ifs, func(w plan.When) bool { return w.Message == i })
	})
}

// messageCond returns the variable that remembers the condition of message i.
func (e *exchange) messageCond(i int) string {
	if e.messageConds[i] == "" {
		e.messageConds[i] = e.Used.Name("mdmp_c" + strconv.Itoa(len(e.messageConds)+1))
		e.Declare("logical :: %s", e.messageConds[i])
	}
	return e.messageConds[i]
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
	line := e.number(m.At.Number())
	if p.Count != "" {
		e.handed(p, func(array string) {
			e.Say("call %s(%s, %s, %s, %s, %s)", e.verb(m, "_count"), e.handle, line, array, e.elements(p), e.envelope(m))
		})
		return
	}
	e.handed(p, func(section string) {
		e.Say("call %s(%s, %s, %s, %s)", e.verb(m, ""), e.handle, line, section, e.envelope(m))
	})
}

// several states a message of several sections.
func (e *exchange) several(m *plan.Message) {
	e.parts("mdmp_part", e.handle, m, e.sectionCond)
	e.Say("call %s(%s, %s, %s)", e.verb(m, "_parts"), e.handle, e.number(m.At.Number()), e.envelope(m))
}

// parts states the sections of a message by an entry point, those whose conditions hold.
func (w writer) parts(entry, handle string, m *plan.Message, cond func(*plan.Cond) string) {
	for _, p := range m.Pieces {
		w.Where(p, cond, func() {
			switch {
			case p.Count != "":
				w.handed(p, func(array string) {
					w.Say("call %s(%s, %s, %s)", w.rt(entry+"_count"), handle, array, w.elements(p))
				})
			case p.List != nil:
				w.list(w.rt(entry+"_list"), handle, m, p)
			default:
				w.part(w.rt(entry), handle, p)
			}
		})
	}
}

// part adds a section to a message of several, if need be in pieces.
func (w writer) part(entry, handle string, p *plan.Piece) {
	if p.Each != nil {
		w.Elements(p, func() { w.Say("call %s(%s, %s)", entry, handle, p.Element) })
		return
	}
	w.handed(p, func(section string) { w.Say("call %s(%s, %s)", entry, handle, section) })
}

// list adds a section through a vector subscript.
func (w writer) list(entry, handle string, m *plan.Message, p *plan.Piece) {
	once := 0
	if !m.Send {
		once = 1
	}
	low := w.Int(w.Intrinsic("lbound") + "(" + p.List.Array + ", " + strconv.Itoa(p.List.Of) + ")") // gfortran 12 forgets KIND= for assumed size
	w.Say("call %s(%s, %s, %s, %s, %s, %s, %s)", entry, handle, w.number(m.At.Number()), p.Text, w.number(p.List.Dim), low, p.List.Text, w.number(once))
}

// handed says something with a section as it is handed to the run time. An array that is not there
// is handed over, too: the run time has the words for that.
func (w writer) handed(p *plan.Piece, say func(section string)) {
	switch {
	case p.Pack != "":
		say(p.Pack)
	case p.Whole == nil:
		say(p.Text)
	case p.Whole.Array == "":
		w.Intrinsic("lbound")
		say(p.Whole.Text)
	default:
		w.Intrinsic("lbound")
		w.Open("if (%s(%s)) then", w.Intrinsic("allocated"), p.Whole.Array)
		say(p.Whole.Text)
		w.Else("else")
		say(p.Text)
		w.Shut("end if")
	}
}

// elements returns offset and count of the count form.
func (w writer) elements(p *plan.Piece) string { return w.Offset(p) + ", " + w.Int(p.Count) }

// envelope returns peer, tag and communicator. What is not said, by nobody who is seen
// here, is left to the run time: it knows the regions around the calls.
func (w writer) envelope(m *plan.Message) string {
	kind, integer := w.rt("mdmp_int"), w.Intrinsic("int")
	tag := "0_" + kind
	switch {
	case m.Tag != "":
		tag = integer + "(" + m.Tag + ", " + kind + ")"
	case m.M.InheritsTag():
		tag = w.rt("mdmp_untagged")
	}
	comm := m.Comm
	if comm == "" {
		comm = w.rt("mdmp_world")
	}
	return integer + "(" + m.Peer + ", " + kind + "), " + tag + ", " + comm
}

// keeps passes every array once more, so that the compiler keeps nothing of it
// in registers.
func (e *exchange) keeps() {
	for _, k := range e.x.Keeps {
		call := "call " + e.rt("mdmp_keep") + "(" + k.Text + ")"
		if cond := e.kept(k); cond != "" {
			call = "if (" + cond + ") " + call
		}
		e.Say("%s", call)
	}
	e.Back(e.x, e.kept)
}

// kept is the condition under which a message named k, "" if one always does.
func (e *exchange) kept(k *plan.Keep) string { return k.Condition(e.messageCond, e.sectionCond) }

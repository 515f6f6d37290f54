package match

import (
	"maps"
	"slices"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/suggest/calls"
	"github.com/mdmp-fortran/mdmp/suggest/place"
	"github.com/mdmp-fortran/mdmp/suggest/program"
)

// Directives talk on private communicators. So a message must become one on both sides
// or on none: an exchange stays as it is if a call that stays could send what it
// receives, or receive what it sends. Two calls cannot meet if their tags are different
// constants, or one is on MPI_COMM_WORLD and the other on a communicator that the program has made.

// side is one end of a message of a call.
type side struct {
	call *calls.Call
	send bool
	tag  ast.Expr
	comm ast.Expr
}

// sidesOf returns the ends of messages that a call is, or may be.
func sidesOf(c *calls.Call) []side {
	var out []side
	send, recv := c.Ends()
	if send {
		out = append(out, sideOf(c, true))
	}
	if recv {
		out = append(out, sideOf(c, false))
	}
	return out
}

func sideOf(c *calls.Call, send bool) side {
	name := "recvtag"
	if send {
		name = "sendtag"
	}
	tag := c.Arg(name)
	if tag == nil {
		tag = c.Arg("tag")
	}
	return side{c, send, tag, c.Arg("comm")}
}

// Lanes refuses the exchanges that a call which stays stands in the way of.
func (f *Found) Lanes(comms *place.Comms) {
	for again := true; again; {
		again = false
		var stay []side
		for c := range f.Refused {
			stay = append(stay, sidesOf(c)...)
		}
		slices.SortFunc(stay, func(a, b side) int { return int(a.call.Stmt.Line.First - b.call.Stmt.Line.First) })
		f.Exchanges = slices.DeleteFunc(f.Exchanges, func(x *Exchange) bool {
			if why := x.inTheWay(stay, comms); why != nil {
				maps.Copy(f.Refused, why)
			} else if why := x.shared(f); why != nil {
				f.Drop(x, why)
			} else {
				return false
			}
			again = true
			return true
		})
	}
}

// Drop refuses the calls of an exchange.
func (f *Found) Drop(x *Exchange, why *program.Refusal) {
	for _, c := range x.all() {
		if c.From == nil {
			f.Refused[c] = why
		}
	}
}

// inTheWay says of each call of an exchange why it stays, nil if no call that stays may meet a message of it.
func (x *Exchange) inTheWay(stay []side, comms *place.Comms) map[*calls.Call]*program.Refusal {
	out := map[*calls.Call]*program.Refusal{}
	var first *calls.Call
	for _, c := range x.ends() {
		if why := partner(x.sides(c), stay, comms); why != nil {
			out[c.Written()] = why
			if first == nil {
				first = c.Written()
			}
		}
	}
	if first == nil {
		return nil
	}
	at := first.File.At(first.Stmt)
	for _, c := range x.all() {
		if c.From == nil && out[c] == nil {
			out[c] = program.Refuse("", "it is of one exchange with %s at %s:%d, which stays", first.Spoken(), at.Name, at.Line)
		}
	}
	return out
}

// sides are the ends of messages that a call of an exchange is: those of a call in a loop that is unrolled are several, with
// tags and communicators of their own.
func (x *Exchange) sides(c *calls.Call) []side {
	out := sidesOf(c)
	for _, m := range x.Messages {
		if m.Call.Stmt == c.Stmt && m.Call.Written().Stmt == c.Written().Stmt {
			out = append(out, side{m.Call, m.Send, m.Tag, m.Comm})
		}
	}
	return out
}

// partner says which call that stays may meet one of some messages, nil if none does.
func partner(ends, stay []side, comms *place.Comms) *program.Refusal {
	for _, s := range ends {
		for _, o := range stay {
			if s.send != o.send && !apartFrom(s, o, comms) {
				at := o.call.File.At(o.call.Stmt)
				return program.Refuse("MDMP's messages travel on communicators of their own: give this call another constant tag, or replace the other one, too",
					"%s at %s:%d stays as it is, and may be the partner", o.call.Spoken(), at.Name, at.Line)
			}
		}
	}
	return nil
}

// shared says which call elsewhere that an exchange shares with another one stays, since that one does.
func (x *Exchange) shared(f *Found) *program.Refusal {
	for c := range f.Refused {
		for _, i := range x.Elsewhere() {
			if i.Stmt == c.Stmt {
				return program.Refuse("", "%s at line %d stays", c.Spoken(), c.File.At(c.Stmt).Line)
			}
		}
	}
	return nil
}

// apartFrom reports whether two ends cannot be of one message.
func apartFrom(a, b side, comms *place.Comms) bool {
	ta, ok1 := tagOf(a, comms)
	tb, ok2 := tagOf(b, comms)
	if ok1 && ok2 && ta != tb {
		return true
	}
	ca, cb := comms.Of(a.call, a.comm), comms.Of(b.call, b.comm)
	return ca.OnlyWorld() && cb.OnlyMade() || ca.OnlyMade() && cb.OnlyWorld()
}

func tagOf(s side, comms *place.Comms) (int64, bool) {
	if s.tag == nil {
		return 0, false
	}
	return comms.Index.Int(s.call.File.Scope(s.call.Stmt), s.tag)
}

// Sizes looks at counts of sends and receives with one tag. What a receiver asks for must be
// what is sent: MPI lets it be more, directives do not.
func (f *Found) Sizes(comms *place.Comms) {
	f.Exchanges = slices.DeleteFunc(f.Exchanges, func(x *Exchange) bool {
		for _, m := range x.Messages {
			if why := f.size(x, m, comms); why != nil {
				f.Drop(x, why)
				return true
			}
		}
		return false
	})
}

// size compares a receive with all sends that it may meet by its tag.
func (f *Found) size(x *Exchange, m *Message, comms *place.Comms) *program.Refusal {
	if m.Send {
		f.received(x, m, comms)
		return nil
	}
	n, known := m.Section.Size()
	tag, fixed := tagOf(side{call: m.Call, tag: m.Tag}, comms)
	same, differs, other := false, true, ""
	for _, y := range f.Exchanges {
		for _, o := range y.Messages {
			t, ok := tagOf(side{call: o.Call, tag: o.Tag}, comms)
			if !o.Send || fixed && ok && t != tag {
				continue
			}
			same = same || m.like(o)
			k, isConst := o.Section.Size()
			if !known || !isConst || k == n {
				differs = false
			}
			other = o.Directive()
		}
	}
	switch {
	case other == "":
		x.Check("what " + m.Directive() + " receives is sent by directives, too: no send with its tag is in these files")
	case differs:
		return program.Refuse("receive as much as is sent", "%d elements are received where another number is sent: directives need equal lengths", n)
	case !same:
		x.Check("the sender of " + m.Directive() + " sends as many elements: MPI lets a receive be longer, directives do not")
	}
	return nil
}

// received notes a send that nothing in the files may receive.
func (f *Found) received(x *Exchange, m *Message, comms *place.Comms) {
	tag, fixed := tagOf(side{call: m.Call, tag: m.Tag}, comms)
	for _, y := range f.Exchanges {
		for _, o := range y.Messages {
			if t, ok := tagOf(side{call: o.Call, tag: o.Tag}, comms); !o.Send && (!fixed || !ok || t == tag) {
				return
			}
		}
	}
	x.Check("what " + m.Directive() + " sends is received by directives, too: no receive with its tag is in these files")
}

// like reports whether two messages certainly have as many elements.
func (m *Message) like(o *Message) bool {
	if !m.Section.Like(o.Section) {
		return false
	}
	here, there := m.Call.File.Scope(m.Call.Stmt), o.Call.File.Scope(o.Call.Stmt)
	for _, x := range append(m.sizes(), o.sizes()...) {
		for id := range ast.Idents(x) {
			if y := here.Lookup(id.Name); (y == nil || y.Class != scope.Intrinsic) && calls.Key(here, id.Name) != calls.Key(there, id.Name) {
				return false
			}
		}
	}
	return true
}

// sizes are what the number of elements is made of.
func (m *Message) sizes() []ast.Expr {
	if m.Layout != nil {
		return m.Layout.Sizes()
	}
	return []ast.Expr{m.Count}
}

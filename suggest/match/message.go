// Package match makes exchanges of MPI calls: which calls post messages, which complete
// them, and whether one block of directives means the same as all of them.
//
// The idea: a list of statements is read as a run of events (a message is posted, one is
// completed, something else happens), those in the branches of an IF with their condition. A
// group is the shortest run in which all that is posted is completed. The directives
// of a group stand before the first event that completes something: all messages begin there
// and are complete there. That is the same as the calls if
//
//   - what stands between a post and that place changes nothing that the message is made of:
//     its bytes, its peer, count, tag and communicator, the conditions around it; and does
//     not touch what it receives;
//   - what is posted behind that place is not made of what was completed before;
//   - nothing among the events waits for another rank, ends the program or jumps: so the
//     messages may begin later, and be waited for earlier, and no rank can tell.
//
// Sends are written in the order of their posts, and so are receives; so the k-th message of a lane
// (communicator, tag, source, destination) stays the k-th. Whatever is not one of these events, or
// not proved, leaves the calls of the group as they are.
package match

import (
	"slices"
	"strings"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/suggest/calls"
	"github.com/mdmp-fortran/mdmp/suggest/program"
	"github.com/mdmp-fortran/mdmp/suggest/sections"
)

// Cond is a condition under which an event happens: that of a branch that is taken, or
// (Not) of one before it that is not.
type Cond struct {
	X   ast.Expr
	Not bool
}

// Key is one for conditions that read the same.
func (c Cond) Key() string {
	if c.Not {
		return "!" + ast.String(ast.Unparen(c.X))
	}
	return ast.String(ast.Unparen(c.X))
}

// In reports whether a condition is one of a list.
func (c Cond) In(list []Cond) bool {
	return slices.ContainsFunc(list, func(d Cond) bool { return d.Key() == c.Key() })
}

// Conditions are those of the branches of an IF construct or a logical IF, nil for ELSE; false if a
// node is something else.
func Conditions(n *access.Node) ([]ast.Expr, bool) {
	if s, ok := n.Item.(*ast.Stmt); ok {
		c, ok := s.Body.(*ast.Cond)
		if s.Kind != ast.KIf || !ok || len(n.Arms) != 1 {
			return nil, false
		}
		return []ast.Expr{c.X}, true
	}
	c, ok := n.Item.(*ast.Construct)
	if !ok || c.Kind != ast.KIfThen || len(c.Parts) != len(n.Arms) {
		return nil, false
	}
	out := make([]ast.Expr, len(c.Parts))
	for i, p := range c.Parts {
		if cond, ok := p.Head.Body.(*ast.Cond); ok {
			out[i] = cond.X
		}
	}
	return out, true
}

// Message is a message as a directive says it.
type Message struct {
	Call    *calls.Call
	Send    bool
	Section sections.Section
	Buf     ast.Expr // as it is passed, and how many elements
	Count   ast.Expr
	// Instead are the sections that are in a packing buffer, if that goes.
	Instead []ast.Expr
	// Aside is the copy that is sent, if what is received takes the place of what is sent.
	Aside   *Aside
	Type    string           // of MPI, of the elements; "" if they are not side by side
	Ways    []sections.Way   // what it is in the branches of an #if, if it is a constant of the program
	Layout  *sections.Layout // of the type that the program makes, nil for one of MPI
	Peer    ast.Expr
	Tag     ast.Expr // nil: any
	Comm    ast.Expr
	World   bool // Comm is MPI_COMM_WORLD
	Guard   []Cond
	Request ast.Expr // nil for what blocks
	Refs    []access.Ref
	Unit    *access.Unit
}

// messages returns what a call sends and receives.
func (w *walker) messages(c *calls.Call, guard []Cond, u *access.Unit) ([]*Message, *program.Refusal) {
	if !c.Complete() {
		return nil, program.Refuse("", "the arguments of the call are not understood")
	}
	type side struct {
		send                       bool
		buf, count, typ, peer, tag string
	}
	sides := []side{{strings.HasSuffix(c.Name, "send"), "buf", "count", "datatype", "dest", "tag"}}
	switch {
	case c.Kind == calls.Replace:
		sides = []side{{false, "buf", "count", "datatype", "source", "recvtag"}, {true, "buf", "count", "datatype", "dest", "sendtag"}}
	case c.Kind == calls.Both:
		sides = []side{{false, "recvbuf", "recvcount", "recvtype", "source", "recvtag"}, {true, "sendbuf", "sendcount", "sendtype", "dest", "sendtag"}}
	case !sides[0].send:
		sides[0].peer = "source"
	}
	var out []*Message
	for _, s := range sides {
		m := &Message{Call: c, Send: s.send, Peer: c.Arg(s.peer), Tag: c.Arg(s.tag), Comm: c.Arg("comm"), Guard: guard, Request: c.Arg("request"), Unit: u}
		why := w.fill(m, c.Arg(s.buf), c.Arg(s.count), c.Arg(s.typ))
		if why != nil {
			return nil, why
		}
		out = append(out, m)
	}
	return out, nil
}

// fill finds out about section, peer and communicator of a message.
func (w *walker) fill(m *Message, buf, count, typ ast.Expr) *program.Refusal {
	m.Buf, m.Count = buf, count
	f, sc := w.file, w.file.Scope(m.Call.Stmt)
	constant := func(x ast.Expr) string { return calls.Constant(f.Table, sc, x) }
	switch {
	case constant(m.Peer) == "mpi_any_source":
		return program.Refuse("name the rank: directives have known partners", "the source is MPI_ANY_SOURCE")
	case constant(m.Tag) == "mpi_any_tag":
		return program.Refuse("name the tag: directives have known partners", "the tag is MPI_ANY_TAG")
	}
	if !m.Send && w.found.wild != "" && constant(m.Peer) == "" {
		return program.Refuse("write it into the call", "a wildcard is kept in a variable, or passed on, at %s: the source %s or the tag may be one", w.found.wild, ast.String(m.Peer))
	}
	if name := constant(buf); name != "" {
		return program.Refuse("", "the buffer is %s", strings.ToUpper(name))
	}
	m.World = constant(m.Comm) == "mpi_comm_world"
	if name := constant(m.Comm); name != "" && !m.World {
		return program.Refuse("", "the communicator is %s", strings.ToUpper(name))
	}
	handle := w.types.Of(f, sc, typ)
	if handle.Why != nil {
		return handle.Why
	}
	if handle.Layout != nil && w.lasting {
		l := *handle.Layout
		l.Lasting, handle.Layout = true, &l
	}
	r := sections.Request{Scope: sc, Unit: m.Unit, Buf: buf, Count: count, Type: handle.Basic, Ways: handle.Ways, Layout: handle.Layout, Index: w.index, Blocking: m.Call.Kind != calls.Post}
	s, why := sections.Of(r)
	if why == nil && m.Call.Kind == calls.Replace {
		s, why = m.setAside(r, s)
	}
	if why != nil {
		return why
	}
	m.Section, m.Layout = s, handle.Layout
	if handle.Layout == nil {
		m.Type, m.Ways = handle.Basic, handle.Ways
	}
	m.Refs = m.refs()
	for _, x := range slices.Concat([]ast.Expr{m.Peer, m.Tag, m.Comm, count}, sections.Subscripts(s.X), conds(m.Guard)) {
		if x != nil && m.Unit.Expr(x).May(access.Impure) {
			return program.Refuse("compute it before the call", "evaluating %s may do more than give a value", ast.String(x))
		}
		if x != nil && w.looped(x, m.Unit) {
			return program.Refuse("compute it before the call", "a function in %s may look at the variable of the loop", ast.String(x))
		}
	}
	return nil
}

// looped reports whether an expression in a loop that is unrolled may look at the variable of the loop without its name:
// where it is named there is its value.
func (w *walker) looped(x ast.Expr, u *access.Unit) bool {
	for name := range w.with {
		f := access.Touching(written(u.Expr(&ast.Ident{Name: name}).Refs)...)
		for _, r := range u.Expr(x).Refs {
			if _, hit := u.MayWrite(f, r); hit {
				return true
			}
		}
	}
	return false
}

func conds(guard []Cond) []ast.Expr {
	var out []ast.Expr
	for _, c := range guard {
		out = append(out, c.X)
	}
	return out
}

// Condition is the condition of a message, "" if it is always there.
func (m *Message) Condition() string {
	var parts []string
	for _, c := range m.Guard {
		x := ast.String(ast.Unparen(c.X))
		switch {
		case c.Not:
			x = ".not. (" + x + ")"
		case len(m.Guard) > 1:
			x = "(" + x + ")"
		}
		parts = append(parts, x)
	}
	return strings.Join(parts, " .and. ")
}

// Directive is the message as a directive, without the sentinel.
func (m *Message) Directive() string {
	var b strings.Builder
	if m.Send {
		b.WriteString("send(")
	} else {
		b.WriteString("recv(")
	}
	b.WriteString(m.data() + ", " + ast.String(m.Peer) + ")")
	if t := ast.String(m.Tag); t != "0" {
		b.WriteString(" tag(" + t + ")")
	}
	if !m.World {
		b.WriteString(" comm(" + ast.String(m.Comm) + ")")
	}
	if c := m.Condition(); c != "" {
		b.WriteString(" if(" + c + ")")
	}
	return b.String()
}

// data is what a directive says of the data.
func (m *Message) data() string {
	switch len(m.Instead) {
	case 0:
		if m.Aside != nil && m.Aside.Name != "" {
			return m.Aside.Name
		}
		return m.Section.Text()
	case 1:
		return ast.String(m.Instead[0])
	}
	var parts []string
	for _, x := range m.Instead {
		parts = append(parts, ast.String(x))
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

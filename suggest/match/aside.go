package match

import (
	"bytes"
	"fmt"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/suggest/program"
	"github.com/mdmp-fortran/mdmp/suggest/sections"
)

// MPI_Sendrecv_replace sends a section and receives into it. All messages of an exchange are under way together, so what is
// sent is set aside first: in a variable of a BLOCK around the directives, which goes behind them, where they are complete.
// A copy is what an assignment makes of the section, so that must be one of the language: an array or a part of one.

// Aside is a copy of what is sent.
type Aside struct {
	Name string   // "" while the exchange is not found
	Type string   // as a declaration says it
	Rank int      // 0: a scalar
	Of   ast.Expr // the section
}

// setAside makes a section one that can be copied, and notes the copy of what is sent.
func (m *Message) setAside(r sections.Request, s sections.Section) (sections.Section, *program.Refusal) {
	s, why := r.Value(s)
	if why != nil {
		return s, why
	}
	typ, rank, ok := r.Declared(s.X)
	if !ok {
		return s, program.Refuse("", "how a copy of %s is declared is not known", ast.String(s.X))
	}
	if m.Send {
		m.Aside = &Aside{Type: typ, Rank: rank, Of: s.X}
	}
	return s, nil
}

// asides gives the copies of an exchange names that the file does not have.
func (x *Exchange) asides() {
	text := bytes.ToLower(x.File.Source.Src)
	stem := "mdmp_copy"
	for i := 1; bytes.Contains(text, []byte(stem)); i++ {
		stem = fmt.Sprintf("mdmp_copy%d_", i)
	}
	n := 0
	for _, m := range x.Messages {
		if m.Aside == nil {
			continue
		}
		if m.Aside.Name = stem; n > 0 {
			m.Aside.Name = fmt.Sprint(stem, n+1)
		}
		n++
	}
}

// Asides are the messages that are copied before they are sent.
func (x *Exchange) Asides() []*Message {
	var out []*Message
	for _, m := range x.Messages {
		if m.Aside != nil && m.Instead == nil {
			out = append(out, m)
		}
	}
	return out
}

// Make is the statement that makes the copy of a message, if that is there.
func (m *Message) Make() string {
	a := m.Aside
	text := a.Name + " = " + ast.String(a.Of)
	if a.Rank > 0 {
		text = "allocate (" + a.Name + ", source=" + ast.String(a.Of) + ")"
	}
	if c := m.Condition(); c != "" {
		return "if (" + c + ") " + text
	}
	return text
}

// Declaration is that of the copy.
func (a *Aside) Declaration() string {
	if a.Rank == 0 {
		return a.Type + " :: " + a.Name
	}
	dims := "(:"
	for range a.Rank - 1 {
		dims += ",:"
	}
	return a.Type + ", allocatable :: " + a.Name + dims + ")"
}

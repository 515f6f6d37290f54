package match

import (
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/suggest/program"
)

// A send that waits for a receive tells its receiver that the other rank has been there, even if the data
// have nothing to do with each other: a chain of ranks that receive from the left and then send to the right
// holds each of them until all before it are there. Where both are one exchange the send waits for nothing.
// So a receive and a send behind it become one only if
//
//   - both are of one rank: what it sent told all that it knew, so it learns nothing by the answer; or
//   - other ranks do it the other way round, in another branch: then it is an exchange, and what it means as
//     a barrier is left to the user to check.

// chain reports whether m may tell its receiver that d has come.
func chain(d, m *Message) bool {
	return m.Send && !d.Send && !exclude(d.Guard, m.Guard) && !program.Same(d.Peer, m.Peer)
}

// handsOn returns a receive among the events that m, a send behind them, may tell of; nil if there is none.
func handsOn(events []event, m *Message) *Message {
	for _, e := range events {
		for _, d := range e.msgs {
			if e.what == whole && e.call != m.Call && chain(d, m) {
				return d
			}
		}
	}
	return nil
}

// mirrored reports whether ranks that do not receive d and then send m send first and then receive.
func mirrored(events []event, d, m *Message) bool {
	var sends []*Message
	for _, e := range events {
		for _, o := range e.msgs {
			switch {
			case o.Send && exclude(o.Guard, m.Guard):
				sends = append(sends, o)
			case o.Send || !exclude(o.Guard, d.Guard):
			default:
				for _, s := range sends {
					if s.Call != o.Call && !exclude(s.Guard, o.Guard) {
						return true
					}
				}
			}
		}
	}
	return false
}

// unchained says why a send must not begin before messages that were complete before it.
func (w *walker) unchained(x *Exchange, m *Message, done []*Message, events []event) *program.Refusal {
	for _, d := range done {
		switch {
		case d.Call == m.Call || !chain(d, m):
		case mirrored(events, d, m):
			x.Check("nobody takes what is sent from " + ast.String(m.Section.X) + " for a sign that " + ast.String(d.Section.X) + " has come")
		default:
			return program.Refuse("write two exchanges", "%s at line %d tells %s that %s at line %d is complete", m.Call.Spoken(), w.file.At(m.Call.Stmt).Line,
				ast.String(m.Peer), d.Call.Spoken(), w.file.At(d.Call.Stmt).Line)
		}
	}
	return nil
}

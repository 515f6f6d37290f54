package rungs

import (
	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/flow"
)

// maxStays bounds the arrays that are named before a loop that stays whole.
const maxStays = 8

// stays has a completion say that the loop behind it stays whole, or that a pure procedure is called, and what that writes,
// where it can be named before it. Nothing depends on it: the profile asks which loop wrote a message that no nest is known to write.
func (w *cover) stays(p *flow.Place, need *Need) {
	why, whole := w.a.f.Refused[p.Node]
	if _, pure := w.a.u.PureCall(p.Node); pure {
		why = w.a.stmtWrites(p.Node)
	} else if !whole || p.Callee != nil {
		return
	}
	need.Stays, need.Writes = Uncut{At: p.Node.Stmt.Span(), Why: why}, w.written(p)
}

// tell is stays where nothing is to be completed.
func (w *cover) tell(p *flow.Place, need *Need) {
	if p.Fixed.Stands() {
		return
	}
	if w.stays(p, need); len(need.Writes) > 0 {
		w.out.add(need)
	}
}

// written lists the arrays that a place writes and others may send.
func (w *cover) written(p *flow.Place) []Guarded {
	u, seen := w.a.u.At(p.Node), map[string]bool{}
	var list []Guarded
	for _, r := range p.E.Refs {
		if !r.Write || r.Status || r.Trusted || r.Obj.Last == nil || r.Obj.Last.Rank == 0 || w.out.Managed() && w.standing(r, u) != access.Pendable {
			continue
		}
		x, ok := w.name(r, p)
		if !ok || seen[text(x)] || len(list) == maxStays {
			continue
		}
		seen[text(x)] = true
		list = append(list, x)
	}
	return list
}

package regions

import (
	"github.com/mdmp-fortran/mdmp/diag"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/lang"
)

// message adds a send or recv directive to the exchange that is being gathered.
// Wrong ones are left out, but do not end it.
func (w *listWalk) message(i int, st *ast.Stmt, m *lang.Message, wrong bool) {
	if w.run == nil {
		w.run = &Exchange{Run: w.place(i, i+1), Region: w.open, First: st.Line.First}
		w.unreached(i, st)
	}
	x := w.run
	x.To = i + 1
	x.Last = st.Line.Last
	x.Stmts = append(x.Stmts, st)
	if wrong {
		return
	}
	c := &Message{Dir: m, Stmt: st, Line: st.Line, Send: m.Send, Sections: m.Sections, Peer: m.Peer,
		Tag: m.Tag, Comm: m.Comm, If: m.If, Span: st.Span(), Main: x.Unit.Kind == ast.KProgram}
	w.inherit(c)
	x.All = append(x.All, c)
	if m.Send {
		x.Sends = append(x.Sends, c)
	} else {
		x.Recvs = append(x.Recvs, c)
	}
}

// inherit takes over the tag and comm clauses of the region. Those of regions around
// calls are not known here.
func (w *listWalk) inherit(c *Message) {
	r := w.open
	if r == nil {
		return
	}
	if c.Tag == nil && r.Dir.Tag != nil {
		c.Tag = r.Dir.Tag
		w.sameMeaning(r, c, "tag")
	}
	if c.Comm == nil && r.Dir.Comm != nil {
		c.Comm = r.Dir.Comm
		w.sameMeaning(r, c, "comm")
	}
}

// flush finishes the exchange that was being gathered.
func (w *listWalk) flush(int) {
	x := w.run
	w.run = nil
	if x == nil || len(x.All) == 0 {
		return
	}
	w.set.Exchanges = append(w.set.Exchanges, x)
	if x.Region != nil {
		x.Region.Exchanges = append(x.Region.Exchanges, x)
	}
}

// unreached warns of a directive right behind a statement that always goes
// elsewhere.
func (w *listWalk) unreached(i int, st *ast.Stmt) {
	for i--; i >= 0; i-- {
		before, ok := w.items[i].(*ast.Stmt)
		if !ok {
			return
		}
		switch before.Kind {
		case ast.KCpp:
			if !before.Line.IsMarker() {
				return
			}
		case ast.KDirective:
			if b := w.dirs[before.Line]; b != nil {
				if _, end := b.dir.(*lang.End); end {
					continue
				}
			}
			return
		case ast.KReturn, ast.KStop, ast.KErrorStop, ast.KGoto, ast.KExit, ast.KCycle:
			w.report(diag.Diagnostic{Code: diag.NeverReached, At: st.Span(), Message: "the directive is never reached",
				Notes: []diag.Related{{At: before.Span(), Message: "this statement always goes elsewhere"}}})
			return
		default:
			return
		}
	}
}

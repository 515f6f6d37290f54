package suggest

import (
	"cmp"
	"slices"
	"strings"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/suggest/calls"
	"github.com/mdmp-fortran/mdmp/suggest/match"
	"github.com/mdmp-fortran/mdmp/suggest/patch"
	"github.com/mdmp-fortran/mdmp/suggest/place"
	"github.com/mdmp-fortran/mdmp/suggest/program"
)

// write makes the changes of all files.
func write(p *program.Program, index *calls.Index, found *match.Found, named []place.Made, opt Options) *Result {
	r := &Result{}
	edits := newEdits(p)
	lead := map[*ast.Unit][]*ast.Stmt{}
	slices.SortStableFunc(found.Exchanges, func(a, b *match.Exchange) int { return cmp.Compare(a.Before.Line.First, b.Before.Line.First) })
	var regions []place.Region
	for _, x := range found.Exchanges {
		lead[x.Unit] = append(lead[x.Unit], x.Before)
	}
	if opt.Region && len(found.Exchanges) > 0 {
		regions = place.Loops(index, lead)
		for _, g := range regions {
			r.region(edits[g.File], g)
		}
		if len(regions) == 0 {
			r.Notes = append(r.Notes, "no loop that executes the exchanges is in these files: put \"!$mdmp commregion\" and \"!$mdmp end commregion\" around the time loop by hand")
		}
	}
	r.inits(edits, named, found)
	for i := range found.Exchanges {
		r.exchange(found.Exchanges, i, edits)
	}
	for _, g := range regions {
		line := int(g.Loop.End.Line.Last) + 1
		edits[g.File].Prepend(line, directive(g.File, g.Loop.Begin, "end commregion")...)
	}
	for _, f := range p.Files {
		e := edits[f]
		removed, added := e.Counts()
		r.Files = append(r.Files, FileResult{f.Name, removed, added, e.Diff(f.Name, f.Source.Src), e.Apply(f.Source.Src)})
	}
	return r
}

func (r *Result) region(e *patch.Edits, g place.Region) {
	at := g.File.At(g.Loop.Begin)
	r.Regions = append(r.Regions, Place{at.Name, at.Line})
	e.Insert(int(g.Loop.Begin.Line.First), directive(g.File, g.Loop.Begin, "commregion")...)
}

// inits names communicators behind the calls that make them.
func (r *Result) inits(edits map[*program.File]*patch.Edits, named []place.Made, found *match.Found) {
	if len(found.Exchanges) == 0 {
		return
	}
	done := map[*ast.Stmt]bool{}
	for _, m := range named {
		if s := m.Call.Stmt; !done[s] {
			done[s] = true
			edits[m.Call.File].Prepend(int(s.Line.Last)+1, directive(m.Call.File, s, "init comm("+ast.String(m.X)+")")...)
		}
	}
}

// exchange puts the directives of one of the exchanges in the place of its calls.
func (r *Result) exchange(all []*match.Exchange, i int, edits map[*program.File]*patch.Edits) {
	x := all[i]
	e, at := edits[x.File], x.File.At(x.Before)
	out := Exchange{Place: Place{at.Name, at.Line}, Checks: x.Checks, Why: why(x)}
	var lines []string
	if meets(all, i) {
		lines = append(lines, statement(x.File, x.Before, "continue  ! what came may be sent on: two exchanges"))
	}
	indent := indentOf(x.File, x.Before)
	asides := x.Asides()
	if len(asides) > 0 {
		begin, made := aside(x.File, indent, asides)
		out.Copies, lines = made, append(lines, begin...)
		indent += inner
	}
	for _, m := range x.Messages {
		text := m.Directive()
		out.Directives = append(out.Directives, text)
		lines = append(lines, directiveAt(x.File, indent, text)...)
	}
	if len(asides) > 0 {
		lines = append(lines, statement(x.File, x.Before, "end block"))
	}
	for _, c := range x.Codes {
		lines = append(lines, statement(x.File, x.Before, c+" = 0"))
	}
	e.Insert(int(x.Before.Line.First), lines...)
	for _, s := range slices.Concat(x.Gone, x.Copied) {
		e.Delete(int(s.Line.First), int(s.Line.Last))
	}
	for _, p := range x.Put {
		e.Delete(int(p.Stmt.Line.First), int(p.Stmt.Line.Last))
		e.Insert(int(p.Stmt.Line.First), statement(x.File, p.Stmt, p.Text))
	}
	out.Buffers = x.Unpacked
	for _, c := range x.Elsewhere() {
		edits[c.File].Delete(int(c.Stmt.Line.First), int(c.Stmt.Line.Last))
	}
	for _, c := range x.Calls {
		if n := x.File.At(c.Stmt).Line; !slices.Contains(out.Calls, n) {
			out.Calls = append(out.Calls, n)
		}
	}
	r.Exchanges = append(r.Exchanges, out)
}

// meets reports whether nothing would stand between one of the exchanges and one before it.
func meets(all []*match.Exchange, i int) bool {
	var last *match.Exchange
	x := all[i]
	for _, y := range all[:i] {
		if y.File == x.File && y.Unit == x.Unit {
			last = y
		}
	}
	if last == nil || len(last.Asides()) > 0 || len(x.Asides()) > 0 {
		return false // or a BLOCK stands between
	}
	gone := map[*ast.Stmt]bool{}
	for _, y := range all {
		for _, s := range slices.Concat(y.Gone, y.Copied) {
			gone[s] = true
		}
		for _, c := range y.Elsewhere() {
			gone[c.Stmt] = true
		}
	}
	for i := range x.File.Tree.Stmts {
		s := &x.File.Tree.Stmts[i]
		if s.Line.First < last.Before.Line.First || s.Line.First >= x.Before.Line.First || s.Kind == ast.KDirective || s.Kind == ast.KCpp {
			continue
		}
		if !gone[s] && !(s.Inner != nil && gone[s.Inner]) {
			return false
		}
	}
	return len(last.Codes) == 0
}

// why says in words why directives mean the same as the calls.
func why(x *match.Exchange) string {
	var kinds []string
	for _, c := range x.Calls {
		if k := c.Spoken(); !slices.Contains(kinds, k) {
			kinds = append(kinds, k)
		}
	}
	text := strings.Join(kinds, ", ")
	if len(x.Asides()) > 0 {
		text += " (a copy is sent, since what comes takes the place of what is sent)"
	}
	if x.End != nil {
		return text + ": " + x.End.Name + " waits for them behind each call, and nothing between waits for a rank or goes elsewhere"
	}
	if posts := x.Posters(); len(posts) > 0 {
		text += " (" + strings.Join(posts, ", ") + " posted for this procedure, and need not be called any more)"
	}
	if x.Between > 0 {
		return text + ": nothing between the first call and the last wait touches a message, waits for a rank or goes elsewhere"
	}
	return text + ": one after the other, all complete at the end"
}

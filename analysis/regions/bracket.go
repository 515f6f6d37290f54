package regions

import (
	"sort"

	"github.com/mdmp-fortran/mdmp/diag"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/source"
	"github.com/mdmp-fortran/mdmp/lang"
)

// begin opens a region. One whose directive is wrong is opened, too, so that
// its end is not called stray.
func (w *listWalk) begin(i int, st *ast.Stmt, d *lang.Begin, wrong bool) {
	if w.open != nil {
		w.report(diag.Diagnostic{Code: diag.NestedRegion, At: st.Span(), Message: "a region stands inside a region",
			Notes: []diag.Related{{At: w.open.Begin.Span(), Message: "the outer one begins here"}},
			Hint:  "end the outer one first, or leave the inner one out"})
		w.skip++
		return
	}
	w.open = &Region{Run: w.place(i, i+1), Name: d.Text, Dir: d, Begin: st}
	w.unreached(i, st)
	if wrong {
		w.faulty = w.open
	}
}

// end closes the region that is open.
func (w *listWalk) end(i int, st *ast.Stmt, d *lang.End, wrong bool) {
	if w.skip > 0 {
		w.skip--
		return
	}
	r := w.open
	switch {
	case r == nil:
		w.report(diag.Diagnostic{Code: diag.StrayEnd, At: st.Span(), Message: "no region is open here"})
		return
	case !sameList(r.List, w.items):
		w.crosses(r, st)
		w.open = nil
		return
	}
	w.open = nil
	r.End, r.To = st, i+1
	if d.Text != "" && d.Text != r.Name && !wrong && w.faulty != r {
		w.mismatch(r, d)
		return
	}
	if !wrong && w.faulty != r {
		w.set.Regions = append(w.set.Regions, r)
	}
}

// sameList tells whether two slices are the same list of the tree.
func sameList(a, b []ast.Item) bool {
	return len(a) > 0 && len(b) > 0 && &a[0] == &b[0]
}

func (w *listWalk) mismatch(r *Region, d *lang.End) {
	g := diag.Diagnostic{Code: diag.NameMismatch, At: d.NameAt}
	if r.Name == "" {
		g.Message = "the region that ends here has no name"
		g.Notes = []diag.Related{{At: r.Begin.Span(), Message: "it begins here"}}
	} else {
		g.Message = "the region that ends here is named '" + r.Name + "', not '" + d.Text + "'"
		g.Notes = []diag.Related{{At: r.Dir.NameAt, Message: "it got its name here"}}
		if lang.Suggest(d.Text, []string{r.Name}) != "" {
			g.Hint = "did you mean '" + r.Name + "'?"
		}
	}
	w.report(g)
}

// crosses reports a region that ends in a list inside the one in which it
// begins.
func (w *listWalk) crosses(r *Region, end *ast.Stmt) {
	w.report(diag.Diagnostic{Code: diag.CrossesConstruct, At: end.Span(), Message: "the region ends inside a construct in which it does not begin",
		Notes: []diag.Related{{At: r.Begin.Span(), Message: "it begins here"},
			{At: w.ctx.in.outermost(len(r.Outer)).Begin.Span(), Message: "this construct begins inside the region"}}})
}

// unfinished reports a region that is open at the end of its list: its end
// stands in an outer list, or there is none.
func (s *finder) unfinished(r *Region) {
	// An end further out is found by looking at the rest of the unit: the next
	// directive of the kind that the walk has not met yet.
	if end := s.laterEnd(r); end != nil {
		s.dirs[end].seen = true
		g := diag.Diagnostic{Code: diag.CrossesConstruct, At: end.Span, Message: "the region ends outside of the construct in which it begins",
			Notes: []diag.Related{{At: r.Begin.Span(), Message: "it begins here"}}}
		if p := r.Parent(); p != nil {
			note := "in this construct, which ends first"
			if p.End != nil && end.Span.Start < p.End.Span().Start {
				g.Message, note = "the region ends in another branch of the construct in which it begins", "in this construct"
			}
			g.Notes = append(g.Notes, diag.Related{At: p.Begin.Span(), Message: note})
		}
		s.report(g)
		return
	}
	g := diag.Diagnostic{Code: diag.MissingEnd, At: r.Begin.Span(), Message: "the region has no end", Hint: "write end commregion where it ends"}
	if r.Name != "" {
		g.Message = "the region '" + r.Name + "' has no end"
	}
	s.report(g)
}

// laterEnd returns the first end directive behind r in its unit that the walk
// has not met, unless another region begins before it.
func (s *finder) laterEnd(r *Region) *source.Line {
	if r.Unit.End == nil {
		return nil
	}
	limit := r.Unit.End.Span().Start
	if len(r.Unit.Subs) > 0 && r.Unit.Contains != nil {
		limit = r.Unit.Contains.Span().Start
	}
	from := sort.Search(len(s.lines), func(i int) bool { return s.lines[i].Span.Start > r.Begin.Span().Start })
	for _, l := range s.lines[from:] {
		if l.Span.Start >= limit {
			break
		}
		if b := s.dirs[l]; !b.seen {
			switch b.dir.(type) {
			case *lang.Begin:
				return nil
			case *lang.End:
				return l
			}
		}
	}
	return nil
}

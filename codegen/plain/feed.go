package plain

import (
	"slices"
	"strconv"

	"mdmp/codegen/layout"
	"mdmp/codegen/names"
	"mdmp/codegen/plan"
	"mdmp/fortran/source"
)

// Feed is a send that a nest (or a place behind a statement) may complete.
type Feed struct {
	Site    source.Position // of the exchange
	Message *plan.Message
	Final   bool
	While   string // condition for Final, "" if none
	Guards  []string
}

// feed states a send that the nest may complete.
func (w *nest) feed(i int) {
	f := &w.n.Feeds[i]
	m := f.Message
	e := &exchange{writer: w.writer}
	w.guarded(append(slices.Clone(f.Guards), conds(m)...), func() {
		line := w.number(m.At.Line)
		site := w.site(f.Site)
		if len(m.Pieces) == 1 && m.Pieces[0].Count == "" {
			w.Say("call %s(%s, %s, %s, %s, %s, %s)", w.rt("mdmp_nest_feed"), w.handle, site, line, w.flags(f),
				m.Pieces[0].Text, e.envelope(m))
			return
		}
		for _, p := range m.Pieces {
			if p.Count != "" {
				w.Say("call %s(%s, %s, %s)", w.rt("mdmp_nest_part_count"), w.handle, p.Text, e.elements(p))
				continue
			}
			w.Say("call %s(%s, %s)", w.rt("mdmp_nest_part"), w.handle, p.Text)
		}
		w.Say("call %s(%s, %s, %s, %s, %s)", w.rt("mdmp_nest_feed_parts"), w.handle, site, line, w.flags(f), e.envelope(m))
	})
}

func conds(m *plan.Message) []string {
	if m.If == "" {
		return nil
	}
	return []string{m.If}
}

func (w writer) flags(f *Feed) string {
	none := "0_" + w.rt("mdmp_int")
	switch {
	case !f.Final:
		return none
	case f.While == "":
		return w.rt("mdmp_final")
	}
	return w.Intrinsic("merge") + "(" + w.rt("mdmp_final") + ", " + none + ", " + f.While + ")"
}

// site declares the handle of an exchange that stands elsewhere and finds it.
func (w writer) site(at source.Position) string {
	name := w.Used.Name("mdmp_x" + strconv.Itoa(at.Line))
	kind := w.rt("mdmp_handle")
	w.Declare("integer(%s), save :: %s(4) = 0_%s", kind, name, kind)
	w.Say("if (%s(1) == 0_%s) call %s(%s, %s, %s)", name, kind, w.rt("mdmp_site"), name, w.constant(at.Name), w.number(at.Line))
	return name
}

// Fire returns the statements that tell of sections that are complete, and the
// intrinsic procedures that they call although the feeds use their names.
func Fire(at source.Position, feeds []Feed, used *names.Used, mentions map[string]bool) (stmts []layout.Stmt, hidden []string) {
	w := newWriter(used, at)
	for i := range feeds {
		f := &feeds[i]
		m := f.Message
		e := &exchange{writer: w}
		guards := append(slices.Clone(f.Guards), conds(m)...)
		for _, g := range f.Guards {
			w.inquiries(g)
		}
		for _, c := range guards {
			w.Open("if (%s) then", c)
		}
		w.Say("call %s(%s, %s, %s, %s, %s)", w.rt("mdmp_fire"), w.site(f.Site), w.number(m.At.Line), w.flags(f),
			m.Pieces[0].Text, e.envelope(m))
		for range guards {
			w.Shut("end if")
		}
	}
	return w.Stmts(mentions), w.Clash(mentions)
}

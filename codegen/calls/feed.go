package calls

import (
	"strconv"
	"strings"

	"github.com/mdmp-fortran/mdmp/analysis/rungs"
	"github.com/mdmp-fortran/mdmp/codegen/emit"
	"github.com/mdmp-fortran/mdmp/codegen/plan"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// Feed is a send that a nest (or a place behind a statement) may complete.
type Feed struct {
	Site       source.Position // of the exchange
	Message    *plan.Message
	Final      bool
	Counted    bool       // nobody knows which box completes what
	CountedToo bool       // it is known, and counted as well
	Packed     bool       // right before its exchange
	Elements   bool       // writes of its elements are counted, and nothing else is said
	If         []ast.Expr // conditions for Final, which all must hold
	Guards     []rungs.Guard
}

// feed states a send that the nest may complete.
func (w *nest) feed(f *Feed) {
	w.sent(f, func(site, line string) {
		m := f.Message
		if len(m.Pieces) == 1 && m.Pieces[0].Count == "" {
			w.handed(m.Pieces[0], func(section string) {
				w.Say("call %s(%s, %s, %s, %s, %s, %s)", w.rt("mdmp_nest_feed"), w.handle, site, line, w.flags(f), section, w.envelope(m))
			})
			return
		}
		w.parts("mdmp_nest_part", w.handle, m, written)
		w.Say("call %s(%s, %s, %s, %s, %s)", w.rt("mdmp_nest_feed_parts"), w.handle, site, line, w.flags(f), w.envelope(m))
	})
}

// sent says something of a send, of which the site and the line are known, where it
// will be executed.
func (w writer) sent(f *Feed, say func(site, line string)) {
	w.guarded(f.Guards, func() {
		w.under(func() { say(w.site(f.Site), w.number(f.Message.At.Number())) }, f.Message.Conditions(written)...)
	})
}

// passSections passes the sections of a message once more.
func (w writer) passSections(m *plan.Message) {
	w.under(func() {
		for _, p := range m.Pieces {
			if p.Count == "" && p.Each == nil {
				w.Where(p, written, func() {
					w.handed(p, func(section string) { w.Say("call %s(%s)", w.rt("mdmp_keep"), section) })
				})
			}
		}
	}, m.Conditions(written)...)
}

// written is the condition of a section as the program has it: it has the value here that it
// has at the exchange.
func written(c *plan.Cond) string { return "(" + c.Text + ")" }

func (w writer) flags(f *Feed) string {
	if f.Packed {
		return w.how(f) + " + " + w.rt("mdmp_packed")
	}
	return w.how(f)
}

func (w writer) how(f *Feed) string {
	none := "0_" + w.rt("mdmp_int")
	switch {
	case f.Counted, f.Elements:
		return w.rt("mdmp_counted")
	case !f.Final && f.CountedToo:
		return w.rt("mdmp_counted_too")
	case !f.Final:
		return none
	case len(f.If) == 0:
		return w.rt("mdmp_final")
	case f.CountedToo:
		none = w.rt("mdmp_counted_too")
	}
	conds := make([]string, len(f.If))
	for i, x := range f.If {
		conds[i] = "(" + ast.String(x) + ")"
	}
	return w.Intrinsic("merge") + "(" + w.rt("mdmp_final") + ", " + none + ", " + strings.Join(conds, ".and.") + ")"
}

// site declares the handle of an exchange that stands elsewhere, perhaps at a line of this number in another file, and
// finds it.
func (w writer) site(at source.Position) string {
	at.Col = 0
	name := w.sites[at]
	if name == "" {
		want := "mdmp_x" + strconv.Itoa(at.Number())
		for o := range w.sites {
			if o.Number() == at.Number() {
				want += "f" // the name of no other line
			}
		}
		name = w.handle(want)
		w.sites[at] = name
	}
	w.Say("if (%s(1) == 0_%s) call %s(%s, %s, %s)", name, w.rt("mdmp_handle"), w.rt("mdmp_site"), name, w.constant(at.Name), w.number(at.Number()))
	return name
}

// Fire tells of sections that are complete; mentions are names that the feeds use.
func Fire(at source.Position, feeds []Feed, used *emit.Names, mentions map[string]bool) *emit.Block {
	w := newWriter(used, at, mentions)
	list := len(feeds) > 1 // then the run time counts those on the same lane
	if list {
		w.Say("call %s()", w.rt("mdmp_fire_begin"))
	}
	for i := range feeds {
		f := &feeds[i]
		w.sent(f, func(site, line string) {
			flags := w.flags(f)
			if list {
				flags += " + " + w.rt("mdmp_listed")
			}
			w.handed(f.Message.Pieces[0], func(section string) {
				w.Say("call %s(%s, %s, %s, %s, %s)", w.rt("mdmp_fire"), site, line, flags, section, w.envelope(f.Message))
			})
		})
	}
	return w.Block
}

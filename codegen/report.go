package codegen

import (
	"slices"
	"strconv"
	"strings"

	"github.com/mdmp-fortran/mdmp/analysis/regions"
	"github.com/mdmp-fortran/mdmp/codegen/plan"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// Why a directive became what it became.
const (
	reasonPlain = "mode plain: nonblocking MPI through the run time, completed at the exchange"
	reasonOff   = "mode off: nonblocking MPI in the program text, completed at the exchange"
	reasonNone  = "mode off: nothing is to be done"
)

// words are what the report says of directives outside of mode auto: reason and code, and
// the reason where nothing is sent.
func (t *translator) words() (reason, code, quiet string) {
	reason, code, quiet = reasonPlain, "mode-plain", reasonPlain
	switch {
	case t.opt.Copies != "" && t.opt.Mode == Plain:
		reason = t.opt.Copies + " makes procedures work on copies of their arguments, so this file is translated as in mode plain"
		code, quiet = "copies", reason
	case t.opt.Mode == Off:
		reason, code, quiet = reasonOff, "mode-off", reasonNone
	case t.opt.Mode == Auto:
		code, quiet = "mode-auto", "mode auto"
	}
	return reason, code, quiet
}

// report writes a remark for every directive that begins something.
func (t *translator) report() {
	auto := t.opt.Mode == Auto
	reason, code, quiet := t.words()
	var list []placed
	add := func(st *ast.Stmt, word, rung, reason string) {
		m := t.remark(st, word, reason, code)
		m.Rung = rung
		list = append(list, placed{st.Span().Start, m})
	}
	for _, x := range t.set.Exchanges {
		for _, c := range x.All {
			if auto {
				list = append(list, placed{c.Stmt.Span().Start, t.found(c)})
			} else {
				add(c.Stmt, c.Dir.Word(), plainRung, reason)
			}
			list[len(list)-1].remark.Part = t.part(x, c)
		}
	}
	for _, r := range t.set.Regions {
		rung, reason := plainRung, quiet
		if auto {
			rung, reason = t.summary(r)
		}
		add(r.Begin, r.Dir.Word(), rung, reason)
		if auto && t.auto.regions[r].Alone {
			list[len(list)-1].remark.Hint = "if procedures of other files receive, put the sends and receives of the region into a procedure, too"
		}
	}
	for _, i := range t.set.Inits {
		add(i.Stmt, i.Dir.Word(), noRung, quiet)
	}
	for _, m := range t.set.Manages {
		rung, reason, code := plainRung, quiet, code
		if auto {
			rung, reason = t.managed(m)
			code = "managed"
		}
		p := t.file.Position(m.Line.Span.Start)
		list = append(list, placed{m.Line.Span.Start, Remark{File: p.Name, Line: p.Line, Col: p.Col, Directive: m.Dir.Word(),
			Text: "manage", Rung: rung, Reason: reason, Code: code}})
	}
	if auto {
		list = append(list, t.procedures()...)
	}
	slices.SortStableFunc(list, func(a, b placed) int { return int(a.at) - int(b.at) })
	for _, p := range list {
		p.remark.judge()
		t.remarks = append(t.remarks, p.remark)
	}
}

// part is how many messages stand before one on its line, by the number that the run time has for it.
func (t *translator) part(x *regions.Exchange, c *regions.Message) int {
	i := slices.IndexFunc(t.plan(x).Messages, func(m *plan.Message) bool { return m.M == c })
	return t.plan(x).Messages[i].At.Nth
}

// placed is a remark with its place in the file.
type placed struct {
	at     source.Pos
	remark Remark
}

func (t *translator) remark(st *ast.Stmt, word, reason, code string) Remark {
	p := t.file.Position(st.Span().Start)
	return Remark{File: p.Name, Line: p.Line, Col: p.Col, Directive: word,
		Text: strings.Join(strings.Fields(string(st.Line.Text)), " "), Rung: plainRung, Reason: reason, Code: code}
}

// summary counts the rungs of the sends and receives of a region and returns the
// best of them.
func (t *translator) summary(r *regions.Region) (string, string) {
	var text, had []string
	for _, sends := range []bool{true, false} {
		what := "receive"
		if sends {
			what = "send"
		}
		var names []string
		n := map[string]int{}
		all := 0
		for _, x := range r.Exchanges {
			for _, c := range x.All {
				if c.Send != sends {
					continue
				}
				name := t.found(c).Rung
				if n[name]++; n[name] == 1 {
					names = append(names, name)
				}
				all++
			}
		}
		had = append(had, names...)
		if len(names) > 1 {
			for i, name := range names {
				names[i] = strconv.Itoa(n[name]) + " " + name
			}
		}
		if all > 0 {
			text = append(text, count(all, what)+" ("+strings.Join(names, ", ")+")")
		}
	}
	if len(text) == 0 {
		text = append(text, "no send or receive stands in it; those of procedures that are called from it belong to it while the program runs")
	}
	text = append(text, t.grants(t.auto.regions[r])...)
	if t.opt.Loose != "" {
		promise := t.opt.Loose + " lets the compiler change values, so the same bits are promised in all runs of one binary alone"
		if !t.opt.Rounding.Single {
			promise += ", and with -mdmp-bits=same"
		}
		text = append(text, promise)
	}
	return best(had), strings.Join(text, "; ")
}

package calls

import (
	"strconv"

	"github.com/mdmp-fortran/mdmp/analysis/rungs"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// pass calls an entry point with a designator, if that can be evaluated.
func (w writer) pass(name string, d rungs.Guarded) {
	w.guarded(d.Guards, func() { w.Say("call %s(%s)", w.rt(name), ast.String(d.X)) })
}

// guarded says something under guards, each asked only if those before hold.
func (w writer) guarded(list []rungs.Guard, say func()) { w.under(say, w.guards(list)...) }

// guards are inquiries in Fortran.
func (w writer) guards(list []rungs.Guard) []string {
	var conds []string
	for _, g := range list {
		conds = append(conds, w.guard(g))
	}
	return conds
}

func (w writer) guard(g rungs.Guard) string {
	x := ast.String(g.X)
	bound := func(name string) string { return w.Intrinsic(name) + "(" + x + "," + strconv.Itoa(g.Dim) + ")" }
	switch g.Ask {
	case rungs.Present:
		return w.Intrinsic("present") + "(" + x + ")"
	case rungs.Allocated:
		return w.Intrinsic("allocated") + "(" + x + ")"
	case rungs.Associated:
		return w.Intrinsic("associated") + "(" + x + ")"
	case rungs.NotBelow:
		return ast.String(g.Sub) + ">=" + bound("lbound")
	}
	return ast.String(g.Sub) + "<=" + bound("ubound")
}

// NamesIn calls f for the names in designators.
func NamesIn(list []rungs.Guarded, f func(name string)) {
	for _, d := range list {
		for id := range ast.Idents(d.X) {
			f(id.Name)
		}
	}
}

// namesIn is the set of these names.
func namesIn(list []rungs.Guarded) map[string]bool {
	set := map[string]bool{}
	NamesIn(list, func(name string) { set[name] = true })
	return set
}

package codegen

import (
	"slices"

	"mdmp/analysis/regions"
	"mdmp/analysis/rungs"
	"mdmp/codegen/plain"
	"mdmp/fortran/ast"
)

// licenceName is the name under which a procedure is granted what it may leave
// pending: its global name, or for an internal procedure that of its host and
// its own. "" if it has none that no other procedure of the program can have.
func licenceName(u *ast.Unit) string {
	switch {
	case u.Parent == nil || u.Parent.Kind == ast.KModule:
		return globalName(u)
	case u.Parent.Kind == ast.KProgram:
		return "program/" + u.Name
	}
	if host := licenceName(u.Parent); host != "" {
		return host + "/" + u.Name
	}
	return ""
}

// grant writes what a procedure may leave pending right before it is called; own
// is the managed procedure in which the call stands, nil in a region.
func (t *translator) grant(g *rungs.Grant, own *ast.Unit) {
	name := g.Name
	if g.Unit != nil {
		name = licenceName(g.Unit)
	}
	if name == "" {
		return
	}
	at := t.at(g.Before)
	if own == nil {
		t.before(g.Before, g.If, plain.Grant(at, name, g.Arrays, t.used))
	} else if mine := licenceName(own); mine != "" {
		t.before(g.Before, g.If, plain.Pass(at, name, mine, t.used))
	}
}

// grants says, for the report of a region, what procedures of other files may
// leave pending. (For those of this file their receives say so.)
func (t *translator) grants(list []*rungs.Grant) []string {
	var out []string
	for _, g := range list {
		if g.Unit != nil || len(g.Arrays) == 0 {
			continue
		}
		var names []string
		for _, a := range g.Arrays {
			names = append(names, a.Text)
		}
		text := "receives of " + g.Name + " into " + enumerate(names) + " may outlive it, if it is managed (" + lines([]int{t.at(g.Before).Line}) + ")"
		if !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	return out
}

// entered is the name that a managed procedure says when it is entered, "" if
// that is of no use.
func entered(p *rungs.Procedure) string {
	if p.Lends() {
		return licenceName(p.Unit)
	}
	return globalName(p.Unit)
}

// licence is the name of the procedure by whose licence receives of an exchange
// may outlive it, "" if none may.
func (a *auto) licence(x *regions.Exchange) string {
	for _, c := range x.Recvs {
		if r := a.comms[c]; r != nil && r.Outlives {
			return licenceName(x.Unit)
		}
	}
	return ""
}

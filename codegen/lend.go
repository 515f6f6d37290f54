package codegen

import (
	"github.com/mdmp-fortran/mdmp/analysis/regions"
	"github.com/mdmp-fortran/mdmp/analysis/rungs"
	"github.com/mdmp-fortran/mdmp/codegen/calls"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// deferralName is the name under which a procedure is granted what it may leave
// pending: its global name, or for an internal procedure that of its host and
// its own. "" if it has none that no other procedure of the program can have.
func deferralName(u *ast.Unit) string {
	switch {
	case u.Parent == nil || u.Parent.Kind == ast.KModule:
		return globalName(u)
	case u.Parent.Kind == ast.KProgram:
		return "program/" + u.Name
	}
	if host := deferralName(u.Parent); host != "" {
		return host + "/" + u.Name
	}
	return ""
}

// globalName is the name by which other files know a procedure, "" if they do
// not: an internal procedure, one with a binding label.
func globalName(u *ast.Unit) string {
	if p, ok := u.Heading(); ok && p.BindC {
		return ""
	}
	switch {
	case u.Parent == nil:
		return u.Name
	case u.Parent.Kind == ast.KModule:
		return u.Parent.Name + "::" + u.Name
	}
	return ""
}

// grant writes what a procedure may leave pending right before it is called.
func (t *translator) grant(b *rungs.Body, g *rungs.Grant) {
	name := g.Name
	if g.Unit != nil {
		name = deferralName(g.Unit)
	}
	if name == "" {
		return
	}
	at := t.at(g.Item)
	if !b.Managed() {
		t.before(g.Before, calls.Grant(at, name, g, t.in(b), t.used).Stmts())
	} else if mine := deferralName(b.Unit); mine != "" {
		if pass := calls.Pass(at, name, mine, g, t.in(b), t.used); pass != nil {
			t.before(g.Before, pass.Stmts())
		}
	}
}

// entered is the name that a managed procedure says when it is entered, "" if
// that is of no use.
func entered(b *rungs.Body) string {
	if b.Lends() {
		return deferralName(b.Unit)
	}
	return globalName(b.Unit)
}

// deferral is the name of the procedure by whose deferral receives of an exchange
// may outlive it, "" if none may.
func (a *auto) deferral(x *regions.Exchange) string {
	for _, c := range x.Recvs {
		if r := a.messages[c]; r != nil && r.Outlives {
			return deferralName(x.Unit)
		}
	}
	return ""
}
